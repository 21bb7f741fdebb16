#include "run/prepare.h"

#include "check_print_parts.h"
#include "spec/job_blocks.h"
#include "sys/blockdev.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * The text of --check: for people before they run a job on a machine that
 * matters, and for scripts, so it stays as it is. Sizes are bytes and times
 * nanoseconds, each under the name of its option.
 */

static const char *const kind_names[] = {
	[FILE_REGULAR] = "file",
	[FILE_BLOCK] = "block device",
	[FILE_CHARACTER] = "character device",
	[FILE_NONE] = "no file",
	[FILE_FOLDER] = "folder",
};

static void print_start(const struct plan *plan, const struct layout *l,
			FILE *out)
{
	const struct job_section *s = l->job->section;
	const char *joint = "";

	fputs("  starts:", out);
	if (s->after_all_below) {
		fprintf(out, " after the jobs 1 to %zu (until %s)",
			s->after_all_below,
			plan->jobs[s->after_all_below - 1].section->name);
		joint = ",";
	}
	if (s->after) {
		fprintf(out, "%s after wait_for=%s", joint, s->after->name);
		joint = ",";
	}
	if (l->startdelay_ns)
		fprintf(out,
			"%s not before %" PRIu64
			" ns after the start of the run",
			joint, l->startdelay_ns);
	else if (!*joint)
		fputs(" at once", out);
	fputc('\n', out);
}

/* The sizes that bs and bssplit have at `index`. */
static void print_sizes(const struct job_options *o, int index,
			const char *joint, FILE *out)
{
	const struct number_range *bs = &o->bs.of[index];
	const struct block_share *list = o->bssplit.of[index];
	size_t count = o->bssplit.count[index];

	fprintf(out, "%s%" PRIu64, joint, count ? list[0].size.min : bs->min);
	for (size_t i = 0; i < count; i++) {
		if (i)
			fprintf(out, ", %" PRIu64, list[i].size.min);
		if (list[i].size.max != list[i].size.min)
			fprintf(out, " to %" PRIu64 " in steps of %" PRIu64,
				list[i].size.max, list[i].step);
		fprintf(out, " (%.6g%%)", list[i].percent);
	}
	if (!count && bs->max != bs->min)
		fprintf(out, " to %" PRIu64 "%s", bs->max,
			o->bs_unaligned ? " in steps of 1" : "");
	fputs(" bytes", out);
}

static void print_blocks(const struct job_options *o, FILE *out)
{
	static const char *const names[] = { "read", "write", "trim" };
	const char *joint = " ";

	fputs("  bs:", out);
	for (int d = 0; d < DIRECTIONS && !o->bs_is_seq_rand; d++) {
		if (!job_moves(o, d))
			continue;
		print_sizes(o, d, joint, out);
		fprintf(out, " (%s)", names[d]);
		joint = ", ";
	}
	if (o->bs_is_seq_rand) {
		print_sizes(o, job_sizes_of(o, 0, false), joint, out);
		fputs(" (sequential), ", out);
		print_sizes(o, job_sizes_of(o, 0, true), "", out);
		fputs(" (random)", out);
	}
	fputc('\n', out);
}

static void print_pattern(const struct layout *l, FILE *out)
{
	const struct job_options *o = l->job->section->options;
	const char *repeats = job_repeats_blocks(o);

	fprintf(out, "  rw: %s", rw_name(o->rw.flags));
	if (o->rw.modifier != (o->rw.flags & RW_RANDOM ? 1 : 0))
		fprintf(out, ":%" PRId64, o->rw.modifier);
	if ((o->rw.flags & RW_READ) && (o->rw.flags & RW_WRITE))
		fprintf(out, ", rwmixread %" PRIu64, o->rwmixread);
	if (o->rw.flags & RW_RANDOM && repeats)
		fprintf(out, ", blocks may repeat (%s)", repeats);
	else if (o->rw.flags & RW_RANDOM)
		fputs(", each block once a pass", out);
	fprintf(out, ", %s\n",
		o->randrepeat ? "repeatable" : "different each time");
}

/* Those options of `names`, which NULL ends, that were given. */
static void print_given(const struct job_section *section,
			const char *const *names, FILE *out)
{
	for (size_t i = 0; names[i]; i++) {
		const struct option *o =
			option_find(&job_option_table, names[i]);
		char *text;

		if (!plan_given(section, o->offset))
			continue;
		text = option_value_text(o, section->options);
		fprintf(out, "  %s: %s\n", o->name, text);
		free(text);
	}
}

