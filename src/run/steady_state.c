#include "run/steady_state.h"

#include "base/alloc.h"
#include "base/clock.h"

#include <stdlib.h>

/* What there was of a part since the beginning. */
struct totals {
	uint64_t ios;
	uint64_t bytes;
	uint64_t latencies;
	double latency_ns; /* their sum */
};

struct unit {
	const struct report_unit *unit;
	struct steady_verdict *verdict;
	uint64_t ramp_ns;
	uint64_t first_ns; /* when the first of its jobs began; 0: none has */
	uint64_t crew;     /* tells which jobs were at work; 0: none */
	uint64_t due_ns;   /* UINT64_MAX: there is nothing to wait for */
	uint64_t last_ns;  /* of the sample before */
	bool anew;         /* with the next sample the window begins anew */
	struct totals last[STEADY_PARTS];
};

struct steady_states {
	const struct job_page *pages;
	struct unit *units; /* those that are judged */
	size_t count;
	struct steady_verdict *verdicts; /* of all units of the plan */
	size_t verdict_count;
};

static enum steady_measure measure_of(enum steady_by by)
{
	switch (by) {
	case STEADY_BY_BW:
		return STEADY_BW;
	case STEADY_BY_LAT:
		return STEADY_LAT;
	default:
		return STEADY_IOPS;
	}
}

static void init_verdict(struct steady_verdict *v,
			 const struct steady_options *o)
{
	*v = (struct steady_verdict){
		.wanted = true,
		.rule = { measure_of(o->criterion.by), o->criterion.slope,
			  o->criterion.percent, o->criterion.limit },
		.window_ns = o->window.ns,
		.interval_ns = o->interval.ns,
	};
	for (unsigned i = 0; i < STEADY_PARTS; i++) {
		struct steady_window *w = &v->part[i].window;

		w->size = (size_t)(o->window.ns / o->interval.ns);
		w->ring = xcalloc(w->size, sizeof(w->ring[0]));
	}
}

static const struct steady_options *options_of(const struct report_unit *unit)
{
	return &unit->first->section->options->control.steady;
}

struct steady_states *steady_states_new(const struct plan *plan,
					const struct job_page *pages)
{
	struct steady_states *s;
	size_t count = 0;

	for (size_t i = 0; i < plan->unit_count; i++)
		count += options_of(&plan->units[i])->window.ns != 0;
	if (!count)
		return NULL;
	s = xcalloc(1, sizeof(*s));
	s->pages = pages;
	s->units = xcalloc(count, sizeof(s->units[0]));
	s->verdict_count = plan->unit_count;
	s->verdicts = xcalloc(plan->unit_count, sizeof(s->verdicts[0]));
	for (size_t i = 0; i < plan->unit_count; i++) {
		const struct steady_options *o = options_of(&plan->units[i]);

		if (!o->window.ns)
			continue;
		init_verdict(&s->verdicts[i], o);
		s->units[s->count++] = (struct unit){
			.unit = &plan->units[i],
			.verdict = &s->verdicts[i],
			.ramp_ns = o->ramp.ns,
			.due_ns = UINT64_MAX,
		};
	}
	return s;
}

void steady_states_free(struct steady_states *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->verdict_count; i++)
		for (unsigned k = 0; k < STEADY_PARTS; k++)
			free(s->verdicts[i].part[k].window.ring);
	free(s->verdicts);
	free(s->units);
	free(s);
}

const struct steady_verdict *
steady_states_verdicts(const struct steady_states *s)
{
	return s ? s->verdicts : NULL;
}

uint64_t steady_states_due(const struct steady_states *s)
{
	uint64_t due = UINT64_MAX;

	for (size_t i = 0; s && i < s->count; i++)
		if (s->units[i].due_ns < due)
			due = s->units[i].due_ns;
	return due;
}

static void add_totals(struct totals *to, const struct totals *from)
{
	to->ios += from->ios;
	to->bytes += from->bytes;
	to->latencies += from->latencies;
	to->latency_ns += from->latency_ns;
}

/* The ramp counts, too: these only ever go up while a crew is at work. */
static struct totals read_direction(const struct job_page *page, unsigned d)
{
	struct summary lat =
		moments_summary(&page->stats.direction[d].lat.moments);

	return (struct totals){
		.ios = counter_read(&page->live_ios[d]),
		.bytes = counter_read(&page->live_bytes[d]),
		.latencies = lat.count,
		.latency_ns = lat.mean * (double)lat.count,
	};
}

static void read_totals(const struct steady_states *s, const struct unit *u,
			struct totals now[STEADY_PARTS])
{
	for (unsigned d = 0; d < STEADY_PARTS; d++)
		now[d] = (struct totals){ .ios = 0 };
	for (size_t i = 0; i < u->unit->job_count; i++) {
		const struct job_page *page =
			&s->pages[u->unit->first[i].number];

		for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
			struct totals t = read_direction(page, d);

			add_totals(&now[d], &t);
			add_totals(&now[STEADY_ALL], &t);
		}
	}
}

