#include "io/pace.h"

#include "base/clock.h"
#include "spec/plan.h"

void pace_init(struct pace *pace, const struct layout *layout)
{
	const struct job_options *o = layout->job->section->options;

	*pace = (struct pace){ .thinktime_ns = o->thinktime.ns };
	pace->active = o->thinktime.ns > 0;
	for (int d = 0; d < DIRECTION_COUNT; d++) {
		pace->bytes[d].per_s = o->rate.of[d];
		pace->ios[d].per_s = o->rate_iops.of[d];
		if (o->rate.of[d] || o->rate_iops.of[d])
			pace->active = true;
	}
}

static void clock_start(struct pace_clock *c, uint64_t now_ns)
{
	c->due_ns = c->per_s ? now_ns : 0;
	c->remainder = 0;
}

void pace_start(struct pace *pace, uint64_t now_ns)
{
	for (int d = 0; d < DIRECTION_COUNT; d++) {
		clock_start(&pace->bytes[d], now_ns);
		clock_start(&pace->ios[d], now_ns);
	}
	pace->think_until_ns = 0;
}

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

uint64_t pace_due(const struct pace *pace, enum direction direction)
{
	return later(pace->think_until_ns, later(pace->bytes[direction].due_ns,
						 pace->ios[direction].due_ns));
}

static void set_step(struct pace_clock *c, uint64_t units)
{
	__extension__ unsigned __int128 ns = units;

	ns *= NSEC_PER_SEC;
	c->units = units;
	c->step_ns = (uint64_t)(ns / c->per_s);
	c->step_remainder = (uint64_t)(ns % c->per_s);
}

/* Divides only when the size of the I/Os changes. */
static void clock_advance(struct pace_clock *c, uint64_t units)
{
	if (!c->per_s)
		return;
	if (units != c->units)
		set_step(c, units);
	c->due_ns += c->step_ns;
	/* Written so that the sum of the remainders can't overflow. */
	if (c->remainder >= c->per_s - c->step_remainder) {
		c->remainder -= c->per_s - c->step_remainder;
		c->due_ns++;
	} else {
		c->remainder += c->step_remainder;
	}
}

void pace_started(struct pace *pace, enum direction direction, uint64_t bytes)
{
	clock_advance(&pace->bytes[direction], bytes);
	clock_advance(&pace->ios[direction], 1);
}

void pace_completed(struct pace *pace, uint64_t now_ns)
{
	if (pace->thinktime_ns)
		pace->think_until_ns = now_ns + pace->thinktime_ns;
}
