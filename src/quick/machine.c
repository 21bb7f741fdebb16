#include "quick/machine.h"

#include "base/scaled.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum { DIGITS = 4, MINUTE_S = 60, HOUR_S = 3600, DAY_S = 86400 };

__attribute__((format(printf, 4, 5))) static void add(struct quick_facts *facts,
						      struct arena *arena,
						      const char *name,
						      const char *format, ...)
{
	va_list args;
	char text[256];

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	facts->list = arena_grow(arena, facts->list, facts->count,
				 sizeof(*facts->list));
	facts->list[facts->count++] =
		(struct quick_fact){ name, arena_strdup(arena, text) };
}

static const char *bytes(struct arena *arena, uint64_t count)
{
	char text[SCALED_TEXT_MAX];

	return arena_strdup(arena, scaled_format(count, DIGITS, SCALED_IEC,
						 SCALED_BYTES, text));
}

static void add_cpu(struct quick_facts *facts, struct arena *arena,
		    const struct quick_machine *m)
{
	const struct host *host = m->host;
	double mhz = m->state.cpu_mhz;

	if (*host->cpu_model)
		add(facts, arena, "CPU", "%s", host->cpu_model);
	add(facts, arena, "Cores", "%u, %u of them usable%s%s%s",
	    host->cpu_count, host->cpu_usable,
	    mhz > 0 ? arena_printf(arena, ", at %.0f MHz", mhz) : "",
	    m->state.cpu_max_mhz > 0
		    ? arena_printf(arena, " of %.0f", m->state.cpu_max_mhz)
		    : "",
	    *host->cpu_governor
		    ? arena_printf(arena, ", %s", host->cpu_governor)
		    : "");
}

static void add_memory(struct quick_facts *facts, struct arena *arena,
		       const struct quick_machine *m)
{
	const struct host_state *s = &m->state;

	add(facts, arena, "Memory", "%s, %s available%s",
	    bytes(arena, m->host->memory_bytes),
	    bytes(arena, s->memory_available_bytes),
	    m->host->memory_limit_bytes
		    ? arena_printf(arena, ", limited to %s",
				   bytes(arena, m->host->memory_limit_bytes))
		    : "");
	if (s->swap_bytes)
		add(facts, arena, "Swap", "%s, %s free",
		    bytes(arena, s->swap_bytes),
		    bytes(arena, s->swap_free_bytes));
	else
		add(facts, arena, "Swap", "none");
}

static void add_uptime(struct quick_facts *facts, struct arena *arena,
		       const struct host_state *s)
{
	uint64_t days = s->uptime_s / DAY_S;

	add(facts, arena, "Up",
	    "%s%" PRIu64 ":%02" PRIu64 " hours, load %.2f %.2f %.2f",
	    days ? arena_printf(arena, "%" PRIu64 " days ", days) : "",
	    s->uptime_s % DAY_S / HOUR_S, s->uptime_s % HOUR_S / MINUTE_S,
	    s->load[0], s->load[1], s->load[2]);
}

struct quick_facts quick_machine_facts(struct arena *arena,
				       const struct quick_machine *m)
{
	struct quick_facts facts = { NULL, 0 };
	const struct host *host = m->host;

	add_cpu(&facts, arena, m);
	add_memory(&facts, arena, m);
	add(&facts, arena, "System", "%s%sLinux %s, %s", host->os,
	    *host->os ? ", " : "", host->kernel, host->architecture);
	add(&facts, arena, "Virtual", "%s",
	    *host->virtualization ? host->virtualization : "no");
	add_uptime(&facts, arena, &m->state);
	return facts;
}

static void add_filesystem(struct quick_facts *facts, struct arena *arena,
			   const struct filesystem *fs)
{
	add(facts, arena, "File system", "%s on %s, %s of %s free", fs->type,
	    fs->mount_point, bytes(arena, fs->free_bytes),
	    bytes(arena, fs->size_bytes));
	add(facts, arena, "Mounted", "%s, %s", fs->source, fs->options);
}

static void add_members(struct quick_facts *facts, struct arena *arena,
			const struct blockdev *d)
{
	const char *names = "";

	for (size_t i = 0; i < d->member_count; i++)
		names = arena_printf(arena, "%s%s%s", names, i ? ", " : "",
				     d->members[i]);
	if (d->member_count)
		add(facts, arena, "Members", "%s%s%s", d->raid_level,
		    *d->raid_level ? " of " : "", names);
}

static void add_device(struct quick_facts *facts, struct arena *arena,
		       const struct blockdev *d)
{
	add(facts, arena, "Device", "%s, %s%s%s, %s", d->name,
	    bytes(arena, d->size_bytes), *d->model ? ", " : "", d->model,
	    d->rotational ? "rotating" : "not rotating");
	add(facts, arena, "Queue", "scheduler %s, write cache: %s",
	    *d->scheduler ? d->scheduler : "unknown",
	    *d->write_cache ? d->write_cache : "unknown");
	add_members(facts, arena, d);
}

struct quick_facts quick_target_facts(struct arena *arena,
				      const struct quick_machine *m)
{
	struct quick_facts facts = { NULL, 0 };

	add(&facts, arena, "Folder", "%s", m->folder);
	if (m->fs)
		add_filesystem(&facts, arena, m->fs);
	if (m->device)
		add_device(&facts, arena, m->device);
	return facts;
}
