#include "base/random.h"

#include "unit.h"

#include <stdlib.h>

/*
 * The first numbers of the generator from the state 1, 2, 3, 4, as other
 * implementations of the paper give them.
 */
static const uint64_t from_1_2_3_4[] = {
	UINT64_C(11520),
	UINT64_C(0),
	UINT64_C(1509978240),
	UINT64_C(1215971899390074240),
	UINT64_C(1216172134540287360),
	UINT64_C(607988272756665600),
};

START_TEST(is_the_generator_of_the_paper)
{
	struct random r = { { 1, 2, 3, 4 } };

	for (size_t i = 0; i < COUNT_OF(from_1_2_3_4); i++)
		ck_assert_uint_eq(random_next(&r), from_1_2_3_4[i]);
}
END_TEST

/* SplitMix64 from 0, as published. */
static const uint64_t state_of_seed_0[4] = {
	UINT64_C(0xe220a8397b1dcdaf),
	UINT64_C(0x6e789e6aa1b965f4),
	UINT64_C(0x06c45d188009454f),
	UINT64_C(0xf88bb8a8724c81ec),
};

START_TEST(is_seeded_through_splitmix)
{
	struct random r;

	random_seed(&r, 0);
	for (size_t i = 0; i < COUNT_OF(state_of_seed_0); i++)
		ck_assert_uint_eq(r.s[i], state_of_seed_0[i]);
}
END_TEST

START_TEST(a_seed_gives_one_sequence)
{
	struct random a, b, other;
	unsigned same = 0;

	random_seed(&a, 42);
	random_seed(&b, 42);
	random_seed(&other, 43);
	for (unsigned i = 0; i < 1000; i++) {
		uint64_t next = random_next(&a);

		ck_assert_uint_eq(random_next(&b), next);
		same += random_next(&other) == next;
	}
	ck_assert_uint_eq(same, 0);
}
END_TEST

static const uint64_t limits[] = {
	1, 2, 3, 7, 100, 1000, UINT64_C(1) << 40, UINT64_MAX,
};

START_TEST(below_is_below)
{
	struct random r;

	random_seed(&r, (uint64_t)_i);
	for (unsigned i = 0; i < 10000; i++)
		ck_assert_uint_lt(random_below(&r, limits[_i]), limits[_i]);
}
END_TEST

START_TEST(below_nothing_is_0)
{
	struct random r;

	random_seed(&r, 1);
	ck_assert_uint_eq(random_below(&r, 0), 0);
}
END_TEST

/* Ten standard deviations: a fixed seed, so it passes always or never. */
START_TEST(below_gives_each_number_its_share)
{
	enum { NUMBERS = 10, EACH = 10000 };
	unsigned seen[NUMBERS] = { 0 };
	struct random r;

	random_seed(&r, 1);
	for (unsigned i = 0; i < NUMBERS * EACH; i++)
		seen[random_below(&r, NUMBERS)]++;
	for (unsigned i = 0; i < NUMBERS; i++) {
		ck_assert_uint_gt(seen[i], EACH - 1000);
		ck_assert_uint_lt(seen[i], EACH + 1000);
	}
}
END_TEST

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

START_TEST(each_pair_mixes_to_a_seed_of_its_own)
{
	enum { SIDE = 100 };
	static uint64_t seeds[SIDE * SIDE];

	for (uint64_t a = 0; a < SIDE; a++)
		for (uint64_t b = 0; b < SIDE; b++)
			seeds[a * SIDE + b] = random_mix(a, b);
	ck_assert_uint_eq(random_mix(3, 5), seeds[3 * SIDE + 5]);
	qsort(seeds, COUNT_OF(seeds), sizeof(seeds[0]), compare);
	for (size_t i = 1; i < COUNT_OF(seeds); i++)
		ck_assert_uint_ne(seeds[i - 1], seeds[i]);
}
END_TEST

/* Neighbours differ in about 32 of 64 bits, or they are related. */
START_TEST(neighbours_mix_to_unrelated_seeds)
{
	unsigned bits = 0;

	for (uint64_t i = 0; i < 1000; i++) {
		uint64_t seed = random_mix(i, 7);

		bits += (unsigned)__builtin_popcountll(seed ^
						       random_mix(i + 1, 7));
		bits += (unsigned)__builtin_popcountll(seed ^ random_mix(i, 8));
	}
	ck_assert_uint_gt(bits, 62000);
	ck_assert_uint_lt(bits, 66000);
}
END_TEST

START_TEST(entropy_differs_each_time)
{
	uint64_t seeds[100];

	for (size_t i = 0; i < COUNT_OF(seeds); i++)
		seeds[i] = random_entropy();
	qsort(seeds, COUNT_OF(seeds), sizeof(seeds[0]), compare);
	for (size_t i = 1; i < COUNT_OF(seeds); i++)
		ck_assert_uint_ne(seeds[i - 1], seeds[i]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("random");
	TCase *tc = tcase_create("random");

	tcase_add_test(tc, is_the_generator_of_the_paper);
	tcase_add_test(tc, is_seeded_through_splitmix);
	tcase_add_test(tc, a_seed_gives_one_sequence);
	tcase_add_loop_test(tc, below_is_below, 0, COUNT_OF(limits));
	tcase_add_test(tc, below_nothing_is_0);
	tcase_add_test(tc, below_gives_each_number_its_share);
	tcase_add_test(tc, each_pair_mixes_to_a_seed_of_its_own);
	tcase_add_test(tc, neighbours_mix_to_unrelated_seeds);
	tcase_add_test(tc, entropy_differs_each_time);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
