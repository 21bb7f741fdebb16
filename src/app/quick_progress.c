#include "quick_progress.h"

#include "base/clock.h"

#include <inttypes.h>
#include <unistd.h>

enum { LABEL_WIDTH = 40 };

void quick_progress_begin(struct quick_progress *p, const struct plan *plan)
{
	*p = (struct quick_progress){
		.out = isatty(STDERR_FILENO) ? stderr : NULL,
		.plan = plan,
	};
}

void quick_progress_started(struct quick_progress *p, const struct job *job,
			    uint64_t now_ns)
{
	if (job->section == p->section)
		return;
	p->section = job->section;
	p->since_ns = now_ns;
}

/* What the runtimes of all that has not ended allow. */
static uint64_t left_ns(const struct quick_progress *p, uint64_t now_ns)
{
	const struct job_section *end =
		p->plan->sections + p->plan->section_count;
	uint64_t own = p->section->options->runtime.ns;
	uint64_t done = now_ns - p->since_ns;
	uint64_t left = done < own ? own - done : 0;

	for (const struct job_section *s = p->section + 1; s < end; s++)
		left += s->options->runtime.ns;
	return left;
}

void quick_progress_draw(const struct quick_progress *p, uint64_t now_ns)
{
	const struct job_options *o;

	if (!p->out || !p->section)
		return;
	o = p->section->options;
	fprintf(p->out, "\r[%zu/%zu] %-*.*s at most %" PRIu64 " s left\033[K",
		(size_t)(p->section - p->plan->sections) + 1,
		p->plan->section_count, LABEL_WIDTH, LABEL_WIDTH,
		o->description ? o->description : p->section->name,
		left_ns(p, now_ns) / NSEC_PER_SEC + 1);
	fflush(p->out);
}

void quick_progress_erase(const struct quick_progress *p)
{
	if (!p->out)
		return;
	fputs("\r\033[K", p->out);
	fflush(p->out);
}
