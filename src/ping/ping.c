#include "ping/ping.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "interrupt.h"
#include "ping/schedule.h"
#include "print.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* As ioping(1) has them. */
enum {
	EXIT_USAGE = 1,
	EXIT_PREPARATION = 2,
	EXIT_REQUEST = 3,
	EXIT_OF_SIGNAL = 128, /* and its number */
};

struct ping {
	struct ping_options options;
	struct ping_target target;
	struct requests *requests;
	struct printer printer;
	struct schedule schedule;
	struct figures all;
	struct figures period;
	struct histogram times; /* of the requests that count */
	uint64_t number;        /* of requests, tried ones too */
	bool failed;
	struct diag *diag;
};

/* Counts and times that are 0 stand for none. */
static bool is_given(uint64_t value)
{
	return value > 0;
}

static enum request_class classify(const struct ping *p, uint64_t ns)
{
	if (p->number <= p->options.warmup)
		return REQUEST_WARMUP;
	if (ns < p->options.min_time)
		return REQUEST_TOO_FAST;
	if (is_given(p->options.max_time) && ns > p->options.max_time)
		return REQUEST_TOO_SLOW;
	return REQUEST_COUNTS;
}

static void count(struct ping *p, struct outcome *o)
{
	uint64_t end = o->request->end_ns;

	o->class = classify(p, o->ns);
	o->bytes = (uint64_t)o->request->result;
	figures_add(&p->all, o->class, o->bytes, o->ns, end);
	figures_add(&p->period, o->class, o->bytes, o->ns, end);
	if (o->class != REQUEST_COUNTS)
		return;
	histogram_add(&p->times, o->ns);
	o->mark = figures_mark(&p->all, o->ns);
}

static void fail(struct ping *p, const struct request *r)
{
	struct source at = { p->options.path, 0 };
	const char *what = r->is_write ? "write" : "read";

	p->failed = true;
	if (r->result < 0)
		diag_error(p->diag, at, "request %" PRIu64 " (%s) failed: %s",
			   p->number, what, strerror(-r->result));
	else
		diag_error(p->diag, at,
			   "request %" PRIu64 " (%s) moved %" PRId32
			   " bytes of %" PRIu64,
			   p->number, what, r->result, p->options.size);
}

/* One that would have to wait and is not to is no failure, and not counted. */
static void do_request(struct ping *p, struct request *r)
{
	struct outcome o = { .number = ++p->number, .request = r };

	requests_do(p->requests, r);
	o.ns = r->end_ns - r->start_ns;
	if (r->result == (int32_t)p->options.size)
		count(p, &o);
	else if (r->result == -EAGAIN && p->options.nowait)
		p->all.end_ns = p->period.end_ns = r->end_ns;
	else
		fail(p, r);
	if (!p->failed && !p->options.quiet)
		p->printer.form->request(&p->printer, &o);
}

static void print_period(struct ping *p)
{
	p->printer.form->numbers(&p->printer, &p->period);
	figures_start(&p->period, p->period.end_ns);
}

/* A period ends with the last request that begins in it. */
static bool period_is_over(const struct ping *p, uint64_t next_ns)
{
	const struct ping_options *o = &p->options;

	if (is_given(o->print_count) && p->period.count >= o->print_count)
		return true;
	return is_given(o->print_interval) &&
	       next_ns - p->period.start_ns >= o->print_interval;
}

/* Whether another one follows. */
static bool goes_on(const struct ping *p, uint64_t next_ns)
{
	const struct ping_options *o = &p->options;

	if (p->failed || interrupt_signal || ferror(p->printer.out))
		return false;
	if (is_given(o->count) && p->number >= o->count)
		return false;
	return !is_given(o->work_time) ||
	       next_ns - p->all.start_ns < o->work_time;
}

static void loop(struct ping *p)
{
	uint64_t next = clock_now();

	figures_start(&p->all, next);
	figures_start(&p->period, next);
	while (goes_on(p, next)) {
		struct request r;

		interrupt_sleep(next);
		if (interrupt_signal)
			break;
		do_request(p, &r);
		if (p->failed)
			break;
		if (schedule_ends_burst(&p->schedule) && !p->options.quiet)
			p->printer.form->burst_end(&p->printer);
		next = schedule_next(&p->schedule, r.start_ns, clock_now());
		if (period_is_over(p, next))
			print_period(p);
	}
}

static int status_of(const struct ping *p, const struct judged *judged)
{
	if (ping_options_judge(&p->options))
		return (int)thresholds_judge(&p->options.warn, &p->options.crit,
					     judged);
	if (p->failed)
		return EXIT_REQUEST;
	/* Ctrl-C is how one without an end is ended. */
	if (interrupt_signal && interrupt_signal != SIGINT)
		return EXIT_OF_SIGNAL + interrupt_signal;
	return EXIT_SUCCESS;
}

static int measure(struct ping *p, FILE *out)
{
	struct judged judged = { &p->all, &p->times, false };

	printer_begin(&p->printer, &p->options, p->target.storage, out);
	p->schedule = (struct schedule){ .interval_ns = p->options.interval_ns,
					 .burst = p->options.burst };
	loop(p);
	judged.failed = p->failed;
	p->printer.form->summary(&p->printer, &judged);
	printer_end(&p->printer);
	return status_of(p, &judged);
}

/* What can't be told is unknown to a monitor, which shows what is in `out`. */
static int unable(const struct ping *p, int status, FILE *out)
{
	if (!ping_options_judge(&p->options))
		return status;
	if (!p->options.json && !p->options.ndjson)
		thresholds_print_unknown(p->diag, out);
	return ALARM_UNKNOWN;
}

static int prepare_and_measure(struct ping *p, FILE *out)
{
	int status;

	interrupt_watch();
	if (ping_target_open(&p->options, &interrupt_signal, &p->target,
			     p->diag) < 0)
		return unable(p, EXIT_PREPARATION, out);
	p->requests = requests_open(&p->options, &p->target, p->diag);
	status = p->requests ? measure(p, out)
			     : unable(p, EXIT_PREPARATION, out);
	requests_close(p->requests);
	ping_target_close(&p->target);
	return status;
}

int ping_run(char **words, struct arena *arena, FILE *out, struct diag *diag)
{
	struct ping *p = xcalloc(1, sizeof(*p));
	int status = EXIT_SUCCESS;

	p->diag = diag;
	if (ping_options_read(words, arena, &p->options, diag) < 0)
		status = unable(p, EXIT_USAGE, out);
	else if (p->options.action == PING_HELP)
		ping_options_help(out);
	else if (p->options.action == PING_VERSION)
		fprintf(out, "runner ping %s\n", RUNNER_VERSION);
	else
		status = prepare_and_measure(p, out);
	free(p);
	return status;
}
