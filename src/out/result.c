#include "out/result.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "latency_sum.h"
#include "result_disk.h"
#include "result_priority.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

const char *const depth_level_names[DEPTH_CLASSES] = { "1",  "2",  "4",   "8",
						       "16", "32", ">=64" };
const char *const depth_batch_names[DEPTH_CLASSES] = { "0",  "4",  "8",   "16",
						       "32", "64", ">=64" };

const char *const block_state_names[BLOCK_STATES] = {
	[BLOCK_UNWRITTEN] = "unwritten",
	[BLOCK_TRIMMED] = "trimmed",
	[BLOCK_WRITTEN] = "written",
	[BLOCK_TRIM_FAILED] = "trim failure",
	[BLOCK_WRITE_FAILED] = "write failure",
};

/* Room to add up one unit's latencies, used for one after the other. */
struct sums {
	struct latency_sum slat[RESULT_DIRECTIONS];
	struct latency_sum clat[RESULT_DIRECTIONS];
	struct latency_sum lat[RESULT_DIRECTIONS];
	struct latency_sum intended[RESULT_DIRECTIONS];
	struct latency_sum sync;
	struct latency_sum block_trims;
};

static void sums_reset(struct sums *sums)
{
	for (unsigned d = 0; d < RESULT_DIRECTIONS; d++) {
		latency_sum_reset(&sums->slat[d]);
		latency_sum_reset(&sums->clat[d]);
		latency_sum_reset(&sums->lat[d]);
		latency_sum_reset(&sums->intended[d]);
	}
	latency_sum_reset(&sums->sync);
	latency_sum_reset(&sums->block_trims);
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t round_ms(uint64_t ns)
{
	return ns / NSEC_PER_MSEC + (ns % NSEC_PER_MSEC >= NSEC_PER_MSEC / 2);
}

static uint64_t per_second(uint64_t amount, uint64_t ms)
{
	return ms ? (uint64_t)((wide)amount * 1000 / ms) : 0;
}

/*
 * When the job's last I/O ended. A worker that was killed could not say; what
 * it had counted until then tells.
 */
static uint64_t job_end_ns(const struct job_page *page, uint64_t now_ns)
{
	uint64_t begun = counter_read(&page->begun_ns);
	uint64_t measured = counter_read(&page->measured_ns);
	uint64_t ended = counter_read(&page->ended_ns);
	uint64_t longest = 0;

	if (begun == 0 || ended)
		return ended;
	if (atomic_load_explicit(&page->state, memory_order_relaxed) <
	    JOB_EXITED)
		return now_ns;
	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		longest = larger(
			longest,
			counter_read(&page->stats.direction[d].runtime_ns));
	return (measured ? measured : begun) + longest;
}

/* How long it was measured. */
static uint64_t job_runtime_ms(const struct job_page *page, uint64_t now_ns)
{
	uint64_t begun = counter_read(&page->begun_ns);
	uint64_t measured = counter_read(&page->measured_ns);
	uint64_t start = measured ? measured : begun;
	uint64_t end = job_end_ns(page, now_ns);

	return end > start ? round_ms(end - start) : 0;
}

/* It has begun and has not ended, nor was it killed. */
static bool is_at_work(const struct job_page *page)
{
	return counter_read(&page->begun_ns) &&
	       !counter_read(&page->ended_ns) &&
	       atomic_load_explicit(&page->state, memory_order_relaxed) <
		       JOB_EXITED;
}

static struct result_member make_member(const struct job *job,
					const struct result_input *input)
{
	const struct job_page *page = &input->pages[job->number];
	const struct job_page *first = page - job->clone;
	uint64_t now_ns = input->now_ns;
	uint64_t begun = counter_read(&page->begun_ns);
	uint64_t end = job_end_ns(page, now_ns);
	struct result_member m = {
		.job = job,
		.page = page,
		.begun_epoch_ms = counter_read(&page->begun_epoch_ms),
		.runtime_ms = job_runtime_ms(page, now_ns),
		.at_work = is_at_work(page),
		.usage = page->usage,
		.harness_ns_per_io = first->harness_ns_per_io,
		.verified_ios = counter_read(&page->verify.checked),
		.bad_ios = counter_read(&page->verify.bad),
		.bad_blocks = counter_read(&page->verify.bad_blocks),
	};

	if (m.at_work && input->usage)
		m.usage = input->usage[job->number];

	m.ended_epoch_ms = m.begun_epoch_ms;
	if (end > begun)
		m.ended_epoch_ms += (end - begun) / NSEC_PER_MSEC;
	return m;
}

/* To the sums of place `d`, a direction or all of them together. */
static void add_latencies(struct sums *sums, unsigned d,
			  const struct direction_stats *from,
			  const struct job_options *o)
{
	latency_sum_add(&sums->slat[d], &from->slat, o->slat_percentiles);
	latency_sum_add(&sums->clat[d], &from->clat, true);
	latency_sum_add(&sums->lat[d], &from->lat, o->lat_percentiles);
	latency_sum_add(&sums->intended[d], &from->intended, true);
}

static void add_counts(struct result_direction *into,
		       const struct direction_stats *from,
		       const struct result_member *m)
{
	uint64_t ms = m->at_work ? m->runtime_ms
				 : round_ms(counter_read(&from->runtime_ns));
	uint64_t bytes = counter_read(&from->bytes);

	into->ios += counter_read(&from->issued);
	into->short_ios += counter_read(&from->short_ios);
	into->dropped += counter_read(&from->dropped);
	into->bytes += bytes;
	if (bytes)
		into->runtime_ms = larger(into->runtime_ms, ms ? ms : 1);
}

static void add_samples(struct result_direction *into, const struct moments *bw,
			const struct moments *iops)
{
	into->bw.summary = summary_stack(into->bw.summary, moments_summary(bw));
	into->iops_samples.summary = summary_stack(into->iops_samples.summary,
						   moments_summary(iops));
}

static void add_direction(struct result_unit *unit, struct sums *sums,
			  const struct result_member *m, unsigned d)
{
	const struct direction_stats *from = &m->page->stats.direction[d];
	struct result_direction *into = &unit->direction[d];

	add_counts(into, from, m);
	add_latencies(sums, d, from, unit->options);
	add_samples(into, &from->bw, &from->iops);
}

static void add_mixed(struct result_unit *unit, struct sums *sums,
		      const struct result_member *m)
{
	const struct job_stats *stats = &m->page->stats;
	struct result_direction *into = &unit->direction[RESULT_MIXED];

	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		add_counts(into, &stats->direction[d], m);
		add_latencies(sums, RESULT_MIXED, &stats->direction[d],
			      unit->options);
	}
	add_samples(into, &stats->all_bw, &stats->all_iops);
}

