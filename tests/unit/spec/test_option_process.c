#include "spec/option_process.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>

struct values {
	struct cpu_list mask;
	int64_t nice;
	struct node_list nodes;
	struct memory_policy policy;
	struct sync_range range;
};

#define FIELD(member, ctype, optype)                                           \
	OPTION_FIELD(struct values, member, ctype, optype)

static const struct option options[] = {
	{ .name = "mask", FIELD(mask, struct cpu_list, &option_cpu_mask) },
	{ .name = "nice",
	  FIELD(nice, int64_t, &option_signed),
	  .initial = "0",
	  .min = (uint64_t)-20,
	  .max = 19 },
	{ .name = "nodes", FIELD(nodes, struct node_list, &option_node_list) },
	{ .name = "policy",
	  FIELD(policy, struct memory_policy, &option_memory_policy),
	  .initial = "default" },
	{ .name = "range",
	  FIELD(range, struct sync_range, &option_sync_range) },
};

static const struct option_table table = { options, COUNT_OF(options) };

static const struct source here = { "t.fio", 3 };

static struct arena *arena;
static struct diag *diag;
static struct option_context context;
static struct values values;

static void setup(void)
{
	arena = arena_new();
	diag = diag_new();
	context = (struct option_context){ .arena = arena, .kb_base = 1024 };
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
	return option_set(option_find(&table, name), &values, text, &context,
			  here, diag);
}

static void assert_value(const char *name, const char *expected)
{
	char *text = option_value_text(option_find(&table, name), &values);

	ck_assert_str_eq(text, expected);
	free(text);
}

static const struct {
	const char *name;
	const char *text;
	const char *value;
} accepted[] = {
	{ "mask", "1", "1" },
	{ "mask", "0x3", "3" },
	{ "mask", "18446744073709551615", "18446744073709551615" },
	{ "nice", "-20", "-20" },
	{ "nice", "19", "19" },
	{ "nice", "0", "0" },
	{ "nodes", "all", "all" },
	{ "nodes", "0-1,3", "0-1,3" },
	{ "policy", "default", "default" },
	{ "policy", "local", "local" },
	{ "policy", "bind:0", "bind:0" },
	{ "policy", "bind:all", "bind:all" },
	{ "policy", "prefer:2", "prefer:2" },
	{ "policy", "interleave:0-1,3", "interleave:0-1,3" },
	{ "range", "write", "write:1" },
	{ "range", "write:8", "write:8" },
	{ "range", "wait_before,write:4", "wait_before,write:4" },
	{ "range", "wait_after,write,wait_before:2",
	  "wait_before,write,wait_after:2" },
	{ "range", "write:0", "write:0" },
};

START_TEST(accepts_what_people_write)
{
	const char *name = accepted[_i].name;

	ck_assert_int_eq(set(name, accepted[_i].text), 0);
	assert_value(name, accepted[_i].value);
}
END_TEST

START_TEST(what_is_printed_reads_back_the_same)
{
	const char *name = accepted[_i].name;

	ck_assert_int_eq(set(name, accepted[_i].value), 0);
	assert_value(name, accepted[_i].value);
}
END_TEST

static const struct {
	const char *name;
	const char *text;
	const char *message;
} refused[] = {
	{ "mask", "0", "mask: '0' is out of range: 1 or more" },
	{ "mask", "x", "mask: 'x' is not a number" },
	{ "nice", "-21", "nice: '-21' is out of range: -20 to 19" },
	{ "nice", "20", "nice: '20' is out of range: -20 to 19" },
	{ "nice", "low", "nice: 'low' is not a number" },
	{ "nodes", "any", "nodes: 'any' is not a number" },
	{ "nodes", "1-0",
	  "nodes: '1-0' is a range that ends before it "
	  "begins" },
	{ "policy", "near",
	  "policy: 'near' is not one of default, prefer, "
	  "bind, interleave, local" },
	{ "policy", "bind", "policy: 'bind' needs nodes, as in bind:0" },
	{ "policy", "bind:", "policy: 'bind:' has '', which is not a number" },
	{ "policy", "local:0", "policy: 'local:0' takes no nodes" },
	{ "policy", "prefer:0-1", "policy: 'prefer:0-1' takes one node" },
	{ "policy", "prefer:all", "policy: 'prefer:all' takes one node" },
	{ "range", "5",
	  "range: '5' is not one of wait_before, write, "
	  "wait_after" },
	{ "range", "write,all:4",
	  "range: 'write,all:4' has 'all', which is not one of wait_before, "
	  "write, wait_after" },
	{ "range", "write:x",
	  "range: 'write:x' has 'x', which is not a "
	  "number" },
	{ "range", "write:", "range: 'write:' has '', which is not a number" },
};

START_TEST(refuses_with_a_reason_and_leaves_the_value_alone)
{
	const struct option *o = option_find(&table, refused[_i].name);
	const struct diag_message *messages;
	char *before = option_value_text(o, &values);
	size_t count;

	ck_assert_int_eq(set(refused[_i].name, refused[_i].text), -1);
	messages = diag_messages(diag, &count);
	ck_assert_uint_eq(count, 1);
	ck_assert_str_eq(messages[0].text, refused[_i].message);
	assert_value(refused[_i].name, before);
	free(before);
}
END_TEST

START_TEST(flags_of_a_list_are_all_set)
{
	ck_assert_int_eq(set("range", "wait_before,write:4"), 0);
	ck_assert_uint_eq(values.range.flags,
			  SYNC_RANGE_WAIT_BEFORE | SYNC_RANGE_WRITE);
	ck_assert_uint_eq(values.range.every, 4);
}
END_TEST

START_TEST(bits_of_a_mask_are_cpus)
{
	ck_assert_int_eq(set("mask", "5"), 0);
	ck_assert(values.mask.given);
	ck_assert_int_eq(CPU_COUNT(&values.mask.set), 2);
	ck_assert(CPU_ISSET(0, &values.mask.set));
	ck_assert(CPU_ISSET(2, &values.mask.set));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("option_process");
	TCase *tc = tcase_create("option_process");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, accepts_what_people_write, 0,
			    (int)COUNT_OF(accepted));
	tcase_add_loop_test(tc, what_is_printed_reads_back_the_same, 0,
			    (int)COUNT_OF(accepted));
	tcase_add_loop_test(tc,
			    refuses_with_a_reason_and_leaves_the_value_alone, 0,
			    (int)COUNT_OF(refused));
	tcase_add_test(tc, flags_of_a_list_are_all_set);
	tcase_add_test(tc, bits_of_a_mask_are_cpus);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
