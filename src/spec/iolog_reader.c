#include "spec/iolog_reader.h"

#include "base/alloc.h"
#include "base/hash.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	/* Shorter waits are none: the reference's manual. */
	WAIT_MIN_US = 100,
	/* As much of a line as an error shows. */
	SHOWN_MAX = 80,
};

#define NO_NAME UINT32_MAX

/* The most that a file can have: off_t. */
#define FILE_END_MAX ((uint64_t)INT64_MAX)

__attribute__((format(printf, 2, 3))) static int refuse(struct iolog_reader *r,
							const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(r->reason, sizeof(r->reason), format, args);
	va_end(args);
	return -1;
}

/* ---- names ---- */

static uint32_t *slot_of(const struct iolog_names *n, uint64_t hash,
			 const char *text)
{
	size_t i = hash & (n->slot_count - 1);

	while (n->slots[i]) {
		const struct iolog_name *name = &n->list[n->slots[i] - 1];

		if (name->hash == hash && strcmp(name->text, text) == 0)
			break;
		i = (i + 1) & (n->slot_count - 1);
	}
	return &n->slots[i];
}

static uint32_t names_find(const struct iolog_names *n, const char *text)
{
	if (!n->slot_count)
		return NO_NAME;
	return *slot_of(n, hash_text(text), text) - 1;
}

static void names_grow(struct iolog_names *n)
{
	n->slot_count = n->slot_count ? n->slot_count * 2 : 16;
	free(n->slots);
	n->slots = xcalloc(n->slot_count, sizeof(n->slots[0]));
	for (size_t i = 0; i < n->count; i++)
		*slot_of(n, n->list[i].hash, n->list[i].text) = (uint32_t)i + 1;
	n->list = xreallocarray(n->list, n->slot_count, sizeof(n->list[0]));
}

static void names_add(struct iolog_names *n, const char *text)
{
	uint64_t hash = hash_text(text);
	uint32_t *slot;

	if (n->count * 2 >= n->slot_count)
		names_grow(n);
	slot = slot_of(n, hash, text);
	if (*slot)
		return;
	n->list[n->count] =
		(struct iolog_name){ .text = xstrdup(text), .hash = hash };
	*slot = (uint32_t)++n->count;
}

static void set_open(struct iolog_names *n, uint32_t file, bool open)
{
	if (n->list[file].open == open)
		return;
	n->list[file].open = open;
	n->open_count += open ? 1 : UINT32_MAX;
	if (n->open_count > n->open_max)
		n->open_max = n->open_count;
}

/* ---- lines ---- */

/* BLK_IO_TRACE_MAGIC of linux/blktrace_api.h and a version, in both orders. */
static bool is_blktrace(const struct iolog_reader *r)
{
	return r->line == 0 && r->end - r->buffer >= 4 &&
	       (memcmp(r->buffer, "\x07tae", 4) == 0 ||
		memcmp(r->buffer, "eat\x07", 4) == 0);
}

/* More of the file behind what is left. Returns -1 after an error. */
static int fill(struct iolog_reader *r)
{
	size_t left = (size_t)(r->end - r->at);
	ssize_t n;

	memmove(r->buffer, r->at, left);
	r->at = r->buffer;
	r->end = r->buffer + left;
	do
		n = read(r->fd, r->end, sizeof(r->buffer) - 1 - left);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return refuse(r, "the log can't be read: %s", strerror(errno));
	r->end += n;
	r->at_end = n == 0;
	if (is_blktrace(r))
		return refuse(r,
			      "the log is a binary trace of blktrace, which "
			      "is not read: blkparse -i FILE lists it, and "
			      "lines of 'USEC DEVICE read OFFSET LENGTH' can "
			      "be made of that");
	return 0;
}

/* The next line, without its end. 1, 0 at the end, or -1. */
static int next_line(struct iolog_reader *r, char **line)
{
	char *end;

	while (!(end = memchr(r->at, '\n', (size_t)(r->end - r->at)))) {
		if (r->at_end && r->at == r->end)
			return 0;
		if (r->at_end) {
			r->unended = true;
			end = r->end;
			break;
		}
		if ((size_t)(r->end - r->at) == sizeof(r->buffer) - 1) {
			r->line++;
			return refuse(r, "the line is too long");
		}
		if (fill(r) < 0)
			return -1;
	}
	r->line++;
	*line = r->at;
	r->at = end == r->end ? end : end + 1;
	if (memchr(*line, '\0', (size_t)(end - *line)))
		return refuse(r, "the line has a byte 0 in it: the log is "
				 "damaged, or no text");
	if (end > *line && end[-1] == '\r')
		end--;
	*end = '\0';
	return 1;
}

/* ---- entries ---- */

/* Some editors' first bytes of a text, which nobody sees in a message. */
static char *after_mark(char *line)
{
	static const char mark[] = "\xef\xbb\xbf";

	return strncmp(line, mark, strlen(mark)) == 0 ? line + strlen(mark)
						      : line;
}

static int read_header(struct iolog_reader *r, const char *line)
{
	unsigned version = iolog_version(line);

	if (!version && r->version)
		return refuse(r, "'%.*s' is no header of version 2 or 3",
			      SHOWN_MAX, line);
	if (!version)
		return refuse(r,
			      "the log begins with '%.*s' and not with '%s' "
			      "or '%s'",
			      SHOWN_MAX, line, IOLOG_HEADER_2, IOLOG_HEADER_3);
	r->version = version;
	r->before_us = r->time_us;
	r->begun = false;
	return 0;
}

