#include "verify/state.h"

#include "unit.h"

#include <string.h>

static const uint64_t open_writes[] = { 17, 19, UINT64_C(1) << 40 };

static const struct verify_state sample = {
	.job = "a job; with = signs",
	.scheme = "sha3-256",
	.seed = UINT64_MAX,
	.size = UINT64_C(1) << 50,
	.begun = UINT64_C(1) << 41,
	.open = open_writes,
	.open_count = COUNT_OF(open_writes),
	.running = true,
};

static char *text;
static size_t length;
static struct arena *arena;

static void set_up(void)
{
	FILE *out = open_memstream(&text, &length);

	ck_assert_ptr_nonnull(out);
	ck_assert_int_eq(verify_state_print(&sample, out), 0);
	ck_assert_int_eq(fclose(out), 0);
	arena = arena_new();
}

static void tear_down(void)
{
	arena_free(arena);
	free(text);
}

START_TEST(says_what_it_was_told)
{
	struct verify_state state;
	const char *why;

	ck_assert_int_eq(verify_state_parse(arena, text, length, &state, &why),
			 0);
	ck_assert_str_eq(state.job, sample.job);
	ck_assert_str_eq(state.scheme, sample.scheme);
	ck_assert_uint_eq(state.seed, sample.seed);
	ck_assert_uint_eq(state.size, sample.size);
	ck_assert_uint_eq(state.begun, sample.begun);
	ck_assert_uint_eq(state.open_count, sample.open_count);
	ck_assert_mem_eq(state.open, open_writes, sizeof(open_writes));
	ck_assert(state.running);
}
END_TEST

START_TEST(refuses_what_was_cut_short)
{
	struct verify_state state;
	const char *why;

	for (size_t i = 0; i < length; i++) {
		if (verify_state_parse(arena, text, i, &state, &why) == 0)
			ck_abort_msg("%zu of %zu bytes", i, length);
		if (verify_state_is_one(text, i) != (i >= 20))
			ck_abort_msg("begins like one at %zu bytes", i);
	}
}
END_TEST

START_TEST(refuses_any_flipped_bit)
{
	struct verify_state state;
	const char *why;

	for (size_t i = 0; i < 8 * length; i++) {
		text[i / 8] = (char)(text[i / 8] ^ 1 << i % 8);
		if (verify_state_parse(arena, text, length, &state, &why) == 0)
			ck_abort_msg("bit %zu", i);
		text[i / 8] = (char)(text[i / 8] ^ 1 << i % 8);
	}
}
END_TEST

START_TEST(says_what_is_wrong)
{
	static const char other[] = "[global]\nrw=read\n";
	static const char newer[] = "runner-verify-state 2\nsum 00000000\n";
	struct verify_state state;
	const char *why;

	ck_assert_int_eq(verify_state_parse(arena, other, sizeof(other) - 1,
					    &state, &why),
			 -1);
	ck_assert_str_eq(why, "is no verify state of this program");
	ck_assert_int_eq(verify_state_parse(arena, newer, sizeof(newer) - 1,
					    &state, &why),
			 -1);
	ck_assert_str_eq(why,
			 "is of version 2, and this program reads version 1");
	ck_assert_int_eq(
		verify_state_parse(arena, text, length - 1, &state, &why), -1);
	ck_assert_str_eq(why, "is damaged, or was cut short");
}
END_TEST

START_TEST(knows_which_writes_were_done)
{
	ck_assert(verify_state_has(&sample, 1));
	ck_assert(verify_state_has(&sample, 16));
	ck_assert(!verify_state_has(&sample, 17));
	ck_assert(verify_state_has(&sample, 18));
	ck_assert(!verify_state_has(&sample, 19));
	ck_assert(verify_state_has(&sample, 20));
	ck_assert(!verify_state_has(&sample, UINT64_C(1) << 40));
	ck_assert(verify_state_has(&sample, sample.begun));
	ck_assert(!verify_state_has(&sample, sample.begun + 1));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("verify_state");
	TCase *tcase = tcase_create("verify_state");

	tcase_add_checked_fixture(tcase, set_up, tear_down);
	tcase_add_test(tcase, says_what_it_was_told);
	tcase_add_test(tcase, refuses_what_was_cut_short);
	tcase_add_test(tcase, refuses_any_flipped_bit);
	tcase_add_test(tcase, says_what_is_wrong);
	tcase_add_test(tcase, knows_which_writes_were_done);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
