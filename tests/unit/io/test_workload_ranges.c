#include "io/workload.h"

#include "job_fixture.h"

/* Trims of several ranges: num_range. */
#define BLOCK UINT64_C(4096)

enum { BLOCKS = 64 };

static const struct {
	const char *texts;
	unsigned ios;    /* of a pass */
	unsigned ranges; /* of all of them */
	unsigned last;   /* ranges of the last */
	bool repeats;
} jobs[] = {
	{ "rw=trim num_range=8", 8, 64, 8, false },
	{ "rw=randtrim num_range=8", 8, 64, 8, false },
	{ "rw=randtrim num_range=10", 7, 64, 4, false },
	{ "rw=randtrim num_range=256", 1, 64, 64, false },
	{ "rw=randtrim num_range=8 number_ios=3", 3, 24, 8, false },
	{ "rw=randtrim num_range=8 norandommap", 8, 64, 8, true },
	{ "rw=trim num_range=6 io_size=512k", 22, 128, 2, true },
	{ "rw=trim:4k num_range=8", 8, 64, 8, true },
};

/* Each with the same I/O, as one slot would have it. */
START_TEST(each_trim_has_as_many_ranges_as_there_are)
{
	bool hit[BLOCKS] = { false };
	unsigned ios = 0, ranges = 0, last = 0;
	struct job_fixture f;
	struct workload *w;
	struct io io = { .slot = 3 };

	job_fixture_open(&f, jobs[_i].texts);
	f.job.layout.depth = 4;
	job_fixture_add_file(&f, BLOCK, BLOCKS * BLOCK);
	w = workload_new(&f.job.layout);
	ck_assert_ptr_nonnull(w);
	for (; workload_next(w, &io); ios++) {
		uint64_t bytes = 0;

		ck_assert_int_eq(io.kind, IO_TRIM);
		ck_assert_uint_eq(io.offset, io.ranges[0].offset);
		last = io.range_count;
		for (unsigned i = 0; i < last; i++, ranges++) {
			const struct io_range *r = &io.ranges[i];
			uint64_t block = r->offset / BLOCK - 1;

			ck_assert_uint_lt(block, BLOCKS);
			ck_assert_uint_eq(r->length, BLOCK);
			ck_assert(!hit[block] || jobs[_i].repeats);
			hit[block] = true;
			bytes += r->length;
		}
		ck_assert_uint_eq(io.length, bytes);
	}
	ck_assert_uint_eq(ios, jobs[_i].ios);
	ck_assert_uint_eq(ranges, jobs[_i].ranges);
	ck_assert_uint_eq(last, jobs[_i].last);
	workload_free(w);
	job_fixture_close(&f);
}
END_TEST

/* What is in flight keeps its ranges while others are chosen. */
START_TEST(slots_have_ranges_of_their_own)
{
	struct io list[4] = { 0 }, *ios[4];
	struct job_fixture f;
	struct workload *w;

	job_fixture_open(&f, "rw=trim num_range=2 iodepth=4");
	job_fixture_add_file(&f, 0, BLOCKS * BLOCK);
	w = workload_new(&f.job.layout);
	ck_assert_ptr_nonnull(w);
	for (uint16_t i = 0; i < 4; i++) {
		list[i].slot = i;
		ios[i] = &list[i];
	}
	ck_assert_uint_eq(workload_fill(w, ios, 4), 4);
	for (unsigned i = 0; i < 4; i++)
		for (unsigned k = 0; k < 2; k++)
			ck_assert_uint_eq(list[i].ranges[k].offset,
					  (2 * i + k) * BLOCK);
	workload_free(w);
	job_fixture_close(&f);
}
END_TEST

START_TEST(one_range_is_none_of_several)
{
	struct job_fixture f;
	struct workload *w;
	struct io io = { 0 };

	job_fixture_open(&f, "rw=trim num_range=1");
	job_fixture_add_file(&f, 0, BLOCKS * BLOCK);
	w = workload_new(&f.job.layout);
	ck_assert(workload_next(w, &io));
	ck_assert_uint_eq(io.range_count, 0);
	ck_assert_uint_eq(io.length, BLOCK);
	workload_free(w);
	job_fixture_close(&f);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("workload_ranges");
	TCase *tc = tcase_create("workload_ranges");

	tcase_add_loop_test(tc, each_trim_has_as_many_ranges_as_there_are, 0,
			    COUNT_OF(jobs));
	tcase_add_test(tc, slots_have_ranges_of_their_own);
	tcase_add_test(tc, one_range_is_none_of_several);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
