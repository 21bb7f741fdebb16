#include "io/target.h"

#include "layout_fixture.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES = 6, SIZE = 65536 };

/* Files file.0, file.1 ... in a folder of the test's own. */
struct fixture {
	struct layout_fixture job;
	struct layout_file file[FILES];
	char folder[32];
	char path[FILES][64];
	struct target *target;
	struct job_error error;
};

static void make_file(const char *path)
{
	static const char block[SIZE];
	int fd = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0644);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, block, SIZE), SIZE);
	ck_assert_int_eq(fsync(fd), 0);
	close(fd);
}

static void setup(struct fixture *f, unsigned flags)
{
	memset(f, 0, sizeof(*f));
	layout_fixture_link(&f->job);
	f->job.options.rw.flags = flags;
	f->job.options.allow_file_create = true;
	strcpy(f->folder, "test_target.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(f->folder));
	for (int i = 0; i < FILES; i++) {
		snprintf(f->path[i], sizeof(f->path[i]), "%s/file.%d",
			 f->folder, i);
		make_file(f->path[i]);
		f->file[i] = (struct layout_file){
			.path = f->path[i],
			.kind = FILE_REGULAR,
			.size = SIZE,
			.length = SIZE,
		};
	}
	f->job.layout.files = f->file;
	f->job.layout.file_count = FILES;
}

static void teardown(struct fixture *f)
{
	for (int i = 0; i < FILES; i++)
		unlink(f->path[i]);
	rmdir(f->folder);
}

static void fixture_open(struct fixture *f)
{
	f->target = target_open(&f->job.layout, &f->error);
	ck_assert_msg(f->target != NULL, "%s", f->error.text);
}

static void fixture_close(struct fixture *f)
{
	ck_assert_msg(target_close(f->target, &f->error) == 0, "%s",
		      f->error.text);
	teardown(f);
}

static bool exists(const char *path)
{
	return access(path, F_OK) == 0;
}

/* The file that a descriptor is of has this path. */
static void check_is(int fd, const char *path)
{
	struct stat by_fd, by_path;

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(fstat(fd, &by_fd), 0);
	ck_assert_int_eq(stat(path, &by_path), 0);
	ck_assert_uint_eq(by_fd.st_ino, by_path.st_ino);
}

START_TEST(all_files_are_open_at_first)
{
	struct fixture f;

	setup(&f, RW_READ);
	fixture_open(&f);
	ck_assert_uint_eq(target_open_count(f.target), FILES);
	for (uint32_t i = 0; i < FILES; i++) {
		check_is(target_descriptor(f.target, i), f.path[i]);
		ck_assert_int_eq(target_open_descriptor(f.target, i),
				 target_descriptor(f.target, i));
	}
	fixture_close(&f);
}
END_TEST

static const struct {
	unsigned rw;
	bool direct;
	enum sync_mode sync;
	int mask;
	int flags;
} flag_rows[] = {
	{ RW_READ, false, SYNC_NONE, O_ACCMODE | O_SYNC, O_RDONLY },
	{ RW_READ | RW_WRITE, false, SYNC_NONE, O_ACCMODE, O_RDWR },
	{ RW_WRITE, false, SYNC_NONE, O_ACCMODE | O_SYNC, O_RDWR },
	{ RW_TRIM, false, SYNC_NONE, O_ACCMODE, O_RDWR },
	{ RW_READ, false, SYNC_NONE, O_DIRECT, 0 },
	{ RW_READ, true, SYNC_NONE, O_DIRECT, O_DIRECT },
	{ RW_WRITE, true, SYNC_NONE, O_DIRECT, O_DIRECT },
	{ RW_WRITE, false, SYNC_SYNC, O_SYNC, O_SYNC },
	{ RW_WRITE, false, SYNC_DSYNC, O_SYNC, O_DSYNC },
	{ RW_READ, false, SYNC_NONE, O_NOATIME, O_NOATIME },
	{ RW_WRITE, false, SYNC_NONE, O_NOATIME, 0 },
};

START_TEST(options_become_flags_of_open)
{
	struct fixture f;
	int flags;

	setup(&f, flag_rows[_i].rw);
	f.job.options.direct = flag_rows[_i].direct;
	f.job.options.sync = flag_rows[_i].sync;
	f.target = target_open(&f.job.layout, &f.error);
	/* Some file systems have no direct I/O. */
	if (!f.target && flag_rows[_i].direct) {
		ck_assert_ptr_nonnull(strstr(f.error.text, "direct=0"));
		teardown(&f);
		return;
	}
	ck_assert_ptr_nonnull(f.target);
	flags = fcntl(target_descriptor(f.target, 0), F_GETFL);
	ck_assert_int_ne(flags, -1);
	ck_assert_int_eq(flags & flag_rows[_i].mask, flag_rows[_i].flags);
	ck_assert_int_eq(fcntl(target_descriptor(f.target, 0), F_GETFD),
			 FD_CLOEXEC);
	fixture_close(&f);
}
END_TEST

START_TEST(no_more_than_openfiles_are_open)
{
	struct fixture f;

	setup(&f, RW_READ);
	f.job.options.openfiles = 2;
	fixture_open(&f);
	ck_assert_uint_eq(target_open_count(f.target), 2);
	for (uint32_t i = 0; i < 50; i++) {
		uint32_t index = i * 5 % FILES;

		check_is(target_descriptor(f.target, index), f.path[index]);
		ck_assert_uint_eq(target_open_count(f.target), 2);
	}
	fixture_close(&f);
}
END_TEST

START_TEST(the_file_not_used_for_longest_makes_room)
{
	struct fixture f;

	setup(&f, RW_READ);
	f.job.options.openfiles = 3;
	fixture_open(&f);
	ck_assert_int_ge(target_descriptor(f.target, 0), 0);
	ck_assert_int_ge(target_descriptor(f.target, 4), 0);
	ck_assert_int_eq(target_open_descriptor(f.target, 1), -1);
	ck_assert_int_ge(target_open_descriptor(f.target, 0), 0);
	ck_assert_int_ge(target_open_descriptor(f.target, 2), 0);
	ck_assert_int_ge(target_descriptor(f.target, 5), 0);
	ck_assert_int_eq(target_open_descriptor(f.target, 2), -1);
	fixture_close(&f);
}
END_TEST

START_TEST(a_file_that_is_held_is_not_closed)
{
	struct fixture f;

	setup(&f, RW_READ);
	f.job.options.openfiles = 2;
	fixture_open(&f);
	target_hold(f.target, 0);
	target_hold(f.target, 0);
	ck_assert_int_ge(target_descriptor(f.target, 2), 0);
	ck_assert_int_ge(target_descriptor(f.target, 3), 0);
	check_is(target_open_descriptor(f.target, 0), f.path[0]);
	target_hold(f.target, 3);
	ck_assert_int_eq(target_descriptor(f.target, 4), -EBUSY);
	target_release(f.target, 0);
	ck_assert_int_eq(target_descriptor(f.target, 4), -EBUSY);
	target_release(f.target, 0);
	check_is(target_descriptor(f.target, 4), f.path[4]);
	ck_assert_int_eq(target_open_descriptor(f.target, 0), -1);
	ck_assert_uint_eq(target_open_count(f.target), 2);
	fixture_close(&f);
}
END_TEST

START_TEST(a_file_that_is_gone_is_an_error_when_opened_again)
{
	struct fixture f;

	setup(&f, RW_READ);
	f.job.options.openfiles = 1;
	fixture_open(&f);
	unlink(f.path[1]);
	ck_assert_int_eq(target_descriptor(f.target, 1), -ENOENT);
	ck_assert_int_eq(target_open_descriptor(f.target, 1), -1);
	check_is(target_descriptor(f.target, 2), f.path[2]);
	fixture_close(&f);
}
END_TEST

static const struct {
	bool allowed, made, missing;
	bool opens;
} create_rows[] = {
	{ true, true, true, true },
	{ true, false, true, false },
	{ false, true, true, false },
	{ false, false, false, true },
};

START_TEST(makes_only_files_that_are_to_be_made)
{
	struct fixture f;

	setup(&f, RW_WRITE);
	f.job.options.allow_file_create = create_rows[_i].allowed;
	f.file[2].made = create_rows[_i].made;
	if (create_rows[_i].missing)
		unlink(f.path[2]);
	f.target = target_open(&f.job.layout, &f.error);
	ck_assert_int_eq(f.target != NULL, create_rows[_i].opens);
	ck_assert_int_eq(exists(f.path[2]), create_rows[_i].opens);
	if (f.target) {
		fixture_close(&f);
		return;
	}
	ck_assert_int_eq(f.error.code, ENOENT);
	ck_assert_str_eq(f.error.function, "open");
	ck_assert_ptr_eq(strstr(f.error.text, f.path[2]), f.error.text);
	teardown(&f);
}
END_TEST

START_TEST(opening_for_writing_keeps_what_is_there)
{
	struct fixture f;
	struct stat st;

	setup(&f, RW_WRITE);
	f.file[0].made = true;
	fixture_open(&f);
	ck_assert_int_eq(stat(f.path[0], &st), 0);
	ck_assert_int_eq(st.st_size, SIZE);
	fixture_close(&f);
}
END_TEST

static const struct {
	unsigned rw;
	bool asked, made;
	bool stays;
} unlink_rows[] = {
	{ RW_WRITE, false, true, true },  { RW_WRITE, true, true, false },
	{ RW_WRITE, true, false, false }, { RW_READ, true, true, false },
	{ RW_READ, true, false, true },   { RW_READ, false, true, true },
};

START_TEST(unlinks_what_it_may_if_asked)
{
	struct fixture f;

	setup(&f, unlink_rows[_i].rw);
	f.job.options.unlink = unlink_rows[_i].asked;
	f.file[1].made = unlink_rows[_i].made;
	fixture_open(&f);
	ck_assert(exists(f.path[1]));
	ck_assert_int_eq(target_close(f.target, &f.error), 0);
	ck_assert_int_eq(exists(f.path[1]), unlink_rows[_i].stays);
	teardown(&f);
}
END_TEST

START_TEST(a_file_that_another_job_unlinked_is_no_error)
{
	struct fixture f;

	setup(&f, RW_WRITE);
	f.job.options.unlink = true;
	fixture_open(&f);
	unlink(f.path[3]);
	fixture_close(&f);
}
END_TEST

START_TEST(a_device_is_never_unlinked_nor_synced)
{
	struct fixture f;

	setup(&f, RW_WRITE);
	f.job.options.unlink = true;
	f.job.options.invalidate = true;
	f.job.options.fsync_on_close = true;
	f.file[0].path = "/dev/null";
	f.file[0].kind = FILE_CHARACTER;
	f.job.layout.file_count = 1;
	fixture_open(&f);
	check_is(target_descriptor(f.target, 0), "/dev/null");
	fixture_close(&f);
	ck_assert(exists("/dev/null"));
}
END_TEST

START_TEST(closing_syncs_what_was_written)
{
	struct fixture f;

	setup(&f, RW_WRITE);
	f.job.options.fsync_on_close = true;
	f.job.options.openfiles = 1;
	f.job.options.invalidate = true;
	fixture_open(&f);
	for (uint32_t i = 0; i < FILES; i++)
		ck_assert_int_eq(write(target_descriptor(f.target, i), "x", 1),
				 1);
	fixture_close(&f);
}
END_TEST

START_TEST(an_engine_without_files_has_a_valid_descriptor)
{
	struct fixture f;

	setup(&f, RW_WRITE);
	f.job.options.invalidate = true;
	f.job.options.fsync_on_close = true;
	f.job.options.unlink = true;
	f.file[0] = (struct layout_file){ .path = "x", .kind = FILE_NONE };
	f.job.layout.file_count = 1;
	fixture_open(&f);
	ck_assert_uint_eq(target_open_count(f.target), 1);
	ck_assert_int_eq(target_descriptor(f.target, 0), 0);
	ck_assert_int_eq(target_open_descriptor(f.target, 0), -1);
	fixture_close(&f);
	/* Standard input is still there. */
	ck_assert_int_ne(fcntl(0, F_GETFD), -1);
}
END_TEST

START_TEST(many_files_raise_the_limit)
{
	enum { MANY = 300, ENOUGH = 2 * MANY };
	struct layout_file *files = calloc(MANY, sizeof(*files));
	struct rlimit limit;
	struct fixture f;

	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
	if (limit.rlim_max < ENOUGH) {
		free(files);
		return;
	}
	limit.rlim_cur = 100;
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
	setup(&f, RW_READ);
	for (int i = 0; i < MANY; i++)
		files[i] = f.file[i % FILES];
	f.job.layout.files = files;
	f.job.layout.file_count = MANY;
	fixture_open(&f);
	ck_assert_uint_eq(target_open_count(f.target), MANY);
	fixture_close(&f);
	free(files);
}
END_TEST

START_TEST(too_many_files_are_refused_with_what_to_do)
{
	enum { MANY = 300 };
	struct layout_file *files = calloc(MANY, sizeof(*files));
	struct rlimit limit = { .rlim_cur = 100, .rlim_max = 100 };
	struct fixture f;

	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
	setup(&f, RW_READ);
	for (int i = 0; i < MANY; i++)
		files[i] = f.file[i % FILES];
	f.job.layout.files = files;
	f.job.layout.file_count = MANY;
	ck_assert_ptr_null(target_open(&f.job.layout, &f.error));
	ck_assert_int_eq(f.error.code, EMFILE);
	ck_assert_ptr_nonnull(strstr(f.error.text, "openfiles"));
	/* What had been opened is closed. */
	make_file(f.path[0]);
	teardown(&f);
	free(files);
}
END_TEST

/* /proc/version is a file that has no direct I/O, on every machine. */
START_TEST(direct_io_that_is_not_there_is_refused_with_what_to_do)
{
	struct fixture f;

	setup(&f, RW_READ);
	f.job.options.direct = true;
	f.file[0].path = "/proc/version";
	f.job.layout.file_count = 1;
	ck_assert_ptr_null(target_open(&f.job.layout, &f.error));
	ck_assert_int_eq(f.error.code, EINVAL);
	ck_assert_str_eq(f.error.function, "open");
	ck_assert_str_eq(f.error.text,
			 "/proc/version: direct I/O is not supported here "
			 "(file system: proc): set direct=0, or use a file "
			 "system that has it");
	teardown(&f);
}
END_TEST

START_TEST(new_files_take_the_place_of_old_ones)
{
	struct fixture f;
	struct stat st;

	setup(&f, RW_WRITE);
	f.job.options.unlink_each_loop = true;
	f.job.options.openfiles = 2;
	fixture_open(&f);
	ck_assert_int_ge(target_descriptor(f.target, FILES - 1), 0);
	ck_assert_int_eq(target_renew(f.target, &f.error), 0);
	ck_assert_uint_eq(target_open_count(f.target), 2);
	for (int i = 0; i < FILES; i++)
		ck_assert_int_eq(exists(f.path[i]), i < 2);
	ck_assert_int_eq(stat(f.path[0], &st), 0);
	ck_assert_int_eq(st.st_size, 0);
	check_is(target_descriptor(f.target, FILES - 1), f.path[FILES - 1]);
	ck_assert_int_eq(target_close(f.target, &f.error), 0);
	for (int i = 0; i < FILES; i++)
		ck_assert(!exists(f.path[i]));
	rmdir(f.folder);
}
END_TEST

START_TEST(a_file_made_on_open_gets_its_folders)
{
	struct fixture f;
	char path[96], folder[80];

	setup(&f, RW_WRITE);
	snprintf(folder, sizeof(folder), "%s/x", f.folder);
	snprintf(path, sizeof(path), "%s/y", folder);
	f.file[0].path = path;
	f.job.layout.file_count = 1;
	f.job.options.create_on_open = true;
	fixture_open(&f);
	check_is(target_descriptor(f.target, 0), path);
	ck_assert_int_eq(target_close(f.target, &f.error), 0);
	unlink(path);
	rmdir(folder);
	teardown(&f);
}
END_TEST

/* Advice of every kind does no harm; which was given strace(1) shows. */
START_TEST(advice_of_every_kind_can_be_given)
{
	struct fixture f;

	setup(&f, RW_READ);
	f.job.options.fadvise_hint = (enum fadvise_hint)_i;
	fixture_open(&f);
	ck_assert_uint_eq(target_open_count(f.target), FILES);
	fixture_close(&f);
}
END_TEST

/* Pages of the file that are in the cache: mincore(2). */
static unsigned cached_pages(const char *path)
{
	unsigned char in_core[SIZE / 4096];
	unsigned count = 0;
	int fd = open(path, O_RDONLY);
	void *map = mmap(NULL, SIZE, PROT_READ, MAP_SHARED, fd, 0);

	ck_assert_ptr_ne(map, MAP_FAILED);
	ck_assert_int_eq(mincore(map, SIZE, in_core), 0);
	for (size_t i = 0; i < sizeof(in_core); i++)
		count += in_core[i] & 1;
	munmap(map, SIZE);
	close(fd);
	return count;
}

static void drop_from_cache(const char *path)
{
	int fd = open(path, O_RDONLY);

	ck_assert_int_eq(posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED), 0);
	close(fd);
}

