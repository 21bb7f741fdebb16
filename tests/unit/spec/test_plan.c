#include "spec/plan.h"

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct test_engine_options {
	bool reap;
};

static const struct option engine_entries[] = {
	{
		.name = "reap",
		OPTION_FLAG(struct test_engine_options, reap),
		.category = OPTION_ENGINE,
		.initial = "0",
		.help = "An option of the engine",
	},
};
static const struct option_table engine_table = { engine_entries, 1 };
static const struct engine_info fast = {
	.name = "fast",
	.aliases = { "quick" },
	.help = "Asynchronous",
	.options = &engine_table,
	.options_size = sizeof(struct test_engine_options),
};
static const struct engine_info psync = {
	.name = "psync",
	.help = "Synchronous",
	.flags = ENGINE_SYNC,
};
static const struct engine_info waits = {
	.name = "waits",
	.help = "Asynchronous with direct I/O",
	.flags = ENGINE_WAITS_IF_BUFFERED,
};
static const struct engine_info *const engines[] = { &fast, &psync, &waits };
static const struct engine_refused refused[] = {
	{ "rbd", "it needs a Ceph cluster" },
	{ 0 },
};
static const struct engine_list list = { engines, 3, refused, NULL };

#define TEST_ENGINES (&list)
#include "plan_fixture.h"

START_TEST(a_job_has_the_defaults)
{
	build("[a]\n");
	ck_assert_uint_eq(plan->job_count, 1);
	ck_assert_str_eq(plan->sections[0].name, "a");
	ck_assert_uint_eq(options(0)->bs.of[0].min, 4096);
	ck_assert_uint_eq(options(0)->iodepth, 1);
	ck_assert_str_eq(plan->sections[0].engine->name, "psync");
	ck_assert_uint_eq(plan->sections[0].given.count, 0);
	assert_told("");
}
END_TEST

START_TEST(global_holds_for_the_jobs_after_it)
{
	build("[a]\n[global]\nbs=8k\n[b]\n[global]\niodepth=4\n"
	      "ioengine=fast\n[c]\nbs=1k\n");
	ck_assert_uint_eq(options(0)->bs.of[0].min, 4096);
	ck_assert_uint_eq(options(1)->bs.of[0].min, 8192);
	ck_assert_uint_eq(options(1)->iodepth, 1);
	ck_assert_uint_eq(options(2)->bs.of[0].min, 1024);
	ck_assert_uint_eq(options(2)->iodepth, 4);
	ck_assert_uint_eq(plan->global.count, 3);
	ck_assert_str_eq(plan->global.items[1].name, "iodepth");
}
END_TEST

START_TEST(kb_base_holds_wherever_it_stands)
{
	build("[global]\nsize=1k\n[a]\nbs=1k\nkb_base=1000\n[b]\nbs=1k\n");
	ck_assert_uint_eq(options(0)->size.value, 1000);
	ck_assert_uint_eq(options(0)->bs.of[0].min, 1000);
	ck_assert_uint_eq(options(1)->size.value, 1024);
	ck_assert_uint_eq(options(1)->bs.of[0].min, 1024);
}
END_TEST

START_TEST(clones_and_groups_are_numbered)
{
	build("[global]\nioengine=fast\n[a]\n[b]\nnumjobs=2\nstonewall\n"
	      "[c]\nnew_group\nnumjobs=2\ngroup_reporting\n"
	      "[d]\ngroup_reporting\n[e]\nstonewall\nnumjobs=2\n"
	      "group_reporting\n[f]\nwait_for=a\n[g]\nnew_group\nstonewall\n");
	static const struct {
		unsigned group;
		size_t first, count, after;
	} rows[] = {
		{ 0, 0, 1, 0 }, { 1, 1, 2, 1 }, { 2, 3, 2, 1 }, { 2, 5, 1, 1 },
		{ 3, 6, 2, 6 }, { 3, 8, 1, 6 }, { 4, 9, 1, 9 },
	};
	static const size_t units[] = { 0, 1, 2, 3, 3, 3, 4, 4, 5, 6 };

	ck_assert_uint_eq(plan->section_count, COUNT_OF(rows));
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct job_section *s = &plan->sections[i];

		ck_assert_uint_eq(s->group, rows[i].group);
		ck_assert_uint_eq(s->first_job, rows[i].first);
		ck_assert_uint_eq(s->job_count, rows[i].count);
		ck_assert_uint_eq(s->after_all_below, rows[i].after);
	}
	ck_assert_ptr_eq(plan->sections[5].after, &plan->sections[0]);
	ck_assert_uint_eq(plan->group_count, 5);
	ck_assert_uint_eq(plan->job_count, COUNT_OF(units));
	for (size_t i = 0; i < COUNT_OF(units); i++)
		ck_assert_uint_eq(plan->jobs[i].unit, units[i]);
	ck_assert_uint_eq(plan->jobs[4].clone, 1);
}
END_TEST

