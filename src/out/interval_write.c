#include "out/interval.h"

#include "base/clock.h"
#include "out/json.h"
#include "stream.h"

#include <inttypes.h>

static const unsigned directions = DIRECTION_COUNT;

static void write_latency(const struct interval_job *job,
			  const struct interval_direction *d, FILE *out)
{
	fprintf(out,
		",\"%s_ns\":{\"N\":%" PRIu64 ",\"mean\":%f,\"p50\":%" PRIu64
		",\"p99\":%" PRIu64 ",\"max\":%" PRIu64 "}",
		job->of_lat ? "lat" : "clat", d->latencies, d->mean_ns,
		d->p50_ns, d->p99_ns, d->max_ns);
}

static void write_direction(const struct interval_job *job, unsigned direction,
			    FILE *out)
{
	const struct interval_direction *d = &job->direction[direction];

	if (!d->used)
		return;
	fprintf(out,
		",\"%s\":{\"ios\":%" PRIu64 ",\"bytes\":%" PRIu64
		",\"iops\":%f,\"bw_bytes\":%f",
		direction_name((enum direction)direction), d->ios, d->bytes,
		d->iops, d->bw_bytes);
	if (d->latencies)
		write_latency(job, d, out);
	fputc('}', out);
}

int intervals_write_lines(const struct intervals *in, FILE *out)
{
	for (size_t i = 0; i < in->plan->job_count; i++) {
		const struct interval_job *job = &in->jobs[i];

		if (!job->present)
			continue;
		fprintf(out,
			"{\"time_ms\":%" PRIu64 ",\"elapsed_ms\":%" PRIu64
			",\"interval_ms\":%f,\"jobname\":",
			clock_ms(CLOCK_REALTIME),
			(in->now_ns - in->start_ns) / NSEC_PER_MSEC,
			(double)job->ns / (double)NSEC_PER_MSEC);
		json_write_string(job->job->section->name, out);
		fprintf(out,
			",\"number\":%zu,\"groupid\":%u,\"state\":\"%s\","
			"\"errors\":%" PRIu64,
			job->job->number + 1, job->job->section->group,
			job->state, job->errors);
		for (unsigned d = 0; d < directions; d++)
			write_direction(job, d, out);
		fputs("}\n", out);
	}
	return stream_finish(out);
}

/* A family of metrics: samples of each job and direction. */
struct family {
	const char *name;
	const char *suffix; /* of its samples */
	const char *type;
	const char *unit; /* NULL: none */
	const char *help;
	void (*sample)(const struct interval_direction *d, FILE *out);
};

static void sample_ios(const struct interval_direction *d, FILE *out)
{
	fprintf(out, "%" PRIu64, d->total_ios);
}

static void sample_bytes(const struct interval_direction *d, FILE *out)
{
	fprintf(out, "%" PRIu64, d->total_bytes);
}

static void sample_iops(const struct interval_direction *d, FILE *out)
{
	fprintf(out, "%f", d->iops);
}

static void sample_bandwidth(const struct interval_direction *d, FILE *out)
{
	fprintf(out, "%f", d->bw_bytes);
}

static const struct family families[] = {
	{ "runner_ios", "_total", "counter", NULL, "I/Os that ended",
	  sample_ios },
	{ "runner_io_bytes", "_total", "counter", "bytes", "Bytes moved",
	  sample_bytes },
	{ "runner_iops", "", "gauge", NULL, "I/Os a second, in the interval",
	  sample_iops },
	{ "runner_bandwidth_bytes_per_second", "", "gauge", "bytes_per_second",
	  "Bytes a second, in the interval", sample_bandwidth },
};

static void write_label(const char *text, FILE *out)
{
	for (; *text; text++) {
		if (*text == '\n') {
			fputs("\\n", out);
			continue;
		}
		if (*text == '\\' || *text == '"')
			fputc('\\', out);
		fputc(*text, out);
	}
}

/* `direction` and `stat` may be NULL. */
static void write_labels(const struct interval_job *job, const char *direction,
			 const char *stat, FILE *out)
{
	fputs("{job=\"", out);
	write_label(job->job->section->name, out);
	fprintf(out, "\",number=\"%zu\",group=\"%u\"", job->job->number + 1,
		job->job->section->group);
	if (direction)
		fprintf(out, ",direction=\"%s\"", direction);
	if (stat)
		fprintf(out, ",stat=\"%s\"", stat);
	fputs("} ", out);
}

static void write_head(const char *name, const char *type, const char *unit,
		       const char *help, FILE *out)
{
	fprintf(out, "# TYPE %s %s\n", name, type);
	if (unit)
		fprintf(out, "# UNIT %s %s\n", name, unit);
	fprintf(out, "# HELP %s %s\n", name, help);
}

static bool is_known(const struct interval_job *job)
{
	return job->job != NULL;
}

static void write_family(const struct intervals *in, const struct family *f,
			 FILE *out)
{
	write_head(f->name, f->type, f->unit, f->help, out);
	for (size_t i = 0; i < in->plan->job_count; i++) {
		const struct interval_job *job = &in->jobs[i];

		for (unsigned d = 0; d < directions && is_known(job); d++) {
			if (!job->direction[d].used)
				continue;
			fprintf(out, "%s%s", f->name, f->suffix);
			write_labels(job, direction_name((enum direction)d),
				     NULL, out);
			f->sample(&job->direction[d], out);
			fputc('\n', out);
		}
	}
}

static void write_latency_sample(const struct interval_job *job, unsigned d,
				 const char *stat, double ns, FILE *out)
{
	fputs("runner_latency_seconds", out);
	write_labels(job, direction_name((enum direction)d), stat, out);
	fprintf(out, "%.9f\n", ns / (double)NSEC_PER_SEC);
}

static void write_latencies(const struct intervals *in, FILE *out)
{
	write_head("runner_latency_seconds", "gauge", "seconds",
		   "Completion latency, in the interval", out);
	for (size_t i = 0; i < in->plan->job_count; i++) {
		const struct interval_job *job = &in->jobs[i];

		for (unsigned d = 0; d < directions && is_known(job); d++) {
			const struct interval_direction *r = &job->direction[d];

			if (!r->latencies)
				continue;
			write_latency_sample(job, d, "mean", r->mean_ns, out);
			write_latency_sample(job, d, "p50", (double)r->p50_ns,
					     out);
			write_latency_sample(job, d, "p99", (double)r->p99_ns,
					     out);
			write_latency_sample(job, d, "max", (double)r->max_ns,
					     out);
		}
	}
}

static void write_job_family(const struct intervals *in, const char *name,
			     bool errors, FILE *out)
{
	for (size_t i = 0; i < in->plan->job_count; i++) {
		const struct interval_job *job = &in->jobs[i];

		if (!is_known(job))
			continue;
		fputs(name, out);
		write_labels(job, NULL, NULL, out);
		fprintf(out, "%" PRIu64 "\n",
			errors ? job->total_errors : (uint64_t)job->at_work);
	}
}

int intervals_write_metrics(const struct intervals *in, FILE *out)
{
	for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++)
		write_family(in, &families[i], out);
	write_latencies(in, out);
	write_head("runner_errors", "counter", NULL, "Errors of I/Os", out);
	write_job_family(in, "runner_errors_total", true, out);
	write_head("runner_job_running", "gauge", NULL,
		   "Whether the job is at work", out);
	write_job_family(in, "runner_job_running", false, out);
	fputs("# EOF\n", out);
	return stream_finish(out);
}
