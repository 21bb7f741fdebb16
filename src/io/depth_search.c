#include "io/depth_search.h"

static void begin_window(struct depth_search *s, uint64_t now_ns)
{
	s->good = s->bad = 0;
	s->begin_ns = now_ns;
	s->end_ns = now_ns + s->window_ns;
}

void depth_search_start(struct depth_search *s, uint64_t now_ns)
{
	s->depth = 1;
	s->low = 0;
	s->high = s->max + 1;
	s->settled = false;
	begin_window(s, now_ns);
}

static bool has_held(const struct depth_search *s)
{
	return (double)s->good * 100 >= s->percent * (double)(s->good + s->bad);
}

static unsigned at_most(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Deeper after what held, less deep after what didn't. */
static unsigned follow(const struct depth_search *s, bool held)
{
	unsigned less = s->depth / 8 ? s->depth / 8 : 1;

	if (held)
		return at_most(s->depth + 1, s->max);
	return s->depth > less ? s->depth - less : 1;
}

static enum depth_step change_to(struct depth_search *s, unsigned depth)
{
	if (depth == s->depth)
		return DEPTH_STAYS;
	s->depth = depth;
	return DEPTH_CHANGED;
}

/* The search is over: `low` it is. Its figures have to be those of `low`. */
static enum depth_step settle(struct depth_search *s)
{
	enum depth_step step = change_to(s, s->low);

	s->settled = true;
	return step == DEPTH_STAYS && !s->runs_on ? DEPTH_FOUND : step;
}

static enum depth_step search_on(struct depth_search *s, bool held)
{
	if (held)
		s->low = s->depth;
	else if (s->depth > 1)
		s->high = s->depth;
	else if (s->percent >= 100)
		return DEPTH_FAILED;
	else
		return DEPTH_STAYS; /* it may become better */
	/* What held once may not when it is tried again. */
	if (s->low >= s->high)
		s->low = s->high - 1;
	if (s->low == s->max || s->low + 1 == s->high)
		return s->low ? settle(s) : change_to(s, 1);
	if (s->high > s->max)
		return change_to(s, at_most(2 * s->low, s->max));
	return change_to(s, s->low + (s->high - s->low) / 2);
}

enum depth_step depth_search_judge(struct depth_search *s, uint64_t now_ns)
{
	bool held = has_held(s);
	enum depth_step step;

	if (s->good + s->bad == 0) {
		s->end_ns = now_ns + s->window_ns;
		return DEPTH_STAYS;
	}
	if (!s->settled)
		step = search_on(s, held);
	else if (s->runs_on)
		step = change_to(s, follow(s, held));
	else
		step = DEPTH_FOUND;
	begin_window(s, now_ns);
	return step;
}
