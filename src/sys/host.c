#include "sys/host.h"

#include "base/alloc.h"
#include "sys/mounts.h"
#include "sys/sysfile.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/*
 * The value of the first line "KEY<blanks><separator><blanks>VALUE" of `text`,
 * for the caller to free, or NULL.
 */
static char *field_value(const char *text, const char *key, char separator)
{
	size_t length = strlen(key);

	while (*text) {
		const char *at = text + length;

		if (strncmp(text, key, length) == 0) {
			at += strspn(at, " \t");
			if (*at == separator) {
				at++;
				at += strspn(at, " \t");
				length = strcspn(at, "\n");
				return xasprintf("%.*s", (int)length, at);
			}
		}
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
	return NULL;
}

static uint64_t field_number(const char *text, const char *key)
{
	char *value = field_value(text, key, ':');
	uint64_t number = value ? strtoull(value, NULL, 10) : 0;

	free(value);
	return number;
}

/* Take the quotes and backslashes of a shell's word away, in place. */
static void unquote(char *word)
{
	const char *open = strchr("\"'", *word);
	char quote = '\0';
	char *to = word;

	if (open)
		quote = *open;
	for (const char *from = word + (quote != '\0'); *from; from++) {
		if (quote && *from == quote)
			break;
		if (*from == '\\' && quote != '\'' && from[1])
			from++;
		*to++ = *from;
	}
	*to = '\0';
}

static char *read_os(const char *root)
{
	static const char *const places[] = { "/etc/os-release",
					      "/usr/lib/os-release" };
	char *name = NULL;

	for (size_t i = 0; i < 2 && !name; i++) {
		char *text = sysfile_text("%s%s", root, places[i]);

		name = field_value(text, "PRETTY_NAME", '=');
		free(text);
	}
	if (!name)
		return xstrdup("");
	unquote(name);
	return name;
}

/* Where architectures say what their processor is, best first. */
static const char *const cpu_keys[] = {
	"model name", /* x86, ARM 32 */
	"Model",      /* boards with ARM */
	"cpu model",  /* MIPS */
	"cpu",        /* POWER */
	"uarch",      /* RISC-V */
	"Hardware",   /* ARM 32 */
	"Processor",  /* older ARM */
	"vendor_id",  /* s390 */
};

static const struct {
	const char *implementer;
	const char *name;
} arm_implementers[] = {
	{ "0x41", "ARM" },       { "0x42", "Broadcom" },  { "0x43", "Cavium" },
	{ "0x46", "Fujitsu" },   { "0x48", "HiSilicon" }, { "0x4e", "NVIDIA" },
	{ "0x50", "APM" },       { "0x51", "Qualcomm" },  { "0x61", "Apple" },
	{ "0x6d", "Microsoft" }, { "0xc0", "Ampere" },
};

static const char *arm_vendor(const char *implementer)
{
	size_t count = sizeof(arm_implementers) / sizeof(arm_implementers[0]);

	for (size_t i = 0; i < count; i++) {
		if (strcmp(arm_implementers[i].implementer, implementer) == 0)
			return arm_implementers[i].name;
	}
	return implementer;
}

/* ARM 64 has only numbers: "ARM part 0xd0c". */
static char *read_arm_model(const char *cpuinfo)
{
	char *implementer = field_value(cpuinfo, "CPU implementer", ':');
	char *part = field_value(cpuinfo, "CPU part", ':');
	char *model;

	if (implementer && part)
		model = xasprintf("%s part %s", arm_vendor(implementer), part);
	else
		model = xstrdup("");
	free(implementer);
	free(part);
	return model;
}

static char *read_cpu_model(const char *cpuinfo)
{
	for (size_t i = 0; i < sizeof(cpu_keys) / sizeof(cpu_keys[0]); i++) {
		char *model = field_value(cpuinfo, cpu_keys[i], ':');

		if (model && *model)
			return model;
		free(model);
	}
	return read_arm_model(cpuinfo);
}

/* How many numbers a list such as "0-3,8" has. */
static unsigned list_count(const char *list)
{
	unsigned count = 0;
	char *end;

	while (isdigit((unsigned char)*list)) {
		unsigned long first = strtoul(list, &end, 10);
		unsigned long last = first;

		if (*end == '-')
			last = strtoul(end + 1, &end, 10);
		if (last >= first)
			count += (unsigned)(last - first + 1);
		list = end + (*end == ',');
	}
	return count;
}

static unsigned read_cpu_count(const char *root, const char *cpuinfo)
{
	char *online = sysfile_text("%s/sys/devices/system/cpu/online", root);
	unsigned count = list_count(online);

	free(online);
	if (count)
		return count;
	while ((cpuinfo = strstr(cpuinfo, "processor\t"))) {
		count++;
		cpuinfo++;
	}
	return count;
}

static unsigned affinity_count(const char *root)
{
	char *status = sysfile_text("%s/proc/self/status", root);
	char *list = field_value(status, "Cpus_allowed_list", ':');
	unsigned count = list ? list_count(list) : 0;

	free(list);
	free(status);
	return count;
}

/* All that are in use, when they differ: "performance,powersave". */
static char *read_governor(const char *root)
{
	struct sysfile_names cpus =
		sysfile_names("%s/sys/devices/system/cpu", root);
	char *governor = xstrdup("");

	for (size_t i = 0; i < cpus.count; i++) {
		char *one, *both;

		one = sysfile_text("%s/sys/devices/system/cpu/%s/cpufreq/"
				   "scaling_governor",
				   root, cpus.name[i]);
		if (*one && !mount_option_has(governor, one)) {
			both = xasprintf("%s%s%s", governor,
					 *governor ? "," : "", one);
			free(governor);
			governor = both;
		}
		free(one);
	}
	sysfile_names_free(&cpus);
	return governor;
}

/* The limits that control groups set; 0: none. */
struct cgroup_limits {
	uint64_t memory_bytes;
	unsigned cpus; /* a part of one counts as one */
};

static void lower(uint64_t *limit, uint64_t value)
{
	if (value && (*limit == 0 || value < *limit))
		*limit = value;
}

static void lower_cpus(struct cgroup_limits *limits, uint64_t quota,
		       uint64_t period)
{
	uint64_t cpus;

	if (quota == 0 || period == 0)
		return;
	cpus = (quota + period - 1) / period;
	if (limits->cpus == 0 || cpus < limits->cpus)
		limits->cpus = (unsigned)cpus;
}

/* Version 2: "max" or a number, and "QUOTA PERIOD". */
static void read_group_v2(const char *dir, struct cgroup_limits *limits)
{
	char *max = sysfile_text("%s/cpu.max", dir);
	char *period;

	lower(&limits->memory_bytes, sysfile_number("%s/memory.max", dir));
	if (isdigit((unsigned char)*max)) {
		uint64_t quota = strtoull(max, &period, 10);

		lower_cpus(limits, quota, strtoull(period, NULL, 10));
	}
	free(max);
}

/* Version 1: a quota of -1 is none, and no memory limit a huge number. */
static void read_group_v1(const char *dir, struct cgroup_limits *limits)
{
	lower(&limits->memory_bytes,
	      sysfile_number("%s/memory.limit_in_bytes", dir));
	lower_cpus(limits, sysfile_number("%s/cpu.cfs_quota_us", dir),
		   sysfile_number("%s/cpu.cfs_period_us", dir));
}

/*
 * The path of this process's group in the hierarchy that `m` is, out of
 * /proc/self/cgroup ("4:cpu,cpuacct:/user.slice" or "0::/user.slice"): below
 * the mount, which in a container shows a part of the hierarchy only.
 */
static char *group_path(const char *groups, const struct mount *m,
			const char *controller)
{
	char *copy = xstrdup(groups);
	char *rest = copy;
	char *path = NULL;
	char *line;

	while (!path && (line = sysfile_line(&rest))) {
		char *controllers, *group;

		strsep(&line, ":");
		controllers = strsep(&line, ":");
		group = line;
		if (!group ||
		    (*controller ? !mount_option_has(controllers, controller)
				 : *controllers != '\0'))
			continue;
		if (mount_path_below(group, m->root))
			path = xstrdup(group + (strcmp(m->root, "/") == 0
							? 0
							: strlen(m->root)));
	}
	free(copy);
	return path ? path : xstrdup("");
}

/* A group is bound by its own limits and by those of the groups above it. */
static void read_hierarchy(const char *root, const char *groups,
			   const struct mount *m, const char *controller,
			   struct cgroup_limits *limits)
{
	char *path = group_path(groups, m, controller);
	char *slash;

	do {
		char *dir = xasprintf("%s%s%s", root, m->point, path);

		if (*controller)
			read_group_v1(dir, limits);
		else
			read_group_v2(dir, limits);
		free(dir);
		slash = strrchr(path, '/');
		if (slash)
			*slash = '\0';
	} while (slash);
	free(path);
}

static struct cgroup_limits read_cgroup_limits(const char *root)
{
	static const char *const controllers[] = { "memory", "cpu" };
	struct cgroup_limits limits = { 0, 0 };
	struct mounts mounts = mounts_read(root);
	char *groups = sysfile_text("%s/proc/self/cgroup", root);

	for (size_t i = 0; i < mounts.count; i++) {
		const struct mount *m = &mounts.mount[i];

		if (strcmp(m->type, "cgroup2") == 0)
			read_hierarchy(root, groups, m, "", &limits);
		if (strcmp(m->type, "cgroup") != 0)
			continue;
		for (size_t c = 0; c < 2; c++) {
			if (mount_option_has(m->super_options, controllers[c]))
				read_hierarchy(root, groups, m, controllers[c],
					       &limits);
		}
	}
	free(groups);
	mounts_free(&mounts);
	return limits;
}

/*
 * What firmware says of itself in a virtual machine. The names are those of
 * systemd-detect-virt. A vendor who also makes machines is known by product.
 */
static const struct {
	const char *vendor; /* beginnings; "" is any */
	const char *product;
	const char *name;
} virtual_machines[] = {
	{ "", "KVM", "kvm" },
	{ "", "OpenStack", "kvm" },
	{ "", "Google Compute Engine", "google" },
	{ "Microsoft Corporation", "Virtual Machine", "microsoft" },
	{ "Amazon EC2", "", "amazon" },
	{ "QEMU", "", "qemu" },
	{ "VMware", "", "vmware" },
	{ "innotek GmbH", "", "oracle" },
	{ "", "VirtualBox", "oracle" },
	{ "Xen", "", "xen" },
	{ "Bochs", "", "bochs" },
	{ "Parallels", "", "parallels" },
	{ "BHYVE", "", "bhyve" },
	{ "Apple Inc.", "Apple Virtualization", "apple" },
};

static bool starts_with(const char *text, const char *beginning)
{
	return strncmp(text, beginning, strlen(beginning)) == 0;
}

static const char *firmware_virtualization(const char *root)
{
	size_t count = sizeof(virtual_machines) / sizeof(virtual_machines[0]);
	char *vendor = sysfile_text("%s/sys/class/dmi/id/sys_vendor", root);
	char *product = sysfile_text("%s/sys/class/dmi/id/product_name", root);
	const char *name = NULL;

	/* Clouds rent whole machines with the same vendor. */
	if (strstr(product, ".metal"))
		count = 0;
	for (size_t i = 0; i < count && !name; i++) {
		if (starts_with(vendor, virtual_machines[i].vendor) &&
		    starts_with(product, virtual_machines[i].product))
			name = virtual_machines[i].name;
	}
	free(vendor);
	free(product);
	return name;
}

static bool has_word(const char *text, const char *word)
{
	size_t length = strlen(word);

	while (*text) {
		size_t n = strcspn(text, " ");

		if (n == length && strncmp(text, word, n) == 0)
			return true;
		text += n;
		text += strspn(text, " ");
	}
	return false;
}

static char *read_virtualization(const char *root, const char *cpuinfo)
{
	const char *name = firmware_virtualization(root);
	char *flags, *type;
	bool is_virtual;

	if (name)
		return xstrdup(name);
	type = sysfile_text("%s/sys/hypervisor/type", root);
	if (*type)
		return type;
	free(type);
	flags = field_value(cpuinfo, "flags", ':');
	is_virtual = flags && has_word(flags, "hypervisor");
	free(flags);
	return xstrdup(is_virtual ? "vm-other" : "");
}

static unsigned usable_cpus(const char *root, unsigned online, unsigned quota)
{
	unsigned usable = affinity_count(root);

	if (usable == 0 || (online && online < usable))
		usable = online;
	if (quota && quota < usable)
		usable = quota;
	return usable ? usable : 1;
}

/* What has no file on older kernels. A recorded machine isn't this one. */
static void fill_live(struct host *host)
{
	struct utsname name;
	long online = sysconf(_SC_NPROCESSORS_ONLN);

	if (*host->architecture == '\0' && uname(&name) == 0) {
		free(host->architecture);
		host->architecture = xstrdup(name.machine);
	}
	if (host->cpu_count == 0 && online > 0)
		host->cpu_count = (unsigned)online;
}

struct host *host_read(const char *root)
{
	struct host *host = xcalloc(1, sizeof(*host));
	struct cgroup_limits limits = read_cgroup_limits(root);
	char *cpuinfo = sysfile_text("%s/proc/cpuinfo", root);
	char *meminfo = sysfile_text("%s/proc/meminfo", root);

	host->hostname = sysfile_text("%s/proc/sys/kernel/hostname", root);
	host->kernel = sysfile_text("%s/proc/sys/kernel/osrelease", root);
	host->architecture = sysfile_text("%s/proc/sys/kernel/arch", root);
	host->os = read_os(root);
	host->cpu_model = read_cpu_model(cpuinfo);
	host->cpu_count = read_cpu_count(root, cpuinfo);
	if (*root == '\0')
		fill_live(host);
	host->cpu_usable = usable_cpus(root, host->cpu_count, limits.cpus);
	host->cpu_governor = read_governor(root);
	host->memory_bytes = field_number(meminfo, "MemTotal") * 1024;
	/* A limit that the machine doesn't have is none. */
	if (limits.memory_bytes < host->memory_bytes)
		host->memory_limit_bytes = limits.memory_bytes;
	host->virtualization = read_virtualization(root, cpuinfo);
	free(cpuinfo);
	free(meminfo);
	return host;
}

void host_free(struct host *host)
{
	if (!host)
		return;
	free(host->hostname);
	free(host->kernel);
	free(host->architecture);
	free(host->os);
	free(host->cpu_model);
	free(host->cpu_governor);
	free(host->virtualization);
	free(host);
}
