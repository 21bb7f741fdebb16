#include "sys/diskstats.h"

#include "base/clock.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static const char *const root = FIXTURES "/disks";

START_TEST(reads_the_counters_of_the_whole_disk)
{
	struct diskstats *stats = diskstats_new(root);
	const struct disk_counters *c;

	/* A partition of nvme0n1. */
	diskstats_add(stats, makedev(259, 1));
	ck_assert_uint_eq(stats->count, 1);
	ck_assert_str_eq(stats->disks[0].name, "nvme0n1");
	ck_assert_int_eq(stats->disks[0].is_member, 0);
	ck_assert_uint_eq(stats->disks[0].member_count, 0);
	c = &stats->disks[0].first;
	ck_assert_uint_eq(c->ios[0], 100);
	ck_assert_uint_eq(c->merges[0], 10);
	ck_assert_uint_eq(c->sectors[0], 8000);
	ck_assert_uint_eq(c->ticks_ms[0], 250);
	ck_assert_uint_eq(c->ios[1], 200);
	ck_assert_uint_eq(c->merges[1], 20);
	ck_assert_uint_eq(c->sectors[1], 16000);
	ck_assert_uint_eq(c->ticks_ms[1], 500);
	ck_assert_uint_eq(c->busy_ms, 600);
	ck_assert_uint_eq(c->in_queue_ms, 750);
	diskstats_free(stats);
}
END_TEST

static void check_disk(const struct diskstats *stats, size_t at,
		       const char *name, int is_member)
{
	ck_assert_uint_lt(at, stats->count);
	ck_assert_str_eq(stats->disks[at].name, name);
	ck_assert_int_eq(stats->disks[at].is_member, is_member);
}

START_TEST(members_are_followed_down_to_the_disks)
{
	struct diskstats *stats = diskstats_new(root);

	/* dm-2 on a partition of md0 on sda1 and sdb1. */
	diskstats_add(stats, makedev(253, 2));
	ck_assert_uint_eq(stats->count, 4);
	check_disk(stats, 0, "dm-2", 0);
	check_disk(stats, 1, "md0", 1);
	check_disk(stats, 2, "sda", 1);
	check_disk(stats, 3, "sdb", 1);
	ck_assert_uint_eq(stats->disks[0].member_count, 1);
	ck_assert_uint_eq(stats->disks[0].members[0], 1);
	ck_assert_uint_eq(stats->disks[1].member_count, 2);
	ck_assert_uint_eq(stats->disks[1].members[0], 2);
	ck_assert_uint_eq(stats->disks[1].members[1], 3);
	ck_assert_uint_eq(stats->disks[2].first.ios[0], 10);
	ck_assert_uint_eq(stats->disks[3].first.ios[0], 20);
	diskstats_free(stats);
}
END_TEST

START_TEST(a_disk_is_listed_once)
{
	struct diskstats *stats = diskstats_new(root);

	diskstats_add(stats, makedev(8, 16));
	diskstats_add(stats, makedev(9, 0));
	diskstats_add(stats, makedev(259, 10));
	diskstats_add(stats, makedev(8, 1));
	ck_assert_uint_eq(stats->count, 3);
	check_disk(stats, 0, "sdb", 0);
	check_disk(stats, 1, "md0", 0);
	/* First a member, then used for itself. */
	check_disk(stats, 2, "sda", 0);
	ck_assert_uint_eq(stats->disks[1].member_count, 2);
	ck_assert_uint_eq(stats->disks[1].members[0], 2);
	ck_assert_uint_eq(stats->disks[1].members[1], 0);
	diskstats_free(stats);
}
END_TEST

START_TEST(a_disk_with_two_partitions_in_a_device_is_one_member)
{
	struct diskstats *stats = diskstats_new(root);

	/* dm-1 on nvme0n1p2 and nvme0n1p3. */
	diskstats_add(stats, makedev(253, 1));
	ck_assert_uint_eq(stats->count, 2);
	check_disk(stats, 0, "dm-1", 0);
	check_disk(stats, 1, "nvme0n1", 1);
	ck_assert_uint_eq(stats->disks[0].member_count, 1);
	diskstats_free(stats);
}
END_TEST

static const dev_t no_disks[][2] = { { 0, 45 }, { 8, 200 }, { 1, 3 } };

START_TEST(what_is_no_disk_is_left_out)
{
	struct diskstats *stats = diskstats_new(root);

	diskstats_add(stats, makedev((unsigned)no_disks[_i][0],
				     (unsigned)no_disks[_i][1]));
	ck_assert_uint_eq(stats->count, 0);
	diskstats_update(stats);
	diskstats_free(stats);
}
END_TEST

static const struct {
	uint64_t first, last, delta;
} wraps[] = {
	{ 5, 12, 7 },
	{ 7, 7, 0 },
	{ UINT32_MAX - 1, 3, 5 },
	{ UINT64_C(1) << 40, (UINT64_C(1) << 40) + 1, 1 },
	{ UINT64_MAX, 1, 2 },
};

START_TEST(a_counter_may_wrap)
{
	struct disk disk = { 0 };
	struct disk_counters d;

	disk.first.ticks_ms[1] = wraps[_i].first;
	disk.last.ticks_ms[1] = wraps[_i].last;
	d = disk_delta(&disk);
	ck_assert_uint_eq(d.ticks_ms[1], wraps[_i].delta);
	ck_assert_uint_eq(d.ticks_ms[0], 0);
}
END_TEST

