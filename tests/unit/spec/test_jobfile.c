#include "spec/jobfile.h"

#include "jobfile_fixture.h"
#include "unit.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MIB ((size_t)1 << 20)

static const struct {
	const char *text;
	const char *expected;
} accepted[] = {
	{ "", "" },
	{ "\n \t\n; only\n  # comments", "" },
	{ "[a]", "[a]" },
	{ "[a]\nbs=4k", "[a]bs=4k" },
	{ "[a]\nrw = write\nbs\t=\t8k \n", "[a]rw=write,bs=8k" },
	{ "[a]\n\tbs=4k\n    rw=read\n\001size=1\002\n",
	  "[a]bs=4k,rw=read,size=1" },
	{ "[a]\nbs=4k ; c\nrw=read#c\n;size=1\n#size=2\n", "[a]bs=4k,rw=read" },
	{ "[a]\nstonewall\ndescription=\n", "[a]stonewall,description=" },
	{ "[a]\ndescription=\"a b\"\n", "[a]description=\"a b\"" },
	{ "[a]\nverify_pattern='x=y'\n", "[a]verify_pattern='x=y'" },
	{ "[a]\nfilename=a:b\\:c\n", "[a]filename=a:b\\:c" },
	{ "[a]\na:b=1\n%AA=2\na b=%AA\n", "[a]a:b=1,%AA=2,a b=%AA" },
	{ "[a]\nbs=4k\nbs=8k\n", "[a]bs=4k,bs=8k" },
	{ "[a]\nd=|x|\ne=!\n", "[a]d=|x|,e=!" },
	/* Sections. */
	{ "[a]\n[b]\nbs=4k\n[b]\n[b]\nbs=8k\n", "[a]|[b]bs=4k|[b]|[b]bs=8k" },
	{ "  [a]  \n[b] ; c\n[c]#d\n", "[a]|[b]|[c]" },
	{ "[ a, b: c=d ]\n[a]b]\n[ ]\n", "[ a, b: c=d ]|[a]b]|[ ]" },
	{ "[global]\nbs=4k\n[a]\n[global]\n", "[global]bs=4k|[a]|[global]" },
	/* Encodings and line ends. */
	{ "\xEF\xBB\xBF[a]\r\nbs=4k\r\n", "[a]bs=4k" },
	{ "[\xC3\xA4]\nname=\xE2\x82\xAC\n", "[\xC3\xA4]name=\xE2\x82\xAC" },
	{ "[a]\n\xEF\xBB\xBF=4k\n", "[a]\xEF\xBB\xBF=4k" },
	{ "[a]\r\n\r\nbs=4k\r", "[a]bs=4k" },
	/* Variables. */
	{ "[a]\nbs=${RUNNER_A},${RUNNER_A}\n", "[a]bs=4k,4k" },
	{ "[a]\nb${RUNNER_EMPTY}s=x${RUNNER_UNSET}y\n", "[a]bs=xy" },
	{ "[j-${RUNNER_A}]\n", "[j-4k]" },
	{ "[j-$ncpus]\n", "[j-$ncpus]" },
	{ "[a]\n${RUNNER_PAIR}\n", "[a]bs=8k" },
	{ "[a]\n${RUNNER_EMPTY}\nbs=4k\n", "[a]bs=4k" },
	{ "[a]\nd=${RUNNER_EMPTY}\n", "[a]d=" },
	{ "[a]\nd=${RUNNER_MARKS}\n", "[a]d=a ; b # c % d : [e]" },
	{ "[a]\n${RUNNER_MARKS}=1\n", "[a]a ; b # c % d : [e]=1" },
	{ "[a]\n${RUNNER_HEADER}\n", "[a][b]" },
	{ "[a]\nd=${RUNNER_NESTED}\n", "[a]d=${RUNNER_A}" },
	{ "[a]\nd=${RUNNER_A;}\n", "[a]d=${RUNNER_A" },
	{ "[a]\nd=$jobname.$jobnum.$filenum\n",
	  "[a]d=$jobname.$jobnum.$filenum" },
};

START_TEST(reads_what_people_write)
{
	ck_assert_int_eq(read_text(accepted[_i].text), 0);
	ck_assert_str_eq(dump(), accepted[_i].expected);
	ck_assert_str_eq(messages(), "");
}
END_TEST

