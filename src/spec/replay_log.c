#include "spec/replay_log.h"

#include "base/alloc.h"
#include "replay_pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NO_FILE UINT32_MAX

/* A log while it is read for the first time. */
struct loading {
	struct arena *arena;
	struct replay_log *log;
	struct iolog_reader *reader;
	struct replay_chunk *chunk; /* the last */
	struct replay_io last;
	bool chunked;
};

/* ---- what an entry comes to ---- */

/* By its number in the log, or of the file that all goes to. */
static uint32_t file_of(const struct replay_log *log, uint32_t name)
{
	if (log->rules.redirect)
		return log->file_count ? 0 : NO_FILE;
	return name < log->name_count ? log->file_of[name] : NO_FILE;
}

/* Returns false for what is left out. */
static bool apply_rules(const struct replay_rules *rules,
			const struct iolog_entry *entry, struct replay_io *io)
{
	uint64_t offset = entry->offset / rules->scale;
	bool syncs = entry->action >= IOLOG_SYNC;

	if (rules->skips[entry->action])
		return false;
	if (rules->align)
		offset -= offset % rules->align;
	*io = (struct replay_io){
		.action = (uint8_t)entry->action,
		.length = syncs ? 0 : (uint32_t)entry->length,
		.offset = syncs ? 0 : offset,
		.time_us = entry->time_us,
	};
	return true;
}

/* ---- the first time ---- */

static void grow_names(struct loading *l)
{
	struct replay_log *log = l->log;
	const struct iolog_names *names = &l->reader->names;

	for (; log->name_count < names->count; log->name_count++) {
		log->names = arena_grow(l->arena, log->names, log->name_count,
					sizeof(log->names[0]));
		log->file_of =
			arena_grow(l->arena, log->file_of, log->name_count,
				   sizeof(log->file_of[0]));
		log->names[log->name_count] = arena_strdup(
			l->arena, names->list[log->name_count].text);
		log->file_of[log->name_count] = NO_FILE;
	}
}

static uint32_t add_file(struct loading *l, uint32_t name)
{
	struct replay_log *log = l->log;
	uint32_t file = (uint32_t)log->file_count;

	log->files =
		arena_grow(l->arena, log->files, file, sizeof(log->files[0]));
	log->files[file] = (struct replay_file){
		.path = log->rules.redirect ? log->rules.redirect
					    : log->names[name],
		.from = UINT64_MAX,
	};
	log->file_of[name] = file;
	log->file_count++;
	return file;
}

static unsigned alignment_of(const struct replay_io *io)
{
	uint64_t both = io->offset | io->length;
	unsigned bits = both ? (unsigned)__builtin_ctzll(both) : UINT32_MAX;

	return bits < REPLAY_ALIGNMENTS ? bits : REPLAY_ALIGNMENTS - 1;
}

static void sum_up(struct loading *l, const struct replay_io *io)
{
	struct replay_log *log = l->log;
	struct replay_file *file = &log->files[io->file];
	unsigned *line = &log->line_of[alignment_of(io)];
	unsigned action = io->action;

	if (action >= IOLOG_SYNC) {
		log->syncs++;
		return;
	}
	if (!log->count[action] || io->length < log->least[action])
		log->least[action] = io->length;
	if (io->length > log->most[action])
		log->most[action] = io->length;
	log->count[action]++;
	log->ios++;
	log->bytes += io->length;
	if (io->offset < file->from)
		file->from = io->offset;
	if (io->offset + io->length > file->to)
		file->to = io->offset + io->length;
	if (!*line)
		*line = l->reader->line;
}

static void keep(struct loading *l, const struct replay_io *io)
{
	struct replay_chunk *chunk = l->chunk;
	const unsigned char *end;

	if (l->chunked)
		return;
	if (!chunk || sizeof(chunk->bytes) - chunk->used < REPLAY_PACKED_MAX) {
		chunk = arena_alloc(l->arena, sizeof(*chunk));
		if (l->chunk)
			l->chunk->next = chunk;
		else
			l->log->chunks = chunk;
		l->chunk = chunk;
	}
	end = replay_pack(chunk->bytes + chunk->used, &l->last, io);
	chunk->used = (size_t)(end - chunk->bytes);
	l->last = *io;
}

static void add(struct loading *l, const struct iolog_entry *entry)
{
	struct replay_io io;

	if (!apply_rules(&l->log->rules, entry, &io))
		return;
	if (l->log->name_count < l->reader->names.count)
		grow_names(l);
	io.file = file_of(l->log, entry->file);
	if (io.file == NO_FILE)
		io.file = add_file(l, entry->file);
	sum_up(l, &io);
	keep(l, &io);
}

static int read_all(struct loading *l, struct source at, struct diag *diag)
{
	struct replay_log *log = l->log;
	struct iolog_entry entry;
	int status;

	while ((status = iolog_reader_next(l->reader, &entry)) > 0)
		add(l, &entry);
	if (status < 0)
		return diag_error(diag,
				  (struct source){ log->path, l->reader->line },
				  "%s", l->reader->reason);
	if (!log->ios)
		return diag_error(
			diag, at,
			"read_iolog: %s has nothing to read, write "
			"or trim, or replay_skip leaves out all of it",
			log->path);
	if (l->reader->cut_short)
		diag_warning(diag,
			     (struct source){ log->path, l->reader->line },
			     "the log ends without the end of its last line, "
			     "which may have been longer: it is taken as it "
			     "is");
	if (l->reader->ignored_wait)
		diag_warning(diag, (struct source){ log->path, 0 },
			     "the log is of version 3, which has no waits: "
			     "they are left out");
	if (l->reader->back_line)
		diag_note(diag,
			  (struct source){ log->path, l->reader->back_line },
			  "the I/O has a time before that of a line above it: "
			  "it is done at once");
	log->open_max = l->reader->names.open_max;
	if (log->open_max > log->file_count)
		log->open_max = (unsigned)log->file_count;
	if (!l->chunked)
		log->name_count = 0;
	return 0;
}

