#include "arguments.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

static struct source place(const struct arguments *a)
{
	return (struct source){ a->command, 0 };
}

static int find(const struct arguments *a, const char *name, size_t length)
{
	for (size_t i = 0; i < a->count; i++)
		if (strlen(a->list[i].name) == length &&
		    strncmp(a->list[i].name, name, length) == 0)
			return (int)i;
	return ARGUMENT_WRONG;
}

static int refuse(const struct arguments *a, const char *word,
		  struct diag *diag)
{
	diag_error(diag, place(a), "unknown option '%s'", word);
	diag_hint(diag, place(a), "runner %s --help tells more", a->command);
	return ARGUMENT_WRONG;
}

static int take_value(struct arguments *a, int found, const char *equals,
		      struct diag *diag)
{
	const struct argument *option = &a->list[found];

	a->value = equals ? equals + 1 : NULL;
	if (!option->value && equals) {
		diag_error(diag, place(a), "--%s takes no value", option->name);
		return ARGUMENT_WRONG;
	}
	if (!option->value || equals)
		return found;
	if (!*a->word) {
		diag_error(diag, place(a), "--%s needs a value: --%s=%s",
			   option->name, option->name, option->value);
		return ARGUMENT_WRONG;
	}
	a->value = *a->word++;
	return found;
}

int arguments_next(struct arguments *a, struct diag *diag)
{
	const char *word = *a->word;
	const char *name, *equals;
	int found;

	if (word && !a->only_words && strcmp(word, "--") == 0) {
		a->only_words = true;
		word = *++a->word;
	}
	if (!word)
		return ARGUMENT_END;
	a->word++;
	a->value = word;
	if (a->only_words || word[0] != '-' || !word[1])
		return ARGUMENT_WORD;
	if (strcmp(word, "-h") == 0)
		return find(a, "help", strlen("help"));
	if (word[1] != '-')
		return refuse(a, word, diag);
	name = word + 2;
	equals = strchr(name, '=');
	found = find(a, name, equals ? (size_t)(equals - name) : strlen(name));
	if (found == ARGUMENT_WRONG)
		return refuse(a, word, diag);
	return take_value(a, found, equals, diag);
}

void arguments_help(const struct arguments *a, FILE *out)
{
	for (size_t i = 0; i < a->count; i++) {
		const struct argument *option = &a->list[i];
		char *form = xasprintf("--%s%s%s", option->name,
				       option->value ? "=" : "",
				       option->value ? option->value : "");

		fprintf(out, "  %-20s %s\n", form, option->help);
		free(form);
	}
}
