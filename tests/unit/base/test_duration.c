#include "base/duration.h"

#include "base/clock.h"
#include "unit.h"

static const struct {
	const char *text;
	uint64_t bare_ns;
	uint64_t ns;
} accepted[] = {
	{ "30", NSEC_PER_SEC, 30 * NSEC_PER_SEC },
	{ "30", NSEC_PER_USEC, 30 * NSEC_PER_USEC },
	{ "30", 1, 30 },
	{ "0", NSEC_PER_SEC, 0 },
	{ "0x10", NSEC_PER_SEC, 16 * NSEC_PER_SEC },

	/* A unit has its own size, whatever the bare one is. */
	{ "100ns", NSEC_PER_SEC, 100 },
	{ "100nsec", NSEC_PER_SEC, 100 },
	{ "250us", NSEC_PER_SEC, 250 * NSEC_PER_USEC },
	{ "250usec", NSEC_PER_SEC, 250 * NSEC_PER_USEC },
	{ "10ms", NSEC_PER_USEC, 10 * NSEC_PER_MSEC },
	{ "10msec", NSEC_PER_USEC, 10 * NSEC_PER_MSEC },
	{ "30s", NSEC_PER_USEC, 30 * NSEC_PER_SEC },
	{ "30sec", NSEC_PER_USEC, 30 * NSEC_PER_SEC },
	{ "1second", 1, NSEC_PER_SEC },
	{ "30Seconds", 1, 30 * NSEC_PER_SEC },
	{ "5m", NSEC_PER_SEC, 300 * NSEC_PER_SEC },
	{ "5M", NSEC_PER_SEC, 300 * NSEC_PER_SEC },
	{ "5min", NSEC_PER_SEC, 300 * NSEC_PER_SEC },
	{ "1minute", 1, 60 * NSEC_PER_SEC },
	{ "5minutes", 1, 300 * NSEC_PER_SEC },
	{ "2h", NSEC_PER_SEC, 7200 * NSEC_PER_SEC },
	{ "2hr", NSEC_PER_SEC, 7200 * NSEC_PER_SEC },
	{ "1hour", 1, 3600 * NSEC_PER_SEC },
	{ "2hours", 1, 7200 * NSEC_PER_SEC },
	{ "1d", NSEC_PER_SEC, 86400 * NSEC_PER_SEC },
	{ "1day", 1, 86400 * NSEC_PER_SEC },
	{ "2days", 1, 172800 * NSEC_PER_SEC },

	/* Decimals, as long as they come out in whole nanoseconds. */
	{ "1.5s", NSEC_PER_SEC, 1500 * NSEC_PER_MSEC },
	{ "1.5", NSEC_PER_SEC, 1500 * NSEC_PER_MSEC },
	{ "0.000000001", NSEC_PER_SEC, 1 },
	{ "0.5us", NSEC_PER_SEC, 500 },

	/* Arithmetic: the bare unit counts once. */
	{ "2*30", NSEC_PER_SEC, 60 * NSEC_PER_SEC },
	{ "2*30s", NSEC_PER_SEC, 60 * NSEC_PER_SEC },
	{ "1m+30", NSEC_PER_SEC, 90 * NSEC_PER_SEC },
	{ "(1h-30m)/2", NSEC_PER_SEC, 900 * NSEC_PER_SEC },

	/* Some five hundred years. */
	{ "18446744073709551615ns", NSEC_PER_SEC, UINT64_MAX },
	{ "213503d", NSEC_PER_SEC, 213503 * (86400 * NSEC_PER_SEC) },
};

START_TEST(accepts_what_people_write)
{
	struct duration d = { 7 };
	const char *why = NULL;

	ck_assert_int_eq(duration_parse(accepted[_i].text, accepted[_i].bare_ns,
					&d, &why),
			 0);
	ck_assert_uint_eq(d.ns, accepted[_i].ns);
	ck_assert_ptr_null(why);
}
END_TEST

static const struct {
	const char *text;
	const char *why;
} refused[] = {
	{ "", "is not a number" },
	{ "s", "is not a number" },
	{ "10x", "has an unknown unit" },
	{ "10k", "has an unknown unit" },
	{ "1h30m", "has an unknown unit" },
	{ "10 s", "has something after the number" },
	{ "10s,", "has something after the number" },
	{ "10%", "is not a number" },
	{ "-1", "is negative" },
	{ "-1s", "is negative" },
	{ "1.5ns", "is not a whole number" },
	{ "0.0000000001", "is not a whole number" },
	{ "30s*30s", "has units that do not go together" },
	{ "213504d", "does not fit in 64 bits" },
	{ "18446744074", "does not fit in 64 bits" },
};

START_TEST(refuses_with_a_reason)
{
	struct duration d = { 7 };
	const char *why = NULL;

	ck_assert_int_eq(
		duration_parse(refused[_i].text, NSEC_PER_SEC, &d, &why), -1);
	ck_assert_str_eq(why, refused[_i].why);
	ck_assert_uint_eq(d.ns, 7);
}
END_TEST

static const struct {
	uint64_t ns;
	const char *text;
} formatted[] = {
	{ 0, "0s" },
	{ 1, "1ns" },
	{ 999, "999ns" },
	{ 1000, "1us" },
	{ 1500, "1500ns" },
	{ 1500 * NSEC_PER_USEC, "1500us" },
	{ 1500 * NSEC_PER_MSEC, "1500ms" },
	{ 30 * NSEC_PER_SEC, "30s" },
	{ 60 * NSEC_PER_SEC, "1m" },
	{ 90 * NSEC_PER_SEC, "90s" },
	{ 7200 * NSEC_PER_SEC, "2h" },
	{ 86400 * NSEC_PER_SEC, "1d" },
	{ UINT64_MAX, "18446744073709551615ns" },
};

START_TEST(format_reads_back_the_same)
{
	char buf[DURATION_TEXT_MAX];
	struct duration d = { formatted[_i].ns };
	struct duration back = { 7 };
	const char *why;

	ck_assert_str_eq(duration_format(d, buf), formatted[_i].text);
	ck_assert_int_eq(duration_parse(buf, NSEC_PER_SEC, &back, &why), 0);
	ck_assert_uint_eq(back.ns, formatted[_i].ns);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("duration");
	TCase *tc = tcase_create("duration");

	tcase_add_loop_test(tc, accepts_what_people_write, 0,
			    COUNT_OF(accepted));
	tcase_add_loop_test(tc, refuses_with_a_reason, 0, COUNT_OF(refused));
	tcase_add_loop_test(tc, format_reads_back_the_same, 0,
			    COUNT_OF(formatted));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
