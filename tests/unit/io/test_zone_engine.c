#include "../../../src/io/zone_engine.h"

#include "io/workload.h"
#include "io/zone_map.h"
#include "job_fixture.h"

#include <errno.h>
#include <string.h>

#include <linux/blkzoned.h>

/*
 * Jobs on a zoned device that is only simulated: what it refuses (a write that
 * isn't at the write pointer, a reset below I/Os in flight) fails the test.
 */
#define BLOCK UINT64_C(4096)
#define ZONE (16 * BLOCK)
#define CAPACITY (10 * BLOCK)

enum { ZONES = 8, DEPTH = 4, OPEN_MAX = 3, FD = 42, DROPS = 8 };

static struct {
	uint64_t pointer[ZONES];
	bool finished[ZONES];
	struct completion done[DEPTH];
	unsigned in_flight;
	unsigned resets, finishes, writes;
	unsigned fail_write; /* the number of the one that fails, or 0 */
} device;

static unsigned open_zones(void)
{
	unsigned count = 0;

	for (unsigned i = 0; i < ZONES; i++)
		count += device.pointer[i] && device.pointer[i] < CAPACITY &&
			 !device.finished[i];
	return count;
}

static int device_submit(void *state, struct io *const *ios, unsigned n)
{
	(void)state;
	/* Not always all at once. */
	if (n > 2)
		n = 2;
	for (unsigned i = 0; i < n; i++) {
		uint64_t zone = ios[i]->offset / ZONE;
		uint64_t at = ios[i]->offset % ZONE;
		bool fails = false;

		ck_assert_uint_lt(device.in_flight, DEPTH);
		if (ios[i]->kind == IO_WRITE) {
			fails = ++device.writes == device.fail_write;
			ck_assert(device.fail_write ||
				  at == device.pointer[zone]);
			fails = fails || at != device.pointer[zone];
			if (!fails)
				device.pointer[zone] += ios[i]->length;
			ck_assert_uint_le(device.pointer[zone], CAPACITY);
			ck_assert_uint_le(open_zones(), OPEN_MAX);
		}
		device.done[device.in_flight++] = (struct completion){
			.slot = ios[i]->slot,
			.result = fails ? -EIO : (int32_t)ios[i]->length,
		};
	}
	return (int)n;
}

static int device_reap(void *state, struct completion *done, unsigned min,
		       unsigned max, const struct timespec *timeout)
{
	unsigned n = device.in_flight < max ? device.in_flight : max;

	(void)state;
	(void)timeout;
	ck_assert_uint_ge(n, min);
	if (n > min && min)
		n = min;
	memcpy(done, device.done, n * sizeof(*done));
	device.in_flight -= n;
	memmove(device.done, device.done + n, device.in_flight * sizeof(*done));
	return (int)n;
}

static void device_close(void *state)
{
	(void)state;
}

static const struct engine_ops inner = {
	.submit = device_submit,
	.reap = device_reap,
	.close = device_close,
};

static int control(int fd, unsigned long request, void *argument)
{
	const struct blk_zone_range *range = argument;
	struct blk_zone_report *report = argument;
	uint64_t zone = range->sector * 512 / ZONE;

	ck_assert_int_eq(fd, FD);
	if (request == BLKREPORTZONE) {
		zone = report->sector * 512 / ZONE;
		report->nr_zones = 1;
		report->flags = BLK_ZONE_REP_CAPACITY;
		report->zones[0] = (struct blk_zone){
			.start = zone * ZONE / 512,
			.len = ZONE / 512,
			.capacity = CAPACITY / 512,
			.wp = (zone * ZONE + device.pointer[zone]) / 512,
			.type = BLK_ZONE_TYPE_SEQWRITE_REQ,
			.cond = BLK_ZONE_COND_IMP_OPEN,
		};
		return 0;
	}
	ck_assert_uint_eq(device.in_flight, 0);
	ck_assert_uint_eq(range->nr_sectors, ZONE / 512);
	if (request == BLKRESETZONE) {
		device.pointer[zone] = 0;
		device.finished[zone] = false;
		device.resets++;
	} else {
		device.finished[zone] = true;
		device.finishes++;
	}
	return 0;
}

static const struct zoned_control shim = { control };

/* A job on the device as it is, with DEPTH I/Os in flight. */
struct run {
	struct job_fixture fixture;
	const struct engine_ops *engine;
	struct workload *workload;
	void *state;
	struct io ios[DEPTH];
	struct io *free[DEPTH], *waiting[DEPTH];
	unsigned free_count, waiting_count, in_flight;
	unsigned count[3], failed;
};

