#include "stat/log_histogram.h"

#include "base/clock.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

static struct log_histogram h;
static char row[LOG_HISTOGRAM_ROW_MAX + 1];

static void start(unsigned coarseness)
{
	memset(&h, 0, sizeof(h));
	h.coarseness = coarseness;
	log_clock_start(&h.clock, 1000 * NSEC_PER_MSEC, UINT64_MAX);
}

/* The row of a direction as numbers; returns how many, of which 3 come first.
 */
static unsigned take(unsigned direction, uint64_t now_ns, unsigned long *out)
{
	char *end = log_histogram_take(&h, direction, now_ns, row);
	unsigned n = 0;

	*end = '\0';
	for (char *at = row; at < end; n++) {
		out[n] = strtoul(at, &at, 10);
		if (*at != '\n' && strncmp(at, ", ", 2) != 0)
			ck_abort_msg("no comma at '%.5s'", at);
		at += *at == '\n' ? 1 : 2;
	}
	return n;
}

START_TEST(columns_are_as_many_as_coarseness_leaves)
{
	static unsigned long n[LOG_HISTOGRAM_BUCKETS + 3];
	unsigned long sum = 0;
	unsigned columns;

	start((unsigned)_i);
	for (uint64_t ns = 1; ns < UINT64_C(1) << 40; ns *= 3)
		log_histogram_add(&h, 1, ns, 4096);
	columns = take(1, 5, n) - 3;
	ck_assert_uint_eq(columns, LOG_HISTOGRAM_BUCKETS >> _i);
	ck_assert_uint_eq(n[1], 1);
	ck_assert_uint_eq(n[2], 4096);
	for (unsigned i = 0; i < columns; i++)
		sum += n[i + 3];
	ck_assert_uint_eq(sum, 26); /* 3^0 to 3^25: none is lost */
}
END_TEST

START_TEST(what_is_beyond_the_last_bucket_is_in_it)
{
	static unsigned long n[LOG_HISTOGRAM_BUCKETS + 3];

	start(0);
	log_histogram_add(&h, 0, UINT64_MAX, 1);
	log_histogram_add(&h, 0, UINT64_C(100) * NSEC_PER_SEC, 1);
	take(0, 5, n);
	ck_assert_uint_eq(n[LOG_HISTOGRAM_BUCKETS + 2], 2);
}
END_TEST

START_TEST(a_row_has_what_came_since_the_one_before)
{
	static unsigned long n[LOG_HISTOGRAM_BUCKETS + 3];
	const uint64_t later = 1200 * NSEC_PER_MSEC;

	start(6);
	log_histogram_add(&h, 0, 5, 512);
	log_histogram_add(&h, 0, 5, 8192);
	ck_assert(!log_histogram_is_over(&h, later / 2));
	ck_assert(log_histogram_is_over(&h, later));
	ck_assert_uint_eq(take(0, later, n), 29 + 3);
	ck_assert_uint_eq(n[0], 1000);
	ck_assert_uint_eq(n[2], 8192);
	ck_assert_uint_eq(n[3], 2);
	log_histogram_move(&h, later);
	ck_assert_uint_eq(take(0, later, n), 0);
	log_histogram_add(&h, 0, 5, 512);
	h.epoch_ms = 10000;
	ck_assert_uint_eq(take(0, later, n), 29 + 3);
	ck_assert_uint_eq(n[0], 11200);
	ck_assert_uint_eq(n[3], 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log_histogram");
	TCase *tc = tcase_create("log_histogram");

	tcase_add_loop_test(tc, columns_are_as_many_as_coarseness_leaves, 0, 7);
	tcase_add_test(tc, what_is_beyond_the_last_bucket_is_in_it);
	tcase_add_test(tc, a_row_has_what_came_since_the_one_before);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
