#include "spec/job_options.h"
#include "spec/options_refused.h"

#include "unit.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Every row of the table is a test of its own. */

static const struct option_table *const table = &job_option_table;
static const struct source here = { "t.fio", 3 };

static struct arena *arena;
static struct diag *diag;
static struct option_context context;
static struct job_options values;

static void setup(void)
{
	arena = arena_new();
	diag = diag_new();
	context = (struct option_context){ .arena = arena, .kb_base = 1024 };
	memset(&values, 0, sizeof(values));
}

static void teardown(void)
{
	diag_free(diag);
	arena_free(arena);
}

static const struct option *row(int i)
{
	return &table->list[i];
}

/* All names of a row; null ones are none. */
enum { NAMES = 3 };

static const char *name_of(const struct option *o, int which)
{
	const char *const names[NAMES] = { o->name, o->alias, o->alias2 };

	return names[which];
}

START_TEST(names_are_sorted)
{
	ck_assert_uint_gt(table->count, 0);
	for (size_t i = 1; i < table->count; i++)
		ck_assert_str_lt(table->list[i - 1].name, table->list[i].name);
}
END_TEST

static size_t count_name(const char *name)
{
	size_t count = 0;

	for (size_t i = 0; i < table->count; i++)
		for (int j = 0; j < NAMES; j++) {
			const char *other = name_of(&table->list[i], j);

			count += other && strcmp(other, name) == 0;
		}
	return count;
}

START_TEST(each_name_and_alias_is_one_option)
{
	const struct option *o = row(_i);

	for (int j = 0; j < NAMES; j++) {
		const char *name = name_of(o, j);

		if (!name)
			continue;
		ck_assert_msg(count_name(name) == 1, "%s is there %zu times",
			      name, count_name(name));
		ck_assert_ptr_eq(option_find(table, name), o);
	}
	ck_assert_msg(o->alias || !o->alias2, "%s: alias2 without alias",
		      o->name);
}
END_TEST

START_TEST(names_are_lower_case)
{
	for (int j = 0; j < NAMES; j++) {
		const char *name = name_of(row(_i), j);

		for (; name && *name; name++)
			ck_assert_msg(islower((unsigned char)*name) ||
					      isdigit((unsigned char)*name) ||
					      *name == '_' || *name == '-',
				      "%s", name_of(row(_i), j));
	}
}
END_TEST

START_TEST(help_is_a_sentence_without_a_full_stop)
{
	const struct option *o = row(_i);

	ck_assert_ptr_nonnull(o->help);
	ck_assert_msg(isupper((unsigned char)o->help[0]), "%s: %s", o->name,
		      o->help);
	ck_assert_msg(!strchr(". ", o->help[strlen(o->help) - 1]), "%s: %s",
		      o->name, o->help);
}
END_TEST

START_TEST(choices_are_listed_with_their_help)
{
	const struct option_choice *c = row(_i)->choices;
	size_t listed = 0;

	if (row(_i)->type == &option_choice)
		ck_assert_ptr_nonnull(c);
	for (; c && c->name; c++) {
		if (!c->help)
			continue;
		listed++;
		ck_assert_msg(c->help[0], "%s=%s", row(_i)->name, c->name);
		ck_assert_msg(c->help[strlen(c->help) - 1] != '.', "%s=%s: %s",
			      row(_i)->name, c->name, c->help);
	}
	if (row(_i)->choices)
		ck_assert_uint_gt(listed, 0);
}
END_TEST

START_TEST(each_row_has_a_type_and_a_field_of_its_own)
{
	const struct option *o = row(_i);

	ck_assert_ptr_nonnull(o->type);
	ck_assert_int_lt(o->category, OPTION_ENGINE);
	ck_assert_uint_lt(o->offset, sizeof(values));
	for (size_t i = 0; i < table->count; i++)
		if (&table->list[i] != o)
			ck_assert_msg(table->list[i].offset != o->offset,
				      "%s and %s", o->name,
				      table->list[i].name);
	if (o->type == &option_duration || o->type == &option_duration_range)
		ck_assert_msg(o->unit_ns, "%s has no unit", o->name);
	if (o->type->measure == MEASURE_SIGNED)
		ck_assert_int_le((int64_t)o->min, (int64_t)o->max);
	else if (o->max)
		ck_assert_uint_le(o->min, o->max);
}
END_TEST

START_TEST(the_default_parses_and_is_in_range)
{
	const struct option *o = row(_i);

	if (!o->initial)
		return;
	ck_assert_msg(
		option_set(o, &values, o->initial, &context, here, diag) == 0,
		"%s=%s %s", o->name, o->initial, context.reason);
}
END_TEST

