#include "json_buffer.h"

#include <stdbool.h>
#include <string.h>

void json_buffer_flush(struct json_buffer *b)
{
	fwrite(b->text, 1, b->used, b->out);
	b->used = 0;
}

char *json_buffer_room(struct json_buffer *b, size_t length)
{
	if (length > JSON_BUFFER_SIZE - b->used)
		json_buffer_flush(b);
	return b->text + b->used;
}

static void put_long(struct json_buffer *b, const char *text, size_t length)
{
	while (length) {
		size_t n = JSON_BUFFER_SIZE - b->used;

		if (n > length)
			n = length;
		memcpy(b->text + b->used, text, n);
		b->used += n;
		text += n;
		length -= n;
		if (length)
			json_buffer_flush(b);
	}
}

static inline void put(struct json_buffer *b, const char *text, size_t length)
{
	if (length <= JSON_BUFFER_SIZE - b->used) {
		memcpy(b->text + b->used, text, length);
		b->used += length;
	} else {
		put_long(b, text, length);
	}
}

void json_buffer_put(struct json_buffer *b, const char *text)
{
	put(b, text, strlen(text));
}

/*
 * The length of the UTF-8 character that `s` begins with, or 0 if it begins
 * with none (RFC 3629, section 4: no overlong forms, no surrogates, nothing
 * above U+10FFFF). `s` ends with a NUL, which is not a continuation byte.
 */
static size_t utf8_length(const unsigned char *s)
{
	static const struct {
		unsigned char first, last; /* of the first byte */
		unsigned char low, high;   /* of the second */
		size_t length;
	} forms[] = {
		{ 0xC2, 0xDF, 0x80, 0xBF, 2 }, { 0xE0, 0xE0, 0xA0, 0xBF, 3 },
		{ 0xE1, 0xEC, 0x80, 0xBF, 3 }, { 0xED, 0xED, 0x80, 0x9F, 3 },
		{ 0xEE, 0xEF, 0x80, 0xBF, 3 }, { 0xF0, 0xF0, 0x90, 0xBF, 4 },
		{ 0xF1, 0xF3, 0x80, 0xBF, 4 }, { 0xF4, 0xF4, 0x80, 0x8F, 4 },
	};

	if (s[0] < 0x80)
		return 1;
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		size_t n = 2;

		if (s[0] < forms[i].first || s[0] > forms[i].last)
			continue;
		if (s[1] < forms[i].low || s[1] > forms[i].high)
			return 0;
		while (n < forms[i].length && (s[n] & 0xC0) == 0x80)
			n++;
		return n == forms[i].length ? n : 0;
	}
	return 0;
}

static void put_control(struct json_buffer *b, unsigned char c)
{
	static const char letters[] = "btn_fr"; /* 8 to 13 */
	char text[sizeof("\\u00FF")];

	if (c >= '\b' && c <= '\r' && c != '\v')
		snprintf(text, sizeof(text), "\\%c", letters[c - '\b']);
	else
		snprintf(text, sizeof(text), "\\u%04X", c);
	json_buffer_put(b, text);
}

/* What is not itself within a string. Returns how long it is. */
static size_t put_special(struct json_buffer *b, const unsigned char *s)
{
	size_t length = utf8_length(s);
	const char escaped[] = { '\\', (char)*s };

	if (length == 0)
		json_buffer_put(b, "\xEF\xBF\xBD");
	else if (*s < ' ')
		put_control(b, *s);
	else if (length == 1)
		put(b, escaped, sizeof(escaped));
	else
		put(b, (const char *)s, length);
	return length ? length : 1;
}

static bool is_plain(unsigned char c)
{
	return c >= ' ' && c < 0x80 && c != '"' && c != '\\';
}

void json_buffer_string(struct json_buffer *b, const char *text)
{
	const unsigned char *s = (const unsigned char *)text;

	put(b, "\"", 1);
	while (*s) {
		const unsigned char *start = s;

		while (is_plain(*s))
			s++;
		put(b, (const char *)start, (size_t)(s - start));
		if (*s)
			s += put_special(b, s);
	}
	put(b, "\"", 1);
}
