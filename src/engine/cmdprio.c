#include "engine/cmdprio.h"

#include "spec/io_priority.h"

enum { HIGHEST_CLASS = 1 };

/* Shares are in percent, drawn to six digits. */
#define DRAW_STEPS 100000000u

static uint16_t common_priority(const struct cmdprio_options *o,
				unsigned direction)
{
	unsigned class = (unsigned)o->class.of[direction];

	return io_priority_encode((struct io_priority){
		.class = (uint8_t)(class ? class : HIGHEST_CLASS),
		.level = (uint8_t)o->level.of[direction],
		.hint = (uint16_t)o->hint.of[direction],
	});
}

static bool is_used(const struct cmdprio_options *o, unsigned direction)
{
	return o->percentage.of[direction] || o->splits.count[direction];
}

void cmdprio_init(struct cmdprio *cmdprio,
		  const struct cmdprio_options *options,
		  const struct job_options *job)
{
	*cmdprio = (struct cmdprio){ .options = options };
	if (!options)
		return;
	cmdprio->active = is_used(options, DIRECTION_READ) ||
			  is_used(options, DIRECTION_WRITE);
	random_seed(&cmdprio->random,
		    job && job->randrepeat ? job->randseed : random_entropy());
}

static uint16_t draw_of_size(const struct cmdprio_options *o,
			     const struct io *io, double percent)
{
	const struct priority_share *list = o->splits.of[io->kind];

	for (size_t i = 0; i < o->splits.count[io->kind]; i++) {
		const struct priority_share *e = &list[i];

		if (io->length < e->size.min || io->length > e->size.max)
			continue;
		if (percent >= e->percent) {
			percent -= e->percent;
			continue;
		}
		return e->has_own ? io_priority_encode(e->own)
				  : common_priority(o, io->kind);
	}
	return 0;
}

static uint16_t draw(struct cmdprio *cmdprio, const struct io *io)
{
	const struct cmdprio_options *o = cmdprio->options;
	double percent = (double)random_below(&cmdprio->random, DRAW_STEPS) *
			 (100.0 / DRAW_STEPS);

	if (o->splits.count[io->kind])
		return draw_of_size(o, io, percent);
	return percent < (double)o->percentage.of[io->kind]
		       ? common_priority(o, io->kind)
		       : 0;
}

uint16_t cmdprio_draw(struct cmdprio *cmdprio, struct io *io)
{
	io->prio = draw(cmdprio, io);
	return io->prio;
}

size_t cmdprio_list(const struct cmdprio_options *o, unsigned direction,
		    uint16_t *list)
{
	const struct priority_share *shares = o->splits.of[direction];
	size_t share_count = o->splits.count[direction];

	/* Where one direction has priorities, the others' own are told, too. */
	if (!is_used(o, DIRECTION_READ) && !is_used(o, DIRECTION_WRITE))
		return 0;
	if (direction == DIRECTION_TRIM)
		share_count = 0;
	if (!list)
		return share_count + 2;
	list[0] = 0;
	list[1] = direction != DIRECTION_TRIM && is_used(o, direction)
			  ? common_priority(o, direction)
			  : 0;
	for (size_t i = 0; i < share_count; i++)
		list[2 + i] = shares[i].has_own
				      ? io_priority_encode(shares[i].own)
				      : list[1];
	return share_count + 2;
}

const char *cmdprio_conflict(const struct cmdprio_options *o)
{
	for (unsigned d = 0; d < DIRECTIONS; d++)
		for (unsigned e = 0; e < DIRECTIONS; e++)
			if (o->percentage.of[d] && o->splits.count[e])
				return "cmdprio_percentage and cmdprio_bssplit "
				       "exclude each other";
	return NULL;
}
