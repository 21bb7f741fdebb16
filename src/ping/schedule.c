#include "ping/schedule.h"

#include "base/clock.h"

static uint64_t longer(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

uint64_t schedule_interval(const struct schedule_limits *limits, uint64_t size)
{
	bool is_limited = limits->bytes_per_s || limits->requests_per_s;
	uint64_t interval = 0;

	if (limits->has_interval)
		interval = limits->interval_ns;
	else if (!is_limited)
		interval = NSEC_PER_SEC;
	if (limits->bytes_per_s)
		interval =
			longer(interval,
			       (uint64_t)((double)size * (double)NSEC_PER_SEC /
					  (double)limits->bytes_per_s));
	if (limits->requests_per_s)
		interval =
			longer(interval, NSEC_PER_SEC / limits->requests_per_s);
	return interval;
}

bool schedule_ends_burst(struct schedule *s)
{
	if (s->burst < 2)
		return false;
	s->in_burst = s->in_burst % s->burst + 1;
	return s->in_burst == s->burst;
}

uint64_t schedule_next(const struct schedule *s, uint64_t start_ns,
		       uint64_t end_ns)
{
	if (s->burst > 1 && s->in_burst < s->burst)
		return end_ns;
	return longer(end_ns, start_ns + s->interval_ns);
}
