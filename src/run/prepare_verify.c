#include "prepare_parts.h"

#include "base/alloc.h"
#include "base/file_identity.h"
#include "run/order.h"

#include <stdlib.h>

/*
 * A job that reads back what it wrote must be the only one that writes there
 * meanwhile: it would find what the other has written, and call that bad.
 */

/* The part of a file that a job writes. */
struct written_part {
	const struct layout *layout;
	const struct layout_file *file;
	struct file_identity identity; /* its paths may be several */
};

static bool reads_back(const struct job_section *section)
{
	const struct job_options *o = section->options;
	const struct verify_options *v = &o->verify;

	if (!v->scheme || v->scheme == VERIFY_NULL || v->only ||
	    section->engine->flags & ENGINE_DISKLESS)
		return false;
	return section_reads_back(section) ||
	       (v->backlog && o->rw.flags & RW_WRITE);
}

static int by_place(const void *left, const void *right)
{
	const struct written_part *a = left, *b = right;
	int order = file_identity_compare(&a->identity, &b->identity);

	if (order)
		return order;
	return a->file->offset < b->file->offset
		       ? -1
		       : a->file->offset > b->file->offset;
}

static size_t count_parts(const struct preparation *p, bool *any)
{
	size_t count = 0;

	for (size_t i = 0; i < p->plan->job_count; i++) {
		if (!section_changes_files(p->plan->jobs[i].section))
			continue;
		count += p->out->layouts[i].file_count;
		*any = *any || reads_back(p->plan->jobs[i].section);
	}
	return count;
}

static struct written_part part_of(const struct layout *layout,
				   const struct layout_file *file)
{
	return (struct written_part){ layout, file,
				      file_identity_of(file->path) };
}

static size_t list_parts(const struct preparation *p,
			 struct written_part *parts)
{
	size_t count = 0;

	for (size_t i = 0; i < p->plan->job_count; i++) {
		const struct layout *l = &p->out->layouts[i];

		if (!section_changes_files(p->plan->jobs[i].section))
			continue;
		for (size_t k = 0; k < l->file_count; k++)
			if (l->files[k].path && l->files[k].length &&
			    (l->files[k].kind == FILE_REGULAR ||
			     l->files[k].kind == FILE_BLOCK))
				parts[count++] = part_of(l, &l->files[k]);
	}
	qsort(parts, count, sizeof(parts[0]), by_place);
	return count;
}

/* Copies of a job that write the same bytes to the same places. */
static bool write_the_same(const struct job *a, const struct job *b)
{
	const struct job_options *o = a->section->options;
	struct number_range bs = o->bs.of[1];

	return a->section == b->section && o->verify.scheme == VERIFY_PATTERN &&
	       bs.min == bs.max && o->offset_increment.value % bs.min == 0;
}

static bool meet(const struct job *a, const struct job *b)
{
	/* Two files of one job are one: its record has each for itself. */
	if (a == b)
		return reads_back(a->section);
	if (write_the_same(a, b))
		return false;
	if (!reads_back(a->section) && !reads_back(b->section))
		return false;
	return !order_is_after(a->section, b->number) &&
	       !order_is_after(b->section, a->number);
}

static int refuse_names(const struct preparation *p,
			const struct written_part *a,
			const struct written_part *b)
{
	return diag_error(
		p->diag, PLAN_SOURCE(a->layout->job->section, verify.scheme),
		"verify: %s and %s are one file, and what is written to one "
		"would be found in the other",
		a->file->path, b->file->path);
}

static int refuse(const struct preparation *p, const struct written_part *a,
		  const struct written_part *b)
{
	const struct job_section *one = a->layout->job->section;
	const struct job_section *other = b->layout->job->section;
	struct source at;

	if (a->layout == b->layout)
		return refuse_names(p, a, b);
	if (!reads_back(one)) {
		one = other;
		other = a->layout->job->section;
	}
	at = PLAN_SOURCE(one, verify.scheme);
	if (one == other)
		diag_error(p->diag, at,
			   "verify: copies of the job write the same bytes of "
			   "%s, and would find each other's data",
			   a->file->path);
	else
		diag_error(p->diag, at,
			   "verify: jobs '%s' and '%s' write the same bytes of "
			   "%s at the same time, and would find each other's "
			   "data",
			   one->name, other->name, a->file->path);
	diag_hint(p->diag, at,
		  one == other
			  ? "split=1 divides them among the copies, and so "
			    "does offset_increment"
			  : "stonewall has one start when the other has "
			    "ended; offset and size divide them");
	return -1;
}

/* One message: others would most often say the same. */
static int check_parts(const struct preparation *p,
		       const struct written_part *parts, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct layout_file *f = parts[i].file;

		for (size_t k = i + 1; k < count; k++) {
			const struct layout_file *g = parts[k].file;

			if (file_identity_compare(&parts[i].identity,
						  &parts[k].identity) != 0 ||
			    g->offset - f->offset >= f->length)
				break;
			if (meet(parts[i].layout->job, parts[k].layout->job))
				return refuse(p, &parts[i], &parts[k]);
		}
	}
	return 0;
}

int prepare_verify(const struct preparation *p)
{
	struct written_part *parts;
	bool any = false;
	size_t count = count_parts(p, &any);
	int status;

	if (!any || !count)
		return 0;
	parts = xcalloc(count, sizeof(parts[0]));
	status = check_parts(p, parts, list_parts(p, parts));
	free(parts);
	return status;
}
