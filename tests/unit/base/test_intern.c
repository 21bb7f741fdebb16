#include "base/intern.h"

#include "unit.h"

#include <stdint.h>
#include <string.h>

enum { WORDS = 7, MANY = 5000 };

static struct arena *arena;
static struct intern intern;

static void start(void)
{
	arena = arena_new();
	intern_init(&intern, arena, WORDS * sizeof(uint64_t));
}

static void end(void)
{
	intern_free(&intern);
	arena_free(arena);
}

/* Zeros but for `word` at `place`. */
static const uint64_t *keep(unsigned place, uint64_t word)
{
	uint64_t value[WORDS] = { 0 };

	value[place] = word;
	return intern_keep(&intern, value);
}

START_TEST(equal_values_are_kept_once)
{
	const uint64_t *first = keep(3, 1);

	ck_assert_uint_eq(first[3], 1);
	ck_assert_ptr_eq(keep(3, 1), first);
	ck_assert_uint_eq(intern.count, 1);
}
END_TEST

START_TEST(a_difference_anywhere_makes_another)
{
	for (unsigned place = 0; place < WORDS; place++) {
		const uint64_t *value = keep(place, 1);

		ck_assert_uint_eq(value[place], 1);
		ck_assert_uint_eq(intern.count, place + 1);
	}
}
END_TEST

START_TEST(what_was_kept_stays_as_more_is_kept)
{
	const uint64_t *kept[MANY];

	for (unsigned i = 0; i < MANY; i++)
		kept[i] = keep(i % WORDS, i + 1);
	ck_assert_uint_eq(intern.count, MANY);
	for (unsigned i = 0; i < MANY; i++) {
		ck_assert_uint_eq(kept[i][i % WORDS], i + 1);
		ck_assert_ptr_eq(keep(i % WORDS, i + 1), kept[i]);
	}
	ck_assert_uint_eq(intern.count, MANY);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("intern");
	TCase *tc = tcase_create("intern");

	tcase_add_checked_fixture(tc, start, end);
	tcase_add_test(tc, equal_values_are_kept_once);
	tcase_add_test(tc, a_difference_anywhere_makes_another);
	tcase_add_test(tc, what_was_kept_stays_as_more_is_kept);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
