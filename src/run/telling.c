#include "telling.h"

#include "base/clock.h"
#include "events.h"

static uint64_t draw_period(const struct telling *t)
{
	uint64_t every = t->settings->status_ns;

	return every ? every : NSEC_PER_SEC;
}

void telling_start(struct telling *t, const struct run_settings *settings,
		   uint64_t start_ns)
{
	t->settings = settings;
	t->draw_ns = start_ns + draw_period(t);
	t->report_ns = settings->report_ns ? start_ns + settings->report_ns
					   : UINT64_MAX;
}

void telling_end(struct telling *t)
{
	if (t->status)
		status_erase(t->status, stdout);
}

/* Half a tick too early is early enough. */
void telling_draw(struct telling *t)
{
	uint64_t now = clock_now();

	if (!t->status || now + EVENT_TICK_NS / 2 < t->draw_ns)
		return;
	status_draw(t->status, stdout, now);
	t->draw_ns = now + draw_period(t);
}

static void report(struct telling *t, bool asked)
{
	const struct run_hooks *hooks = &t->settings->hooks;

	if (!hooks->report)
		return;
	if (t->status)
		status_erase(t->status, stdout);
	hooks->report(hooks->arg, clock_now(), asked);
}

void telling_report(struct telling *t)
{
	report(t, true);
}

/* Reports stay in time; those that were missed are not made up for. */
void telling_report_if_due(struct telling *t)
{
	uint64_t every = t->settings->report_ns;
	uint64_t now = clock_now();

	if (now < t->report_ns)
		return;
	report(t, false);
	t->report_ns += ((now - t->report_ns) / every + 1) * every;
}

enum run_wish telling_tick(struct telling *t)
{
	const struct run_hooks *hooks = &t->settings->hooks;
	enum run_wish wish = hooks->tick ? hooks->tick(hooks->arg) : RUN_GO_ON;

	if (wish != RUN_REPORT)
		return wish;
	report(t, true);
	return RUN_GO_ON;
}
