#include "out/json.h"

#include "unit.h"

#include <cjson/cJSON.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* More than any buffer on the way holds. */
enum { LONG_TEXT = 100000, MANY = 20000 };

static char *text;
static size_t text_size;
static FILE *out;
static struct json *root;

static void start(void)
{
	text = NULL;
	out = open_memstream(&text, &text_size);
	root = json_begin(out);
}

static void end(void)
{
	free(text);
}

static const char *finish(void)
{
	json_end(root);
	ck_assert_int_eq(fclose(out), 0);
	ck_assert_uint_eq(strlen(text), text_size);
	return text;
}

START_TEST(members_stand_on_lines_of_their_own)
{
	struct json *array;

	json_add_uint(root, "a", UINT64_MAX);
	json_add_int(root, "b", INT64_MIN);
	json_add_bool(root, "c", 1);
	json_add_bool(root, "d", 0);
	json_add_text(root, "e", "x");
	array = json_add_array(root, "f");
	json_append_text(array, "y");
	json_append_text(array, "z");
	ck_assert_str_eq(finish(), "{\n"
				   "  \"a\" : 18446744073709551615,\n"
				   "  \"b\" : -9223372036854775808,\n"
				   "  \"c\" : true,\n"
				   "  \"d\" : false,\n"
				   "  \"e\" : \"x\",\n"
				   "  \"f\" : [\n"
				   "    \"y\",\n"
				   "    \"z\"\n"
				   "  ]\n"
				   "}\n");
}
END_TEST

START_TEST(adding_to_a_container_ends_those_within_it)
{
	struct json *a = json_add_object(root, "a");
	struct json *list = json_add_array(a, "list");
	struct json *first = json_append_object(list);

	json_add_uint(json_add_object(first, "deep"), "n", 1);
	json_add_uint(json_append_object(list), "n", 2);
	json_add_uint(a, "n", 3);
	json_add_uint(root, "n", 4);
	ck_assert_str_eq(finish(), "{\n"
				   "  \"a\" : {\n"
				   "    \"list\" : [\n"
				   "      {\n"
				   "        \"deep\" : {\n"
				   "          \"n\" : 1\n"
				   "        }\n"
				   "      },\n"
				   "      {\n"
				   "        \"n\" : 2\n"
				   "      }\n"
				   "    ],\n"
				   "    \"n\" : 3\n"
				   "  },\n"
				   "  \"n\" : 4\n"
				   "}\n");
}
END_TEST

START_TEST(empty_containers_take_three_lines)
{
	json_add_object(root, "a");
	json_add_array(root, "b");
	ck_assert_str_eq(finish(), "{\n"
				   "  \"a\" : {\n"
				   "\n"
				   "  },\n"
				   "  \"b\" : [\n"
				   "\n"
				   "  ]\n"
				   "}\n");
}
END_TEST

START_TEST(reals_have_six_decimals)
{
	json_add_real(root, "a", 0.1);
	json_add_real(root, "b", -1e20);
	json_add_real(root, "c", INFINITY);
	json_add_real(root, "d", NAN);
	ck_assert_str_eq(finish(), "{\n"
				   "  \"a\" : 0.100000,\n"
				   "  \"b\" : -100000000000000000000.000000,\n"
				   "  \"c\" : 0.000000,\n"
				   "  \"d\" : 0.000000\n"
				   "}\n");
}
END_TEST

/* What is in a document is read back as it was given. */
static const char *const texts[] = {
	"",
	"plain",
	"\"quoted\" and back\\slashed",
	"\b\t\n\v\f\r\x01\x1f\x7f",
	"/",
	"\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80",
};

START_TEST(texts_are_read_back)
{
	cJSON *read;

	json_add_text(root, texts[_i], texts[_i]);
	read = cJSON_Parse(finish());
	ck_assert_ptr_nonnull(read);
	ck_assert_str_eq(read->child->string, texts[_i]);
	ck_assert_str_eq(read->child->valuestring, texts[_i]);
	cJSON_Delete(read);
}
END_TEST

static const struct {
	const char *bytes;
	const char *valid;
} broken[] = {
	{ "a\xFFz", "a\xEF\xBF\xBDz" },
	{ "\x80", "\xEF\xBF\xBD" },
	{ "\xC3", "\xEF\xBF\xBD" },
	{ "\xC0\xAF", "\xEF\xBF\xBD\xEF\xBF\xBD" },
	{ "\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD" },
	{ "\xE2\x82", "\xEF\xBF\xBD\xEF\xBF\xBD" },
};

START_TEST(what_is_not_utf8_is_replaced)
{
	cJSON *read;

	json_add_text(root, "a", broken[_i].bytes);
	read = cJSON_Parse(finish());
	ck_assert_ptr_nonnull(read);
	ck_assert_str_eq(read->child->valuestring, broken[_i].valid);
	cJSON_Delete(read);
}
END_TEST

START_TEST(a_text_may_be_longer_than_any_buffer)
{
	char *given = malloc(LONG_TEXT + 1);
	cJSON *read;

	for (size_t i = 0; i < LONG_TEXT; i++)
		given[i] = "abc\"\n"[i % 5];
	given[LONG_TEXT] = '\0';
	json_add_text(root, "a", given);
	read = cJSON_Parse(finish());
	ck_assert_ptr_nonnull(read);
	ck_assert_str_eq(read->child->valuestring, given);
	cJSON_Delete(read);
	free(given);
}
END_TEST

START_TEST(a_document_may_be_longer_than_any_buffer)
{
	struct json *list = json_add_array(root, "list");
	const cJSON *item;
	cJSON *read;
	int count = 0;

	for (unsigned i = 0; i < MANY; i++) {
		struct json *object = json_append_object(list);

		json_add_uint(object, "i", i);
		json_add_real(object, "largest", DBL_MAX);
	}
	read = cJSON_Parse(finish());
	ck_assert_ptr_nonnull(read);
	cJSON_ArrayForEach(item, read->child)
		ck_assert_int_eq(item->child->valueint, count++);
	ck_assert_int_eq(count, MANY);
	cJSON_Delete(read);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("json");
	TCase *tc = tcase_create("json");

	tcase_add_checked_fixture(tc, start, end);
	tcase_add_test(tc, members_stand_on_lines_of_their_own);
	tcase_add_test(tc, adding_to_a_container_ends_those_within_it);
	tcase_add_test(tc, empty_containers_take_three_lines);
	tcase_add_test(tc, reals_have_six_decimals);
	tcase_add_loop_test(tc, texts_are_read_back, 0, COUNT_OF(texts));
	tcase_add_loop_test(tc, what_is_not_utf8_is_replaced, 0,
			    COUNT_OF(broken));
	tcase_add_test(tc, a_text_may_be_longer_than_any_buffer);
	tcase_add_test(tc, a_document_may_be_longer_than_any_buffer);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
