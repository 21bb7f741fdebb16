#include "spec/option_values.h"

#include "spec/engine_info.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>

#define MSEC UINT64_C(1000000)
#define SEC (1000 * MSEC)

enum colour { RED, GREEN, BLUE };

struct values {
	enum colour colour;
	uint64_t bytes;
	uint64_t count;
	bool flag;
	uint64_t limit;
	struct number_range range;
	double real;
	struct size size;
	const char *text;
	struct duration time;
	struct duration_range times;
	struct duration wait;
};

static const struct option_choice colours[] = {
	{ "red", RED, "As blood" },
	{ "green", GREEN, "As grass" },
	{ "blue", BLUE, "As the sky" },
	{ "azure", BLUE, NULL },
	{ 0 },
};

#define FIELD(member, ctype, optype)                                           \
	OPTION_FIELD(struct values, member, ctype, optype)

/* Sorted by name, as a table has to be. */
static const struct option options[] = {
	{
		.name = "bytes",
		OPTION_BYTES(struct values, bytes),
		.initial = "4k",
		.max = 1 << 20,
		.help = "How many bytes",
	},
	{
		.name = "colour",
		.alias = "color",
		FIELD(colour, enum colour, &option_choice),
		.initial = "green",
		.choices = colours,
		.help = "What it looks like",
	},
	{
		.name = "count",
		.alias = "iterations",
		.alias2 = "times_over",
		OPTION_NUMBER(struct values, count),
		.initial = "1",
		.min = 1,
		.help = "How often",
	},
	{
		.name = "flag",
		OPTION_FLAG(struct values, flag),
		.initial = "0",
		.help = "Whether at all",
	},
	{
		.name = "limit",
		OPTION_NUMBER(struct values, limit),
		.initial = "10",
		.min = 1,
		.max = 100,
		.help = "How often at most",
	},
	{
		.name = "range",
		FIELD(range, struct number_range, &option_size_range),
		.initial = "1k-4k",
		.min = 512,
		.help = "From where to where",
	},
	{
		.name = "real",
		FIELD(real, double, &option_real),
		.initial = "0.5",
		.max = 2,
		.help = "How much",
	},
	{
		.name = "size",
		FIELD(size, struct size, &option_size),
		.initial = "100%",
		.min = 512,
		.help = "How large",
	},
	{
		.name = "text",
		OPTION_TEXT(struct values, text),
		.help = "What to say",
	},
	{
		.name = "time",
		FIELD(time, struct duration, &option_duration),
		.unit_ns = SEC,
		.initial = "0",
		.max = 3600 * SEC,
		.help = "How long",
	},
	{
		.name = "times",
		FIELD(times, struct duration_range, &option_duration_range),
		.unit_ns = SEC,
		.initial = "0",
		.help = "How long, about",
	},
	{
		.name = "wait",
		FIELD(wait, struct duration, &option_duration),
		.unit_ns = 1000,
		.initial = "0",
		.help = "How long between",
	},
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
	const struct option *o = option_find(&table, name);

	ck_assert_ptr_nonnull(o);
	return option_set(o, &values, text, &context, here, diag);
}

static void assert_value(const char *name, const char *expected)
{
	char *text = option_value_text(option_find(&table, name), &values);

	ck_assert_str_eq(text, expected);
	free(text);
}

static void assert_message(size_t i, enum diag_kind kind, const char *text)
{
	const struct diag_message *messages;
	size_t count;

	messages = diag_messages(diag, &count);
	ck_assert_uint_lt(i, count);
	ck_assert_int_eq(messages[i].kind, kind);
	ck_assert_str_eq(messages[i].text, text);
	ck_assert_str_eq(messages[i].file, here.file);
	ck_assert_uint_eq(messages[i].line, here.line);
}

/* A row is a test of its own: Check reports it as name:row. */