static const struct {
	const char *text;
	const char *messages;
	const char *expected;
} refused[] = {
	{ "bs=4k\nrw=read\n[a]\nrw=write\n",
	  "t.fio:1: error: 'bs=4k' is not in a section\n",
	  "[global]bs=4k,rw=read|[a]rw=write" },
	{ "include f\n",
	  "t.fio:1: error: 'include f' is not in a section\n"
	  "t.fio:1: error: include: 'f' No such file or directory\n",
	  "[global]" },
	{ "[abc\nbs=4k\n", "t.fio:1: error: expected ] at the end of '[abc'\n",
	  "[abc]bs=4k" },
	{ "[a]\n[", "t.fio:2: error: expected ] at the end of '['\n",
	  "[a]|[]" },
	{ "[a]trailing\n",
	  "t.fio:1: error: expected ] at the end of '[a]trailing'\n",
	  "[a]trailing]" },
	{ "[a;b]\n", "t.fio:1: error: expected ] at the end of '[a'\n", "[a]" },
	{ "\n[]\n", "t.fio:2: error: expected a name between [ and ]\n", "[]" },
	{ "[${RUNNER_UNSET}]\n",
	  "t.fio:1: error: expected a name between [ and ]\n"
	  "t.fio:1: hint: environment variable 'RUNNER_UNSET' is not set\n",
	  "[]" },
	{ "[a]\n=4k\nbs=8k\n", "t.fio:2: error: expected a name before '='\n",
	  "[a]bs=8k" },
	{ "[a]\nbs=${RUNNER_UNSET}${RUNNER_OTHER}\nrw=read\n",
	  "t.fio:2: error: bs: environment variable 'RUNNER_UNSET' is not "
	  "set\n",
	  "[a]rw=read" },
	{ "[a]\n${RUNNER_UNSET}\n",
	  "t.fio:2: error: environment variable 'RUNNER_UNSET' is not set\n",
	  "[a]" },
	{ "[a]\nbs=${}\n",
	  "t.fio:2: error: bs: environment variable '' is not set\n", "[a]" },
	{ "[a]\rbs=4k\r[b]\r",
	  "t.fio:1: error: carriage return within a line: lines end in LF "
	  "or CRLF\n",
	  "" },
	{ "; mac\r[a]\rbs=4k",
	  "t.fio:1: error: carriage return within a line: lines end in LF "
	  "or CRLF\n",
	  "" },
	{ "[a]\ninclude\n", "t.fio:2: error: include needs a value\n", "[a]" },
	{ "[a]\ninclude = ; none\n", "t.fio:2: error: include needs a value\n",
	  "[a]" },
	{ "[a]\ninclude ${RUNNER_UNSET}\n",
	  "t.fio:2: error: include needs a value\n"
	  "t.fio:2: hint: environment variable 'RUNNER_UNSET' is not set\n",
	  "[a]" },
	{ "[a]\ninclude gone.fio ; c\nbs=4k\n[b\n",
	  "t.fio:2: error: include: 'gone.fio' No such file or directory\n"
	  "t.fio:4: error: expected ] at the end of '[b'\n",
	  "[a]bs=4k|[b]" },
	{ "[a]\ninclude .\n", "t.fio:2: error: include: '.' Is a directory\n",
	  "[a]" },
	{ "[a]\n"
	  "an option whose name is a lot longer than any there is=1\n"
	  "bs=4k\n",
	  "t.fio:2: error: unknown option "
	  "'an option whose name is a lot longer than any the...'\n",
	  "[a]bs=4k" },
};

START_TEST(reports_an_error_and_reads_on)
{
	ck_assert_int_eq(read_text(refused[_i].text), -1);
	ck_assert_str_eq(messages(), refused[_i].messages);
	ck_assert_str_eq(dump(), refused[_i].expected);
}
END_TEST

