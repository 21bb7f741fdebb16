#include "out/report.h"

#include "base/clock.h"
#include "report_json_parts.h"
#include "spec/settings.h"
#include "stream.h"

#include <string.h>
#include <time.h>

void json_add_given(struct json *object, const char *key,
		    const struct given_list *list)
{
	struct json *options;

	if (list->count == 0)
		return;
	options = json_add_object(object, key);
	for (size_t i = 0; i < list->count; i++)
		json_add_text(options, list->items[i].name,
			      list->items[i].value ? list->items[i].value : "");
}

static void add_counters(struct json *object, const struct disk_counters *c)
{
	json_add_uint(object, "read_ios", c->ios[0]);
	json_add_uint(object, "write_ios", c->ios[1]);
	json_add_uint(object, "read_sectors", c->sectors[0]);
	json_add_uint(object, "write_sectors", c->sectors[1]);
	json_add_uint(object, "read_merges", c->merges[0]);
	json_add_uint(object, "write_merges", c->merges[1]);
	json_add_uint(object, "read_ticks", c->ticks_ms[0]);
	json_add_uint(object, "write_ticks", c->ticks_ms[1]);
	json_add_uint(object, "in_queue", c->in_queue_ms);
}

/* "aggr_write_merge" is spelled so in the reference, and so by its readers. */
static void add_member_counters(struct json *object,
				const struct disk_counters *c)
{
	json_add_uint(object, "aggr_read_ios", c->ios[0]);
	json_add_uint(object, "aggr_write_ios", c->ios[1]);
	json_add_uint(object, "aggr_read_sectors", c->sectors[0]);
	json_add_uint(object, "aggr_write_sectors", c->sectors[1]);
	json_add_uint(object, "aggr_read_merges", c->merges[0]);
	json_add_uint(object, "aggr_write_merge", c->merges[1]);
	json_add_uint(object, "aggr_read_ticks", c->ticks_ms[0]);
	json_add_uint(object, "aggr_write_ticks", c->ticks_ms[1]);
	json_add_uint(object, "aggr_in_queue", c->in_queue_ms);
}

static void add_disks(struct json *root, const struct result *result)
{
	struct json *disks;

	if (result->disk_count == 0)
		return;
	disks = json_add_array(root, "disk_util");
	for (size_t i = 0; i < result->disk_count; i++) {
		const struct result_disk *disk = &result->disks[i];
		struct json *object = json_append_object(disks);

		json_add_text(object, "name", disk->name);
		add_counters(object, &disk->delta);
		json_add_real(object, "util", disk->utilization);
		if (disk->member_count == 0)
			continue;
		add_member_counters(object, &disk->member_mean);
		json_add_real(object, "aggr_util", disk->member_utilization);
	}
}

static void add_idleness(struct json *root, const struct result *result)
{
	const struct cpu_idleness *idle = result->idleness;
	bool each = result->settings->idle_profile == IDLE_PERCPU;
	struct json *object;

	if (!idle)
		return;
	object = json_add_object(root, "cpu_idleness");
	json_add_real(object, "system", idle->mean);
	for (size_t i = 0; i < idle->count && each; i++)
		json_add_real(
			object,
			arena_printf(result->arena, "cpu-%u", idle->cpu[i]),
			idle->percent[i]);
	json_add_real(object, "unit_mean", idle->unit_mean_us);
	json_add_real(object, "unit_stddev", idle->unit_deviation_us);
}

static void add_time(struct json *root, const struct timespec *t)
{
	char date[32];

	json_add_int(root, "timestamp", t->tv_sec);
	json_add_int(root, "timestamp_ms",
		     t->tv_sec * 1000 + t->tv_nsec / (long)NSEC_PER_MSEC);
	ctime_r(&t->tv_sec, date);
	date[strcspn(date, "\n")] = '\0';
	json_add_text(root, "time", date);
}

int report_json_write_with(const struct result *result, FILE *out,
			   void (*add)(struct json *root, const void *arg),
			   const void *arg)
{
	struct json *root = json_begin(out);
	struct json *jobs;

	json_add_text(root, "fio version", report_fio_version());
	add_time(root, &result->made);
	json_add_given(root, "global options", &result->plan->global);
	jobs = json_add_array(root, "jobs");
	for (size_t i = 0; i < result->unit_count; i++)
		json_add_unit(jobs, &result->units[i], result);
	add_disks(root, result);
	add_idleness(root, result);
	json_add_runner(root, result);
	if (add)
		add(root, arg);
	json_end(root);
	return stream_finish(out);
}

static int write_json(const struct result *result, FILE *out)
{
	return report_json_write_with(result, out, NULL, NULL);
}

const struct reporter report_json = {
	.format = OUTPUT_JSON,
	.write = write_json,
};
