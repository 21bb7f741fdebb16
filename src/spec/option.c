#include "spec/option.h"

#include "base/alloc.h"

#include "option_parse.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Longer names are near none. */
#define NEAR_LENGTH_MAX 63

/* A word of so few letters may differ in one only. */
#define SHORT_LENGTH 3

int option_refuse(struct option_context *context, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(context->reason, sizeof(context->reason), format, args);
	va_end(args);
	return -1;
}

void option_remark(struct option_context *context, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(context->remark, sizeof(context->remark), format, args);
	va_end(args);
}

static int compare_name(const void *name, const void *entry)
{
	return strcmp(name, ((const struct option *)entry)->name);
}

static bool has_alias(const struct option *o, const char *name)
{
	return (o->alias && strcmp(o->alias, name) == 0) ||
	       (o->alias2 && strcmp(o->alias2, name) == 0);
}

const struct option *option_find(const struct option_table *table,
				 const char *name)
{
	const struct option *found;

	if (!table->count)
		return NULL;
	found = bsearch(name, table->list, table->count, sizeof(table->list[0]),
			compare_name);
	for (size_t i = 0; !found && i < table->count; i++)
		if (has_alias(&table->list[i], name))
			found = &table->list[i];
	return found;
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static bool same_letter(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/*
 * How many letters have to be added, dropped, replaced or swapped with their
 * neighbour to make one of the other (the restricted Damerau-Levenshtein
 * distance), without regard to case.
 */
static size_t distance(const char *a, const char *b)
{
	size_t rows[3][NEAR_LENGTH_MAX + 1];
	size_t *before = rows[0], *last = rows[1], *row = rows[2], *spare;
	size_t length = strlen(b);

	for (size_t j = 0; j <= length; j++)
		last[j] = j;
	for (size_t i = 1; a[i - 1]; i++) {
		row[0] = i;
		for (size_t j = 1; j <= length; j++) {
			row[j] = least(
				least(last[j], row[j - 1]) + 1,
				last[j - 1] + !same_letter(a[i - 1], b[j - 1]));
			if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
			    same_letter(a[i - 2], b[j - 1]))
				row[j] = least(row[j], before[j - 2] + 1);
		}
		spare = before;
		before = last;
		last = row;
		row = spare;
	}
	return last[length];
}

/* The best of the words offered so far. */
struct nearest {
	const char *name; /* that something is wanted near to */
	size_t limit;     /* what is offered has to be nearer than this */
	const char *found;
};

static struct nearest nearest_start(const char *name)
{
	size_t length = strlen(name), allowed = 1;

	if (length > SHORT_LENGTH)
		allowed = length / 3 > 2 ? length / 3 : 2;
	/* Something of the name has to be right, too. */
	return (struct nearest){ name, least(allowed + 1, length), NULL };
}

/* Take `word`, which stands for `meaning`, if it is nearer than the others. */
static void nearest_offer(struct nearest *n, const char *word,
			  const char *meaning)
{
	size_t d;

	if (!word || strlen(word) > NEAR_LENGTH_MAX ||
	    strlen(n->name) > NEAR_LENGTH_MAX)
		return;
	d = distance(n->name, word);
	if (d < n->limit) {
		n->limit = d;
		n->found = meaning;
	}
}

const char *option_nearest(const struct option_table *const *tables,
			   const char *name)
{
	struct nearest n = nearest_start(name);

	for (; *tables; tables++) {
		for (size_t i = 0; i < (*tables)->count; i++) {
			const struct option *o = &(*tables)->list[i];

			nearest_offer(&n, o->name, o->name);
			nearest_offer(&n, o->alias, o->name);
			nearest_offer(&n, o->alias2, o->name);
		}
	}
	return n.found;
}

const struct option_choice *option_words(const struct option *o)
{
	return o->choices ? o->choices : o->type->words;
}

static void hint_word(const struct option *o, const char *text,
		      struct source at, struct diag *diag)
{
	const struct option_choice *words = option_words(o);
	size_t length = strcspn(text, ":");
	struct nearest n;
	char *word;

	/* Right so far: what follows the colon is wrong. */
	if (!words || option_word_find(words, text, length))
		return;
	word = xasprintf("%.*s", (int)length, text);
	n = nearest_start(word);
	for (; words->name; words++)
		if (words->help)
			nearest_offer(&n, words->name, words->name);
	free(word);
	if (n.found)
		diag_hint(diag, at, "did you mean '%s'?", n.found);
}

static int refuse_bare(const struct option *o, struct source at,
		       struct diag *diag)
{
	diag_error(diag, at, "%s needs a value", o->name);
	diag_hint(diag, at, "write it as %s=%s", o->name, o->type->argument);
	return -1;
}

int option_set(const struct option *o, void *values, const char *text,
	       struct option_context *context, struct source at,
	       struct diag *diag)
{
	void *field = (char *)values + o->offset;
	bool alone = !text;

	if (alone)
		text = o->bare;
	if (!text || (!alone && !*text))
		return refuse_bare(o, at, diag);
	context->remark[0] = '\0';
	if (o->type->parse(o, text, context, field) == 0) {
		if (context->remark[0])
			diag_warning(diag, at, "%s: '%s' %s", o->name, text,
				     context->remark);
		return 0;
	}
	diag_error(diag, at, "%s: '%s' %s", o->name, text, context->reason);
	hint_word(o, text, at, diag);
	return -1;
}

void option_table_defaults(const struct option_table *table, void *values,
			   struct arena *arena)
{
	struct option_context context = { .arena = arena, .kb_base = 1024 };

	for (size_t i = 0; i < table->count; i++) {
		const struct option *o = &table->list[i];
		int status = 0;

		if (o->initial)
			status = o->type->parse(o, o->initial, &context,
						(char *)values + o->offset);
		assert(status == 0);
		(void)status;
	}
}

/* As the other allocations: without memory, say so and exit. */
static void out_of_memory(void)
{
	fputs("runner: out of memory\n", stderr);
	exit(EXIT_FAILURE);
}

char *option_table_text(const struct option_table *table, const void *values)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		out_of_memory();
	for (size_t i = 0; i < table->count; i++) {
		const struct option *o = &table->list[i];

		o->type->print(o, (const char *)values + o->offset, out);
		putc('\0', out);
	}
	if (fclose(out) != 0)
		out_of_memory();
	return text;
}

