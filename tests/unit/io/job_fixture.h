#ifndef RUNNER_TESTS_JOB_FIXTURE_H
#define RUNNER_TESTS_JOB_FIXTURE_H

#include "layout_fixture.h"
#include "unit.h"

#include <string.h>

/*
 * A job made of option texts, "rw=randread" and so on, with the defaults of
 * the option table and files of the sizes that a test gives.
 */
enum { JOB_FILES_MAX = 8 };

struct job_fixture {
	struct layout_fixture job;
	struct layout_file file[JOB_FILES_MAX];
	struct arena *arena;
	struct diag *diag;
};

static inline void job_fixture_set(struct job_fixture *f, const char *text)
{
	struct option_context context = { .arena = f->arena, .kb_base = 1024 };
	struct option_sources *given = &f->job.section.own;
	struct source here = { "test", 1 };
	const struct option *o;
	char name[64];
	size_t length = strcspn(text, "=");

	ck_assert_uint_lt(length, sizeof(name));
	memcpy(name, text, length);
	name[length] = '\0';
	o = option_find(&job_option_table, name);
	ck_assert_msg(o, "no option %s", name);
	ck_assert_int_eq(option_set(o, &f->job.options,
				    text[length] ? text + length + 1 : NULL,
				    &context, here, f->diag),
			 0);
	option_sources_add(given, f->arena, o, here);
}

/* "rw=read bs=4k"; the engine is null, without files, at iodepth. */
static inline void job_fixture_open(struct job_fixture *f, const char *texts)
{
	char copy[512];
	char *save;

	memset(f, 0, sizeof(*f));
	f->arena = arena_new();
	f->diag = diag_new();
	option_table_defaults(&job_option_table, &f->job.options, f->arena);
	layout_fixture_link(&f->job);
	f->job.section.engine = &engine_null.info;
	f->job.layout.files = f->file;
	ck_assert_uint_lt(strlen(texts), sizeof(copy));
	memcpy(copy, texts, strlen(texts) + 1);
	for (char *text = strtok_r(copy, " ", &save); text;
	     text = strtok_r(NULL, " ", &save))
		job_fixture_set(f, text);
	f->job.layout.depth = (uint32_t)f->job.options.iodepth;
	f->job.layout.seed = f->job.options.randseed;
	for (unsigned d = 0; d < DIRECTIONS; d++)
		if (f->job.options.bs.of[d].max > f->job.layout.max_bs)
			f->job.layout.max_bs = f->job.options.bs.of[d].max;
}

static inline void job_fixture_add_file(struct job_fixture *f, uint64_t offset,
					uint64_t length)
{
	struct layout *layout = &f->job.layout;

	ck_assert_uint_lt(layout->file_count, JOB_FILES_MAX);
	layout->files[layout->file_count++] = (struct layout_file){
		.kind = FILE_NONE,
		.size = offset + length,
		.offset = offset,
		.length = length,
	};
	layout->size += length;
	layout->io_bytes = f->job.options.io_size.value
				   ? f->job.options.io_size.value
				   : layout->size;
}

static inline void job_fixture_close(struct job_fixture *f)
{
	arena_free(f->arena);
	diag_free(f->diag);
}

#endif
