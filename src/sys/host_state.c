#include "sys/host_state.h"

#include "sys/sysfile.h"

#include <stdlib.h>
#include <string.h>

/* The number behind "KEY<blanks>:" at the start of a line; 0: none. */
static double field(const char *text, const char *key)
{
	size_t length = strlen(key);

	while (*text) {
		if (strncmp(text, key, length) == 0) {
			const char *at =
				text + length + strspn(text + length, " \t");

			if (*at == ':')
				return strtod(at + 1, NULL);
		}
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
	return 0;
}

static uint64_t kib_field(const char *meminfo, const char *key)
{
	return (uint64_t)field(meminfo, key) * 1024;
}

static void read_clock(const char *root, struct host_state *state)
{
	char *cpuinfo = sysfile_text("%s/proc/cpuinfo", root);
	const char *folder = "/sys/devices/system/cpu/cpu0/cpufreq";

	state->cpu_mhz = field(cpuinfo, "cpu MHz");
	if (!(state->cpu_mhz > 0))
		state->cpu_mhz = (double)sysfile_number("%s%s/scaling_cur_freq",
							root, folder) /
				 1000;
	state->cpu_max_mhz =
		(double)sysfile_number("%s%s/cpuinfo_max_freq", root, folder) /
		1000;
	free(cpuinfo);
}

static void read_load(const char *root, struct host_state *state)
{
	char *text = sysfile_text("%s/proc/loadavg", root);
	char *at = text;

	for (int i = 0; i < 3; i++)
		state->load[i] = strtod(at, &at);
	free(text);
}

struct host_state host_state_read(const char *root)
{
	struct host_state state = { 0 };
	char *meminfo = sysfile_text("%s/proc/meminfo", root);

	state.memory_available_bytes = kib_field(meminfo, "MemAvailable");
	state.swap_bytes = kib_field(meminfo, "SwapTotal");
	state.swap_free_bytes = kib_field(meminfo, "SwapFree");
	state.uptime_s = sysfile_number("%s/proc/uptime", root);
	read_clock(root, &state);
	read_load(root, &state);
	free(meminfo);
	return state;
}
