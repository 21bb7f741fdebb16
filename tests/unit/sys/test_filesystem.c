#include "sys/filesystem.h"

#include "unit.h"

#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static const struct {
	const char *path;
	const char *mount_point;
	const char *type;
	const char *source;
	const char *options;
} recorded[] = {
	{ "/", "/", "ext4", "/dev/mapper/vg-root",
	  "rw,noatime,errors=remount-ro" },
	{ "/home/me/test", "/", "ext4", "/dev/mapper/vg-root",
	  "rw,noatime,errors=remount-ro" },
	{ "/boot", "/boot", "vfat", "/dev/nvme0n1p1",
	  "rw,relatime,fmask=0022,errors=remount-ro" },
	/* The mount is for reading only, its file system isn't. */
	{ "/srv/other", "/srv", "xfs", "/dev/mapper/srv-data",
	  "ro,nodev,relatime,attr2,inode64" },
	{ "/srvx", "/", "ext4", "/dev/mapper/vg-root",
	  "rw,noatime,errors=remount-ro" },
	{ "/srv/my data/f", "/srv/my data", "btrfs", "/dev/sdd",
	  "rw,relatime,space_cache=v2,subvol=/@data" },
	{ "/snap/core/1/bin", "/snap/core/1", "squashfs", "/dev/loop0",
	  "ro,nodev,relatime" },
	/* Of two at one place it is the later that shows. */
	{ "/tmp/f", "/tmp", "tmpfs", "second", "rw,nosuid,nodev,size=2048k" },
	{ "/mnt/nfs/f", "/mnt/nfs", "nfs4", "server:/export/sdc",
	  "rw,vers=4.2" },
};

START_TEST(finds_the_nearest_mount_above)
{
	struct filesystem *fs =
		filesystem_read(FIXTURES "/disks", recorded[_i].path);

	ck_assert_ptr_nonnull(fs);
	ck_assert_str_eq(fs->mount_point, recorded[_i].mount_point);
	ck_assert_str_eq(fs->type, recorded[_i].type);
	ck_assert_str_eq(fs->source, recorded[_i].source);
	ck_assert_str_eq(fs->options, recorded[_i].options);
	ck_assert_uint_eq(fs->size_bytes, 0);
	filesystem_free(fs);
}
END_TEST

START_TEST(no_mounts_no_file_system)
{
	ck_assert_ptr_null(filesystem_read(FIXTURES "/no such folder", "/tmp"));
}
END_TEST

/* A folder of this test's own, to go into and to take away again. */
static char folder[] = "/tmp/test_filesystem.XXXXXX";

static void enter_folder(void)
{
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chdir(folder), 0);
}

static void leave_folder(void)
{
	ck_assert_int_eq(chdir("/"), 0);
	ck_assert_int_eq(rmdir(folder), 0);
}

static const char *const live[] = {
	".", "missing", "missing/deep/file", "./missing", "..",
};

START_TEST(a_missing_file_lies_where_its_folder_does)
{
	struct filesystem *fs = filesystem_read("", live[_i]);
	struct statvfs v;
	struct stat st;

	ck_assert_ptr_nonnull(fs);
	ck_assert_int_eq(stat(".", &st), 0);
	ck_assert_int_eq(statvfs(".", &v), 0);
	ck_assert_uint_eq(fs->device, st.st_dev);
	ck_assert_uint_eq(fs->size_bytes,
			  (uint64_t)v.f_blocks * (uint64_t)v.f_frsize);
	ck_assert_uint_le(fs->free_bytes, fs->size_bytes);
	ck_assert_str_ne(fs->type, "");
	ck_assert_int_eq(fs->mount_point[0], '/');
	filesystem_free(fs);
}
END_TEST

START_TEST(links_are_followed)
{
	struct filesystem *fs;
	struct stat st;

	ck_assert_int_eq(symlink("/proc", "link"), 0);
	fs = filesystem_read("", "link/self/missing");
	ck_assert_int_eq(unlink("link"), 0);
	ck_assert_ptr_nonnull(fs);
	ck_assert_int_eq(stat("/proc", &st), 0);
	ck_assert_str_eq(fs->type, "proc");
	ck_assert_str_eq(fs->mount_point, "/proc");
	ck_assert_uint_eq(fs->device, st.st_dev);
	filesystem_free(fs);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("filesystem");
	TCase *tc = tcase_create("recorded");

	tcase_add_loop_test(tc, finds_the_nearest_mount_above, 0,
			    COUNT_OF(recorded));
	tcase_add_test(tc, no_mounts_no_file_system);
	suite_add_tcase(suite, tc);
	tc = tcase_create("live");
	tcase_add_checked_fixture(tc, enter_folder, leave_folder);
	tcase_add_loop_test(tc, a_missing_file_lies_where_its_folder_does, 0,
			    COUNT_OF(live));
	tcase_add_test(tc, links_are_followed);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
