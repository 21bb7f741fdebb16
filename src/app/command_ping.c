#include "command_ping.h"

#include "ping/ping.h"

#include <stdio.h>

int command_ping(char **words, struct settings *settings, struct diag *diag)
{
	return ping_run(words, settings->arena, stdout, diag);
}
