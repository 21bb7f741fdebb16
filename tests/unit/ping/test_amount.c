#include "ping/amount.h"

#include "unit.h"

/* As ioping 1.3 reads these. */
static const struct {
	const char *text;
	enum amount_kind kind;
	uint64_t value;
} good[] = {
	{ "20", AMOUNT_COUNT, 20 },
	{ "1k", AMOUNT_COUNT, 1000 },
	{ "1.5K", AMOUNT_COUNT, 1500 },
	{ "2m", AMOUNT_COUNT, 2000000 },
	{ "1t", AMOUNT_COUNT, UINT64_C(1000000000000) },
	{ "1.9", AMOUNT_BYTES, 1 },
	{ "1.9k", AMOUNT_BYTES, 1945 },
	{ "4Kb", AMOUNT_BYTES, 4096 },
	{ "4KIB", AMOUNT_BYTES, 4096 },
	{ "+4k", AMOUNT_BYTES, 4096 },
	{ "0x10k", AMOUNT_BYTES, 16384 },
	{ "1e3", AMOUNT_BYTES, 1000 },
	{ "010", AMOUNT_BYTES, 10 },
	{ "2sector", AMOUNT_BYTES, 1024 },
	{ "3page", AMOUNT_BYTES, 12288 },
	{ "1TiB", AMOUNT_BYTES, UINT64_C(1) << 40 },
	{ "0", AMOUNT_TIME, 0 },
	{ "0.001", AMOUNT_TIME, 1000000 },
	{ "1.9ms", AMOUNT_TIME, 1900000 },
	{ "100usec", AMOUNT_TIME, 100000 },
	{ "7NS", AMOUNT_TIME, 7 },
	{ "5min", AMOUNT_TIME, UINT64_C(300000000000) },
	{ "1h", AMOUNT_TIME, UINT64_C(3600000000000) },
	{ "1hour", AMOUNT_TIME, UINT64_C(3600000000000) },
};

START_TEST(suffixes_are_those_of_the_kind)
{
	const char *why = NULL;
	uint64_t value = 77;

	ck_assert_msg(
		amount_parse(good[_i].text, good[_i].kind, &value, &why) == 0,
		"%s %s", good[_i].text, why);
	ck_assert_uint_eq(value, good[_i].value);
}
END_TEST

static const struct {
	const char *text;
	enum amount_kind kind;
} bad[] = {
	{ "", AMOUNT_BYTES },         { "x", AMOUNT_COUNT },
	{ "1kb", AMOUNT_COUNT },      { "1ms", AMOUNT_BYTES },
	{ "4 k", AMOUNT_BYTES },      { "4kibs", AMOUNT_BYTES },
	{ "1sectors", AMOUNT_BYTES }, { "-4", AMOUNT_BYTES },
	{ "1day", AMOUNT_TIME },      { "1minutes", AMOUNT_TIME },
	{ "nan", AMOUNT_TIME },       { "inf", AMOUNT_TIME },
	{ "1e30", AMOUNT_COUNT },     { "9e18h", AMOUNT_TIME },
};

START_TEST(anything_else_is_refused)
{
	const char *why = NULL;
	uint64_t value = 77;

	ck_assert_int_eq(amount_parse(bad[_i].text, bad[_i].kind, &value, &why),
			 -1);
	ck_assert_ptr_nonnull(why);
	ck_assert_uint_eq(value, 77);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("amount");
	TCase *tc = tcase_create("amount");

	tcase_add_loop_test(tc, suffixes_are_those_of_the_kind, 0,
			    COUNT_OF(good));
	tcase_add_loop_test(tc, anything_else_is_refused, 0, COUNT_OF(bad));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
