#include "base/arena.h"

#include "unit.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static struct arena *arena;

static void setup(void)
{
	arena = arena_new();
}

static void teardown(void)
{
	arena_free(arena);
}

static bool is_filled(const unsigned char *piece, size_t size, int byte)
{
	for (size_t i = 0; i < size; i++)
		if (piece[i] != byte)
			return false;
	return true;
}

static const size_t sizes[] = {
	0, 1, 15, 16, 17, 100, 4096, 65536, 1000000, 1048576, 5000000,
};

START_TEST(a_piece_is_zeroed_and_aligned_and_writable)
{
	for (unsigned i = 0; i < 20; i++) {
		unsigned char *piece = arena_alloc(arena, sizes[_i]);

		ck_assert_uint_eq((uintptr_t)piece % _Alignof(max_align_t), 0);
		ck_assert(is_filled(piece, sizes[_i], 0));
		memset(piece, 0xff, sizes[_i]);
	}
}
END_TEST

START_TEST(pieces_do_not_overlap)
{
	enum { PIECES = 3000 };
	static unsigned char *pieces[PIECES];
	size_t size;

	for (unsigned i = 0; i < PIECES; i++) {
		/* Small ones with some large ones between them. */
		size = i % 97 == 0 ? 40000 : i % 200;
		pieces[i] = arena_alloc(arena, size);
		memset(pieces[i], (int)(i % 251), size);
	}
	for (unsigned i = 0; i < PIECES; i++) {
		size = i % 97 == 0 ? 40000 : i % 200;
		ck_assert(is_filled(pieces[i], size, (int)(i % 251)));
	}
}
END_TEST

START_TEST(pieces_of_nothing_differ)
{
	ck_assert_ptr_ne(arena_alloc(arena, 0), arena_alloc(arena, 0));
}
END_TEST

/* What is left of a chunk is used after a piece that didn't fit in it. */
START_TEST(a_large_piece_wastes_nothing)
{
	char *before = arena_alloc(arena, 16);
	char *after;

	arena_alloc(arena, 1 << 22);
	after = arena_alloc(arena, 16);
	ck_assert_ptr_eq(after, before + 16);
}
END_TEST

START_TEST(calloc_is_count_times_size)
{
	unsigned char *a = arena_calloc(arena, 10, 16);
	unsigned char *b = arena_alloc(arena, 1);

	ck_assert(is_filled(a, 160, 0));
	ck_assert_ptr_eq(b, a + 160);
}
END_TEST

START_TEST(strings_are_copies)
{
	char text[] = "some text";
	char *all = arena_strdup(arena, text);
	char *part = arena_strndup(arena, text, 4);
	char *more = arena_strndup(arena, text, 100);
	char *none = arena_strdup(arena, "");

	memset(text, 'x', strlen(text));
	ck_assert_str_eq(all, "some text");
	ck_assert_str_eq(part, "some");
	ck_assert_str_eq(more, "some text");
	ck_assert_str_eq(none, "");
}
END_TEST

START_TEST(strndup_needs_no_nul)
{
	const char letters[] = { 'a', 'b', 'c' };

	ck_assert_str_eq(arena_strndup(arena, letters, 3), "abc");
}
END_TEST

START_TEST(prints_texts_of_any_length)
{
	ck_assert_str_eq(arena_printf(arena, "%s.%u", "job", 3U), "job.3");
	ck_assert_str_eq(arena_printf(arena, "%s", ""), "");
	ck_assert_uint_eq(strlen(arena_printf(arena, "%070000d", 7)), 70000);
}
END_TEST

START_TEST(an_array_grows_one_by_one)
{
	unsigned *items = NULL, *before;
	unsigned moves = 0;

	for (unsigned i = 0; i < 10000; i++) {
		before = items;
		items = arena_grow(arena, items, i, sizeof(*items));
		ck_assert_ptr_nonnull(items);
		moves += items != before;
		items[i] = i;
	}
	for (unsigned i = 0; i < 10000; i++)
		ck_assert_uint_eq(items[i], i);
	/* At 0, 1, 2, 4 ... 8192. */
	ck_assert_uint_eq(moves, 15);
}
END_TEST

START_TEST(growing_leaves_the_old_copy_alone)
{
	unsigned *two = arena_grow(arena, NULL, 0, sizeof(*two));
	unsigned *four;

	two[0] = 1;
	two = arena_grow(arena, two, 1, sizeof(*two));
	two[1] = 2;
	four = arena_grow(arena, two, 2, sizeof(*four));
	ck_assert_ptr_ne(four, two);
	four[0] = 9;
	ck_assert_uint_eq(two[0], 1);
	ck_assert_uint_eq(four[1], 2);
	ck_assert_uint_eq(four[2], 0);
}
END_TEST

START_TEST(a_large_array_keeps_what_is_there)
{
	const size_t many = 300000;
	size_t *items = NULL;

	for (size_t i = 0; i < many; i++) {
		items = arena_grow(arena, items, i, sizeof(*items));
		if (items[i] != 0)
			ck_abort_msg("%zu is not zeroed", i);
		items[i] = i;
	}
	/* Pieces that are made later are others. */
	memset(arena_alloc(arena, 1 << 20), 0xff, 1 << 20);
	for (size_t i = 0; i < many; i++)
		if (items[i] != i)
			ck_abort_msg("%zu is lost", i);
}
END_TEST

START_TEST(what_follows_a_string_is_aligned)
{
	const char *text = arena_strdup(arena, "ab");
	max_align_t *piece = arena_alloc(arena, sizeof(*piece));

	ck_assert_uint_eq((uintptr_t)piece % _Alignof(max_align_t), 0);
	ck_assert_str_eq(text, "ab");
}
END_TEST

START_TEST(exits_where_the_sum_overflows)
{
	arena_calloc(arena, SIZE_MAX / 2, 3);
}
END_TEST

START_TEST(exits_where_the_size_is_absurd)
{
	arena_alloc(arena, SIZE_MAX - 8);
}
END_TEST

START_TEST(freeing_nothing_is_fine)
{
	arena_free(NULL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("arena");
	TCase *tc = tcase_create("arena");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, a_piece_is_zeroed_and_aligned_and_writable, 0,
			    COUNT_OF(sizes));
	tcase_add_test(tc, pieces_do_not_overlap);
	tcase_add_test(tc, pieces_of_nothing_differ);
	tcase_add_test(tc, a_large_piece_wastes_nothing);
	tcase_add_test(tc, calloc_is_count_times_size);
	tcase_add_test(tc, strings_are_copies);
	tcase_add_test(tc, strndup_needs_no_nul);
	tcase_add_test(tc, prints_texts_of_any_length);
	tcase_add_test(tc, an_array_grows_one_by_one);
	tcase_add_test(tc, growing_leaves_the_old_copy_alone);
	tcase_add_test(tc, a_large_array_keeps_what_is_there);
	tcase_add_test(tc, what_follows_a_string_is_aligned);
	tcase_add_exit_test(tc, exits_where_the_sum_overflows, EXIT_FAILURE);
	tcase_add_exit_test(tc, exits_where_the_size_is_absurd, EXIT_FAILURE);
	tcase_add_test(tc, freeing_nothing_is_fine);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
