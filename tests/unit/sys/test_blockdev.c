#include "sys/blockdev.h"

#include "unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static const char *const root = FIXTURES "/disks";

START_TEST(reads_an_nvme_disk)
{
	struct blockdev *d = blockdev_read(root, makedev(259, 0));

	ck_assert_ptr_nonnull(d);
	ck_assert_str_eq(d->name, "nvme0n1");
	ck_assert_uint_eq(d->number, makedev(259, 0));
	ck_assert_str_eq(d->model, "Example SSD 970 512GB");
	ck_assert_uint_eq(d->size_bytes, UINT64_C(512110190592));
	ck_assert_uint_eq(d->logical_block, 512);
	ck_assert_uint_eq(d->physical_block, 4096);
	ck_assert(!d->rotational);
	ck_assert_str_eq(d->scheduler, "none");
	ck_assert_str_eq(d->write_cache, "write back");
	ck_assert_str_eq(d->raid_level, "");
	ck_assert_uint_eq(d->queue_depth, 1023);
	ck_assert_uint_eq(d->discard_max_bytes, UINT64_C(2199023255040));
	ck_assert_uint_eq(d->member_count, 0);
	blockdev_free(d);
}
END_TEST

START_TEST(a_partition_stands_for_its_disk)
{
	struct blockdev *d = blockdev_read(root, makedev(8, 17));

	ck_assert_ptr_nonnull(d);
	ck_assert_str_eq(d->name, "sdb");
	ck_assert_uint_eq(d->number, makedev(8, 16));
	ck_assert_str_eq(d->model, "EXAMPLE HDD4000A");
	ck_assert(d->rotational);
	ck_assert_str_eq(d->scheduler, "mq-deadline");
	ck_assert_str_eq(d->write_cache, "write through");
	/* Of the device, not the longer queue in the kernel. */
	ck_assert_uint_eq(d->queue_depth, 32);
	ck_assert_uint_eq(d->discard_max_bytes, 0);
	blockdev_free(d);
}
END_TEST

START_TEST(an_array_has_members)
{
	struct blockdev *d = blockdev_read(root, makedev(9, 0));

	ck_assert_ptr_nonnull(d);
	ck_assert_str_eq(d->name, "md0");
	ck_assert_str_eq(d->model, "");
	ck_assert_str_eq(d->raid_level, "raid1");
	ck_assert_str_eq(d->scheduler, "none");
	ck_assert_uint_eq(d->member_count, 2);
	ck_assert_str_eq(d->members[0], "sda1");
	ck_assert_str_eq(d->members[1], "sdb1");
	blockdev_free(d);
}
END_TEST

START_TEST(what_is_not_recorded_is_empty)
{
	/* sdc: a number and nothing else. */
	struct blockdev *d = blockdev_read(root, makedev(8, 32));

	ck_assert_ptr_nonnull(d);
	ck_assert_str_eq(d->name, "sdc");
	ck_assert_str_eq(d->model, "");
	ck_assert_str_eq(d->scheduler, "");
	ck_assert_str_eq(d->write_cache, "");
	ck_assert_uint_eq(d->size_bytes, 0);
	ck_assert_uint_eq(d->queue_depth, 0);
	blockdev_free(d);
}
END_TEST

START_TEST(no_device_is_null)
{
	ck_assert_ptr_null(blockdev_read(root, makedev(0, 45)));
	ck_assert_ptr_null(blockdev_read(root, makedev(8, 240)));
	ck_assert_ptr_null(blockdev_read("/no such folder", makedev(8, 0)));
	blockdev_free(NULL);
}
END_TEST

START_TEST(names_have_numbers)
{
	dev_t number = 0;

	ck_assert(blockdev_number(root, "sdb1", &number));
	ck_assert_uint_eq(number, makedev(8, 17));
	ck_assert(!blockdev_number(root, "sdz", &number));
}
END_TEST

