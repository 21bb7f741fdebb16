#include "prepare_parts.h"

#include "base/alloc.h"
#include "base/file_identity.h"
#include "spec/iolog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Where I/Os are written to that read_iolog can do again. */

/* What is added to a file that is no iolog would spoil it. */
static bool can_be_added_to(const char *path)
{
	char text[sizeof(IOLOG_HEADER_START)] = "";
	struct stat st;
	FILE *in;

	if (stat(path, &st) < 0 || !S_ISREG(st.st_mode) || st.st_size == 0)
		return true;
	in = fopen(path, "re");
	/* Whether it may be written to is a question of its own. */
	if (!in)
		return true;
	if (!fgets(text, sizeof(text), in))
		text[0] = '\0';
	fclose(in);
	return strcmp(text, IOLOG_HEADER_START) == 0;
}

int prepare_iolog(struct job_preparation *p)
{
	struct source at = PLAN_SOURCE(p->job->section, replay.write);
	const char *path = p->options->replay.write;

	p->layout->iolog = path;
	if (!path || !is_first_clone(p))
		return 0;
	if (prepare_log_place(p, at, "write_iolog", path) < 0)
		return -1;
	if (can_be_added_to(path))
		return 0;
	return diag_error(p->all->diag, at,
			  "write_iolog: %s is no iolog, and what is in it "
			  "would be spoiled: remove it first",
			  path);
}

/* An iolog that a job writes. */
struct written_log {
	struct layout *layout;
	struct file_identity identity; /* its paths may be several */
};

static int by_file(const void *a, const void *b)
{
	const struct written_log *x = a, *y = b;

	return file_identity_compare(&x->identity, &y->identity);
}

void prepare_shared_iologs(const struct preparation *p)
{
	size_t count = 0;
	struct written_log *list;

	list = xcalloc(p->out->layout_count + 1, sizeof(list[0]));
	for (size_t i = 0; i < p->out->layout_count; i++) {
		struct layout *l = &p->out->layouts[i];

		if (l->iolog)
			list[count++] = (struct written_log){
				l, file_identity_of(l->iolog)
			};
	}
	qsort(list, count, sizeof(list[0]), by_file);
	for (size_t i = 1; i < count; i++)
		if (by_file(&list[i - 1], &list[i]) == 0)
			list[i - 1].layout->iolog_is_shared =
				list[i].layout->iolog_is_shared = true;
	free(list);
}