START_TEST(a_job_without_stats_is_in_no_unit)
{
	build("[a]\ngroup_reporting\n[b]\nstats=0\ngroup_reporting\n"
	      "[c]\ngroup_reporting\n");
	ck_assert_uint_eq(plan->unit_count, 2);
	ck_assert_uint_eq(plan->jobs[1].unit, SIZE_MAX);
	ck_assert_uint_eq(plan->jobs[2].unit, 1);
}
END_TEST

START_TEST(engine_options_may_stand_before_the_engine)
{
	const struct test_engine_options *o;

	build("[global]\nreap=1\n[a]\nioengine=quick\n[b]\nreap=0\n"
	      "ioengine=fast\n[c]\n");
	o = plan->sections[0].engine_options;
	ck_assert_ptr_eq(plan->sections[0].engine, &fast);
	ck_assert(o->reap);
	o = plan->sections[1].engine_options;
	ck_assert(!o->reap);
	ck_assert_ptr_eq(plan->sections[2].engine, &psync);
	assert_told("");
}
END_TEST

START_TEST(an_option_of_another_engine_is_warned_of)
{
	build("[a]\nreap=1\n");
	ck_assert_ptr_nonnull(plan);
	assert_told("t.fio:2: warning: reap: is not an option of "
		    "ioengine=psync\n");
}
END_TEST

START_TEST(filename_adds_up_and_others_are_replaced)
{
	build("[global]\nfilename=a:b\ndirectory=x\n[j]\nfilename=c\\:d\n"
	      "directory=y\nbs=1k\nbs=2k\n");
	ck_assert_uint_eq(options(0)->filename.count, 3);
	ck_assert_str_eq(options(0)->filename.items[2], "c:d");
	ck_assert_uint_eq(options(0)->directory.count, 1);
	ck_assert_str_eq(options(0)->directory.items[0], "y");
	ck_assert_uint_eq(options(0)->bs.of[0].min, 2048);
	ck_assert_uint_eq(plan->sections[0].given.count, 3);
	ck_assert_str_eq(plan->sections[0].given.items[2].value, "2k");
	assert_told("t.fio:8: note: bs: given again, the last one holds\n"
		    "t.fio:5: warning: filename: given again, it adds to the "
		    "list: a:b:c\\:d\n");
}
END_TEST

START_TEST(a_list_that_grows_is_warned_of_once)
{
	build("[j]\nfilename=a\nfilename=b\nfilename=c\n");
	ck_assert_uint_eq(options(0)->filename.count, 3);
	assert_told("t.fio:4: warning: filename: given again, it adds to the "
		    "list: a:b:c\n");
}
END_TEST

START_TEST(what_a_list_leaves_out_is_inherited)
{
	build("[global]\nrate=1k\nbs=8k\n[a]\nrate=,2k\nbs=,,16k\n");
	ck_assert_uint_eq(options(0)->rate.of[0], 1024);
	ck_assert_uint_eq(options(0)->rate.of[1], 2048);
	ck_assert_uint_eq(options(0)->bs.of[1].min, 8192);
	ck_assert_uint_eq(options(0)->bs.of[2].max, 16384);
	ck_assert_uint_eq(options(0)->size.value, 0);
}
END_TEST

START_TEST(set_overrides_every_job)
{
	struct jobfile_key keys[] = {
		{ .name = "size", .value = "1m", .at = { "--set", 0 } },
		{ .name = "filename", .value = "z", .at = { "--set", 0 } },
	};

	settings.overrides = keys;
	settings.override_count = COUNT_OF(keys);
	build("[global]\nsize=8g\nfilename=a\n[a]\n[b]\nsize=2g\nfilename=b\n");
	for (size_t i = 0; i < 2; i++) {
		ck_assert_uint_eq(options(i)->size.value, 1 << 20);
		ck_assert_uint_eq(options(i)->filename.count, 1);
		ck_assert_str_eq(options(i)->filename.items[0], "z");
	}
}
END_TEST

