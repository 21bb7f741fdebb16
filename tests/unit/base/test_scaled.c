#include "base/scaled.h"

#include "unit.h"

#include <string.h>

/* What docs/output.md promises, column by column. */
static const struct {
	uint64_t value;
	const char *count;         /* 4 digits */
	const char *bytes;         /* 4 digits, powers of 1024 */
	const char *decimal_bytes; /* 4 digits, powers of 1000 */
	const char *latency;       /* 6 digits */
} scaled[] = {
	{ 999, "999", "999B", "999B", "999" },
	{ 4096, "4096", "4096B", "4096B", "4096" },
	{ 9999, "9999", "9999B", "9999B", "9999" },
	{ 10000, "10.0k", "9.77KiB", "10.0kB", "10000" },
	{ 10239, "10.2k", "10.00KiB", "10.2kB", "10239" },
	{ 10240, "10.2k", "10.0KiB", "10.2kB", "10240" },
	{ 99999, "100.0k", "97.7KiB", "100.0kB", "99999" },
	{ 131072, "131k", "128KiB", "131kB", "131072" },
	{ 999999, "1000k", "977KiB", "1000kB", "999999" },
	{ 1000000, "1000k", "977KiB", "1000kB", "1000.0k" },
	{ 1048576, "1049k", "1024KiB", "1049kB", "1048.6k" },
	{ 1572864, "1573k", "1536KiB", "1573kB", "1572.9k" },
	{ 9961472, "9961k", "9728KiB", "9961kB", "9961.5k" },
	{ 10485760, "10.5M", "10.0MiB", "10.5MB", "10486k" },
	{ 104857600, "105M", "100MiB", "105MB", "104858k" },
	{ UINT64_C(1) << 40, "1100G", "1024GiB", "1100GB", "1099.5G" },
	{ UINT64_MAX, "18.4E", "16.0EiB", "18.4EB", "18447P" },
};

START_TEST(follows_the_rules_in_every_column)
{
	uint64_t value = scaled[_i].value;
	char buf[SCALED_TEXT_MAX];

	ck_assert_str_eq(scaled_format(value, 4, SCALED_SI, SCALED_NONE, buf),
			 scaled[_i].count);
	ck_assert_str_eq(scaled_format(value, 4, SCALED_IEC, SCALED_BYTES, buf),
			 scaled[_i].bytes);
	ck_assert_str_eq(scaled_format(value, 4, SCALED_SI, SCALED_BYTES, buf),
			 scaled[_i].decimal_bytes);
	ck_assert_str_eq(scaled_format(value, 6, SCALED_SI, SCALED_NONE, buf),
			 scaled[_i].latency);
}
END_TEST

static const struct {
	uint64_t value;
	enum scaled_base base;
	enum scaled_unit unit;
	const char *text;
} with_unit[] = {
	{ 0, SCALED_IEC, SCALED_BYTES_PER_S, "0B/s" },
	{ 37644042, SCALED_IEC, SCALED_BYTES_PER_S, "35.9MiB/s" },
	{ 37644042, SCALED_SI, SCALED_BYTES_PER_S, "37.6MB/s" },
	{ 0, SCALED_SI, SCALED_BITS, "0bit" },
	{ 1249, SCALED_SI, SCALED_BITS, "9992bit" },
	{ 1250, SCALED_SI, SCALED_BITS, "10.0kbit" },
	{ 1280, SCALED_IEC, SCALED_BITS_PER_S, "10.0Kibit/s" },
	{ 1000000, SCALED_SI, SCALED_BITS_PER_S, "8000kbit/s" },
	{ UINT64_MAX, SCALED_SI, SCALED_BITS_PER_S, "148Ebit/s" },
	{ UINT64_MAX, SCALED_IEC, SCALED_BITS, "128Eibit" },
};

START_TEST(bits_are_eight_a_byte_and_units_come_last)
{
	char buf[SCALED_TEXT_MAX];

	ck_assert_str_eq(scaled_format(with_unit[_i].value, 4,
				       with_unit[_i].base, with_unit[_i].unit,
				       buf),
			 with_unit[_i].text);
}
END_TEST

static const struct {
	uint64_t value;
	unsigned digits;
	const char *text;
} precise[] = {
	{ 9, 1, "9" },
	{ 1234, 1, "1k" },
	{ 1500, 1, "2k" },
	{ 1499, 1, "1k" },
	{ 1500, 2, "2k" },
	{ 1500, 3, "1.5k" },
	{ UINT64_C(1234567890), 10, "1234567890" },
	{ UINT64_C(12345678901), 10, "12345678.9k" },
	{ UINT64_C(123456789501), 10, "123456790k" },
	{ UINT64_MAX, 1, "18E" },
	{ UINT64_MAX, 10, "18446744.1T" },
};

START_TEST(as_many_digits_as_asked_for)
{
	char buf[SCALED_TEXT_MAX];

	ck_assert_str_eq(scaled_format(precise[_i].value, precise[_i].digits,
				       SCALED_SI, SCALED_NONE, buf),
			 precise[_i].text);
}
END_TEST

START_TEST(any_text_has_room)
{
	char buf[SCALED_TEXT_MAX];

	for (unsigned digits = 1; digits <= 10; digits++)
		for (unsigned shift = 0; shift < 64; shift++) {
			scaled_format(UINT64_MAX >> shift, digits, SCALED_IEC,
				      SCALED_BITS_PER_S, buf);
			ck_assert_uint_lt(strlen(buf), SCALED_TEXT_MAX - 1);
			ck_assert_ptr_nonnull(strstr(buf, "bit/s"));
		}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("scaled");
	TCase *tc = tcase_create("scaled");

	tcase_add_loop_test(tc, follows_the_rules_in_every_column, 0,
			    COUNT_OF(scaled));
	tcase_add_loop_test(tc, bits_are_eight_a_byte_and_units_come_last, 0,
			    COUNT_OF(with_unit));
	tcase_add_loop_test(tc, as_many_digits_as_asked_for, 0,
			    COUNT_OF(precise));
	tcase_add_test(tc, any_text_has_room);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