START_TEST(the_default_read_back_from_its_text_is_the_same)
{
	const struct option *o = row(_i);
	char *text, *again;

	option_table_defaults(table, &values, arena);
	text = option_value_text(o, &values);
	if (o->initial)
		ck_assert_msg(*text, "%s has no text", o->name);
	memset(&values, 0, sizeof(values));
	if (*text && (o->initial || o->min == 0))
		ck_assert_msg(
			option_set(o, &values, text, &context, here, diag) == 0,
			"%s=%s %s", o->name, text, context.reason);
	again = option_value_text(o, &values);
	ck_assert_str_eq(text, again);
	free(text);
	free(again);
}
END_TEST

START_TEST(every_choice_read_back_from_its_text_is_the_same)
{
	const struct option *o = row(_i);

	for (const struct option_choice *c = option_words(o); c && c->name;
	     c++) {
		char *text, *again;

		if (option_set(o, &values, c->name, &context, here, diag) < 0) {
			/* Some words are none without numbers. */
			ck_assert_ptr_nonnull(strstr(context.reason, "needs"));
			continue;
		}
		text = option_value_text(o, &values);
		ck_assert_int_eq(
			option_set(o, &values, text, &context, here, diag), 0);
		again = option_value_text(o, &values);
		ck_assert_str_eq(text, again);
		free(text);
		free(again);
	}
}
END_TEST

START_TEST(a_name_alone_is_a_flag_or_needs_a_value)
{
	const struct option *o = row(_i);
	const struct diag_message *messages;
	char expected[100];
	size_t count;
	int status = option_set(o, &values, NULL, &context, here, diag);

	messages = diag_messages(diag, &count);
	if (o->type == &option_flag || o->bare) {
		ck_assert_int_eq(status, 0);
		ck_assert_uint_eq(count, 0);
		return;
	}
	ck_assert_int_eq(status, -1);
	ck_assert_uint_eq(count, 2);
	snprintf(expected, sizeof(expected), "%s needs a value", o->name);
	ck_assert_str_eq(messages[0].text, expected);
	snprintf(expected, sizeof(expected), "write it as %s=%s", o->name,
		 o->type->argument);
	ck_assert_str_eq(messages[1].text, expected);
}
END_TEST

START_TEST(an_empty_value_is_refused)
{
	const struct option *o = row(_i);

	ck_assert_int_eq(option_set(o, &values, "", &context, here, diag), -1);
	ck_assert_uint_eq(diag_count(diag, DIAG_ERROR), 1);
}
END_TEST

START_TEST(what_is_refused_is_in_no_row)
{
	const struct option_refused *r = options_refused;

	for (size_t i = 0; r[i].name; i++) {
		ck_assert_msg(!option_find(table, r[i].name), "%s", r[i].name);
		if (i)
			ck_assert_str_lt(r[i - 1].name, r[i].name);
	}
}
END_TEST

