#ifndef RUNNER_TESTS_JOBFILE_FIXTURE_H
#define RUNNER_TESTS_JOBFILE_FIXTURE_H

#include "spec/jobfile.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct arena *arena;
static struct diag *diag;
static struct jobfile *file;
static char *said, *dumped;
static char home[4096], folder[32];

/* Every test runs in an empty folder of its own. */
static inline void setup(void)
{
	arena = arena_new();
	diag = diag_new();
	file = jobfile_new(arena);
	ck_assert_ptr_nonnull(getcwd(home, sizeof(home)));
	snprintf(folder, sizeof(folder), "/tmp/test_jobfile.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chdir(folder), 0);
	setenv("RUNNER_A", "4k", 1);
	setenv("RUNNER_EMPTY", "", 1);
	setenv("RUNNER_PAIR", "bs = 8k", 1);
	setenv("RUNNER_MARKS", "a ; b # c % d : [e]", 1);
	setenv("RUNNER_HEADER", "[b]", 1);
	setenv("RUNNER_NESTED", "${RUNNER_A}", 1);
	setenv("RUNNER_KEYWORD", "$ncpus", 1);
	unsetenv("RUNNER_UNSET");
	unsetenv("RUNNER_OTHER");
}

static inline void teardown(void)
{
	char *command;

	ck_assert_int_eq(chdir(home), 0);
	ck_assert_int_gt(asprintf(&command, "rm -r %s", folder), 0);
	ck_assert_int_eq(system(command), 0);
	free(command);
	free(said);
	free(dumped);
	said = dumped = NULL;
	diag_free(diag);
	arena_free(arena);
}

static inline int read_bytes(const char *bytes, size_t length)
{
	FILE *in = fmemopen((void *)bytes, length, "r");
	int result;

	ck_assert_ptr_nonnull(in);
	result = jobfile_read_stream(file, in, "t.fio", diag);
	fclose(in);
	return result;
}

static inline int read_text(const char *text)
{
	return read_bytes(text, strlen(text));
}

static inline void write_file(const char *path, const char *text)
{
	FILE *out = fopen(path, "w");

	ck_assert_ptr_nonnull(out);
	fputs(text, out);
	fclose(out);
}

/* All messages as they are printed. */
static inline const char *messages(void)
{
	size_t length;
	FILE *out;

	free(said);
	out = open_memstream(&said, &length);
	diag_print(diag, out);
	fclose(out);
	return said;
}

/* "[a]bs=4k,stonewall|[b]" and the like; a null value is a bare name. */
static inline const char *dump(void)
{
	size_t length;
	FILE *out;

	free(dumped);
	out = open_memstream(&dumped, &length);
	for (size_t i = 0; i < file->section_count; i++) {
		const struct jobfile_section *s = &file->sections[i];

		fprintf(out, "%s[%s]", i ? "|" : "", s->name);
		for (size_t k = 0; k < s->key_count; k++)
			fprintf(out, "%s%s%s%s", k ? "," : "", s->keys[k].name,
				s->keys[k].value ? "=" : "",
				s->keys[k].value ? s->keys[k].value : "");
	}
	fclose(out);
	return dumped;
}

#endif
