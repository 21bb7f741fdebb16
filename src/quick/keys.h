#ifndef RUNNER_QUICK_KEYS_H
#define RUNNER_QUICK_KEYS_H

#include "spec/jobfile.h"

/* Keys of the sections of a job file, as it was written. */

/* Of several of a name the last holds; NULL: there is none. */
struct jobfile_key *keys_find(const struct jobfile_section *section,
			      const char *name);

/* In the section of that number, or in [global] before it; NULL: nowhere. */
struct jobfile_key *keys_effective(const struct jobfile *file, size_t section,
				   const char *name);

/* Add one to any section. The texts live as long as the file. */
void keys_append(struct jobfile *file, struct jobfile_section *section,
		 const char *name, const char *value);

#endif
