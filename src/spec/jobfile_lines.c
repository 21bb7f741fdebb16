#include "jobfile_lines.h"

#include "base/alloc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define LINE_LENGTH_MAX ((size_t)1 << 20)
#define INCLUDE_DEPTH_MAX 16
#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

/* A file that is being read; `device` and `inode` are 0 for an odd stream. */
struct frame {
	FILE *in;
	const char *name;
	unsigned line;
	bool owned;
	dev_t device;
	ino_t inode;
};

struct jobfile_lines {
	struct arena *arena;
	struct diag *diag;
	struct frame frames[1 + INCLUDE_DEPTH_MAX]; /* each included the next */
	unsigned depth;
	char text[LINE_LENGTH_MAX + 1];
};

struct jobfile_lines *jobfile_lines_new(struct arena *arena, struct diag *diag)
{
	struct jobfile_lines *l = xcalloc(1, sizeof(*l));

	l->arena = arena;
	l->diag = diag;
	return l;
}

static struct frame *top(struct jobfile_lines *l)
{
	return &l->frames[l->depth - 1];
}

static void pop(struct jobfile_lines *l)
{
	struct frame *f = top(l);

	if (f->owned)
		fclose(f->in);
	l->depth--;
}

void jobfile_lines_free(struct jobfile_lines *lines)
{
	if (!lines)
		return;
	while (lines->depth > 0)
		pop(lines);
	free(lines);
}

struct source jobfile_lines_at(const struct jobfile_lines *lines)
{
	const struct frame *f = &lines->frames[lines->depth - 1];

	return (struct source){ f->name, f->line };
}

bool jobfile_lines_included(const struct jobfile_lines *lines)
{
	return lines->depth > 1;
}

void jobfile_lines_hint(const struct jobfile_lines *lines)
{
	for (unsigned i = lines->depth - 1; i > 0; i--) {
		const struct frame *f = &lines->frames[i - 1];

		diag_hint(lines->diag, jobfile_lines_at(lines),
			  "included from %s:%u", f->name, f->line);
	}
}

static void push(struct jobfile_lines *l, FILE *in, const char *name,
		 bool owned)
{
	struct stat st = { .st_ino = 0 };
	int fd = fileno(in);

	if (fd >= 0 && fstat(fd, &st) < 0)
		st = (struct stat){ .st_ino = 0 };
	l->frames[l->depth++] = (struct frame){
		.in = in,
		.name = arena_strdup(l->arena, name),
		.owned = owned,
		.device = st.st_dev,
		.inode = st.st_ino,
	};
}

void jobfile_lines_begin(struct jobfile_lines *lines, FILE *in,
			 const char *name)
{
	push(lines, in, name, false);
}

/* Opening a folder succeeds, and only reading it fails: find out now. */
static FILE *open_file(const char *path)
{
	FILE *in = fopen(path, "re");
	struct stat st;

	if (in && fstat(fileno(in), &st) == 0 && S_ISDIR(st.st_mode)) {
		fclose(in);
		errno = EISDIR;
		return NULL;
	}
	return in;
}

int jobfile_lines_open(struct jobfile_lines *lines, const char *path)
{
	FILE *in = open_file(path);

	if (!in) {
		struct source at = { arena_strdup(lines->arena, path), 0 };

		return diag_error(lines->diag, at, "%s", strerror(errno));
	}
	push(lines, in, path, true);
	return 0;
}

/* `name` in the folder of the file that is being read. */
static const char *beside(const struct jobfile_lines *l, const char *name)
{
	const char *parent = jobfile_lines_at(l).file;
	const char *slash = strrchr(parent, '/');

	if (!slash || *name == '/')
		return name;
	return arena_printf(l->arena, "%.*s%s", (int)(slash + 1 - parent),
			    parent, name);
}

/* Whether the newest file is also one of those that led to it. */
static bool is_cycle(const struct jobfile_lines *l)
{
	const struct frame *newest = &l->frames[l->depth - 1];

	for (const struct frame *f = l->frames; f < newest; f++)
		if (f->inode == newest->inode && f->device == newest->device)
			return true;
	return false;
}