static int open_log(const char *path)
{
	if (strcmp(path, "-") == 0)
		return fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
	return open(path, O_RDONLY | O_CLOEXEC);
}

/* What can be read only once can't be read in pieces later on. */
static int check_kind(int fd, const char *path, bool chunked, struct source at,
		      struct diag *diag)
{
	struct stat st;

	if (fstat(fd, &st) < 0)
		return diag_error(diag, at, "read_iolog: '%s': %s", path,
				  strerror(errno));
	if (S_ISDIR(st.st_mode) || S_ISBLK(st.st_mode))
		return diag_error(diag, at, "read_iolog: '%s' is a %s", path,
				  S_ISDIR(st.st_mode) ? "folder"
						      : "block device");
	if (!chunked || S_ISREG(st.st_mode))
		return 0;
	return diag_error(diag, at,
			  "read_iolog_chunked: '%s' can be read only once: its "
			  "files have to be known before the job starts, so it "
			  "has to be a file, or to be read at once",
			  path);
}

static const struct replay_log *load(struct loading *l, int fd,
				     struct source at, struct diag *diag)
{
	int status;

	l->reader = xcalloc(1, sizeof(*l->reader));
	iolog_reader_init(l->reader, fd);
	status = read_all(l, at, diag);
	iolog_reader_free(l->reader);
	free(l->reader);
	return status < 0 ? NULL : l->log;
}

const struct replay_log *replay_log_load(struct arena *arena, const char *path,
					 const struct replay_rules *rules,
					 bool chunked, struct source at,
					 struct diag *diag)
{
	struct loading l = { .arena = arena, .chunked = chunked };
	const struct replay_log *log = NULL;
	int fd = open_log(path);

	if (fd < 0) {
		diag_error(diag, at, "read_iolog: '%s': %s", path,
			   strerror(errno));
		return NULL;
	}
	l.log = arena_alloc(arena, sizeof(*l.log));
	l.log->path = strcmp(path, "-") == 0 ? "standard input" : path;
	l.log->rules = *rules;
	if (check_kind(fd, path, chunked, at, diag) == 0)
		log = load(&l, fd, at, diag);
	close(fd);
	return log;
}

unsigned replay_log_misaligned(const struct replay_log *log, uint64_t bytes)
{
	unsigned first = 0;

	for (unsigned i = 0; i < REPLAY_ALIGNMENTS; i++) {
		unsigned line = log->line_of[i];

		if (UINT64_C(1) << i >= bytes)
			break;
		if (line && (!first || line < first))
			first = line;
	}
	return first;
}

/* ---- again ---- */

static void begin(struct replay_cursor *c)
{
	c->chunk = c->log->chunks;
	c->at = 0;
	c->last = (struct replay_io){ 0 };
}

int replay_cursor_open(struct replay_cursor *c, const struct replay_log *log)
{
	int fd;

	*c = (struct replay_cursor){ .log = log };
	begin(c);
	if (log->chunks)
		return 0;
	fd = open_log(log->path);
	if (fd < 0)
		return errno;
	c->reader = calloc(1, sizeof(*c->reader));
	if (!c->reader) {
		close(fd);
		return ENOMEM;
	}
	iolog_reader_init(c->reader, fd);
	for (size_t i = 0; i < log->name_count; i++)
		iolog_reader_expect(c->reader, log->names[i]);
	return 0;
}

void replay_cursor_close(struct replay_cursor *c)
{
	if (!c->reader)
		return;
	close(c->reader->fd);
	iolog_reader_free(c->reader);
	free(c->reader);
	c->reader = NULL;
}

int replay_cursor_rewind(struct replay_cursor *c)
{
	begin(c);
	return c->reader ? iolog_reader_rewind(c->reader) : 0;
}

/* What was found when the log was read first still holds. */
static bool is_known(const struct replay_log *log, const struct replay_io *io)
{
	const struct replay_file *file;

	if (io->file >= log->file_count)
		return false;
	if (io->action >= IOLOG_SYNC)
		return true;
	file = &log->files[io->file];
	return io->length >= log->least[io->action] &&
	       io->length <= log->most[io->action] &&
	       io->offset >= file->from && io->offset + io->length <= file->to;
}

static int read_next(struct replay_cursor *c, struct replay_io *out)
{
	struct iolog_entry entry;
	int status;

	while ((status = iolog_reader_next(c->reader, &entry)) > 0) {
		if (!apply_rules(&c->log->rules, &entry, out))
			continue;
		out->file = file_of(c->log, entry.file);
		return is_known(c->log, out) ? 1 : -1;
	}
	return status;
}

int replay_cursor_next(struct replay_cursor *c, struct replay_io *out)
{
	const unsigned char *end;

	if (c->reader)
		return read_next(c, out);
	if (c->chunk && c->at == c->chunk->used) {
		c->chunk = c->chunk->next;
		c->at = 0;
	}
	if (!c->chunk)
		return 0;
	end = replay_unpack(c->chunk->bytes + c->at, &c->last);
	c->at = (size_t)(end - c->chunk->bytes);
	*out = c->last;
	return 1;
}
