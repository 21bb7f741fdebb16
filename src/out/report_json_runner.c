#include "report_json_parts.h"

#include "out/report.h"

#include <stdlib.h>
#include <string.h>

/* Goes up when a reader of `runner` would have to change. */
enum { SCHEMA_VERSION = 1 };

static void add_host(struct json *object, const struct host *host)
{
	struct json *h = json_add_object(object, "host");
	struct json *cpu;

	json_add_text(h, "hostname", host->hostname);
	json_add_text(h, "kernel", host->kernel);
	json_add_text(h, "architecture", host->architecture);
	json_add_text(h, "os", host->os);
	cpu = json_add_object(h, "cpu");
	json_add_text(cpu, "model", host->cpu_model);
	json_add_uint(cpu, "count", host->cpu_count);
	json_add_uint(cpu, "usable", host->cpu_usable);
	json_add_text(cpu, "governor", host->cpu_governor);
	json_add_uint(h, "memory_bytes", host->memory_bytes);
	json_add_uint(h, "memory_limit_bytes", host->memory_limit_bytes);
	json_add_text(h, "virtualization", host->virtualization);
}

static void add_filesystem(struct json *target, const struct filesystem *fs)
{
	struct json *object = json_add_object(target, "filesystem");

	json_add_text(object, "type", fs->type);
	json_add_text(object, "mount_point", fs->mount_point);
	json_add_text(object, "options", fs->options);
	json_add_text(object, "source", fs->source);
	json_add_uint(object, "size_bytes", fs->size_bytes);
	json_add_uint(object, "free_bytes", fs->free_bytes);
}

static void add_device(struct json *target, const struct blockdev *device)
{
	struct json *object = json_add_object(target, "device");
	struct json *members;

	json_add_text(object, "name", device->name);
	json_add_text(object, "model", device->model);
	json_add_uint(object, "size_bytes", device->size_bytes);
	json_add_uint(object, "logical_block", device->logical_block);
	json_add_uint(object, "physical_block", device->physical_block);
	json_add_bool(object, "rotational", device->rotational);
	json_add_text(object, "scheduler", device->scheduler);
	json_add_text(object, "write_cache", device->write_cache);
	json_add_uint(object, "queue_depth", device->queue_depth);
	json_add_uint(object, "discard_max_bytes", device->discard_max_bytes);
	if (*device->raid_level)
		json_add_text(object, "raid_level", device->raid_level);
	members = json_add_array(object, "members");
	for (size_t i = 0; i < device->member_count; i++)
		json_append_text(members, device->members[i]);
}

static void add_targets(struct json *object, const struct result *result)
{
	struct json *targets = json_add_array(object, "targets");

	for (size_t i = 0; i < result->target_count; i++) {
		const struct result_target *t = &result->targets[i];
		struct json *target = json_append_object(targets);

		json_add_text(target, "path", t->path);
		if (t->filesystem)
			add_filesystem(target, t->filesystem);
		if (t->device)
			add_device(target, t->device);
	}
}

static void add_job_files(struct json *object, const struct settings *settings)
{
	struct json *files = json_add_array(object, "job_files");

	for (size_t i = 0; i < settings->job_file_count; i++)
		json_append_text(files, settings->job_files[i]);
}

static void add_diagnostics(struct json *object, const struct diag *diag)
{
	struct json *list = json_add_array(object, "diagnostics");
	size_t count;
	const struct diag_message *messages = diag_messages(diag, &count);

	for (size_t i = 0; i < count; i++) {
		const struct diag_message *m = &messages[i];
		struct json *entry = json_append_object(list);

		json_add_text(entry, "severity", diag_kind_name(m->kind));
		if (m->file)
			json_add_text(entry, "file", m->file);
		if (m->file && m->line)
			json_add_uint(entry, "line", m->line);
		json_add_text(entry, "message", m->text);
	}
}

/* What its options come to, as text: the same for all copies of a job. */
struct effective {
	const struct job_section *section; /* whose they are; NULL: nobody's */
	char *job_options;
	char *engine_options; /* NULL: the engine has none */
};

static void effective_free(struct effective *e)
{
	free(e->job_options);
	free(e->engine_options);
	*e = (struct effective){ 0 };
}

