#include "zone_engine.h"

#include "engine/early.h"
#include "io/zone_map.h"

#include <errno.h>

struct zone_engine {
	const struct engine_ops *inner;
	void *state;
	const struct layout *layout;
	const struct zoned_control *control;
	struct early early;
	struct io *ios; /* in flight, by slot: as they were queued */
	unsigned in_flight;
	uint64_t least; /* what has to be left of a zone to write there */
	bool recovers;

	/* A zone that is to be finished. */
	bool leaves;
	int left_fd;
	uint64_t left_start, left_length;
};

static struct zone_state *zone_of(const struct zone_engine *e,
				  const struct io *io, struct zone_map **map)
{
	*map = e->layout->files[io->file_index].zones;
	return &(*map)->zones[io->offset / (*map)->zone_size];
}

static bool moves_data(const struct io *io)
{
	return io->kind < IO_FSYNC;
}

/*
 * Whether the write begins its zone again, or would lead out of it, for others
 * before it that were chosen and not started.
 */
static bool renews(const struct zone_map *map, const struct zone_state *z,
		   const struct io *io)
{
	if (io->kind != IO_WRITE || !map->device || !z->sequential)
		return false;
	return z->issued && (io->offset % map->zone_size == 0 ||
			     z->issued + io->length > z->capacity);
}

/* Whether something has to be done to zones before the I/O. */
static bool has_to_wait(const struct zone_engine *e, const struct io *io)
{
	struct zone_map *map;
	struct zone_state *z;

	if (!moves_data(io) || io->kind == IO_READ)
		return false;
	z = zone_of(e, io, &map);
	return io->kind == IO_TRIM || renews(map, z, io) || e->leaves;
}

/* One that isn't finished only goes on to count as open. */
static void finish_zone(struct zone_engine *e)
{
	if (e->leaves)
		(void)zoned_finish(e->left_fd, e->control, e->left_start,
				   e->left_length);
	e->leaves = false;
}

/* Nothing is in flight. 0 or -errno. */
static int prepare_zone(struct zone_engine *e, const struct io *io)
{
	struct zone_map *map;
	struct zone_state *z = zone_of(e, io, &map);
	uint64_t start = io->offset / map->zone_size * map->zone_size;
	int result;

	finish_zone(e);
	if (!map->device)
		return 0;
	if (io->kind != IO_TRIM && !renews(map, z, io))
		return 0;
	result = zoned_reset(io->fd, e->control, start, map->zone_size);
	if (result == 0)
		z->issued = 0;
	return result;
}

/* Where the device has its write pointer, which may be before what is meant. */
static void settle_offset(struct zone_engine *e, struct io *io)
{
	struct zone_map *map;
	struct zone_state *z;

	if (io->kind != IO_WRITE)
		return;
	z = zone_of(e, io, &map);
	if (!map->device || !z->sequential)
		return;
	io->offset = io->offset / map->zone_size * map->zone_size + z->issued;
	z->issued += io->length;
	if (z->issued == z->capacity || z->capacity - z->issued >= e->least)
		return;
	e->leaves = true;
	e->left_fd = io->fd;
	e->left_start = io->offset / map->zone_size * map->zone_size;
	e->left_length = map->zone_size;
}

static void unsettle(struct zone_engine *e, struct io *const *ios, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		struct zone_map *map;
		struct zone_state *z;

		if (ios[i]->kind != IO_WRITE)
			continue;
		z = zone_of(e, ios[i], &map);
		if (!map->device || !z->sequential)
			continue;
		z->issued -= ios[i]->length;
		e->leaves = false;
	}
}

static int start_some(struct zone_engine *e, struct io *const *ios, unsigned n)
{
	int taken;

	for (unsigned i = 0; i < n; i++)
		e->ios[ios[i]->slot] = *ios[i];
	taken = e->inner->submit(e->state, ios, n);
	if (taken > 0)
		e->in_flight += (unsigned)taken;
	unsettle(e, ios + (taken > 0 ? taken : 0),
		 n - (unsigned)(taken > 0 ? taken : 0));
	return taken;
}

static int zone_submit(void *state, struct io *const *ios, unsigned n)
{
	struct zone_engine *e = state;
	unsigned ready = 0;
	int result;

	if (has_to_wait(e, ios[0])) {
		if (e->in_flight)
			return -EAGAIN;
		result = prepare_zone(e, ios[0]);
		if (result < 0 || ios[0]->kind == IO_TRIM) {
			early_add(&e->early, ios[0],
				  result < 0 ? result
					     : (int32_t)ios[0]->length);
			return 1;
		}
	}
	do
		settle_offset(e, ios[ready]);
	while (++ready < n && !has_to_wait(e, ios[ready]));
	return start_some(e, ios, ready);
}

/* recover_zbd_write_error: the zone is written up to where the device says. */
static void recover(struct zone_engine *e, const struct io *io)
{
	struct zoned_zone now;
	struct zone_map *map;
	struct zone_state *z = zone_of(e, io, &map);

	if (!e->recovers || io->kind != IO_WRITE || !map->device ||
	    !z->sequential)
		return;
	if (zoned_report(io->fd, e->control, io->offset, &now, 1) == 1)
		zone_map_correct(map, (uint32_t)(io->offset / map->zone_size),
				 now.written);
}

static int zone_reap(void *state, struct completion *done, unsigned min,
		     unsigned max, const struct timespec *timeout)
{
	struct zone_engine *e = state;
	unsigned n = early_take(&e->early, done, max);
	int more;

	if (n >= min || !e->in_flight)
		return (int)n;
	more = e->inner->reap(e->state, done + n, min - n, max - n, timeout);
	if (more < 0)
		return n ? (int)n : more;
	e->in_flight -= (unsigned)more;
	for (int i = 0; i < more; i++)
		if (done[n + (unsigned)i].result < 0)
			recover(e, &e->ios[done[n + (unsigned)i].slot]);
	return (int)n + more;
}

static void zone_free(struct zone_engine *e)
{
	early_close(&e->early);
	free(e->ios);
	free(e);
}

static void zone_forget_files(void *state)
{
	struct zone_engine *e = state;

	engine_forget_files(e->inner, e->state);
}

static void zone_close(void *state)
{
	struct zone_engine *e = state;

	e->inner->close(e->state);
	zone_free(e);
}

/* It is opened by zone_engine(). */
static const struct engine_ops zoned = {
	.close = zone_close,
	.submit = zone_submit,
	.reap = zone_reap,
	.forget_files = zone_forget_files,
};

const struct engine_ops *zone_engine(const struct engine_ops *inner,
				     void **state, const struct layout *layout,
				     unsigned depth,
				     const struct zoned_control *control)
{
	const struct job_options *o = layout->job->section->options;
	struct zone_engine *e = calloc(1, sizeof(*e));

	if (!e)
		return NULL;
	e->inner = inner;
	e->state = *state;
	e->layout = layout;
	e->control = control;
	e->least = o->zone.write_remainder ? 0 : o->bs.of[DIRECTION_WRITE].min;
	e->recovers = o->zone.recover_write_error;
	e->ios = calloc(depth, sizeof(e->ios[0]));
	if (!early_open(&e->early, depth) || !e->ios) {
		zone_free(e);
		return NULL;
	}
	*state = e;
	return &zoned;
}

bool zone_engine_wanted(const struct layout *layout)
{
	const struct job_options *o = layout->job->section->options;

	if (o->zone.mode != ZONES_ZBD)
		return false;
	for (size_t i = 0; i < layout->file_count; i++)
		if (layout->files[i].zones->device)
			return true;
	return o->rw.flags & RW_TRIM;
}