START_TEST(every_counter_has_its_own_difference)
{
	struct disk disk = {
		.first = { { 1, 2 }, { 3, 4 }, { 5, 6 }, { 7, 8 }, 9, 10 },
		.last = { { 2, 4 }, { 6, 8 }, { 10, 12 }, { 14, 16 }, 18, 20 }
	};
	struct disk_counters d = disk_delta(&disk);

	ck_assert_mem_eq(&d, &disk.first, sizeof(d));
}
END_TEST

static const struct {
	uint64_t elapsed_ns;
	uint64_t busy_ms;
	double percent;
} loads[] = {
	{ 1000 * NSEC_PER_MSEC, 0, 0 },
	{ 1000 * NSEC_PER_MSEC, 250, 25 },
	{ 1000 * NSEC_PER_MSEC, 1000, 100 },
	/* Both clocks are coarse in their own way. */
	{ 1000 * NSEC_PER_MSEC, 1004, 100 },
	{ 0, 10, 0 },
};

START_TEST(utilization_is_the_share_of_time_busy)
{
	struct disk disk = { .first_ns = 5000,
			     .last_ns = 5000 + loads[_i].elapsed_ns };

	disk.first.busy_ms = 40;
	disk.last.busy_ms = 40 + loads[_i].busy_ms;
	ck_assert_double_eq(disk_utilization(&disk), loads[_i].percent);
}
END_TEST

/* A small /sys that can change, in a folder of its own. */
static char folder[] = "/tmp/test_diskstats.XXXXXX";

static void write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "we");

	ck_assert_ptr_nonnull(file);
	ck_assert_int_ge(fputs(text, file), 0);
	ck_assert_int_eq(fclose(file), 0);
}

static const char *const folders[] = {
	"sys", "sys/block", "sys/block/x", "sys/dev", "sys/dev/block",
};

static void make_sys(void)
{
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chdir(folder), 0);
	for (size_t i = 0; i < COUNT_OF(folders); i++)
		ck_assert_int_eq(mkdir(folders[i], 0700), 0);
	ck_assert_int_eq(symlink("../../block/x", "sys/dev/block/7:7"), 0);
	write_text("sys/block/x/dev", "7:7\n");
	write_text("sys/block/x/stat", "1 1 8 1 1 1 8 1 0 1 1\n");
}

static void remove_sys(void)
{
	unlink("sys/block/x/stat");
	unlink("sys/block/x/dev");
	unlink("sys/dev/block/7:7");
	for (size_t i = COUNT_OF(folders); i-- > 0;)
		ck_assert_int_eq(rmdir(folders[i]), 0);
	ck_assert_int_eq(chdir("/"), 0);
	ck_assert_int_eq(rmdir(folder), 0);
}

START_TEST(an_update_takes_the_last_reading)
{
	struct diskstats *stats = diskstats_new(folder);
	struct disk_counters d;

	diskstats_add(stats, makedev(7, 7));
	ck_assert_uint_eq(stats->count, 1);
	d = disk_delta(&stats->disks[0]);
	ck_assert_uint_eq(d.ios[0], 0);
	write_text("sys/block/x/stat", "5 1 40 3 2 1 16 1 0 4 9 0 0 0 0\n");
	diskstats_update(stats);
	d = disk_delta(&stats->disks[0]);
	ck_assert_uint_eq(d.ios[0], 4);
	ck_assert_uint_eq(d.sectors[0], 32);
	ck_assert_uint_eq(d.ios[1], 1);
	ck_assert_uint_eq(d.busy_ms, 3);
	ck_assert_uint_eq(d.in_queue_ms, 8);
	ck_assert_uint_ge(stats->disks[0].last_ns, stats->disks[0].first_ns);
	diskstats_free(stats);
}
END_TEST

static const char *const unreadable[] = { NULL, "", "1 2 3\n", "what\n" };

START_TEST(a_device_that_went_keeps_its_last_reading)
{
	struct diskstats *stats = diskstats_new(folder);
	struct disk_counters d;

	diskstats_add(stats, makedev(7, 7));
	write_text("sys/block/x/stat", "5 1 40 3 2 1 16 1 0 4 9\n");
	diskstats_update(stats);
	if (unreadable[_i])
		write_text("sys/block/x/stat", unreadable[_i]);
	else
		ck_assert_int_eq(unlink("sys/block/x/stat"), 0);
	diskstats_update(stats);
	d = disk_delta(&stats->disks[0]);
	ck_assert_uint_eq(d.ios[0], 4);
	ck_assert_uint_eq(d.busy_ms, 3);
	diskstats_free(stats);
}
END_TEST

static void add_recorded(Suite *suite)
{
	TCase *tc = tcase_create("recorded");

	tcase_add_test(tc, reads_the_counters_of_the_whole_disk);
	tcase_add_test(tc, members_are_followed_down_to_the_disks);
	tcase_add_test(tc, a_disk_is_listed_once);
	tcase_add_test(tc,
		       a_disk_with_two_partitions_in_a_device_is_one_member);
	tcase_add_loop_test(tc, what_is_no_disk_is_left_out, 0,
			    COUNT_OF(no_disks));
	tcase_add_loop_test(tc, a_counter_may_wrap, 0, COUNT_OF(wraps));
	tcase_add_test(tc, every_counter_has_its_own_difference);
	tcase_add_loop_test(tc, utilization_is_the_share_of_time_busy, 0,
			    COUNT_OF(loads));
	suite_add_tcase(suite, tc);
}

int main(void)
{
	Suite *suite = suite_create("diskstats");
	TCase *tc = tcase_create("changing");

	add_recorded(suite);
	tcase_add_checked_fixture(tc, make_sys, remove_sys);
	tcase_add_test(tc, an_update_takes_the_last_reading);
	tcase_add_loop_test(tc, a_device_that_went_keeps_its_last_reading, 0,
			    COUNT_OF(unreadable));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
