#include "io/overlap.h"

#include "unit.h"

static struct overlap overlap;

static void setup(void)
{
	ck_assert_int_eq(overlap_open(&overlap, 3), 0);
	overlap_add(&overlap, &(struct overlap_range){ 100, 200, 0, 7 });
	overlap_add(&overlap, &(struct overlap_range){ 300, 400, 0, 8 });
	overlap_add(&overlap, &(struct overlap_range){ 100, 500, 1, 9 });
}

static void teardown(void)
{
	overlap_close(&overlap);
}

static const struct {
	struct overlap_range range;
	bool has;
} ranges[] = {
	{ { 0, 100, 0, 0 }, false },   { { 0, 101, 0, 0 }, true },
	{ { 150, 160, 0, 0 }, true },  { { 199, 300, 0, 0 }, true },
	{ { 200, 300, 0, 0 }, false }, { { 200, 301, 0, 0 }, true },
	{ { 0, 900, 0, 0 }, true },    { { 400, 900, 0, 0 }, false },
	{ { 200, 300, 1, 0 }, true },  { { 500, 600, 1, 0 }, false },
	{ { 100, 200, 2, 0 }, false },
};

START_TEST(common_bytes_are_seen)
{
	ck_assert_int_eq(overlap_has(&overlap, &ranges[_i].range),
			 ranges[_i].has);
}
END_TEST

START_TEST(what_has_ended_is_in_nobodys_way)
{
	struct overlap_range r = { 100, 200, 0, 1 };

	overlap_remove(&overlap, 8);
	ck_assert(overlap_has(&overlap, &r));
	overlap_remove(&overlap, 7);
	ck_assert(!overlap_has(&overlap, &r));
	/* One that isn't there. */
	overlap_remove(&overlap, 7);
	ck_assert_uint_eq(overlap.count, 1);
	overlap_add(&overlap, &r);
	ck_assert(overlap_has(&overlap, &r));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("overlap");
	TCase *tc = tcase_create("overlap");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, common_bytes_are_seen, 0, COUNT_OF(ranges));
	tcase_add_test(tc, what_has_ended_is_in_nobodys_way);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