/* Options of the order that say more than the line of rw does. */
static void print_order(const struct job_section *section, FILE *out)
{
	static const char *const names[] = {
		"ba",
		"file_service_type",
		"percentage_random",
		"random_distribution",
		"random_sequence_stride",
		"rw_sequencer",
		NULL,
	};

	print_given(section, names, out);
}

/* A skip may be in zones, so it is as it was given. */
static void print_zones(const struct job_section *section, FILE *out)
{
	static const char *const names[] = { "zonemode", "zoneskip", NULL };
	const struct zone_options *zone = &section->options->zone;

	print_given(section, names, out);
	if (zone->size)
		fprintf(out, "  zonesize: %" PRIu64 " bytes\n", zone->size);
	if (zone->range)
		fprintf(out, "  zonerange: %" PRIu64 " bytes\n", zone->range);
}

/* What is done besides what the line of rw says, and until when. */
static void print_besides(const struct job_section *section, FILE *out)
{
	static const char *const names[] = {
		"read_iolog",
		"replay_align",
		"replay_no_stall",
		"replay_redirect",
		"replay_scale",
		"replay_skip",
		"replay_time_scale",
		"trim_percentage",
		"trim_backlog",
		"verify",
		"do_verify",
		"verify_backlog",
		"verify_only",
		"flow",
		"io_submit_mode",
		"latency_percentile",
		"steadystate",
		"thinkcycles",
		NULL,
	};

	print_given(section, names, out);
}

static void print_engine(const struct layout *l, FILE *out)
{
	const struct job_options *o = l->job->section->options;

	fprintf(out, "  ioengine: %s, iodepth %" PRIu32 ", %s",
		l->job->section->engine->name, l->depth,
		section_is_direct(l->job->section) ? "direct" : "buffered");
	if (l->io_alignment > 1)
		fprintf(out, " (aligned to %" PRIu32 " bytes)",
			l->io_alignment);
	if (o->sync != SYNC_NONE)
		fprintf(out, ", %s",
			o->sync == SYNC_SYNC ? "O_SYNC" : "O_DSYNC");
	fputc('\n', out);
}

static void print_amount(const struct layout *l, FILE *out)
{
	const struct job_options *o = l->job->section->options;

	if (l->fills) {
		fputs("  fill_device: writes until there is no space left\n",
		      out);
		return;
	}
	fprintf(out, "  size: %" PRIu64 " bytes in one pass\n", l->size);
	fprintf(out, "  io_size: %" PRIu64 " bytes", l->io_bytes);
	if (o->loops > 1)
		fprintf(out, ", loops %" PRIu64, o->loops);
	if (o->number_ios)
		fprintf(out, ", number_ios %" PRIu64, o->number_ios);
	fputc('\n', out);
}

static void print_sprandom(const struct layout *l, FILE *out)
{
	const struct sprandom_options *s = &l->job->section->options->sprandom;

	if (!s->wanted)
		return;
	fprintf(out,
		"  sprandom: %" PRIu64 " regions a file, over-provisioning %g",
		s->regions, s->over_provisioning);
	if (s->cache)
		fprintf(out, ", cache %" PRIu64 " bytes", s->cache);
	fputc('\n', out);
}

static void print_time(const char *name, uint64_t ns, FILE *out)
{
	if (ns)
		fprintf(out, "  %s: %" PRIu64 " ns\n", name, ns);
}

static bool has_rate(const struct direction_numbers *rate)
{
	return rate->of[0] || rate->of[1] || rate->of[2];
}

static void print_rates(const char *name, const struct direction_numbers *rate,
			const char *unit, FILE *out)
{
	if (!has_rate(rate))
		return;
	fprintf(out,
		"  %s: %" PRIu64 ", %" PRIu64 ", %" PRIu64
		" %s (read, write, trim; 0: any)\n",
		name, rate->of[0], rate->of[1], rate->of[2], unit);
}

