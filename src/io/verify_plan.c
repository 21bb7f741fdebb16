#include "verify_plan.h"

#include "base/divisor.h"
#include "spec/job_blocks.h"
#include "spec/plan.h"

/* Of what the writes of one list of sizes can have. */
static uint64_t unit_of_sizes(const struct job_options *o, int list)
{
	uint64_t unit = o->bs.of[list].min;

	for (size_t i = 0; i < o->bssplit.count[list]; i++) {
		const struct block_share *s = &o->bssplit.of[list][i];

		unit = common_divisor(unit, s->size.min);
		if (s->size.min < s->size.max)
			unit = common_divisor(unit, s->step);
	}
	if (o->bs_unaligned && o->bs.of[list].min < o->bs.of[list].max)
		return 1;
	return unit;
}

/* Of where zones begin. */
static uint64_t unit_of_zones(const struct zone_options *z, uint64_t unit)
{
	unit = common_divisor(unit, z->range ? z->range : z->size);
	return common_divisor(unit, z->skip.unit == SIZE_ZONES
					    ? z->skip.value * z->size
					    : z->skip.value);
}

/*
 * Other directions share the place in a sequence, and trims are written again
 * in pieces.
 */
static uint64_t find_unit(const struct job_options *o)
{
	uint64_t unit = 0;

	for (int d = 0; d < DIRECTIONS; d++) {
		if (!(o->rw.flags & ((unsigned)RW_READ << d)))
			continue;
		unit = common_divisor(unit, unit_of_sizes(o, d));
		unit = common_divisor(unit, o->ba.of[d]);
	}
	if (o->bs_is_seq_rand)
		for (int list = 0; list < 2; list++)
			unit = common_divisor(unit, unit_of_sizes(o, list));
	if (!(o->rw.flags & RW_RANDOM) && o->rw.modifier)
		unit = common_divisor(
			unit, (uint64_t)(o->rw.modifier < 0 ? -o->rw.modifier
							    : o->rw.modifier));
	if (o->zone.mode != ZONES_NONE)
		unit = unit_of_zones(&o->zone, unit);
	return unit ? unit : 1;
}

/* By the seed alone, another process goes through the same workload. */
static bool is_repeatable(const struct job_section *s)
{
	return s->options->randrepeat && !section_order_depends_on_time(s);
}

static void set_knowledge(struct verify_plan *p, const struct layout *l)
{
	const struct job_section *s = l->job->section;
	const struct job_options *o = s->options;
	bool same_run = p->writes && !p->only;
	/* A job that went on may have written some again. */
	bool known = !l->state || !l->state->running;

	p->knows_numbers = o->verify.write_sequence && p->writes && known &&
			   (same_run || is_repeatable(s));
	if (same_run)
		p->knows_seed = o->verify.header_seed;
	else if (p->only)
		p->knows_seed = o->verify.header_seed && o->randrepeat;
	else
		p->knows_seed = o->verify.header_seed &&
				PLAN_GIVEN(s, verify.header_seed);
}

void verify_plan_init(struct verify_plan *plan, const struct layout *layout)
{
	const struct job_section *s = layout->job->section;
	const struct job_options *o = s->options;
	const struct verify_options *v = &o->verify;

	*plan = (struct verify_plan){
		.writes = o->rw.flags & RW_WRITE,
		.only = section_only_verifies(s),
		.checks = !(s->engine->flags & ENGINE_DISKLESS),
		.unit = find_unit(o),
	};
	plan->least = o->bs.of[1].min == o->bs.of[1].max &&
				      !o->bssplit.count[1] &&
				      !(o->rw.flags & RW_TRIM)
			      ? job_block_sizes(o, 1).min
			      : plan->unit;
	plan->stamps = plan->writes && !plan->only && v->scheme != VERIFY_NULL;
	plan->reads_back = section_reads_back(s);
	/* Of I/Os one after the other none is in another's way. */
	plan->records = plan->writes && !plan->only && !v->experimental &&
			(plan->reads_back || v->backlog || layout->depth > 1);
	plan->rehearses = plan->only || (plan->reads_back && v->experimental);
	plan->tracks_syncs = plan->records && v->policy == VERIFY_SYNCED;
	plan->settled = plan->only || o->sync != SYNC_NONE ? RECORD_SYNCED
							   : RECORD_WRITTEN;
	set_knowledge(plan, layout);
}
