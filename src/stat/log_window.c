#include "stat/log_window.h"

#include "base/clock.h"

#include <string.h>

void log_clock_start(struct log_clock *c, uint64_t width_ns, uint64_t end_ns)
{
	*c = (struct log_clock){ .width_ns = width_ns, .end_ns = end_ns };
}

uint64_t log_clock_place(struct log_clock *c, uint64_t now_ns)
{
	if (now_ns >= c->end_ns && now_ns - c->end_ns < NSEC_PER_MSEC)
		now_ns = c->end_ns - 1;
	c->latest_ns = now_ns;
	return now_ns;
}

uint64_t log_clock_place_end(const struct log_clock *c, uint64_t now_ns)
{
	return now_ns > c->end_ns && c->latest_ns < c->end_ns ? c->end_ns
							      : now_ns;
}

uint64_t log_clock_time_ms(const struct log_clock *c, uint64_t now_ns)
{
	uint64_t end_ns = c->start_ns + c->width_ns;

	if (now_ns >= end_ns)
		return end_ns / NSEC_PER_MSEC;
	return (now_ns + NSEC_PER_MSEC - 1) / NSEC_PER_MSEC;
}

void log_clock_move(struct log_clock *c, uint64_t now_ns)
{
	c->start_ns += (now_ns - c->start_ns) / c->width_ns * c->width_ns;
}

void log_window_start(struct log_window *w, uint64_t width_ns, uint64_t end_ns)
{
	log_clock_start(&w->clock, width_ns, end_ns);
	memset(w->of, 0, sizeof(w->of));
}

/* `amount` in `ns` nanoseconds as so much a second, rounded half up. */
static uint64_t per_second(uint64_t amount, uint64_t ns)
{
	__extension__ unsigned __int128 rate = amount;

	rate = (rate * NSEC_PER_SEC + ns / 2) / ns;
	return rate < UINT64_MAX ? (uint64_t)rate : UINT64_MAX;
}

static struct log_row row_of(const struct log_window *w, unsigned d,
			     uint64_t time_ms, uint64_t length_ns)
{
	uint64_t count = w->of[d].count, sum = w->of[d].sum;
	struct log_row row = { .time_ms = time_ms, .direction = d };

	if (w->kind == LOG_BW)
		row.value = row.max = per_second(sum, length_ns * 1024);
	else if (w->kind == LOG_IOPS)
		row.value = row.max = per_second(sum, length_ns);
	else {
		row.value = sum / count + (sum % count >= count - count / 2);
		row.max = w->of[d].max;
	}
	if (w->value == LOG_VALUE_MAX)
		row.value = row.max;
	return row;
}

/* What was done in the window, which ends now or has ended before. */
static unsigned take(struct log_window *w, uint64_t now_ns,
		     struct log_row rows[DIRECTION_COUNT])
{
	uint64_t time_ms = log_clock_time_ms(&w->clock, now_ns);
	uint64_t length_ns = now_ns - w->clock.start_ns;
	unsigned n = 0;

	if (length_ns > w->clock.width_ns)
		length_ns = w->clock.width_ns;
	if (!length_ns)
		length_ns = 1;
	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		if (w->of[d].count)
			rows[n++] = row_of(w, d, time_ms, length_ns);
	memset(w->of, 0, sizeof(w->of));
	return n;
}

unsigned log_window_add(struct log_window *w, unsigned direction,
			uint64_t value, uint64_t now_ns,
			struct log_row rows[DIRECTION_COUNT])
{
	unsigned n = 0;

	now_ns = log_clock_place(&w->clock, now_ns);
	if (log_clock_is_over(&w->clock, now_ns)) {
		n = take(w, now_ns, rows);
		log_clock_move(&w->clock, now_ns);
	}
	w->of[direction].count++;
	w->of[direction].sum += value;
	if (value > w->of[direction].max)
		w->of[direction].max = value;
	return n;
}

unsigned log_window_finish(struct log_window *w, uint64_t now_ns,
			   struct log_row rows[DIRECTION_COUNT])
{
	return take(w, log_clock_place_end(&w->clock, now_ns), rows);
}