static const struct {
	const char *text;
	const char *messages;
} warned[] = {
	{ "[globalfoo]\n", "t.fio:1: warning: [globalfoo] is a job: only "
			   "[global] sets defaults\n" },
	{ "[GLOBAL]\n[ global ]\n[global]\n[aglobal]\n", "" },
	{ "[a]\nexec_prerun=echo 'a;b'\n",
	  "t.fio:2: warning: ';' begins a comment, even within quotes\n" },
	{ "[a]\nd=\"it's # so\" ; c\n",
	  "t.fio:2: warning: '#' begins a comment, even within quotes\n" },
	{ "[a]\nd=it's ; fine\n", "" },
	{ "[a]\nd='a' ; 'b'\n", "" },
	{ "; d='a\n", "" },
};

START_TEST(warns_where_the_meaning_may_surprise)
{
	ck_assert_int_eq(read_text(warned[_i].text), 0);
	ck_assert_str_eq(messages(), warned[_i].messages);
}
END_TEST

START_TEST(only_exactly_global_is_global)
{
	ck_assert_int_eq(
		read_text("[global]\n[globalfoo]\n[GLOBAL]\n[ global ]\n"), 0);
	ck_assert_uint_eq(file->section_count, 4);
	for (size_t i = 0; i < 4; i++) {
		ck_assert_int_eq(file->sections[i].global, i == 0);
		ck_assert_uint_eq(file->sections[i].input, 1);
	}
}
END_TEST

START_TEST(each_section_and_key_knows_its_place)
{
	const struct jobfile_section *s;

	ck_assert_int_eq(read_text("; c\n\n[a]\n\nbs=4k\n#\nrw=read"), 0);
	s = &file->sections[0];
	ck_assert_str_eq(s->at.file, "t.fio");
	ck_assert_uint_eq(s->at.line, 3);
	ck_assert_uint_eq(s->keys[0].at.line, 5);
	ck_assert_uint_eq(s->keys[1].at.line, 7);
	ck_assert_str_eq(s->keys[1].at.file, "t.fio");
}
END_TEST

START_TEST(a_key_remembers_its_first_unset_variable)
{
	const struct jobfile_key *keys;

	ck_assert_int_eq(read_text("[a]\n"
				   "bs=1${RUNNER_UNSET}${RUNNER_OTHER}\n"
				   "rw=${RUNNER_A}\n"),
			 0);
	keys = file->sections[0].keys;
	ck_assert_str_eq(keys[0].unset, "RUNNER_UNSET");
	ck_assert_ptr_null(keys[1].unset);
}
END_TEST

START_TEST(sections_come_behind_those_there_are)
{
	struct source at = { "command line", 0 };

	jobfile_add_section(file, "cli", at);
	jobfile_add_key(file, "bs", "4k", at);
	jobfile_add_key(file, "stonewall", NULL, at);
	ck_assert_int_eq(read_text("[a]\nrw=read\n"), 0);
	ck_assert_str_eq(dump(), "[cli]bs=4k,stonewall|[a]rw=read");
	ck_assert_uint_eq(file->sections[0].input, 0);
	ck_assert_uint_eq(file->sections[1].input, 1);
	ck_assert_int_eq(read_text("rw=write\n"), -1);
	ck_assert_str_eq(messages(),
			 "t.fio:1: error: 'rw=write' is not in a section\n");
}
END_TEST

/* Around what inih has room for, and far beyond. */
static const size_t lengths[] = { 1,   100, 180, 185,  190,    195,
				  196, 197, 198, 199,  200,    380,
				  400, 511, 600, 8191, 100000, MIB - 3 };

/* A value of blanks, marks and bytes that are escaped, not blank at the ends.
 */
static char *odd_value(size_t length)
{
	static const char mix[] = "a  |%:b [=!\"x\t";
	char *value = malloc(length + 1);

	ck_assert_ptr_nonnull(value);
	for (size_t i = 0; i < length; i++)
		value[i] = mix[i % (sizeof(mix) - 1)];
	value[length - 1] = 'z';
	value[length] = '\0';
	return value;
}

START_TEST(long_values_stay_whole)
{
	char *value = odd_value(lengths[_i]), *text;

	ck_assert_int_gt(asprintf(&text, "[a]\nd=%s\nbs=4k\n", value), 0);
	ck_assert_int_eq(read_text(text), 0);
	ck_assert_uint_eq(file->sections[0].key_count, 2);
	ck_assert_str_eq(file->sections[0].keys[0].value, value);
	ck_assert_str_eq(file->sections[0].keys[1].value, "4k");
	free(text);
	free(value);
}
END_TEST

