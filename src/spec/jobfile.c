#include "spec/jobfile.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "jobfile_lines.h"

#include <assert.h>
#include <ini.h>
#include <stdlib.h>
#include <string.h>

/*
 * inih splits `name = value`. Left alone it would also lose an empty section,
 * merge neighbours of the same name, take an indented line for more of the
 * value above it, refuse a key without a value, cut long names and lines, and
 * see a comment or a colon where there is none. So next_line() opens the
 * sections, and gives inih the keys in lines that every build of it reads the
 * same way:
 *
 *	bs=|4k|			a value between fences
 *	stonewall=!		no value
 *	description=|begin|	a value that is longer than inih's buffer,
 *	 |end|			each piece after the first an indented line
 *	a%DKb=|1|		a byte that means something to inih, escaped
 *
 * inih calls next_line() and add_piece() in turn, so that the reader always
 * knows which key, from which place, it is being called for.
 */
#define FENCE '|'
#define NO_VALUE '!'

/* inih keeps 49 bytes of a name, and has room for a line of 199. */
#define NAME_LENGTH_MAX ((size_t)49)
#define BUFFER_MIN ((size_t)200)
#define ESCAPE_LENGTH ((size_t)3)

/* How much of a line is shown in a message. */
#define QUOTE_LENGTH_MAX 60

/* Places for names and values that were met: most are kept only once. */
#define KEPT_COUNT 256

struct reader {
	struct jobfile *file;
	struct diag *diag;
	struct jobfile_lines *lines;
	size_t first;             /* section of this file */
	struct jobfile_key *keys; /* of the section that is being read */
	size_t key_count;
	size_t key_capacity;
	const char *names[KEPT_COUNT];
	const char *values[KEPT_COUNT];
	const char *name;
	const char *value; /* what of it is not yet with inih; NULL: none */
	const char *unset;
	char *end; /* where the next piece of the value goes */
};

struct jobfile *jobfile_new(struct arena *arena)
{
	struct jobfile *file = arena_alloc(arena, sizeof(*file));

	file->arena = arena;
	return file;
}

struct jobfile_section *jobfile_add_section(struct jobfile *file,
					    const char *name, struct source at)
{
	struct jobfile_section *section;

	file->sections =
		arena_grow(file->arena, file->sections, file->section_count,
			   sizeof(*file->sections));
	section = &file->sections[file->section_count++];
	*section = (struct jobfile_section){
		.name = arena_strdup(file->arena, name),
		.global = strcmp(name, "global") == 0,
		.input = file->input_count,
		.at = at,
	};
	return section;
}

struct jobfile_key *jobfile_add_key(struct jobfile *file, const char *name,
				    const char *value, struct source at)
{
	struct jobfile_section *s = &file->sections[file->section_count - 1];
	struct jobfile_key *key;

	s->keys = arena_grow(file->arena, s->keys, s->key_count,
			     sizeof(*s->keys));
	key = &s->keys[s->key_count++];
	*key = (struct jobfile_key){
		.name = arena_strdup(file->arena, name),
		.value = value ? arena_strdup(file->arena, value) : NULL,
		.at = at,
	};
	return key;
}

static struct source here(const struct reader *r)
{
	return jobfile_lines_at(r->lines);
}

static void hint_unset(const struct reader *r, const char *unset)
{
	if (unset)
		diag_hint(r->diag, here(r),
			  "environment variable '%s' is not set", unset);
}

/*
 * The name in "[name]". After an error it is one as good as any, so that the
 * keys below have a place where they can be checked.
 */
static const char *section_name(const struct reader *r, char *header)
{
	size_t last = strlen(header) - 1;
	const char *name, *unset;

	if (header[last] != ']') {
		diag_error(r->diag, here(r), "expected ] at the end of '%.*s'",
			   QUOTE_LENGTH_MAX, header);
		return header + 1;
	}
	header[last] = '\0';
	name = jobfile_expand_variables(r->file->arena, header + 1, &unset);
	if (!*name) {
		diag_error(r->diag, here(r), "expected a name between [ and ]");
		hint_unset(r, unset);
	}
	return name;
}

/* Give the section its keys: with many sections, no more room than needed. */
static void close_section(struct reader *r)
{
	struct jobfile_section *section;

	if (r->key_count == 0)
		return;
	section = &r->file->sections[r->file->section_count - 1];
	section->keys =
		arena_calloc(r->file->arena, r->key_count, sizeof(*r->keys));
	memcpy(section->keys, r->keys, r->key_count * sizeof(*r->keys));
	section->key_count = r->key_count;
	r->key_count = 0;
}

