#include "quick/profile.h"

#include "keys.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const struct quick_profile *quick_profile_find(const char *name)
{
	for (size_t i = 0; i < quick_profile_count; i++)
		if (strcmp(quick_profiles[i].name, name) == 0)
			return &quick_profiles[i];
	return NULL;
}

static int refuse(const char *name, struct diag *diag)
{
	struct source at = { "quick: --profile", 0 };

	diag_error(diag, at, "there is no profile '%s'", name);
	diag_hint(diag, at,
		  "default, kdiskmark, database and etcd are there; a job file "
		  "of your own is given with its path: ./%s",
		  name);
	return -1;
}

/* Jobs that run side by side are one phase: their sum, and no mean of them. */
static void group_copies(struct jobfile *file)
{
	for (size_t i = 0; i < file->section_count; i++) {
		const struct jobfile_key *copies =
			keys_effective(file, i, "numjobs");

		if (!file->sections[i].global && copies && copies->value &&
		    strtoul(copies->value, NULL, 10) > 1 &&
		    !keys_effective(file, i, "group_reporting"))
			keys_append(file, &file->sections[i], "group_reporting",
				    NULL);
	}
}

int quick_profile_read(const char *name, struct jobfile *file,
		       struct diag *diag)
{
	const struct quick_profile *profile = quick_profile_find(name);
	FILE *in;
	int status;

	if (!profile && !strchr(name, '/') && !strchr(name, '.'))
		return refuse(name, diag);
	if (!profile) {
		status = jobfile_read(file, name, diag);
		group_copies(file);
		return status;
	}
	/* Nothing is written to it. */
	in = fmemopen((char *)profile->text, profile->length, "r");
	if (!in)
		return diag_error(diag, (struct source){ name, 0 }, "%s",
				  strerror(errno));
	status = jobfile_read_stream(file, in, profile->name, diag);
	fclose(in);
	return status;
}

void quick_profile_print(const struct jobfile *file, FILE *out)
{
	for (size_t i = 0; i < file->section_count; i++) {
		const struct jobfile_section *s = &file->sections[i];

		fprintf(out, "%s[%s]\n", i ? "\n" : "", s->name);
		for (size_t k = 0; k < s->key_count; k++) {
			fputs(s->keys[k].name, out);
			if (s->keys[k].value)
				fprintf(out, "=%s", s->keys[k].value);
			fputc('\n', out);
		}
	}
}
