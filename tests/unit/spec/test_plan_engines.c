#include "spec/plan.h"

#include "unit.h"

#include <stdlib.h>
#include <string.h>

/* What a job is told when it wants more of an engine than that can do. */

static const struct engine_info atomic = { .name = "atomic",
					   .help = "Knows atomic=1",
					   .flags = ENGINE_ATOMIC };
static const struct engine_info gathers = {
	.name = "gathers",
	.help = "Has a depth",
	.flags = ENGINE_SYNC | ENGINE_GATHERS,
};
static const struct engine_info cached = { .name = "cached",
					   .help = "Never direct",
					   .flags = ENGINE_BUFFERED_ONLY };
static const struct engine_info allocates = {
	.name = "allocates",
	.help = "Moves no data",
	.flags = ENGINE_NO_DATA | ENGINE_CHANGES,
};
static const struct engine_info cuts = {
	.name = "cuts",
	.help = "Only writes",
	.flags = ENGINE_NO_READ | ENGINE_NO_TRIM,
};
static const struct engine_info looks = {
	.name = "looks",
	.help = "An activity",
	.flags = ENGINE_ACTIVITY | ENGINE_NO_DATA | ENGINE_SYNC,
};
static const struct engine_info removes = {
	.name = "removes",
	.help = "An activity",
	.flags = ENGINE_ACTIVITY | ENGINE_ONCE | ENGINE_CHANGES,
};
static const struct engine_info absent = { .name = "absent",
					   .help = "Can't be used" };
static const struct engine_info psync = { .name = "psync", .help = "Plain" };
static const struct engine_info *const engines[] = {
	&atomic, &gathers, &cached, &allocates, &cuts,
	&looks,  &removes, &absent, &psync,
};
static const struct engine_refused refused[] = { { "nbd", "far away" }, { 0 } };

static bool can_use(const struct engine_info *engine,
		    char reason[ENGINE_REASON_MAX])
{
	snprintf(reason, ENGINE_REASON_MAX, "not today");
	return engine != &absent;
}

static const struct engine_list list = { engines, COUNT_OF(engines), refused,
					 can_use };

#define TEST_ENGINES (&list)
#include "plan_fixture.h"

static void build_for(const char *engine, const char *text)
{
	char section[512];

	snprintf(section, sizeof(section), "[a]\nioengine=%s\n%s\n", engine,
		 text);
	build(section);
}

static const struct {
	const char *engine;
	const char *options;
	const char *told;
	bool readonly;
} refusals[] = {
	{ "cuts", "rw=read",
	  "t.fio:3: error: rw: 'read' has reads, which ioengine=cuts can't "
	  "do\n",
	  false },
	{ "cuts", "rw=randrw",
	  "t.fio:3: error: rw: 'randrw' has reads, which ioengine=cuts can't "
	  "do\n",
	  false },
	{ "cuts", "rw=trimwrite",
	  "t.fio:3: error: rw: 'trimwrite' has trims, which ioengine=cuts "
	  "can't do\n",
	  false },
	{ "psync", "atomic=1",
	  "t.fio:3: error: atomic: ioengine=psync can't write atomically; "
	  "io_uring, libaio and pvsync2 can\n",
	  false },
	{ "atomic", "direct=0\natomic=1",
	  "t.fio:4: error: atomic: needs direct I/O, and direct=0 is given\n",
	  false },
	{ "looks", "fsync=2",
	  "t.fio:3: error: ioengine=looks opens no file that could be "
	  "synced\n",
	  false },
	{ "looks", "end_fsync=1",
	  "t.fio:3: error: ioengine=looks opens no file that could be "
	  "synced\n",
	  false },
	{ "looks", "numjobs=2\nsplit=1",
	  "t.fio:4: error: split: ioengine=looks works on whole files\n",
	  false },
	{ "removes", "loops=2",
	  "t.fio:3: error: ioengine=removes can do what it does to each file "
	  "only once\n",
	  false },
	{ "removes", "runtime=1\ntime_based",
	  "t.fio:4: error: ioengine=removes can do what it does to each file "
	  "only once\n",
	  false },
	{ "absent", "",
	  "t.fio:2: error: ioengine: 'absent' can't be used here: not today\n",
	  false },
	{ "nbd, absent", "",
	  "t.fio:2: error: ioengine: none of them can be used here\n"
	  "t.fio:2: hint: nbd: far away\n"
	  "t.fio:2: hint: absent: not today\n",
	  false },
	{ "psync,nosuch", "",
	  "t.fio:2: error: ioengine: 'nosuch' is not an engine\n"
	  "t.fio:2: hint: runner --enghelp lists the engines\n",
	  false },
	{ "cuts,psync", "rw=read",
	  "t.fio:3: error: rw: 'read' has reads, which ioengine=cuts can't "
	  "do\n",
	  false },
	{ "allocates", "rw=read",
	  "t.fio:2: error: ioengine: allocates changes its files, and "
	  "--readonly is given\n",
	  true },
	{ "removes", "rw=read",
	  "t.fio:2: error: ioengine: removes changes its files, and "
	  "--readonly is given\n",
	  true },
};

