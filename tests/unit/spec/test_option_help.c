#include "spec/option_help.h"

#include "spec/option_values.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>

struct values {
	struct block_sizes bs;
	uint64_t depth;
	bool flag;
	const char *name;
	struct rw rw;
	bool hipri;
};

#define FIELD(member, ctype, optype)                                           \
	OPTION_FIELD(struct values, member, ctype, optype)

static const struct option options[] = {
	{
		.name = "bs",
		.alias = "blocksize",
		.alias2 = "bsrange",
		FIELD(bs, struct block_sizes, &option_block_sizes),
		.category = OPTION_IO,
		.initial = "4k",
		.min = 1,
		.help = "Bytes in one I/O (O_DIRECT: whole sectors)",
	},
	{
		.name = "depth",
		OPTION_NUMBER(struct values, depth),
		.category = OPTION_IO,
		.initial = "1",
		.min = 1,
		.max = 65536,
		.help = "I/Os in flight at once",
	},
	{
		.name = "flag",
		OPTION_FLAG(struct values, flag),
		.category = OPTION_JOB,
		.initial = "0",
		.help = ".dots and \\ and well-known things",
	},
	{
		.name = "name",
		OPTION_TEXT(struct values, name),
		.category = OPTION_JOB,
		.help = "What the report calls the job",
	},
};

static const struct option engine_options[] = {
	{
		.name = "hipri",
		OPTION_FLAG(struct values, hipri),
		.category = OPTION_ENGINE,
		.initial = "0",
		.help = "Poll for completions",
	},
};

static const struct option_choice choices[] = {
	{ "none", 0, "Nothing" },
	{ "0", 0, NULL },
	{ "much", 1, "A lot" },
	{ 0 },
};

static const struct option choice = {
	.name = "amount",
	.type = &option_choice,
	.category = OPTION_TIME,
	.initial = "none",
	.choices = choices,
	.help = "How much",
};

static const struct option_table table = { options, COUNT_OF(options) };
static const struct option_table choice_table = { &choice, 1 };
static const struct option_table engine_table = { engine_options, 1 };

static const struct engine_info plain = { .name = "plain" };
static const struct engine_info polled = { .name = "polled",
					   .options = &engine_table };
static const struct engine_info *const engine_pointers[] = { &plain, &polled };
static const struct engine_list engines = { .engines = engine_pointers,
					    .count = 2 };

static char *text;
static size_t length;
static FILE *out;

static void setup(void)
{
	out = open_memstream(&text, &length);
}

static void teardown(void)
{
	free(text);
}

static void assert_written(const char *expected)
{
	fclose(out);
	ck_assert_str_eq(text, expected);
}

START_TEST(the_list_has_a_line_an_option_under_its_category)
{
	option_help_list(&table, out);
	assert_written(
		"Jobs:\n"
		"  flag=0|1                    .dots and \\ and well-known "
		"things [0]\n"
		"  name=TEXT                   What the report calls the job "
		"[none]\n"
		"\n"
		"I/O:\n"
		"  bs=SIZE[,SIZE[,SIZE]]       Bytes in one I/O (O_DIRECT: "
		"whole sectors) [4k]\n"
		"  depth=N                     I/Os in flight at once [1]\n");
}
END_TEST

START_TEST(one_option_is_told_in_the_form_that_scripts_know)
{
	option_help_one(&options[0], out);
	assert_written(
		"                  bs: Bytes in one I/O (O_DIRECT: whole "
		"sectors)\n"
		"               alias: blocksize\n"
		"               alias: bsrange\n"
		"                type: SIZE[,SIZE[,SIZE]]\n"
		"             default: 4k\n"
		"               range: 1 or more\n");
}
END_TEST

START_TEST(one_choice_is_told_with_its_words_but_not_other_spellings)
{
	option_help_one(&choice, out);
	assert_written("              amount: How much\n"
		       "                type: WORD\n"
		       "             default: none\n"
		       "        valid values: none          Nothing\n"
		       "                    : much          A lot\n");
}
END_TEST

START_TEST(an_option_without_a_default_has_none)
{
	option_help_one(&options[3], out);
	assert_written("                name: What the report calls the job\n"
		       "                type: TEXT\n"
		       "             default: none\n");
}
END_TEST

START_TEST(words_of_the_type_are_told_too)
{
	const struct option rw = { .name = "rw",
				   .type = &option_rw,
				   .initial = "read",
				   .help = "Direction" };

	option_help_one(&rw, out);
	fclose(out);
	ck_assert_ptr_nonnull(strstr(text, "        valid values: read "
					   "         Sequential reads\n"));
	ck_assert_ptr_nonnull(strstr(text, "                    : randrw "
					   "       Random reads and writes, "
					   "mixed\n"));
}
END_TEST