static int refuse_include(struct jobfile_lines *l, const char *name,
			  const char *why)
{
	diag_error(l->diag, jobfile_lines_at(l), "include: '%s' %s", name, why);
	jobfile_lines_hint(l);
	return -1;
}

int jobfile_lines_include(struct jobfile_lines *lines, const char *name)
{
	const char *path = name;
	FILE *in;

	if (lines->depth > INCLUDE_DEPTH_MAX)
		return refuse_include(lines, name,
				      "is nested more than 16 deep");
	in = open_file(path);
	if (!in && errno == ENOENT) {
		path = beside(lines, name);
		in = open_file(path);
	}
	if (!in)
		return refuse_include(lines, name, strerror(errno));
	push(lines, in, path, true);
	if (is_cycle(lines)) {
		pop(lines);
		return refuse_include(lines, name,
				      "is being read already: a cycle");
	}
	return 0;
}

/* A blank or an ASCII control character; any other byte is text. */
static bool is_blank(char c)
{
	return (unsigned char)c <= ' ' || c == '\x7F';
}

char *jobfile_trim(char *text)
{
	char *end;

	while (*text && is_blank(*text))
		text++;
	end = text + strlen(text);
	while (end > text && is_blank(end[-1]))
		end--;
	*end = '\0';
	return text;
}

static void skip_line(FILE *in)
{
	int c;

	do
		c = getc_unlocked(in);
	while (c != '\n' && c != EOF);
}

/* Read into `text`; false at the end of what can be read of the file. */
static bool read_line(struct jobfile_lines *l)
{
	struct frame *f = top(l);
	size_t length = 0;
	int c;

	while ((c = getc_unlocked(f->in)) > '\0' && c != '\n' &&
	       length < LINE_LENGTH_MAX)
		l->text[length++] = (char)c;
	l->text[length] = '\0';
	if (c == EOF && ferror(f->in)) {
		diag_error(l->diag, jobfile_lines_at(l), "%s", strerror(errno));
		return false;
	}
	if (c == EOF && length == 0)
		return false;
	f->line++;
	if (c == '\0') {
		diag_error(l->diag, jobfile_lines_at(l),
			   "NUL byte: this is not a text file");
		return false;
	}
	if (c != EOF && c != '\n') {
		diag_error(l->diag, jobfile_lines_at(l),
			   "line is longer than 1 MiB");
		skip_line(f->in);
		l->text[0] = '\0';
	}
	return true;
}

/* The quote that `text` leaves open, or NUL. */
static char open_quote(const char *text)
{
	char quote = '\0';

	for (; *text; text++) {
		if (quote && *text == quote)
			quote = '\0';
		else if (!quote && (*text == '"' || *text == '\''))
			quote = *text;
	}
	return quote;
}

static char *cut_comment(struct jobfile_lines *l, char *text)
{
	size_t length = strcspn(text, ";#");
	char begin = text[length], quote;

	if (!begin)
		return text;
	text[length] = '\0';
	quote = open_quote(text);
	if (quote && strchr(text + length + 1, quote))
		diag_warning(l->diag, jobfile_lines_at(l),
			     "'%c' begins a comment, even within quotes",
			     begin);
	return jobfile_trim(text);
}

/* What is left of the line in `text`; it may be nothing. */
static char *clean_line(struct jobfile_lines *l)
{
	char *text = l->text;

	if (top(l)->line == 1 &&
	    strncmp(text, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)) == 0)
		text += strlen(BYTE_ORDER_MARK);
	text = jobfile_trim(text);
	if (strchr(text, '\r')) {
		diag_error(l->diag, jobfile_lines_at(l),
			   "carriage return within a line: "
			   "lines end in LF or CRLF");
		return text + strlen(text);
	}
	return cut_comment(l, text);
}

char *jobfile_lines_next(struct jobfile_lines *lines)
{
	char *text;

	while (lines->depth > 0) {
		if (!read_line(lines)) {
			pop(lines);
			continue;
		}
		text = clean_line(lines);
		if (*text)
			return text;
	}
	return NULL;
}
