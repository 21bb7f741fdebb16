#include "subcommands.h"

#include "command_ping.h"
#include "command_quick.h"
#include "command_table.h"

#include <string.h>

static const struct subcommand subcommands[] = {
	{ "ping", command_ping },
	{ "quick", command_quick },
	{ "table", command_table },
};

const struct subcommand *subcommand_find(const char *name)
{
	for (size_t i = 0; i < sizeof(subcommands) / sizeof(subcommands[0]);
	     i++)
		if (strcmp(subcommands[i].name, name) == 0)
			return &subcommands[i];
	return NULL;
}