static const struct {
	const char *name;
	const char *text;
	const char *value;
} accepted[] = {
	{ "flag", "0", "0" },
	{ "flag", "1", "1" },
	{ "flag", "true", "1" },
	{ "flag", "False", "0" },
	{ "flag", "YES", "1" },
	{ "flag", "no", "0" },
	{ "flag", "on", "1" },
	{ "flag", "Off", "0" },
	{ "flag", NULL, "1" },
	{ "count", "1", "1" },
	{ "count", "1k", "1024" },
	{ "count", "0x10", "16" },
	{ "count", "(2+3)*2", "10" },
	{ "count", "18446744073709551615", "18446744073709551615" },
	{ "limit", "100", "100" },
	{ "bytes", "0", "0" },
	{ "bytes", "4K", "4KiB" },
	{ "bytes", "4Ki", "4KiB" },
	{ "bytes", "64kb", "64KiB" },
	{ "bytes", "1.5k", "1536" },
	{ "bytes", "1m", "1MiB" },
	{ "real", "2", "2" },
	{ "real", "1e-3", "0.001" },
	{ "real", ".25", "0.25" },
	{ "real", "0.1", "0.1" },
	{ "real", "0.30000000000000004", "0.30000000000000004" },
	{ "size", "10g", "10GiB" },
	{ "size", "50%", "50%" },
	{ "size", "0%", "0%" },
	{ "size", "1.5m", "1536KiB" },
	{ "range", "1k-100M", "1KiB-100MiB" },
	{ "range", "4k", "4KiB" },
	{ "range", "512-512", "512" },
	{ "range", "(2k-1k) - 8k", "1KiB-8KiB" },
	{ "time", "60", "1m" },
	{ "time", "60s", "1m" },
	{ "time", "1.5", "1500ms" },
	{ "time", "5m", "5m" },
	{ "time", "1h", "1h" },
	{ "time", "250us", "250us" },
	{ "wait", "1", "1us" },
	{ "wait", "1ms", "1ms" },
	{ "wait", "500000", "500ms" },
	{ "times", "5", "5s" },
	{ "times", "5-10", "5s-10s" },
	{ "times", "10s-20s", "10s-20s" },
	{ "times", "100ms-1", "100ms-1s" },
	{ "colour", "red", "red" },
	{ "colour", "azure", "blue" },
	{ "text", "\"a b\"", "\"a b\"" },
	{ "text", "a:b,c=d", "a:b,c=d" },
};

START_TEST(accepts_what_people_write)
{
	const char *name = accepted[_i].name;

	ck_assert_int_eq(set(name, accepted[_i].text), 0);
	ck_assert_uint_eq(diag_count(diag, DIAG_ERROR), 0);
	assert_value(name, accepted[_i].value);
}
END_TEST

START_TEST(what_is_printed_reads_back_the_same)
{
	const char *name = accepted[_i].name;
	const char *printed = accepted[_i].value;

	ck_assert_int_eq(set(name, printed), 0);
	assert_value(name, printed);
}
END_TEST

static const struct {
	const char *name;
	const char *text;
	const char *message;
} refused[] = {
	{ "flag", "2",
	  "flag: '2' is not one of 0, 1, false, true, no, yes, "
	  "off, on" },
	{ "count", "/data", "count: '/data' is not a number" },
	{ "count", "0", "count: '0' is out of range: 1 or more" },
	{ "count", "-1", "count: '-1' is out of range: 1 or more" },
	{ "count", "1.5", "count: '1.5' is not a whole number" },
	{ "count", "10q", "count: '10q' has an unknown unit" },
	{ "count", "1e3", "count: '1e3' has an unknown unit" },
	{ "count", "50%", "count: '50%' cannot be a percentage" },
	{ "count", "18446744073709551616",
	  "count: '18446744073709551616' does not fit in 64 bits" },
	{ "limit", "0", "limit: '0' is out of range: 1 to 100" },
	{ "limit", "101", "limit: '101' is out of range: 1 to 100" },
	{ "bytes", "4kk", "bytes: '4kk' has an unknown unit" },
	{ "bytes", "8k junk",
	  "bytes: '8k junk' has something after the "
	  "number" },
	{ "bytes", "2m", "bytes: '2m' is out of range: 0 to 1MiB" },
	{ "bytes", "-4k", "bytes: '-4k' is out of range: 0 to 1MiB" },
	{ "real", "x", "real: 'x' is not a number" },
	{ "real", "1x", "real: '1x' is not a number" },
	{ "real", "0x1", "real: '0x1' is not a number" },
	{ "real", " 1", "real: ' 1' is not a number" },
	{ "real", "nan", "real: 'nan' is not a number" },
	{ "real", "inf", "real: 'inf' is not a number" },
	{ "real", ".", "real: '.' is not a number" },
	{ "real", "1e999", "real: '1e999' is too large" },
	{ "real", "-0.5", "real: '-0.5' is out of range: 0 to 2" },
	{ "real", "2.1", "real: '2.1' is out of range: 0 to 2" },
	{ "size", "101%", "size: '101%' is more than 100%" },
	{ "size", "%", "size: '%' is not a number" },
	{ "size", "-1", "size: '-1' is out of range: 512 or more" },
	{ "size", "10q", "size: '10q' has an unknown unit" },
	{ "range", "4k-", "range: '4k-' is a range without an end" },
	{ "range", "-4k", "range: '-4k' is out of range: 512 or more" },
	{ "range", "4k-1k",
	  "range: '4k-1k' is a range that ends before it begins" },
	{ "range", "1k-2k-3k",
	  "range: '1k-2k-3k' is not a range of two numbers" },
	{ "range", "1k-x", "range: '1k-x' has 'x', which is not a number" },
	{ "range", "1-1k",
	  "range: '1-1k' has '1', which is out of range: 512 "
	  "or more" },
	{ "time", "10x", "time: '10x' has an unknown unit" },
	{ "time", "-1", "time: '-1' is negative" },
	{ "time", "2h", "time: '2h' is out of range: 0s to 1h" },
	{ "times", "20s-10s",
	  "times: '20s-10s' is a range that ends before it begins" },
	{ "colour", "yellow",
	  "colour: 'yellow' is not one of red, green, blue" },
	{ "colour", "Red", "colour: 'Red' is not one of red, green, blue" },
};