static void effective_read(struct effective *e,
			   const struct job_section *section)
{
	const struct option_table *engine = section->engine->options;

	if (e->section == section)
		return;
	effective_free(e);
	e->section = section;
	e->job_options = option_table_text(&job_option_table, section->options);
	if (engine)
		e->engine_options =
			option_table_text(engine, section->engine_options);
}

static void add_values(struct json *object, const struct option_table *table,
		       const char *text)
{
	for (size_t i = 0; i < table->count; i++) {
		json_add_text(object, table->list[i].name, text);
		text += strlen(text) + 1;
	}
}

static void add_effective(struct json *job, const struct effective *e)
{
	struct json *options = json_add_object(job, "effective_options");

	add_values(options, &job_option_table, e->job_options);
	if (e->engine_options)
		add_values(options, e->section->engine->options,
			   e->engine_options);
}

/* What was read to be checked, if anything was. */
static void add_verify(struct json *member, const struct result_member *m)
{
	struct json *object;

	if (!m->verified_ios)
		return;
	object = json_add_object(member, "verify");
	json_add_uint(object, "ios", m->verified_ios);
	json_add_uint(object, "bad_ios", m->bad_ios);
	json_add_uint(object, "bad_blocks", m->bad_blocks);
}

static void add_member(struct json *members, const struct result_member *m,
		       struct arena *arena)
{
	const struct job_page *page = m->page;
	struct json *member = json_append_object(members);

	json_add_text(member, "jobname", m->job->section->name);
	json_add_uint(member, "number", m->job->number + 1);
	json_add_int(member, "pid", page->pid);
	json_add_uint(member, "started_ms", m->begun_epoch_ms);
	json_add_uint(member, "ended_ms", m->ended_epoch_ms);
	if (m->begun_epoch_ms)
		json_add_text(member, "clocksource",
			      clock_source_name(
				      (enum clock_source)page->clock_source));
	if (m->harness_ns_per_io > 0)
		json_add_real(member, "harness_ns_per_io",
			      m->harness_ns_per_io);
	add_verify(member, m);
	json_add_int(member, "error", page->error.code);
	if (page->error.code)
		json_add_text(member, "error_text", page->error.text);
	if (page->signal)
		json_add_text(member, "signal",
			      signal_name(arena, page->signal));
}

/* Of paced jobs: an object with each direction that a rate held. */
static void add_intended(struct json *job, const struct result_unit *unit)
{
	const struct percentiles *list = &unit->options->percentile_list;
	struct json *object = NULL;

	for (unsigned d = 0; d < RESULT_DIRECTIONS; d++) {
		const struct result_latency *l = &unit->direction[d].intended;

		if (l->summary.count == 0 || !result_shows(unit, d))
			continue;
		if (!object)
			object = json_add_object(job, "intended_lat_ns");
		json_add_latency(object, result_direction_name(d), l, list);
	}
}

static void add_job(struct json *jobs, const struct result_unit *unit,
		    const struct effective *effective, struct arena *arena)
{
	struct json *job = json_append_object(jobs);
	struct json *members;

	json_add_text(job, "jobname", unit->name);
	json_add_uint(job, "groupid", unit->group);
	add_effective(job, effective);
	add_intended(job, unit);
	json_add_steady_parts(job, unit);
	members = json_add_array(job, "members");
	for (size_t m = 0; m < unit->job_count; m++)
		add_member(members, &unit->members[m], arena);
}

static void add_jobs(struct json *object, const struct result *result)
{
	struct json *jobs = json_add_array(object, "jobs");
	struct effective effective = { 0 };

	for (size_t i = 0; i < result->unit_count; i++) {
		const struct result_unit *unit = &result->units[i];

		effective_read(&effective, unit->section);
		add_job(jobs, unit, &effective, result->arena);
	}
	effective_free(&effective);
}

void json_add_runner(struct json *root, const struct result *result)
{
	const struct settings *settings = result->settings;
	struct json *object = json_add_object(root, "runner");

	json_add_uint(object, "schema", SCHEMA_VERSION);
	json_add_text(object, "version", report_program_version());
	json_add_text(object, "command", settings->command);
	if (result->interrupted)
		json_add_text(object, "interrupted", result->interrupted);
	add_host(object, result->host);
	add_targets(object, result);
	add_job_files(object, settings);
	add_diagnostics(object, result->diag);
	add_jobs(object, result);
}
