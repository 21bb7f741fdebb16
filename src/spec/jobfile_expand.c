#include "spec/jobfile.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A stretch of text that something else takes the place of. */
struct match {
	const char *start;
	const char *end;
	const char *value;
};

struct expansion {
	struct arena *arena;
	const char **unset;
	/* The first match from `text` on; false if there is none. */
	bool (*find)(struct expansion *e, const char *text,
		     struct match *match);
};

struct keyword {
	const char *text;
	uint64_t (*value)(void);
};

static uint64_t config(int name)
{
	long value = sysconf(name);

	return value > 0 ? (uint64_t)value : 1;
}

static uint64_t page_size(void)
{
	return config(_SC_PAGESIZE);
}

static uint64_t memory_mib(void)
{
	return config(_SC_PHYS_PAGES) * page_size() >> 20;
}

static uint64_t cpu_count(void)
{
	return config(_SC_NPROCESSORS_ONLN);
}

static const struct keyword keywords[] = {
	{ "$mb_memory", memory_mib },
	{ "$ncpus", cpu_count },
	{ "$pagesize", page_size },
};

static const struct keyword *find_keyword(const char *text)
{
	for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++)
		if (strncmp(text, keywords[i].text, strlen(keywords[i].text)) ==
		    0)
			return &keywords[i];
	return NULL;
}

static bool next_keyword(struct expansion *e, const char *text,
			 struct match *match)
{
	const struct keyword *keyword = NULL;

	while ((text = strchr(text, '$')) && !(keyword = find_keyword(text)))
		text++;
	if (!keyword)
		return false;
	match->start = text;
	match->end = text + strlen(keyword->text);
	match->value = arena_printf(e->arena, "%" PRIu64, keyword->value());
	return true;
}

static bool next_variable(struct expansion *e, const char *text,
			  struct match *match)
{
	const char *start = strstr(text, "${");
	const char *end = start ? strchr(start, '}') : NULL;
	const char *name;

	if (!end)
		return false;
	name = arena_strndup(e->arena, start + 2, (size_t)(end - start - 2));
	match->start = start;
	match->end = end + 1;
	match->value = getenv(name);
	if (!match->value) {
		match->value = "";
		if (e->unset && !*e->unset)
			*e->unset = name;
	}
	return true;
}

static size_t append(char *to, size_t length, const char *from, size_t count)
{
	if (to)
		memcpy(to + length, from, count);
	return length + count;
}

/*
 * Write `text` with everything replaced to `to`, or nowhere if that is NULL.
 * Returns how long it is. What is put in is not looked at again.
 */
static size_t write_replaced(struct expansion *e, const char *text, char *to)
{
	struct match match;
	size_t length = 0;

	while (e->find(e, text, &match)) {
		length = append(to, length, text, (size_t)(match.start - text));
		length = append(to, length, match.value, strlen(match.value));
		text = match.end;
	}
	return append(to, length, text, strlen(text) + 1);
}

static const char *replace(struct expansion *e, const char *text)
{
	struct match match;
	char *replaced;

	if (!strchr(text, '$') || !e->find(e, text, &match))
		return text;
	replaced = arena_alloc(e->arena, write_replaced(e, text, NULL));
	write_replaced(e, text, replaced);
	return replaced;
}

const char *jobfile_expand_variables(struct arena *arena, const char *text,
				     const char **unset)
{
	struct expansion e = { arena, unset, next_variable };

	if (unset)
		*unset = NULL;
	return replace(&e, text);
}

const char *jobfile_expand(struct arena *arena, const char *text,
			   const char **unset)
{
	struct expansion e = { arena, NULL, next_keyword };

	return replace(&e, jobfile_expand_variables(arena, text, unset));
}