static void finish_direction(struct result_unit *unit, const struct sums *sums,
			     unsigned d, struct arena *bins)
{
	const struct job_options *o = unit->options;
	const struct percentiles *list = &o->percentile_list;
	struct result_direction *r = &unit->direction[d];

	r->bw_bytes = per_second(r->bytes, r->runtime_ms);
	if (r->runtime_ms)
		r->iops = 1000 * (double)r->ios / (double)r->runtime_ms;
	r->slat = latency_sum_result(&sums->slat[d],
				     o->slat_percentiles ? list : NULL, bins);
	r->clat = latency_sum_result(&sums->clat[d],
				     o->clat_percentiles ? list : NULL, bins);
	r->lat = latency_sum_result(&sums->lat[d],
				    o->lat_percentiles ? list : NULL, bins);
	r->intended = latency_sum_result(
		&sums->intended[d],
		o->clat_percentiles || o->lat_percentiles ? list : NULL, bins);
	r->bw.deviation = summary_deviation(&r->bw.summary);
	r->iops_samples.deviation = summary_deviation(&r->iops_samples.summary);
}

/* The depths and batches of all members, in classes. */
struct depth_counts {
	uint64_t level[DEPTH_CLASSES];
	uint64_t submit[DEPTH_CLASSES];
	uint64_t complete[DEPTH_CLASSES];
	uint64_t submits;
	uint64_t completes;
};

static void add_depths(struct depth_counts *counts,
		       const struct job_stats *stats)
{
	for (unsigned i = 0; i < DEPTH_CLASSES; i++) {
		counts->level[i] += counter_read(&stats->depth_level[i]);
		counts->submit[i] += counter_read(&stats->depth_submit[i]);
		counts->complete[i] += counter_read(&stats->depth_complete[i]);
	}
	counts->submits += counter_read(&stats->submits);
	counts->completes += counter_read(&stats->completes);
}

static void finish_depths(struct result_unit *unit,
			  const struct depth_counts *counts, uint64_t ios)
{
	const double least = 0.1;

	for (unsigned i = 0; i < DEPTH_CLASSES; i++) {
		unit->depth_level[i] =
			result_share(counts->level[i], ios, least);
		unit->depth_submit[i] =
			result_share(counts->submit[i], counts->submits, least);
		unit->depth_complete[i] = result_share(
			counts->complete[i], counts->completes, least);
	}
}

