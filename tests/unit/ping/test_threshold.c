#include "ping/threshold.h"

#include "unit.h"

#include <string.h>

static struct histogram times;
static struct figures figures;
static struct judged judged = { &figures, &times, false };
static const struct source at = { "command line: --warn", 0 };

/* 98 requests of 1 ms and two of 50 ms, each of 4 KiB. */
static void measure(void)
{
	memset(&times, 0, sizeof(times));
	figures_start(&figures, 0);
	for (unsigned i = 0; i < 100; i++) {
		uint64_t ns = i % 50 ? 1000000 : 50000000;

		figures_add(&figures, REQUEST_COUNTS, 4096, ns, 0);
		histogram_add(&times, ns);
	}
}

static int add(struct thresholds *t, const char *text)
{
	/* It is kept, and freed with the process. */
	static char kept[64][160];
	static unsigned used;
	struct diag *diag = diag_new();
	char *copy = kept[used++];
	int status;

	ck_assert_uint_lt(used, 64);
	snprintf(copy, sizeof(kept[0]), "%s", text);
	status = thresholds_add(t, copy, at, diag);
	ck_assert_uint_eq(diag_count(diag, DIAG_ERROR), status < 0);
	diag_free(diag);
	return status;
}

static const struct {
	const char *text;
	bool holds;
} conditions[] = {
	{ "p99>10ms", true },         { "p99>=50ms", true },
	{ "p99>50ms", false },        { "p50>1.1ms", false },
	{ "p50<1.1ms", true },        { "p99.9>49ms", true },
	{ "min<=1ms", true },         { "min<1ms", false },
	{ "avg>1.9ms", true },        { "avg>2ms", false },
	{ "max>=0.05", true },        { "mdev>6ms", true },
	{ "mdev>7ms", false },        { "iops<1k", true },
	{ "iops>505", true },         { "speed<2m", true },
	{ "speed<1k", false },        { "max<1ms,p50<2ms", true },
	{ "max<1ms,p50>2ms", false },
};

START_TEST(a_condition_is_what_raises_the_alarm)
{
	struct thresholds warn = { .count = 0 }, crit = { .count = 0 };

	measure();
	ck_assert_int_eq(add(&warn, conditions[_i].text), 0);
	ck_assert_int_eq(thresholds_judge(&warn, &crit, &judged),
			 conditions[_i].holds ? ALARM_WARNING : ALARM_OK);
	ck_assert_int_eq(thresholds_judge(&crit, &warn, &judged),
			 conditions[_i].holds ? ALARM_CRITICAL : ALARM_OK);
}
END_TEST

static const char *const bad[] = {
	"",      "p99",      "p99=10ms", ">10ms",     "p>10ms",   "p101>1ms",
	"p9x>1", "foo>10ms", "p99>",     "p99>10kib", "iops>1ms", "p99>10ms,",
};

START_TEST(anything_else_is_refused)
{
	struct thresholds t = { .count = 0 };

	ck_assert_int_eq(add(&t, bad[_i]), -1);
}
END_TEST

START_TEST(there_is_an_end_to_them)
{
	struct thresholds t = { .count = 0 };

	ck_assert_int_eq(add(&t, "p1>1,p1>1,p1>1,p1>1,p1>1,p1>1,p1>1,p1>1,"
				 "p1>1,p1>1,p1>1,p1>1,p1>1,p1>1,p1>1,p1>1"),
			 0);
	ck_assert_int_eq(add(&t, "p2>1"), -1);
}
END_TEST

START_TEST(without_figures_it_is_unknown_and_a_failure_critical)
{
	struct thresholds warn = { .count = 0 }, crit = { .count = 0 };
	struct judged failed = { &figures, &times, true };

	add(&warn, "p99>10ms");
	measure();
	ck_assert_int_eq(thresholds_judge(&warn, &crit, &failed),
			 ALARM_CRITICAL);
	figures_start(&figures, 0);
	ck_assert_int_eq(thresholds_judge(&warn, &crit, &judged),
			 ALARM_UNKNOWN);
}
END_TEST

static char *line(const struct thresholds *warn, const struct thresholds *crit)
{
	char *text;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	thresholds_print(warn, crit, &judged, out);
	fclose(out);
	return text;
}

START_TEST(the_line_is_a_plugins)
{
	struct thresholds warn = { .count = 0 }, crit = { .count = 0 };
	char *text;

	measure();
	add(&warn, "max>10ms,iops<1k");
	add(&crit, "max>60ms");
	text = line(&warn, &crit);
	ck_assert_str_eq(text, "IOPING WARNING - max=50 ms iops=505 | "
			       "max=0.05s;0.01;0.06;0; "
			       "iops=505.050505;1000:;;0;\n");
	free(text);
	figures_start(&figures, 0);
	text = line(&warn, &crit);
	ck_assert_str_eq(text, "IOPING UNKNOWN - no request counts\n");
	free(text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("threshold");
	TCase *tc = tcase_create("threshold");

	tcase_add_loop_test(tc, a_condition_is_what_raises_the_alarm, 0,
			    COUNT_OF(conditions));
	tcase_add_loop_test(tc, anything_else_is_refused, 0, COUNT_OF(bad));
	tcase_add_test(tc, there_is_an_end_to_them);
	tcase_add_test(tc,
		       without_figures_it_is_unknown_and_a_failure_critical);
	tcase_add_test(tc, the_line_is_a_plugins);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
