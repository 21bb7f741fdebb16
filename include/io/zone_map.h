#ifndef RUNNER_IO_ZONE_MAP_H
#define RUNNER_IO_ZONE_MAP_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * zonemode=zbd: the zones of a file or device and how far each is written. All
 * jobs of the run share it: it is made before they are, in shared memory.
 *
 * On a zoned device it says what the device's state is going to be once all
 * I/Os that were chosen by it are done; what has to be done to zones besides
 * (resets) is left to zone_engine.h. On anything else zones are only here.
 */
enum { ZONES_OPEN_MAX = 4096 };

struct zone_state {
	uint64_t capacity;
	uint64_t written; /* from the zone's start on */
	uint64_t issued;  /* of that, what a device was told to write */
	uint32_t owner;   /* who writes it, on a device; 0: nobody */
	bool sequential;  /* a device wants it written in order */
	bool usable;
	bool open;
	bool renewed; /* its first write was to begin it again */
};

struct zone_map {
	pthread_mutex_t lock;
	uint64_t zone_size;
	uint32_t count;
	bool device;       /* it has zones itself */
	uint64_t data;     /* bytes written in all zones */
	uint64_t capacity; /* of all zones */
	uint32_t max_open; /* zones that are being written; 0: no limit */
	uint32_t open_count;
	uint32_t opened[ZONES_OPEN_MAX]; /* which, if there is a limit */
	struct zone_state zones[];
};

/* Zones without data, `capacity` each. NULL: no memory, see errno. */
struct zone_map *zone_map_new(uint32_t count, uint64_t zone_size,
			      uint64_t capacity);
void zone_map_free(struct zone_map *map);

/* A device's zones are known by now: add up what is in them. */
void zone_map_count(struct zone_map *map);

/* What a job asks for, and what it gets. */
struct zone_request {
	uint32_t first, end; /* the job's zones: from first to before end */
	uint32_t owner;      /* of the job, not 0 */
	uint32_t max_open;   /* of the job's own, on a device; 0: no limit */
	uint64_t min;        /* the smallest block */
	bool remainder;      /* write a smaller one where a zone ends */
	bool renew;          /* reset the zone, however full it is */

	uint32_t zone;   /* that is wanted; then: that it is */
	uint64_t offset; /* in the file */
	uint64_t length; /* that is wanted; then: that it is */
	bool filled;     /* the zone has no room for more */
	bool reset;      /* the zone was begun again */
};

/*
 * Where to write next: where the wanted zone is written up to, from its start
 * if that was full, or in an open zone if no other can be opened. Returns false
 * if there is no such zone.
 */
bool zone_map_write(struct zone_map *map, struct zone_request *r);

/* The next zone with data from the wanted one on, to be made empty. */
bool zone_map_trim(struct zone_map *map, struct zone_request *r);

/*
 * The next zone from the wanted one on, around the end, that can be read for
 * `r->min` bytes: `r->length` is how many. With `beyond` what wasn't written
 * can.
 */
bool zone_map_read(const struct zone_map *map, struct zone_request *r,
		   bool beyond);

/*
 * A write or trim, as it was given out, isn't started: `r` is the request for
 * it. What was given to the job after it was taken back before. What the zone
 * is going to hold is what it was before, or on a device what that has; if
 * another job has gone on in the zone, it stays as it is. Returns whether a
 * reset was taken back, too.
 */
bool zone_map_take_back(struct zone_map *map, const struct zone_request *r,
			bool trim);

/* The job has ended: others may go on in the zones that it leaves open. */
void zone_map_leave(struct zone_map *map, uint32_t owner);

/* What a zone holds, as the device says after a failed write. */
void zone_map_correct(struct zone_map *map, uint32_t zone, uint64_t written);

#endif