START_TEST(refuses_what_the_engine_cant_do)
{
	settings.readonly = refusals[_i].readonly;
	build_for(refusals[_i].engine, refusals[_i].options);
	ck_assert_ptr_null(plan);
	assert_told(refusals[_i].told);
}
END_TEST

static const struct {
	const char *engine;
	const char *options;
	const char *told;
	bool direct;
	bool changes;
} accepted[] = {
	{ "cuts", "rw=write", "", false, true },
	{ "atomic", "rw=write\natomic=1", "", true, true },
	{ "atomic", "rw=write\natomic=0\ndirect=0", "", false, true },
	{ "gathers", "iodepth=8", "", false, false },
	{ "looks", "iodepth=8",
	  "t.fio:3: note: iodepth: ioengine=looks is synchronous and has one "
	  "I/O in flight\n",
	  false, false },
	{ "looks", "loops=3", "", false, false },
	{ "removes", "", "", false, true },
	{ "psync", "direct=1", "", true, false },
	{ "nbd,absent,psync,absent,nbd", "",
	  "t.fio:2: note: ioengine: 'nbd' can't be used here: far away\n"
	  "t.fio:2: note: ioengine: 'absent' can't be used here: not today\n",
	  false, false },
	{ "cached", "direct=1",
	  "t.fio:3: note: direct: ioengine=cached works through the page "
	  "cache; each write is synced (msync) in place of it\n",
	  false, false },
	{ "allocates", "direct=1",
	  "t.fio:3: note: direct: has no effect: ioengine=allocates moves no "
	  "data\n",
	  false, true },
};

START_TEST(a_plan_alone_asks_no_machine)
{
	settings.parse_only = true;
	build_for("absent,psync", "");
	ck_assert_ptr_eq(plan->sections[0].engine, &absent);
	ck_assert_str_eq(plan->sections[0].options->ioengine, "absent");
	assert_told("");
}
END_TEST

START_TEST(takes_what_it_can)
{
	build_for(accepted[_i].engine, accepted[_i].options);
	ck_assert_ptr_nonnull(plan);
	assert_told(accepted[_i].told);
	ck_assert_int_eq(section_is_direct(&plan->sections[0]),
			 accepted[_i].direct);
	ck_assert_int_eq(section_changes_files(&plan->sections[0]),
			 accepted[_i].changes);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("plan_engines");
	TCase *tc = tcase_create("plan_engines");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, refuses_what_the_engine_cant_do, 0,
			    COUNT_OF(refusals));
	tcase_add_loop_test(tc, takes_what_it_can, 0, COUNT_OF(accepted));
	tcase_add_test(tc, a_plan_alone_asks_no_machine);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
