#include "io/replay_clock.h"

#include "base/clock.h"

enum { PERCENT = 100 };

uint64_t replay_clock_due(struct replay_clock *c, uint64_t pass,
			  uint64_t time_us, uint64_t now_ns)
{
	__extension__ unsigned __int128 due = time_us;

	if (c->pass != pass) {
		c->pass = pass;
		c->base_ns = now_ns;
	}
	due = due * (NSEC_PER_USEC * PERCENT) / c->scale + c->base_ns;
	return due < UINT64_MAX ? (uint64_t)due : UINT64_MAX;
}
