#include "base/expr.h"

#include "unit.h"

#include <string.h>

static const struct expr_unit byte_list[] = {
	{ "b", 1 },
	{ "k", 1024 },
	{ "kib", 1024 },
	{ "m", UINT64_C(1) << 20 },
	{ "e", UINT64_C(1) << 60 },
	{ NULL, 0 },
};
static const struct expr_units bytes = { byte_list, 1 };

static const struct expr_unit time_list[] = {
	{ "ms", 1 },
	{ "s", 1000 },
	{ "m", 60000 },
	{ NULL, 0 },
};

/* Milliseconds, where a number without a unit is in seconds. */
static const struct expr_units seconds = { time_list, 1000 };

static const struct {
	const char *text;
	int64_t value;
} accepted[] = {
	/* Numbers. */
	{ "0", 0 },
	{ "4096", 4096 },
	{ "0004096", 4096 },
	{ "-512", -512 },
	{ "0x1000", 4096 },
	{ "0XfF", 255 },
	{ "-0x10", -16 },
	{ " 4096\t", 4096 },
	{ "9223372036854775807", INT64_MAX },
	{ "-9223372036854775808", INT64_MIN },

	/* Units, and decimals that come out whole with them. */
	{ "4k", 4096 },
	{ "4K", 4096 },
	{ "4KiB", 4096 },
	{ "1.5k", 1536 },
	{ "1.50k", 1536 },
	{ "0.5m", 524288 },
	{ "2.0", 2 },
	{ "1.5m", 1572864 },
	{ "-1.5k", -1536 },
	{ "4b", 4 },

	/* In hex, what can be a digit is one. */
	{ "0xb", 11 },
	{ "0x1e", 30 },
	{ "0x10k", 16384 },
	{ "0x10kib", 16384 },

	/* Arithmetic. */
	{ "1+2*3", 7 },
	{ "(1+2)*3", 9 },
	{ "(4*1024)", 4096 },
	{ "4 * 1024", 4096 },
	{ "8-4-2", 2 },
	{ "64/4/2", 8 },
	{ "17%5", 2 },
	{ "-17%5", -2 },
	{ "17%-5", 2 },
	{ "2k%1000", 48 },
	{ "5.5%2*2", 3 },
	{ "2^10", 1024 },
	{ "2^3^2", 512 },
	{ "2*3^2", 18 },
	{ "0^0", 1 },
	{ "1^1000000000000000000", 1 },
	{ "2^-1*4", 2 },
	{ "2*-3", -6 },
	{ "4--4", 8 },
	{ "-2^2", -4 },
	{ "(-2)^2", 4 },
	{ "-(2+3)", -5 },
	{ "3-5", -2 },
	{ "5-5", 0 },
	{ "-5+5", 0 },
	{ "((((7))))", 7 },
	{ "(1+1)*(2+2)", 8 },

	/* Whole only in the end. */
	{ "0.5*2k", 1024 },
	{ "10/4*2", 5 },
	{ "1/3+1/3+1/3", 1 },
	{ "0.1+0.2+0.7", 1 },
	{ "1k/3*3", 1024 },

	/* Larger on the way than at the end. */
	{ "7e*7e/7e", INT64_C(7) << 60 },
};

START_TEST(accepts_what_comes_out_whole)
{
	const char *why = NULL;
	int64_t value = 7;

	ck_assert_int_eq(expr_eval(accepted[_i].text, &bytes, &value, &why), 0);
	ck_assert_int_eq(value, accepted[_i].value);
	ck_assert_ptr_null(why);
}
END_TEST