static void open_section(struct reader *r, char *header)
{
	const char *name = section_name(r, header);

	if (jobfile_lines_included(r->lines)) {
		diag_error(r->diag, here(r),
			   "[%.*s]: an included file can't have sections",
			   QUOTE_LENGTH_MAX, name);
		jobfile_lines_hint(r->lines);
	}
	if (strncmp(name, "global", strlen("global")) == 0 &&
	    strcmp(name, "global") != 0)
		diag_warning(r->diag, here(r),
			     "[%.*s] is a job: only [global] sets defaults",
			     QUOTE_LENGTH_MAX, name);
	close_section(r);
	jobfile_add_section(r->file, name, here(r));
}

/* What stands above all sections is read on as if it were in [global]. */
static void require_section(struct reader *r, const char *line)
{
	if (r->file->section_count > r->first)
		return;
	diag_error(r->diag, here(r), "'%.*s' is not in a section",
		   QUOTE_LENGTH_MAX, line);
	jobfile_add_section(r->file, "global", here(r));
}

/* What follows "include" or "include="; NULL if the line is another. */
static char *include_argument(char *line)
{
	char *rest = line + strlen("include");

	if (strncmp(line, "include", strlen("include")) != 0)
		return NULL;
	if (*rest && !strchr(" \t=", *rest))
		return NULL;
	rest = jobfile_trim(rest);
	return *rest == '=' ? jobfile_trim(rest + 1) : rest;
}

static void include(struct reader *r, const char *argument)
{
	const char *unset;
	const char *name =
		jobfile_expand_variables(r->file->arena, argument, &unset);
	int result;

	if (*name)
		result = jobfile_lines_include(r->lines, name);
	else
		result = diag_error(r->diag, here(r), "include needs a value");
	if (result < 0)
		hint_unset(r, unset);
}

/* What inih gives a meaning; the last begins a byte order mark. */
static const char specials[] = "%:;#[\xEF";

static bool is_special(char c)
{
	return c && strchr(specials, c);
}

/* Write as much of `*from` as fits into `room` bytes, and step over it. */
static size_t escape(char *to, size_t room, const char **from)
{
	size_t plain = strcspn(*from, specials);
	size_t length = 0;

	if (plain + ESCAPE_LENGTH <= room) {
		memcpy(to, *from, plain);
		*from += plain;
		length = plain;
	}
	for (; **from && length + ESCAPE_LENGTH <= room; (*from)++) {
		unsigned char c = (unsigned char)**from;

		if (is_special(**from)) {
			to[length++] = '%';
			to[length++] = (char)('A' + (c >> 4));
			to[length++] = (char)('A' + (c & 15));
		} else {
			to[length++] = **from;
		}
	}
	return length;
}

/* The reverse, for `length` bytes. Returns the end of what it wrote. */
static char *unescape(char *to, const char *from, size_t length)
{
	const char *end = from + length;

	if (!memchr(from, '%', length)) {
		memcpy(to, from, length);
		return to + length;
	}
	while (from < end) {
		if (*from == '%') {
			*to++ = (char)((from[1] - 'A') << 4 | (from[2] - 'A'));
			from += ESCAPE_LENGTH;
		} else {
			*to++ = *from++;
		}
	}
	return to;
}

static size_t escaped_length(const char *text)
{
	size_t length = strcspn(text, specials);

	for (text += length; *text; text++)
		length += is_special(*text) ? ESCAPE_LENGTH : 1;
	return length;
}

/* Split "name = value", once all that is to be replaced in it is. */
static void split_key(struct reader *r, char *line)
{
	/* The line itself or a copy for us: either may be changed. */
	char *text = (char *)jobfile_expand(r->file->arena, line, &r->unset);
	char *equals = strchr(text, '=');

	r->value = NULL;
	if (equals) {
		*equals = '\0';
		r->value = jobfile_trim(equals + 1);
	}
	r->name = jobfile_trim(text);
}

static int check_key(const struct reader *r)
{
	if (!*r->name && r->value)
		return diag_error(r->diag, here(r),
				  "expected a name before '='");
	if (r->unset && !*r->name)
		return diag_error(r->diag, here(r),
				  "environment variable '%s' is not set",
				  r->unset);
	if (r->unset && r->value && !*r->value)
		return diag_error(r->diag, here(r),
				  "%s: environment variable '%s' is not set",
				  r->name, r->unset);
	if (escaped_length(r->name) > NAME_LENGTH_MAX)
		return diag_error(r->diag, here(r), "unknown option '%.*s...'",
				  (int)NAME_LENGTH_MAX, r->name);
	return 0;
}

/* Go on to the next key; false at the end. */
static bool find_key(struct reader *r)
{
	char *line, *argument;

	while ((line = jobfile_lines_next(r->lines))) {
		if (*line == '[') {
			open_section(r, line);
			continue;
		}
		require_section(r, line);
		argument = include_argument(line);
		if (argument) {
			include(r, argument);
			continue;
		}
		split_key(r, line);
		/* A variable may have left nothing of the line. */
		if (check_key(r) == 0 && *r->name)
			return true;
	}
	return false;
}

