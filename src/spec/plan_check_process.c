#include "plan_check.h"

#include <string.h>

/* Rules of the options about processes, and of those about files with them. */

/* A folder below the mount point of cgroup2, and no other. */
static void cgroups_are_below_the_mount_point(struct check *c)
{
	const char *name = c->options->cgroup;

	if (!name) {
		if (GIVEN(c, cgroup_weight))
			diag_error(c->diag, SOURCE(c, cgroup_weight),
				   "cgroup_weight: needs a cgroup");
		else if (c->options->cgroup_nodelete)
			diag_note(c->diag, SOURCE(c, cgroup_nodelete),
				  "cgroup_nodelete: has no effect without "
				  "cgroup");
		return;
	}
	for (const char *part = name; *part; part += strspn(part, "/")) {
		size_t length = strcspn(part, "/");

		if (length == 2 && strncmp(part, "..", 2) == 0)
			diag_error(c->diag, SOURCE(c, cgroup),
				   "cgroup: '%s' leads out of the folder of "
				   "control groups",
				   name);
		part += length;
	}
}

static void split_needs_cpus(struct check *c)
{
	const struct job_options *o = c->options;

	if (o->cpus_allowed_policy == CPUS_SPLIT && !o->cpus_allowed.given &&
	    !o->numa_cpu_nodes.list.given)
		diag_note(c->diag, SOURCE(c, cpus_allowed_policy),
			  "cpus_allowed_policy: has no effect without "
			  "cpus_allowed, cpumask or numa_cpu_nodes");
}

static void names_of_processes_are_short(struct check *c)
{
	const size_t most = 15; /* TASK_COMM_LEN without its end */
	const char *comm = c->options->comm;

	if (comm && strlen(comm) > most)
		diag_note(c->diag, SOURCE(c, comm),
			  "comm: '%s' is cut to %zu characters", comm, most);
}

static void pre_read_means_no_invalidate(struct check *c)
{
	struct job_options *o = c->options;

	if (!o->pre_read)
		return;
	o->invalidate = false;
	if (o->direct)
		diag_note(c->diag, SOURCE(c, pre_read),
			  "pre_read: fills the cache, which direct=1 does not "
			  "use");
}

static void passes_find_what_they_read(struct check *c)
{
	const struct job_options *o = c->options;

	if (o->unlink_each_loop && (o->loops > 1 || o->time_based) &&
	    (o->rw.flags & (RW_READ | RW_TRIM)))
		diag_error(c->diag, SOURCE(c, unlink_each_loop),
			   "unlink_each_loop: the second pass of rw=%s would "
			   "find no files",
			   rw_name(o->rw.flags));
}

static void create_only_lays_out(struct check *c)
{
	if (c->options->create_only && c->options->create_on_open)
		diag_note(c->diag, SOURCE(c, create_only),
			  "create_only: with create_on_open=1 there is nothing "
			  "to do");
}

static void only_writes_are_synced(struct check *c)
{
	if (c->options->sync_file_range.flags &&
	    !(c->options->rw.flags & RW_WRITE))
		diag_note(c->diag, SOURCE(c, sync_file_range),
			  "sync_file_range: has no effect, rw=%s does not "
			  "write",
			  rw_name(c->options->rw.flags));
}

/* Options about files, of an engine that touches none. */
static void diskless_engines_have_no_files(struct check *c)
{
	const struct job_options *o = c->options;
	const struct {
		bool used;
		const char *name;
		struct source at;
	} options[] = {
		{ o->opendir, "opendir", SOURCE(c, opendir) },
		{ o->ioscheduler, "ioscheduler", SOURCE(c, ioscheduler) },
		{ o->lockfile, "lockfile", SOURCE(c, lockfile) },
		{ o->pre_read, "pre_read", SOURCE(c, pre_read) },
		{ o->filetype, "filetype", SOURCE(c, filetype) },
	};

	if (!(c->section->engine->flags & ENGINE_DISKLESS))
		return;
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (options[i].used)
			diag_note(c->diag, options[i].at,
				  "%s: has no effect, ioengine=%s touches no "
				  "files",
				  options[i].name, c->section->engine->name);
}

static void (*const rules[])(struct check *) = {
	cgroups_are_below_the_mount_point,
	split_needs_cpus,
	names_of_processes_are_short,
	pre_read_means_no_invalidate,
	passes_find_what_they_read,
	create_only_lays_out,
	only_writes_are_synced,
	diskless_engines_have_no_files,
};

void plan_check_process(struct check *c)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		rules[i](c);
}