static struct zone_map *new_map(void)
{
	struct zone_map *map = zone_map_new(ZONES, ZONE, CAPACITY);

	map->device = true;
	map->max_open = OPEN_MAX;
	for (unsigned i = 0; i < ZONES; i++) {
		map->zones[i].sequential = true;
		map->zones[i].written = device.pointer[i];
		map->zones[i].issued = device.pointer[i];
	}
	zone_map_count(map);
	return map;
}

/* The job of this number, on what may be the map of others, too. */
static void open_job(struct run *r, const char *texts, uint32_t number,
		     struct zone_map *map)
{
	struct layout *layout = &r->fixture.job.layout;

	memset(r, 0, sizeof(*r));
	job_fixture_open(&r->fixture, texts);
	r->fixture.job.job.number = number;
	job_fixture_add_file(&r->fixture, 0, ZONES * ZONE);
	r->fixture.file[0].zones = map;
	r->workload = workload_new(layout);
	r->engine = zone_engine(&inner, &r->state, layout, DEPTH, &shim);
	ck_assert(r->workload && r->engine);
	for (unsigned i = 0; i < DEPTH; i++) {
		r->ios[i].slot = (uint16_t)i;
		r->ios[i].fd = FD;
		r->free[r->free_count++] = &r->ios[i];
	}
}

static void open_run(struct run *r, const char *texts)
{
	open_job(r, texts, 0, new_map());
}

static void close_job(struct run *r)
{
	r->engine->close(r->state);
	workload_free(r->workload);
	job_fixture_close(&r->fixture);
}

static void close_run(struct run *r)
{
	struct zone_map *map = r->fixture.file[0].zones;

	close_job(r);
	zone_map_free(map);
}

static void submit_waiting(struct run *r)
{
	int n = r->engine->submit(r->state, r->waiting, r->waiting_count);

	ck_assert(n > 0 || (n == -EAGAIN && r->in_flight));
	if (n < 0)
		return;
	r->in_flight += (unsigned)n;
	r->waiting_count -= (unsigned)n;
	memmove(r->waiting, r->waiting + n,
		r->waiting_count * sizeof(struct io *));
}

static void reap_some(struct run *r)
{
	struct completion done[DEPTH];
	int n = r->engine->reap(r->state, done, 1, DEPTH, NULL);

	ck_assert_int_gt(n, 0);
	for (int i = 0; i < n; i++) {
		struct io *io = &r->ios[done[i].slot];

		r->failed += done[i].result < 0;
		r->count[io->kind]++;
		r->free[r->free_count++] = io;
	}
	r->in_flight -= (unsigned)n;
}

static void drop_waiting(struct run *r)
{
	while (r->waiting_count) {
		struct io *io = r->waiting[--r->waiting_count];

		workload_take_back(r->workload, io);
		r->free[r->free_count++] = io;
	}
}

/* Returns false when nothing is left to do. */
static bool go_on(struct run *r, bool *more)
{
	while (*more && r->free_count) {
		struct io *io = r->free[r->free_count - 1];

		*more = workload_next(r->workload, io);
		if (!*more)
			break;
		r->free_count--;
		r->waiting[r->waiting_count++] = io;
	}
	if (r->waiting_count)
		submit_waiting(r);
	if (r->in_flight)
		reap_some(r);
	return *more || r->in_flight || r->waiting_count;
}

/* `drop_at`: when so many were done, those that wait are forgotten. */
static void finish_run(struct run *r, unsigned drop_at)
{
	bool more = true;

	while (go_on(r, &more)) {
		if (!drop_at || r->count[IO_WRITE] < drop_at)
			continue;
		drop_waiting(r);
		drop_at = 0;
	}
}

static void setup(void)
{
	memset(&device, 0, sizeof(device));
}

#define ZBD "bs=4k zonemode=zbd "

static const char *const jobs[] = {
	ZBD "rw=write io_size=2m",
	ZBD "rw=randwrite io_size=2m",
	ZBD "rw=randwrite norandommap bsrange=4k-16k io_size=2m",
	ZBD "rw=randrw io_size=2m",
	ZBD "rw=rw io_size=2m",
	ZBD "rw=write bs=12k io_size=2m",
	ZBD "rw=write bs=12k write_zone_remainder=1 io_size=2m",
	ZBD "rw=randwrite zone_reset_threshold=0.5 zone_reset_frequency=0.1 "
	    "io_size=2m",
	ZBD "rw=write zoneskip=2z io_size=2m",
	ZBD "rw=randwrite job_max_open_zones=1 io_size=2m",
};

