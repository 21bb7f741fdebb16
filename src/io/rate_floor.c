#include "io/rate_floor.h"

#include "base/clock.h"
#include "spec/job_blocks.h"
#include "spec/plan.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

void rate_floor_init(struct rate_floor *floor, const struct layout *layout)
{
	const struct job_options *o = layout->job->section->options;

	*floor = (struct rate_floor){ .window_ns = o->rate_cycle.ns };
	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		if (!(o->rw.flags & ((unsigned)RW_READ << d)))
			continue;
		floor->least_bytes[d] = o->rate_min.of[d];
		floor->least_ios[d] = o->rate_iops_min.of[d];
		floor->block[d] = job_block_sizes(o, (int)d).max;
		if (floor->least_bytes[d] || floor->least_ios[d])
			floor->active = true;
	}
}

void rate_floor_start(struct rate_floor *floor, uint64_t now_ns)
{
	floor->start_ns = now_ns;
	memset(floor->bytes, 0, sizeof(floor->bytes));
	memset(floor->ios, 0, sizeof(floor->ios));
}

/* Whether `amount` in `ns`, or `slack` more, is less than `least` a second. */
static bool is_below(uint64_t amount, uint64_t slack, uint64_t least,
		     uint64_t ns)
{
	return ((wide)amount + slack) * NSEC_PER_SEC < (wide)least * ns;
}

static int too_slow(struct job_error *error, const char *option,
		    uint64_t amount, uint64_t least, uint64_t ns)
{
	uint64_t rate = (uint64_t)((wide)amount * NSEC_PER_SEC / ns);

	return job_error_set(error, EIO, option,
			     "%s=%" PRIu64 " was not met: %" PRIu64
			     " a second in %" PRIu64 " ms",
			     option, least, rate, ns / NSEC_PER_MSEC);
}

int rate_floor_check(struct rate_floor *floor, const struct job_stats *stats,
		     uint64_t now_ns, struct job_error *error)
{
	uint64_t ns = now_ns - floor->start_ns;

	if (!floor->active || ns < floor->window_ns)
		return 0;
	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		const struct direction_stats *s = &stats->direction[d];
		uint64_t bytes = counter_read(&s->bytes) - floor->bytes[d];
		uint64_t ios = counter_read(&s->completed) - floor->ios[d];

		if (is_below(bytes, floor->block[d], floor->least_bytes[d], ns))
			return too_slow(error, "rate_min", bytes,
					floor->least_bytes[d], ns);
		if (is_below(ios, 1, floor->least_ios[d], ns))
			return too_slow(error, "rate_iops_min", ios,
					floor->least_ios[d], ns);
		floor->bytes[d] += bytes;
		floor->ios[d] += ios;
	}
	floor->start_ns = now_ns;
	return 0;
}