char *option_value_text(const struct option *o, const void *values)
{
	return option_table_text(&(struct option_table){ o, 1 }, values);
}

/* Room for a number with any unit that there is. */
#define LIMIT_TEXT_MAX 32

static const char *limit_text(const struct option *o, uint64_t n,
			      char buf[LIMIT_TEXT_MAX])
{
	switch (o->type->measure) {
	case MEASURE_BYTES:
		return size_format(n, buf);
	case MEASURE_NS:
		return duration_format((struct duration){ n }, buf);
	case MEASURE_SIGNED:
		snprintf(buf, LIMIT_TEXT_MAX, "%" PRId64, (int64_t)n);
		return buf;
	case MEASURE_NUMBER:
		break;
	}
	snprintf(buf, LIMIT_TEXT_MAX, "%" PRIu64, n);
	return buf;
}

char *option_range_text(const struct option *o, char buf[OPTION_RANGE_MAX])
{
	char min[LIMIT_TEXT_MAX], max[LIMIT_TEXT_MAX];

	_Static_assert(SIZE_TEXT_MAX <= LIMIT_TEXT_MAX &&
			       DURATION_TEXT_MAX <= LIMIT_TEXT_MAX,
		       "limits have room");
	limit_text(o, o->min, min);
	if (o->max)
		snprintf(buf, OPTION_RANGE_MAX, "%s to %s", min,
			 limit_text(o, o->max, max));
	else
		snprintf(buf, OPTION_RANGE_MAX, "%s or more", min);
	return buf;
}
