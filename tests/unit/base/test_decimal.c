#include "base/decimal.h"

#include "base/random.h"
#include "unit.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* More than any of them writes, and printf's NUL. */
enum { ROOM = 400, RANDOM_REALS = 200000 };

static const uint64_t integers[] = {
	0,
	1,
	9,
	10,
	99,
	100,
	12345678909876543,
	UINT64_C(1) << 63,
	UINT64_MAX - 1,
	UINT64_MAX,
};

static void assert_uint(uint64_t value)
{
	char text[ROOM], expected[ROOM];
	size_t length = (size_t)(decimal_uint(text, value) - text);

	snprintf(expected, sizeof(expected), "%" PRIu64, value);
	ck_assert_uint_le(length, DECIMAL_INTEGER_MAX);
	ck_assert_uint_eq(length, strlen(expected));
	ck_assert_mem_eq(text, expected, length);
}

static void assert_int(int64_t value)
{
	char text[ROOM], expected[ROOM];
	size_t length = (size_t)(decimal_int(text, value) - text);

	snprintf(expected, sizeof(expected), "%" PRId64, value);
	ck_assert_uint_le(length, DECIMAL_INTEGER_MAX);
	ck_assert_uint_eq(length, strlen(expected));
	ck_assert_mem_eq(text, expected, length);
}

START_TEST(integers_are_those_of_printf)
{
	assert_uint(integers[_i]);
	assert_int((int64_t)integers[_i]);
	assert_int(-(int64_t)(integers[_i] >> 1));
}
END_TEST

static void assert_real(double value)
{
	char text[ROOM], expected[ROOM];
	char *end = decimal_real(text, value);

	snprintf(expected, sizeof(expected), "%.6f", value);
	ck_assert_int_le(end - text, DECIMAL_REAL_MAX);
	*end = '\0';
	ck_assert_str_eq(text, expected);
}

/* Halves, what is next to them, and where another way of writing begins. */
static const double reals[] = {
	0,
	1,
	0.1,
	0.5,
	99.95,
	100,
	0.0000005, /* a little less than half of the last digit */
	0.00000050000000000000010,
	0.9999995,
	0.99999949999,
	0.00000095367431640625, /* 2^-20 */
	1.0000005,
	1234567.8901235,
	0.0078125, /* 2^-7: a tie, to even */
	0.0234375, /* 3 * 2^-7: a tie, up */
	3.0078125, /* a tie above 1 */
	3.0234375, /*  */
	8796093022207.9990234375,
	8796093022208.0, /* 2^43 */
	8796093022208.001953125,
	9007199254740994.0,
	1e18,
	1.8446744073709552e19,
	DBL_MIN,
	DBL_TRUE_MIN,
	DBL_MAX,
};

START_TEST(reals_are_those_of_printf)
{
	assert_real(reals[_i]);
	assert_real(-reals[_i]);
}
END_TEST

/* Of any size that reports know: 2^-30 to 2^50. */
START_TEST(random_reals_are_those_of_printf)
{
	struct random random;

	random_seed(&random, 1);
	for (int i = 0; i < RANDOM_REALS; i++) {
		double value = (double)random_next(&random);

		for (uint64_t n = 13 + random_next(&random) % 81; n; n--)
			value /= 2;
		assert_real(value);
	}
}
END_TEST

/* A tie has one digit too much, and that is 5: multiples of 2^-7. */
START_TEST(ties_are_those_of_printf)
{
	for (int i = 0; i < 1 << 10; i++)
		assert_real((double)i / (1 << 7));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("decimal");
	TCase *tc = tcase_create("decimal");

	tcase_add_loop_test(tc, integers_are_those_of_printf, 0,
			    COUNT_OF(integers));
	tcase_add_loop_test(tc, reals_are_those_of_printf, 0, COUNT_OF(reals));
	tcase_add_test(tc, random_reals_are_those_of_printf);
	tcase_add_test(tc, ties_are_those_of_printf);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
