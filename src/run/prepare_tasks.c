#include "prepare_parts.h"

#include "run/order.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int refuse_longer(const struct job_preparation *p,
			 const struct run_file *file, uint64_t end)
{
	struct source at = PLAN_SOURCE(p->job->section, size);
	struct diag *diag = p->all->diag;

	if (!p->options->allow_file_create)
		return diag_error(
			diag, PLAN_SOURCE(p->job->section, allow_file_create),
			"%s has %" PRIu64 " bytes, %" PRIu64
			" are needed, and allow_file_create=0 forbids "
			"extending it",
			file->path, file->size, end);
	if (p->all->readonly)
		return diag_error(diag, at,
				  "%s has %" PRIu64 " bytes, %" PRIu64
				  " are needed, and --readonly forbids "
				  "extending it",
				  file->path, file->size, end);
	if (file->exists &&
	    faccessat(AT_FDCWD, file->path, W_OK, AT_EACCESS) < 0)
		return diag_error(diag, at,
				  "%s has %" PRIu64 " bytes, %" PRIu64
				  " are needed, and it can't be extended: %s",
				  file->path, file->size, end, strerror(errno));
	return 0;
}

/* create_on_open: there has to be a job that writes what is missing. */
static int leave_to_the_job(const struct job_preparation *p,
			    const struct run_file *file, uint64_t end)
{
	const struct job_options *o = p->options;

	if (!(o->rw.flags & (RW_READ | RW_TRIM)) || end <= file->written_to)
		return 0;
	return diag_error(
		p->all->diag, PLAN_SOURCE(p->job->section, create_on_open),
		"create_on_open: rw=%s needs %" PRIu64
		" bytes of %s, which has %" PRIu64 " and is not laid out",
		rw_name(o->rw.flags), end, file->path, file->from);
}

/* verify_only: what is not there can't be right, and stays as it is. */
static int refuse_to_add(const struct job_preparation *p,
			 const struct run_file *file, uint64_t end)
{
	struct source at = PLAN_SOURCE(p->job->section, verify.only);

	if (!file->exists)
		return diag_error(p->all->diag, at,
				  "verify_only: %s does not exist", file->path);
	return diag_error(p->all->diag, at,
			  "verify_only: %s has %" PRIu64
			  " bytes, and what is to be checked ends at %" PRIu64,
			  file->path, file->size, end);
}

/* The file has to end at `end` or later. */
static int need_length(const struct job_preparation *p, struct run_file *file,
		       uint64_t end)
{
	if (end <= file->size && (file->exists || file->job))
		return 0;
	if (section_only_verifies(p->job->section))
		return refuse_to_add(p, file, end);
	if (p->options->create_on_open)
		return leave_to_the_job(p, file, end);
	if (refuse_longer(p, file, end) < 0)
		return -1;
	if (file->exists && is_first_clone(p) &&
	    !(p->options->rw.flags & (RW_WRITE | RW_TRIM)))
		diag_note(p->all->diag, PLAN_SOURCE(p->job->section, size),
			  "%s has %" PRIu64 " bytes; it is extended to %" PRIu64
			  ", and nothing that is in it is changed",
			  file->path, file->from, end);
	file->size = end;
	if (!file->job)
		file->job = p->job;
	return 0;
}

/*
 * A job that reads or overwrites gets data, and not space that was only
 * allocated: made before the start, unless jobs that write the file come
 * before.
 */
static void need_data(const struct job_preparation *p, struct run_file *file,
		      uint64_t end)
{
	const struct job_options *o = p->options;
	bool needs = o->overwrite || (o->rw.flags & (RW_READ | RW_TRIM)) ||
		     engine_is(p, ENGINE_FIXED_SIZE);

	if (!needs || !file->job || end <= file->from)
		return;
	if (!order_is_after(p->job->section, file->job->number))
		file->fill = true;
	else if (p->job->number < file->fill_before)
		file->fill_before = p->job->number;
}

/* Allocating space and making files leaves what there is as it is. */
static bool overwrites(const struct job_preparation *p)
{
	if (engine_is(p, ENGINE_DESTROYS))
		return true;
	return job_writes(p) && (!engine_is(p, ENGINE_NO_DATA) ||
				 (p->options->rw.flags & RW_TRIM &&
				  !engine_is(p, ENGINE_ACTIVITY)));
}

