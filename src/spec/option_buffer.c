#include "spec/option_values.h"

#include "option_parse.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Types of what I/O buffers are made of, and of what is in them. */

/* ---- memory ---- */

static const struct option_choice memory_words[] = {
	{ "malloc", MEMORY_MALLOC, "Ordinary memory" },
	{ "shm", MEMORY_SHM, "System V shared memory" },
	{ "shmhuge", MEMORY_SHMHUGE, "The same, of huge pages" },
	{ "mmap", MEMORY_MMAP, "A private mapping: anonymous, or of a file" },
	{ "mmaphuge", MEMORY_MMAPHUGE,
	  "A mapping of huge pages: anonymous, or of a file on hugetlbfs" },
	{ "mmapshared", MEMORY_MMAPSHARED,
	  "A shared mapping: anonymous, or of a file" },
	{ 0 },
};

static bool takes_a_path(int kind)
{
	return kind == MEMORY_MMAP || kind == MEMORY_MMAPHUGE ||
	       kind == MEMORY_MMAPSHARED;
}

static int parse_memory(const struct option *o, const char *text,
			struct option_context *context, void *field)
{
	size_t length = strcspn(text, ":");
	const char *path = text[length] ? text + length + 1 : NULL;
	const struct option_choice *word =
		option_word_find(memory_words, text, length);

	(void)o;
	if (!word && strcmp(text, "cudamalloc") == 0)
		return option_refuse(context,
				     "is not supported: it is memory of a GPU");
	if (!word)
		return option_refuse_word(context, memory_words);
	if (path && !takes_a_path(word->value))
		return option_refuse(context, "names a file, which %s has not",
				     word->name);
	if (path && !*path)
		return option_refuse(context, "has no path after the colon");
	*(struct memory *)field = (struct memory){
		.kind = (enum memory_kind)word->value,
		.path = path ? arena_strdup(context->arena, path) : NULL,
	};
	return 0;
}

const char *memory_name(enum memory_kind kind)
{
	const struct option_choice *word = memory_words;

	while (word->name && word->value != (int)kind)
		word++;
	return word->name;
}

static void print_memory(const struct option *o, const void *field, FILE *out)
{
	const struct memory *memory = field;

	(void)o;
	fputs(memory_name(memory->kind), out);
	if (memory->path)
		fprintf(out, ":%s", memory->path);
}

const struct option_type option_memory = {
	.argument = "WORD[:PATH]",
	.parse = parse_memory,
	.print = print_memory,
	.words = memory_words,
};

/* ---- pattern ---- */

/* Of a file in a pattern: a mistake in a name is not to fill the memory. */
#define PATTERN_FILE_MAX (UINT64_C(1) << 20)

/* A pattern as it is put together. */
struct bytes {
	struct option_context *context;
	unsigned char *at;
	size_t length;
	size_t room;
	bool takes_offsets;
	size_t *offsets;
	size_t offset_count;
};

static void add_bytes(struct bytes *b, const void *from, size_t length)
{
	if (!b->at || b->room - b->length < length) {
		unsigned char *more;

		b->room = 2 * (b->length + length);
		more = arena_alloc(b->context->arena, b->room);
		if (b->at)
			memcpy(more, b->at, b->length);
		b->at = more;
	}
	memcpy(b->at + b->length, from, length);
	b->length += length;
}

static unsigned digit_value(char c)
{
	if (isdigit((unsigned char)c))
		return (unsigned)(c - '0');
	return (unsigned)(tolower((unsigned char)c) - 'a' + 10);
}

/* How many of `set` a number begins with: the 0 of the next "0x" is not its. */
static size_t count_digits(const char *text, const char *set)
{
	size_t digits = strspn(text, set);

	if (digits && text[digits - 1] == '0' &&
	    tolower((unsigned char)text[digits]) == 'x')
		digits--;
	return digits;
}

/* "0xdeadface": bytes as they are written, the first of an odd number short. */
static int read_hex(struct bytes *b, const char **text)
{
	const char *at = *text + strlen("0x");
	size_t digits = count_digits(at, "0123456789abcdefABCDEF");
	unsigned value = 0;

	if (!digits)
		return option_refuse(b->context,
				     "has a hexadecimal number without digits");
	for (; digits; digits--, at++) {
		unsigned char byte;

		value = value * 16 + digit_value(*at);
		if (digits % 2 == 0)
			continue;
		byte = (unsigned char)value;
		add_bytes(b, &byte, 1);
		value = 0;
	}
	*text = at;
	return 0;
}

/*
 * "-12": the number of 32 bits as it is in memory, lowest byte first, without
 * the zeros at its end.
 */
