#include "json.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

/* How deep our documents go, and some. */
enum { DEPTH_MAX = 32 };

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

static void write_control(unsigned char c, FILE *out)
{
	static const char letters[] = "btn_fr"; /* 8 to 13 */

	if (c >= '\b' && c <= '\r' && c != '\v')
		fprintf(out, "\\%c", letters[c - '\b']);
	else
		fprintf(out, "\\u%04X", c);
}

static void write_string(const char *text, FILE *out)
{
	const unsigned char *s = (const unsigned char *)text;

	fputc('"', out);
	while (*s) {
		size_t length = utf8_length(s);

		if (length == 0)
			fputs("\xEF\xBF\xBD", out);
		else if (*s < ' ')
			write_control(*s, out);
		else if (*s == '"' || *s == '\\')
			fprintf(out, "\\%c", *s);
		else
			fwrite(s, 1, length, out);
		s += length ? length : 1;
	}
	fputc('"', out);
}

static void indent(size_t depth, FILE *out)
{
	fprintf(out, "%*s", (int)(2 * depth), "");
}

static bool is_container(const cJSON *item)
{
	return cJSON_IsObject(item) || cJSON_IsArray(item);
}

/* The key and the value, of a container only the bracket that opens it. */
static void write_start(const cJSON *item, size_t depth, FILE *out)
{
	indent(depth, out);
	if (item->string) {
		write_string(item->string, out);
		fputs(" : ", out);
	}
	if (cJSON_IsObject(item))
		fputs("{\n", out);
	else if (cJSON_IsArray(item))
		fputs("[\n", out);
	else if (cJSON_IsRaw(item))
		fputs(item->valuestring, out);
	else
		write_string(item->valuestring, out);
}

static void write_end(const cJSON *item, size_t depth, FILE *out)
{
	fputc('\n', out);
	indent(depth, out);
	fputc(cJSON_IsObject(item) ? '}' : ']', out);
}

void json_write(const cJSON *root, FILE *out)
{
	const cJSON *open[DEPTH_MAX];
	const cJSON *item = root;
	size_t depth = 0;

	while (item) {
		write_start(item, depth, out);
		if (is_container(item)) {
			assert(depth < DEPTH_MAX);
			if (item->child) {
				open[depth++] = item;
				item = item->child;
				continue;
			}
			write_end(item, depth, out);
		}
		while (depth && !item->next) {
			item = open[--depth];
			write_end(item, depth, out);
		}
		item = depth ? item->next : NULL;
		if (item)
			fputs(",\n", out);
	}
	fputc('\n', out);
}
