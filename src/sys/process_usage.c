#include "sys/process_usage.h"

#include "sys/sysfile.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t ticks_to_ms(uint64_t ticks)
{
	return ticks * 1000 / (uint64_t)sysconf(_SC_CLK_TCK);
}

/* The name in parentheses may hold anything, also ')'. */
static int read_stat(char *text, struct process_usage *usage)
{
	const char *rest = strrchr(text, ')');
	uint64_t user, system;

	if (!rest || sscanf(rest + 1,
			    " %*c %*d %*d %*d %*d %*d %*u %" SCNu64
			    " %*u %" SCNu64 " %*u %" SCNu64 " %" SCNu64,
			    &usage->minor_faults, &usage->major_faults, &user,
			    &system) != 4)
		return -1;
	usage->user_ms = ticks_to_ms(user);
	usage->system_ms = ticks_to_ms(system);
	return 0;
}

static void read_switches(char *text, struct process_usage *usage)
{
	char *line;

	while ((line = sysfile_line(&text))) {
		const char *colon = strchr(line, ':');

		if (colon && strstr(line, "voluntary_ctxt_switches"))
			usage->context_switches +=
				strtoull(colon + 1, NULL, 10);
	}
}

int process_usage_read(const char *root, pid_t pid, struct process_usage *usage)
{
	char *stat = sysfile_read("%s/proc/%d/stat", root, (int)pid);
	char *status = sysfile_read("%s/proc/%d/status", root, (int)pid);
	int result = -1;

	*usage = (struct process_usage){ 0 };
	if (stat && status && read_stat(stat, usage) == 0) {
		read_switches(status, usage);
		result = 0;
	}
	free(stat);
	free(status);
	return result;
}
