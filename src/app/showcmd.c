#include "help.h"

#include "cli.h"

#include <string.h>

static void print_list(const struct given_list *list, FILE *out)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct given_option *g = &list->items[i];

		if (strcmp(g->name, "name") == 0)
			continue;
		fprintf(out, " --%s", g->name);
		if (*g->value) {
			fputc('=', out);
			cli_print_quoted(out, g->value);
		}
	}
}

void showcmd_print(const struct plan *plan, const struct settings *settings,
		   FILE *out)
{
	fputs(settings->as_fio ? "fio" : "runner", out);
	print_list(&plan->global, out);
	for (size_t i = 0; i < plan->section_count; i++) {
		fputs(" --name=", out);
		cli_print_quoted(out, plan->sections[i].name);
		print_list(&plan->sections[i].given, out);
	}
	fputc('\n', out);
}
