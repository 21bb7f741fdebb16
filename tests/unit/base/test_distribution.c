#include "base/distribution.h"

#include "unit.h"

#include <math.h>
#include <string.h>

/*
 * Against theory: seeds are fixed, so a test passes always or never. The
 * bounds are those that one sample in a hundred misses.
 */
enum { DRAWS = 1000000, CELLS_MAX = 4096 };

static unsigned count[CELLS_MAX];

static void draw(const struct distribution *d, uint64_t n, uint64_t unit,
		 unsigned draws)
{
	struct sampler s;
	struct random r;
	unsigned outside = 0;

	memset(count, 0, sizeof(count));
	random_seed(&r, 1);
	ck_assert(sampler_init(&s, d, n, unit, NULL));
	for (unsigned i = 0; i < draws; i++) {
		uint64_t x = sampler_next(&s, &r);

		/* An assertion a draw would take minutes. */
		if (x < n)
			count[x]++;
		else
			outside++;
	}
	sampler_free(&s);
	ck_assert_uint_eq(outside, 0);
}

/* What chi-square of `df` degrees exceeds once in 100 (Wilson-Hilferty). */
static double chi_square_bound(double df)
{
	double c = 2 / (9 * df);

	return df * pow(1 - c + 2.326 * sqrt(c), 3);
}

/* Cells that are expected less than five times are taken together. */
static void check_against(const double *expected, unsigned n)
{
	double sum = 0, wanted = 0, seen = 0;
	unsigned cells = 0;

	for (unsigned i = 0; i < n; i++) {
		wanted += expected[i] * DRAWS;
		seen += count[i];
		if (wanted < 5 && i + 1 < n)
			continue;
		if (wanted > 0) {
			sum += (seen - wanted) * (seen - wanted) / wanted;
			cells++;
		} else {
			ck_assert_double_eq(seen, 0);
		}
		wanted = seen = 0;
	}
	ck_assert_double_le(sum, chi_square_bound(cells - 1));
}

static double expected[CELLS_MAX];

static const double thetas[] = { 0, 0.5, 0.9, 0.99, 1, 1.1, 1.2, 2.5, 4 };
static const unsigned sizes[] = { 1, 2, 3, 16, 1000, 4096 };

START_TEST(zipf_is_zipf)
{
	double theta = thetas[_i];
	struct distribution d = { .kind = DISTRIBUTION_ZIPF,
				  .parameter = theta };

	for (unsigned s = 0; s < COUNT_OF(sizes); s++) {
		double sum = 0;

		for (unsigned k = 0; k < sizes[s]; k++)
			sum += expected[k] = pow(k + 1, -theta);
		for (unsigned k = 0; k < sizes[s]; k++)
			expected[k] /= sum;
		draw(&d, sizes[s], 1, DRAWS);
		if (sizes[s] > 1)
			check_against(expected, sizes[s]);
	}
}
END_TEST

static const double shares[] = { 0.05, 0.2, 0.25, 0.5, 0.9 };

START_TEST(pareto_is_self_similar)
{
	double h = shares[_i], power = log(1 - h) / log(h);
	struct distribution d = { .kind = DISTRIBUTION_PARETO, .parameter = h };
	unsigned n = 1000;

	for (unsigned k = 0; k < n; k++)
		expected[k] =
			pow((k + 1.0) / n, power) - pow((double)k / n, power);
	draw(&d, n, 1, DRAWS);
	check_against(expected, n);
}
END_TEST

static double normal_below(double x)
{
	return 0.5 * erfc(-x / sqrt(2));
}

static const struct {
	double deviation, center;
} normals[] = { { 10, 0.5 }, { 1, 0.25 }, { 30, 0.5 }, { 10, 0 }, { 90, 1 } };

START_TEST(normal_is_normal_in_a_circle)
{
	struct distribution d = {
		.kind = DISTRIBUTION_NORMAL,
		.parameter = normals[_i].deviation,
		.centered = true,
		.center = normals[_i].center,
	};
	unsigned n = 500;

	for (unsigned k = 0; k < n; k++) {
		expected[k] = 0;
		for (int turn = -8; turn <= 8; turn++) {
			double from = (double)k / n + turn - d.center;
			double to = from + 1.0 / n;

			expected[k] += normal_below(to * 100 / d.parameter) -
				       normal_below(from * 100 / d.parameter);
		}
	}
	draw(&d, n, 1, DRAWS);
	check_against(expected, n);
}
END_TEST

START_TEST(a_normal_without_a_centre_is_in_the_middle)
{
	struct distribution d = { .kind = DISTRIBUTION_NORMAL };

	draw(&d, 101, 1, 1000);
	ck_assert_uint_eq(count[50], 1000);
	d.centered = true;
	d.center = 1;
	draw(&d, 101, 1, 1000);
	ck_assert_uint_eq(count[100], 1000);
}
END_TEST

#define PART(percent) ((uint64_t)((percent) / 100.0 * 0x1p64))

static const struct zone in_percent[] = {
	{ 50, PART(50), 0, 5 },
	{ 30, PART(80), 5, 20 },
	{ 20, UINT64_MAX, 20, 100 },
};

