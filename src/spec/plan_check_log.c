#include "plan_check.h"

#include <stddef.h>

/* Rules of the options about logs. */

static bool has_rows(const struct job_options *o)
{
	return o->log.bw.wanted || o->log.iops.wanted || o->log.lat.wanted;
}

static bool has_any(const struct job_options *o)
{
	return has_rows(o) || (o->log.hist.wanted && o->log.hist_window.ns);
}

/* Without a prefix, files are called as the job is. */
static void logs_have_names(struct check *c)
{
	struct log_options *log = &c->options->log;
	struct log_name *const names[] = { &log->bw, &log->iops, &log->lat,
					   &log->hist };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (names[i]->wanted && !names[i]->prefix)
			names[i]->prefix = c->section->name;
}

/* The report's samples are taken as often as those of the log. */
static void samples_are_as_short_as_windows(struct check *c)
{
	struct job_options *o = c->options;
	struct duration window = o->log.window;

	if (!window.ns)
		return;
	if (o->log.bw.wanted && window.ns < o->bwavgtime.ns)
		o->bwavgtime = window;
	if (o->log.iops.wanted && window.ns < o->iopsavgtime.ns)
		o->iopsavgtime = window;
}

static void issue_times_belong_to_latencies(struct check *c)
{
	const struct log_options *log = &c->options->log;

	if (log->issue_time && !(log->lat.wanted && log->offset))
		diag_error(c->diag, SOURCE(c, log.issue_time),
			   "log_issue_time: needs write_lat_log and "
			   "log_offset");
}

static void latencies_are_there_to_log(struct check *c)
{
	const struct job_options *o = c->options;

	if (o->log.lat.wanted && o->disable_lat && o->disable_clat &&
	    o->disable_slat)
		diag_note(c->diag, SOURCE(c, log.lat),
			  "write_lat_log: writes nothing, since latencies are "
			  "disabled%s",
			  o->gtod_reduce ? " by gtod_reduce" : "");
}

static void histograms_have_windows(struct check *c)
{
	const struct log_options *log = &c->options->log;

	if (log->hist.wanted && !log->hist_window.ns)
		diag_note(c->diag, SOURCE(c, log.hist),
			  "write_hist_log: its file stays empty without "
			  "log_hist_msec");
}

/* An option, and what it needs to do anything. */
struct need {
	const char *name;
	size_t offset;
	bool met;
	const char *needed;
};

#define NEED(option, field, met, needed)                                       \
	{                                                                      \
		option, offsetof(struct job_options, field), (met), (needed)   \
	}

static void log_options_have_logs(struct check *c)
{
	const struct job_options *o = c->options;
	const struct log_options *log = &o->log;
	const char *rows = "write_bw_log, write_iops_log or write_lat_log";
	const char *any = "a log to write";
	const struct need needs[] = {
		NEED("log_avg_msec", log.window, has_rows(o), rows),
		NEED("log_window_value", log.window_value,
		     has_rows(o) && log->window.ns, "log_avg_msec"),
		NEED("log_hist_msec", log.hist_window, log->hist.wanted,
		     "write_hist_log"),
		NEED("log_hist_coarseness", log.hist_coarseness,
		     log->hist.wanted && log->hist_window.ns,
		     "write_hist_log and log_hist_msec"),
		NEED("log_offset", log.offset, has_rows(o), rows),
		NEED("log_prio", log.prio, has_rows(o), rows),
		NEED("log_alternate_epoch", log.alternate_epoch, has_any(o),
		     any),
		NEED("log_alternate_epoch_clock_id", log.epoch_clock,
		     log->alternate_epoch, "log_alternate_epoch"),
		NEED("log_entries", log.entries, has_any(o), any),
		NEED("log_store_compressed", log.compressed, has_any(o), any),
		NEED("log_compression", log.compressed_part, log->compressed,
		     "log_store_compressed: logs are written as they grow, so "
		     "that nothing is kept in memory"),
		NEED("log_compression_cpus", log.cpus, has_any(o), any),
	};

	for (size_t i = 0; i < sizeof(needs) / sizeof(needs[0]); i++)
		if (!needs[i].met)
			plan_note_without(c, needs[i].offset, needs[i].name,
					  needs[i].needed);
}

static void (*const rules[])(struct check *) = {
	logs_have_names,
	samples_are_as_short_as_windows,
	issue_times_belong_to_latencies,
	latencies_are_there_to_log,
	histograms_have_windows,
	log_options_have_logs,
};

void plan_check_logs(struct check *c)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		rules[i](c);
}
