#include "option_refused.h"

#include <stddef.h>
#include <string.h>

#define MERGE                                                                  \
	"is not supported: traces of blktrace are not read, and so not "       \
	"merged; a job for each log, which start together, does them at once"

static const struct {
	const char *name;
	const char *why;
} refused[] = {
	{ "merge_blktrace_file", MERGE },
	{ "merge_blktrace_iters", MERGE },
	{ "merge_blktrace_scalars", MERGE },
};

const char *option_refused_why(const char *name)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		if (strcmp(refused[i].name, name) == 0)
			return refused[i].why;
	return NULL;
}
