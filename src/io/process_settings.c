#include "io/process_settings.h"

#include "spec/io_priority.h"
#include "spec/plan.h"

#include <errno.h>
#include <grp.h>
#include <inttypes.h>
#include <linux/ioprio.h>
#include <linux/mempolicy.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

struct settings {
	const struct layout *layout;
	const struct job_section *section;
	const struct job_options *options;
	struct job_error *error;
};

#define GIVEN(s, field) PLAN_GIVEN((s)->section, field)

static int set_name(const struct settings *s)
{
	if (s->options->comm)
		prctl(PR_SET_NAME, s->options->comm, 0, 0, 0);
	return 0;
}

static int set_cpus(const struct settings *s)
{
	const struct cpu_list *cpus = s->layout->cpus;

	if (!cpus || !sched_setaffinity(0, sizeof(cpus->set), &cpus->set))
		return 0;
	return job_error_set(s->error, errno, "sched_setaffinity",
			     "the CPUs that it is to run on can't be had: %s",
			     strerror(errno));
}

static const int policy_modes[] = {
	[MEMORY_POLICY_PREFER] = MPOL_PREFERRED,
	[MEMORY_POLICY_BIND] = MPOL_BIND,
	[MEMORY_POLICY_INTERLEAVE] = MPOL_INTERLEAVE,
	[MEMORY_POLICY_LOCAL] = MPOL_LOCAL,
};

static int set_memory(const struct settings *s)
{
	enum memory_policy_kind kind = s->options->numa_mem_policy.kind;
	const struct cpu_list *nodes = s->layout->memory_nodes;

	if (kind == MEMORY_POLICY_DEFAULT)
		return 0;
	/* The kernel leaves out the last of the bits that it is told of. */
	if (!syscall(SYS_set_mempolicy, policy_modes[kind],
		     nodes ? &nodes->set : NULL,
		     nodes ? (unsigned long)CPU_SETSIZE + 1 : 0UL))
		return 0;
	return job_error_set(s->error, errno, "set_mempolicy",
			     "numa_mem_policy: %s", strerror(errno));
}

static int set_io_priority(const struct settings *s)
{
	const struct job_options *o = s->options;
	uint16_t priority = section_io_priority(s->section);

	if (!priority ||
	    !syscall(SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0, (int)priority))
		return 0;
	return job_error_set(
		s->error, errno, "ioprio_set",
		"prioclass=%d, prio=%" PRIu64 ", priohint=%" PRIu64 ": %s%s",
		io_priority_decode(priority).class, o->prio, o->priohint,
		strerror(errno),
		errno == EPERM ? ": this class takes CAP_SYS_NICE" : "");
}

static int set_nice(const struct settings *s)
{
	if (!GIVEN(s, nice) ||
	    !setpriority(PRIO_PROCESS, 0, (int)s->options->nice))
		return 0;
	return job_error_set(s->error, errno, "setpriority",
			     "nice=%" PRId64 ": %s%s", s->options->nice,
			     strerror(errno),
			     errno == EACCES ? ": less than now takes "
					       "CAP_SYS_NICE"
					     : "");
}

static int refuse_user(const struct settings *s, const char *function,
		       const char *option, uint64_t number)
{
	return job_error_set(s->error, errno, function, "%s=%" PRIu64 ": %s%s",
			     option, number, strerror(errno),
			     errno == EPERM ? ": only root may run jobs as "
					      "others"
					    : "");
}

/* Of the parent's groups none stays that the job was not given. */
static int set_group(const struct settings *s)
{
	gid_t gid = (gid_t)s->options->gid;

	if ((GIVEN(s, gid) || GIVEN(s, uid)) && geteuid() == 0 &&
	    setgroups(0, NULL))
		return refuse_user(s, "setgroups", "uid", s->options->uid);
	if (GIVEN(s, gid) && setresgid(gid, gid, gid))
		return refuse_user(s, "setgid", "gid", s->options->gid);
	return 0;
}

/* That takes the promise away to die with the parent, so it is made again. */
static int set_user(const struct settings *s)
{
	uid_t uid = (uid_t)s->options->uid;

	if (GIVEN(s, uid) && setresuid(uid, uid, uid))
		return refuse_user(s, "setuid", "uid", s->options->uid);
	if (GIVEN(s, uid) || GIVEN(s, gid))
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	return 0;
}

static int (*const steps[])(const struct settings *s) = {
	set_name, set_cpus,  set_memory, set_io_priority,
	set_nice, set_group, set_user,
};

int process_settings_apply(const struct layout *layout, struct job_error *error)
{
	struct settings s = {
		.layout = layout,
		.section = layout->job->section,
		.options = layout->job->section->options,
		.error = error,
	};

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
		if (steps[i](&s) < 0)
			return -1;
	return 0;
}