static int read_decimal(struct bytes *b, const char **text)
{
	const char *sign = *text, *at = sign + (*sign == '-' || *sign == '+');
	size_t digits = count_digits(at, "0123456789"),
	       length = sizeof(uint32_t);
	unsigned char bytes[sizeof(uint32_t)];
	int64_t number = 0;

	if (!digits)
		return option_refuse(b->context,
				     "has '%.20s', where a \"string\", a "
				     "number or a 'file' should begin",
				     sign);
	for (size_t i = 0; i < digits && number <= UINT32_MAX; i++)
		number = number * 10 + (at[i] - '0');
	if (*sign == '-')
		number = -number;
	if (number < INT32_MIN || number > UINT32_MAX)
		return option_refuse(b->context,
				     "has '%.*s', which is no number of "
				     "32 bits",
				     (int)(at + digits - sign), sign);
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)((uint64_t)number >> (8 * i));
	while (length > 1 && bytes[length - 1] == 0)
		length--;
	add_bytes(b, bytes, length);
	*text = at + digits;
	return 0;
}

/* The text between two quotes of a kind. Returns its length, or -1. */
static int64_t find_quoted(const struct bytes *b, const char **text)
{
	char quote = **text;
	const char *end = strchr(*text + 1, quote);

	if (!end)
		return option_refuse(b->context, "lacks a closing %c", quote);
	if (end == *text + 1)
		return option_refuse(b->context,
				     "has nothing between %c and "
				     "%c",
				     quote, quote);
	++*text;
	return end - *text;
}

static int read_string(struct bytes *b, const char **text)
{
	int64_t length = find_quoted(b, text);

	if (length < 0)
		return -1;
	add_bytes(b, *text, (size_t)length);
	*text += length + 1;
	return 0;
}

/* A pipe would be waited for. NULL with errno. */
static FILE *open_regular(const char *path)
{
	struct stat st;

	if (stat(path, &st) < 0)
		return NULL;
	if (S_ISREG(st.st_mode))
		return fopen(path, "re");
	errno = EINVAL;
	return NULL;
}

static int add_file(struct bytes *b, const char *path, FILE *file)
{
	unsigned char chunk[4096];
	size_t before = b->length, n;

	while ((n = fread(chunk, 1, sizeof(chunk), file)) > 0) {
		if (b->length - before + n > PATTERN_FILE_MAX)
			return option_refuse(b->context,
					     "names the file '%s', which is "
					     "larger than 1 MiB",
					     path);
		add_bytes(b, chunk, n);
	}
	if (ferror(file))
		return option_refuse(b->context, "can't read '%s': %s", path,
				     strerror(errno));
	if (b->length == before)
		return option_refuse(b->context,
				     "names the file '%s', which is empty",
				     path);
	return 0;
}

static int read_file(struct bytes *b, const char **text)
{
	int64_t length = find_quoted(b, text);
	const char *path;
	FILE *file;
	int status;

	if (length < 0)
		return -1;
	path = arena_strndup(b->context->arena, *text, (size_t)length);
	*text += length + 1;
	file = open_regular(path);
	if (!file)
		return option_refuse(b->context, "can't open '%s': %s", path,
				     strerror(errno));
	status = add_file(b, path, file);
	fclose(file);
	return status;
}

/* "%o": the offset of the block that is filled. */
static int read_offset(struct bytes *b, const char **text)
{
	static const unsigned char none[sizeof(uint64_t)];
	size_t *more;

	if (!b->takes_offsets || (*text)[1] != 'o')
		return option_refuse(b->context,
				     b->takes_offsets
					     ? "has '%.2s', where only %%o "
					       "can follow a percent sign"
					     : "has '%.2s', which only "
					       "verify_pattern knows",
				     *text);
	more = arena_alloc(b->context->arena,
			   (b->offset_count + 1) * sizeof(more[0]));
	if (b->offset_count)
		memcpy(more, b->offsets, b->offset_count * sizeof(more[0]));
	more[b->offset_count++] = b->length;
	b->offsets = more;
	add_bytes(b, none, sizeof(none));
	*text += strlen("%o");
	return 0;
}

static int read_piece(struct bytes *b, const char **text)
{
	if (**text == '%')
		return read_offset(b, text);
	if (**text == '"')
		return read_string(b, text);
	if (**text == '\'')
		return read_file(b, text);
	if (strncasecmp(*text, "0x", strlen("0x")) == 0)
		return read_hex(b, text);
	return read_decimal(b, text);
}

static int parse_pattern(const struct option *o, const char *text,
			 struct option_context *context, void *field)
{
	struct bytes b = {
		.context = context,
		.takes_offsets = o->type == &option_offset_pattern,
	};
	const char *at = text;

	for (at += strspn(at, " \t"); *at; at += strspn(at, " \t"))
		if (read_piece(&b, &at) < 0)
			return -1;
	*(struct pattern *)field = (struct pattern){
		.bytes = b.at,
		.length = b.length,
		.text = arena_strdup(context->arena, text),
		.offsets = b.offsets,
		.offset_count = b.offset_count,
	};
	return 0;
}

static void print_pattern(const struct option *o, const void *field, FILE *out)
{
	const struct pattern *pattern = field;

	(void)o;
	if (pattern->text)
		fputs(pattern->text, out);
}

const struct option_type option_pattern = {
	.argument = "PATTERN",
	.parse = parse_pattern,
	.print = print_pattern,
};

const struct option_type option_offset_pattern = {
	.argument = "PATTERN",
	.parse = parse_pattern,
	.print = print_pattern,
};
