#include "prepare_parts.h"

#include "base/alloc.h"
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

static int by_iolog(const void *a, const void *b)
{
	const struct layout *const *x = a, *const *y = b;

	return strcmp((*x)->iolog, (*y)->iolog);
}

void prepare_shared_iologs(const struct preparation *p)
{
	size_t count = 0;
	struct layout **list;

	list = xcalloc(p->out->layout_count + 1, sizeof(struct layout *));
	for (size_t i = 0; i < p->out->layout_count; i++)
		if (p->out->layouts[i].iolog)
			list[count++] = &p->out->layouts[i];
	qsort(list, count, sizeof(struct layout *), by_iolog);
	for (size_t i = 1; i < count; i++)
		if (strcmp(list[i - 1]->iolog, list[i]->iolog) == 0)
			list[i - 1]->iolog_is_shared =
				list[i]->iolog_is_shared = true;
	free(list);
}
