#include "quick_progress.h"

#include "base/clock.h"
#include "base/text.h"

#include <inttypes.h>
#include <unistd.h>

enum { LABEL_WIDTH = 40 };

void quick_progress_begin(struct quick_progress *p, struct arena *arena,
			  const struct plan *plan)
{
	*p = (struct quick_progress){
		.out = isatty(STDERR_FILENO) ? stderr : NULL,
		.arena = arena,
		.plan = plan,
	};
}

static const char *line_label(struct arena *arena,
			      const struct job_section *section)
{
	const char *description = section->options->description;
	const char *label = text_printable(arena, description ? description
							      : section->name);

	return arena_strndup(arena, label, text_piece(label, LABEL_WIDTH));
}

void quick_progress_started(struct quick_progress *p, const struct job *job,
			    uint64_t now_ns)
{
	if (job->section == p->section)
		return;
	p->section = job->section;
	p->label = line_label(p->arena, p->section);
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
	if (!p->out || !p->section)
		return;
	fprintf(p->out, "\r[%zu/%zu] %s%*s at most %" PRIu64 " s left\033[K",
		(size_t)(p->section - p->plan->sections) + 1,
		p->plan->section_count, p->label,
		(int)(LABEL_WIDTH - text_width(p->label)), "",
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
