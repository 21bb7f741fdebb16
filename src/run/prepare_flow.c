#include "prepare_parts.h"

static const struct flow_options *flow_of(const struct job_section *section)
{
	return &section->options->control.flow;
}

static bool is_in(const struct job_section *section, uint64_t id)
{
	return flow_of(section)->weight && flow_of(section)->id == id;
}

/* The first section of the same flow. */
static const struct job_section *find_first(const struct plan *plan,
					    const struct job_section *section)
{
	const struct job_section *s = plan->sections;

	while (!is_in(s, flow_of(section)->id))
		s++;
	return s;
}

/* The numbers of all jobs of a flow, for each of them. */
static void list_peers(struct preparation *p, const struct job_section *section,
		       struct layout *layout)
{
	const struct plan *plan = p->plan;
	uint32_t *peers, count = 0;

	for (size_t i = 0; i < plan->section_count; i++)
		if (is_in(&plan->sections[i], flow_of(section)->id))
			count += (uint32_t)plan->sections[i].job_count;
	peers = arena_calloc(p->out->arena, count, sizeof(peers[0]));
	count = 0;
	for (size_t i = 0; i < plan->section_count; i++) {
		const struct job_section *s = &plan->sections[i];

		if (!is_in(s, flow_of(section)->id))
			continue;
		for (size_t n = 0; n < s->job_count; n++)
			peers[count++] = (uint32_t)(s->first_job + n);
	}
	layout->flow_peers = peers;
	layout->flow_peer_count = count;
}

void prepare_flow(struct preparation *p)
{
	struct layout *layouts = p->out->layouts;

	for (size_t i = 0; i < p->plan->job_count; i++) {
		const struct job_section *s = p->plan->jobs[i].section;
		const struct layout *first;

		if (!flow_of(s)->weight)
			continue;
		first = &layouts[find_first(p->plan, s)->first_job];
		if (first == &layouts[i])
			list_peers(p, s, &layouts[i]);
		layouts[i].flow_peers = first->flow_peers;
		layouts[i].flow_peer_count = first->flow_peer_count;
	}
}
