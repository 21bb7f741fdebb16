#include "io/workload.h"

#include "job_fixture.h"

static const char *const steered[] = {
	"rw=rw bs=4k rwmixread=90",
	"rw=randrw bs=4k rwmixread=90",
	"rw=randrw bs=4k,8k rwmixread=90",
};

START_TEST(a_mix_can_be_steered_and_let_go)
{
	struct job_fixture f;
	struct workload *w;
	struct io io;
	unsigned writes = 0;

	job_fixture_open(&f, steered[_i]);
	job_fixture_add_file(&f, 0, 4194304);
	w = workload_new(&f.job.layout);
	for (unsigned i = 0; i < 100; i++) {
		bool reads = i % 3;

		workload_steer(w, reads ? DIRECTION_READ : DIRECTION_WRITE);
		ck_assert(workload_next(w, &io));
		ck_assert_int_eq(io.kind, reads ? IO_READ : IO_WRITE);
	}
	workload_steer(w, DIRECTION_COUNT);
	for (unsigned i = 0; i < 200; i++) {
		ck_assert(workload_next(w, &io));
		writes += io.kind == IO_WRITE;
	}
	ck_assert_uint_ge(writes, 5);
	ck_assert_uint_le(writes, 50);
	workload_free(w);
	job_fixture_close(&f);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("workload_steer");
	TCase *tc = tcase_create("workload_steer");

	tcase_add_loop_test(tc, a_mix_can_be_steered_and_let_go, 0,
			    (int)COUNT_OF(steered));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