static void note_writing(const struct job_preparation *p, struct run_file *file,
			 const struct layout_file *f)
{
	bool all = engine_is(p, ENGINE_DESTROYS);
	uint64_t start = all ? 0 : f->offset;
	uint64_t end = all ? file->from : f->offset + f->length;

	if (file->written_to == 0 || start < file->written_from)
		file->written_from = start;
	if (end > file->written_to)
		file->written_to = end;
}

static void note_reading(struct run_file *file, const struct layout_file *f,
			 const struct job *job)
{
	uint64_t end = f->offset + f->length;

	if (!file->reader || f->offset < file->read_from)
		file->read_from = f->offset;
	if (end > file->read_to)
		file->read_to = end;
	if (!file->reader)
		file->reader = job;
}

/* The folder has to be there. */
static void need_folder(const struct job_preparation *p, struct run_file *file)
{
	if (file->exists || file->job)
		return;
	file->is_folder = true;
	file->job = p->job;
}

/* A path is a file or a folder, whoever makes it first. */
static int check_is_one(const struct job_preparation *p,
			const struct run_file *file,
			const struct layout_file *f)
{
	bool is_folder = f->kind == FILE_FOLDER;

	if (!file->job || file->is_folder == is_folder)
		return 0;
	return diag_error(p->all->diag, prepare_file_source(p->job->section),
			  "%s would be a file for one job and a folder for "
			  "another",
			  file->path);
}

/*
 * What an earlier job makes is there when a later one looks at it or removes
 * it.
 */
static bool is_made_before(const struct job_preparation *p,
			   const struct run_file *file)
{
	return engine_is(p, ENGINE_ACTIVITY) && file->maker != NO_JOB &&
	       order_is_after(p->job->section, file->maker);
}

static void note_use(const struct job_preparation *p, struct run_file *file,
		     const struct layout_file *f)
{
	if (overwrites(p))
		note_writing(p, file, f);
	if (p->options->rw.flags & RW_READ && !engine_is(p, ENGINE_ACTIVITY))
		note_reading(file, f, p->job);
	if (engine_is(p, ENGINE_MAKES) && file->maker == NO_JOB)
		file->maker = p->job->number;
}

static int need_file(struct job_preparation *p, struct run_file *file,
		     const struct layout_file *f)
{
	uint64_t end = f->offset + f->length;

	if (engine_is(p, ENGINE_MAKES) || is_made_before(p, file))
		return 0;
	if (!file->exists && check_is_one(p, file, f) < 0)
		return -1;
	if (f->kind == FILE_FOLDER)
		need_folder(p, file);
	if (f->kind != FILE_REGULAR)
		return 0;
	/* What is going to be filled starts out empty. */
	if (p->layout->fills)
		end = f->offset;
	if (need_length(p, file, end) < 0)
		return -1;
	need_data(p, file, end);
	return 0;
}

/* What was said of a file before is of jobs that stand before this one. */
int prepare_needs(struct job_preparation *p)
{
	for (size_t i = 0; p->files && i < p->layout->file_count; i++) {
		if (need_file(p, p->files[i], &p->layout->files[i]) < 0)
			return -1;
		note_use(p, p->files[i], &p->layout->files[i]);
	}
	return 0;
}

static int by_job(const void *a, const void *b)
{
	const struct run_file *const *x = a, *const *y = b;

	if ((*x)->job->number != (*y)->job->number)
		return (*x)->job->number < (*y)->job->number ? -1 : 1;
	return strcmp((*x)->path, (*y)->path);
}

static int by_fill_before(const void *a, const void *b)
{
	const struct run_file *const *x = a, *const *y = b;

	if ((*x)->fill_before != (*y)->fill_before)
		return (*x)->fill_before < (*y)->fill_before ? -1 : 1;
	return strcmp((*x)->path, (*y)->path);
}

void prepare_tasks(struct preparation *p)
{
	struct prepared *out = p->out;
	size_t count;
	struct run_file *const *all = file_table_all(out->files, &count);

	out->tasks = arena_calloc(out->arena, count, sizeof(struct run_file *));
	out->late_tasks =
		arena_calloc(out->arena, count, sizeof(struct run_file *));
	for (size_t i = 0; i < count; i++) {
		if (!all[i]->job)
			continue;
		out->tasks[out->task_count++] = all[i];
		/* What was filled before is not filled again. */
		if (!all[i]->fill && all[i]->fill_before != NO_JOB)
			out->late_tasks[out->late_task_count++] = all[i];
	}
	qsort(out->tasks, out->task_count, sizeof(struct run_file *), by_job);
	qsort(out->late_tasks, out->late_task_count, sizeof(struct run_file *),
	      by_fill_before);
}