START_TEST(zones_get_their_shares)
{
	struct distribution d = { .kind = DISTRIBUTION_ZONED,
				  .zones = in_percent,
				  .zone_count = COUNT_OF(in_percent) };

	for (unsigned k = 0; k < 200; k++)
		expected[k] = k < 10 ? 0.5 / 10 : k < 40 ? 0.3 / 30 : 0.2 / 160;
	draw(&d, 200, 1, DRAWS);
	check_against(expected, 200);
}
END_TEST

static const struct zone in_bytes[] = {
	{ 50, PART(50), 0, 40960 },
	{ 30, PART(80), 40960, 204800 },
	{ 20, UINT64_MAX, 204800, 1024000 },
};

START_TEST(zones_of_bytes_end_with_the_file)
{
	struct distribution d = { .kind = DISTRIBUTION_ZONED_BYTES,
				  .zones = in_bytes,
				  .zone_count = COUNT_OF(in_bytes) };

	/* The third begins at number 50, of which there are 40. */
	for (unsigned k = 0; k < 40; k++)
		expected[k] = k < 10 ? 0.5 / 0.8 / 10 : 0.3 / 0.8 / 30;
	draw(&d, 40, 4096, DRAWS);
	check_against(expected, 40);
	/* What no zone covers is not drawn. */
	draw(&d, 300, 4096, DRAWS);
	for (unsigned k = 250; k < 300; k++)
		ck_assert_uint_eq(count[k], 0);
}
END_TEST

static const uint64_t numbers[] = { 2, 0, 1 };

static const struct {
	bool strided;
	uint64_t n;
	uint64_t given[10];
} sequences[] = {
	{ false, 9, { 2, 0, 1, 2, 0, 1, 2, 0, 1, 2 } },
	{ true, 9, { 2, 0, 1, 5, 3, 4, 8, 6, 7, 2 } },
	{ true, 8, { 2, 0, 1, 5, 3, 4, 0, 6, 7, 3 } },
	{ false, 2, { 0, 0, 1, 0, 0, 1, 0, 0, 1, 0 } },
};

START_TEST(a_sequence_is_taken_in_turn)
{
	struct distribution d = { .kind = DISTRIBUTION_SEQUENCE,
				  .sequence = numbers,
				  .sequence_count = COUNT_OF(numbers),
				  .strided = sequences[_i].strided };
	struct sampler s;
	struct random r;

	random_seed(&r, 1);
	ck_assert(sampler_init(&s, &d, sequences[_i].n, 1, NULL));
	for (unsigned i = 0; i < 10; i++)
		ck_assert_uint_eq(sampler_next(&s, &r), sequences[_i].given[i]);
}
END_TEST

/* No memory in proportion to n: the largest device is as good as the smallest.
 */
START_TEST(any_number_of_numbers_will_do)
{
	static const struct distribution all[] = {
		{ .kind = DISTRIBUTION_UNIFORM },
		{ .kind = DISTRIBUTION_ZIPF, .parameter = 1.2 },
		{ .kind = DISTRIBUTION_ZIPF, .parameter = 0.5 },
		{ .kind = DISTRIBUTION_PARETO, .parameter = 0.2 },
		{ .kind = DISTRIBUTION_NORMAL, .parameter = 30 },
		{ .kind = DISTRIBUTION_ZONED,
		  .zones = in_percent,
		  .zone_count = COUNT_OF(in_percent) },
		{ .kind = DISTRIBUTION_ZONED_BYTES,
		  .zones = in_bytes,
		  .zone_count = COUNT_OF(in_bytes) },
	};
	static const uint64_t many[] = { 0, 1, 2, UINT64_C(1) << 52 };

	for (unsigned i = 0; i < COUNT_OF(all); i++) {
		for (unsigned j = 0; j < COUNT_OF(many); j++) {
			struct sampler s;
			struct random r;

			random_seed(&r, i);
			ck_assert(
				sampler_init(&s, &all[i], many[j], 4096, NULL));
			for (unsigned k = 0; k < 1000; k++)
				ck_assert_uint_lt(sampler_next(&s, &r),
						  many[j] ? many[j] : 1);
			sampler_free(&s);
		}
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("distribution");
	TCase *test = tcase_create("distribution");

	tcase_set_timeout(test, 60);
	tcase_add_loop_test(test, zipf_is_zipf, 0, COUNT_OF(thetas));
	tcase_add_loop_test(test, pareto_is_self_similar, 0, COUNT_OF(shares));
	tcase_add_loop_test(test, normal_is_normal_in_a_circle, 0,
			    COUNT_OF(normals));
	tcase_add_test(test, a_normal_without_a_centre_is_in_the_middle);
	tcase_add_test(test, zones_get_their_shares);
	tcase_add_test(test, zones_of_bytes_end_with_the_file);
	tcase_add_loop_test(test, a_sequence_is_taken_in_turn, 0,
			    COUNT_OF(sequences));
	tcase_add_test(test, any_number_of_numbers_will_do);
	suite_add_tcase(suite, test);
	return unit_main(suite);
}
