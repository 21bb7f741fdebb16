#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
	ESCAPED_MAX = 4,  /* "\x1b" */
	CONTINUED = 0x80, /* of bytes after the first: 10xxxxxx */
	CONTINUED_MASK = 0xc0,
	CONTINUED_BITS = 6,
};

/* By the first byte of a character. */
static const struct {
	unsigned char mask, bits;
	size_t length;
	uint32_t least; /* what is less has a shorter form */
} forms[] = {
	{ 0x80, 0x00, 1, 0 },
	{ 0xe0, 0xc0, 2, 0x80 },
	{ 0xf0, 0xe0, 3, 0x800 },
	{ 0xf8, 0xf0, 4, 0x10000 },
};

static bool is_continued(char byte)
{
	return ((unsigned char)byte & CONTINUED_MASK) == CONTINUED;
}

size_t text_width(const char *text)
{
	size_t width = 0;

	for (; *text; text++)
		width += !is_continued(*text);
	return width;
}

size_t text_piece(const char *text, size_t room)
{
	size_t best = 0, length = 0, width = 0;

	for (; text[length]; length++) {
		bool begins = !is_continued(text[length]);

		if (begins && width > 0 && width <= room &&
		    (text[length] == ' ' || text[length - 1] == ','))
			best = length;
		if (begins && width > 0 && width >= room)
			return best ? best : length;
		width += begins;
	}
	return length;
}

void text_write_folded(const char *text, size_t used, size_t indent, FILE *out)
{
	for (;;) {
		size_t room =
			used < TEXT_SCREEN_WIDTH ? TEXT_SCREEN_WIDTH - used : 0;
		size_t length = text_piece(text, room);

		fprintf(out, "%.*s\n", (int)length, text);
		text += length;
		text += strspn(text, " ");
		if (!*text)
			return;
		fprintf(out, "%*s", (int)indent, "");
		used = indent;
	}
}

/* In bytes; 0: it is none. */
static size_t character_read(const char *text, uint32_t *code)
{
	unsigned char first = (unsigned char)*text;

	for (size_t f = 0; f < sizeof(forms) / sizeof(forms[0]); f++) {
		if ((first & forms[f].mask) != forms[f].bits)
			continue;
		*code = first & (unsigned char)~forms[f].mask;
		for (size_t i = 1; i < forms[f].length; i++) {
			if (!is_continued(text[i]))
				return 0;
			*code = *code << CONTINUED_BITS |
				((unsigned char)text[i] &
				 (unsigned char)~CONTINUED_MASK);
		}
		return *code < forms[f].least ? 0 : forms[f].length;
	}
	return 0;
}

/* In bytes, as character_read(). */
static size_t printable_length(const char *text)
{
	/* Of more than all there are, halves of others, or controls. */
	static const struct {
		uint32_t first, last;
	} unprintable[] = {
		{ 0, 0x1f },        { 0x7f, 0x9f },
		{ 0x2028, 0x202e }, { 0x2066, 0x2069 },
		{ 0xd800, 0xdfff }, { 0x110000, UINT32_MAX },
	};
	uint32_t code;
	size_t length = character_read(text, &code);

	for (size_t i = 0; i < sizeof(unprintable) / sizeof(unprintable[0]);
	     i++)
		if (length && code >= unprintable[i].first &&
		    code <= unprintable[i].last)
			return 0;
	return length;
}

static char *put_escaped(char *end, char byte)
{
	static const char digits[] = "0123456789abcdef";
	static const char letters[] = "\n\t\r";
	static const char names[] = "ntr";
	const char *letter = strchr(letters, byte);
	unsigned char value = (unsigned char)byte;

	*end++ = '\\';
	if (letter) {
		*end++ = names[letter - letters];
		return end;
	}
	*end++ = 'x';
	*end++ = digits[value >> 4];
	*end++ = digits[value & 15u];
	return end;
}

const char *text_printable(struct arena *arena, const char *text)
{
	const char *rest = text;
	char *copy, *end;
	size_t length;

	while (*rest && (length = printable_length(rest)) > 0)
		rest += length;
	if (!*rest)
		return text;
	copy = end = arena_alloc(arena, strlen(text) * ESCAPED_MAX + 1);
	while (*text) {
		length = printable_length(text);
		if (length == 0)
			end = put_escaped(end, *text++);
		for (; length > 0; length--)
			*end++ = *text++;
	}
	*end = '\0';
	return copy;
}
