#include "quick/scale.h"

#include "base/clock.h"
#include "base/duration.h"
#include "base/size.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

enum { KB_BASE = 1024, MIB = 1 << 20 };

/* Of several keys of a name the last holds. */
static struct jobfile_key *find_key(const struct jobfile_section *section,
				    const char *name)
{
	for (size_t k = section->key_count; k > 0; k--)
		if (strcmp(section->keys[k - 1].name, name) == 0)
			return &section->keys[k - 1];
	return NULL;
}

/* In the section, or in [global] before it; NULL: nowhere. */
static struct jobfile_key *effective_key(const struct jobfile *file,
					 size_t section, const char *name)
{
	struct jobfile_key *key = find_key(&file->sections[section], name);

	while (!key && section-- > 0)
		if (file->sections[section].global)
			key = find_key(&file->sections[section], name);
	return key;
}

static const char *effective_value(const struct jobfile *file, size_t section,
				   const char *name)
{
	const struct jobfile_key *key = effective_key(file, section, name);

	return key ? key->value : NULL;
}

static uint64_t size_of(const struct jobfile *file, size_t section)
{
	const char *text = effective_value(file, section, "size");
	const char *why;
	uint64_t bytes;

	if (!text || size_parse_bytes(text, KB_BASE, &bytes, &why) < 0)
		return 0;
	return bytes;
}

/* A job without a name for its file has one of its own. */
static const char *file_of(const struct jobfile *file, size_t section)
{
	const char *name = effective_value(file, section, "filename");

	return name ? name : file->sections[section].name;
}

/* The largest size that a section before this one gives the same file. */
static uint64_t size_before(const struct jobfile *file, size_t section)
{
	const char *name = file_of(file, section);
	uint64_t largest = 0;

	for (size_t i = 0; i < section; i++) {
		uint64_t size = size_of(file, i);

		if (!file->sections[i].global && size > largest &&
		    strcmp(file_of(file, i), name) == 0)
			largest = size;
	}
	return largest;
}

struct quick_need quick_need(const struct jobfile *file)
{
	struct quick_need need = { 0, 0 };

	for (size_t i = 0; i < file->section_count; i++) {
		uint64_t size, before;

		if (file->sections[i].global)
			continue;
		size = size_of(file, i);
		before = size_before(file, i);
		if (size > before)
			need.all_bytes += size - before;
		if (size > need.largest_bytes)
			need.largest_bytes = size;
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

/* A key at the end of a section that need not be the last one. */
static void add_runtime(const struct quick_scale *scale, struct jobfile *file,
			struct jobfile_section *section)
{
	struct duration d = { scale->time_ns };
	char text[DURATION_TEXT_MAX];
	struct jobfile_key *keys = arena_calloc(
		file->arena, section->key_count + 1, sizeof(*keys));

	for (size_t k = 0; k < section->key_count; k++)
		keys[k] = section->keys[k];
	keys[section->key_count] = (struct jobfile_key){
		.name = "runtime",
		.value = arena_strdup(file->arena, duration_format(d, text)),
		.at = section->at,
	};
	section->keys = keys;
	section->key_count++;
}

void quick_scale_apply(const struct quick_scale *scale, struct jobfile *file)
{
	for (size_t i = 0; i < file->section_count; i++) {
		struct jobfile_section *s = &file->sections[i];
		struct jobfile_key *runtime = find_key(s, "runtime");

		scale_size(scale, file, find_key(s, "size"));
		scale_size(scale, file, find_key(s, "io_size"));
		if (!scale->time_ns)
			continue;
		if (runtime)
			bound_time(scale, file, runtime);
		else if (!s->global && !effective_key(file, i, "runtime"))
			add_runtime(scale, file, s);
	}
}