static void print_thinktime(const struct job_options *o, FILE *out)
{
	if (!o->thinktime.ns)
		return;
	print_time("thinktime", o->thinktime.ns, out);
	print_time("thinktime_spin", o->thinktime_spin.ns, out);
	print_time("thinktime_iotime", o->thinktime_iotime.ns, out);
	if (o->thinktime_blocks > 1)
		fprintf(out, "  thinktime_blocks: %" PRIu64 " (%s)\n",
			o->thinktime_blocks,
			o->thinktime_blocks_type == THINK_ISSUE ? "issue"
								: "complete");
}

static void print_pace(const struct job_options *o, FILE *out)
{
	print_rates("rate", &o->rate, "bytes a second", out);
	print_rates("rate_iops", &o->rate_iops, "I/Os a second", out);
	if (o->rate_process == RATE_POISSON)
		fputs("  rate_process: poisson\n", out);
	if (o->thinktime.ns && o->rate_ignore_thinktime)
		fputs("  rate_ignore_thinktime: rates don't catch up\n", out);
	print_rates("rate_min", &o->rate_min, "bytes a second", out);
	print_rates("rate_iops_min", &o->rate_iops_min, "I/Os a second", out);
	if (has_rate(&o->rate_min) || has_rate(&o->rate_iops_min))
		print_time("rate_cycle", o->rate_cycle.ns, out);
}

static void print_times(const struct layout *l, FILE *out)
{
	const struct job_options *o = l->job->section->options;

	print_time("ramp_time", o->ramp_time.ns, out);
	if (o->control.ramp_size)
		fprintf(out, "  ramp_size: %" PRIu64 " bytes\n",
			o->control.ramp_size);
	print_time("runtime", o->runtime.ns, out);
	if (o->time_based)
		fputs("  time_based: begins again until runtime is over\n",
		      out);
	print_thinktime(o, out);
	print_time("max_latency", o->max_latency.ns, out);
	print_time("latency_target", o->control.latency.target.ns, out);
	print_time("steadystate_duration", o->control.steady.window.ns, out);
	print_pace(o, out);
}

/* With split=1: which part of what. */
static void print_part(const struct layout *l, const struct layout_file *f,
		       FILE *out)
{
	if (f->offset == f->whole_offset && f->length == f->whole_length)
		return;
	fprintf(out, ", part %zu of %zu of %" PRIu64 " to %" PRIu64,
		l->job->clone + 1, l->job->section->job_count, f->whole_offset,
		f->whole_offset + f->whole_length);
}

static void print_file(const struct layout *l, const struct layout_file *f,
		       FILE *out)
{
	fprintf(out, "  filename: %s (%s), ", f->path, kind_names[f->kind]);
	if (f->made && (f->kind == FILE_REGULAR || f->kind == FILE_FOLDER))
		fputs("does not exist, ", out);
	else if (f->kind == FILE_REGULAR || f->kind == FILE_BLOCK)
		fprintf(out, "%" PRIu64 " bytes now, ", f->present);
	if (l->fills && f->kind == FILE_REGULAR) {
		fprintf(out, "uses %" PRIu64 " and what follows\n", f->offset);
		return;
	}
	fprintf(out, "uses %" PRIu64 " to %" PRIu64 " (%" PRIu64 " bytes)",
		f->offset, f->offset + f->length, f->length);
	print_part(l, f, out);
	fputc('\n', out);
}

static void print_files(const struct layout *l, FILE *out)
{
	if (l->job->section->engine->flags & ENGINE_DISKLESS) {
		fprintf(out, "  filename: none, ioengine=%s does no I/O\n",
			l->job->section->engine->name);
		return;
	}
	for (size_t i = 0; i < l->file_count; i++)
		print_file(l, &l->files[i], out);
	if (l->job->section->options->unlink)
		fputs("  unlink: files are removed when the job is done\n",
		      out);
}

static void print_exit(const struct job_options *o, FILE *out)
{
	static const char *const scopes[] = {
		[EXIT_GROUP] = "all jobs of its group",
		[EXIT_STONEWALL] = "all jobs before the next stonewall",
		[EXIT_ALL] = "all jobs",
	};

	if (o->exitall)
		fprintf(out, "  exitall: ends %s when it ends\n",
			scopes[o->exit_what]);
	else if (o->exitall_on_error)
		fprintf(out, "  exitall_on_error: ends %s when it fails\n",
			scopes[o->exit_what]);
}

