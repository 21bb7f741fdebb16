#include "quick/phase.h"

#include "out/sample.h"
#include "unit.h"

static struct sample s;

static void start(void)
{
	sample_start(&s);
}

static void end(void)
{
	sample_end(&s);
}

static struct quick_phases phases(void)
{
	return quick_phases_make(s.plan.arena, sample_result(&s));
}

static struct job_options *add(const char *name, unsigned flags, uint64_t bs)
{
	struct job_options *o = sample_add(&s, name);

	o->rw.flags = flags;
	for (unsigned d = 0; d < 3; d++)
		o->bs.of[d] = (struct number_range){ bs, bs };
	return o;
}

START_TEST(runs_of_one_description_are_averaged)
{
	struct quick_phases p;

	for (unsigned i = 0; i < 2; i++) {
		struct job_options *o = add("dd", RW_WRITE, 65536);

		o->description = "as dd";
		o->end_fsync = true;
		sample_io(&s.pages[i], DIRECTION_WRITE, 10 + 20 * i, 65536,
			  1000, 1000);
	}
	p = phases();
	ck_assert_uint_eq(p.count, 1);
	ck_assert_uint_eq(p.list[0].run_count, 2);
	ck_assert_str_eq(p.list[0].label, "as dd");
	ck_assert_str_eq(p.list[0].flavour, "buffered 64KiB, synced");
	ck_assert_int_eq(p.list[0].kind, QUICK_SEQUENTIAL);
	ck_assert_double_eq(p.list[0].of[QUICK_WRITE].iops, 20);
	ck_assert_double_eq(p.list[0].of[QUICK_WRITE].bw_bytes, 20 * 65536);
	/* 10 and 30 I/Os. */
	ck_assert(p.list[0].brief);
	/* The page cache's, not the disk's. */
	ck_assert(!p.list[0].of[QUICK_WRITE].timed);
}
END_TEST

static const struct {
	unsigned ios;
	uint64_t ms;
	bool brief;
} lengths[] = {
	{ 100, 50, false },
	{ 99, 5000, true },
	{ 5000, 49, true },
};

START_TEST(what_took_too_short_to_tell_much_is_brief)
{
	struct quick_phases p;

	add("a", RW_READ, 4096);
	sample_io(&s.pages[0], DIRECTION_READ, lengths[_i].ios, 4096, 1000,
		  lengths[_i].ms);
	p = phases();
	ck_assert_int_eq(p.list[0].runs[0].brief, lengths[_i].brief);
	ck_assert_int_eq(p.list[0].brief, lengths[_i].brief);
}
END_TEST

START_TEST(both_directions_have_a_total)
{
	struct job_options *o =
		add("mix", RW_READ | RW_WRITE | RW_RANDOM, 4096);
	struct quick_phase *phase;

	o->direct = true;
	o->iodepth = 64;
	sample_io(&s.pages[0], DIRECTION_READ, 30, 4096, 2000, 1000);
	sample_io(&s.pages[0], DIRECTION_WRITE, 10, 4096, 4000, 1000);
	phase = phases().list;
	ck_assert_str_eq(phase->label, "mix");
	ck_assert_str_eq(phase->flavour, "direct 4KiB depth 64");
	ck_assert_int_eq(phase->kind, QUICK_OTHER);
	ck_assert_double_eq(phase->of[QUICK_TOTAL].iops, 40);
	ck_assert_double_eq(phase->of[QUICK_TOTAL].bw_bytes, 40 * 4096);
	ck_assert(!phase->of[QUICK_TOTAL].timed);
	ck_assert(phase->of[QUICK_READ].timed);
	ck_assert_uint_gt(phase->of[QUICK_WRITE].p99_ns,
			  phase->of[QUICK_READ].p99_ns);
}
END_TEST

START_TEST(syncs_after_each_write_are_figures_of_their_own)
{
	struct job_options *o = add("log", RW_WRITE, 4096);
	struct quick_phase *phase;

	o->fdatasync = 1;
	sample_io(&s.pages[0], DIRECTION_WRITE, 10, 4096, 2000, 500);
	counter_set(&s.pages[0].stats.syncs, 10);
	for (unsigned i = 0; i < 10; i++)
		latency_add(&s.pages[0].stats.sync, 5000000);
	phase = phases().list;
	ck_assert_int_eq(phase->kind, QUICK_SYNCED);
	ck_assert(phase->of[QUICK_WRITE].timed);
	ck_assert_double_eq(phase->of[QUICK_SYNC].iops, 20);
	ck_assert_uint_ge(phase->of[QUICK_SYNC].p99_ns, 4900000);
	ck_assert_uint_le(phase->of[QUICK_SYNC].p99_ns, 5100000);
}
END_TEST

START_TEST(what_did_not_run_is_left_out_and_what_failed_is_not)
{
	struct quick_phases p;

	add("ran", RW_READ | RW_RANDOM, 4096)->direct = true;
	add("not come to", RW_READ, 4096);
	add("failed", RW_READ, 4096);
	sample_io(&s.pages[0], DIRECTION_READ, 10, 4096, 2000, 1000);
	job_error_set(&s.pages[2].error, 28, "write", "disk full");
	p = phases();
	ck_assert_uint_eq(p.count, 2);
	ck_assert_str_eq(p.list[0].label, "ran");
	ck_assert_int_eq(p.list[0].kind, QUICK_LATENCY);
	ck_assert_str_eq(p.list[0].flavour, "direct 4KiB");
	ck_assert_str_eq(p.list[1].label, "failed");
	ck_assert_str_eq(p.list[1].runs[0].error, "disk full");
	ck_assert(!p.list[1].of[QUICK_READ].used);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("phase");
	TCase *tcase = tcase_create("phase");

	tcase_add_checked_fixture(tcase, start, end);
	tcase_add_test(tcase, runs_of_one_description_are_averaged);
	tcase_add_loop_test(tcase, what_took_too_short_to_tell_much_is_brief, 0,
			    (int)COUNT_OF(lengths));
	tcase_add_test(tcase, both_directions_have_a_total);
	tcase_add_test(tcase, syncs_after_each_write_are_figures_of_their_own);
	tcase_add_test(tcase,
		       what_did_not_run_is_left_out_and_what_failed_is_not);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
