#ifndef RUNNER_SPEC_OPTION_HELP_H
#define RUNNER_SPEC_OPTION_HELP_H

#include "spec/engine_info.h"
#include "spec/option.h"

#include <stdio.h>

/* The walks of the option tables that people read. */

/* One line an option, grouped by category: the option part of --help. */
void option_help_list(const struct option_table *table, FILE *out);

/* Those that are refused on purpose, and why. */
void option_help_refused(FILE *out);
void option_help_markdown_refused(FILE *out);

/* All about one option: --cmdhelp=NAME. */
void option_help_one(const struct option *o, FILE *out);

/* docs/options.md, with the options of every engine. */
void option_help_markdown(const struct option_table *table,
			  const struct engine_list *engines, FILE *out);

/* The option part of the man page (mdoc or man macros). */
void option_help_man(const struct option_table *table,
		     const struct engine_list *engines, FILE *out);

#endif
