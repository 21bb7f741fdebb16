#include "plan_check.h"

#include <inttypes.h>
#include <string.h>

static void gtod_reduce_means_no_latencies(struct check *c)
{
	struct job_options *o = c->options;

	if (o->gtod_reduce)
		o->disable_lat = o->disable_clat = o->disable_slat = true;
}

static void randseed_means_randrepeat(struct check *c)
{
	if (GIVEN(c, randseed) || c->options->allrandrepeat)
		c->options->randrepeat = true;
}

static void time_based_needs_a_runtime(struct check *c)
{
	struct job_options *o = c->options;

	if (!o->time_based || o->runtime.ns)
		return;
	o->time_based = false;
	diag_note(
		c->diag, SOURCE(c, time_based),
		"time_based: without a runtime the job ends when all is done");
}

static void sync_engines_have_no_depth(struct check *c)
{
	if (c->options->iodepth > 1 &&
	    c->options->control.submit_mode == SUBMIT_INLINE &&
	    engine_has_no_depth(c->section->engine))
		diag_note(c->diag, SOURCE(c, iodepth),
			  "iodepth: ioengine=%s is synchronous and has one I/O "
			  "in flight",
			  c->section->engine->name);
}

static void buffered_io_may_have_no_depth(struct check *c)
{
	const struct engine_info *engine = c->section->engine;

	if (c->options->iodepth > 1 && !c->options->direct &&
	    c->options->control.submit_mode == SUBMIT_INLINE &&
	    (engine->flags & ENGINE_WAITS_IF_BUFFERED))
		diag_note(
			c->diag, SOURCE(c, iodepth),
			"iodepth: ioengine=%s waits for each I/O to a file as "
			"it is submitted, unless direct=1 is given",
			engine->name);
}

/* A batch can't be larger than what may be in flight. */
static void batches_fit_the_depth(struct check *c)
{
	struct job_options *o = c->options;
	uint64_t *const batches[] = {
		&o->iodepth_batch,
		&o->iodepth_batch_complete_min,
		&o->iodepth_batch_complete_max,
		&o->iodepth_low,
	};

	for (size_t i = 0; i < sizeof(batches) / sizeof(batches[0]); i++)
		if (*batches[i] > o->iodepth)
			*batches[i] = o->iodepth;
	if (o->iodepth_batch_complete_max &&
	    o->iodepth_batch_complete_max < o->iodepth_batch_complete_min)
		diag_error(c->diag, SOURCE(c, iodepth_batch_complete_max),
			   "iodepth_batch_complete_max: %" PRIu64
			   " is less than iodepth_batch_complete_min=%" PRIu64,
			   o->iodepth_batch_complete_max,
			   o->iodepth_batch_complete_min);
}

static void blocks_fit_an_io(struct check *c)
{
	for (int d = 0; d < DIRECTIONS; d++) {
		if (c->options->bs.of[d].max <= UINT32_MAX)
			continue;
		diag_error(c->diag,
			   c->options->bssplit.count[d] ? SOURCE(c, bssplit)
							: SOURCE(c, bs),
			   "bs: %" PRIu64 " is too much for one I/O, which has "
			   "less than 4 GiB",
			   c->options->bs.of[d].max);
		return;
	}
}

static void alignment_is_a_power_of_two(struct check *c)
{
	uint64_t align = c->options->iomem_align;

	if (align & (align - 1))
		diag_error(c->diag, SOURCE(c, iomem_align),
			   "iomem_align: %" PRIu64 " is not a power of two",
			   align);
}

static void readonly_refuses_writers(struct check *c)
{
	if (!c->settings->readonly)
		return;
	if (section_only_verifies(c->section))
		return;
	if (c->options->rw.flags & (RW_WRITE | RW_TRIM))
		diag_error(c->diag, SOURCE(c, rw),
			   "rw: '%s' writes or trims, and --readonly is given",
			   rw_name(c->options->rw.flags));
	else if (c->section->engine->flags & ENGINE_CHANGES)
		diag_error(c->diag, SOURCE(c, ioengine),
			   "ioengine: %s changes its files, and --readonly is "
			   "given",
			   c->section->engine->name);
}

static void open_files_fit(struct check *c)
{
	struct job_options *o = c->options;

	if (o->filename.count && o->nrfiles > o->filename.count &&
	    GIVEN(c, nrfiles))
		diag_note(c->diag, SOURCE(c, nrfiles),
			  "nrfiles: %" PRIu64 " is more than the %zu names of "
			  "filename, which are used",
			  o->nrfiles, o->filename.count);
}

