#include "base/size.h"

#include "unit.h"

/* A row is a test of its own: Check reports it as name:row. */

static const struct {
	const char *text;
	uint64_t value;
	unsigned kb_base;
	enum size_unit unit;
} accepted[] = {
	{ "0", 0, 1024, SIZE_BYTES },
	{ "512", 512, 1024, SIZE_BYTES },
	{ "1b", 1, 1024, SIZE_BYTES },
	{ "4B", 4, 1024, SIZE_BYTES },
	{ "15E", UINT64_C(15) << 60, 1024, SIZE_BYTES },
	{ "18446744073709551615", UINT64_MAX, 1024, SIZE_BYTES },
	{ "0x1000", 4096, 1024, SIZE_BYTES },
	{ "0xb", 11, 1024, SIZE_BYTES },
	{ "(4*1024)", 4096, 1024, SIZE_BYTES },
	{ "0.5*2k", 1024, 1024, SIZE_BYTES },
	{ "1.5k", 1536, 1024, SIZE_BYTES },
	{ "1.5m", 1572864, 1024, SIZE_BYTES },
	{ "100%30", 10, 1024, SIZE_BYTES },

	/* Every spelling of a prefix. */
	{ "4k", 4096, 1024, SIZE_BYTES },
	{ "4K", 4096, 1024, SIZE_BYTES },
	{ "4kb", 4096, 1024, SIZE_BYTES },
	{ "4KB", 4096, 1024, SIZE_BYTES },
	{ "4ki", 4096, 1024, SIZE_BYTES },
	{ "4kib", 4096, 1024, SIZE_BYTES },
	{ "4KiB", 4096, 1024, SIZE_BYTES },
	{ "4k", 4000, 1000, SIZE_BYTES },
	{ "4K", 4000, 1000, SIZE_BYTES },
	{ "4kB", 4000, 1000, SIZE_BYTES },
	{ "4ki", 4096, 1000, SIZE_BYTES },
	{ "4KiB", 4096, 1000, SIZE_BYTES },

	/* Every prefix. */
	{ "1m", UINT64_C(1) << 20, 1024, SIZE_BYTES },
	{ "1Gi", UINT64_C(1) << 30, 1024, SIZE_BYTES },
	{ "1TiB", UINT64_C(1) << 40, 1024, SIZE_BYTES },
	{ "1pb", UINT64_C(1) << 50, 1024, SIZE_BYTES },
	{ "1e", UINT64_C(1) << 60, 1024, SIZE_BYTES },
	{ "1m", UINT64_C(1000000), 1000, SIZE_BYTES },
	{ "1Mi", UINT64_C(1) << 20, 1000, SIZE_BYTES },
	{ "1g", UINT64_C(1000000000), 1000, SIZE_BYTES },
	{ "1GiB", UINT64_C(1) << 30, 1000, SIZE_BYTES },
	{ "1tb", UINT64_C(1000000000000), 1000, SIZE_BYTES },
	{ "1ti", UINT64_C(1) << 40, 1000, SIZE_BYTES },
	{ "1p", UINT64_C(1000000000000000), 1000, SIZE_BYTES },
	{ "1pib", UINT64_C(1) << 50, 1000, SIZE_BYTES },
	{ "1e", UINT64_C(1000000000000000000), 1000, SIZE_BYTES },
	{ "1ei", UINT64_C(1) << 60, 1000, SIZE_BYTES },

	{ "20z", 20, 1024, SIZE_ZONES },
	{ "0Z", 0, 1024, SIZE_ZONES },
	{ "(2*3)z", 6, 1024, SIZE_ZONES },

	{ "0%", 0, 1024, SIZE_PERCENT },
	{ "25%", 25, 1024, SIZE_PERCENT },
	{ "100%", 100, 1000, SIZE_PERCENT },
	{ "50.0%", 50, 1024, SIZE_PERCENT },
	{ "(100/4)%", 25, 1024, SIZE_PERCENT },
};

START_TEST(accepts_what_people_write)
{
	struct size size;
	const char *why = NULL;

	ck_assert_int_eq(size_parse(accepted[_i].text, accepted[_i].kb_base,
				    &size, &why),
			 0);
	ck_assert_uint_eq(size.value, accepted[_i].value);
	ck_assert_int_eq(size.unit, accepted[_i].unit);
	ck_assert_ptr_null(why);
}
END_TEST

static const struct {
	const char *text;
	const char *why;
} refused[] = {
	{ "", "is not a number" },
	{ "k", "is not a number" },
	{ "%", "is not a number" },
	{ "5%%", "is not a number" },
	{ "-1", "is negative" },
	{ "-5%", "is negative" },
	{ "10q", "has an unknown unit" },
	{ "8q", "has an unknown unit" },
	{ "4kk", "has an unknown unit" },
	{ "4bk", "has an unknown unit" },
	{ "4ib", "has an unknown unit" },
	{ "1e3", "has an unknown unit" },
	{ "1kz", "has an unknown unit" },
	{ "1k%", "has an unknown unit" },
	{ "8k junk", "has something after the number" },
	{ "5%x", "is not a number" },
	{ "1.5", "is not a whole number" },
	{ "0.5%", "is not a whole number" },
	{ "101%", "is more than 100%" },
	{ "16E", "does not fit in 64 bits" },
	{ "18446744073709551616", "does not fit in 64 bits" },
};

