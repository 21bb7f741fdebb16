#include "prepare_parts.h"

#include "io/zone_map.h"
#include "sys/zoned.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/*
 * zonemode=zbd: the zones of each file, once for all jobs. Those of a zoned
 * device are as it says; of anything else they are as the job says, and hold
 * nothing.
 */

/* Zones that a device is asked for at a time. */
enum { REPORT_ZONES = 1024 };

static struct source zbd_source(const struct job_preparation *p)
{
	return PLAN_SOURCE(p->job->section, zone.mode);
}

static int no_zones(const struct job_preparation *p, const char *path,
		    const char *reason)
{
	return diag_error(p->all->diag, zbd_source(p), "zonemode: zbd: %s: %s",
			  path ? path : "no file", reason);
}

static int no_report(const struct job_preparation *p, const char *path,
		     int code)
{
	return no_zones(p, path, strerror(code));
}

static int read_zones(const struct job_preparation *p, struct zone_map *map,
		      const char *path, int fd)
{
	struct zoned_zone *zones =
		arena_calloc(p->all->out->arena, REPORT_ZONES, sizeof(*zones));

	for (uint32_t at = 0; at < map->count;) {
		int n = zoned_report(fd, &zoned_kernel, at * map->zone_size,
				     zones, REPORT_ZONES);

		if (n <= 0)
			return no_report(p, path, n ? -n : EIO);
		for (int i = 0; i < n && at < map->count; i++, at++)
			map->zones[at] = (struct zone_state){
				.capacity = zones[i].capacity,
				.written = zones[i].written,
				.issued = zones[i].written,
				.sequential = zones[i].sequential,
				.usable = zones[i].usable,
			};
	}
	zone_map_count(map);
	return 0;
}

static struct zone_map *new_map(const struct job_preparation *p,
				const struct layout_file *f, uint64_t zone_size)
{
	uint64_t count = f->size / zone_size;
	uint64_t capacity = p->options->zone.capacity;
	struct zone_map *map;

	if (!count || count > UINT32_MAX) {
		no_zones(p, f->path,
			 count ? "has too many zones"
			       : "is smaller than a zone");
		return NULL;
	}
	map = zone_map_new((uint32_t)count, zone_size,
			   capacity ? capacity : zone_size);
	if (!map)
		no_report(p, f->path, errno);
	return map;
}

static int make_device_map(const struct job_preparation *p, size_t i, int fd)
{
	struct layout_file *f = &p->layout->files[i];
	const struct zone_options *z = &p->options->zone;
	uint64_t limit = zoned_open_limit("", p->files[i]->device);
	struct zone_map *map;

	map = new_map(p, f, zoned_zone_size(fd, &zoned_kernel));
	p->files[i]->zones = map;
	if (!map)
		return -1;
	map->device = true;
	map->max_open = (uint32_t)z->max_open;
	if (limit && limit <= ZONES_OPEN_MAX && !z->ignore_limits) {
		if (z->max_open > limit)
			return diag_error(
				p->all->diag,
				PLAN_SOURCE(p->job->section, zone.max_open),
				"max_open_zones: %s can have no more than "
				"%" PRIu64,
				f->path, limit);
		if (!z->max_open)
			map->max_open = (uint32_t)limit;
	}
	return read_zones(p, map, f->path, fd);
}

/* Of what has no zones itself. */
static int make_own_map(const struct job_preparation *p, size_t i)
{
	struct layout_file *f = &p->layout->files[i];
	const struct zone_options *z = &p->options->zone;

	if (!z->size)
		return no_zones(p, f->path,
				"is not a zoned device, and needs zonesize");
	p->files[i]->zones = new_map(p, f, z->size);
	if (!p->files[i]->zones)
		return -1;
	p->files[i]->zones->max_open = (uint32_t)z->max_open;
	return 0;
}

