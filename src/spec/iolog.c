#include "spec/iolog.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* What an action has behind its name. */
enum numbers {
	NUMBERS_NONE,
	NUMBERS_MAYBE, /* a sync is of the whole file */
	NUMBERS_TWO,
};

static const struct {
	const char *name;
	enum numbers numbers;
} actions[] = {
	[IOLOG_READ] = { "read", NUMBERS_TWO },
	[IOLOG_WRITE] = { "write", NUMBERS_TWO },
	[IOLOG_TRIM] = { "trim", NUMBERS_TWO },
	[IOLOG_SYNC] = { "sync", NUMBERS_MAYBE },
	[IOLOG_DATASYNC] = { "datasync", NUMBERS_MAYBE },
	[IOLOG_ADD] = { "add", NUMBERS_NONE },
	[IOLOG_OPEN] = { "open", NUMBERS_NONE },
	[IOLOG_CLOSE] = { "close", NUMBERS_NONE },
	[IOLOG_WAIT] = { "wait", NUMBERS_TWO },
};

unsigned iolog_version(const char *line)
{
	if (strcmp(line, IOLOG_HEADER_2) == 0)
		return 2;
	return strcmp(line, IOLOG_HEADER_3) == 0 ? 3 : 0;
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t';
}

static bool read_number(const char *text, uint64_t *out)
{
	uint64_t n = 0;

	if (!*text)
		return false;
	for (; *text; text++) {
		uint64_t digit = (unsigned char)*text - (uint64_t)'0';

		if (digit > 9 || __builtin_mul_overflow(n, 10, &n) ||
		    __builtin_add_overflow(n, digit, &n))
			return false;
	}
	*out = n;
	return true;
}

/* Cut the last word off the text that ends at `*end`; NULL: it has none. */
static char *last_word(char *text, char **end)
{
	char *at = *end;

	while (at > text && is_space(at[-1]))
		at--;
	*at = '\0';
	*end = at;
	while (at > text && !is_space(at[-1]))
		at--;
	if (at == *end)
		return NULL;
	*end = at;
	return at;
}

static bool find_action(const char *word, enum iolog_action *out)
{
	for (size_t i = 0; i < COUNT_OF(actions); i++) {
		if (strcmp(word, actions[i].name) != 0)
			continue;
		*out = (enum iolog_action)i;
		return true;
	}
	return false;
}

static bool wants_numbers(const char *word)
{
	enum iolog_action action;

	return word && find_action(word, &action) &&
	       actions[action].numbers == NUMBERS_TWO;
}

/*
 * From the end, so that what stands before is the file's name: an action alone,
 * or one with two numbers.
 */
static int read_action(char *line, char **end, struct iolog_line *out,
		       const char **why)
{
	char *last = last_word(line, end), *middle, *first;
	enum iolog_action action;

	if (last && find_action(last, &action) &&
	    actions[action].numbers != NUMBERS_TWO) {
		out->action = action;
		return 0;
	}
	middle = last ? last_word(line, end) : NULL;
	first = middle ? last_word(line, end) : NULL;
	*why = "is not FILE add, open or close, nor FILE ACTION OFFSET LENGTH";
	if (wants_numbers(last) || wants_numbers(middle)) {
		*why = "lacks an offset or a length behind its action";
		return -1;
	}
	if (!first)
		return -1;
	if (!find_action(first, &action) ||
	    actions[action].numbers == NUMBERS_NONE) {
		if (read_number(last, &out->length))
			*why = "has an unknown action: read, write, trim, "
			       "sync, datasync and wait are known";
		return -1;
	}
	if (!read_number(middle, &out->offset) ||
	    !read_number(last, &out->length)) {
		*why = "has an offset or length that is no whole number of "
		       "bytes";
		return -1;
	}
	out->action = action;
	return 0;
}

static int read_time(char **text, struct iolog_line *out, const char **why)
{
	char *at = *text + strcspn(*text, " \t");
	char after = *at;

	*at = '\0';
	if (!read_number(*text, &out->time_us)) {
		*at = after;
		*why = "does not begin with a time in microseconds, as lines "
		       "of version 3 do";
		return -1;
	}
	*text = after ? at + 1 : at;
	*text += strspn(*text, " \t");
	return 0;
}

int iolog_read_line(char *line, unsigned version, struct iolog_line *out,
		    const char **why)
{
	char *end = line + strlen(line);

	*out = (struct iolog_line){ 0 };
	line += strspn(line, " \t");
	if (version == 3 && read_time(&line, out, why) < 0)
		return -1;
	if (read_action(line, &end, out, why) < 0)
		return -1;
	while (end > line && is_space(end[-1]))
		end--;
	*end = '\0';
	if (end == line) {
		*why = "has no file's name";
		return -1;
	}
	if (out->action == IOLOG_WAIT && version == 2)
		out->time_us = out->offset;
	out->file = line;
	return 0;
}