/* What it does; a task tells of that itself. */
static void print_work(const struct layout *l, FILE *out)
{
	const struct job_section *s = l->job->section;

	if (s->engine->introduce) {
		fprintf(out, "  ioengine: %s\n  ", s->engine->name);
		s->engine->introduce(s, out);
		return;
	}
	print_engine(l, out);
	print_pattern(l, out);
	print_order(s, out);
	print_zones(s, out);
	print_blocks(s->options, out);
	print_amount(l, out);
	print_sprandom(l, out);
	print_besides(s, out);
}

static void print_job(const struct plan *plan, const struct layout *l,
		      FILE *out)
{
	const struct job *job = l->job;
	const struct job_section *s = job->section;

	fprintf(out, "job %zu of %zu: %s", job->number + 1, plan->job_count,
		s->name);
	if (s->job_count > 1)
		fprintf(out, ", copy %zu of %zu", job->clone + 1, s->job_count);
	fprintf(out, " (group %u", s->group);
	if (s->at.file)
		fprintf(out, ", %s", s->at.file);
	if (s->at.line)
		fprintf(out, ":%u", s->at.line);
	fputs(")\n", out);
	print_start(plan, l, out);
	print_work(l, out);
	print_times(l, out);
	print_exit(s->options, out);
	check_print_process(l, out);
	print_files(l, out);
	check_print_files(l, out);
	check_print_logs(l, out);
	fputc('\n', out);
}

static void print_task(const struct run_file *f, FILE *out)
{
	static const char *const modes[] = {
		[FALLOCATE_NONE] = "not allocated ahead",
		[FALLOCATE_NATIVE] = "allocated",
		[FALLOCATE_POSIX] = "allocated",
		[FALLOCATE_KEEP] = "allocated, its size left as it is",
		[FALLOCATE_TRUNCATE] = "made long without allocating",
	};
	const char *how = f->fill ? "filled with data"
				  : modes[f->job->section->options->fallocate];

	if (f->is_folder) {
		fprintf(out, "  made: %s, a folder\n", f->path);
		return;
	}
	if (f->exists)
		fprintf(out,
			"  extended: %s from %" PRIu64 " to %" PRIu64
			" bytes, %s",
			f->path, f->from, f->size, how);
	else
		fprintf(out, "  made: %s, %" PRIu64 " bytes, %s", f->path,
			f->size, how);
	if (!f->fill && f->fill_before != NO_JOB)
		fprintf(out,
			"; what is unwritten when job %zu starts is filled",
			f->fill_before + 1);
	fputc('\n', out);
}

static void print_tasks(const struct prepared *prepared, FILE *out)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < prepared->task_count; i++)
		bytes += prepared->tasks[i]->size - prepared->tasks[i]->from;
	fprintf(out, "files to make or extend: %zu (%" PRIu64 " bytes)\n",
		prepared->task_count, bytes);
	for (size_t i = 0; i < prepared->task_count; i++)
		print_task(prepared->tasks[i], out);
}

/* Whether something that is there now is written over or trimmed. */
static bool is_overwritten(const struct run_file *f)
{
	return f->exists && f->kind != FILE_CHARACTER &&
	       f->written_to > f->written_from && f->written_from < f->from;
}

static void print_overwritten_file(const struct run_file *f, FILE *out)
{
	uint64_t end = f->written_to < f->from ? f->written_to : f->from;

	fprintf(out, "  %s (%s), bytes %" PRIu64 " to %" PRIu64, f->path,
		kind_names[f->kind], f->written_from, end);
	if (f->kind == FILE_BLOCK) {
		char *signature = blockdev_signature(f->path);

		if (*signature)
			fprintf(out, ": holds %s", signature);
		free(signature);
	}
	fputc('\n', out);
}

static void print_overwritten(const struct prepared *prepared, FILE *out)
{
	size_t count, affected = 0;
	struct run_file *const *all = file_table_all(prepared->files, &count);

	for (size_t i = 0; i < count; i++)
		affected += is_overwritten(all[i]);
	fprintf(out, "data to overwrite or trim:%s\n", affected ? "" : " none");
	for (size_t i = 0; i < count; i++)
		if (is_overwritten(all[i]))
			print_overwritten_file(all[i], out);
}

void prepare_print(const struct plan *plan, const struct prepared *prepared,
		   FILE *out)
{
	for (size_t i = 0; i < prepared->layout_count; i++)
		print_job(plan, &prepared->layouts[i], out);
	print_tasks(prepared, out);
	print_overwritten(prepared, out);
}
