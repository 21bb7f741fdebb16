#include "prepare_parts.h"

#include "base/alloc.h"
#include "base/file_identity.h"
#include "io/overlap_table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * serialize_overlap with io_submit_mode=offload: jobs that use one file have a
 * table in common, in which that file has a number. A file that only one of
 * them uses, and once, has none, and costs what it does in any other mode.
 */
struct file_use {
	struct layout_file *file;
	struct file_identity identity; /* its paths may be several */
};

static bool looks_at_others(const struct job *job)
{
	const struct control_options *o = &job->section->options->control;

	return o->serialize_overlap && o->submit_mode == SUBMIT_OFFLOAD;
}

static size_t count_uses(const struct preparation *p)
{
	size_t count = 0;

	for (size_t i = 0; i < p->plan->job_count; i++)
		if (looks_at_others(&p->plan->jobs[i]))
			count += p->out->layouts[i].file_count;
	return count;
}

static int by_identity(const void *left, const void *right)
{
	const struct file_use *a = left, *b = right;

	return file_identity_compare(&a->identity, &b->identity);
}

static size_t list_uses(const struct preparation *p, struct file_use *uses)
{
	size_t count = 0;

	for (size_t i = 0; i < p->plan->job_count; i++) {
		struct layout *l = &p->out->layouts[i];

		if (!looks_at_others(l->job))
			continue;
		for (size_t k = 0; k < l->file_count; k++)
			if (l->files[k].path && l->files[k].kind != FILE_NONE)
				uses[count++] = (struct file_use){
					&l->files[k],
					file_identity_of(l->files[k].path)
				};
	}
	qsort(uses, count, sizeof(uses[0]), by_identity);
	return count;
}

/* Number the files that are used more than once. Returns how many there are. */
static uint32_t number_files(struct file_use *uses, size_t count)
{
	uint32_t numbers = 0;

	for (size_t i = 1; i < count; i++) {
		if (by_identity(&uses[i - 1], &uses[i]) != 0)
			continue;
		if (!uses[i - 1].file->overlap_file)
			uses[i - 1].file->overlap_file = ++numbers;
		uses[i].file->overlap_file = numbers;
	}
	return numbers;
}

static bool has_numbers(const struct layout *l)
{
	for (size_t i = 0; i < l->file_count; i++)
		if (l->files[i].overlap_file)
			return true;
	return false;
}

/* Each job that has such a file has a part of the table. */
static int make_table(struct preparation *p)
{
	struct layout *layouts = p->out->layouts;
	uint32_t slots = 0;

	for (size_t i = 0; i < p->plan->job_count; i++) {
		if (!has_numbers(&layouts[i]))
			continue;
		layouts[i].overlap_first = slots;
		slots += layouts[i].depth;
	}
	p->out->overlaps = overlap_table_new(slots);
	if (!p->out->overlaps)
		return diag_error(p->diag, (struct source){ 0 },
				  "serialize_overlap: no memory for what jobs "
				  "have in flight: %s",
				  strerror(errno));
	for (size_t i = 0; i < p->plan->job_count; i++)
		if (has_numbers(&layouts[i]))
			layouts[i].overlaps = p->out->overlaps;
	return 0;
}

int prepare_overlaps(struct preparation *p)
{
	size_t count = count_uses(p);
	struct file_use *uses;
	uint32_t numbers;

	if (count < 2)
		return 0;
	uses = xcalloc(count, sizeof(uses[0]));
	numbers = number_files(uses, list_uses(p, uses));
	free(uses);
	return numbers ? make_table(p) : 0;
}
