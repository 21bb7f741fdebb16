#include "io/workload.h"

#include "placement.h"
#include "replay.h"
#include "spec/plan.h"
#include "syncs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)IO_READ == (int)DIRECTION_READ &&
		       (int)IO_WRITE == (int)DIRECTION_WRITE &&
		       (int)IO_TRIM == (int)DIRECTION_TRIM,
	       "an I/O that moves data is of the kind of its direction");

/* What a file counts for at the most, as one I/O of an activity. */
#define FILE_LENGTH_MAX (UINT64_C(1) << 30)

/* A block that was trimmed and isn't yet written again (trimwrite). */
struct trimmed {
	uint32_t file;
	uint64_t at;
	uint64_t end;
};

struct workload {
	const struct layout *layout;
	unsigned (*fill)(struct workload *w, struct io *const *ios, unsigned n);
	struct replay *replay; /* in place of all below but syncs */
	struct placement placement;
	struct random random;
	struct part *parts;
	struct segment *segments;
	struct part_mix *mixes;

	/* Directions: the one there is, or reads where a draw is below. */
	bool mixed;
	uint8_t kind;
	uint64_t read_below;
	uint64_t mix_below; /* what that is by the options */

	/* The pass. */
	uint64_t byte_limit;
	uint64_t io_limit;
	bool wraps; /* over all files again until byte_limit */
	uint64_t bytes;
	uint64_t ios;
	uint64_t round; /* times that all files were begun */
	uint64_t ios_before_round;

	/* Files: those in use now, and those whose turn comes later. */
	bool by_file; /* each is one I/O: of an activity */
	enum service service;
	bool draws_turns;
	uint64_t ios_per_turn;
	uint64_t turn_left;
	uint32_t *active;
	uint32_t active_count;
	uint32_t active_max;
	uint32_t turn; /* place in `active` */
	uint32_t next_file;
	const struct distribution *skew;
	struct spread favour; /* of files, by their place in `active` */

	bool trims_first;
	struct trimmed trimmed;
	struct syncs syncs;
};

static void begin_part(struct workload *w, uint32_t file)
{
	uint64_t seed = random_mix(w->layout->seed, w->round);

	placement_start(&w->placement, &w->parts[file], random_mix(seed, file));
}

/* The next file with room for a block. Returns whether there is one. */
static bool take_file(struct workload *w, uint32_t *slot)
{
	while (w->next_file < w->layout->file_count) {
		uint32_t file = w->next_file++;

		if (!w->parts[file].places)
			continue;
		begin_part(w, file);
		*slot = file;
		return true;
	}
	return false;
}

/* Out of the way of the services that only count. */
__attribute__((noinline)) static void draw_turn(struct workload *w)
{
	if (w->service == SERVICE_SKEWED)
		w->turn = (uint32_t)spread_next(&w->favour, &w->random);
	else
		w->turn = (uint32_t)random_below(&w->random, w->active_count);
}

static void next_turn(struct workload *w)
{
	w->turn_left = w->ios_per_turn;
	if (w->draws_turns)
		draw_turn(w);
	else if (w->service == SERVICE_SEQUENTIAL ||
		 ++w->turn >= w->active_count)
		w->turn = 0;
}

/* All files from their beginning, in a new order. */
static void begin_round(struct workload *w)
{
	w->round++;
	w->placement.zbd.writes = 0;
	if (!w->placement.stride.goes_on)
		w->placement.stride.bytes = 0;
	w->ios_before_round = w->ios;
	w->next_file = 0;
	w->active_count = 0;
	while (w->active_count < w->active_max &&
	       take_file(w, &w->active[w->active_count]))
		w->active_count++;
	w->turn = w->active_count;
	next_turn(w);
}

static void finish_file(struct workload *w)
{
	uint32_t *slot = &w->active[w->turn];

	/* A favourite comes again and again, until the pass is over. */
	if (w->service == SERVICE_SKEWED) {
		w->round++;
		begin_part(w, *slot);
		next_turn(w);
		return;
	}
	w->turn_left = w->ios_per_turn;
	if (!take_file(w, slot)) {
		w->active_count--;
		memmove(slot, slot + 1,
			(w->active_count - w->turn) * sizeof(*slot));
	}
	if (w->turn >= w->active_count)
		w->turn = 0;
	if (w->service == SERVICE_RANDOM)
		draw_turn(w);
}

void workload_restart(struct workload *workload)
{
	workload->bytes = 0;
	workload->ios = 0;
	workload->trimmed = (struct trimmed){ 0 };
	if (workload->replay) {
		replay_restart(workload->replay);
		return;
	}
	workload->placement.stride.goes_on = true;
	begin_round(workload);
	workload->placement.stride.goes_on = false;
}

static bool pass_over(const struct workload *w)
{
	return w->bytes >= w->byte_limit || w->ios >= w->io_limit;
}

static void next_rewrite(struct workload *w, struct io *io)
{
	struct trimmed *t = &w->trimmed;
	uint64_t length = placement_draw(&w->placement, DIRECTION_WRITE);

	if (length > t->end - t->at)
		length = t->end - t->at;
	io->kind = IO_WRITE;
	io->file_index = t->file;
	io->offset = t->at;
	io->length = (uint32_t)length;
	t->at += length;
	w->bytes += length;
	w->ios++;
	syncs_note_write(&w->syncs, t->file, io->offset, io->offset + length);
}

static uint8_t draw_direction(struct workload *w)
{
	if (!w->mixed)
		return w->kind;
	return random_next(&w->random) < w->read_below ? IO_READ : IO_WRITE;
}

