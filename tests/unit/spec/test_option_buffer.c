#include "spec/option_values.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct values {
	struct memory mem;
	struct pattern pattern;
} values;

#define FIELD(member, ctype, optype)                                           \
	OPTION_FIELD(struct values, member, ctype, optype)

static const struct option options[] = {
	{ .name = "mem",
	  FIELD(mem, struct memory, &option_memory),
	  .initial = "malloc" },
	{ .name = "pattern", FIELD(pattern, struct pattern, &option_pattern) },
};

static const struct option_table table = { options, COUNT_OF(options) };

static const struct source here = { "t.fio", 3 };

static struct arena *arena;
static struct diag *diag;
static struct option_context context;
static char folder[32];

static void write_file(const char *name, const char *content, size_t times)
{
	FILE *file = fopen(name, "w");

	ck_assert_ptr_nonnull(file);
	for (size_t i = 0; i < times; i++)
		fputs(content, file);
	ck_assert_int_eq(fclose(file), 0);
}

static void setup(void)
{
	arena = arena_new();
	diag = diag_new();
	context = (struct option_context){ .arena = arena, .kb_base = 1024 };
	memset(&values, 0, sizeof(values));
	option_table_defaults(&table, &values, arena);
	snprintf(folder, sizeof(folder), "/tmp/test_option.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chdir(folder), 0);
	write_file("five", "hello", 1);
	write_file("empty", "", 0);
	write_file("large", "0123456789abcdef", (1 << 16) + 1);
}

static void teardown(void)
{
	static const char *const names[] = { "five", "empty", "large" };

	for (size_t i = 0; i < COUNT_OF(names); i++)
		unlink(names[i]);
	ck_assert_int_eq(chdir("/"), 0);
	ck_assert_int_eq(rmdir(folder), 0);
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

static void assert_refused(const char *name, const char *text,
			   const char *reason)
{
	struct values before = values;
	const struct diag_message *messages;
	char expected[400];
	size_t count;

	ck_assert_int_eq(set(name, text), -1);
	messages = diag_messages(diag, &count);
	ck_assert_uint_ge(count, 1);
	snprintf(expected, sizeof(expected), "%s: '%s' %s", name, text, reason);
	ck_assert_str_eq(messages[0].text, expected);
	ck_assert_mem_eq(&before, &values, sizeof(values));
}

static const struct {
	const char *text;
	const char *bytes;
	size_t length;
} patterns[] = {
	{ "0x11", "\x11", 1 },
	{ "0xdeadface", "\xde\xad\xfa\xce", 4 },
	{ "0XDEADFACE", "\xde\xad\xfa\xce", 4 },
	{ "0xdeadfac", "\x0d\xea\xdf\xac", 4 },
	{ "0x000012", "\0\0\x12", 3 },
	{ "0x00112233445566778899aabbccddeeff",
	  "\x00\x11\x22\x33\x44\x55\x66"
	  "\x77\x88\x99\xaa\xbb\xcc\xdd"
	  "\xee\xff",
	  16 },
	{ "12", "\x0c", 1 },
	{ "+5", "\x05", 1 },
	{ "0", "\0", 1 },
	{ "010", "\x0a", 1 },
	{ "300", "\x2c\x01", 2 },
	{ "65536", "\0\0\x01", 3 },
	{ "305419896", "\x78\x56\x34\x12", 4 },
	{ "4294967295", "\xff\xff\xff\xff", 4 },
	{ "-12", "\xf4\xff\xff\xff", 4 },
	{ "-2147483648", "\0\0\0\x80", 4 },
	{ "\"abcd\"", "abcd", 4 },
	{ "\"a'b\"", "a'b", 3 },
	{ "'five'", "hello", 5 },
	{ "\"abcd\"-120xdeadface", "abcd\xf4\xff\xff\xff\xde\xad\xfa\xce", 12 },
	{ "0xaa'five'\"z\"", "\xaahelloz", 7 },
	{ "12\"x\"34", "\x0cx\x22", 3 },
	{ "1-2", "\x01\xfe\xff\xff\xff", 5 },
	{ "0xdeadbeef0x12", "\xde\xad\xbe\xef\x12", 5 },
	{ "1 2", "\x01\x02", 2 },
};

START_TEST(a_pattern_is_bytes_in_a_row)
{
	const struct pattern *pattern = &values.pattern;

	ck_assert_int_eq(set("pattern", patterns[_i].text), 0);
	ck_assert_uint_eq(pattern->length, patterns[_i].length);
	ck_assert_mem_eq(pattern->bytes, patterns[_i].bytes, pattern->length);
	assert_value("pattern", patterns[_i].text);
}
END_TEST

#define BEGIN ", where a \"string\", a number or a 'file' should begin"

static const struct {
	const char *text;
	const char *reason;
} not_patterns[] = {
	{ "0x", "has a hexadecimal number without digits" },
	{ "abc", "has 'abc'" BEGIN },
	{ "12k", "has 'k'" BEGIN },
	{ "1,2", "has ',2'" BEGIN },
	{ "%o", "has '%o', which only verify_pattern knows" },
	{ "--1", "has '--1'" BEGIN },
	{ "4294967296", "has '4294967296', which is no number of 32 bits" },
	{ "1-99999999999999999999",
	  "has '-99999999999999999999', which is no number of 32 bits" },
	{ "\"abc", "lacks a closing \"" },
	{ "0x1'five", "lacks a closing '" },
	{ "\"\"", "has nothing between \" and \"" },
	{ "''", "has nothing between ' and '" },
	{ "'none'", "can't open 'none': No such file or directory" },
	{ "'/'", "can't open '/': Invalid argument" },
	{ "'empty'", "names the file 'empty', which is empty" },
	{ "'large'", "names the file 'large', which is larger than 1 MiB" },
};

START_TEST(what_is_no_pattern_is_refused)
{
	assert_refused("pattern", not_patterns[_i].text,
		       not_patterns[_i].reason);
}
END_TEST

static const struct {
	const char *text;
	enum memory_kind kind;
	const char *path;
} memories[] = {
	{ "malloc", MEMORY_MALLOC, NULL },
	{ "shm", MEMORY_SHM, NULL },
	{ "shmhuge", MEMORY_SHMHUGE, NULL },
	{ "mmap", MEMORY_MMAP, NULL },
	{ "mmap:/a/b", MEMORY_MMAP, "/a/b" },
	{ "mmaphuge", MEMORY_MMAPHUGE, NULL },
	{ "mmaphuge:/huge/a:b", MEMORY_MMAPHUGE, "/huge/a:b" },
	{ "mmapshared", MEMORY_MMAPSHARED, NULL },
	{ "mmapshared:x", MEMORY_MMAPSHARED, "x" },
};

START_TEST(memory_is_of_a_kind_and_maybe_of_a_file)
{
	ck_assert_int_eq(set("mem", "mmap:/other"), 0);
	ck_assert_int_eq(set("mem", memories[_i].text), 0);
	ck_assert_int_eq(values.mem.kind, memories[_i].kind);
	if (memories[_i].path)
		ck_assert_str_eq(values.mem.path, memories[_i].path);
	else
		ck_assert_ptr_null(values.mem.path);
	assert_value("mem", memories[_i].text);
}
END_TEST

static const struct {
	const char *text;
	const char *reason;
} not_memories[] = {
	{ "mmapp", "is not one of malloc, shm, shmhuge, mmap, mmaphuge, "
		   "mmapshared" },
	{ "shm:x", "names a file, which shm has not" },
	{ "malloc:", "names a file, which malloc has not" },
	{ "mmap:", "has no path after the colon" },
	{ "cudamalloc", "is not supported: it is memory of a GPU" },
};

START_TEST(what_is_no_memory_is_refused)
{
	assert_refused("mem", not_memories[_i].text, not_memories[_i].reason);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("option_buffer");
	TCase *tc = tcase_create("option_buffer");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, a_pattern_is_bytes_in_a_row, 0,
			    COUNT_OF(patterns));
	tcase_add_loop_test(tc, what_is_no_pattern_is_refused, 0,
			    COUNT_OF(not_patterns));
	tcase_add_loop_test(tc, memory_is_of_a_kind_and_maybe_of_a_file, 0,
			    COUNT_OF(memories));
	tcase_add_loop_test(tc, what_is_no_memory_is_refused, 0,
			    COUNT_OF(not_memories));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
