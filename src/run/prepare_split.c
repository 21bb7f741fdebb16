#include "prepare_parts.h"

#include <inttypes.h>
#include <string.h>

/*
 * split=1: copy k of n uses the kth of n parts of what the job uses of each
 * file, all of them whole blocks but for what is left over at the end.
 */

/* Whether a file is one for all copies. */
static bool is_shared(const struct layout_file *f,
		      const struct layout_file *first)
{
	return f->kind == FILE_NONE || strcmp(f->path, first->path) == 0;
}

static int nothing_to_divide(const struct job_preparation *p,
			     const struct layout_file *f,
			     const struct layout_file *first)
{
	struct source at = PLAN_SOURCE(p->job->section, split);

	diag_error(p->all->diag, at,
		   "split: the copies of the job have files of their own (%s, "
		   "%s), which are not divided",
		   first->path, f->path);
	diag_hint(p->all->diag, at,
		  "filename, or a filename_format without $jobnum, gives them "
		  "the same");
	return -1;
}

/* The least that is not divided: the largest block, if others fit into it. */
static uint64_t unit_of(const struct layout *layout)
{
	return layout->max_bs % layout->min_bs ? layout->min_bs
					       : layout->max_bs;
}

static int divide(const struct job_preparation *p, struct layout_file *f)
{
	__extension__ typedef unsigned __int128 wide;
	uint64_t unit = unit_of(p->layout);
	uint64_t blocks = f->whole_length / unit;
	uint64_t count = p->job->section->job_count;
	uint64_t from, to;

	if (blocks < count)
		return diag_error(
			p->all->diag, PLAN_SOURCE(p->job->section, split),
			"split: %" PRIu64 " blocks of %" PRIu64
			" bytes%s%s can't be divided among %" PRIu64 " copies",
			blocks, unit, f->path ? " in " : "",
			f->path ? f->path : "", count);
	from = (uint64_t)((wide)blocks * p->job->clone / count) * unit;
	to = (uint64_t)((wide)blocks * (p->job->clone + 1) / count) * unit;
	if (p->job->clone + 1 == count)
		to = f->whole_length;
	f->offset = f->whole_offset + from;
	f->length = to - from;
	return 0;
}

static int split_file(const struct job_preparation *p, size_t i)
{
	struct layout_file *f = &p->layout->files[i];
	const struct layout_file *first = &first_layout(p)->files[i];

	/* What a percentage is of may have grown for the first copy. */
	if (!is_first_clone(p)) {
		if (!is_shared(f, first))
			return nothing_to_divide(p, f, first);
		f->whole_offset = first->whole_offset;
		f->whole_length = first->whole_length;
		f->size = first->size;
	}
	return divide(p, f);
}

/* Copies that do the same one after the other are seldom meant. */
static void note_same_range(const struct job_preparation *p)
{
	const struct job_section *section = p->job->section;
	const struct layout_file *f = &p->layout->files[0];
	const struct layout_file *first = &first_layout(p)->files[0];

	if (p->job->clone != 1 || p->options->rw.flags & RW_RANDOM)
		return;
	if ((f->kind != FILE_REGULAR && f->kind != FILE_BLOCK) ||
	    strcmp(f->path, first->path) != 0)
		return;
	if (f->offset != first->offset || f->length != first->length)
		return;
	diag_note(p->all->diag, PLAN_SOURCE(section, numjobs),
		  "numjobs: all %zu copies do the same bytes of %s in the same "
		  "order; split=1 divides them",
		  section->job_count, f->path);
}

int prepare_split(struct job_preparation *p)
{
	struct layout *layout = p->layout;

	for (size_t i = 0; i < layout->file_count; i++) {
		layout->files[i].whole_offset = layout->files[i].offset;
		layout->files[i].whole_length = layout->files[i].length;
	}
	if (!p->options->split) {
		note_same_range(p);
		return 0;
	}
	layout->size = 0;
	for (size_t i = 0; i < layout->file_count; i++) {
		if (split_file(p, i) < 0)
			return -1;
		layout->size += layout->files[i].length;
	}
	return 0;
}