static const struct {
	unsigned major, minor;
	enum blockdev_use use;
	const char *what;
} uses[] = {
	/* The disk, by its first partition; each partition by itself. */
	{ 259, 0, BLOCKDEV_MOUNTED, "/dev/nvme0n1p1 is mounted at /boot" },
	{ 259, 1, BLOCKDEV_MOUNTED, "/dev/nvme0n1p1 is mounted at /boot" },
	{ 259, 2, BLOCKDEV_HELD, "/dev/mapper/vg-spare is built on it" },
	{ 259, 3, BLOCKDEV_MOUNTED,
	  "/dev/mapper/vg-root, which is built on it, is mounted at /" },
	/* LVM: what is mounted, and what shares a disk with it. */
	{ 253, 0, BLOCKDEV_MOUNTED, "/dev/mapper/vg-root is mounted at /" },
	{ 253, 1, BLOCKDEV_FREE, "" },
	/* A disk below a partition, an array, its partition, a volume. */
	{ 8, 0, BLOCKDEV_MOUNTED,
	  "/dev/mapper/srv-data, which is built on it, is mounted at /srv" },
	{ 8, 17, BLOCKDEV_MOUNTED,
	  "/dev/mapper/srv-data, which is built on it, is mounted at /srv" },
	{ 9, 0, BLOCKDEV_MOUNTED,
	  "/dev/mapper/srv-data, which is built on it, is mounted at /srv" },
	/* Nothing at all; and no trust in an export that ends in "sdc". */
	{ 8, 32, BLOCKDEV_FREE, "" },
	/* btrfs: files have another number, the source tells. */
	{ 8, 48, BLOCKDEV_MOUNTED, "/dev/sdd is mounted at /srv/my data" },
	{ 8, 49, BLOCKDEV_FREE, "" },
	/* Its second device is no source of any mount. */
	{ 8, 80, BLOCKDEV_MOUNTED,
	  "/dev/sdf is part of a mounted btrfs file system" },
	{ 8, 64, BLOCKDEV_SWAP, "/dev/sde1 is used as swap" },
	{ 8, 65, BLOCKDEV_SWAP, "/dev/sde1 is used as swap" },
	{ 8, 66, BLOCKDEV_FREE, "" },
	{ 8, 96, BLOCKDEV_HELD, "/dev/mapper/idle is built on it" },
	{ 8, 97, BLOCKDEV_HELD, "/dev/mapper/idle is built on it" },
	/* Of a disk held twice, the use that is worse. */
	{ 8, 112, BLOCKDEV_SWAP,
	  "/dev/mapper/swap, which is built on it, is used as swap" },
	{ 8, 113, BLOCKDEV_HELD, "/dev/mapper/idle is built on it" },
	{ 7, 0, BLOCKDEV_MOUNTED, "/dev/loop0 is mounted at /snap/core/1" },
	/* "cciss!c0d0" in /sys. */
	{ 104, 0, BLOCKDEV_MOUNTED, "/dev/cciss/c0d0 is mounted at /old" },
	/* Unknown to /sys, but mounted all the same. */
	{ 104, 9, BLOCKDEV_MOUNTED, "/dev/block/104:9 is mounted at /old" },
	{ 8, 240, BLOCKDEV_FREE, "" },
};

START_TEST(a_device_is_in_use_by_what_is_on_it)
{
	char what[200] = "before";
	enum blockdev_use use;

	use = blockdev_in_use(root, makedev(uses[_i].major, uses[_i].minor),
			      what, sizeof(what));
	ck_assert_str_eq(what, uses[_i].what);
	ck_assert_int_eq(use, uses[_i].use);
}
END_TEST

START_TEST(a_long_explanation_is_cut)
{
	char what[] = "0123456789";

	ck_assert_int_eq(blockdev_in_use(root, makedev(7, 0), what, 6),
			 BLOCKDEV_MOUNTED);
	ck_assert_str_eq(what, "/dev/");
	ck_assert_int_eq(what[6], '6');
}
END_TEST

/* What this machine runs from, where that is a disk. */
START_TEST(the_root_of_this_machine_is_mounted)
{
	struct blockdev *d;
	char what[200];
	struct stat st;

	ck_assert_int_eq(stat("/", &st), 0);
	d = blockdev_read("", st.st_dev);
	if (d)
		ck_assert_int_eq(
			blockdev_in_use("", d->number, what, sizeof(what)),
			BLOCKDEV_MOUNTED);
	blockdev_free(d);
}
END_TEST

enum { IMAGE_BYTES = 1 << 20 };

static char image[] = "/tmp/test_blockdev.XXXXXX";
static int image_fd;

static void make_image(void)
{
	image_fd = mkstemp(image);
	ck_assert_int_ge(image_fd, 0);
	ck_assert_int_eq(ftruncate(image_fd, IMAGE_BYTES), 0);
}

static void remove_image(void)
{
	ck_assert_int_eq(close(image_fd), 0);
	ck_assert_int_eq(unlink(image), 0);
}

static void put(const void *bytes, size_t length, off_t at)
{
	ck_assert_int_eq(pwrite(image_fd, bytes, length, at), (ssize_t)length);
}

static void expect_signature(const char *expected)
{
	char *found = blockdev_signature(image);

	ck_assert_str_eq(found, expected);
	free(found);
}

START_TEST(zeros_have_no_signature)
{
	expect_signature("");
}
END_TEST

