#include "job_notes.h"

#include <inttypes.h>
#include <string.h>

static void report_note(struct job_notes *n, const struct job *job,
			const char *note, struct diag *diag)
{
	if (!*note ||
	    (n->section == job->section && strcmp(n->text, note) == 0))
		return;
	diag_note(diag, job->section->at, "%s: %s", job->section->name, note);
	n->section = job->section;
	memcpy(n->text, note, sizeof(n->text));
}

/* The one that the job failed with has been told of. */
static void report_bad_blocks(const struct job *job,
			      const struct job_page *page, struct diag *diag)
{
	const struct verify_stats *v = &page->verify;
	uint64_t count = counter_read(&v->bad_blocks);
	uint64_t listed = count < VERIFY_TEXTS_MAX ? count : VERIFY_TEXTS_MAX;

	for (uint64_t i = 0; i < listed; i++)
		if (strcmp(v->texts[i], page->error.text) != 0)
			diag_error(diag, job->section->at, "%s: %s",
				   job->section->name, v->texts[i]);
	if (count > listed)
		diag_error(diag, job->section->at,
			   "%s: verify: %" PRIu64 " more bad blocks, which are "
			   "not listed",
			   job->section->name, count - listed);
}

void job_notes_report(struct job_notes *notes, const struct job *job,
		      const struct job_page *page, struct diag *diag)
{
	report_bad_blocks(job, page, diag);
	for (size_t i = 0; i < JOB_NOTE_COUNT; i++)
		report_note(notes, job, page->notes[i], diag);
}
