#include "quick/scale.h"

#include "base/clock.h"
#include "base/duration.h"
#include "base/size.h"
#include "keys.h"
#include "spec/job_options.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

enum { KB_BASE = 1024, MIB = 1 << 20 };

/* What is known of a job's files. */
struct job_files {
	const char *const *names; /* that others may share */
	size_t count;             /* 0: they have names of its own */
	uint64_t bytes;           /* of each of those, or of all its own */
};

/* By the keys of a section; what is not understood is left as it is. */
static void read_keys(const struct jobfile_section *section,
		      struct job_options *o, struct arena *arena)
{
	static const char *const names[] = { "filename", "numjobs", "size" };
	struct option_context context = { .arena = arena, .kb_base = KB_BASE };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct option *option =
			option_find(&job_option_table, names[i]);
		void *field = (char *)o + option->offset;

		for (size_t k = 0; k < section->key_count; k++) {
			const struct jobfile_key *key = &section->keys[k];

			if (strcmp(key->name, names[i]) == 0 && key->value)
				option->type->parse(option, key->value,
						    &context, field);
		}
	}
}

static struct job_files files_of(const struct jobfile *file, size_t section)
{
	struct job_options o = { .numjobs = 1 };
	struct job_files files;

	for (size_t i = 0; i <= section; i++)
		if (file->sections[i].global || i == section)
			read_keys(&file->sections[i], &o, file->arena);
	files = (struct job_files){ .names = o.filename.items,
				    .count = o.filename.count };
	if (o.size.unit != SIZE_BYTES)
		return files;
	files.bytes = files.count ? o.size.value / files.count
				  : o.size.value * o.numjobs;
	return files;
}

/* The largest size that one of `count` jobs gives the file. */
static uint64_t size_before(const struct job_files *jobs, size_t count,
			    const char *name)
{
	uint64_t largest = 0;

	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < jobs[i].count; k++)
			if (jobs[i].bytes > largest &&
			    strcmp(jobs[i].names[k], name) == 0)
				largest = jobs[i].bytes;
	return largest;
}

struct quick_need quick_need(const struct jobfile *file)
{
	struct job_files *jobs =
		arena_calloc(file->arena, file->section_count, sizeof(*jobs));
	struct quick_need need = { 0, 0 };
	size_t count = 0;

	for (size_t i = 0; i < file->section_count; i++) {
		struct job_files *job = &jobs[count];
		uint64_t whole;

		if (file->sections[i].global)
			continue;
		*job = files_of(file, i);
		if (job->count == 0)
			need.all_bytes += job->bytes;
		for (size_t k = 0; k < job->count; k++) {
			uint64_t before =
				size_before(jobs, count, job->names[k]);

			if (job->bytes > before)
				need.all_bytes += job->bytes - before;
		}
		whole = job->bytes * (job->count ? job->count : 1);
		if (whole > need.largest_bytes)
			need.largest_bytes = whole;
		count++;
	}
	return need;
}

static uint64_t scaled_size(const struct quick_scale *scale, uint64_t bytes)
{
	uint64_t size = bytes;

	if (scale->share < 1) {
		size = (uint64_t)((double)bytes * scale->share) / MIB * MIB;
		if (size < QUICK_LEAST_BYTES)
			size = bytes < QUICK_LEAST_BYTES ? bytes
							 : QUICK_LEAST_BYTES;
	}
	if (scale->size_bytes && size > scale->size_bytes)
		size = scale->size_bytes;
	return size;
}

static void scale_size(const struct quick_scale *scale, struct jobfile *file,
		       struct jobfile_key *key)
{
	const char *why;
	uint64_t bytes, size;

	if (!key || !key->value ||
	    size_parse_bytes(key->value, KB_BASE, &bytes, &why) < 0)
		return;
	size = scaled_size(scale, bytes);
	if (size == bytes)
		return;
	/* "MiB" is not the same to all who read such files. */
	key->value = size % MIB ? arena_printf(file->arena, "%" PRIu64, size)
				: arena_printf(file->arena, "%" PRIu64 "m",
					       size / MIB);
}

static void bound_time(const struct quick_scale *scale, struct jobfile *file,
		       struct jobfile_key *key)
{
	char text[DURATION_TEXT_MAX];
	struct duration d;
	const char *why;

	if (!key->value ||
	    duration_parse(key->value, NSEC_PER_SEC, &d, &why) < 0 ||
	    (d.ns && d.ns <= scale->time_ns))
		return;
	d.ns = scale->time_ns;
	key->value = arena_strdup(file->arena, duration_format(d, text));
}

static void add_runtime(const struct quick_scale *scale, struct jobfile *file,
			struct jobfile_section *section)
{
	struct duration d = { scale->time_ns };
	char text[DURATION_TEXT_MAX];

	keys_append(file, section, "runtime",
		    arena_strdup(file->arena, duration_format(d, text)));
}

void quick_scale_apply(const struct quick_scale *scale, struct jobfile *file)
{
	for (size_t i = 0; i < file->section_count; i++) {
		struct jobfile_section *s = &file->sections[i];
		struct jobfile_key *runtime = keys_find(s, "runtime");

		scale_size(scale, file, keys_find(s, "size"));
		scale_size(scale, file, keys_find(s, "io_size"));
		if (!scale->time_ns)
			continue;
		if (runtime)
			bound_time(scale, file, runtime);
		else if (!s->global && !keys_effective(file, i, "runtime"))
			add_runtime(scale, file, s);
	}
}