START_TEST(markdown_has_a_section_an_option)
{
	option_help_markdown(&table, &engines, out);
	assert_written(
		"# Job options\n\n"
		"Written by the program from its tables of options: change "
		"those, not this file.\n"
		"\n## Jobs\n"
		"\n### `flag=0|1`\n\n.dots and \\\\ and well-known things.\n\n"
		"- Default: `0`\n"
		"- `flag` alone means `flag=1`\n"
		"\n### `name=TEXT`\n\nWhat the report calls the job.\n\n"
		"- Default: none\n"
		"\n## I/O\n"
		"\n### `bs=SIZE[,SIZE[,SIZE]]`\n\nBytes in one I/O "
		"(O\\_DIRECT: whole sectors).\n\n"
		"- Default: `4k`\n"
		"- Alias: `blocksize`\n"
		"- Alias: `bsrange`\n"
		"- Range: 1 or more\n"
		"\n### `depth=N`\n\nI/Os in flight at once.\n\n"
		"- Default: `1`\n"
		"- Range: 1 to 65536\n"
		"\n## Engine polled\n"
		"\n### `hipri=0|1`\n\nPoll for completions.\n\n"
		"- Default: `0`\n"
		"- `hipri` alone means `hipri=1`\n");
}
END_TEST

START_TEST(markdown_lists_the_words_of_a_choice)
{
	option_help_markdown(&choice_table, NULL, out);
	fclose(out);
	ck_assert_ptr_nonnull(strstr(text, "- Default: `none`\n"
					   "- Values:\n"
					   "  - `none`: Nothing\n"
					   "  - `much`: A lot\n"));
	ck_assert_ptr_null(strstr(text, "`0`"));
}
END_TEST

START_TEST(man_escapes_what_roff_would_read)
{
	option_help_man(&table, &engines, out);
	assert_written(".SS \"Jobs\"\n"
		       ".TP\n\\fBflag\\fR=\\fI0|1\\fR\n"
		       "\\&.dots and \\e and well\\-known things.\n"
		       "Alone, it means 1.\n"
		       "Default: 0.\n"
		       ".TP\n\\fBname\\fR=\\fITEXT\\fR\n"
		       "What the report calls the job.\n"
		       "Default: none.\n"
		       ".SS \"I/O\"\n"
		       ".TP\n\\fBbs\\fR=\\fISIZE[,SIZE[,SIZE]]\\fR\n"
		       "Bytes in one I/O (O_DIRECT: whole sectors).\n"
		       "Also called \\fBblocksize\\fR and \\fBbsrange\\fR.\n"
		       "Range: 1 or more.\n"
		       "Default: 4k.\n"
		       ".TP\n\\fBdepth\\fR=\\fIN\\fR\n"
		       "I/Os in flight at once.\n"
		       "Range: 1 to 65536.\n"
		       "Default: 1.\n"
		       ".SS \"Engine polled\"\n"
		       ".TP\n\\fBhipri\\fR=\\fI0|1\\fR\n"
		       "Poll for completions.\n"
		       "Alone, it means 1.\n"
		       "Default: 0.\n");
}
END_TEST

START_TEST(man_lists_the_words_of_a_choice)
{
	option_help_man(&choice_table, NULL, out);
	assert_written(".SS \"Time\"\n"
		       ".TP\n\\fBamount\\fR=\\fIWORD\\fR\n"
		       "How much.\n"
		       "Default: none.\n"
		       ".RS\n"
		       ".TP\n\\fBnone\\fR\nNothing.\n"
		       ".TP\n\\fBmuch\\fR\nA lot.\n"
		       ".RE\n");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("option_help");
	TCase *tc = tcase_create("option_help");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, the_list_has_a_line_an_option_under_its_category);
	tcase_add_test(tc, one_option_is_told_in_the_form_that_scripts_know);
	tcase_add_test(
		tc, one_choice_is_told_with_its_words_but_not_other_spellings);
	tcase_add_test(tc, an_option_without_a_default_has_none);
	tcase_add_test(tc, words_of_the_type_are_told_too);
	tcase_add_test(tc, markdown_has_a_section_an_option);
	tcase_add_test(tc, markdown_lists_the_words_of_a_choice);
	tcase_add_test(tc, man_escapes_what_roff_would_read);
	tcase_add_test(tc, man_lists_the_words_of_a_choice);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
