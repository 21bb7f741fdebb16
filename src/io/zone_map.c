#include "io/zone_map.h"

#include "io/layout.h"
#include "sys/shared_lock.h"

#include <sys/mman.h>

static size_t size_of(uint32_t count)
{
	return sizeof(struct zone_map) + count * sizeof(struct zone_state);
}

static void lock(struct zone_map *map)
{
	shared_lock_take(&map->lock);
}

static void unlock(struct zone_map *map)
{
	shared_lock_give_back(&map->lock);
}

struct zone_map *zone_map_new(uint32_t count, uint64_t zone_size,
			      uint64_t capacity)
{
	struct zone_map *map =
		mmap(NULL, size_of(count), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (map == MAP_FAILED)
		return NULL;
	shared_lock_init(&map->lock);
	map->zone_size = zone_size;
	map->count = count;
	for (uint32_t i = 0; i < count; i++)
		map->zones[i] = (struct zone_state){ .capacity = capacity,
						     .usable = true };
	zone_map_count(map);
	return map;
}

void zone_map_free(struct zone_map *map)
{
	if (map)
		munmap(map, size_of(map->count));
}

void zone_map_count(struct zone_map *map)
{
	map->data = map->capacity = 0;
	for (uint32_t i = 0; i < map->count; i++) {
		map->data += map->zones[i].written;
		map->capacity += map->zones[i].capacity;
	}
}

/* Another job may be writing to a device's zone. */
static bool is_ours(const struct zone_map *map, const struct zone_state *z,
		    const struct zone_request *r)
{
	return z->usable && (!map->device || !z->owner || z->owner == r->owner);
}

static uint32_t own_count(const struct zone_map *map, uint32_t owner)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < map->open_count; i++)
		count += map->zones[map->opened[i]].owner == owner;
	return count;
}

static bool can_open(const struct zone_map *map, const struct zone_request *r)
{
	if (map->max_open && map->open_count >= map->max_open)
		return false;
	return !r->max_open || own_count(map, r->owner) < r->max_open;
}

static void open_zone(struct zone_map *map, uint32_t i, uint32_t owner)
{
	map->zones[i].open = true;
	map->zones[i].owner = owner;
	if (map->max_open)
		map->opened[map->open_count] = i;
	map->open_count++;
}

static void close_zone(struct zone_map *map, uint32_t i)
{
	if (!map->zones[i].open)
		return;
	map->zones[i].open = false;
	map->zones[i].owner = 0;
	map->open_count--;
	for (uint32_t k = 0; map->max_open && k < map->open_count; k++)
		if (map->opened[k] == i)
			map->opened[k] = map->opened[map->open_count];
}

static bool has_room(const struct zone_state *z, const struct zone_request *r)
{
	uint64_t rest = z->capacity - z->written;

	return rest >= r->min || (r->remainder && rest);
}

static bool is_within(const struct zone_request *r, uint32_t i)
{
	return i >= r->first && i < r->end;
}

/* Whether the open zone is one for the job to write. */
static bool can_go_on(const struct zone_map *map, const struct zone_request *r,
		      const struct zone_state *z)
{
	if (!r->max_open || z->owner == r->owner)
		return true;
	return !z->owner && own_count(map, r->owner) < r->max_open;
}

/* In place of one that can't be opened; -1: there is none. */
static int64_t find_open(const struct zone_map *map,
			 const struct zone_request *r)
{
	uint32_t n = map->open_count;

	for (uint32_t k = 0; map->max_open && k < n; k++) {
		uint32_t i = map->opened[(r->zone + k) % n];
		const struct zone_state *z = &map->zones[i];

		if (!is_within(r, i) || !is_ours(map, z, r))
			continue;
		if (can_go_on(map, r, z))
			return i;
	}
	return -1;
}

static int64_t find_to_write(const struct zone_map *map,
			     const struct zone_request *r)
{
	uint32_t zones = r->end - r->first;
	bool opens = can_open(map, r);

	for (uint32_t k = 0; k < zones; k++) {
		uint32_t i = r->first + (r->zone - r->first + k) % zones;
		const struct zone_state *z = &map->zones[i];

		if (is_ours(map, z, r) &&
		    (z->open ? z->owner || can_go_on(map, r, z) : opens))
			return i;
		if (!opens)
			break;
	}
	return find_open(map, r);
}

static void empty_zone(struct zone_map *map, struct zone_state *z)
{
	map->data -= z->written;
	z->written = 0;
}

static void advance(struct zone_map *map, uint32_t i, struct zone_request *r)
{
	struct zone_state *z = &map->zones[i];
	uint64_t rest = z->capacity - z->written;

	if (r->length > rest)
		r->length = rest < r->min ? rest : rest - rest % r->min;
	r->zone = i;
	r->offset = i * map->zone_size + z->written;
	z->written += r->length;
	map->data += r->length;
	r->filled = !has_room(z, r);
	if (r->filled)
		close_zone(map, i);
}

