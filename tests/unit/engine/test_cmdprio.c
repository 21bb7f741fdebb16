#include "engine/cmdprio.h"

#include "unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { DRAWS = 20000 };

struct values {
	struct cmdprio_options prio;
};

static const struct option option_list[] = {
	CMDPRIO_OPTIONS(struct values, prio),
};

static const struct option_table table = { option_list, COUNT_OF(option_list) };

static struct arena *arena;
static struct diag *diag;
static struct values values;

static void setup(void)
{
	arena = arena_new();
	diag = diag_new();
	memset(&values, 0, sizeof(values));
	option_table_defaults(&table, &values, arena);
}

static void teardown(void)
{
	diag_free(diag);
	arena_free(arena);
}

static int set(const char *name, const char *text)
{
	struct option_context context = { .arena = arena, .kb_base = 1024 };
	const struct source here = { "t.fio", 3 };

	return option_set(option_find(&table, name), &values, text, &context,
			  here, diag);
}

static unsigned priority(unsigned class, unsigned level, unsigned hint)
{
	return class << 13 | hint << 3 | level;
}

/* How many of 100 I/Os have the priority. */
static double share(uint8_t kind, uint32_t length, unsigned wanted)
{
	const struct job_options job = { .randrepeat = true, .randseed = 5 };
	struct io io = { .kind = kind, .length = length };
	struct cmdprio cmdprio;
	unsigned count = 0;

	cmdprio_init(&cmdprio, &values.prio, &job);
	ck_assert(cmdprio.active);
	for (unsigned i = 0; i < DRAWS; i++)
		count += cmdprio_draw(&cmdprio, &io) == wanted &&
			 io.prio == wanted;
	return 100.0 * count / DRAWS;
}

START_TEST(is_inactive_unless_asked_for)
{
	struct cmdprio cmdprio;

	cmdprio_init(&cmdprio, NULL, NULL);
	ck_assert(!cmdprio.active);
	ck_assert_int_eq(set("cmdprio", "3"), 0);
	ck_assert_int_eq(set("cmdprio_class", "2"), 0);
	cmdprio_init(&cmdprio, &values.prio, NULL);
	ck_assert(!cmdprio.active);
	ck_assert_ptr_null(cmdprio_conflict(&values.prio));
}
END_TEST

START_TEST(a_share_of_all_has_the_priority)
{
	ck_assert_int_eq(set("cmdprio_percentage", "30,0"), 0);
	ck_assert_double_eq_tol(share(IO_READ, 4096, priority(1, 0, 0)), 30, 2);
	ck_assert_double_eq_tol(share(IO_READ, 4096, 0), 70, 2);
	ck_assert_double_eq_tol(share(IO_WRITE, 4096, 0), 100, 0.001);
	ck_assert_int_eq(set("cmdprio_percentage", "0,100"), 0);
	ck_assert_int_eq(set("cmdprio_class", "2,3"), 0);
	ck_assert_int_eq(set("cmdprio", "1,4"), 0);
	ck_assert_int_eq(set("cmdprio_hint", "5,6"), 0);
	ck_assert_double_eq_tol(share(IO_WRITE, 512, priority(3, 4, 6)), 100,
				0.001);
	ck_assert_double_eq_tol(share(IO_READ, 512, 0), 100, 0.001);
}
END_TEST

START_TEST(a_share_of_each_size_has_its_priority)
{
	ck_assert_int_eq(set("cmdprio_class", "2"), 0);
	ck_assert_int_eq(set("cmdprio_bssplit",
			     "4k/10/1/3:4k/30/3/7/9:64k-128k/50,8k/100"),
			 0);
	ck_assert_double_eq_tol(share(IO_READ, 4096, priority(1, 3, 0)), 10, 2);
	ck_assert_double_eq_tol(share(IO_READ, 4096, priority(3, 7, 9)), 30, 2);
	ck_assert_double_eq_tol(share(IO_READ, 4096, 0), 60, 2);
	ck_assert_double_eq_tol(share(IO_READ, 98304, priority(2, 0, 0)), 50,
				2);
	ck_assert_double_eq_tol(share(IO_READ, 8192, 0), 100, 0.001);
	ck_assert_double_eq_tol(share(IO_WRITE, 8192, priority(2, 0, 0)), 100,
				0.001);
}
END_TEST

