#include "replay.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct replay {
	struct replay_cursor cursor;
	uint64_t time_us;
	uint64_t pass;
	uint64_t bytes; /* of this pass, and what ends it */
	uint64_t byte_limit;
	uint64_t ios;
	uint64_t io_limit;
	bool changed;
	int code; /* errno, of reading the log anew */
};

static const uint8_t kinds[] = {
	[IOLOG_READ] = IO_READ,          [IOLOG_WRITE] = IO_WRITE,
	[IOLOG_TRIM] = IO_TRIM,          [IOLOG_SYNC] = IO_FSYNC,
	[IOLOG_DATASYNC] = IO_FDATASYNC,
};

struct replay *replay_new(const struct layout *layout)
{
	const struct job_options *o = layout->job->section->options;
	const struct replay_log *log = layout->replay;
	struct replay *r = calloc(1, sizeof(*r));
	int code;

	if (!r)
		return NULL;
	r->pass = 1;
	/* Syncs may follow the last I/O that moves data. */
	r->byte_limit =
		layout->io_bytes < log->bytes ? layout->io_bytes : UINT64_MAX;
	r->io_limit = o->number_ios ? o->number_ios : UINT64_MAX;
	code = replay_cursor_open(&r->cursor, log);
	if (code == 0)
		return r;
	free(r);
	errno = code;
	return NULL;
}

void replay_free(struct replay *r)
{
	if (r)
		replay_cursor_close(&r->cursor);
	free(r);
}

void replay_restart(struct replay *r)
{
	int code = replay_cursor_rewind(&r->cursor);

	if (code)
		r->code = code;
	r->pass++;
	r->bytes = r->ios = 0;
}

static bool next(struct replay *r, struct io *io)
{
	struct replay_io from;
	int status;

	if (r->changed || r->code)
		return false;
	status = replay_cursor_next(&r->cursor, &from);
	r->changed = status < 0;
	if (status <= 0)
		return false;
	io->kind = kinds[from.action];
	io->file_index = from.file;
	io->offset = from.offset;
	io->length = from.length;
	r->time_us = from.time_us;
	return true;
}

static void count(struct replay *r, struct syncs *syncs, const struct io *io)
{
	if (io->kind >= IO_FSYNC)
		return;
	r->bytes += io->length;
	r->ios++;
	if (io->kind == IO_WRITE)
		syncs_note_write(syncs, io->file_index, io->offset,
				 io->offset + io->length);
}

unsigned replay_fill(struct replay *r, struct syncs *syncs,
		     struct io *const *ios, unsigned n)
{
	unsigned i = 0;

	while (i < n && r->bytes < r->byte_limit && r->ios < r->io_limit) {
		if (syncs->due)
			syncs_next(syncs, ios[i]);
		else if (next(r, ios[i]))
			count(r, syncs, ios[i]);
		else
			break;
		i++;
	}
	return i;
}

uint64_t replay_time_us(const struct replay *r)
{
	return r->time_us;
}

uint64_t replay_pass(const struct replay *r)
{
	return r->pass;
}

int replay_check(const struct replay *r, struct job_error *error)
{
	if (r->code)
		return job_error_set(error, r->code, "read_iolog", "%s: %s",
				     r->cursor.log->path, strerror(r->code));
	if (r->changed)
		return job_error_set(error, EIO, "read_iolog",
				     "%s:%u: the log has changed since it was "
				     "read first",
				     r->cursor.log->path,
				     r->cursor.reader->line);
	return 0;
}
