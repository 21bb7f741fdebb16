#include "io/pace.h"

#include "base/clock.h"
#include "spec/plan.h"

#include <math.h>

/* Sets the draws of gaps apart from all else that the job's seed is for. */
enum { GAP_SEED = 0x676170 };

static void init_think(struct pace_think *t, const struct job_options *o)
{
	uint64_t unlimited = o->thinktime_iotime.ns ? UINT64_MAX : 1;

	*t = (struct pace_think){
		.ns = o->thinktime.ns,
		.spin_ns = o->thinktime_spin.ns,
		.blocks = o->thinktime_blocks ? o->thinktime_blocks : unlimited,
		.io_ns = o->thinktime_iotime.ns,
		.by_issue = o->thinktime_blocks_type == THINK_ISSUE,
	};
}

void pace_init(struct pace *pace, const struct layout *layout)
{
	const struct job_options *o = layout->job->section->options;
	unsigned flags = o->rw.flags;

	*pace = (struct pace){
		.poisson = o->rate_process == RATE_POISSON,
		.shifts = o->rate_ignore_thinktime,
	};
	init_think(&pace->think, o);
	random_seed(&pace->random, random_mix(layout->seed, GAP_SEED));
	for (int d = 0; d < DIRECTION_COUNT; d++) {
		pace->bytes[d].per_s = o->rate.of[d];
		pace->ios[d].per_s = o->rate_iops.of[d];
		if (pace_limits(pace, (enum direction)d))
			pace->is_rated = true;
	}
	pace->active = pace->is_rated || pace->think.ns;
	/* A log keeps its order. */
	pace->steers = pace->is_rated && !layout->replay && flags & RW_READ &&
		       flags & RW_WRITE;
}

static void clock_start(struct pace_clock *c, uint64_t now_ns)
{
	c->due_ns = c->per_s ? now_ns : 0;
	c->remainder = 0;
	c->fraction = 0;
}

static void begin_run(struct pace_think *t, uint64_t now_ns)
{
	t->started = 0;
	t->run_end_ns = UINT64_MAX;
	if (t->io_ns && now_ns < UINT64_MAX - t->io_ns)
		t->run_end_ns = now_ns + t->io_ns;
}

void pace_start(struct pace *pace, uint64_t now_ns)
{
	for (int d = 0; d < DIRECTION_COUNT; d++) {
		clock_start(&pace->bytes[d], now_ns);
		clock_start(&pace->ios[d], now_ns);
	}
	pace->think.completed = 0;
	pace->think.until_ns = pace->think.spin_until_ns = 0;
	begin_run(&pace->think, now_ns);
}

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t add(uint64_t a, uint64_t b)
{
	return a < UINT64_MAX - b ? a + b : UINT64_MAX;
}

static void shift_clocks(struct pace *pace, uint64_t ns)
{
	for (int d = 0; d < DIRECTION_COUNT; d++) {
		if (pace->bytes[d].per_s)
			pace->bytes[d].due_ns = add(pace->bytes[d].due_ns, ns);
		if (pace->ios[d].per_s)
			pace->ios[d].due_ns = add(pace->ios[d].due_ns, ns);
	}
}

static void begin_pause(struct pace *pace, uint64_t now_ns)
{
	struct pace_think *t = &pace->think;

	t->until_ns = add(now_ns, t->ns);
	t->spin_until_ns = add(now_ns, t->spin_ns);
	/* What ended beyond the run is the next one's. */
	t->completed -= t->completed < t->blocks ? t->completed : t->blocks;
	begin_run(t, t->until_ns);
	if (pace->shifts)
		shift_clocks(pace, t->ns);
}

/* Each run has at least one I/O. */
static bool run_is_over(const struct pace_think *t, uint64_t now_ns)
{
	uint64_t count = t->by_issue ? t->started : t->completed;

	return t->started && (count >= t->blocks || now_ns >= t->run_end_ns);
}

static uint64_t rate_due(const struct pace *pace, enum direction direction)
{
	return later(pace->bytes[direction].due_ns,
		     pace->ios[direction].due_ns);
}

uint64_t pace_due(struct pace *pace, enum direction direction, uint64_t now_ns,
		  bool idle)
{
	struct pace_think *t = &pace->think;

	if (t->ns && run_is_over(t, now_ns)) {
		if (!idle)
			return UINT64_MAX;
		begin_pause(pace, now_ns);
	}
	return later(t->until_ns, rate_due(pace, direction));
}

enum direction pace_choose(const struct pace *pace, uint64_t now_ns)
{
	uint64_t read_ns = rate_due(pace, DIRECTION_READ);
	uint64_t write_ns = rate_due(pace, DIRECTION_WRITE);

	if (later(read_ns, write_ns) <= now_ns)
		return DIRECTION_COUNT;
	return read_ns <= write_ns ? DIRECTION_READ : DIRECTION_WRITE;
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
	c->due_ns = add(c->due_ns, c->step_ns);
	/* Written so that the sum of the remainders can't overflow. */
	if (c->remainder >= c->per_s - c->step_remainder) {
		c->remainder -= c->per_s - c->step_remainder;
		c->due_ns = add(c->due_ns, 1);
	} else {
		c->remainder += c->step_remainder;
	}
}

/*
 * Gaps of a Poisson process are exponentially distributed: -ln(u) times their
 * mean, for u drawn from (0, 1] (Knuth, "The Art of Computer Programming",
 * volume 2, 3.4.1 D).
 */
static void clock_draw(struct pace_clock *c, uint64_t units,
		       struct random *random)
{
	const double longest = 4e18; /* a century, and fits a uint64_t */
	double u, ns;

	if (!c->per_s)
		return;
	u = (double)((random_next(random) >> 11) + 1) * 0x1p-53;
	ns = (double)units * (double)NSEC_PER_SEC / (double)c->per_s * -log(u) +
	     c->fraction;
	if (ns > longest)
		ns = longest;
	c->due_ns = add(c->due_ns, (uint64_t)ns);
	c->fraction = ns - (double)(uint64_t)ns;
}

void pace_started(struct pace *pace, enum direction direction, uint64_t bytes)
{
	pace->think.started++;
	if (pace->poisson) {
		clock_draw(&pace->bytes[direction], bytes, &pace->random);
		clock_draw(&pace->ios[direction], 1, &pace->random);
	} else {
		clock_advance(&pace->bytes[direction], bytes);
		clock_advance(&pace->ios[direction], 1);
	}
}

void pace_completed(struct pace *pace)
{
	pace->think.completed++;
}