static int make_map(const struct job_preparation *p, size_t i)
{
	const struct layout_file *f = &p->layout->files[i];
	int fd, status;

	if (f->kind != FILE_BLOCK)
		return make_own_map(p, i);
	fd = open(f->path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return no_report(p, f->path, errno);
	status = zoned_zone_size(fd, &zoned_kernel) ? make_device_map(p, i, fd)
						    : make_own_map(p, i);
	close(fd);
	return status;
}

static bool is_one(const struct run_file *a, const struct run_file *b)
{
	return a->exists && b->exists && a->kind == b->kind &&
	       a->device == b->device && a->inode == b->inode;
}

/* The map of the file, by whatever name it was made; NULL: there is none. */
static struct zone_map *find_map(const struct job_preparation *p, size_t i)
{
	size_t count;
	struct run_file *const *files =
		file_table_all(p->all->out->files, &count);

	if (p->files[i]->zones)
		return p->files[i]->zones;
	for (size_t k = 0; k < count; k++)
		if (files[k]->zones && is_one(files[k], p->files[i]))
			return files[k]->zones;
	return NULL;
}

/* A zone that begins again has lost what would be read back. */
static int check_device(const struct job_preparation *p, const char *path)
{
	if (p->options->verify.scheme != VERIFY_NONE)
		return no_zones(p, path,
				"is a zoned device, where verify "
				"isn't supported");
	if (job_writes(p) && p->options->control.submit_mode == SUBMIT_OFFLOAD)
		return no_zones(p, path,
				"is a zoned device, whose order of "
				"writes io_submit_mode=offload loses");
	if (job_writes(p) && !p->options->direct)
		return no_zones(p, path,
				"is a zoned device, and writes to it "
				"need direct=1");
	return 0;
}

/* What this job says has to be what made the map. */
static int check_map(const struct job_preparation *p,
		     const struct zone_map *map, const char *path)
{
	const struct zone_options *z = &p->options->zone;
	struct source at = PLAN_SOURCE(p->job->section, zone.size);

	if (z->size && z->size != map->zone_size)
		return diag_error(p->all->diag, at,
				  "zonesize: the zones of %s are of %" PRIu64
				  " bytes",
				  path, map->zone_size);
	if (z->max_open && map->max_open != z->max_open)
		return diag_error(p->all->diag,
				  PLAN_SOURCE(p->job->section, zone.max_open),
				  "max_open_zones: is %" PRIu32
				  " for %s, by another job",
				  map->max_open, path);
	if (z->job_max_open && !map->max_open)
		return diag_error(
			p->all->diag,
			PLAN_SOURCE(p->job->section, zone.job_max_open),
			"job_max_open_zones: needs max_open_zones");
	if (z->skip.unit == SIZE_BYTES && z->skip.value % map->zone_size)
		return diag_error(p->all->diag,
				  PLAN_SOURCE(p->job->section, zone.skip),
				  "zoneskip: is not a multiple of the %" PRIu64
				  " bytes of a zone",
				  map->zone_size);
	return map->device ? check_device(p, path) : 0;
}

/* Blocks have to fit, and there has to be a zone. */
static int check_part(const struct job_preparation *p,
		      const struct layout_file *f)
{
	uint32_t first, end;

	layout_file_zones(f, &first, &end);
	if (first == end)
		return diag_error(p->all->diag,
				  PLAN_SOURCE(p->job->section, size),
				  "size: %" PRIu64 " bytes from %" PRIu64
				  " on hold no whole zone of %" PRIu64 " bytes",
				  f->length, f->offset, f->zones->zone_size);
	for (uint32_t i = first; i < end; i++)
		if (f->zones->zones[i].capacity < p->layout->max_bs &&
		    !(p->options->rw.flags & RW_TRIM))
			return diag_error(
				p->all->diag, PLAN_SOURCE(p->job->section, bs),
				"bs: a block of %" PRIu64
				" is more than the %" PRIu64
				" that can be written in a zone",
				p->layout->max_bs, f->zones->zones[i].capacity);
	if (p->options->rw.flags & RW_TRIM && f->zones->zone_size > UINT32_MAX)
		return no_zones(p, f->path,
				"its zones are too long for a trim");
	if (f->zones->data || job_writes(p) || !is_first_clone(p) ||
	    p->options->zone.read_beyond_wp)
		return 0;
	diag_note(p->all->diag, zbd_source(p),
		  "zonemode: zbd: no zone of %s holds data yet, and only what "
		  "was written is read without read_beyond_wp=1",
		  f->path);
	return 0;
}

int prepare_zone_maps(struct job_preparation *p)
{
	if (p->options->zone.mode != ZONES_ZBD)
		return 0;
	for (size_t i = 0; i < p->layout->file_count; i++) {
		struct layout_file *f = &p->layout->files[i];

		if (f->kind != FILE_REGULAR && f->kind != FILE_BLOCK)
			return no_zones(p, f->path,
					"is neither a file nor a block device");
		f->zones = find_map(p, i);
		if (!f->zones && make_map(p, i) < 0)
			return -1;
		if (!f->zones)
			f->zones = p->files[i]->zones;
		if (!f->zones || check_map(p, f->zones, f->path) < 0 ||
		    check_part(p, f) < 0)
			return -1;
	}
	return 0;
}
