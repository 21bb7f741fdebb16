#include "check_print_parts.h"

#include "job_process.h"
#include "spec/plan.h"

#include <inttypes.h>
#include <stdlib.h>

static void print_set(const char *name, const struct cpu_list *list, FILE *out)
{
	if (!list)
		return;
	fprintf(out, "  %s: ", name);
	option_cpu_list.print(NULL, list, out);
	fputc('\n', out);
}

static void print_text(const char *name, const char *text, FILE *out)
{
	if (text)
		fprintf(out, "  %s: %s\n", name, text);
}

static void print_command(const struct layout *l, const char *which,
			  const char *text, FILE *out)
{
	char *output;

	if (!text)
		return;
	output = job_output_name(l->job, which);
	fprintf(out, "  exec_%s: %s (output to %s)\n", which, text, output);
	free(output);
}

static void print_numbers(const struct job_section *s, FILE *out)
{
	const struct job_options *o = s->options;
	const struct {
		const char *name;
		bool given;
		int64_t value;
	} numbers[] = {
		{ "nice", PLAN_GIVEN(s, nice), o->nice },
		{ "prioclass", PLAN_GIVEN(s, prioclass),
		  (int64_t)o->prioclass },
		{ "prio", PLAN_GIVEN(s, prio), (int64_t)o->prio },
		{ "priohint", PLAN_GIVEN(s, priohint), (int64_t)o->priohint },
		{ "uid", PLAN_GIVEN(s, uid), (int64_t)o->uid },
		{ "gid", PLAN_GIVEN(s, gid), (int64_t)o->gid },
		{ "cgroup_weight", PLAN_GIVEN(s, cgroup_weight),
		  (int64_t)o->cgroup_weight },
	};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		if (numbers[i].given)
			fprintf(out, "  %s: %" PRId64 "\n", numbers[i].name,
				numbers[i].value);
}

static void print_policy(const struct layout *l, FILE *out)
{
	const struct memory_policy *policy =
		&l->job->section->options->numa_mem_policy;

	if (policy->kind == MEMORY_POLICY_DEFAULT)
		return;
	fputs("  numa_mem_policy: ", out);
	option_memory_policy.print(NULL, policy, out);
	fputc('\n', out);
}

void check_print_process(const struct layout *l, FILE *out)
{
	const struct job_options *o = l->job->section->options;

	print_set("cpus_allowed", l->cpus, out);
	print_policy(l, out);
	print_numbers(l->job->section, out);
	print_text("comm", o->comm, out);
	print_text("cgroup", o->cgroup, out);
	print_command(l, "prerun", o->exec_prerun, out);
	print_command(l, "postrun", o->exec_postrun, out);
}

void check_print_files(const struct layout *l, FILE *out)
{
	const struct job_options *o = l->job->section->options;

	for (size_t i = 0; i < l->disk_count; i++)
		fprintf(out, "  ioscheduler: %s for %s while the job runs\n",
			o->ioscheduler, l->disks[i]);
	if (o->lockfile != LOCKFILE_NONE)
		fprintf(out, "  lockfile: %s\n",
			o->lockfile == LOCKFILE_EXCLUSIVE ? "exclusive"
							  : "readwrite");
	if (o->pre_read)
		fputs("  pre_read: the files are read into the cache first\n",
		      out);
	if (o->create_on_open)
		fputs("  create_on_open: the job makes its files itself\n",
		      out);
	if (o->create_only)
		fputs("  create_only: the files are laid out, no I/O is done\n",
		      out);
	if (o->unlink_each_loop)
		fputs("  unlink_each_loop: files are removed after each pass\n",
		      out);
}

void check_print_logs(const struct layout *l, FILE *out)
{
	for (size_t i = 0; i < l->log_count; i++)
		fprintf(out, "  log: %s\n", l->logs[i].path);
	if (l->iolog)
		fprintf(out, "  write_iolog: %s, which is added to\n",
			l->iolog);
}
