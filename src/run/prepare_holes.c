#include "prepare_parts.h"

#include <fcntl.h>
#include <inttypes.h>
#include <unistd.h>

/*
 * The first byte in [from, to) that has never been written: a hole, or space
 * that was only allocated. `to` if there is none, or nobody can tell.
 */
static uint64_t first_unwritten(const char *path, uint64_t from, uint64_t to)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	off_t at;

	if (fd < 0)
		return to;
	at = lseek(fd, (off_t)from, SEEK_HOLE);
	close(fd);
	return at >= 0 && (uint64_t)at < to ? (uint64_t)at : to;
}

void prepare_holes(struct preparation *p)
{
	size_t count;
	struct run_file *const *files = file_table_all(p->out->files, &count);

	for (size_t i = 0; i < count; i++) {
		const struct run_file *f = files[i];
		uint64_t end = f->read_to < f->from ? f->read_to : f->from;
		uint64_t at;

		if (!f->reader || f->written_to || f->kind != FILE_REGULAR ||
		    f->read_from >= end)
			continue;
		at = first_unwritten(f->path, f->read_from, end);
		if (at < end)
			diag_note(p->diag,
				  prepare_file_source(f->reader->section),
				  "%s has parts that were never written, from "
				  "%" PRIu64 " on: reads of them don't reach "
				  "the device",
				  f->path, at);
	}
}
