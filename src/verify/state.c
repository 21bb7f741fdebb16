#include "verify/state.h"

#include "verify/checksum.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char first_word[] = "runner-verify-state ";
static const char damaged[] = "is damaged, or was cut short";

/* Of all lines but its own, the last. */
enum { SUM_BYTES = 4, SUM_LINE = sizeof("sum 12345678\n") - 1 };

static void sum_line(const char *text, size_t length, char line[SUM_LINE + 1])
{
	unsigned char sum[SUM_BYTES];

	checksum_find("crc32c")->compute(text, length, sum);
	snprintf(line, SUM_LINE + 1, "sum %02x%02x%02x%02x\n", sum[0], sum[1],
		 sum[2], sum[3]);
}

static void print_lines(const struct verify_state *state, FILE *out)
{
	fprintf(out, "%s%d\n", first_word, VERIFY_STATE_VERSION);
	fprintf(out, "job %s\n", state->job);
	fprintf(out, "verify %s\n", state->scheme);
	fprintf(out, "seed %" PRIu64 "\n", state->seed);
	fprintf(out, "size %" PRIu64 "\n", state->size);
	fprintf(out, "running %d\n", state->running);
	fprintf(out, "begun %" PRIu64 "\n", state->begun);
	for (size_t i = 0; i < state->open_count; i++)
		fprintf(out, "open %" PRIu64 "\n", state->open[i]);
}

int verify_state_print(const struct verify_state *state, FILE *out)
{
	char sum[SUM_LINE + 1];
	char *text = NULL;
	size_t length = 0;
	FILE *memory = open_memstream(&text, &length);
	int status = -1;

	if (!memory)
		return -1;
	print_lines(state, memory);
	if (fclose(memory) == 0) {
		sum_line(text, length, sum);
		fwrite(text, 1, length, out);
		fputs(sum, out);
		status = ferror(out) ? -1 : 0;
	}
	free(text);
	return status;
}

bool verify_state_is_one(const char *text, size_t length)
{
	size_t word = sizeof(first_word) - 1;

	return length >= word && memcmp(text, first_word, word) == 0;
}

/* What is still to be read: whole lines. */
struct lines {
	struct arena *arena;
	const char *at;
	const char *end;
};

/* The rest of the next line if it begins with `word`, else NULL. */
static const char *take(struct lines *lines, const char *word)
{
	size_t length = strlen(word);
	const char *newline;
	const char *value;

	if ((size_t)(lines->end - lines->at) < length ||
	    memcmp(lines->at, word, length) != 0)
		return NULL;
	value = lines->at + length;
	newline = memchr(value, '\n', (size_t)(lines->end - value));
	if (!newline)
		return NULL;
	lines->at = newline + 1;
	return arena_strndup(lines->arena, value, (size_t)(newline - value));
}

static bool take_number(struct lines *lines, const char *word, uint64_t *number)
{
	const char *value = take(lines, word);
	char *end;

	if (!value || !isdigit((unsigned char)*value))
		return false;
	errno = 0;
	*number = strtoull(value, &end, 10);
	return errno == 0 && !*end;
}

static bool take_open(struct lines *lines, struct verify_state *state)
{
	uint64_t *open = NULL;
	uint64_t number, last = 0;
	size_t count = 0;

	while (take_number(lines, "open ", &number)) {
		if (number <= last)
			return false;
		open = arena_grow(lines->arena, open, count, sizeof(*open));
		open[count++] = last = number;
	}
	state->open = open;
	state->open_count = count;
	return true;
}

static bool take_all(struct lines *lines, struct verify_state *state)
{
	uint64_t running;

	state->job = take(lines, "job ");
	state->scheme = take(lines, "verify ");
	if (!state->job || !state->scheme ||
	    !take_number(lines, "seed ", &state->seed) ||
	    !take_number(lines, "size ", &state->size) ||
	    !take_number(lines, "running ", &running) || running > 1 ||
	    !take_number(lines, "begun ", &state->begun))
		return false;
	state->running = running;
	return take_open(lines, state) && lines->at == lines->end;
}

/* Whether the last line is the sum of those before it. */
static bool is_whole(const char *text, size_t length)
{
	char sum[SUM_LINE + 1];

	if (length < SUM_LINE)
		return false;
	sum_line(text, length - SUM_LINE, sum);
	return memcmp(text + length - SUM_LINE, sum, SUM_LINE) == 0;
}

int verify_state_parse(struct arena *arena, const char *text, size_t length,
		       struct verify_state *state, const char **why)
{
	struct lines lines = { arena, text, text + length };
	uint64_t version;

	*state = (struct verify_state){ 0 };
	*why = damaged;
	if (!verify_state_is_one(text, length)) {
		*why = "is no verify state of this program";
		return -1;
	}
	if (!take_number(&lines, first_word, &version))
		return -1;
	if (version != VERIFY_STATE_VERSION) {
		*why = arena_printf(arena,
				    "is of version %" PRIu64
				    ", and this program reads version %d",
				    version, VERIFY_STATE_VERSION);
		return -1;
	}
	if (!is_whole(text, length))
		return -1;
	lines.end -= SUM_LINE;
	return take_all(&lines, state) ? 0 : -1;
}

bool verify_state_has(const struct verify_state *state, uint64_t number)
{
	size_t from = 0, to = state->open_count;

	if (number > state->begun)
		return false;
	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (state->open[middle] < number)
			from = middle + 1;
		else
			to = middle;
	}
	return from == state->open_count || state->open[from] != number;
}