START_TEST(refuses_with_a_reason_and_leaves_the_value_alone)
{
	const struct option *o = option_find(&table, refused[_i].name);
	char *before = option_value_text(o, &values);

	ck_assert_int_eq(set(refused[_i].name, refused[_i].text), -1);
	ck_assert_uint_eq(diag_count(diag, DIAG_ERROR), 1);
	assert_message(0, DIAG_ERROR, refused[_i].message);
	assert_value(refused[_i].name, before);
	free(before);
}
END_TEST

START_TEST(a_name_alone_needs_a_value)
{
	ck_assert_int_eq(set("bytes", NULL), -1);
	assert_message(0, DIAG_ERROR, "bytes needs a value");
	assert_message(1, DIAG_HINT, "write it as bytes=SIZE");
}
END_TEST

START_TEST(an_empty_value_is_none)
{
	ck_assert_int_eq(set("text", ""), -1);
	ck_assert_int_eq(set("flag", ""), -1);
	assert_message(0, DIAG_ERROR, "text needs a value");
	assert_message(1, DIAG_HINT, "write it as text=TEXT");
	assert_message(2, DIAG_ERROR, "flag needs a value");
	assert_message(3, DIAG_HINT, "write it as flag=0|1");
}
END_TEST

START_TEST(a_misspelt_choice_gets_a_hint)
{
	ck_assert_int_eq(set("colour", "gren"), -1);
	assert_message(0, DIAG_ERROR,
		       "colour: 'gren' is not one of red, green, blue");
	assert_message(1, DIAG_HINT, "did you mean 'green'?");
}
END_TEST

START_TEST(a_choice_far_from_all_gets_no_hint)
{
	ck_assert_int_eq(set("colour", "turquoise"), -1);
	ck_assert_uint_eq(diag_count(diag, DIAG_HINT), 0);
}
END_TEST

START_TEST(the_context_says_what_k_is)
{
	context.kb_base = 1000;
	ck_assert_int_eq(set("bytes", "4k"), 0);
	ck_assert_uint_eq(values.bytes, 4000);
	ck_assert_int_eq(set("bytes", "4ki"), 0);
	ck_assert_uint_eq(values.bytes, 4096);
	ck_assert_int_eq(set("count", "2k"), 0);
	ck_assert_uint_eq(values.count, 2000);
}
END_TEST

START_TEST(text_outlives_what_it_was_read_from)
{
	char text[] = "hello";

	ck_assert_int_eq(set("text", text), 0);
	memset(text, 'x', sizeof(text) - 1);
	ck_assert_str_eq(values.text, "hello");
}
END_TEST

START_TEST(defaults_are_read_like_what_people_write)
{
	ck_assert_uint_eq(values.bytes, 4096);
	ck_assert_int_eq(values.colour, GREEN);
	ck_assert_uint_eq(values.count, 1);
	ck_assert(!values.flag);
	ck_assert_uint_eq(values.range.min, 1024);
	ck_assert_uint_eq(values.range.max, 4096);
	ck_assert_double_eq(values.real, 0.5);
	ck_assert_uint_eq(values.size.value, 100);
	ck_assert_int_eq(values.size.unit, SIZE_PERCENT);
	ck_assert_ptr_null(values.text);
	assert_value("text", "");
}
END_TEST

START_TEST(finds_every_name_and_alias)
{
	for (size_t i = 0; i < COUNT_OF(options); i++)
		ck_assert_ptr_eq(option_find(&table, options[i].name),
				 &options[i]);
	ck_assert_str_eq(option_find(&table, "color")->name, "colour");
	ck_assert_str_eq(option_find(&table, "iterations")->name, "count");
	ck_assert_str_eq(option_find(&table, "times_over")->name, "count");
}
END_TEST