START_TEST(the_later_of_two_ways_to_say_it_holds)
{
	build("[a]\ndirect=1\nbuffered=1\n[b]\nbuffered=0\n[c]\ndirect=1\n"
	      "[d]\nrwmixwrite=30\n[e]\nrwmixread=10\nrwmixwrite=30\n");
	ck_assert(!options(0)->direct);
	ck_assert(options(1)->direct);
	ck_assert(!options(2)->buffered);
	ck_assert_uint_eq(options(3)->rwmixread, 70);
	ck_assert_uint_eq(options(4)->rwmixread, 70);
}
END_TEST

START_TEST(sections_can_be_chosen)
{
	const char *names[] = { "b", "c" };

	settings.sections = names;
	settings.section_count = 2;
	build("[a]\n[b]\nstonewall\n[c]\n");
	ck_assert_uint_eq(plan->section_count, 2);
	ck_assert_str_eq(plan->sections[0].name, "b");
	ck_assert_uint_eq(plan->sections[0].group, 0);
}
END_TEST

/* A file ends what [global] says in it, not what its jobs know of that. */
START_TEST(files_do_not_share_what_they_say_globally)
{
	static const char first[] = "[global]\nsize=1m\n[b]\n";
	FILE *in = fmemopen((void *)first, strlen(first), "r");

	jobfile_add_section(file, "global", (struct source){ "line", 0 });
	jobfile_add_key(file, "iodepth", "2", (struct source){ "line", 0 });
	ck_assert_int_eq(jobfile_read_stream(file, in, "first", diag), 0);
	fclose(in);
	build("[global]\nbs=8k\n[c]\n");
	ck_assert_uint_eq(options(0)->size.value, 1 << 20);
	ck_assert_uint_eq(options(1)->size.value, 0);
	ck_assert_uint_eq(options(1)->bs.of[0].min, 8192);
	ck_assert_uint_eq(options(1)->iodepth, 2);
	ck_assert(PLAN_GIVEN(&plan->sections[0], size));
	ck_assert(!PLAN_GIVEN(&plan->sections[0], bs));
	ck_assert(!PLAN_GIVEN(&plan->sections[1], size));
	ck_assert_uint_eq(plan->sections[1].after_all_below, 1);
	ck_assert_uint_eq(plan->sections[1].group, 1);
}
END_TEST

START_TEST(sources_and_givens_are_known)
{
	build("[global]\nbs=8k\n[a]\nsize=1m\n");
	ck_assert(PLAN_GIVEN(&plan->sections[0], bs));
	ck_assert(!PLAN_GIVEN(&plan->sections[0], iodepth));
	ck_assert_uint_eq(PLAN_SOURCE(&plan->sections[0], bs).line, 2);
	ck_assert_uint_eq(PLAN_SOURCE(&plan->sections[0], size).line, 4);
	ck_assert_uint_eq(PLAN_SOURCE(&plan->sections[0], rw).line, 3);
}
END_TEST

