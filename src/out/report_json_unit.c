#include "report_json_parts.h"

#include "base/clock.h"
#include "base/decimal.h"

/* Keys are values in nanoseconds: "1048". */
static void add_bins(struct json *latency, const struct result_latency *l)
{
	struct json *bins;

	if (l->bin_count == 0)
		return;
	bins = json_add_object(latency, "bins");
	for (size_t i = 0; i < l->bin_count; i++) {
		char name[DECIMAL_INTEGER_MAX + 1];

		*decimal_uint(name, l->bins[i].value) = '\0';
		json_add_uint(bins, name, l->bins[i].count);
	}
}

/* Keys are "%f" of the percentile: "99.950000". */
static void add_percentiles(struct json *object, const char *key,
			    const struct result_latency *l,
			    const struct percentiles *list)
{
	struct json *percentile = json_add_object(object, key);

	for (unsigned i = 0; i < list->count; i++) {
		char name[DECIMAL_REAL_MAX];

		*decimal_real(name, list->of[i]) = '\0';
		json_add_uint(percentile, name, l->percentile[i]);
	}
}

void json_add_latency(struct json *object, const char *key,
		      const struct result_latency *l,
		      const struct percentiles *list)
{
	struct json *latency = json_add_object(object, key);

	json_add_uint(latency, "min", l->summary.min);
	json_add_uint(latency, "max", l->summary.max);
	json_add_real(latency, "mean", l->summary.mean);
	json_add_real(latency, "stddev", l->deviation);
	json_add_uint(latency, "N", l->summary.count);
	if (!l->has_percentiles)
		return;
	add_percentiles(latency, "percentile", l, list);
	add_bins(latency, l);
}

static void add_samples(struct json *object, const struct result_direction *r)
{
	const struct summary *bw = &r->bw.summary;
	const struct summary *iops = &r->iops_samples.summary;

	json_add_uint(object, "bw_min", bw->min);
	json_add_uint(object, "bw_max", bw->max);
	json_add_real(object, "bw_agg", r->bw.share);
	json_add_real(object, "bw_mean", bw->mean);
	json_add_real(object, "bw_dev", r->bw.deviation);
	json_add_uint(object, "bw_samples", bw->count);
	json_add_uint(object, "iops_min", iops->min);
	json_add_uint(object, "iops_max", iops->max);
	json_add_real(object, "iops_mean", iops->mean);
	json_add_real(object, "iops_stddev", r->iops_samples.deviation);
	json_add_uint(object, "iops_samples", iops->count);
}

static void add_priorities(struct json *object, const struct result_unit *unit,
			   const struct result_direction *r)
{
	const struct job_options *o = unit->options;
	const char *key = o->lat_percentiles ? "lat_ns" : "clat_ns";
	struct json *list;

	if (!r->priority_count)
		return;
	list = json_add_array(object, "prios");
	for (size_t i = 0; i < r->priority_count; i++) {
		const struct result_priority *p = &r->priorities[i];
		struct json *entry = json_append_object(list);

		json_add_uint(entry, "prioclass", p->priority.class);
		json_add_uint(entry, "prio", p->priority.level);
		json_add_uint(entry, "priohint", p->priority.hint);
		json_add_latency(entry, key, &p->latency, &o->percentile_list);
	}
}

static void add_direction(struct json *job, const struct result_unit *unit,
			  unsigned d)
{
	const struct result_direction *r = &unit->direction[d];
	const struct percentiles *list = &unit->options->percentile_list;
	struct json *object = json_add_object(job, result_direction_name(d));

	json_add_uint(object, "io_bytes", r->bytes);
	json_add_uint(object, "io_kbytes", r->bytes / 1024);
	json_add_uint(object, "bw_bytes", r->bw_bytes);
	json_add_uint(object, "bw", r->bw_bytes / 1024);
	json_add_real(object, "iops", r->iops);
	json_add_uint(object, "runtime", r->runtime_ms);
	json_add_uint(object, "total_ios", r->ios);
	json_add_uint(object, "short_ios", r->short_ios);
	json_add_uint(object, "drop_ios", r->dropped);
	json_add_latency(object, "slat_ns", &r->slat, list);
	json_add_latency(object, "clat_ns", &r->clat, list);
	json_add_latency(object, "lat_ns", &r->lat, list);
	add_priorities(object, unit, r);
	add_samples(object, r);
}