static const struct {
	const char *text;
	const char *why;
} refused[] = {
	{ "", "is not a number" },
	{ " ", "is not a number" },
	{ "k", "is not a number" },
	{ "+1", "is not a number" },
	{ "-", "is not a number" },
	{ "0x", "is not a number" },
	{ "0xg", "is not a number" },
	{ "1.", "is not a number" },
	{ "1.k", "is not a number" },
	{ ".5k", "is not a number" },
	{ "4*", "is not a number" },
	{ "*4", "is not a number" },
	{ "4**4", "is not a number" },
	{ "()", "is not a number" },
	{ "(4*)", "is not a number" },
	{ "nan", "is not a number" },

	{ "10q", "has an unknown unit" },
	{ "10x", "has an unknown unit" },
	{ "1e3", "has an unknown unit" },
	{ "4kk", "has an unknown unit" },
	{ "4ki", "has an unknown unit" },
	{ "4k2", "has an unknown unit" },
	{ "0x10q", "has an unknown unit" },
	{ "4\xc2\xb5", "has an unknown unit" },

	{ "8k junk", "has something after the number" },
	{ "8 k", "has something after the number" },
	{ "8 8", "has something after the number" },
	{ "8k,", "has something after the number" },
	{ "1.5.5", "has something after the number" },
	{ "1_000", "has something after the number" },
	{ "(4)k", "has something after the number" },
	{ "4(4)", "has something after the number" },
	{ "4\n", "has something after the number" },

	{ "(4", "has unbalanced parentheses" },
	{ "((4)", "has unbalanced parentheses" },
	{ "4)", "has unbalanced parentheses" },
	{ "(4))*2", "has unbalanced parentheses" },

	{ "1.5", "is not a whole number" },
	{ "0.0001k", "is not a whole number" },
	{ "10/4", "is not a whole number" },
	{ "2^-1", "is not a whole number" },
	{ "4^0.5", "is not a whole number" },
	{ "1/3", "is not a whole number" },

	{ "1/0", "divides by zero" },
	{ "1%0", "divides by zero" },
	{ "1/(2-2)", "divides by zero" },
	{ "0^-1", "divides by zero" },

	{ "9223372036854775808", "does not fit in 64 bits" },
	{ "-9223372036854775809", "does not fit in 64 bits" },
	{ "8e", "does not fit in 64 bits" },
	{ "2^63", "does not fit in 64 bits" },
	{ "2^1000", "does not fit in 64 bits" },
	{ "9^9^9^9", "does not fit in 64 bits" },
	{ "0x10000000000000000", "does not fit in 64 bits" },
	{ "1000000000000000000000000000000000000000",
	  "does not fit in 64 bits" },
	{ "0x100000000000000000000000000000000", "does not fit in 64 bits" },
	{ "0.0000000000000000000000000000000000000001",
	  "has too many decimals" },
};

START_TEST(refuses_with_a_reason)
{
	const char *why = NULL;
	int64_t value = 7;

	ck_assert_int_eq(expr_eval(refused[_i].text, &bytes, &value, &why), -1);
	ck_assert_str_eq(why, refused[_i].why);
	ck_assert_int_eq(value, 7);
}
END_TEST

static const struct {
	const char *text;
	uint64_t value;
} accepted_unsigned[] = {
	{ "0", 0 },
	{ "-0", 0 },
	{ "15e", UINT64_C(15) << 60 },
	{ "18446744073709551615", UINT64_MAX },
	{ "2^64-1", UINT64_MAX },
	{ "-4+8", 4 },
	{ "-4+4", 0 },
	{ "-8%4", 0 },
	{ "-1*0", 0 },
};

START_TEST(unsigned_goes_up_to_64_bits)
{
	const char *why = NULL;
	uint64_t value = 7;

	ck_assert_int_eq(expr_eval_unsigned(accepted_unsigned[_i].text, &bytes,
					    &value, &why),
			 0);
	ck_assert_uint_eq(value, accepted_unsigned[_i].value);
	ck_assert_ptr_null(why);
}
END_TEST

static const struct {
	const char *text;
	const char *why;
} refused_unsigned[] = {
	{ "-1", "is negative" },
	{ "1k-2k", "is negative" },
	{ "16e", "does not fit in 64 bits" },
	{ "18446744073709551616", "does not fit in 64 bits" },
	{ "-1.5", "is not a whole number" },
};

START_TEST(unsigned_refuses_what_is_negative_or_too_big)
{
	const char *why = NULL;
	uint64_t value = 7;

	ck_assert_int_eq(expr_eval_unsigned(refused_unsigned[_i].text, &bytes,
					    &value, &why),
			 -1);
	ck_assert_str_eq(why, refused_unsigned[_i].why);
	ck_assert_uint_eq(value, 7);
}
END_TEST