static const struct {
	const char *text;
	const char *told;
} refusals[] = {
	{ "[a]\nsplit\nfilesize=1k-2k\nnumjobs=2\n",
	  "t.fio:2: error: split: a filesize that is drawn from a range can't "
	  "be divided among copies\n" },
	{ "[a]\nrate=1m,2m\nrate_min=1m,3m\n",
	  "t.fio:3: error: rate_min: 3145728 is more than rate=2097152 lets "
	  "through\n" },
	{ "[a]\nrate_iops=5\nrate_iops_min=6\n",
	  "t.fio:3: error: rate_iops_min: 6 is more than rate_iops=5 lets "
	  "through\n" },
	{ "[a]\nrate_iops=5\nrate=1m\nrate_process=poisson\n",
	  "t.fio:4: error: rate_process: poisson needs either rate or "
	  "rate_iops, and both are given\n" },
	{ "[a]\nthinktime=5\nthinktime_spin=6\n",
	  "t.fio:3: error: thinktime_spin: 6000 ns is more than thinktime, "
	  "5000 ns\n" },
	{ "[a]\niodpeth=4\n", "t.fio:2: error: unknown option 'iodpeth'\n"
			      "t.fio:2: hint: did you mean 'iodepth'?\n" },
	{ "[a]\nprofile=act\n",
	  "t.fio:2: error: profile: is not supported: there are no built-in "
	  "jobs: write those of the profile as a job file\n" },
	{ "[a]\nioengine=rbd\n", "t.fio:2: error: ioengine: 'rbd' is not "
				 "supported: it needs a Ceph cluster\n" },
	{ "[a]\nioengine=fats\n",
	  "t.fio:2: error: ioengine: 'fats' is not an engine\n"
	  "t.fio:2: hint: runner --enghelp lists the engines\n" },
	{ "[global]\nnumjobs=/data\n[a]\n",
	  "t.fio:2: error: numjobs: '/data' is not a number\n" },
	{ "[a]\n[b]\nwait_for=c\n",
	  "t.fio:3: error: wait_for: 'c' is not a job before this one\n" },
	{ "[a]\niomem_align=3000\n",
	  "t.fio:2: error: iomem_align: 3000 is not a power of two\n" },
	{ "[a]\nioengine=fast\niodepth=8\niodepth_batch_complete_min=4\n"
	  "iodepth_batch_complete_max=2\n",
	  "t.fio:5: error: iodepth_batch_complete_max: 2 is less than "
	  "iodepth_batch_complete_min=4\n" },
	{ "[a]\nbs=4g\n", "t.fio:2: error: bs: 4294967296 is too much for one "
			  "I/O, which has less than 4 GiB\n" },
	{ "[a]\nbs\n[b]\nsize=4q\n",
	  "t.fio:2: error: bs needs a value\n"
	  "t.fio:2: hint: write it as bs=SIZE[,SIZE[,SIZE]]\n"
	  "t.fio:4: error: size: '4q' has an unknown unit\n" },
};

START_TEST(refuses_with_place_and_reason)
{
	build(refusals[_i].text);
	ck_assert_ptr_null(plan);
	assert_told(refusals[_i].told);
}
END_TEST

START_TEST(max_jobs_is_a_limit)
{
	settings.max_jobs = 4;
	build("[a]\nnumjobs=3\n[b]\nnumjobs=2\n[c]\n");
	ck_assert_ptr_null(plan);
	assert_told("t.fio:4: error: this is job 5 and above, and --max-jobs=4 "
		    "is the limit\n");
}
END_TEST

START_TEST(a_check_of_the_syntax_only_warns_of_a_missing_job)
{
	settings.parse_only = true;
	build("[a]\nwait_for=b\n");
	ck_assert_ptr_nonnull(plan);
	assert_told("t.fio:2: warning: wait_for: 'b' is not a job before this "
		    "one\n");
}
END_TEST

START_TEST(only_its_own_section_names_a_job)
{
	build("[global]\nname=x\n[a]\n[b]\nname=c\n");
	ck_assert_str_eq(plan->sections[0].name, "a");
	ck_assert_str_eq(plan->sections[1].name, "c");
}
END_TEST

START_TEST(readonly_is_a_promise)
{
	settings.readonly = true;
	build("[a]\n[b]\nrw=randrw\n");
	ck_assert_ptr_null(plan);
	assert_told("t.fio:3: error: rw: 'randrw' writes or trims, and "
		    "--readonly is given\n");
}
END_TEST

