#include "table/document.h"

#include "whole_file.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

const char *const document_direction_names[DOCUMENT_DIRECTIONS] = {
	"read",
	"write",
	"trim",
	"mixed",
};

static double number(const json_t *object, const char *key)
{
	return json_number_value(json_object_get(object, key));
}

/* Older documents have bandwidth in KiB/s only. */
static double bandwidth(const json_t *direction)
{
	const json_t *bytes = json_object_get(direction, "bw_bytes");

	if (json_is_number(bytes))
		return json_number_value(bytes);
	return number(direction, "bw") * 1024;
}

static struct document_job *job_of(struct document *document, const char *name,
				   double group)
{
	for (size_t i = 0; i < document->job_count; i++) {
		struct document_job *job = &document->jobs[i];

		if (job->group == group && strcmp(job->name, name) == 0)
			return job;
	}
	return NULL;
}

static struct document_job *add_job(struct document *document,
				    struct arena *arena, const char *name,
				    double group)
{
	struct document_job *job;

	document->jobs = arena_grow(arena, document->jobs, document->job_count,
				    sizeof(*job));
	job = &document->jobs[document->job_count++];
	*job = (struct document_job){ .name = arena_strdup(arena, name),
				      .group = group };
	return job;
}

static void add_figures(struct document_job *job, const json_t *entry)
{
	for (size_t d = 0; d < DOCUMENT_DIRECTIONS; d++) {
		const json_t *from =
			json_object_get(entry, document_direction_names[d]);
		struct document_figures *to = &job->direction[d];

		if (!(number(from, "total_ios") > 0))
			continue;
		to->used = true;
		to->iops += number(from, "iops");
		to->bw_bytes += bandwidth(from);
	}
}

static int read_jobs(const json_t *jobs, struct source at, struct arena *arena,
		     struct document *out, struct diag *diag)
{
	for (size_t i = 0; i < json_array_size(jobs); i++) {
		const json_t *entry = json_array_get(jobs, i);
		const char *name =
			json_string_value(json_object_get(entry, "jobname"));
		double group = number(entry, "groupid");
		struct document_job *job;

		if (!name)
			return diag_error(diag, at,
					  "entry %zu of 'jobs' has no "
					  "'jobname'",
					  i + 1);
		job = job_of(out, name, group);
		if (!job)
			job = add_job(out, arena, name, group);
		add_figures(job, entry);
	}
	return 0;
}

static int read_root(const json_t *root, struct source at, struct arena *arena,
		     struct document *out, struct diag *diag)
{
	const json_t *jobs = json_object_get(root, "jobs");

	if (json_array_size(jobs) == 0)
		return diag_error(diag, at,
				  "is no result document: it has no 'jobs' (is "
				  "it made with --output-format=json?)");
	return read_jobs(jobs, at, arena, out, diag);
}

/*
 * Where the next document begins, at `text` or behind it: in programs' output
 * that is a line of which the brace is the first. Lines of other kinds are
 * notes of theirs.
 */
static const char *find_document(const char *text)
{
	while (*text && *text != '{') {
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
	return text;
}

static unsigned line_of(const char *text, const char *place)
{
	unsigned line = 1;

	while ((text = memchr(text, '\n', (size_t)(place - text))) != NULL) {
		text++;
		line++;
	}
	return line;
}

/* The last document of the text, for the caller to release; NULL: reported. */
static json_t *parse(const char *text, size_t length, struct source at,
		     struct diag *diag)
{
	static const char mark[] =
		"\xef\xbb\xbf"; /* some editors' first bytes */
	const char *start = text, *next;
	json_t *root = NULL;

	if (strncmp(start, mark, strlen(mark)) == 0)
		start += strlen(mark);
	next = find_document(start);
	/* Without any, the message is about what is there. */
	if (!*next)
		next = start;
	do {
		json_error_t error;

		json_decref(root);
		root = json_loadb(next, length - (size_t)(next - text),
				  JSON_DISABLE_EOF_CHECK, &error);
		if (!root) {
			at.line =
				line_of(text, next) - 1 + (unsigned)error.line;
			diag_error(diag, at, "is no JSON: %s", error.text);
			return NULL;
		}
		next += error.position;
		next += strcspn(next, "\n");
		next = find_document(next);
	} while (*next);
	return root;
}

int document_read(const char *path, struct arena *arena, struct document *out,
		  struct diag *diag)
{
	struct source at = { path, 0 };
	size_t length;
	char *text = whole_file_read(path, &length);
	json_t *root;
	int status = -1;

	*out = (struct document){ 0 };
	if (!text)
		return diag_error(diag, at, "can't be read: %s",
				  strerror(errno));
	root = parse(text, length, at, diag);
	if (root)
		status = read_root(root, at, arena, out, diag);
	json_decref(root);
	free(text);
	return status;
}