static bool is_at_work(const struct job_page *page)
{
	return counter_read(&page->begun_ns) &&
	       !counter_read(&page->ended_ns) &&
	       atomic_load_explicit(&page->state, memory_order_relaxed) <
		       JOB_EXITED;
}

/*
 * Which of its jobs are at work, as a number that is another for others, and
 * when the last of them began to be measured. 0: none is, or one is in its
 * ramp.
 */
static uint64_t find_crew(const struct steady_states *s, struct unit *u,
			  uint64_t *measured_ns)
{
	uint64_t crew = 0;

	*measured_ns = 0;
	for (size_t i = 0; i < u->unit->job_count; i++) {
		const struct job *job = &u->unit->first[i];
		const struct job_page *page = &s->pages[job->number];
		uint64_t measured = counter_read(&page->measured_ns);

		if (!is_at_work(page))
			continue;
		if (!measured)
			return 0;
		/* One that begins to count anew is another. */
		crew = crew * 31 + job->number + 1 + measured;
		if (measured > *measured_ns)
			*measured_ns = measured;
		if (!u->first_ns || measured < u->first_ns)
			u->first_ns = measured;
	}
	return crew;
}

/* From here on there are samples; until then what there was is kept. */
static void begin_window(const struct steady_states *s, struct unit *u,
			 uint64_t crew, uint64_t now_ns)
{
	read_totals(s, u, u->last);
	u->crew = crew;
	u->anew = true;
	u->last_ns = now_ns;
	u->due_ns = now_ns + u->verdict->interval_ns;
}

static uint64_t per_second(uint64_t amount, uint64_t ns)
{
	return (uint64_t)((double)amount * (double)NSEC_PER_SEC / (double)ns +
			  0.5);
}

static struct steady_sample make_sample(const struct totals *last,
					const struct totals *now, uint64_t ns)
{
	uint64_t latencies = now->latencies - last->latencies;
	double latency_ns = now->latency_ns - last->latency_ns;
	struct steady_sample s = { { 0 } };

	s.of[STEADY_IOPS] = per_second(now->ios - last->ios, ns);
	s.of[STEADY_BW] = per_second(now->bytes - last->bytes, ns);
	if (latencies && latency_ns > 0)
		s.of[STEADY_LAT] =
			(uint64_t)(latency_ns / (double)latencies + 0.5);
	return s;
}

static void judge(struct unit *u, struct steady_part *part, uint64_t now_ns)
{
	bool was = part->judgement.steady;

	part->judgement = steady_judge(&part->window, &u->verdict->rule);
	if (part->judgement.steady && !was)
		part->after_ns = now_ns - u->first_ns;
}

static void take_sample(const struct steady_states *s, struct unit *u,
			uint64_t now_ns)
{
	uint64_t interval = u->verdict->interval_ns;
	struct totals now[STEADY_PARTS];
	struct steady_sample sample;

	read_totals(s, u, now);
	for (unsigned d = 0; d < STEADY_PARTS; d++) {
		struct steady_part *part = &u->verdict->part[d];

		if (u->anew)
			steady_window_clear(&part->window);
		sample = make_sample(&u->last[d], &now[d], now_ns - u->last_ns);
		steady_window_add(&part->window, &sample);
		part->moved = part->moved || now[d].ios;
		judge(u, part, now_ns);
		u->last[d] = now[d];
	}
	u->anew = false;
	u->last_ns = now_ns;
	/* Samples stay in time; those that were missed are not made up for. */
	u->due_ns += ((now_ns - u->due_ns) / interval + 1) * interval;
}

/* Whether it has become steady just now. */
static bool look_at(const struct steady_states *s, struct unit *u,
		    uint64_t now_ns)
{
	uint64_t measured_ns, crew = find_crew(s, u, &measured_ns);

	if (!crew) {
		/* Once all have ended, what there was is the verdict. */
		u->due_ns = UINT64_MAX;
		u->crew = 0;
		return false;
	}
	if (now_ns < measured_ns + u->ramp_ns) {
		u->due_ns = measured_ns + u->ramp_ns;
		u->crew = 0;
		return false;
	}
	if (crew != u->crew) {
		begin_window(s, u, crew, now_ns);
		return false;
	}
	if (now_ns < u->due_ns)
		return false;
	take_sample(s, u, now_ns);
	return u->verdict->part[STEADY_ALL].judgement.steady;
}

const struct report_unit *steady_states_look(struct steady_states *s,
					     uint64_t now_ns)
{
	for (size_t i = 0; s && i < s->count; i++) {
		struct unit *u = &s->units[i];

		if (!u->verdict->part[STEADY_ALL].judgement.steady &&
		    look_at(s, u, now_ns)) {
			u->due_ns = UINT64_MAX;
			return u->unit;
		}
	}
	return NULL;
}