/* What people write, and what it comes to. */
static const struct {
	const char *name;
	const char *text;
	const char *value;
} wild[] = {
	{ "rw", "randrw:16", "randrw:16" },
	{ "readwrite", "randtrimwrite", "randtrimwrite" },
	{ "bs", "4k,8k,4k", "4KiB,8KiB,4KiB" },
	{ "blocksize", "1k-16k", "1KiB-16KiB" },
	{ "size", "100%", "100%" },
	{ "percentile_list", "99.99999999:100", "100" },
	{ "percentile_list", "50:50.0000001:99.9", "50:99.9" },
	{ "size", "(4*1024)", "4KiB" },
	{ "io_size", "1Gi", "1GiB" },
	{ "filesize", "1k-100M", "1KiB-100MiB" },
	{ "offset", "50%", "50%" },
	{ "runtime", "2h", "2h" },
	{ "timeout", "60", "1m" },
	{ "ramp_time", "200ms", "200ms" },
	{ "startdelay", "5-10", "5s-10s" },
	{ "thinktime", "1ms", "1ms" },
	{ "thinktime", "1", "1us" },
	{ "max_latency", "50ms", "50ms" },
	{ "rate", "10m,", "10485760,0" },
	{ "rate_iops", "300,300,300", "300" },
	{ "file_service_type", "random:16", "random:16" },
	{ "file_service_type", "pareto:0.20:0", "pareto:0.2:0" },
	{ "bssplit", "4k/10:64k/50:32k/40", "4KiB/10:64KiB/50:32KiB/40" },
	{ "bssplit", "1k/:2k/:4k/50", "1KiB/25:2KiB/25:4KiB/50" },
	{ "bssplit", "8k/90:32k/10,8k/90:32k/10", "8KiB/90:32KiB/10" },
	{ "bssplit", ",,4k/12:8k/88", ",,4KiB/12:8KiB/88" },
	{ "bssplit", "20k-28k/9:4k/91", "20KiB-28KiB/9:4KiB/91" },
	{ "bsrange", "1k-16k", "1KiB-16KiB" },
	{ "bs", ",4k/15:1024k:85,", "4KiB" },
	{ "blockalign", "4k", "4096" },
	{ "percentage_random", "0,25,0", "0,25,0" },
	{ "random_distribution", "zipf:1.2", "zipf:1.2" },
	{ "random_distribution", "pareto:0.25", "pareto:0.25" },
	{ "random_distribution", "normal:30", "normal:30" },
	{ "random_distribution", "zoned:50/5:30/15:20/",
	  "zoned:50/5:30/15:20/80" },
	{ "random_distribution", "zoned:50/20:50/0:0/0",
	  "zoned:50/20:50/40:0/40" },
	{ "random_distribution", "zoned:50/0:50/100", "zoned:50/0:50/100" },
	{ "random_distribution", "zoned_abs:50/100k:50/0",
	  "zoned_abs:50/100KiB:50/0" },
	{ "size", "20z", "20z" },
	{ "percentile_list", "50:0:90", "50" },
	{ "percentile_list", "0", "0" },
	{ "random_distribution", "zoned_abs:60/20g:40/100g",
	  "zoned_abs:60/20GiB:40/100GiB" },
	{ "random_distribution", "sequence:2,0,1", "sequence:2,0,1" },
	{ "random_distribution", "zipf:1.2:0.5,random", "zipf:1.2:0.5,random" },
	{ "offset_increment", "10%", "10%" },
	{ "rw_sequencer", "identical", "identical" },
	{ "percentile_list", "50:99:99.9:99.999", "50:99:99.9:99.999" },
	{ "cpus_allowed", "0-3,7", "0-3,7" },
	{ "cpus_allowed_policy", "split", "split" },
	{ "fadvise_hint", "1", "1" },
	{ "lockfile", "readwrite", "readwrite" },
	{ "numa_mem_policy", "bind:0", "bind:0" },
	{ "nice", "-5", "-5" },
	{ "description", "\"a b\"", "\"a b\"" },
	{ "filename_format", "$jobname.$jobnum.$filenum",
	  "$jobname.$jobnum.$filenum" },
	{ "allow_mounted_write", "true", "1" },
	{ "continue_on_error", "1", "all" },
	{ "stonewall", NULL, "1" },
	{ "kb_base", "1000", "1000" },
	{ "buffer_pattern", "\"abcd\"-120xdeadface", "\"abcd\"-120xdeadface" },
	{ "buffer_pattern", "0xdeadbeef", "0xdeadbeef" },
	{ "mem", "mmaphuge:/path", "mmaphuge:/path" },
	{ "iomem", "mmapshared", "mmapshared" },
	{ "hugepage-size", "2m", "2MiB" },
	{ "dedupe_mode", "working_set", "working_set" },
};

START_TEST(takes_what_real_files_say)
{
	const struct option *o = option_find(table, wild[_i].name);
	char *text;

	ck_assert_ptr_nonnull(o);
	option_table_defaults(table, &values, arena);
	if (o->type == &option_text_list)
		memset(&values, 0, sizeof(values));
	ck_assert_msg(option_set(o, &values, wild[_i].text, &context, here,
				 diag) == 0,
		      "%s=%s %s", o->name, wild[_i].text, context.reason);
	text = option_value_text(o, &values);
	ck_assert_str_eq(text, wild[_i].value);
	free(text);
}
END_TEST

static void add_rows(TCase *tc)
{
	int rows = (int)table->count;

	tcase_add_loop_test(tc, each_name_and_alias_is_one_option, 0, rows);
	tcase_add_loop_test(tc, names_are_lower_case, 0, rows);
	tcase_add_loop_test(tc, help_is_a_sentence_without_a_full_stop, 0,
			    rows);
	tcase_add_loop_test(tc, choices_are_listed_with_their_help, 0, rows);
	tcase_add_loop_test(tc, each_row_has_a_type_and_a_field_of_its_own, 0,
			    rows);
	tcase_add_loop_test(tc, the_default_parses_and_is_in_range, 0, rows);
	tcase_add_loop_test(tc, the_default_read_back_from_its_text_is_the_same,
			    0, rows);
	tcase_add_loop_test(
		tc, every_choice_read_back_from_its_text_is_the_same, 0, rows);
	tcase_add_loop_test(tc, a_name_alone_is_a_flag_or_needs_a_value, 0,
			    rows);
	tcase_add_loop_test(tc, an_empty_value_is_refused, 0, rows);
}

int main(void)
{
	Suite *suite = suite_create("job_options");
	TCase *tc = tcase_create("job_options");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, names_are_sorted);
	add_rows(tc);
	tcase_add_test(tc, what_is_refused_is_in_no_row);
	tcase_add_loop_test(tc, takes_what_real_files_say, 0, COUNT_OF(wild));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
