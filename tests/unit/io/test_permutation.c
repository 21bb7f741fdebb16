#include "io/permutation.h"

#include "unit.h"

#include <string.h>

/* Fails unless each of 0 ... n-1 comes once, and goes back to its index. */
static void check_whole(uint64_t n, uint64_t seed)
{
	unsigned char *seen = calloc(n, 1);
	struct permutation p;

	ck_assert_ptr_nonnull(seen);
	permutation_init(&p, n, seed);
	for (uint64_t i = 0; i < n; i++) {
		uint64_t value = permutation_at(&p, i);

		if (value >= n || seen[value])
			ck_abort_msg("n %ju: %ju comes twice or is too large",
				     (uintmax_t)n, (uintmax_t)value);
		seen[value] = 1;
		if (permutation_index(&p, value) != i)
			ck_abort_msg("n %ju: the index of %ju is not %ju",
				     (uintmax_t)n, (uintmax_t)value,
				     (uintmax_t)i);
	}
	free(seen);
}

START_TEST(hits_each_once_for_every_small_count)
{
	for (uint64_t n = 1; n <= 300; n++)
		for (uint64_t seed = 0; seed < 5; seed++)
			check_whole(n, seed);
}
END_TEST

static const uint64_t counts[] = {
	1000, 1023,  1024,   1025,   4095,    4097,
	9999, 65535, 131073, 262144, 1000003, UINT64_C(1) << 20,
};

START_TEST(hits_each_once_for_large_counts)
{
	check_whole(counts[_i], 42);
}
END_TEST

START_TEST(hits_each_of_2_to_24_once)
{
	const uint64_t n = UINT64_C(1) << 24;
	unsigned char *seen = calloc(n / 8, 1);
	struct permutation p;

	ck_assert_ptr_nonnull(seen);
	permutation_init(&p, n, 7);
	for (uint64_t i = 0; i < n; i++) {
		uint64_t value = permutation_at(&p, i);

		seen[value / 8] |= (unsigned char)(1u << value % 8);
	}
	for (uint64_t i = 0; i < n / 8; i++)
		if (seen[i] != 0xff)
			ck_abort_msg("one of 8 from %ju on is missing",
				     (uintmax_t)i * 8);
	free(seen);
}
END_TEST

static const uint64_t huge[] = {
	UINT64_C(1) << 40, (UINT64_C(1) << 40) + 1, (UINT64_C(1) << 63) - 1,
	UINT64_C(1) << 63, (UINT64_C(1) << 63) + 1, UINT64_MAX,
};

START_TEST(samples_of_huge_counts_go_both_ways)
{
	const uint64_t n = huge[_i];
	struct permutation p;

	permutation_init(&p, n, 99);
	for (uint64_t i = 0; i < 10000; i++) {
		uint64_t low = permutation_at(&p, i);
		uint64_t high = permutation_at(&p, n - 1 - i);
		uint64_t from = permutation_index(&p, i * (n / 10000));

		ck_assert_uint_lt(low, n);
		ck_assert_uint_eq(permutation_index(&p, low), i);
		ck_assert_uint_lt(high, n);
		ck_assert_uint_eq(permutation_index(&p, high), n - 1 - i);
		ck_assert_uint_lt(from, n);
		ck_assert_uint_eq(permutation_at(&p, from), i * (n / 10000));
	}
}
END_TEST

START_TEST(count_0_is_as_1)
{
	struct permutation p;

	permutation_init(&p, 0, 5);
	ck_assert_uint_eq(permutation_at(&p, 0), 0);
}
END_TEST

START_TEST(each_seed_gives_another_order)
{
	enum { SEEDS = 100, FIRST = 4 };
	uint64_t first[SEEDS][FIRST];
	struct permutation p;

	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		permutation_init(&p, UINT64_C(1) << 20, seed);
		for (uint64_t i = 0; i < FIRST; i++)
			first[seed][i] = permutation_at(&p, i);
		for (uint64_t other = 0; other < seed; other++)
			ck_assert_mem_ne(first[seed], first[other],
					 sizeof(first[seed]));
	}
}
END_TEST

START_TEST(a_seed_always_gives_the_same_order)
{
	struct permutation a, b;

	permutation_init(&a, 12345, 6);
	permutation_init(&b, 12345, 6);
	for (uint64_t i = 0; i < 12345; i++)
		ck_assert_uint_eq(permutation_at(&a, i), permutation_at(&b, i));
}
END_TEST

/* Chi-square of `bins` counts against equal ones, less its mean, in sigmas. */
static double excess(const unsigned *bin, unsigned bins, double total)
{
	double expected = total / bins;
	double sum = 0;

	for (unsigned i = 0; i < bins; i++)
		sum += (bin[i] - expected) * (bin[i] - expected) / expected;
	sum -= bins - 1;
	return sum * sum / (2.0 * (bins - 1));
}

static const uint64_t random_looking[] = {
	1 << 16, (1 << 16) + 1, 1000003, 1 << 20, (1 << 20) - 1, 1 << 21,
};

/*
 * Where the next one is, from the last: in 1024 classes of distance. 10 sigmas
 * are far beyond chance, and an order with a pattern is at hundreds.
 */
START_TEST(steps_look_random)
{
	enum { BINS = 1024, IOS = 60000 };
	const uint64_t n = random_looking[_i];

	for (uint64_t seed = 0; seed < 10; seed++) {
		unsigned bin[BINS] = { 0 };
		struct permutation p;
		uint64_t last, value;

		permutation_init(&p, n, seed);
		last = permutation_at(&p, 0);
		for (uint64_t i = 1; i <= IOS; i++, last = value) {
			value = permutation_at(&p, i);
			bin[(value + n - last) % n * BINS / n]++;
		}
		ck_assert_double_lt(excess(bin, BINS, IOS), 10 * 10);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("permutation");
	TCase *tc = tcase_create("permutation");

	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, hits_each_once_for_every_small_count);
	tcase_add_loop_test(tc, hits_each_once_for_large_counts, 0,
			    COUNT_OF(counts));
	tcase_add_test(tc, hits_each_of_2_to_24_once);
	tcase_add_loop_test(tc, samples_of_huge_counts_go_both_ways, 0,
			    COUNT_OF(huge));
	tcase_add_test(tc, count_0_is_as_1);
	tcase_add_test(tc, each_seed_gives_another_order);
	tcase_add_test(tc, a_seed_always_gives_the_same_order);
	tcase_add_loop_test(tc, steps_look_random, 0, COUNT_OF(random_looking));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