static const struct {
	const char *text;
	const char *told;
} notes[] = {
	{ "[a]\nsplit\n",
	  "t.fio:2: note: split: has no effect with one copy of the job\n" },
	{ "[a]\nexit_what=all\n",
	  "t.fio:2: note: exit_what: has no effect without exitall or "
	  "exitall_on_error\n" },
	{ "[a]\nrate_process=poisson\n",
	  "t.fio:2: note: rate_process: has no effect without rate or "
	  "rate_iops\n" },
	{ "[a]\nrate_cycle=500\n",
	  "t.fio:2: note: rate_cycle: has no effect without rate_min or "
	  "rate_iops_min\n" },
	{ "[a]\nthinktime_spin=5\nthinktime_blocks=2\n",
	  "t.fio:2: note: thinktime_spin: has no effect without thinktime\n"
	  "t.fio:3: note: thinktime_blocks: has no effect without "
	  "thinktime\n" },
	{ "[a]\nthread=3\n", "t.fio:2: warning: thread: '3' is taken for 1\n" },
	{ "[a]\nsize=64k:1m:64k\n",
	  "t.fio:2: warning: size: '64k:1m:64k' is a list, of which only the "
	  "first counts\n" },
	{ "[a]\ntime_based\n", "t.fio:2: note: time_based: without a runtime "
			       "the job ends when all is done\n" },
	{ "[a]\niodepth=8\n", "t.fio:2: note: iodepth: ioengine=psync is "
			      "synchronous and has one I/O in flight\n" },
	{ "[a]\nioengine=waits\niodepth=8\n",
	  "t.fio:3: note: iodepth: ioengine=waits waits for each I/O to a "
	  "file as it is submitted, unless direct=1 is given\n" },
	{ "[a]\nioengine=waits\niodepth=8\ndirect=1\n", "" },
};

START_TEST(notes_what_may_surprise)
{
	build(notes[_i].text);
	ck_assert_ptr_nonnull(plan);
	assert_told(notes[_i].told);
}
END_TEST

START_TEST(a_seed_means_the_same_sequence)
{
	build("[a]\nrandrepeat=0\n[b]\nrandrepeat=0\nrandseed=7\n"
	      "[c]\nrandrepeat=0\nallrandrepeat=1\n");
	ck_assert(!options(0)->randrepeat);
	ck_assert(options(1)->randrepeat);
	ck_assert(options(2)->randrepeat);
}
END_TEST

START_TEST(gtod_reduce_means_no_latencies)
{
	build("[a]\ngtod_reduce=1\n");
	ck_assert(options(0)->disable_lat && options(0)->disable_clat &&
		  options(0)->disable_slat);
}
END_TEST

START_TEST(iotime_alone_has_no_blocks)
{
	build("[a]\nthinktime=1\nthinktime_iotime=1\n"
	      "[b]\nthinktime=1\nthinktime_iotime=1\nthinktime_blocks=3\n"
	      "[c]\nthinktime=1\n");
	ck_assert_uint_eq(options(0)->thinktime_blocks, 0);
	ck_assert_uint_eq(options(1)->thinktime_blocks, 3);
	ck_assert_uint_eq(options(2)->thinktime_blocks, 1);
}
END_TEST

enum { MANY = 10000, DEPTHS = 64 };

/* Sections that differ in one option of 64 values, and in name and number. */
static char *many_sections(void)
{
	char *text;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	fputs("[global]\nbs=8k\n", out);
	for (int i = 0; i < MANY; i++)
		fprintf(out, "[j%d]\niodepth=%d\nsize=1m\n%s", i,
			1 + i % DEPTHS, i % 2 ? "stonewall\n" : "");
	fclose(out);
	return text;
}

START_TEST(each_of_many_sections_has_what_it_was_given)
{
	char *text = many_sections(), name[16];

	build(text);
	ck_assert_uint_eq(plan->section_count, MANY);
	ck_assert_uint_eq(plan->job_count, MANY);
	for (unsigned i = 0; i < MANY; i++) {
		const struct job_section *s = &plan->sections[i];

		snprintf(name, sizeof(name), "j%u", i);
		ck_assert_str_eq(s->name, name);
		ck_assert_uint_eq(s->options->iodepth, 1 + i % DEPTHS);
		ck_assert_uint_eq(s->options->bs.of[0].min, 8192);
		ck_assert_uint_eq(s->after_all_below, i % 2 ? i : i - (i > 0));
		ck_assert_uint_eq(s->given.count, 2 + i % 2);
		ck_assert_uint_eq(PLAN_SOURCE(s, iodepth).line, s->at.line + 1);
		ck_assert_uint_eq(PLAN_SOURCE(s, bs).line, 2);
		ck_assert(PLAN_GIVEN(s, bs) && !PLAN_GIVEN(s, rw));
	}
	free(text);
}
END_TEST

START_TEST(sections_with_the_same_options_share_them)
{
	build("[a]\nbs=4k\n[b]\nbs=4096\n[c]\nbs=8k\n");
	ck_assert_ptr_eq(options(0), options(1));
	ck_assert_ptr_ne(options(0), options(2));
}
END_TEST