/* The first failure is the unit's; if there is none, the first ignored one. */
static void find_error(struct result *result, struct result_unit *unit)
{
	for (size_t i = 0; i < unit->job_count && !unit->error; i++) {
		const struct job_page *page = unit->members[i].page;

		if (page->signal) {
			unit->error =
				page->error.code ? page->error.code : EINTR;
			unit->failure_signal = arena_printf(
				result->arena, "killed by signal %d (%s)",
				page->signal, strsignal(page->signal));
		} else if (page->error.code) {
			unit->error = page->error.code;
			unit->failure = &page->error;
		}
	}
	for (size_t i = 0; i < unit->job_count && !unit->error; i++)
		unit->error = (int)counter_read(
			&unit->members[i].page->stats.first_error);
}

/* What is a plain sum over the members. */
static void add_member(struct result_unit *unit, const struct result_member *m)
{
	const struct job_stats *stats = &m->page->stats;

	unit->syncs += counter_read(&stats->syncs);
	unit->job_runtime_ms += m->runtime_ms;
	unit->context_switches += m->usage.context_switches;
	unit->major_faults += m->usage.major_faults;
	unit->minor_faults += m->usage.minor_faults;
	unit->total_errors += counter_read(&stats->errors);
	unit->zone_resets += m->page->zone_resets;
	if (!unit->first_error)
		unit->first_error = (int)counter_read(&stats->first_error);
	if (!unit->latency_depth)
		unit->latency_depth = counter_read(&stats->latency_depth);
}

static void add_blocks(struct result_unit *unit, struct sums *sums,
		       const struct block_stats *blocks)
{
	latency_sum_add(&sums->block_trims, &blocks->trims, true);
	for (unsigned i = 0; i < BLOCK_STATES; i++)
		unit->block_states[i] += counter_read(&blocks->state[i]);
}

/* `bins`: where histograms are kept, or NULL. */
static void add_members(struct result_unit *unit, struct sums *sums,
			struct arena *bins)
{
	struct depth_counts depths = { .submits = 0 };
	uint64_t user_ms = 0, system_ms = 0, ios = 0;
	struct latency_sum *clat[DIRECTION_COUNT];

	for (size_t i = 0; i < unit->job_count; i++) {
		const struct result_member *m = &unit->members[i];

		add_member(unit, m);
		for (unsigned d = 0; d < DIRECTION_COUNT; d++)
			add_direction(unit, sums, m, d);
		if (result_shows(unit, RESULT_MIXED))
			add_mixed(unit, sums, m);
		latency_sum_add(&sums->sync, &m->page->stats.sync, true);
		add_depths(&depths, &m->page->stats);
		add_blocks(unit, sums, &m->page->blocks);
		user_ms += m->usage.user_ms;
		system_ms += m->usage.system_ms;
	}
	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		finish_direction(unit, sums, d, bins);
		ios += unit->direction[d].ios;
		clat[d] = &sums->clat[d];
	}
	finish_direction(unit, sums, RESULT_MIXED, bins);
	finish_depths(unit, &depths, ios);
	latency_shares(clat, DIRECTION_COUNT, ios, unit);
	unit->user_percent = result_share(user_ms, unit->job_runtime_ms, 0);
	unit->system_percent = result_share(system_ms, unit->job_runtime_ms, 0);
	unit->ran = ios || unit->syncs;
}

static void make_unit(struct result *result, struct result_unit *unit,
		      const struct result_input *input, struct sums *sums)
{
	const struct job *first = unit->unit->first;
	const struct job_options *o = first->section->options;
	struct arena *bins = NULL;

	unit->section = first->section;
	unit->options = o;
	unit->name = first->section->name;
	unit->group = first->section->group;
	unit->job_count = unit->unit->job_count;
	unit->continued = o->continue_on_error != 0;
	unit->members = arena_calloc(result->arena, unit->job_count,
				     sizeof(unit->members[0]));
	for (size_t i = 0; i < unit->job_count; i++)
		unit->members[i] = make_member(&first[i], input);
	unit->pid = unit->members[0].page->pid;
	unit->job_start_ms = unit->members[0].begun_epoch_ms;
	unit->elapsed_s =
		(input->now_ns - input->started_ns + NSEC_PER_SEC - 1) /
		NSEC_PER_SEC;
	if (input->settings->formats & OUTPUT_BINS)
		bins = result->arena;
	add_members(unit, sums, bins);
	for (unsigned d = 0; d < RESULT_DIRECTIONS; d++)
		if (result_shows(unit, d))
			result_add_priorities(unit, d, result->arena, bins);
	if (!unit->latency_depth)
		unit->latency_depth = o->iodepth;
	if (o->lat_percentiles || o->clat_percentiles)
		unit->sync = latency_sum_result(&sums->sync,
						&o->percentile_list, bins);
	else
		unit->sync = latency_sum_result(&sums->sync, NULL, NULL);
	unit->block_trims = latency_sum_result(&sums->block_trims,
					       &o->percentile_list, NULL);
	find_error(result, unit);
}