START_TEST(finds_no_other_name)
{
	const struct option_table empty = { NULL, 0 };

	ck_assert_ptr_null(option_find(&table, ""));
	ck_assert_ptr_null(option_find(&table, "byte"));
	ck_assert_ptr_null(option_find(&table, "bytess"));
	ck_assert_ptr_null(option_find(&table, "Bytes"));
	ck_assert_ptr_null(option_find(&empty, "bytes"));
}
END_TEST

static const struct {
	const char *name;
	const char *nearest;
} near[] = {
	{ "byets", "bytes" },
	{ "bites", "bytes" },
	{ "BYTES", "bytes" },
	{ "coulor", "colour" },
	{ "colr", "colour" },
	{ "iteration", "count" },
	{ "itreatoins", "count" },
	{ "tims_ovr", "count" },
	{ "itexxtixns", "count" },
	{ "itexxtixxs", NULL },
	{ "flg", "flag" },
	{ "q", NULL },
	{ "xy", NULL },
	{ "", NULL },
	{ "qqqqqqq", NULL },
	{ "a_name_that_is_much_longer_than_any_option_has_or_will_ever_have_at_"
	  "all",
	  NULL },
};

START_TEST(the_nearest_name_is_suggested)
{
	const struct option_table empty = { NULL, 0 };
	const struct option_table *const tables[] = { &empty, &table, NULL };
	const char *nearest = option_nearest(tables, near[_i].name);

	if (near[_i].nearest)
		ck_assert_pstr_eq(nearest, near[_i].nearest);
	else
		ck_assert_ptr_null(nearest);
}
END_TEST

START_TEST(ranges_are_told_in_the_unit_of_the_option)
{
	char buf[OPTION_RANGE_MAX];
	struct option o = { .type = &option_bytes,
			    .min = UINT64_MAX - 1,
			    .max = UINT64_MAX };

	ck_assert_str_eq(option_range_text(&o, buf),
			 "18446744073709551614 to 18446744073709551615");
	o = (struct option){ .type = &option_bytes, .min = 512, .max = 65536 };
	ck_assert_str_eq(option_range_text(&o, buf), "512 to 64KiB");
	o.type = &option_number;
	ck_assert_str_eq(option_range_text(&o, buf), "512 to 65536");
	o.type = &option_duration;
	ck_assert_str_eq(option_range_text(&o, buf), "512ns to 65536ns");
}
END_TEST

START_TEST(a_long_reason_is_cut_and_ends)
{
	char *text = malloc(1001);

	memset(text, 'x', 1000);
	text[1000] = '\0';
	option_refuse(&context, "has %s", text);
	ck_assert_uint_eq(strlen(context.reason), sizeof(context.reason) - 1);
	free(text);
}
END_TEST

START_TEST(an_engine_is_found_by_any_of_its_names)
{
	const struct engine_info one = { .name = "one" };
	const struct engine_info two = { .name = "two",
					 .aliases = { "second", "deux" } };
	const struct engine_info *const engines[] = { &one, &two };
	const struct engine_list list = { .engines = engines, .count = 2 };

	ck_assert_ptr_eq(engine_list_find(&list, "one"), &one);
	ck_assert_ptr_eq(engine_list_find(&list, "two"), &two);
	ck_assert_ptr_eq(engine_list_find(&list, "second"), &two);
	ck_assert_ptr_eq(engine_list_find(&list, "deux"), &two);
	ck_assert_ptr_null(engine_list_find(&list, "three"));
	ck_assert_ptr_null(engine_list_find(&list, ""));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("option");
	TCase *tc = tcase_create("option");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, accepts_what_people_write, 0,
			    COUNT_OF(accepted));
	tcase_add_loop_test(tc, what_is_printed_reads_back_the_same, 0,
			    COUNT_OF(accepted));
	tcase_add_loop_test(tc,
			    refuses_with_a_reason_and_leaves_the_value_alone, 0,
			    COUNT_OF(refused));
	tcase_add_test(tc, a_name_alone_needs_a_value);
	tcase_add_test(tc, an_empty_value_is_none);
	tcase_add_test(tc, a_misspelt_choice_gets_a_hint);
	tcase_add_test(tc, a_choice_far_from_all_gets_no_hint);
	tcase_add_test(tc, the_context_says_what_k_is);
	tcase_add_test(tc, text_outlives_what_it_was_read_from);
	tcase_add_test(tc, defaults_are_read_like_what_people_write);
	tcase_add_test(tc, finds_every_name_and_alias);
	tcase_add_test(tc, finds_no_other_name);
	tcase_add_loop_test(tc, the_nearest_name_is_suggested, 0,
			    COUNT_OF(near));
	tcase_add_test(tc, ranges_are_told_in_the_unit_of_the_option);
	tcase_add_test(tc, a_long_reason_is_cut_and_ends);
	tcase_add_test(tc, an_engine_is_found_by_any_of_its_names);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
