#include "spec/option_values.h"

#include "unit.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct values {
	struct block_sizes bs;
	struct cpu_list cpus;
	struct ignored_errors errors;
	struct text_list files;
	struct percentiles percentiles;
	struct direction_numbers rate;
	struct rw rw;
	struct file_service service;
};

#define FIELD(member, ctype, optype)                                           \
	OPTION_FIELD(struct values, member, ctype, optype)

static const struct option options[] = {
	{ .name = "bs",
	  FIELD(bs, struct block_sizes, &option_block_sizes),
	  .initial = "4k" },
	{ .name = "cpus", FIELD(cpus, struct cpu_list, &option_cpu_list) },
	{ .name = "errors",
	  FIELD(errors, struct ignored_errors, &option_ignored_errors) },
	{ .name = "files", FIELD(files, struct text_list, &option_text_list) },
	{ .name = "percentiles",
	  FIELD(percentiles, struct percentiles, &option_percentiles),
	  .initial = "50" },
	{ .name = "rate",
	  FIELD(rate, struct direction_numbers, &option_by_direction),
	  .initial = "0" },
	{ .name = "rw", FIELD(rw, struct rw, &option_rw), .initial = "read" },
	{ .name = "service",
	  FIELD(service, struct file_service, &option_file_service),
	  .initial = "roundrobin" },
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

static const char *message(size_t i)
{
	const struct diag_message *messages;
	size_t count;

	messages = diag_messages(diag, &count);
	ck_assert_uint_lt(i, count);
	return messages[i].text;
}

/* A row is a test of its own: Check reports it as name:row. */

static const struct {
	const char *name;
	const char *text;
	const char *value;
} accepted[] = {
	{ "bs", "4K", "4KiB" },
	{ "bs", "4096", "4KiB" },
	{ "bs", "4Ki", "4KiB" },
	{ "bs", "64kb", "64KiB" },
	{ "bs", "1B", "1" },
	{ "bs", "(4*1024)", "4KiB" },
	{ "bs", "4k,8k,4k", "4KiB,8KiB,4KiB" },
	{ "bs", "8k,16k", "8KiB,16KiB" },
	{ "bs", "8k, 16k", "8KiB,16KiB" },
	{ "bs", "8k,16k,", "8KiB,16KiB,4KiB" },
	{ "bs", ",8k", "4KiB,8KiB" },
	{ "bs", ",8k,", "4KiB,8KiB,4KiB" },
	{ "bs", ",,8k", "4KiB,4KiB,8KiB" },
	{ "bs", "1k-16k", "1KiB-16KiB" },
	{ "bs", "1k-4k,8k-16k", "1KiB-4KiB,8KiB-16KiB" },
	{ "bs", "1k-16k,,4k", "1KiB-16KiB,4KiB" },
	{ "rate", "1000", "1000" },
	{ "rate", "300,200", "300,200" },
	{ "rate", "300,300,300", "300" },
	{ "rate", "10m,", "10485760,0" },
	{ "rate", ",500k", "0,512000" },
	{ "rate", ",500k,", "0,512000,0" },
	{ "rate", "100,0", "100,0" },
	{ "rate", "1,2,3", "1,2,3" },
	{ "rate", "0", "0" },
	{ "rate", "5368709120", "5368709120" },
	{ "files", "a", "a" },
	{ "files", "a::b", "a:b" },
	{ "files", ":a:", "a" },
	{ "files", "/dev/sda:/dev/sdb", "/dev/sda:/dev/sdb" },
	{ "files", "a\\:b:c", "a\\:b:c" },
	{ "files", "a\\b", "a\\b" },
	{ "files", "a\\\\:b", "a\\\\:b" },
	{ "files", " a b ", " a b " },
	{ "percentiles", "50:99:99.9:99.999", "50:99:99.9:99.999" },
	{ "percentiles", "99:50:1", "1:50:99" },
	{ "percentiles", "100", "100" },
	{ "percentiles", "50:50.0:99:50", "50:99" },
	{ "percentiles", "1:2:3:4:5:6:7:8:9:10:11:12:13:14:15:16:17:18:19:20",
	  "1:2:3:4:5:6:7:8:9:10:11:12:13:14:15:16:17:18:19:20" },
	{ "rw", "read", "read" },
	{ "rw", "write", "write" },
	{ "rw", "trim", "trim" },
	{ "rw", "randread", "randread" },
	{ "rw", "randwrite", "randwrite" },
	{ "rw", "randtrim", "randtrim" },
	{ "rw", "rw", "rw" },
	{ "rw", "readwrite", "rw" },
	{ "rw", "randrw", "randrw" },
	{ "rw", "trimwrite", "trimwrite" },
	{ "rw", "randtrimwrite", "randtrimwrite" },
	{ "rw", "randrw:16", "randrw:16" },
	{ "rw", "randrw:1", "randrw" },
	{ "rw", "randread:4294967295", "randread:4294967295" },
	{ "rw", "read:8k", "read:8KiB" },
	{ "rw", "write:112k", "write:112KiB" },
	{ "rw", "read:-8k", "read:-8KiB" },
	{ "rw", "read:-9223372036854775808", "read:-8EiB" },
	{ "service", "random", "random" },
	{ "service", "random:16", "random:16" },
	{ "service", "roundrobin:1", "roundrobin" },
	{ "service", "sequential", "sequential" },
	{ "service", "sequential:2k", "sequential:2048" },
	{ "service", "zipf", "zipf:1.1" },
	{ "service", "zipf:1.2:0.5", "zipf:1.2:0.5" },
	{ "service", "pareto:0.20:0", "pareto:0.2:0" },
	{ "service", "normal:10", "normal:10" },
	{ "service", "gauss:10", "normal:10" },
	{ "errors", "EIO", "EIO" },
	{ "errors", "5", "EIO" },
	{ "errors", "EAGAIN,ENOSPC:122", "EAGAIN,ENOSPC:EDQUOT" },
	{ "errors", ",EIO", ",EIO" },
	{ "errors", "EIO,,4095", "EIO,,4095" },
	{ "errors", ",,EILSEQ:EIO", ",,EILSEQ:EIO" },
	{ "errors", "EWOULDBLOCK", "EAGAIN" },
	{ "cpus", "1", "1" },
	{ "cpus", "0-3,7", "0-3,7" },
	{ "cpus", "7, 0 - 3", "0-3,7" },
	{ "cpus", "0,1,2", "0-2" },
	{ "cpus", "1023", "1023" },
};

START_TEST(accepts_what_people_write)
{
	const char *name = accepted[_i].name;

	ck_assert_int_eq(set(name, accepted[_i].text), 0);
	ck_assert_uint_eq(diag_count(diag, DIAG_ERROR), 0);
	assert_value(name, accepted[_i].value);
}
END_TEST

/* From a value that is different in every direction. */
START_TEST(what_is_printed_reads_back_the_same)
{
	const char *name = accepted[_i].name;
	const char *printed = accepted[_i].value;

	ck_assert_int_eq(set("bs", "1,2,3"), 0);
	ck_assert_int_eq(set("rate", "1,2,3"), 0);
	ck_assert_int_eq(set(name, printed), 0);
	assert_value(name, printed);
}
END_TEST

#define RW_WORDS                                                               \
	"read, write, trim, randread, randwrite, randtrim, rw, readwrite, "    \
	"randrw, trimwrite, randtrimwrite"

static const struct {
	const char *name;
	const char *text;
	const char *message;
} refused[] = {
	{ "bs", "0", "bs: '0' is out of range: 1 or more" },
	{ "bs", "4kk", "bs: '4kk' has an unknown unit" },
	{ "bs", "4k,8q", "bs: '4k,8q' has '8q', which has an unknown unit" },
	{ "bs", "4k,0",
	  "bs: '4k,0' has '0', which is out of range: 1 or "
	  "more" },
	{ "bs", "0-4k",
	  "bs: '0-4k' has '0', which is out of range: 1 or "
	  "more" },
	{ "bs", "4k-", "bs: '4k-' is a range without an end" },
	{ "bs", "4k-1k", "bs: '4k-1k' is a range that ends before it begins" },
	{ "bs", "50%", "bs: '50%' cannot be a percentage" },
	{ "bs", ",", "bs: ',' holds no value" },
	{ "bs", ",,", "bs: ',,' holds no value" },
	{ "bs", "1,2,3,4",
	  "bs: '1,2,3,4' has more than three values (for "
	  "reads, writes and trims)" },
	{ "rate", "x", "rate: 'x' is not a number" },
	{ "rate", "1,x", "rate: '1,x' has 'x', which is not a number" },
	{ "rate", ",,,",
	  "rate: ',,,' has more than three values (for reads, "
	  "writes and trims)" },
	{ "rate", ",", "rate: ',' holds no value" },
	{ "rate", "-1", "rate: '-1' is out of range: 0 or more" },
	{ "files", ":", "files: ':' names nothing" },
	{ "files", "a\\",
	  "files: 'a\\' has an element that ends in a backslash" },
	{ "percentiles", "-1", "percentiles: '-1' is out of range: 0 to 100" },
	{ "percentiles", "50:100.1",
	  "percentiles: '50:100.1' has '100.1', which is out of range: 0 to "
	  "100" },
	{ "percentiles", "50:",
	  "percentiles: '50:' has '', which is not a "
	  "number" },
	{ "percentiles", "50:x",
	  "percentiles: '50:x' has 'x', which is not a number" },
	{ "percentiles",
	  "1:2:3:4:5:6:7:8:9:10:11:12:13:14:15:16:17:18:19:20:21",
	  "percentiles: '1:2:3:4:5:6:7:8:9:10:11:12:13:14:15:16:17:18:19:20:21'"
	  " has more than 20 percentiles" },
	{ "rw", "sideways", "rw: 'sideways' is not one of " RW_WORDS },
	{ "rw", "randrw:0",
	  "rw: 'randrw:0' has '0', which is out of range: 1 to 4294967295" },
	{ "rw", "randrw:-1",
	  "rw: 'randrw:-1' has '-1', which is out of range: 1 to 4294967295" },
	{ "rw", "randrw:foo",
	  "rw: 'randrw:foo' has 'foo', which is not a number" },
	{ "rw", "randrw:99999999999",
	  "rw: 'randrw:99999999999' has '99999999999', which is out of range: "
	  "1 to 4294967295" },
	{ "rw", "randrw:", "rw: 'randrw:' has '', which is not a number" },
	{ "rw", "read:", "rw: 'read:' has '', which is not a number" },
	{ "rw", "read:0", "rw: 'read:0' has '0', which skips nothing" },
	{ "rw", "read:8q",
	  "rw: 'read:8q' has '8q', which has an unknown "
	  "unit" },
	{ "rw", "read:8k:8k",
	  "rw: 'read:8k:8k' has '8k:8k', which has something after the "
	  "number" },
	{ "service", "normal",
	  "service: 'normal' needs a deviation, as normal:10" },
	{ "service", "any",
	  "service: 'any' is not one of random, roundrobin, sequential, zipf, "
	  "pareto, normal" },
	{ "service", "zipf:-1",
	  "service: 'zipf:-1' has '-1', which is out of range: 0 to 100" },
	{ "service", "random:0",
	  "service: 'random:0' has '0', which is out of range: 1 or more" },
	{ "service", "random:foo",
	  "service: 'random:foo' has 'foo', which is not a number" },
	{ "errors", "EFOO", "errors: 'EFOO' is not the name of an error" },
	{ "errors", "eio", "errors: 'eio' is not the name of an error" },
	{ "errors", "EIO:",
	  "errors: 'EIO:' has '', which is not the name of "
	  "an error" },
	{ "errors", "-5", "errors: '-5' is not the name of an error" },
	{ "errors", "0", "errors: '0' is out of range: 1 to 4095" },
	{ "errors", "4096", "errors: '4096' is out of range: 1 to 4095" },
	{ "errors", "99999999999999999999",
	  "errors: '99999999999999999999' is out of range: 1 to 4095" },
	{ "errors", "5x", "errors: '5x' is not a number" },
	{ "errors", ",", "errors: ',' names no error" },
	{ "errors", "EIO,EIO,EIO,EIO",
	  "errors: 'EIO,EIO,EIO,EIO' has more than three lists (for reads, "
	  "writes and verification)" },
	{ "cpus", "a", "cpus: 'a' is not a number" },
	{ "cpus", "0,", "cpus: '0,' has '', which is not a number" },
	{ "cpus", "0,,1", "cpus: '0,,1' has '', which is not a number" },
	{ "cpus", "0-", "cpus: '0-' is a range without an end" },
	{ "cpus", "3-1", "cpus: '3-1' is a range that ends before it begins" },
	{ "cpus", "1024", "cpus: '1024' is out of range: 0 to 1023" },
	{ "cpus", "0-1024",
	  "cpus: '0-1024' has '1024', which is out of range: 0 to 1023" },
	{ "cpus", "0:2", "cpus: '0:2' has something after the number" },
};

START_TEST(refuses_with_a_reason_and_leaves_the_value_alone)
{
	const struct option *o = option_find(&table, refused[_i].name);
	char *before = option_value_text(o, &values);

	ck_assert_int_eq(set(refused[_i].name, refused[_i].text), -1);
	ck_assert_uint_eq(diag_count(diag, DIAG_ERROR), 1);
	ck_assert_str_eq(message(0), refused[_i].message);
	assert_value(refused[_i].name, before);
	free(before);
}
END_TEST

START_TEST(sizes_that_are_not_named_stay_what_they_were)
{
	ck_assert_int_eq(set("bs", "16k,32k,64k"), 0);
	ck_assert_int_eq(set("bs", ",8k,"), 0);
	ck_assert_uint_eq(values.bs.of[0].min, 16384);
	ck_assert_uint_eq(values.bs.of[1].min, 8192);
	ck_assert_uint_eq(values.bs.of[1].max, 8192);
	ck_assert_uint_eq(values.bs.of[2].max, 65536);
}
END_TEST

START_TEST(rates_that_are_not_named_stay_what_they_were)
{
	ck_assert_int_eq(set("rate", "1,2,3"), 0);
	ck_assert_int_eq(set("rate", ",500"), 0);
	ck_assert_uint_eq(values.rate.of[0], 1);
	ck_assert_uint_eq(values.rate.of[1], 500);
	ck_assert_uint_eq(values.rate.of[2], 500);
}
END_TEST

static const struct {
	const char *text;
	unsigned flags;
	int64_t modifier;
} patterns[] = {
	{ "read", RW_READ, 0 },
	{ "write:8k", RW_WRITE, 8192 },
	{ "trim:-1", RW_TRIM, -1 },
	{ "rw", RW_READ | RW_WRITE, 0 },
	{ "readwrite", RW_READ | RW_WRITE, 0 },
	{ "randread", RW_RANDOM | RW_READ, 1 },
	{ "randwrite:8", RW_RANDOM | RW_WRITE, 8 },
	{ "randtrim:1k", RW_RANDOM | RW_TRIM, 1024 },
	{ "randrw", RW_RANDOM | RW_READ | RW_WRITE, 1 },
	{ "trimwrite", RW_TRIM | RW_WRITE | RW_TRIM_FIRST, 0 },
	{ "randtrimwrite", RW_RANDOM | RW_TRIM | RW_WRITE | RW_TRIM_FIRST, 1 },
};

START_TEST(a_pattern_has_flags_and_a_modifier)
{
	ck_assert_int_eq(set("rw", patterns[_i].text), 0);
	ck_assert_uint_eq(values.rw.flags, patterns[_i].flags);
	ck_assert_int_eq(values.rw.modifier, patterns[_i].modifier);
}
END_TEST

START_TEST(a_pattern_forgets_the_modifier_before_it)
{
	ck_assert_int_eq(set("rw", "randread:8"), 0);
	ck_assert_int_eq(set("rw", "randread"), 0);
	ck_assert_int_eq(values.rw.modifier, 1);
}
END_TEST

START_TEST(a_misspelt_pattern_gets_a_hint)
{
	ck_assert_int_eq(set("rw", "randraed:8"), -1);
	ck_assert_str_eq(message(1), "did you mean 'randread'?");
}
END_TEST

START_TEST(a_pattern_with_a_bad_number_gets_no_hint)
{
	ck_assert_int_eq(set("rw", "randrw:foo"), -1);
	ck_assert_uint_eq(diag_count(diag, DIAG_HINT), 0);
}
END_TEST

START_TEST(a_list_gathers)
{
	ck_assert_int_eq(set("files", "a:b"), 0);
	ck_assert_int_eq(set("files", "c"), 0);
	ck_assert_uint_eq(values.files.count, 3);
	ck_assert_str_eq(values.files.items[0], "a");
	ck_assert_str_eq(values.files.items[1], "b");
	ck_assert_str_eq(values.files.items[2], "c");
}
END_TEST

START_TEST(lists_that_start_from_one_do_not_share_what_they_add)
{
	struct values global;
	struct values first;

	ck_assert_int_eq(set("files", "a"), 0);
	ck_assert_int_eq(set("files", "b"), 0);
	ck_assert_int_eq(set("files", "c"), 0);
	global = values;
	ck_assert_int_eq(set("files", "x"), 0);
	first = values;
	values = global;
	ck_assert_int_eq(set("files", "y"), 0);
	ck_assert_str_eq(first.files.items[3], "x");
	ck_assert_str_eq(values.files.items[3], "y");
	ck_assert_uint_eq(global.files.count, 3);
}
END_TEST

START_TEST(a_long_list_is_read_whole)
{
	enum { ITEMS = 20000 };
	char *text = calloc(ITEMS + 1, 2);

	for (size_t i = 0; i < ITEMS; i++)
		memcpy(text + 2 * i, "f:", 2);
	text[2 * ITEMS - 1] = '\0';
	ck_assert_int_eq(set("files", text), 0);
	ck_assert_uint_eq(values.files.count, ITEMS);
	ck_assert_str_eq(values.files.items[ITEMS - 1], "f");
	free(text);
}
END_TEST

START_TEST(percentiles_are_sorted)
{
	ck_assert_int_eq(set("percentiles", "99.9:1:50"), 0);
	ck_assert_uint_eq(values.percentiles.count, 3);
	ck_assert_double_eq(values.percentiles.of[0], 1);
	ck_assert_double_eq(values.percentiles.of[1], 50);
	ck_assert_double_eq(values.percentiles.of[2], 99.9);
}
END_TEST

START_TEST(errors_are_numbers_by_direction)
{
	ck_assert_int_eq(set("errors", "EAGAIN,ENOSPC:122"), 0);
	ck_assert_uint_eq(values.errors.count[0], 1);
	ck_assert_int_eq(values.errors.of[0][0], EAGAIN);
	ck_assert_uint_eq(values.errors.count[1], 2);
	ck_assert_int_eq(values.errors.of[1][0], ENOSPC);
	ck_assert_int_eq(values.errors.of[1][1], EDQUOT);
	ck_assert_uint_eq(values.errors.count[2], 0);
}
END_TEST

START_TEST(every_error_of_the_system_has_a_name)
{
	char number[16];
	unsigned named = 0;

	for (int i = 1; i < 4096; i++) {
		const char *name = strerrorname_np(i);

		if (!name)
			continue;
		named++;
		snprintf(number, sizeof(number), "%d", i);
		ck_assert_int_eq(set("errors", number), 0);
		assert_value("errors", name);
		ck_assert_int_eq(set("errors", name), 0);
		ck_assert_int_eq(values.errors.of[0][0], i);
	}
	ck_assert_uint_gt(named, 100);
}
END_TEST

START_TEST(cpus_are_a_set)
{
	ck_assert(!values.cpus.given);
	assert_value("cpus", "");
	ck_assert_int_eq(set("cpus", "0-3,7"), 0);
	ck_assert(values.cpus.given);
	ck_assert_int_eq(CPU_COUNT(&values.cpus.set), 5);
	ck_assert(CPU_ISSET(3, &values.cpus.set));
	ck_assert(!CPU_ISSET(4, &values.cpus.set));
	ck_assert(CPU_ISSET(7, &values.cpus.set));
	ck_assert_int_eq(set("cpus", "5"), 0);
	ck_assert_int_eq(CPU_COUNT(&values.cpus.set), 1);
}
END_TEST

START_TEST(the_context_says_what_k_is)
{
	context.kb_base = 1000;
	ck_assert_int_eq(set("bs", "4k,4ki"), 0);
	ck_assert_uint_eq(values.bs.of[0].min, 4000);
	ck_assert_uint_eq(values.bs.of[1].min, 4096);
	ck_assert_int_eq(set("rate", "1m"), 0);
	ck_assert_uint_eq(values.rate.of[0], 1000000);
	ck_assert_int_eq(set("rw", "read:1k"), 0);
	ck_assert_int_eq(values.rw.modifier, 1000);
}
END_TEST

static void add_tests(TCase *tc)
{
	tcase_add_loop_test(tc, accepts_what_people_write, 0,
			    COUNT_OF(accepted));
	tcase_add_loop_test(tc, what_is_printed_reads_back_the_same, 0,
			    COUNT_OF(accepted));
	tcase_add_loop_test(tc,
			    refuses_with_a_reason_and_leaves_the_value_alone, 0,
			    COUNT_OF(refused));
	tcase_add_test(tc, sizes_that_are_not_named_stay_what_they_were);
	tcase_add_test(tc, rates_that_are_not_named_stay_what_they_were);
	tcase_add_loop_test(tc, a_pattern_has_flags_and_a_modifier, 0,
			    COUNT_OF(patterns));
	tcase_add_test(tc, a_pattern_forgets_the_modifier_before_it);
	tcase_add_test(tc, a_misspelt_pattern_gets_a_hint);
	tcase_add_test(tc, a_pattern_with_a_bad_number_gets_no_hint);
	tcase_add_test(tc, a_list_gathers);
	tcase_add_test(tc,
		       lists_that_start_from_one_do_not_share_what_they_add);
	tcase_add_test(tc, a_long_list_is_read_whole);
	tcase_add_test(tc, percentiles_are_sorted);
	tcase_add_test(tc, errors_are_numbers_by_direction);
	tcase_add_test(tc, every_error_of_the_system_has_a_name);
	tcase_add_test(tc, cpus_are_a_set);
	tcase_add_test(tc, the_context_says_what_k_is);
}

int main(void)
{
	Suite *suite = suite_create("option_values");
	TCase *tc = tcase_create("option_values");

	tcase_add_checked_fixture(tc, setup, teardown);
	add_tests(tc);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