static bool is_header(const struct iolog_reader *r, const char *line)
{
	return !r->version || strncmp(line, IOLOG_HEADER_START,
				      strlen(IOLOG_HEADER_START)) == 0;
}

/* Time doesn't go back: returns false where the log's does. */
static bool go_to(struct iolog_reader *r, uint64_t log_us)
{
	uint64_t time_us;

	if (!r->begun)
		r->first_us = log_us;
	r->begun = true;
	if (log_us < r->first_us ||
	    __builtin_add_overflow(r->before_us, log_us - r->first_us,
				   &time_us) ||
	    time_us < r->time_us)
		return false;
	r->time_us = time_us;
	return true;
}

static void wait_for(struct iolog_reader *r, uint64_t us)
{
	if (us < WAIT_MIN_US)
		return;
	if (__builtin_add_overflow(r->time_us, us, &r->time_us))
		r->time_us = UINT64_MAX;
}

static int find_file(struct iolog_reader *r, const struct iolog_line *l,
		     uint32_t *file)
{
	const struct iolog_names *n = &r->names;

	*file = r->last_file;
	if (*file < n->count && strcmp(n->list[*file].text, l->file) == 0)
		return 0;
	*file = names_find(n, l->file);
	if (*file == NO_NAME)
		return refuse(r, "the file '%.*s' was not added before",
			      SHOWN_MAX, l->file);
	r->last_file = *file;
	return 0;
}

static int read_io(struct iolog_reader *r, const struct iolog_line *l,
		   struct iolog_entry *out)
{
	uint32_t file = out->file;
	uint64_t end;

	if (!r->names.list[file].open)
		return refuse(r, "the file '%.*s' is not open", SHOWN_MAX,
			      l->file);
	if (l->length > UINT32_MAX && l->action < IOLOG_SYNC)
		return refuse(r,
			      "a length of 4 GiB and more is too much for one "
			      "I/O");
	if (__builtin_add_overflow(l->offset, l->length, &end) ||
	    end > FILE_END_MAX)
		return refuse(r, "no file can be that long");
	*out = (struct iolog_entry){
		.action = l->action,
		.file = file,
		.time_us = r->time_us,
		.offset = l->offset,
		.length = l->length,
	};
	/* One of nothing is nothing. */
	return l->length || l->action >= IOLOG_SYNC;
}

/* Returns 1 for an entry, 0 for a line that is none, or -1. */
static int read_line(struct iolog_reader *r, char *line,
		     struct iolog_entry *out)
{
	struct iolog_line l;
	const char *why;

	if (r->line == 1)
		line = after_mark(line);
	if (is_header(r, line))
		return read_header(r, line);
	if (!line[strspn(line, " \t")])
		return 0;
	if (iolog_read_line(line, r->version, &l, &why) < 0)
		return refuse(r, "the line %s%s", why,
			      r->unended ? "; the log ends in the midst of it"
					 : "");
	/* "40" may be the beginning of "4096". */
	r->cut_short =
		r->unended && (l.action < IOLOG_ADD || l.action == IOLOG_WAIT);
	if (r->version == 3 && !go_to(r, l.time_us) && !r->back_line &&
	    l.action < IOLOG_ADD)
		r->back_line = r->line;
	if (l.action == IOLOG_ADD) {
		names_add(&r->names, l.file);
		return 0;
	}
	if (find_file(r, &l, &out->file) < 0)
		return -1;
	if (l.action == IOLOG_OPEN || l.action == IOLOG_CLOSE) {
		set_open(&r->names, out->file, l.action == IOLOG_OPEN);
		return 0;
	}
	if (l.action != IOLOG_WAIT)
		return read_io(r, &l, out);
	if (r->version == 2)
		wait_for(r, l.time_us);
	else
		r->ignored_wait = true;
	return 0;
}

void iolog_reader_init(struct iolog_reader *r, int fd)
{
	memset(r, 0, offsetof(struct iolog_reader, buffer));
	r->fd = fd;
	r->at = r->end = r->buffer;
}

void iolog_reader_free(struct iolog_reader *r)
{
	for (size_t i = 0; i < r->names.count; i++)
		free(r->names.list[i].text);
	free(r->names.list);
	free(r->names.slots);
	r->names = (struct iolog_names){ 0 };
}

void iolog_reader_expect(struct iolog_reader *r, const char *name)
{
	names_add(&r->names, name);
}

int iolog_reader_rewind(struct iolog_reader *r)
{
	struct iolog_names names = r->names;

	if (lseek(r->fd, 0, SEEK_SET) < 0)
		return errno;
	for (size_t i = 0; i < names.count; i++)
		names.list[i].open = false;
	names.open_count = 0;
	iolog_reader_init(r, r->fd);
	r->names = names;
	return 0;
}

int iolog_reader_next(struct iolog_reader *r, struct iolog_entry *out)
{
	char *line = NULL;
	int status;

	while ((status = next_line(r, &line)) > 0 && line) {
		int found = read_line(r, line, out);

		if (found)
			return found;
	}
	if (status == 0 && !r->version)
		return refuse(r, "the log is empty");
	return status;
}