static void minimum_is_within_the_rate(struct check *c)
{
	const struct job_options *o = c->options;
	const struct {
		const char *least, *most;
		const struct direction_numbers *least_of, *most_of;
		struct source at;
	} pairs[] = {
		{ "rate_min", "rate", &o->rate_min, &o->rate,
		  SOURCE(c, rate_min) },
		{ "rate_iops_min", "rate_iops", &o->rate_iops_min,
		  &o->rate_iops, SOURCE(c, rate_iops_min) },
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		for (int d = 0; d < DIRECTIONS; d++) {
			uint64_t most = pairs[i].most_of->of[d];
			uint64_t least = pairs[i].least_of->of[d];

			if (!most || least <= most)
				continue;
			diag_error(c->diag, pairs[i].at,
				   "%s: %" PRIu64 " is more than %s=%" PRIu64
				   " lets through",
				   pairs[i].least, least, pairs[i].most, most);
			break;
		}
	}
}

/* Two processes of which the slower one holds are none of Poisson's. */
static void poisson_has_one_rate(struct check *c)
{
	const struct job_options *o = c->options;

	for (int d = 0; o->rate_process == RATE_POISSON && d < DIRECTIONS;
	     d++) {
		if (!o->rate.of[d] || !o->rate_iops.of[d])
			continue;
		diag_error(c->diag, SOURCE(c, rate_process),
			   "rate_process: poisson needs either rate or "
			   "rate_iops, and both are given");
		return;
	}
}

static void spin_is_within_the_thinktime(struct check *c)
{
	const struct job_options *o = c->options;

	if (o->thinktime.ns && o->thinktime_spin.ns > o->thinktime.ns)
		diag_error(c->diag, SOURCE(c, thinktime_spin),
			   "thinktime_spin: %" PRIu64
			   " ns is more than thinktime, %" PRIu64 " ns",
			   o->thinktime_spin.ns, o->thinktime.ns);
}

/* Runs of I/O end by the clock alone, unless blocks are asked for as well. */
static void iotime_is_enough(struct check *c)
{
	struct job_options *o = c->options;

	if (o->thinktime_iotime.ns && !GIVEN(c, thinktime_blocks))
		o->thinktime_blocks = 0;
}

void plan_note_without(struct check *c, size_t offset, const char *name,
		       const char *needed)
{
	if (plan_given(c->section, offset))
		diag_note(c->diag, plan_source(c->section, offset),
			  "%s: has no effect without %s", name, needed);
}

static void pace_has_something_to_pace(struct check *c)
{
	const struct job_options *o = c->options;
	bool rated = false, floored = false;

	for (int d = 0; d < DIRECTIONS; d++) {
		rated = rated || o->rate.of[d] || o->rate_iops.of[d];
		floored =
			floored || o->rate_min.of[d] || o->rate_iops_min.of[d];
	}
	if (!rated)
		NOTE_WITHOUT(c, rate_process, "rate or rate_iops");
	if (!floored)
		NOTE_WITHOUT(c, rate_cycle, "rate_min or rate_iops_min");
	if (o->thinktime.ns)
		return;
	NOTE_WITHOUT(c, thinktime_spin, "thinktime");
	NOTE_WITHOUT(c, thinktime_blocks, "thinktime");
	NOTE_WITHOUT(c, thinktime_blocks_type, "thinktime");
	NOTE_WITHOUT(c, thinktime_iotime, "thinktime");
}

static void exits_need_an_occasion(struct check *c)
{
	if (!c->options->exitall && !c->options->exitall_on_error)
		NOTE_WITHOUT(c, exit_what, "exitall or exitall_on_error");
}

/* Each copy would draw another size. */
static void what_is_split_has_a_size(struct check *c)
{
	const struct job_options *o = c->options;

	if (o->split && o->filesize.min != o->filesize.max)
		diag_error(c->diag, SOURCE(c, split),
			   "split: a filesize that is drawn from a range can't "
			   "be divided among copies");
	if (o->split && o->numjobs == 1)
		diag_note(c->diag, SOURCE(c, split),
			  "split: has no effect with one copy of the job");
}

static void (*const rules[])(struct check *) = {
	gtod_reduce_means_no_latencies,
	randseed_means_randrepeat,
	time_based_needs_a_runtime,
	sync_engines_have_no_depth,
	buffered_io_may_have_no_depth,
	batches_fit_the_depth,
	blocks_fit_an_io,
	alignment_is_a_power_of_two,
	readonly_refuses_writers,
	open_files_fit,
	minimum_is_within_the_rate,
	poisson_has_one_rate,
	spin_is_within_the_thinktime,
	iotime_is_enough,
	pace_has_something_to_pace,
	exits_need_an_occasion,
	what_is_split_has_a_size,
};

void plan_check_section(const struct job_section *section,
			struct job_options *options,
			const struct plan_settings *settings, struct diag *diag)
{
	struct check c = { section, options, settings, diag };

	plan_check_engine(&c);
	plan_check_blocks(&c);
	plan_check_zones(&c);
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		rules[i](&c);
	plan_check_sprandom(&c);
	plan_check_ranges(&c);
	plan_check_process(&c);
	plan_check_buffers(&c);
	plan_check_verify(&c);
	plan_check_verify_state(&c);
	plan_check_placement(&c);
	plan_check_logs(&c);
	plan_check_control(&c);
}