static void make_units(struct result *result, const struct result_input *input)
{
	const struct plan *plan = input->plan;
	struct sums *sums = xcalloc(1, sizeof(*sums));

	result->unit_count = plan->unit_count;
	result->units = arena_calloc(result->arena, plan->unit_count,
				     sizeof(result->units[0]));
	for (size_t i = 0; i < plan->unit_count; i++) {
		result->units[i].unit = &plan->units[i];
		sums_reset(sums);
		make_unit(result, &result->units[i], input, sums);
		if (input->steady && input->steady[i].wanted)
			result->units[i].steady = &input->steady[i];
	}
	free(sums);
}

static void add_to_group(struct result_group_direction *into,
			 const struct result_direction *from)
{
	if (from->runtime_ms == 0)
		return;
	if (!into->used) {
		into->min_bw_bytes = from->bw_bytes;
		into->min_runtime_ms = from->runtime_ms;
	}
	into->used = true;
	into->bytes += from->bytes;
	into->min_bw_bytes = smaller(into->min_bw_bytes, from->bw_bytes);
	into->max_bw_bytes = larger(into->max_bw_bytes, from->bw_bytes);
	into->min_runtime_ms = smaller(into->min_runtime_ms, from->runtime_ms);
	into->max_runtime_ms = larger(into->max_runtime_ms, from->runtime_ms);
}

static void set_group_style(struct result_group *group,
			    const struct job_options *o)
{
	if (group->kb_base)
		return;
	group->kb_base = (unsigned)o->kb_base;
	group->unit_base = (unsigned)o->unit_base;
	group->significant_figures = (unsigned)o->significant_figures;
}

static void make_groups(struct result *result)
{
	const struct plan *plan = result->plan;

	result->group_count = plan->group_count;
	result->groups = arena_calloc(result->arena, plan->group_count,
				      sizeof(result->groups[0]));
	for (size_t i = 0; i < result->unit_count; i++) {
		const struct result_unit *unit = &result->units[i];
		struct result_group *group = &result->groups[unit->group];

		set_group_style(group, unit->options);
		for (unsigned d = 0; d < RESULT_DIRECTIONS; d++)
			if (result_shows(unit, d))
				add_to_group(&group->direction[d],
					     &unit->direction[d]);
	}
	/* A group may consist of stats=0 jobs alone. */
	for (size_t i = 0; i < plan->section_count; i++)
		set_group_style(&result->groups[plan->sections[i].group],
				plan->sections[i].options);
	for (size_t i = 0; i < result->group_count; i++) {
		for (unsigned d = 0; d < RESULT_DIRECTIONS; d++) {
			struct result_group_direction *g =
				&result->groups[i].direction[d];

			g->bw_bytes = per_second(g->bytes, g->max_runtime_ms);
		}
	}
}

/* Which part of its group's bandwidth the unit's samples come to. */
static void set_bandwidth_share(const struct result *result,
				struct result_unit *unit, unsigned d)
{
	struct result_samples *bw = &unit->direction[d].bw;
	uint64_t group_kib =
		result->groups[unit->group].direction[d].bw_bytes / 1024;

	if (bw->summary.count == 0)
		return;
	bw->share = 100;
	if (group_kib > 1 && bw->summary.mean < (double)group_kib)
		bw->share = 100 * bw->summary.mean / (double)group_kib;
}

const char *result_direction_name(unsigned d)
{
	return d == RESULT_MIXED ? "mixed" : direction_name((enum direction)d);
}

const char *signal_name(struct arena *arena, int number)
{
	const char *name = sigabbrev_np(number);

	return name ? arena_printf(arena, "SIG%s", name)
		    : arena_printf(arena, "signal %d", number);
}

struct result *result_new(const struct result_input *input)
{
	struct arena *arena = arena_new();
	struct result *result = arena_alloc(arena, sizeof(*result));

	result->arena = arena;
	result->plan = input->plan;
	result->settings = input->settings;
	result->pages = input->pages;
	result->host = input->host;
	result->idleness = input->idleness;
	result->targets = input->targets;
	result->target_count = input->target_count;
	result->diag = input->diag;
	result->interim = input->interim;
	result->eta_s = input->eta_s;
	clock_gettime(CLOCK_REALTIME, &result->made);
	if (input->signal)
		result->interrupted = signal_name(arena, input->signal);
	if (input->disks)
		result_add_disks(result, input->disks);
	make_units(result, input);
	make_groups(result);
	for (size_t i = 0; i < result->unit_count; i++) {
		for (unsigned d = 0; d < RESULT_DIRECTIONS; d++)
			set_bandwidth_share(result, &result->units[i], d);
	}
	return result;
}

void result_free(struct result *result)
{
	if (result)
		arena_free(result->arena);
}