START_TEST(reading_ahead_fills_the_cache)
{
	_Atomic uint32_t stop = 0;
	struct fixture f;

	setup(&f, RW_READ);
	for (int i = 0; i < FILES; i++)
		drop_from_cache(f.path[i]);
	ck_assert_int_eq(target_pre_read(&f.job.layout, &stop, &f.error), 0);
	for (int i = 0; i < FILES; i++)
		ck_assert_uint_eq(cached_pages(f.path[i]), SIZE / 4096);
	teardown(&f);
}
END_TEST

START_TEST(reading_ahead_is_stopped)
{
	_Atomic uint32_t stop = 1;
	struct fixture f;

	setup(&f, RW_READ);
	drop_from_cache(f.path[0]);
	if (cached_pages(f.path[0]) == 0) {
		ck_assert_int_eq(
			target_pre_read(&f.job.layout, &stop, &f.error), 0);
		ck_assert_uint_eq(cached_pages(f.path[0]), 0);
	}
	teardown(&f);
}
END_TEST

START_TEST(closing_nothing_is_fine)
{
	struct job_error error = { 0 };

	ck_assert_int_eq(target_close(NULL, &error), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("target");
	TCase *tc = tcase_create("target");

	tcase_add_test(tc, all_files_are_open_at_first);
	tcase_add_loop_test(tc, options_become_flags_of_open, 0,
			    COUNT_OF(flag_rows));
	tcase_add_test(tc, no_more_than_openfiles_are_open);
	tcase_add_test(tc, the_file_not_used_for_longest_makes_room);
	tcase_add_test(tc, a_file_that_is_held_is_not_closed);
	tcase_add_test(tc, a_file_that_is_gone_is_an_error_when_opened_again);
	tcase_add_loop_test(tc, makes_only_files_that_are_to_be_made, 0,
			    COUNT_OF(create_rows));
	tcase_add_test(tc, opening_for_writing_keeps_what_is_there);
	tcase_add_loop_test(tc, unlinks_what_it_may_if_asked, 0,
			    COUNT_OF(unlink_rows));
	tcase_add_test(tc, a_file_that_another_job_unlinked_is_no_error);
	tcase_add_test(tc, a_device_is_never_unlinked_nor_synced);
	tcase_add_test(tc, closing_syncs_what_was_written);
	tcase_add_test(tc, an_engine_without_files_has_a_valid_descriptor);
	tcase_add_test(tc, many_files_raise_the_limit);
	tcase_add_test(tc, too_many_files_are_refused_with_what_to_do);
	tcase_add_test(tc,
		       direct_io_that_is_not_there_is_refused_with_what_to_do);
	tcase_add_test(tc, new_files_take_the_place_of_old_ones);
	tcase_add_test(tc, a_file_made_on_open_gets_its_folders);
	tcase_add_loop_test(tc, advice_of_every_kind_can_be_given, FADVISE_NONE,
			    FADVISE_NOREUSE + 1);
	tcase_add_test(tc, reading_ahead_fills_the_cache);
	tcase_add_test(tc, reading_ahead_is_stopped);
	tcase_add_test(tc, closing_nothing_is_fine);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
