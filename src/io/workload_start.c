#include "workload_state.h"

#include "spec/plan.h"

#include <stdlib.h>

static bool is_simple(const struct workload *w)
{
	const struct placement *p = &w->placement;

	return !w->by_file && w->layout->file_count == 1 && p->plain &&
	       !w->trims_first && !syncs_wanted(&w->syncs) &&
	       (p->random || !w->mixed) &&
	       (!p->spreads || w->parts[0].whole == w->parts[0].length);
}

/* The bytes of the pass as a number of I/Os. */
static uint64_t ios_of_pass(const struct workload *w)
{
	const struct part *part = &w->parts[0];
	uint64_t size = w->placement.unit;
	uint64_t ios = w->byte_limit / size + (w->byte_limit % size != 0);
	bool endless = w->wraps || w->placement.anywhere;

	if (!part->places || (!endless && ios > part->places))
		ios = part->places;
	return ios < w->io_limit ? ios : w->io_limit;
}

static void choose_fill(struct workload *w)
{
	w->fill = w->by_file ? workload_fill_files : workload_fill_general;
	if (!is_simple(w))
		return;
	w->fill = w->placement.random ? workload_fill_random
				      : workload_fill_sequence;
	w->io_limit = ios_of_pass(w);
}

static void set_directions(struct workload *w, const struct job_section *s)
{
	unsigned flags = s->options->rw.flags;
	uint64_t reads = section_share_of_reads(s);

	w->trims_first = flags & RW_TRIM_FIRST;
	w->kind = flags & RW_TRIM    ? IO_TRIM
		  : flags & RW_WRITE ? IO_WRITE
				     : IO_READ;
	if (!(flags & RW_READ) || !(flags & RW_WRITE))
		return;
	w->mixed = reads > 0 && reads < 100;
	w->kind = reads ? IO_READ : IO_WRITE;
	w->read_below = w->mix_below = UINT64_MAX / 100 * reads;
}

static void set_limits(struct workload *w, const struct job_options *o)
{
	w->byte_limit = w->layout->io_bytes;
	w->range_max = o->num_range > 1 ? (uint32_t)o->num_range : 0;
	/* Each range counts as one here. */
	w->io_limit = o->number_ios ? o->number_ios : UINT64_MAX;
	if (o->number_ios && w->range_max &&
	    __builtin_mul_overflow(o->number_ios, w->range_max, &w->io_limit))
		w->io_limit = UINT64_MAX;
	w->wraps = o->io_size.value > 0;
	w->by_file = w->layout->job->section->engine->flags & ENGINE_ACTIVITY;
	w->service = o->file_service_type.kind;
	w->draws_turns =
		w->service == SERVICE_RANDOM || w->service == SERVICE_SKEWED;
	w->skew = &o->file_service_type.skew;
	w->ios_per_turn =
		o->file_service_type.ios ? o->file_service_type.ios : 1;
	w->active_max = (uint32_t)w->layout->file_count;
	/* Favourites are chosen among all files, open or not. */
	if (o->openfiles && o->openfiles < w->active_max &&
	    w->service != SERVICE_SKEWED)
		w->active_max = (uint32_t)o->openfiles;
}

static bool allocate(struct workload *w)
{
	size_t files = w->layout->file_count;
	size_t open = placement_open_total(&w->placement);

	w->parts = calloc(files ? files : 1, sizeof(w->parts[0]));
	w->active = calloc(files ? files : 1, sizeof(w->active[0]));
	if (!w->parts || !w->active ||
	    !syncs_init(&w->syncs, w->layout->job->section->options, files))
		return false;
	if (w->range_max) {
		w->ranges = calloc((size_t)w->layout->depth * w->range_max,
				   sizeof(w->ranges[0]));
		if (!w->ranges)
			return false;
	}
	if (open && files) {
		w->segments = calloc(files * open, sizeof(w->segments[0]));
		if (!w->segments)
			return false;
	}
	if (placement_mixes(&w->placement) && files) {
		w->mixes = calloc(files, sizeof(w->mixes[0]));
		if (!w->mixes)
			return false;
	}
	return true;
}

static bool set_parts(struct workload *w)
{
	uint64_t unit = w->placement.unit;
	unsigned open = placement_open_total(&w->placement);

	for (size_t i = 0; i < w->layout->file_count; i++) {
		const struct layout_file *file = &w->layout->files[i];

		w->parts[i] = (struct part){
			.offset = file->offset,
			.length = file->length,
			.whole = file->length - file->length % unit,
			.places = w->by_file ? 1 : file->length / unit,
			.open = w->segments ? &w->segments[i * open] : NULL,
			.mix = w->mixes ? &w->mixes[i] : NULL,
		};
		if (!placement_set_part(&w->placement, &w->parts[i], w->layout,
					i) ||
		    !placement_spread(&w->placement, &w->parts[i],
				      random_mix(w->layout->seed, i)))
			return false;
	}
	return true;
}

/* The files in use when a round begins are those with room for a block. */
static bool set_favour(struct workload *w)
{
	struct spread_request request = {
		.distribution = w->skew,
		.unit = 1,
		.seed = w->layout->seed,
	};

	if (w->service != SERVICE_SKEWED)
		return true;
	for (size_t i = 0; i < w->layout->file_count; i++)
		request.n += w->parts[i].places > 0;
	return spread_init(&w->favour, &request, NULL);
}

static bool set_replay(struct workload *w)
{
	w->fill = workload_fill_replay;
	w->replay = replay_new(w->layout);
	return w->replay &&
	       syncs_init(&w->syncs, w->layout->job->section->options,
			  w->layout->file_count);
}

/* Around the way to fill in I/Os that was chosen. */
static void gather_ranges(struct workload *w)
{
	w->fill_range = w->fill;
	w->fill = workload_fill_ranges;
}

struct workload *workload_new(const struct layout *layout)
{
	const struct job_section *section = layout->job->section;
	struct workload *w = calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	w->layout = layout;
	random_seed(&w->random, layout->seed);
	set_directions(w, section);
	set_limits(w, section->options);
	if (layout->replay) {
		if (set_replay(w))
			return w;
		workload_free(w);
		return NULL;
	}
	if (!placement_init(&w->placement, layout, &w->random) ||
	    !allocate(w) || !set_parts(w) || !set_favour(w)) {
		workload_free(w);
		return NULL;
	}
	choose_fill(w);
	if (w->range_max)
		gather_ranges(w);
	workload_restart(w);
	return w;
}

void workload_free(struct workload *workload)
{
	if (!workload)
		return;
	replay_free(workload->replay);
	free(workload->parts);
	free(workload->active);
	free(workload->ranges);
	free(workload->segments);
	syncs_free(&workload->syncs);
	if (workload->mixes)
		for (size_t i = 0; i < workload->layout->file_count; i++)
			part_mix_free(&workload->mixes[i]);
	free(workload->mixes);
	spread_free(&workload->favour);
	placement_free(&workload->placement);
	free(workload);
}