static const struct {
	const char *text;
	int64_t value; /* or 0: refused, as units don't go together */
} bare[] = {
	{ "30", 30000 },       { "1.5", 1500 },     { "2*30", 60000 },
	{ "(10+5)*2", 30000 }, { "2*30s", 60000 },  { "30s*2", 60000 },
	{ "1m/2", 30000 },     { "1m/30s", 2000 },  { "1s+500ms", 1500 },
	{ "1+500ms", 1500 },   { "500ms+1", 1500 }, { "2500ms%1", 500 },
	{ "2^3", 8000 },       { "-1", -1000 },     { "-1s", -1000 },
	{ "1s*1s", 0 },        { "1/1s", 0 },       { "2^1s", 0 },
	{ "1s^2", 0 },         { "1s*1s+1s", 0 },
};

START_TEST(the_bare_unit_is_applied_once)
{
	const char *why = NULL;
	int64_t value = 0;

	ck_assert_int_eq(expr_eval(bare[_i].text, &seconds, &value, &why),
			 bare[_i].value ? 0 : -1);
	ck_assert_int_eq(value, bare[_i].value);
	if (!bare[_i].value)
		ck_assert_str_eq(why, "has units that do not go together");
}
END_TEST

/* `depth` times `open`, a 1, and as many times `close`. */
static int eval_nested(unsigned depth, char open, char close, int64_t *value,
		       const char **why)
{
	char *text = malloc(2 * (size_t)depth + 2);
	int status;

	ck_assert_ptr_nonnull(text);
	memset(text, open, depth);
	text[depth] = '1';
	memset(text + depth + 1, close, close ? depth : 0);
	text[depth + 1 + (close ? depth : 0)] = '\0';
	status = expr_eval(text, &bytes, value, why);
	free(text);
	return status;
}

START_TEST(nesting_has_an_end)
{
	const char *why = NULL;
	int64_t value;

	ck_assert_int_eq(eval_nested(64, '(', ')', &value, &why), 0);
	ck_assert_int_eq(value, 1);
	ck_assert_int_eq(eval_nested(64, '-', '\0', &value, &why), 0);
	ck_assert_int_eq(value, 1);
	ck_assert_int_eq(eval_nested(65, '(', ')', &value, &why), -1);
	ck_assert_str_eq(why, "is nested too deeply");
	ck_assert_int_eq(eval_nested(65, '-', '\0', &value, &why), -1);
	ck_assert_str_eq(why, "is nested too deeply");
	ck_assert_int_eq(eval_nested(1000000, '(', ')', &value, &why), -1);
	ck_assert_str_eq(why, "is nested too deeply");
}
END_TEST

START_TEST(length_has_none)
{
	const size_t terms = 100000;
	char *text = malloc(2 * terms);
	const char *why = NULL;
	int64_t value = 0;

	ck_assert_ptr_nonnull(text);
	for (size_t i = 0; i < terms; i++) {
		text[2 * i] = '1';
		text[2 * i + 1] = i + 1 < terms ? '+' : '\0';
	}
	ck_assert_int_eq(expr_eval(text, &bytes, &value, &why), 0);
	ck_assert_int_eq(value, (int64_t)terms);
	free(text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("expr");
	TCase *tc = tcase_create("expr");

	tcase_add_loop_test(tc, accepts_what_comes_out_whole, 0,
			    COUNT_OF(accepted));
	tcase_add_loop_test(tc, refuses_with_a_reason, 0, COUNT_OF(refused));
	tcase_add_loop_test(tc, unsigned_goes_up_to_64_bits, 0,
			    COUNT_OF(accepted_unsigned));
	tcase_add_loop_test(tc, unsigned_refuses_what_is_negative_or_too_big, 0,
			    COUNT_OF(refused_unsigned));
	tcase_add_loop_test(tc, the_bare_unit_is_applied_once, 0,
			    COUNT_OF(bare));
	tcase_add_test(tc, nesting_has_an_end);
	tcase_add_test(tc, length_has_none);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
