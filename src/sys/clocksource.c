#include "sys/clocksource.h"

#include "sys/sysfile.h"

#include <stdlib.h>
#include <string.h>

/* Slower ones, which Linux falls back to. All others are made of the counter.
 */
static const char *const slow_sources[] = {
	"acpi_pm", "hpet", "jiffies", "pit", "refined-jiffies",
};

bool clocksource_doubts_counter(const char *root)
{
	char *name = sysfile_text("%s/sys/devices/system/clocksource/"
				  "clocksource0/current_clocksource",
				  root);
	size_t count = sizeof(slow_sources) / sizeof(slow_sources[0]);
	bool doubts = false;

	for (size_t i = 0; i < count; i++)
		if (strcmp(name, slow_sources[i]) == 0)
			doubts = true;
	free(name);
	return doubts;
}
