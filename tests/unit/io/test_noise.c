#include "io/noise.h"

#include "unit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Bits of information in a byte, by how often each value comes: 8 at most. */
static double entropy(const unsigned char *at, size_t size)
{
	size_t count[256] = { 0 };
	double bits = 0;

	for (size_t i = 0; i < size; i++)
		count[at[i]]++;
	for (int i = 0; i < 256; i++) {
		double share = (double)count[i] / (double)size;

		if (count[i])
			bits -= share * log2(share);
	}
	return bits;
}

static bool all_zero(const unsigned char *at, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (at[i])
			return false;
	return true;
}

START_TEST(a_fill_is_of_the_size_asked_for)
{
	enum { MOST = 3 * NOISE_ROW };
	unsigned char buf[MOST + 100];
	struct noise noise;

	noise_seed(&noise, 3);
	for (size_t size = 0; size <= MOST; size++) {
		unsigned touched[MOST] = { 0 };

		for (int k = 0; k < 8; k++) {
			memset(buf, 0, sizeof(buf));
			noise_fill(&noise, buf + 1, size);
			ck_assert_uint_eq(buf[0], 0);
			ck_assert(all_zero(buf + 1 + size,
					   sizeof(buf) - 1 - size));
			for (size_t i = 0; i < size; i++)
				touched[i] |= buf[1 + i];
		}
		for (size_t i = 0; i < size; i++)
			ck_assert_uint_ne(touched[i], 0);
	}
}
END_TEST

START_TEST(noise_has_no_repetition)
{
	enum { WORDS = 1 << 16 };
	uint64_t *words = calloc(WORDS, sizeof(*words));
	struct noise noise;

	ck_assert_ptr_nonnull(words);
	noise_seed(&noise, 8);
	noise_fill(&noise, words, WORDS * sizeof(*words) / 2);
	noise_fill(&noise, words + WORDS / 2, WORDS * sizeof(*words) / 2);
	for (size_t distance = 1; distance < 128; distance++)
		for (size_t i = distance; i < WORDS; i++)
			if (words[i] == words[i - distance])
				ck_abort_msg("word %zu repeats", i);
	ck_assert_mem_ne(words, words + WORDS / 2, 64);
	ck_assert_double_gt(
		entropy((unsigned char *)words, WORDS * sizeof(*words)), 7.99);
	free(words);
}
END_TEST

/* By the definition of the generator, which knows no kind of processor. */
START_TEST(a_seed_gives_the_same_noise_everywhere)
{
	enum { WORDS = 2 * (NOISE_ROW / sizeof(uint64_t)) };
	uint64_t words[WORDS], again[WORDS];
	struct noise noise;

	noise_seed(&noise, 1);
	noise_fill(&noise, words, sizeof(words));
	noise_seed(&noise, 1);
	noise_fill(&noise, again, sizeof(again) / 2);
	noise_fill(&noise, again + COUNT_OF(again) / 2, sizeof(again) / 2);
	ck_assert_mem_eq(words, again, sizeof(words));
	for (size_t i = 0; i < COUNT_OF(words) / 2; i++) {
		uint64_t x = words[i];

		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		ck_assert_uint_eq(words[i + COUNT_OF(words) / 2], x);
	}
	noise_seed(&noise, 2);
	noise_fill(&noise, again, sizeof(again));
	for (size_t i = 0; i < COUNT_OF(words); i++)
		ck_assert_uint_ne(words[i], again[i]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("noise");
	TCase *tc = tcase_create("noise");

	tcase_add_test(tc, a_fill_is_of_the_size_asked_for);
	tcase_add_test(tc, noise_has_no_repetition);
	tcase_add_test(tc, a_seed_gives_the_same_noise_everywhere);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