bool zone_map_write(struct zone_map *map, struct zone_request *r)
{
	int64_t i;

	r->reset = false;
	lock(map);
	i = find_to_write(map, r);
	if (i >= 0) {
		struct zone_state *z = &map->zones[i];

		if (z->written && (r->renew || !has_room(z, r))) {
			empty_zone(map, z);
			r->reset = true;
		}
		if (!z->written)
			z->renewed = r->reset;
		if (!z->open)
			open_zone(map, (uint32_t)i, r->owner);
		else if (!z->owner)
			z->owner = r->owner;
		advance(map, (uint32_t)i, r);
	}
	unlock(map);
	return i >= 0;
}

bool zone_map_trim(struct zone_map *map, struct zone_request *r)
{
	uint32_t zones = r->end - r->first;
	bool found = false;

	lock(map);
	for (uint32_t k = 0; k < zones && !found; k++) {
		uint32_t i = r->first + (r->zone - r->first + k) % zones;
		struct zone_state *z = &map->zones[i];

		if (!z->written || !is_ours(map, z, r) ||
		    (map->device && !z->sequential))
			continue;
		empty_zone(map, z);
		close_zone(map, i);
		r->zone = i;
		r->offset = i * map->zone_size;
		r->length = map->zone_size;
		found = true;
	}
	unlock(map);
	return found;
}

bool zone_map_read(const struct zone_map *map, struct zone_request *r,
		   bool beyond)
{
	uint32_t zones = r->end - r->first;

	for (uint32_t k = 0; k < zones; k++) {
		uint32_t i = r->first + (r->zone - r->first + k) % zones;
		const struct zone_state *z = &map->zones[i];
		uint64_t limit = beyond ? z->capacity : z->written;

		if (limit < r->min || !z->usable)
			continue;
		r->zone = i;
		r->offset = i * map->zone_size;
		r->length = limit;
		return true;
	}
	return false;
}

static void hold(struct zone_map *map, struct zone_state *z, uint64_t written)
{
	map->data += written;
	map->data -= z->written;
	z->written = written;
}

/* Returns whether it was to begin the zone again, which it hasn't. */
static bool take_back_write(struct zone_map *map, struct zone_state *z,
			    const struct zone_request *r)
{
	uint64_t at = r->offset % map->zone_size;
	bool device = map->device && z->sequential;
	bool reset = z->renewed && !at;

	if (device)
		reset = reset && z->issued;
	else if (z->written != at + r->length)
		return false;
	hold(map, z, device ? z->issued : at);
	z->renewed = z->renewed && at;
	return reset;
}

/* As what it holds has it. */
static void open_or_close(struct zone_map *map, const struct zone_request *r)
{
	const struct zone_state *z = &map->zones[r->zone];
	bool open = z->written && has_room(z, r);

	if (!open)
		close_zone(map, r->zone);
	else if (!z->open &&
		 (!map->max_open || map->open_count < ZONES_OPEN_MAX))
		open_zone(map, r->zone, r->owner);
}

bool zone_map_take_back(struct zone_map *map, const struct zone_request *r,
			bool trim)
{
	struct zone_state *z = &map->zones[r->zone];
	bool reset = trim;

	lock(map);
	if (!z->owner || z->owner == r->owner) {
		if (!trim)
			reset = take_back_write(map, z, r);
		else if (map->device)
			hold(map, z, z->issued);
		open_or_close(map, r);
	}
	unlock(map);
	return reset;
}

void zone_map_leave(struct zone_map *map, uint32_t owner)
{
	lock(map);
	for (uint32_t i = 0; i < map->count; i++)
		if (map->zones[i].owner == owner)
			map->zones[i].owner = 0;
	unlock(map);
}

void zone_map_correct(struct zone_map *map, uint32_t zone, uint64_t written)
{
	struct zone_state *z = &map->zones[zone];

	lock(map);
	map->data += written;
	map->data -= z->written;
	z->written = z->issued = written;
	if (z->written == z->capacity)
		close_zone(map, zone);
	unlock(map);
}

void layout_file_zones(const struct layout_file *f, uint32_t *first,
		       uint32_t *end)
{
	uint64_t size = f->zones->zone_size;
	uint64_t from = f->offset / size + (f->offset % size != 0);
	uint64_t to = (f->offset + f->length) / size;

	if (to > f->zones->count)
		to = f->zones->count;
	*first = (uint32_t)from;
	*end = to > from ? (uint32_t)to : (uint32_t)from;
}
