#include "spec/options_refused.h"

#include <stddef.h>
#include <string.h>

#define MERGE                                                                  \
	"traces of blktrace are not read, and so not merged; a job for each "  \
	"log, which start together, does them at once"

const struct option_refused options_refused[] = {
	{ "merge_blktrace_file", MERGE },
	{ "merge_blktrace_iters", MERGE },
	{ "merge_blktrace_scalars", MERGE },
	{ "profile",
	  "there are no built-in jobs: write those of the profile as a job "
	  "file" },
	{ "write_barrier",
	  "Linux has had no barriers in its I/O since 2.6.37: fsync, "
	  "fdatasync and sync order writes" },
	{ 0 },
};

const char *option_refusal(const char *name)
{
	for (const struct option_refused *r = options_refused; r->name; r++)
		if (strcmp(r->name, name) == 0)
			return r->reason;
	return NULL;
}
