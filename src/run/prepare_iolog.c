#include "prepare_parts.h"

#include "base/alloc.h"
#include "base/file_identity.h"
#include "spec/iolog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Where I/Os are written to that read_iolog can do again. */

static bool begins_as_iolog(FILE *in)
{
	char text[sizeof(IOLOG_HEADER_START)] = "";

	return fgets(text, sizeof(text), in) &&
	       strcmp(text, IOLOG_HEADER_START) == 0;
}

static bool ends_with_a_line(FILE *in)
{
	return fseek(in, -1, SEEK_END) == 0 && fgetc(in) == '\n';
}

/* Why nothing can be added to the file; NULL: it can. */
static const char *find_reason(const char *path)
{
	const char *reason = NULL;
	struct stat st;
	FILE *in;

	if (stat(path, &st) < 0 || !S_ISREG(st.st_mode) || st.st_size == 0)
		return NULL;
	in = fopen(path, "re");
	/* Whether it may be written to is a question of its own. */
	if (!in)
		return NULL;
	if (!begins_as_iolog(in))
		reason = "is no iolog, and what is in it would be spoiled: "
			 "remove it first";
	else if (!ends_with_a_line(in))
		reason = "ends in the midst of a line, and what is added would "
			 "become a part of that: end it, or remove the file";
	fclose(in);
	return reason;
}

int prepare_iolog(struct job_preparation *p)
{
	struct source at = PLAN_SOURCE(p->job->section, replay.write);
	const char *path = p->options->replay.write, *reason;

	p->layout->iolog = path;
	if (!path || !is_first_clone(p))
		return 0;
	if (prepare_log_place(p, at, "write_iolog", path) < 0)
		return -1;
	reason = find_reason(path);
	if (!reason)
		return 0;
	return diag_error(p->all->diag, at, "write_iolog: %s %s", path, reason);
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