static void account(struct workload *w, uint32_t file,
		    const struct block *block)
{
	struct part *part = &w->parts[file];

	part->left -= block->length < part->left ? block->length : part->left;
	if (w->trims_first) {
		w->trimmed = (struct trimmed){
			.file = file,
			.at = block->offset,
			.end = block->offset + block->length,
		};
	} else {
		w->bytes += block->length;
		w->ios++;
		if (block->direction == DIRECTION_WRITE)
			syncs_note_write(&w->syncs, file, block->offset,
					 block->offset + block->length);
	}
	if (!part->left)
		finish_file(w);
	else if (--w->turn_left == 0)
		next_turn(w);
}

static bool next_block(struct workload *w, struct io *io)
{
	struct block block;
	uint32_t file;

	for (;;) {
		if (!w->active_count) {
			/* A round that gave nothing would give nothing. */
			if (!w->wraps || w->ios == w->ios_before_round)
				return false;
			begin_round(w);
			continue;
		}
		file = w->active[w->turn];
		block.direction = draw_direction(w);
		if (placement_next(&w->placement, &w->parts[file], &block))
			break;
		finish_file(w);
	}
	io->kind = (uint8_t)block.direction;
	io->file_index = file;
	io->offset = block.offset;
	io->length = (uint32_t)block.length;
	account(w, file, &block);
	return true;
}

bool workload_next(struct workload *workload, struct io *io)
{
	return workload_fill(workload, &io, 1) == 1;
}

static bool next_io(struct workload *w, struct io *io)
{
	if (w->trimmed.at < w->trimmed.end) {
		next_rewrite(w, io);
		return true;
	}
	if (pass_over(w))
		return false;
	if (w->syncs.due) {
		syncs_next(&w->syncs, io);
		return true;
	}
	return next_block(w, io);
}

static unsigned fill_general(struct workload *w, struct io *const *ios,
			     unsigned n)
{
	unsigned i = 0;

	while (i < n && next_io(w, ios[i]))
		i++;
	return i;
}

/*
 * One file and one size of blocks: `ios` and `io_limit` alone tell when the
 * pass is over.
 */
static unsigned fill_sequence(struct workload *w, struct io *const *ios,
			      unsigned n)
{
	struct part *part = &w->parts[0];
	uint64_t position = part->position[0];
	uint64_t size = w->placement.unit;

	if (n > w->io_limit - w->ios)
		n = (unsigned)(w->io_limit - w->ios);
	for (unsigned i = 0; i < n; i++) {
		struct io *io = ios[i];

		if (position == part->whole)
			position = 0;
		io->kind = w->kind;
		io->file_index = 0;
		io->offset = part->offset + position;
		io->length = (uint32_t)size;
		position += size;
	}
	part->position[0] = position;
	w->ios += n;
	return n;
}

static unsigned fill_random(struct workload *w, struct io *const *ios,
			    unsigned n)
{
	struct part *part = &w->parts[0];
	struct block block = { 0 };

	if (n > w->io_limit - w->ios)
		n = (unsigned)(w->io_limit - w->ios);
	for (unsigned i = 0; i < n; i++) {
		struct io *io = ios[i];

		block.direction = draw_direction(w);
		if (!placement_next(&w->placement, part, &block)) {
			begin_round(w);
			placement_next(&w->placement, part, &block);
		}
		io->kind = (uint8_t)block.direction;
		io->file_index = 0;
		io->offset = block.offset;
		io->length = (uint32_t)block.length;
	}
	w->ios += n;
	return n;
}

/* An activity does what it does once to each file, and all of it counts. */
static bool next_file(struct workload *w, struct io *io)
{
	uint64_t length;
	uint32_t file;

	if (!w->active_count) {
		if (!w->wraps || w->ios == w->ios_before_round)
			return false;
		begin_round(w);
	}
	file = w->active[w->turn];
	length = w->layout->files[file].length;
	if (length > FILE_LENGTH_MAX)
		length = FILE_LENGTH_MAX;
	io->kind = draw_direction(w);
	io->file_index = file;
	io->offset = w->layout->files[file].offset;
	io->length = (uint32_t)length;
	w->bytes += length;
	w->ios++;
	finish_file(w);
	return true;
}

static unsigned fill_files(struct workload *w, struct io *const *ios,
			   unsigned n)
{
	unsigned i = 0;

	while (i < n && !pass_over(w) && next_file(w, ios[i]))
		i++;
	return i;
}

static unsigned fill_replay(struct workload *w, struct io *const *ios,
			    unsigned n)
{
	return replay_fill(w->replay, &w->syncs, ios, n);
}

unsigned workload_fill(struct workload *workload, struct io *const *ios,
		       unsigned n)
{
	return workload->fill(workload, ios, n);
}

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
	w->fill = w->by_file ? fill_files : fill_general;
	if (!is_simple(w))
		return;
	w->fill = w->placement.random ? fill_random : fill_sequence;
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
	w->io_limit = o->number_ios ? o->number_ios : UINT64_MAX;
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
		placement_set_zones(&w->placement, &w->parts[i], w->layout, i);
		if (!placement_spread(&w->placement, &w->parts[i],
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

void workload_steer(struct workload *workload, enum direction direction)
{
	if (direction == DIRECTION_COUNT)
		workload->read_below = workload->mix_below;
	else
		workload->read_below =
			direction == DIRECTION_READ ? UINT64_MAX : 0;
}

uint64_t workload_zone_resets(const struct workload *workload)
{
	return workload->placement.zbd.resets;
}

const struct replay *workload_replay(const struct workload *workload)
{
	return workload->replay;
}

static bool set_replay(struct workload *w)
{
	w->fill = fill_replay;
	w->replay = replay_new(w->layout);
	return w->replay &&
	       syncs_init(&w->syncs, w->layout->job->section->options,
			  w->layout->file_count);
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