START_TEST(a_device_takes_each_write)
{
	static struct run r;

	open_run(&r, jobs[_i]);
	finish_run(&r, 0);
	ck_assert_uint_eq(r.failed, 0);
	ck_assert_uint_gt(r.count[IO_WRITE], 80);
	ck_assert_uint_gt(device.resets, 0);
	ck_assert_uint_eq(device.resets, workload_zone_resets(r.workload));
	close_run(&r);
}
END_TEST

/* Blocks of 12 KiB leave 4 KiB of each zone. */
START_TEST(zones_that_are_left_are_finished)
{
	static struct run r;

	open_run(&r, ZBD "rw=write bs=12k");
	finish_run(&r, 0);
	ck_assert_uint_eq(r.count[IO_WRITE], UINT64_C(3) * ZONES);
	ck_assert_uint_eq(device.finishes, ZONES - 1);
	close_run(&r);
}
END_TEST

/*
 * Whatever was dropped: what is written is as the map has it, no zone is left
 * open that isn't known to be, and only resets that were done count.
 */
START_TEST(a_write_that_was_not_started_leaves_nothing)
{
	static struct run r;
	const struct zone_map *map;

	open_run(&r, jobs[_i / DROPS]);
	finish_run(&r, 30 + (unsigned)_i % DROPS);
	map = r.fixture.file[0].zones;
	ck_assert_uint_eq(r.failed, 0);
	ck_assert_uint_eq(device.resets, workload_zone_resets(r.workload));
	for (unsigned i = 0; i < ZONES; i++)
		ck_assert_uint_eq(map->zones[i].written, device.pointer[i]);
	close_run(&r);
}
END_TEST

/* The job ends with writes that it never started: others go on behind it. */
START_TEST(what_a_job_leaves_is_for_others)
{
	static struct run r, other;
	bool more = true;

	open_run(&r, jobs[_i]);
	while (r.count[IO_WRITE] < 33)
		ck_assert(go_on(&r, &more));
	drop_waiting(&r);
	while (r.in_flight)
		reap_some(&r);
	workload_leave(r.workload);
	open_job(&other, jobs[_i], 1, r.fixture.file[0].zones);
	finish_run(&other, 0);
	ck_assert_uint_gt(other.count[IO_WRITE], 80);
	ck_assert_uint_eq(other.failed, 0);
	close_job(&other);
	close_run(&r);
}
END_TEST

START_TEST(trims_reset_what_holds_data)
{
	static struct run r;

	device.pointer[1] = device.pointer[5] = CAPACITY;
	device.pointer[6] = BLOCK;
	open_run(&r, ZBD "rw=randtrim bs=64k");
	finish_run(&r, 0);
	ck_assert_uint_eq(r.count[IO_TRIM], 3);
	ck_assert_uint_eq(device.resets, 3);
	for (unsigned i = 0; i < ZONES; i++)
		ck_assert_uint_eq(device.pointer[i], 0);
	close_run(&r);
}
END_TEST

START_TEST(a_failed_write_moves_the_pointer)
{
	static struct run r;

	device.fail_write = 25;
	open_run(&r, ZBD "rw=randwrite io_size=1m recover_zbd_write_error=1");
	finish_run(&r, 0);
	/* It, and those behind it in the zone that were on their way. */
	ck_assert_uint_ge(r.failed, 1);
	ck_assert_uint_lt(r.failed, DEPTH + 1);
	close_run(&r);
}
END_TEST

START_TEST(only_what_was_written_is_read)
{
	static struct run r;

	device.pointer[3] = 2 * BLOCK;
	open_run(&r, ZBD "rw=read");
	finish_run(&r, 0);
	ck_assert_uint_eq(r.count[IO_READ], 2);
	close_run(&r);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("zone_engine");
	TCase *test = tcase_create("zone_engine");

	tcase_add_checked_fixture(test, setup, NULL);
	tcase_add_loop_test(test, a_device_takes_each_write, 0, COUNT_OF(jobs));
	tcase_add_test(test, zones_that_are_left_are_finished);
	tcase_add_loop_test(test, a_write_that_was_not_started_leaves_nothing,
			    0, COUNT_OF(jobs) * DROPS);
	tcase_add_loop_test(test, what_a_job_leaves_is_for_others, 0,
			    COUNT_OF(jobs));
	tcase_add_test(test, trims_reset_what_holds_data);
	tcase_add_test(test, a_failed_write_moves_the_pointer);
	tcase_add_test(test, only_what_was_written_is_read);
	suite_add_tcase(suite, test);
	return unit_main(suite);
}
