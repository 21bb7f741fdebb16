#include "spec/placement_options.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct values {
	struct placement_ids ids;
	struct placement_scheme scheme;
};

static const struct option ids_option = {
	.name = "ids",
	.type = &option_placement_ids,
	.offset = offsetof(struct values, ids),
};

static const struct option scheme_option = {
	.name = "scheme",
	.type = &option_placement_scheme,
	.offset = offsetof(struct values, scheme),
};

static struct arena *arena;
static struct option_context context;
static struct values values;

static void setup(void)
{
	arena = arena_new();
	context = (struct option_context){ .arena = arena, .kb_base = 1024 };
	memset(&values, 0, sizeof(values));
}

static void teardown(void)
{
	arena_free(arena);
}

static int parse(const struct option *o, const char *text)
{
	return o->type->parse(o, text, &context, (char *)&values + o->offset);
}

static void check_text(const struct option *o, const char *expected)
{
	char *text = option_value_text(o, &values);

	ck_assert_str_eq(text, expected);
	free(text);
}

START_TEST(ids_come_in_lists_and_ranges)
{
	ck_assert_int_eq(parse(&ids_option, "7, 1-3,0x10"), 0);
	ck_assert_uint_eq(values.ids.count, 5);
	check_text(&ids_option, "7,1,2,3,16");
}
END_TEST

static const char *const bad_ids[] = { "65536", "3-1", "1,,2", "a" };

START_TEST(ids_are_numbers_of_16_bits)
{
	ck_assert_int_eq(parse(&ids_option, bad_ids[_i]), -1);
	ck_assert_uint_eq(values.ids.count, 0);
	ck_assert_uint_gt(strlen(context.reason), 0);
}
END_TEST

/* In a file of its own, which is gone afterwards. */
static int parse_file(const char *text)
{
	char path[] = "/tmp/test_option_placement.XXXXXX";
	int fd = mkstemp(path), status;

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, text, strlen(text)), (int)strlen(text));
	close(fd);
	status = parse(&scheme_option, path);
	unlink(path);
	return status;
}

START_TEST(schemes_are_lines_of_three)
{
	const struct placement_range *list;

	ck_assert_int_eq(parse_file("0, 1g, 0\n\n1073741824,2g,65535\n"), 0);
	ck_assert_uint_eq(values.scheme.count, 2);
	list = values.scheme.of;
	ck_assert_uint_eq(list[0].from, 0);
	ck_assert_uint_eq(list[0].to, 1 << 30);
	ck_assert_uint_eq(list[0].id, 0);
	ck_assert_uint_eq(list[1].to, UINT64_C(2) << 30);
	ck_assert_uint_eq(list[1].id, 65535);
	check_text(&scheme_option, values.scheme.path);
}
END_TEST

static const struct {
	const char *text;
	const char *why;
} bad_schemes[] = {
	{ "", "has no line" },
	{ "0,1,0\n5,6\n", "has a line 2 that is not FROM, TO, ID" },
	{ "\n9,9,0\n", "has a line 2 that ends before it begins" },
	{ "0,1,70000\n", "has a line 1 that is out of range: 0 to 65535" },
	{ "0,x,1", "has a line 1 that " },
};

START_TEST(schemes_say_which_line_is_wrong)
{
	ck_assert_int_eq(parse_file(bad_schemes[_i].text), -1);
	ck_assert_ptr_null(values.scheme.path);
	ck_assert_msg(strncmp(context.reason, bad_schemes[_i].why,
			      strlen(bad_schemes[_i].why)) == 0,
		      "%s", context.reason);
}
END_TEST

START_TEST(a_scheme_has_to_be_there)
{
	ck_assert_int_eq(parse(&scheme_option, "/nowhere/scheme"), -1);
	ck_assert_str_eq(context.reason,
			 "can't be read: No such file or directory");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("option_placement");
	TCase *tc = tcase_create("option_placement");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, ids_come_in_lists_and_ranges);
	tcase_add_loop_test(tc, ids_are_numbers_of_16_bits, 0,
			    COUNT_OF(bad_ids));
	tcase_add_test(tc, schemes_are_lines_of_three);
	tcase_add_loop_test(tc, schemes_say_which_line_is_wrong, 0,
			    COUNT_OF(bad_schemes));
	tcase_add_test(tc, a_scheme_has_to_be_there);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