START_TEST(a_long_section_name_stays_whole)
{
	char *name = odd_value(5000), *text;

	ck_assert_int_gt(asprintf(&text, "[%s]\nbs=4k\n", name), 0);
	ck_assert_int_eq(read_text(text), 0);
	ck_assert_str_eq(file->sections[0].name, name);
	ck_assert_uint_eq(file->sections[0].key_count, 1);
	free(text);
	free(name);
}
END_TEST

START_TEST(a_line_of_more_than_a_mebibyte_is_refused)
{
	char *value = odd_value(MIB - 1), *text;

	ck_assert_int_gt(asprintf(&text, "[a]\nd=%s\nbs=4k\n", value), 0);
	ck_assert_int_eq(read_text(text), -1);
	ck_assert_str_eq(messages(),
			 "t.fio:2: error: line is longer than 1 MiB\n");
	ck_assert_str_eq(dump(), "[a]bs=4k");
	free(text);
	free(value);
}
END_TEST

START_TEST(a_nul_byte_ends_the_file_with_an_error)
{
	static const char bytes[] = "[a]\nbs=4k\nrw=re\0ad\n[b\n";

	ck_assert_int_eq(read_bytes(bytes, sizeof(bytes) - 1), -1);
	ck_assert_str_eq(messages(),
			 "t.fio:3: error: NUL byte: this is not a text file\n");
	ck_assert_str_eq(dump(), "[a]bs=4k");
}
END_TEST

START_TEST(many_keys_and_sections_keep_their_order)
{
	char *text;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	for (int i = 0; i < 300; i++) {
		fprintf(out, "[%d]\n", i);
		for (int k = 0; k < i; k++)
			fprintf(out, "n%d=%d\n", k, k * i);
	}
	fclose(out);
	ck_assert_int_eq(read_text(text), 0);
	free(text);
	ck_assert_uint_eq(file->section_count, 300);
	for (size_t i = 0; i < 300; i++) {
		const struct jobfile_section *s = &file->sections[i];

		ck_assert_uint_eq(s->key_count, i);
		for (size_t k = 0; k < i; k++) {
			ck_assert_uint_eq(
				strtoul(s->keys[k].name + 1, NULL, 10), k);
			ck_assert_uint_eq(strtoul(s->keys[k].value, NULL, 10),
					  k * i);
		}
	}
}
END_TEST

START_TEST(a_file_that_cannot_be_read_is_an_error)
{
	ck_assert_int_eq(jobfile_read(file, "gone.fio", diag), -1);
	ck_assert_int_eq(jobfile_read(file, ".", diag), -1);
	ck_assert_str_eq(messages(),
			 "gone.fio: error: No such file or directory\n"
			 ".: error: Is a directory\n");
}
END_TEST

START_TEST(a_dash_is_standard_input)
{
	int saved = dup(STDIN_FILENO);

	write_file("t.fio", "[a]\nbs=4k\n=1\n");
	ck_assert_ptr_nonnull(freopen("t.fio", "r", stdin));
	ck_assert_int_eq(jobfile_read(file, "-", diag), -1);
	ck_assert_str_eq(messages(),
			 "stdin:3: error: expected a name before '='\n");
	ck_assert_str_eq(dump(), "[a]bs=4k");
	dup2(saved, STDIN_FILENO);
	close(saved);
}
END_TEST

/* jobfile_expand() */

static const struct {
	const char *text;
	const char *expected;
	const char *unset;
} expanded[] = {
	{ "a${RUNNER_A}b", "a4kb", NULL },
	{ "${RUNNER_A}${RUNNER_A}", "4k4k", NULL },
	{ "\\${RUNNER_A}", "\\4k", NULL },
	{ "${RUNNER_NESTED}", "${RUNNER_A}", NULL },
	{ "a${RUNNER_UNSET}b", "ab", "RUNNER_UNSET" },
	{ "${RUNNER_OTHER}${RUNNER_UNSET}", "", "RUNNER_OTHER" },
	{ "${RUNNER_EMPTY}", "", NULL },
	{ "${${RUNNER_A}}", "}", "${RUNNER_A" },
};

