#include "workload_state.h"

#include <assert.h>
#include <string.h>

_Static_assert((int)IO_READ == (int)DIRECTION_READ &&
		       (int)IO_WRITE == (int)DIRECTION_WRITE &&
		       (int)IO_TRIM == (int)DIRECTION_TRIM,
	       "an I/O that moves data is of the kind of its direction");

/* What a file counts for at the most, as one I/O of an activity. */
#define FILE_LENGTH_MAX (UINT64_C(1) << 30)

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

unsigned workload_fill_general(struct workload *w, struct io *const *ios,
			       unsigned n)
{
	unsigned i = 0;

	while (i < n && next_io(w, ios[i]))
		i++;
	return i;
}

unsigned workload_fill_sequence(struct workload *w, struct io *const *ios,
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

unsigned workload_fill_random(struct workload *w, struct io *const *ios,
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

unsigned workload_fill_files(struct workload *w, struct io *const *ios,
			     unsigned n)
{
	unsigned i = 0;

	while (i < n && !pass_over(w) && next_file(w, ios[i]))
		i++;
	return i;
}

unsigned workload_fill_replay(struct workload *w, struct io *const *ios,
			      unsigned n)
{
	return replay_fill(w->replay, &w->syncs, ios, n);
}

unsigned workload_fill(struct workload *workload, struct io *const *ios,
		       unsigned n)
{
	return workload->fill(workload, ios, n);
}

void workload_steer(struct workload *workload, enum direction direction)
{
	if (direction == DIRECTION_COUNT)
		workload->read_below = workload->mix_below;
	else
		workload->read_below =
			direction == DIRECTION_READ ? UINT64_MAX : 0;
}

static bool has_zone_maps(const struct workload *w)
{
	return w->placement.place == place_zbd;
}

void workload_take_back(struct workload *w, const struct io *io)
{
	if (has_zone_maps(w) && (io->kind == IO_WRITE || io->kind == IO_TRIM))
		placement_zbd_take_back(&w->placement,
					&w->parts[io->file_index], io);
}

void workload_leave(struct workload *w)
{
	for (size_t i = 0; has_zone_maps(w) && i < w->layout->file_count; i++)
		placement_zbd_leave(&w->placement, &w->parts[i]);
}

uint64_t workload_zone_resets(const struct workload *workload)
{
	return workload->placement.zbd.resets;
}

const struct replay *workload_replay(const struct workload *workload)
{
	return workload->replay;
}
