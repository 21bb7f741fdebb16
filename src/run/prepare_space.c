#include "prepare_parts.h"

#include <inttypes.h>
#include <sys/statvfs.h>

/* What the files that are laid out take on one file system. */
struct space {
	dev_t device;
	uint64_t needed;
	const struct run_file *first;
};

/* The entry for the file's file system; a new one after the last. */
static struct space *space_of(struct space *spaces, size_t *count,
			      const struct run_file *file)
{
	for (size_t i = 0; i < *count; i++)
		if (spaces[i].device == file->device)
			return &spaces[i];
	spaces[*count] =
		(struct space){ .device = file->device, .first = file };
	return &spaces[(*count)++];
}

static void warn_if_short(const struct preparation *p,
			  const struct space *space)
{
	const char *folder = file_parent(p->out->arena, space->first->path);
	const struct job_section *section = space->first->job->section;
	struct statvfs fs;
	uint64_t room;

	if (statvfs(folder, &fs) < 0)
		return;
	room = (uint64_t)fs.f_bavail * fs.f_frsize;
	if (space->needed > room)
		diag_warning(p->diag, PLAN_SOURCE(section, size),
			     "size: files of %" PRIu64 " bytes in all are to "
			     "be laid out in %s, which has room for %" PRIu64,
			     space->needed, folder, room);
}

void prepare_space(struct preparation *p)
{
	struct space *spaces = arena_calloc(p->out->arena, p->out->task_count,
					    sizeof(*spaces));
	size_t count = 0;

	for (size_t i = 0; i < p->out->task_count; i++) {
		const struct run_file *file = p->out->tasks[i];

		space_of(spaces, &count, file)->needed +=
			file->size - file->from;
	}
	for (size_t i = 0; i < count; i++)
		warn_if_short(p, &spaces[i]);
}
