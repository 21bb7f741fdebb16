#include "run/priorities.h"

#include "base/alloc.h"

#include <stdlib.h>

/* Which ones the I/Os of a section can have. */
struct priorities {
	uint16_t *list[DIRECTION_COUNT];
	size_t count[DIRECTION_COUNT];
	bool any;
};

static void find(struct priorities *p, const struct job_section *section)
{
	const struct engine_info *engine = section->engine;

	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		p->count[d] = engine->list_priorities(section->engine_options,
						      d, NULL);
		if (!p->count[d])
			continue;
		p->any = true;
		p->list[d] = xcalloc(p->count[d], sizeof(p->list[d][0]));
		engine->list_priorities(section->engine_options, d, p->list[d]);
	}
}

static int map_section(const struct job_section *section,
		       struct job_page *pages)
{
	struct priorities p = { .any = false };
	int status = 0;

	find(&p, section);
	for (size_t i = 0; p.any && status == 0 && i < section->job_count;
	     i++) {
		struct job_page *page = &pages[section->first_job + i];

		page->priorities = priority_stats_map(
			(const uint16_t *const *)p.list, p.count);
		status = page->priorities ? 0 : -1;
	}
	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		free(p.list[d]);
	return status;
}

int priorities_map(const struct plan *plan, struct job_page *pages)
{
	for (size_t i = 0; i < plan->section_count; i++)
		if (plan->sections[i].engine->list_priorities &&
		    map_section(&plan->sections[i], pages) < 0)
			return -1;
	return 0;
}
