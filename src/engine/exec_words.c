#include "engine/exec_words.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLANKS " \t"

/* Over one word or a part of it, in quotes or not. */
struct reader {
	const char *at;
	char quote; /* 0: none is open */
};

/* Whether a quote begins or ends here. */
static bool toggles_quote(struct reader *r)
{
	char c = *r->at;
	bool open = r->quote;

	if (open ? c != r->quote : c != '"' && c != '\'')
		return false;
	if (open)
		c = '\0';
	r->quote = c;
	return true;
}

/* The next character of the word in `*c`; false: the word is over. */
static bool next(struct reader *r, char *c, bool *escaped)
{
	*escaped = false;
	for (; *r->at; r->at++) {
		if (toggles_quote(r))
			continue;
		if (!r->quote && strchr(BLANKS, *r->at))
			return false;
		if (*r->at == '\\' && r->quote != '\'' && r->at[1]) {
			r->at++;
			*escaped = true;
		}
		*c = *r->at++;
		return true;
	}
	return false;
}

const char *exec_words_fault(const char *arguments)
{
	struct reader r = { .at = arguments ? arguments : "" };
	bool escaped;
	char c;

	while (*r.at) {
		r.at += strspn(r.at, BLANKS);
		while (next(&r, &c, &escaped))
			continue;
	}
	return r.quote ? "arguments: a quote is not closed" : NULL;
}

/* What "%c" stands for, or NULL. */
static const char *replacement(char c, const char *job, const char *runtime)
{
	return c == 'n' ? job : c == 'r' ? runtime : NULL;
}

/* NULL without memory. */
static char *read_word(struct reader *r, const char *job, const char *runtime)
{
	char *word = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&word, &size);
	bool escaped;
	char c;

	if (!out)
		return NULL;
	while (next(r, &c, &escaped)) {
		const char *text = c == '%' && !escaped
					   ? replacement(*r->at, job, runtime)
					   : NULL;

		if (text)
			r->at++;
		if (text)
			fputs(text, out);
		else
			fputc(c, out);
	}
	if (fclose(out) == 0)
		return word;
	free(word);
	return NULL;
}

/* At most: each has a character, and a blank after it. */
static size_t most_words(const char *arguments)
{
	return strlen(arguments) / 2 + 1;
}

char **exec_words_make(const char *program, const char *arguments,
		       const char *job, uint64_t runtime_s)
{
	struct reader r = { .at = arguments ? arguments : "" };
	char **words = calloc(most_words(r.at) + 2, sizeof(words[0]));
	char runtime[24];
	size_t count = 0;

	if (!words)
		return NULL;
	snprintf(runtime, sizeof(runtime), "%" PRIu64, runtime_s);
	words[count++] = strdup(program);
	while (words[count - 1]) {
		r.at += strspn(r.at, BLANKS);
		if (!*r.at)
			return words;
		words[count++] = read_word(&r, job, runtime);
	}
	exec_words_free(words);
	return NULL;
}

void exec_words_free(char **words)
{
	for (size_t i = 0; words && words[i]; i++)
		free(words[i]);
	free(words);
}
