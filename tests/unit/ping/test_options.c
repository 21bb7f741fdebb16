#include "ping/options.h"

#include "unit.h"

#include <string.h>

static struct ping_options options;
static struct arena *arena;
static struct diag *diag;

static void setup(void)
{
	arena = arena_new();
	diag = diag_new();
}

static void teardown(void)
{
	diag_free(diag);
	arena_free(arena);
}

/* The words of `line`. */
static int read_line(const char *line)
{
	char *rest = arena_strdup(arena, line), *word;
	char *words[32] = { NULL };
	unsigned count = 0;

	while ((word = strsep(&rest, " ")) && count < 31)
		words[count++] = word;
	return ping_options_read(words, arena, &options, diag);
}

START_TEST(defaults_are_those_of_the_manual)
{
	ck_assert_int_eq(read_line("/tmp"), 0);
	ck_assert_int_eq(options.action, PING_RUN);
	ck_assert_str_eq(options.path, "/tmp");
	ck_assert_uint_eq(options.size, 4096);
	ck_assert_uint_eq(options.folder_size, 1 << 20);
	ck_assert_uint_eq(options.interval_ns, 1000000000);
	ck_assert_uint_eq(options.warmup, 1);
	ck_assert_uint_eq(options.count, 0);
	ck_assert_uint_eq(options.work_time, 0);
	ck_assert(!options.writes && !options.quiet);
}
END_TEST

START_TEST(words_come_in_any_order_and_letters_together)
{
	ck_assert_int_eq(read_line("-c3 . -i 5ms -RLB"), 0);
	ck_assert_str_eq(options.path, ".");
	ck_assert_uint_eq(options.count, 3);
	ck_assert_uint_eq(options.interval_ns, 5000000);
	ck_assert(options.linear && options.batch && options.quiet);
	ck_assert_uint_eq(options.size, 262144);
	ck_assert_uint_eq(options.folder_size, 67108864);
	ck_assert_uint_eq(options.work_time, UINT64_C(3000000000));
}
END_TEST

START_TEST(long_names_take_one_dash_or_two_and_may_be_short)
{
	ck_assert_int_eq(read_line("-count 7 --interval=1 -spe 1m "
				   "--work-t 2 -time=%H ."),
			 0);
	ck_assert_uint_eq(options.count, 7);
	ck_assert_uint_eq(options.interval_ns, 1000000000);
	ck_assert_uint_eq(options.work_time, UINT64_C(2000000000));
	ck_assert_str_eq(options.time_format, "%H");
}
END_TEST

START_TEST(writing_has_degrees)
{
	ck_assert_int_eq(read_line("-WW ."), 0);
	ck_assert(options.writes && !options.shred);
	ck_assert_int_eq(read_line("-W -W -write ."), 0);
	ck_assert(options.writes && options.shred && !options.read_write);
	ck_assert_int_eq(read_line("-G ."), 0);
	ck_assert(options.writes && !options.shred && options.read_write);
}
END_TEST

START_TEST(rapid_gives_way_to_what_is_given)
{
	ck_assert_int_eq(read_line("-R ."), 0);
	ck_assert_uint_eq(options.interval_ns, 0);
	ck_assert(options.quiet);
	ck_assert_int_eq(read_line("-R -w 9 -i 2 ."), 0);
	ck_assert_uint_eq(options.interval_ns, UINT64_C(2000000000));
	ck_assert_uint_eq(options.work_time, UINT64_C(9000000000));
}
END_TEST

START_TEST(conditions_make_it_a_plugin)
{
	ck_assert_int_eq(read_line("--warn p99>10ms --crit p99>50ms ."), 0);
	ck_assert(ping_options_judge(&options));
	ck_assert(options.quiet);
	ck_assert_int_eq(read_line("."), 0);
	ck_assert(!ping_options_judge(&options));
}
END_TEST

START_TEST(help_needs_no_target)
{
	ck_assert_int_eq(read_line("-h"), 0);
	ck_assert_int_eq(options.action, PING_HELP);
	ck_assert_int_eq(read_line("-version"), 0);
	ck_assert_int_eq(options.action, PING_VERSION);
}
END_TEST

static const struct {
	const char *line;
	const char *text; /* in the message */
} bad[] = {
	{ "-c 3", "no folder" },
	{ ". ..", "there is a target already" },
	{ "-z .", "'-z'" },
	{ "--colour .", "'--colour'" },
	{ "-c", "-c needs a value" },
	{ ". --count", "--count needs a value" },
	{ "--quiet=1 .", "takes no value" },
	{ "-c x .", "'x' is not a number" },
	{ "-i 1day .", "unknown suffix" },
	{ "--warn p99 .", "'p99' is not a condition" },
	{ "-J --ndjson .", "exclude each other" },
	{ "-A --ioengine=psync .", "two engines" },
};

START_TEST(what_is_wrong_is_told)
{
	const struct diag_message *messages;
	size_t count;

	ck_assert_int_eq(read_line(bad[_i].line), -1);
	messages = diag_messages(diag, &count);
	ck_assert_uint_ge(count, 1);
	ck_assert_msg(strstr(messages[0].text, bad[_i].text), "%s",
		      messages[0].text);
}
END_TEST

START_TEST(help_fits_eighty_columns)
{
	char *text, *rest, *word;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	ping_options_help(out);
	fclose(out);
	for (rest = text; (word = strsep(&rest, "\n"));)
		ck_assert_msg(strlen(word) <= 80, "%s", word);
	free(text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("options");
	TCase *tc = tcase_create("options");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, defaults_are_those_of_the_manual);
	tcase_add_test(tc, words_come_in_any_order_and_letters_together);
	tcase_add_test(tc, long_names_take_one_dash_or_two_and_may_be_short);
	tcase_add_test(tc, writing_has_degrees);
	tcase_add_test(tc, rapid_gives_way_to_what_is_given);
	tcase_add_test(tc, conditions_make_it_a_plugin);
	tcase_add_test(tc, help_needs_no_target);
	tcase_add_loop_test(tc, what_is_wrong_is_told, 0, COUNT_OF(bad));
	tcase_add_test(tc, help_fits_eighty_columns);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
