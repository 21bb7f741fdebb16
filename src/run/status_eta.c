#include "status_parts.h"

#include "base/clock.h"

/*
 * How long the run is still going to take. Each job's end is estimated from
 * its runtime, its rate or what it has moved so far, and jobs that wait begin
 * where those that they wait for end. Times are seconds as real numbers.
 */
#define UNKNOWN (-1.0)

static double seconds(uint64_t ns)
{
	return (double)ns / (double)NSEC_PER_SEC;
}

/* Bytes that count towards the end: those of the ramp don't. */
static uint64_t bytes_measured(const struct job_page *page)
{
	uint64_t bytes = 0;

	for (int d = 0; d < DIRECTION_COUNT; d++)
		bytes += counter_read(&page->stats.direction[d].bytes);
	return bytes;
}

/* What of its bytes a job reads back (verify), as a share of them. */
static double share_read_back(const struct job_options *o)
{
	if (!o->verify.scheme || !o->verify.do_verify || o->verify.only ||
	    !(o->rw.flags & RW_WRITE))
		return 0;
	return o->rw.flags & RW_READ ? (double)(100 - o->rwmixread) / 100 : 1;
}

/* What bounds a job besides its runtime: all passes, or number_ios. */
static double bytes_wanted(const struct layout *l)
{
	const struct job_options *o = l->job->section->options;
	double bytes = (double)l->io_bytes * (double)o->loops;
	double ios = (double)o->number_ios * (double)o->num_range *
		     (double)l->max_bs;

	if (o->number_ios && ios < bytes)
		bytes = ios;
	return bytes * (1 + share_read_back(o));
}

/* Bytes a second that the options allow; 0: any. */
static double rate_allowed(const struct layout *l)
{
	const struct job_options *o = l->job->section->options;
	double rate = 0;

	for (int d = 0; d < DIRECTION_COUNT; d++) {
		if (!job_moves(o, d))
			continue;
		if (o->rate.of[d])
			rate += (double)o->rate.of[d];
		else if (o->rate_iops.of[d])
			rate += (double)o->rate_iops.of[d] * (double)l->min_bs;
	}
	return rate;
}

/* The earlier of two ends of which either may be unknown. */
static double earlier(double a, double b)
{
	if (a < 0 || b < 0)
		return a < 0 ? b : a;
	return a < b ? a : b;
}

/* Whether a job ends with so many bytes, and not when time or space is over. */
static bool has_amount(const struct layout *l)
{
	return !l->job->section->options->time_based && !l->fills;
}

/* How long a job takes that hasn't begun, at `speed` (0: not known). */
static double whole_time(const struct layout *l, double speed)
{
	const struct job_options *o = l->job->section->options;
	double limit = o->runtime.ns ? seconds(o->runtime.ns) : UNKNOWN;
	double allowed = rate_allowed(l);
	double by_bytes = UNKNOWN;
	double time;

	if (allowed > 0)
		speed = speed > 0 && speed < allowed ? speed : allowed;
	if (has_amount(l) && speed > 0)
		by_bytes = bytes_wanted(l) / speed;
	time = earlier(limit, by_bytes);
	return time < 0 ? UNKNOWN : seconds(o->ramp_time.ns) + time;
}

/* The rest of a job that is at work. */
static double rest_time(const struct layout *l, const struct job_page *page,
			uint64_t now_ns)
{
	const struct job_options *o = l->job->section->options;
	uint64_t begun = counter_read(&page->begun_ns);
	uint64_t measured = counter_read(&page->measured_ns);
	double limit = UNKNOWN, by_bytes = UNKNOWN, rest;
	double done = (double)bytes_measured(page);

	if (!begun || begun > now_ns)
		return whole_time(l, 0);
	if (o->runtime.ns)
		limit = seconds(o->ramp_time.ns) + seconds(o->runtime.ns) -
			seconds(now_ns - begun);
	if (has_amount(l) && done > 0 && measured && measured < now_ns)
		by_bytes = (bytes_wanted(l) - done) *
			   seconds(now_ns - measured) / done;
	if (limit < 0 && o->runtime.ns)
		limit = 0;
	if (has_amount(l) && by_bytes < 0 && done > bytes_wanted(l))
		by_bytes = 0;
	rest = earlier(limit, by_bytes);
	return rest;
}

/* Bytes a second of an average job until now; 0: nothing was moved. */
static double usual_speed(const struct status *s, uint64_t now_ns)
{
	double bytes = 0, time = 0;

	for (size_t i = 0; i < s->plan->job_count; i++) {
		const struct job_page *page = &s->pages[i];
		uint64_t from = counter_read(&page->measured_ns);
		uint64_t to = counter_read(&page->ended_ns);

		if (!to)
			to = now_ns;
		if (!from || to <= from)
			continue;
		bytes += (double)bytes_measured(page);
		time += seconds(to - from);
	}
	return time > 0 ? bytes / time : 0;
}

/* When a job that waits begins, counted from now. */
static double begin(const struct status *s, const struct job *job,
		    uint64_t now_ns)
{
	const struct job_section *section = job->section;
	double delay =
		seconds(s->prepared->layouts[job->number].startdelay_ns) -
		(seconds(now_ns) - seconds(s->start_ns));
	double at = delay > 0 ? delay : 0;

	if (section->after_all_below &&
	    s->end_before[section->after_all_below] > at)
		at = s->end_before[section->after_all_below];
	if (section->after) {
		size_t end =
			section->after->first_job + section->after->job_count;

		/* All jobs until its end: none of them ends later by much. */
		if (s->end_before[end] > at)
			at = s->end_before[end];
	}
	return at;
}

/* When the job ends, counted from now, or UNKNOWN. */
static double end_of(const struct status *s, const struct job *job,
		     double speed, uint64_t now_ns)
{
	const struct layout *l = &s->prepared->layouts[job->number];
	const struct job_page *page = &s->pages[job->number];
	uint32_t state =
		atomic_load_explicit(&page->state, memory_order_relaxed);
	double time;

	if (state >= JOB_EXITED)
		return 0;
	if (state != JOB_NOT_STARTED)
		return rest_time(l, page, now_ns);
	time = whole_time(l, speed);
	return time < 0 ? UNKNOWN : begin(s, job, now_ns) + time;
}

uint64_t status_left_ns(const struct status *s, uint64_t now_ns)
{
	double speed = usual_speed(s, now_ns);
	double last = 0;
	bool known = false;

	s->end_before[0] = 0;
	for (size_t i = 0; i < s->plan->job_count; i++) {
		double end = end_of(s, &s->plan->jobs[i], speed, now_ns);

		known |= end >= 0;
		if (end > last)
			last = end;
		s->end_before[i + 1] = last;
	}
	return known ? (uint64_t)(last * (double)NSEC_PER_SEC) : UINT64_MAX;
}