START_TEST(each_of_sections_that_say_the_same_is_told_of)
{
	build("[a]\nbs=4k\nbs=8k\n[b]\nbs=4k\nbs=8k\n"
	      "[c]\nwait_for=x\n[d]\nwait_for=x\n");
	assert_told("t.fio:3: note: bs: given again, the last one holds\n"
		    "t.fio:6: note: bs: given again, the last one holds\n"
		    "t.fio:8: error: wait_for: 'x' is not a job before this "
		    "one\n"
		    "t.fio:10: error: wait_for: 'x' is not a job before this "
		    "one\n");
}
END_TEST

START_TEST(sections_that_say_the_same_differ_by_what_is_around_them)
{
	build("[a]\nrw=write\n[global]\nbs=8k\n[b]\nrw=write\n[c]\n"
	      "rw=write\n[d]\nname=n\n[e]\nname=n\n");
	ck_assert_uint_eq(options(0)->bs.of[0].min, 4096);
	ck_assert_uint_eq(options(1)->bs.of[0].min, 8192);
	ck_assert_ptr_eq(options(1), options(2));
	ck_assert_str_eq(plan->sections[2].name, "c");
	ck_assert_str_eq(plan->sections[4].name, "n");
	ck_assert_uint_eq(PLAN_SOURCE(&plan->sections[2], bs).line, 4);
	ck_assert_uint_eq(PLAN_SOURCE(&plan->sections[2], rw).line, 8);
	ck_assert_uint_eq(PLAN_SOURCE(&plan->sections[2], size).line, 7);
}
END_TEST

START_TEST(bs_is_where_bsrange_was_given)
{
	build("[a]\nrw=read\nbsrange=4k-8k\n[b]\nbsrange=4k\nbs=8k\n");
	ck_assert_uint_eq(PLAN_SOURCE(&plan->sections[0], bs).line, 3);
	ck_assert_uint_eq(PLAN_SOURCE(&plan->sections[1], bs).line, 6);
	ck_assert_uint_eq(PLAN_SOURCE(&plan->sections[1], bsrange).line, 5);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("plan");
	TCase *tc = tcase_create("plan");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_job_has_the_defaults);
	tcase_add_test(tc, global_holds_for_the_jobs_after_it);
	tcase_add_test(tc, kb_base_holds_wherever_it_stands);
	tcase_add_test(tc, clones_and_groups_are_numbered);
	tcase_add_test(tc, a_job_without_stats_is_in_no_unit);
	tcase_add_test(tc, engine_options_may_stand_before_the_engine);
	tcase_add_test(tc, an_option_of_another_engine_is_warned_of);
	tcase_add_test(tc, filename_adds_up_and_others_are_replaced);
	tcase_add_test(tc, a_list_that_grows_is_warned_of_once);
	tcase_add_test(tc, what_a_list_leaves_out_is_inherited);
	tcase_add_test(tc, each_of_many_sections_has_what_it_was_given);
	tcase_add_test(tc, sections_with_the_same_options_share_them);
	tcase_add_test(tc, each_of_sections_that_say_the_same_is_told_of);
	tcase_add_test(
		tc, sections_that_say_the_same_differ_by_what_is_around_them);
	tcase_add_test(tc, bs_is_where_bsrange_was_given);
	tcase_add_test(tc, set_overrides_every_job);
	tcase_add_test(tc, the_later_of_two_ways_to_say_it_holds);
	tcase_add_test(tc, sections_can_be_chosen);
	tcase_add_test(tc, files_do_not_share_what_they_say_globally);
	tcase_add_test(tc, sources_and_givens_are_known);
	tcase_add_loop_test(tc, refuses_with_place_and_reason, 0,
			    COUNT_OF(refusals));
	tcase_add_test(tc, max_jobs_is_a_limit);
	tcase_add_test(tc, a_check_of_the_syntax_only_warns_of_a_missing_job);
	tcase_add_test(tc, only_its_own_section_names_a_job);
	tcase_add_test(tc, readonly_is_a_promise);
	tcase_add_loop_test(tc, notes_what_may_surprise, 0, COUNT_OF(notes));
	tcase_add_test(tc, a_seed_means_the_same_sequence);
	tcase_add_test(tc, gtod_reduce_means_no_latencies);
	tcase_add_test(tc, iotime_alone_has_no_blocks);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
