#include "io/zone_map.h"

#include "unit.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ZONE UINT64_C(65536)
#define BLOCK UINT64_C(16384)

enum { ZONES = 4 };

static struct zone_map *map;

static void setup(void)
{
	map = zone_map_new(ZONES, ZONE, ZONE);
	ck_assert_ptr_nonnull(map);
}

static void teardown(void)
{
	zone_map_free(map);
}

static struct zone_request request(uint32_t zone, uint64_t length)
{
	return (struct zone_request){ .end = ZONES,
				      .owner = 1,
				      .min = BLOCK,
				      .zone = zone,
				      .length = length };
}

static uint64_t write_to(uint32_t zone, uint32_t owner)
{
	struct zone_request r = request(zone, BLOCK);

	r.owner = owner;
	ck_assert(zone_map_write(map, &r));
	return r.offset;
}

START_TEST(writes_go_behind_each_other_until_a_zone_begins_again)
{
	struct zone_request r;

	for (uint64_t i = 0; i < ZONE / BLOCK; i++)
		ck_assert_uint_eq(write_to(2, 1), 2 * ZONE + i * BLOCK);
	ck_assert(!map->zones[2].open);
	ck_assert_uint_eq(map->data, ZONE);
	r = request(2, BLOCK);
	ck_assert(zone_map_write(map, &r));
	ck_assert(r.reset);
	ck_assert_uint_eq(r.offset, 2 * ZONE);
	ck_assert_uint_eq(map->data, BLOCK);
}
END_TEST

START_TEST(a_block_is_cut_to_what_is_left)
{
	struct zone_request r = request(0, 3 * BLOCK);

	ck_assert(zone_map_write(map, &r));
	r.length = 3 * BLOCK;
	ck_assert(zone_map_write(map, &r));
	ck_assert_uint_eq(r.length, BLOCK);
	ck_assert(r.filled);
}
END_TEST

/* Blocks of 24 KiB: two of them, and 16 KiB are left. */
START_TEST(a_remainder_is_left_out_or_written)
{
	struct zone_request r = request(_i ? 0 : 1, BLOCK / 2 * 3);

	r.min = BLOCK / 2 * 3;
	r.remainder = _i;
	for (int i = 0; i < 2; i++)
		ck_assert(zone_map_write(map, &r));
	ck_assert(r.filled == !_i);
	ck_assert(zone_map_write(map, &r));
	ck_assert(r.reset == !_i);
	ck_assert_uint_eq(r.length, _i ? BLOCK : BLOCK / 2 * 3);
	ck_assert(r.filled == (_i != 0));
}
END_TEST

START_TEST(no_more_zones_are_open_than_may_be)
{
	map->max_open = 2;
	write_to(0, 1);
	write_to(1, 1);
	for (uint32_t i = 0; i < 4; i++)
		ck_assert_uint_lt(write_to(2 + i % 2, 1), 2 * ZONE);
	ck_assert_uint_eq(map->open_count, 2);
	/* Once one is full another can be opened. */
	while (map->open_count == 2)
		write_to(2, 1);
	ck_assert_uint_eq(write_to(3, 1), 3 * ZONE);
}
END_TEST

START_TEST(a_job_may_have_a_limit_of_its_own)
{
	struct zone_request r = request(0, BLOCK);

	map->max_open = 3;
	r.max_open = 1;
	ck_assert(zone_map_write(map, &r));
	r.zone = 1;
	ck_assert(zone_map_write(map, &r));
	ck_assert_uint_eq(r.zone, 0);
	r.zone = 1;
	r.owner = 2;
	ck_assert(zone_map_write(map, &r));
	ck_assert_uint_eq(r.zone, 1);
}
END_TEST

START_TEST(on_a_device_a_zone_is_written_by_one_job)
{
	map->device = true;
	ck_assert_uint_lt(write_to(0, 1), ZONE);
	ck_assert_uint_eq(write_to(0, 2), ZONE);
	ck_assert_uint_eq(write_to(0, 1), BLOCK);
	map->max_open = 2;
	ck_assert_uint_eq(map->open_count, 2);
}
END_TEST

START_TEST(only_what_was_written_is_read)
{
	struct zone_request r = request(3, BLOCK);

	ck_assert(!zone_map_read(map, &r, false));
	ck_assert(zone_map_read(map, &r, true));
	ck_assert_uint_eq(r.length, ZONE);
	write_to(1, 1);
	r = request(3, BLOCK);
	ck_assert(zone_map_read(map, &r, false));
	ck_assert_uint_eq(r.zone, 1);
	ck_assert_uint_eq(r.offset, ZONE);
	ck_assert_uint_eq(r.length, BLOCK);
}
END_TEST

START_TEST(a_trim_empties_a_zone_with_data)
{
	struct zone_request r = request(0, 0);

	ck_assert(!zone_map_trim(map, &r));
	write_to(2, 1);
	ck_assert(zone_map_trim(map, &r));
	ck_assert_uint_eq(r.offset, 2 * ZONE);
	ck_assert_uint_eq(r.length, ZONE);
	ck_assert_uint_eq(map->data, 0);
	ck_assert_uint_eq(map->open_count, 0);
}
END_TEST

START_TEST(processes_share_it)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		write_to(0, 2);
		/* It dies with the lock. */
		pthread_mutex_lock(&map->lock);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	ck_assert_uint_eq(write_to(0, 1), BLOCK);
	ck_assert_uint_eq(write_to(0, 1), 2 * BLOCK);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("zone_map");
	TCase *test = tcase_create("zone_map");

	tcase_add_checked_fixture(test, setup, teardown);
	tcase_add_test(test,
		       writes_go_behind_each_other_until_a_zone_begins_again);
	tcase_add_test(test, a_block_is_cut_to_what_is_left);
	tcase_add_loop_test(test, a_remainder_is_left_out_or_written, 0, 2);
	tcase_add_test(test, no_more_zones_are_open_than_may_be);
	tcase_add_test(test, a_job_may_have_a_limit_of_its_own);
	tcase_add_test(test, on_a_device_a_zone_is_written_by_one_job);
	tcase_add_test(test, only_what_was_written_is_read);
	tcase_add_test(test, a_trim_empties_a_zone_with_data);
	tcase_add_test(test, processes_share_it);
	suite_add_tcase(suite, test);
	return unit_main(suite);
}