/* inih's fgets(): see the top of this file. */
static char *next_line(char *buf, int size, void *arg)
{
	struct reader *r = arg;
	size_t room = (size_t)size, length = 0;
	const char *name;

	assert(room >= BUFFER_MIN);
	if (r->value && *r->value) {
		buf[length++] = ' ';
	} else {
		if (!find_key(r))
			return NULL;
		r->end = NULL;
		name = r->name;
		length = escape(buf, NAME_LENGTH_MAX + ESCAPE_LENGTH, &name);
		buf[length++] = '=';
	}
	if (r->value) {
		buf[length++] = FENCE;
		/* Three bytes end the line. */
		length += escape(buf + length, room - length - 3, &r->value);
		buf[length++] = FENCE;
	} else {
		buf[length++] = NO_VALUE;
	}
	buf[length++] = '\n';
	buf[length] = '\0';
	return buf;
}

/* The copy of `text` among `kept`, or a new one. */
static const char *keep(struct reader *r, const char **kept, const char *text)
{
	kept += hash_text(text) % KEPT_COUNT;
	if (!*kept || strcmp(*kept, text) != 0)
		*kept = arena_strdup(r->file->arena, text);
	return *kept;
}

/* A copy of `name`, as it was before it was escaped. */
static const char *keep_name(struct reader *r, const char *name)
{
	char text[NAME_LENGTH_MAX + 1];

	*unescape(text, name, strnlen(name, NAME_LENGTH_MAX)) = '\0';
	return keep(r, r->names, text);
}

/*
 * A copy of the value whose first piece has `length` bytes at `piece`, as it
 * was before it was escaped, or where it will be: then r->end is set.
 */
static const char *keep_value(struct reader *r, const char *piece,
			      size_t length)
{
	char text[BUFFER_MIN];
	char *room;

	if (*r->value || length >= sizeof(text)) {
		room = arena_alloc(r->file->arena,
				   length + strlen(r->value) + 1);
		r->end = unescape(room, piece, length);
		return room;
	}
	*unescape(text, piece, length) = '\0';
	return keep(r, r->values, text);
}

static struct jobfile_key *next_key(struct reader *r)
{
	if (r->key_count == r->key_capacity) {
		r->key_capacity = r->key_capacity ? 2 * r->key_capacity : 64;
		r->keys = xreallocarray(r->keys, r->key_capacity,
					sizeof(*r->keys));
	}
	return &r->keys[r->key_count++];
}

/* inih's handler: a key, or another piece of the value of the last one. */
static int add_piece(void *arg, const char *section, const char *name,
		     const char *value)
{
	struct reader *r = arg;
	size_t length = strlen(value);

	(void)section;
	if (r->end) {
		r->end = unescape(r->end, value + 1, length - 2);
		return 1;
	}
	*next_key(r) = (struct jobfile_key){
		.name = keep_name(r, name),
		.value = *value == FENCE ? keep_value(r, value + 1, length - 2)
					 : NULL,
		.unset = r->unset,
		.at = here(r),
	};
	return 1;
}

static int read_all(struct reader *r)
{
	size_t errors = diag_count(r->diag, DIAG_ERROR);

	/* None of our lines is wrong, so that it can only be without memory. */
	if (ini_parse_stream(next_line, r, add_piece, r) != 0)
		diag_error(r->diag, (struct source){ NULL, 0 },
			   "out of memory");
	close_section(r);
	free(r->keys);
	return diag_count(r->diag, DIAG_ERROR) > errors ? -1 : 0;
}

static struct reader reader_new(struct jobfile *file, struct diag *diag)
{
	file->input_count++;
	return (struct reader){
		.file = file,
		.diag = diag,
		.lines = jobfile_lines_new(file->arena, diag),
		.first = file->section_count,
	};
}

int jobfile_read(struct jobfile *file, const char *path, struct diag *diag)
{
	struct reader r;
	int result;

	if (strcmp(path, "-") == 0)
		return jobfile_read_stream(file, stdin, "stdin", diag);
	r = reader_new(file, diag);
	result = jobfile_lines_open(r.lines, path);
	if (result == 0)
		result = read_all(&r);
	jobfile_lines_free(r.lines);
	return result;
}

int jobfile_read_stream(struct jobfile *file, FILE *in, const char *name,
			struct diag *diag)
{
	struct reader r = reader_new(file, diag);
	int result;

	jobfile_lines_begin(r.lines, in, name);
	result = read_all(&r);
	jobfile_lines_free(r.lines);
	return result;
}