/* A superblock is 1024 bytes from the start, and its magic 56 into it. */
static void put_ext(void)
{
	/* Of the features, extents make it ext4. */
	put("\x53\xef", 2, 1024 + 56);
	put("\x01", 1, 1024 + 76); /* revision with features */
	put("\x40", 1, 1024 + 96); /* incompatible: extents */
	put("\x04", 1, 1024 + 92); /* compatible: journal */
}

START_TEST(finds_a_file_system)
{
	put_ext();
	expect_signature("ext4 file system");
}
END_TEST

static void put_swap(void)
{
	long page = sysconf(_SC_PAGESIZE);

	put("\x01\0\0\0\xff", 5, 1024); /* version, last page */
	put("SWAPSPACE2", 10, page - 10);
}

START_TEST(finds_swap)
{
	put_swap();
	expect_signature("swap signature");
}
END_TEST

START_TEST(finds_a_partition_table)
{
	/* One partition of 1000 sectors from sector 63 on. */
	static const unsigned char entry[16] = { 0,  1, 1, 0, 0x83, 1, 1, 0,
						 63, 0, 0, 0, 0xe8, 3, 0, 0 };

	put(entry, sizeof(entry), 446);
	put("\x55\xaa", 2, 510);
	expect_signature("dos partition table");
}
END_TEST

START_TEST(several_signatures_are_not_none)
{
	char *found;

	put_swap();
	put("LUKS\xba\xbe\0\x01", 8, 0);
	found = blockdev_signature(image);
	ck_assert_str_ne(found, "");
	free(found);
}
END_TEST

START_TEST(looking_changes_nothing)
{
	struct stat before, after;
	char magic[2];

	put_ext();
	ck_assert_int_eq(fstat(image_fd, &before), 0);
	expect_signature("ext4 file system");
	ck_assert_int_eq(fstat(image_fd, &after), 0);
	ck_assert_int_eq(pread(image_fd, magic, 2, 1024 + 56), 2);
	ck_assert_mem_eq(magic, "\x53\xef", 2);
	ck_assert_int_eq(before.st_mtim.tv_sec, after.st_mtim.tv_sec);
	ck_assert_int_eq(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
}
END_TEST

static const char *const without[] = { "/no/such/device", "/dev/null", "/tmp",
				       "/proc/version" };

START_TEST(what_is_no_disk_has_no_signature)
{
	char *found = blockdev_signature(without[_i]);

	ck_assert_str_eq(found, "");
	free(found);
}
END_TEST

static const struct {
	unsigned major, minor;
	unsigned disk_major, disk_minor; /* 0: none */
} characters[] = {
	{ 247, 1, 259, 3 }, /* ng0n1 */
	{ 21, 1, 8, 16 },   /* sg1, a disk */
	{ 21, 2, 0, 0 },    /* sg2, something else */
	{ 1, 3, 0, 0 },     /* null */
	{ 1, 5, 0, 0 },
};

START_TEST(commands_reach_the_disk_below)
{
	dev_t number = 0;
	bool found = blockdev_of_character(
		FIXTURES "/characters",
		makedev(characters[_i].major, characters[_i].minor), &number);

	ck_assert_int_eq(found, characters[_i].disk_major != 0);
	ck_assert_uint_eq(number, makedev(characters[_i].disk_major,
					  characters[_i].disk_minor));
}
END_TEST

static void add_recorded(Suite *suite)
{
	TCase *tc = tcase_create("recorded");

	tcase_add_test(tc, reads_an_nvme_disk);
	tcase_add_test(tc, a_partition_stands_for_its_disk);
	tcase_add_test(tc, an_array_has_members);
	tcase_add_test(tc, what_is_not_recorded_is_empty);
	tcase_add_test(tc, no_device_is_null);
	tcase_add_test(tc, names_have_numbers);
	tcase_add_loop_test(tc, a_device_is_in_use_by_what_is_on_it, 0,
			    COUNT_OF(uses));
	tcase_add_loop_test(tc, commands_reach_the_disk_below, 0,
			    COUNT_OF(characters));
	tcase_add_test(tc, a_long_explanation_is_cut);
	tcase_add_test(tc, the_root_of_this_machine_is_mounted);
	tcase_add_loop_test(tc, what_is_no_disk_has_no_signature, 0,
			    COUNT_OF(without));
	suite_add_tcase(suite, tc);
}

int main(void)
{
	Suite *suite = suite_create("blockdev");
	TCase *tc = tcase_create("signature");

	add_recorded(suite);
	tcase_add_checked_fixture(tc, make_image, remove_image);
	tcase_add_test(tc, zeros_have_no_signature);
	tcase_add_test(tc, finds_a_file_system);
	tcase_add_test(tc, finds_swap);
	tcase_add_test(tc, finds_a_partition_table);
	tcase_add_test(tc, several_signatures_are_not_none);
	tcase_add_test(tc, looking_changes_nothing);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