START_TEST(refuses_with_a_reason)
{
	struct size size = { 7, SIZE_BYTES };
	const char *why = NULL;

	ck_assert_int_eq(size_parse(refused[_i].text, 1024, &size, &why), -1);
	ck_assert_str_eq(why, refused[_i].why);
	ck_assert_uint_eq(size.value, 7);
}
END_TEST

START_TEST(a_percentage_has_a_longest_text)
{
	struct size size = { 7, SIZE_BYTES };
	const char *why = NULL;
	char text[302];

	for (size_t i = 0; i < 300; i++)
		text[i] = '0';
	text[300] = '%';
	text[301] = '\0';
	ck_assert_int_eq(size_parse(text, 1024, &size, &why), -1);
	ck_assert_str_eq(why, "is too long");
	ck_assert_uint_eq(size.value, 7);
}
END_TEST

START_TEST(bytes_are_no_percentage)
{
	const char *why = NULL;
	uint64_t bytes = 7;
	int64_t offset = 7;

	ck_assert_int_eq(size_parse_bytes("25%", 1024, &bytes, &why), -1);
	ck_assert_str_eq(why, "cannot be a percentage");
	ck_assert_uint_eq(bytes, 7);
	why = NULL;
	ck_assert_int_eq(size_parse_signed("25%", 1024, &offset, &why), -1);
	ck_assert_str_eq(why, "cannot be a percentage");
	ck_assert_int_eq(offset, 7);
}
END_TEST

START_TEST(only_signed_bytes_are_negative)
{
	const char *why = NULL;
	uint64_t bytes = 7;
	int64_t offset = 7;

	ck_assert_int_eq(size_parse_bytes("-8k", 1024, &bytes, &why), -1);
	ck_assert_str_eq(why, "is negative");
	ck_assert_uint_eq(bytes, 7);
	ck_assert_int_eq(size_parse_signed("-8k", 1024, &offset, &why), 0);
	ck_assert_int_eq(offset, -8192);
	ck_assert_int_eq(size_parse_signed("-8k", 1000, &offset, &why), 0);
	ck_assert_int_eq(offset, -8000);
	ck_assert_int_eq(size_parse_signed("8ki", 1000, &offset, &why), 0);
	ck_assert_int_eq(offset, 8192);
	ck_assert_int_eq(size_parse_bytes("8kb", 1000, &bytes, &why), 0);
	ck_assert_uint_eq(bytes, 8000);
}
END_TEST

START_TEST(percent_is_of_the_whole)
{
	struct size quarter = { 25, SIZE_PERCENT };
	struct size all = { 100, SIZE_PERCENT };

	ck_assert_uint_eq(size_bytes(quarter, 4096), 1024);
	ck_assert_uint_eq(size_bytes(quarter, 3), 0);
	ck_assert_uint_eq(size_bytes(quarter, 199), 49);
	ck_assert_uint_eq(size_bytes(all, UINT64_MAX), UINT64_MAX);
}
END_TEST

START_TEST(bytes_ignore_the_whole)
{
	struct size five = { 5, SIZE_BYTES };

	ck_assert_uint_eq(size_bytes(five, 1), 5);
}
END_TEST

static const struct {
	uint64_t bytes;
	const char *text;
} formatted[] = {
	{ 0, "0" },
	{ 1000, "1000" },
	{ 1536, "1536" },
	{ 4096, "4KiB" },
	{ 5000 * UINT64_C(1024), "5000KiB" },
	{ UINT64_C(1) << 20, "1MiB" },
	{ UINT64_C(15) << 60, "15EiB" },
	{ UINT64_MAX, "18446744073709551615" },
	{ UINT64_MAX - 1023, "18014398509481983KiB" },
};

START_TEST(format_reads_back_the_same)
{
	char buf[SIZE_TEXT_MAX];
	struct size size;
	const char *why;

	ck_assert_str_eq(size_format(formatted[_i].bytes, buf),
			 formatted[_i].text);
	ck_assert_int_eq(size_parse(buf, 1024, &size, &why), 0);
	ck_assert_uint_eq(size.value, formatted[_i].bytes);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("size");
	TCase *tc = tcase_create("size");

	tcase_add_loop_test(tc, accepts_what_people_write, 0,
			    COUNT_OF(accepted));
	tcase_add_loop_test(tc, refuses_with_a_reason, 0, COUNT_OF(refused));
	tcase_add_test(tc, a_percentage_has_a_longest_text);
	tcase_add_test(tc, bytes_are_no_percentage);
	tcase_add_test(tc, only_signed_bytes_are_negative);
	tcase_add_test(tc, percent_is_of_the_whole);
	tcase_add_test(tc, bytes_ignore_the_whole);
	tcase_add_loop_test(tc, format_reads_back_the_same, 0,
			    COUNT_OF(formatted));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
