#include "prepare_parts.h"

#include "run/cgroup.h"
#include "sys/blockdev.h"
#include "sys/numa.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The first of a set that isn't in the other one, or -1. */
static int first_missing(const cpu_set_t *set, const cpu_set_t *there)
{
	for (int i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET((size_t)i, set) && !CPU_ISSET((size_t)i, there))
			return i;
	return -1;
}

/* The nodes that the option names. 0, or -1: reported at `at`. */
static int find_nodes(const struct job_preparation *p, struct source at,
		      const char *option, const struct node_list *wanted,
		      cpu_set_t *nodes)
{
	cpu_set_t there;
	int missing;

	numa_nodes("", &there);
	*nodes = wanted->all ? there : wanted->list.set;
	missing = first_missing(nodes, &there);
	if (missing < 0)
		return 0;
	return diag_error(p->all->diag, at,
			  "%s: this machine has no NUMA node %d", option,
			  missing);
}

/* Narrow the CPUs to those of numa_cpu_nodes. */
static int apply_nodes(const struct job_preparation *p, cpu_set_t *cpus)
{
	struct source at = PLAN_SOURCE(p->job->section, numa_cpu_nodes);
	cpu_set_t nodes, of_nodes;

	if (find_nodes(p, at, "numa_cpu_nodes", &p->options->numa_cpu_nodes,
		       &nodes) < 0)
		return -1;
	CPU_ZERO(&of_nodes);
	for (unsigned node = 0; node < CPU_SETSIZE; node++)
		if (CPU_ISSET(node, &nodes))
			numa_add_cpus("", node, &of_nodes);
	CPU_AND(cpus, cpus, &of_nodes);
	if (CPU_COUNT(cpus) > 0)
		return 0;
	return diag_error(p->all->diag, at,
			  "numa_cpu_nodes: the nodes have none of the CPUs "
			  "that the job may run on");
}

/* Of those that it has, copy after copy gets the next one. */
static void take_share(const struct job_preparation *p, cpu_set_t *cpus)
{
	size_t place = p->job->clone % (size_t)CPU_COUNT(cpus);

	for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (!CPU_ISSET(cpu, cpus) || place-- > 0)
			continue;
		CPU_ZERO(cpus);
		CPU_SET(cpu, cpus);
		return;
	}
}

/* gtod_cpu: not that one. */
static int leave_out(const struct job_preparation *p, cpu_set_t *cpus)
{
	struct source at = PLAN_SOURCE(p->job->section, gtod_cpu);
	size_t cpu = (size_t)p->options->gtod_cpu;

	CPU_CLR(cpu, cpus);
	if (CPU_COUNT(cpus) > 0)
		return 0;
	return diag_error(p->all->diag, at,
			  "gtod_cpu: there is no CPU besides %zu that the job "
			  "may run on",
			  cpu);
}

static int settle_cpus(struct job_preparation *p)
{
	const struct job_options *o = p->options;
	bool leaves_out = PLAN_GIVEN(p->job->section, gtod_cpu);
	struct cpu_list list = { .given = true };
	struct cpu_list *cpus;
	cpu_set_t online;
	int missing;

	if (!o->cpus_allowed.given && !o->numa_cpu_nodes.list.given &&
	    !leaves_out)
		return 0;
	numa_online_cpus("", &online);
	list.set = o->cpus_allowed.given ? o->cpus_allowed.set : online;
	missing = first_missing(&list.set, &online);
	if (missing >= 0)
		return diag_error(p->all->diag,
				  PLAN_SOURCE(p->job->section, cpus_allowed),
				  "cpus_allowed: this machine has no CPU %d",
				  missing);
	if (o->numa_cpu_nodes.list.given && apply_nodes(p, &list.set) < 0)
		return -1;
	if (leaves_out && leave_out(p, &list.set) < 0)
		return -1;
	if (o->cpus_allowed_policy == CPUS_SPLIT)
		take_share(p, &list.set);
	cpus = arena_alloc(p->all->out->arena, sizeof(*cpus));
	*cpus = list;
	p->layout->cpus = cpus;
	return 0;
}

static int settle_memory(struct job_preparation *p)
{
	const struct memory_policy *policy = &p->options->numa_mem_policy;
	struct cpu_list *nodes;

	if (!policy->nodes.list.given)
		return 0;
	nodes = arena_alloc(p->all->out->arena, sizeof(*nodes));
	nodes->given = true;
	p->layout->memory_nodes = nodes;
	return find_nodes(p, PLAN_SOURCE(p->job->section, numa_mem_policy),
			  "numa_mem_policy", &policy->nodes, &nodes->set);
}

static int check_cgroup(struct job_preparation *p)
{
	const struct job_section *section = p->job->section;
	const char *why;

	if (!p->options->cgroup || !is_first_clone(p))
		return 0;
	why = cgroup_obstacle(p->all->out->arena, "", p->options);
	if (!why)
		return 0;
	return diag_error(p->all->diag, PLAN_SOURCE(section, cgroup),
			  "cgroup: '%s' can't be had: %s", p->options->cgroup,
			  why);
}

static bool is_listed(const struct layout *layout, const char *name)
{
	for (size_t i = 0; i < layout->disk_count; i++)
		if (strcmp(layout->disks[i], name) == 0)
			return true;
	return false;
}

static int add_disk(struct job_preparation *p, const char *name)
{
	struct arena *arena = p->all->out->arena;
	struct source at = PLAN_SOURCE(p->job->section, ioscheduler);
	const char *path =
		arena_printf(arena, "/sys/block/%s/queue/scheduler", name);
	const char **list;

	if (is_listed(p->layout, name))
		return 0;
	if (access(path, W_OK) < 0)
		return diag_error(p->all->diag, at, "ioscheduler: %s: %s", path,
				  strerror(errno));
	list = arena_calloc(arena, p->layout->disk_count + 1, sizeof(list[0]));
	for (size_t i = 0; i < p->layout->disk_count; i++)
		list[i] = p->layout->disks[i];
	list[p->layout->disk_count++] = arena_strdup(arena, name);
	p->layout->disks = list;
	return 0;
}

/* What a file that isn't there yet will lie on is what its folder does. */
static dev_t device_of(struct arena *arena, const struct run_file *file)
{
	struct stat st;

	if (file->exists)
		return file->kind == FILE_CHARACTER ? 0 : file->device;
	return stat(file_parent(arena, file->path), &st) < 0 ? 0 : st.st_dev;
}

static int find_disks(struct job_preparation *p)
{
	struct arena *arena = p->all->out->arena;

	if (!p->options->ioscheduler)
		return 0;
	for (size_t i = 0; p->files && i < p->layout->file_count; i++) {
		struct blockdev *device =
			blockdev_read("", device_of(arena, p->files[i]));
		int status;

		if (!device)
			return diag_error(
				p->all->diag,
				PLAN_SOURCE(p->job->section, ioscheduler),
				"ioscheduler: %s lies on no block "
				"device",
				p->files[i]->path);
		status = add_disk(p, device->name);
		blockdev_free(device);
		if (status < 0)
			return -1;
	}
	return 0;
}

static int (*const steps[])(struct job_preparation *p) = {
	settle_cpus,
	settle_memory,
	check_cgroup,
	find_disks,
};

int prepare_process(struct job_preparation *p)
{
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
		if (steps[i](p) < 0)
			return -1;
	return 0;
}