START_TEST(both_ways_exclude_each_other)
{
	ck_assert_int_eq(set("cmdprio_percentage", "0,10"), 0);
	ck_assert_ptr_null(cmdprio_conflict(&values.prio));
	ck_assert_int_eq(set("cmdprio_bssplit", "4k/10"), 0);
	ck_assert_ptr_nonnull(cmdprio_conflict(&values.prio));
}
END_TEST

static const char *const refused[][2] = {
	{ "cmdprio_percentage", "101" },
	{ "cmdprio_class", "0" },
	{ "cmdprio_class", "4" },
	{ "cmdprio", "8" },
	{ "cmdprio_hint", "1024" },
	{ "cmdprio_bssplit", "" },
	{ "cmdprio_bssplit", ":" },
	{ "cmdprio_bssplit", "4k" },
	{ "cmdprio_bssplit", "4k/" },
	{ "cmdprio_bssplit", "x/10" },
	{ "cmdprio_bssplit", "4k/101" },
	{ "cmdprio_bssplit", "4k/-1" },
	{ "cmdprio_bssplit", "4k/10/1" },
	{ "cmdprio_bssplit", "4k/10/0/0" },
	{ "cmdprio_bssplit", "4k/10/4/0" },
	{ "cmdprio_bssplit", "4k/10/1/8" },
	{ "cmdprio_bssplit", "4k/10/1/7/1024" },
	{ "cmdprio_bssplit", "4k/10/1/7/1/1" },
	{ "cmdprio_bssplit", "4k/60:4k/60" },
	{ "cmdprio_bssplit", "4k/60:2k-8k/60" },
};

START_TEST(refuses_what_makes_no_sense)
{
	struct values before = values;

	ck_assert_int_eq(set(refused[_i][0], refused[_i][1]), -1);
	ck_assert_int_eq(memcmp(&before, &values, sizeof(before)), 0);
}
END_TEST

static const char *const printed[][2] = {
	{ "4k/10", "4KiB/10" },
	{ "4k/10/1/3:8k/20.5/3/7/2", "4KiB/10/1/3/0:8KiB/20.5/3/7/2" },
	{ "4k/10,8k/20", "4KiB/10,8KiB/20" },
	{ "4k-8k/10,", "4KiB-8KiB/10," },
};

START_TEST(prints_what_it_reads)
{
	const struct option *o = option_find(&table, "cmdprio_bssplit");
	char *text;

	ck_assert_int_eq(set("cmdprio_bssplit", printed[_i][0]), 0);
	text = option_value_text(o, &values);
	ck_assert_str_eq(text, printed[_i][1]);
	memset(&values, 0, sizeof(values));
	ck_assert_int_eq(set("cmdprio_bssplit", text), 0);
	free(text);
	text = option_value_text(o, &values);
	ck_assert_str_eq(text, printed[_i][1]);
	free(text);
}
END_TEST

START_TEST(tells_which_there_can_be)
{
	uint16_t list[4];

	ck_assert_uint_eq(cmdprio_list(&values.prio, IO_READ, NULL), 0);
	ck_assert_int_eq(set("cmdprio_class", "2"), 0);
	ck_assert_int_eq(set("cmdprio_bssplit", "4k/10:8k/20/3/7,8k/0"), 0);
	ck_assert_uint_eq(cmdprio_list(&values.prio, IO_READ, NULL), 4);
	ck_assert_uint_eq(cmdprio_list(&values.prio, IO_READ, list), 4);
	ck_assert_uint_eq(list[0], 0);
	ck_assert_uint_eq(list[1], priority(2, 0, 0));
	ck_assert_uint_eq(list[2], priority(2, 0, 0));
	ck_assert_uint_eq(list[3], priority(3, 7, 0));
	ck_assert_uint_eq(cmdprio_list(&values.prio, IO_WRITE, list), 3);
	ck_assert_uint_eq(cmdprio_list(&values.prio, IO_TRIM, list), 2);
	ck_assert_uint_eq(list[1], 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("cmdprio");
	TCase *tc = tcase_create("cmdprio");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, is_inactive_unless_asked_for);
	tcase_add_test(tc, a_share_of_all_has_the_priority);
	tcase_add_test(tc, a_share_of_each_size_has_its_priority);
	tcase_add_test(tc, both_ways_exclude_each_other);
	tcase_add_loop_test(tc, refuses_what_makes_no_sense, 0,
			    COUNT_OF(refused));
	tcase_add_loop_test(tc, prints_what_it_reads, 0, COUNT_OF(printed));
	tcase_add_test(tc, tells_which_there_can_be);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
