#include "run/prepare.h"

#include "base/random.h"
#include "io/overlap_table.h"
#include "io/zone_map.h"
#include "prepare_parts.h"
#include "spec/job_blocks.h"

#include <stdlib.h>

/* The smallest and the largest block of the directions that the job uses. */
static void settle_blocks(struct job_preparation *p)
{
	struct layout *layout = p->layout;
	const struct job_options *o = p->options;
	struct number_range bs;

	layout->min_bs = UINT64_MAX;
	for (int d = 0; d < DIRECTIONS; d++) {
		if (!job_moves(o, d))
			continue;
		bs = job_block_sizes(o, d);
		if (bs.min < layout->min_bs)
			layout->min_bs = bs.min;
		if (bs.max > layout->max_bs)
			layout->max_bs = bs.max;
	}
}

/* Repeatable sequences differ from job to job, but not from run to run. */
static void settle_chance(struct job_preparation *p)
{
	struct layout *layout = p->layout;
	const struct job_options *o = p->options;
	struct random random;

	layout->seed = o->randrepeat ? random_mix(o->randseed, p->job->number)
				     : random_entropy();
	random_seed(&random, layout->seed);
	layout->startdelay_ns =
		o->startdelay.min_ns +
		random_below(&random,
			     o->startdelay.max_ns - o->startdelay.min_ns + 1);
}

static bool shares_dedupe(const struct job *job)
{
	const struct job_options *o = job->section->options;

	return o->dedupe_global && o->dedupe_percentage && job_moves(o, 1);
}

/* Jobs with dedupe_global write blocks of one working set. */
static void settle_dedupe(struct preparation *p)
{
	struct layout *layouts = p->out->layouts;
	uint64_t seed = 0;
	uint32_t count = 0;

	for (size_t i = 0; i < p->plan->job_count; i++) {
		if (!shares_dedupe(&p->plan->jobs[i]))
			continue;
		if (!count)
			seed = random_mix(layouts[i].seed, i);
		layouts[i].dedupe = (struct dedupe_share){
			.seed = seed,
			.place = count++,
		};
	}
	for (size_t i = 0; count && i < p->plan->job_count; i++)
		if (shares_dedupe(&p->plan->jobs[i]))
			layouts[i].dedupe.jobs = count;
}

/* In this order: each step uses what those before it found. */
static int (*const steps[])(struct job_preparation *p) = {
	prepare_names,     prepare_access,    prepare_zones,   prepare_sizes,
	prepare_zone_maps, prepare_alignment, prepare_process, prepare_needs,
	prepare_logs,      prepare_iolog,     prepare_state,
};

static int prepare_job(struct preparation *all, const struct job *job)
{
	struct layout *layout = &all->out->layouts[job->number];
	struct job_preparation p = {
		.all = all,
		.job = job,
		.options = job->section->options,
		.layout = layout,
	};

	layout->job = job;
	layout->aux_path = all->plan->aux_path;
	layout->depth = section_has_no_depth(job->section)
				? 1
				: (uint32_t)p.options->iodepth;
	settle_blocks(&p);
	settle_chance(&p);
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
		if (steps[i](&p) < 0)
			return -1;
	return 0;
}

/* The copies of a job that can't be prepared would fail in the same way. */
static int prepare_section(struct preparation *p,
			   const struct job_section *section)
{
	for (size_t i = 0; i < section->job_count; i++)
		if (prepare_job(p, &p->plan->jobs[section->first_job + i]) < 0)
			return -1;
	return 0;
}

struct prepared *prepare(const struct plan *plan, bool readonly,
			 struct diag *diag)
{
	struct arena *arena = arena_new();
	struct preparation p = {
		.plan = plan,
		.out = arena_alloc(arena, sizeof(*p.out)),
		.readonly = readonly,
		.diag = diag,
	};
	int status = 0;

	p.out->arena = arena;
	p.out->files = file_table_new(arena);
	p.out->layout_count = plan->job_count;
	p.out->layouts =
		arena_calloc(arena, plan->job_count, sizeof(*p.out->layouts));
	status = prepare_aux_path(&p);
	for (size_t i = 0; i < plan->section_count; i++)
		if (prepare_section(&p, &plan->sections[i]) < 0)
			status = -1;
	if (status == 0)
		status = prepare_log_victims(&p);
	if (status == 0)
		status = prepare_verify(&p);
	if (status == 0)
		status = prepare_overlaps(&p);
	if (status < 0) {
		prepared_free(p.out);
		return NULL;
	}
	settle_dedupe(&p);
	prepare_flow(&p);
	prepare_shared_iologs(&p);
	prepare_tasks(&p);
	prepare_space(&p);
	prepare_holes(&p);
	return p.out;
}

void prepared_trace(struct prepared *p, int fd)
{
	for (size_t i = 0; i < p->layout_count; i++)
		p->layouts[i].trace_fd = fd;
}

void prepared_free(struct prepared *prepared)
{
	size_t count;
	struct run_file *const *files;

	if (!prepared)
		return;
	files = file_table_all(prepared->files, &count);
	for (size_t i = 0; i < count; i++)
		zone_map_free(files[i]->zones);
	overlap_table_free(prepared->overlaps);
	arena_free(prepared->arena);
}