static void add_shares(struct json *job, const char *key,
		       const char *const *names, const double *shares,
		       unsigned count)
{
	struct json *object = json_add_object(job, key);

	for (unsigned i = 0; i < count; i++)
		json_add_real(object, names[i], shares[i]);
}

static void add_distributions(struct json *job, const struct result_unit *unit)
{
	add_shares(job, "iodepth_level", depth_level_names, unit->depth_level,
		   DEPTH_CLASSES);
	add_shares(job, "iodepth_submit", depth_batch_names, unit->depth_submit,
		   DEPTH_CLASSES);
	add_shares(job, "iodepth_complete", depth_batch_names,
		   unit->depth_complete, DEPTH_CLASSES);
	add_shares(job, "latency_ns", latency_class_names, unit->latency_ns,
		   LATENCY_CLASSES_NS);
	add_shares(job, "latency_us", latency_class_names, unit->latency_us,
		   LATENCY_CLASSES_US);
	add_shares(job, "latency_ms", latency_class_names, unit->latency_ms,
		   LATENCY_CLASSES_MS);
}

static void add_latency_target(struct json *job, const struct result_unit *unit)
{
	const struct latency_options *o = &unit->options->control.latency;
	uint64_t window_us = o->window.ns / NSEC_PER_USEC;

	json_add_uint(job, "latency_depth", unit->latency_depth);
	json_add_uint(job, "latency_target", o->target.ns);
	json_add_uint(job, "latency_target_ns", o->target.ns);
	json_add_real(job, "latency_percentile", o->percentile);
	json_add_uint(job, "latency_window", window_us);
	json_add_uint(job, "latency_window_us", window_us);
}

/* All as one stands in place of the others, or after them and the syncs. */
static void add_directions(struct json *job, const struct result_unit *unit)
{
	struct json *sync;

	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		if (result_shows(unit, d))
			add_direction(job, unit, d);
	if (result_shows(unit, DIRECTION_READ)) {
		sync = json_add_object(job, "sync");
		json_add_uint(sync, "total_ios", unit->syncs);
		json_add_latency(sync, "lat_ns", &unit->sync,
				 &unit->options->percentile_list);
	}
	if (result_shows(unit, RESULT_MIXED))
		add_direction(job, unit, RESULT_MIXED);
}

static void add_blocks(struct json *job, const struct result_unit *unit)
{
	struct json *block, *states;

	if (!unit->options->block_error_percentiles)
		return;
	block = json_add_object(job, "block");
	add_percentiles(block, "percentiles", &unit->block_trims,
			&unit->options->percentile_list);
	states = json_add_object(block, "states");
	for (unsigned i = 0; i < BLOCK_STATES; i++)
		json_add_uint(states, block_state_names[i],
			      unit->block_states[i]);
}

void json_add_unit(struct json *jobs, const struct result_unit *unit,
		   const struct result *result)
{
	struct json *job = json_append_object(jobs);

	json_add_text(job, "jobname", unit->name);
	json_add_uint(job, "groupid", unit->group);
	json_add_uint(job, "job_start", unit->job_start_ms);
	json_add_int(job, "error", unit->error);
	json_add_uint(job, "eta", result->eta_s);
	json_add_uint(job, "elapsed", unit->elapsed_s);
	json_add_given(job, "job options", &unit->section->given);
	add_directions(job, unit);
	json_add_uint(job, "job_runtime", unit->job_runtime_ms);
	json_add_real(job, "usr_cpu", unit->user_percent);
	json_add_real(job, "sys_cpu", unit->system_percent);
	json_add_uint(job, "ctx", unit->context_switches);
	json_add_uint(job, "majf", unit->major_faults);
	json_add_uint(job, "minf", unit->minor_faults);
	add_distributions(job, unit);
	if (unit->continued) {
		json_add_uint(job, "total_err", unit->total_errors);
		json_add_int(job, "first_error", unit->first_error);
	}
	add_latency_target(job, unit);
	if (unit->options->description)
		json_add_text(job, "desc", unit->options->description);
	add_blocks(job, unit);
	json_add_steady(job, unit);
	if (unit->options->zone.mode == ZONES_ZBD)
		json_add_uint(job, "zone_resets", unit->zone_resets);
}
