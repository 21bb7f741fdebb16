#include "prepare_parts.h"

#include "sys/zoned.h"

#include <fcntl.h>
#include <unistd.h>

/* Sizes that are given as a number of zones. */

static bool is_zones(struct size size)
{
	return size.unit == SIZE_ZONES;
}

/* As the job says, or the first of its devices; 0: nobody does. */
static uint64_t zone_size_of(const struct job_preparation *p)
{
	uint64_t size = p->options->zone.size;

	for (size_t i = 0; i < p->layout->file_count && !size; i++) {
		const struct layout_file *f = &p->layout->files[i];
		int fd = -1;

		if (f->kind == FILE_BLOCK)
			fd = open(f->path, O_RDONLY | O_CLOEXEC);
		if (fd < 0)
			continue;
		size = zoned_zone_size(fd, &zoned_kernel);
		close(fd);
	}
	return size;
}

static int to_bytes(const struct job_preparation *p, struct size *size,
		    const char *name, struct source at)
{
	uint64_t zone_size;

	if (!is_zones(*size))
		return 0;
	zone_size = zone_size_of(p);
	if (size->value && !zone_size)
		return diag_error(p->all->diag, at,
				  "%s: is in zones, which no file of the job "
				  "has: it needs zonesize",
				  name);
	if (__builtin_mul_overflow(size->value, zone_size, &size->value) ||
	    size->value > INT64_MAX)
		return diag_error(p->all->diag, at,
				  "%s: so many zones are more than a file can "
				  "have",
				  name);
	size->unit = SIZE_BYTES;
	return 0;
}

/* Of those that are, in place of the job's own options. */
static int settle_sizes(struct job_preparation *p)
{
	struct job_options *o =
		arena_alloc(p->all->out->arena, sizeof(struct job_options));
	const struct job_section *s = p->job->section;

	*o = *p->options;
	if (to_bytes(p, &o->size, "size", PLAN_SOURCE(s, size)) < 0 ||
	    to_bytes(p, &o->io_size, "io_size", PLAN_SOURCE(s, io_size)) < 0 ||
	    to_bytes(p, &o->offset, "offset", PLAN_SOURCE(s, offset)) < 0 ||
	    to_bytes(p, &o->offset_increment, "offset_increment",
		     PLAN_SOURCE(s, offset_increment)) < 0)
		return -1;
	p->options = o;
	return 0;
}

int prepare_zones(struct job_preparation *p)
{
	const struct job_options *o = p->options;

	if (is_zones(o->size) || is_zones(o->io_size) || is_zones(o->offset) ||
	    is_zones(o->offset_increment))
		return settle_sizes(p);
	return 0;
}
