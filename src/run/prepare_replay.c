#include "prepare_parts.h"

#include "base/file_identity.h"

#include <inttypes.h>

/*
 * Jobs that do a log of I/Os again: their files, and which part of each, are
 * what is in it.
 */

/* Copies of the job take the logs in turn. */
static const struct replay_log *log_of(const struct job_preparation *p)
{
	const struct replay_options *o = &p->options->replay;

	return o->logs[p->job->clone % o->read.count];
}

void prepare_replay_names(struct job_preparation *p)
{
	const struct replay_log *log = log_of(p);
	struct layout *layout = p->layout;

	layout->replay = log;
	layout->open_max = log->open_max;
	layout->file_count = log->file_count;
	layout->files = arena_calloc(p->all->out->arena, layout->file_count,
				     sizeof(*layout->files));
	for (size_t i = 0; i < layout->file_count; i++)
		layout->files[i].path = log->files[i].path;
}

static int settle_part(const struct job_preparation *p, size_t i)
{
	const struct replay_file *part = &p->layout->replay->files[i];
	struct layout_file *f = &p->layout->files[i];

	if (section_changes_files(p->job->section) &&
	    file_is_same(f->path, p->layout->replay->path))
		return diag_error(
			p->all->diag, PLAN_SOURCE(p->job->section, replay.read),
			"read_iolog: %s would be written over by what it says "
			"of %s",
			p->layout->replay->path, f->path);
	/* Of a file that is only synced there is nothing. */
	if (part->from < part->to) {
		f->offset = part->from;
		f->length = part->to - part->from;
	}
	f->whole_offset = f->offset;
	f->whole_length = f->length;
	f->size = f->offset + f->length;
	if (f->kind == FILE_BLOCK && f->size > f->present)
		return diag_error(
			p->all->diag, PLAN_SOURCE(p->job->section, replay.read),
			"read_iolog: %s goes to %" PRIu64
			" of %s, which has %" PRIu64
			" bytes: replay_scale brings offsets closer",
			p->layout->replay->path, f->size, f->path, f->present);
	if (f->size < f->present)
		f->size = f->present;
	return 0;
}

int prepare_replay_sizes(struct job_preparation *p)
{
	const struct job_options *o = p->options;
	struct layout *layout = p->layout;

	for (size_t i = 0; i < layout->file_count; i++)
		if (settle_part(p, i) < 0)
			return -1;
	layout->size = layout->io_bytes = layout->replay->bytes;
	if (o->io_size.value &&
	    size_bytes(o->io_size, layout->size) < layout->size)
		layout->io_bytes = size_bytes(o->io_size, layout->size);
	return 0;
}

int prepare_replay_alignment(const struct job_preparation *p,
			     const struct run_file *file)
{
	const struct replay_log *log = p->layout->replay;
	unsigned line = replay_log_misaligned(log, file->io_alignment);

	if (!line)
		return 0;
	return diag_error(p->all->diag, (struct source){ log->path, line },
			  "the I/O is not at a multiple of %" PRIu32
			  " bytes, or of a multiple, which direct=1 needs on "
			  "%s: replay_align moves offsets, direct=0 needs none",
			  file->io_alignment, file->path);
}
