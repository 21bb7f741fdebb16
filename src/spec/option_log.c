#include "spec/log_options.h"

/* ---- log_name: struct log_name ---- */

static int parse_log_name(const struct option *o, const char *text,
			  struct option_context *context, void *field)
{
	struct log_name name = { .wanted = true };

	(void)o;
	if (*text)
		name.prefix = arena_strdup(context->arena, text);
	*(struct log_name *)field = name;
	return 0;
}

static void print_log_name(const struct option *o, const void *field, FILE *out)
{
	const struct log_name *name = field;

	(void)o;
	if (name->prefix)
		fputs(name->prefix, out);
}

const struct option_type option_log_name = {
	.argument = "PREFIX",
	.parse = parse_log_name,
	.print = print_log_name,
};