START_TEST(expand_replaces_variables)
{
	const char *unset = "";

	ck_assert_str_eq(jobfile_expand(arena, expanded[_i].text, &unset),
			 expanded[_i].expected);
	ck_assert_pstr_eq(unset, expanded[_i].unset);
	ck_assert_str_eq(jobfile_expand(arena, expanded[_i].text, NULL),
			 expanded[_i].expected);
}
END_TEST

static const char *const untouched[] = {
	"",         "4k",        "$",          "$$",
	"$jobname", "$filenum/", "$RUNNER_A",  "${RUNNER_A",
	"a$ncpu",   "$NCPUS",    "$page_size", "$mb_memor",
};

START_TEST(expand_returns_the_text_if_there_is_nothing_to_replace)
{
	const char *unset = "";

	ck_assert_ptr_eq(jobfile_expand(arena, untouched[_i], &unset),
			 untouched[_i]);
	ck_assert_ptr_null(unset);
}
END_TEST

START_TEST(expand_replaces_keywords_anywhere)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	uint64_t memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * page / MIB;
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	char *expected;

	ck_assert_int_gt(asprintf(&expected,
				  "(%ld*2)%ldx,%" PRIu64 "k-%" PRIu64
				  "$jobname%ld",
				  cpus, cpus, page, memory, cpus),
			 0);
	ck_assert_str_eq(jobfile_expand(arena,
					"($ncpus*2)$ncpusx,$pagesizek-"
					"$mb_memory$jobname${RUNNER_KEYWORD}",
					NULL),
			 expected);
	free(expected);
}
END_TEST

START_TEST(a_job_file_has_its_keywords_replaced)
{
	char *expected;

	ck_assert_int_gt(asprintf(&expected, "[a]numjobs=%ld*2",
				  sysconf(_SC_NPROCESSORS_ONLN)),
			 0);
	ck_assert_int_eq(read_text("[a]\nnumjobs=$ncpus*2\n"), 0);
	ck_assert_str_eq(dump(), expected);
	free(expected);
}
END_TEST

static void add_line_tests(TCase *tc)
{
	tcase_add_loop_test(tc, reads_what_people_write, 0, COUNT_OF(accepted));
	tcase_add_loop_test(tc, reports_an_error_and_reads_on, 0,
			    COUNT_OF(refused));
	tcase_add_loop_test(tc, warns_where_the_meaning_may_surprise, 0,
			    COUNT_OF(warned));
	tcase_add_test(tc, only_exactly_global_is_global);
	tcase_add_test(tc, each_section_and_key_knows_its_place);
	tcase_add_test(tc, a_key_remembers_its_first_unset_variable);
	tcase_add_test(tc, sections_come_behind_those_there_are);
	tcase_add_loop_test(tc, long_values_stay_whole, 0, COUNT_OF(lengths));
	tcase_add_test(tc, a_long_section_name_stays_whole);
	tcase_add_test(tc, a_line_of_more_than_a_mebibyte_is_refused);
	tcase_add_test(tc, a_nul_byte_ends_the_file_with_an_error);
	tcase_add_test(tc, many_keys_and_sections_keep_their_order);
	tcase_add_test(tc, a_file_that_cannot_be_read_is_an_error);
	tcase_add_test(tc, a_dash_is_standard_input);
}

static void add_expand_tests(TCase *tc)
{
	tcase_add_loop_test(tc, expand_replaces_variables, 0,
			    COUNT_OF(expanded));
	tcase_add_loop_test(
		tc, expand_returns_the_text_if_there_is_nothing_to_replace, 0,
		COUNT_OF(untouched));
	tcase_add_test(tc, expand_replaces_keywords_anywhere);
	tcase_add_test(tc, a_job_file_has_its_keywords_replaced);
}

int main(void)
{
	static void (*const add_tests[])(TCase *) = {
		add_line_tests,
		add_expand_tests,
	};
	Suite *suite = suite_create("jobfile");

	for (size_t i = 0; i < COUNT_OF(add_tests); i++) {
		TCase *tc = tcase_create("jobfile");

		tcase_add_checked_fixture(tc, setup, teardown);
		add_tests[i](tc);
		suite_add_tcase(suite, tc);
	}
	return unit_main(suite);
}
