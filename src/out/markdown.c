#include "out/markdown.h"

#include "base/text.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static bool is_in_word(char c)
{
	/* Of letters that are not ASCII, all bytes are above it. */
	return isalnum((unsigned char)c) || (unsigned char)c > 0x7f;
}

/* An underscore within a word is nothing special, and in many names. */
static bool is_special(const char *text, size_t i)
{
	if (text[i] == '_')
		return i == 0 || !is_in_word(text[i - 1]) ||
		       !is_in_word(text[i + 1]);
	return strchr("\\`*[]<~&", text[i]) != NULL;
}

const char *markdown_escape(struct arena *arena, const char *text)
{
	const char *from = text_printable(arena, text);
	size_t length = strlen(from);
	char *copy = arena_alloc(arena, 2 * length + 1);
	char *end = copy;

	for (size_t i = 0; i < length; i++) {
		if (is_special(from, i))
			*end++ = '\\';
		*end++ = from[i];
	}
	*end = '\0';
	return copy;
}
