#include "io/buffer_memory.h"

#include "sys/memory.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SIZE = 100000, TWICE = 2 * SIZE };

#ifdef __SANITIZE_ADDRESS__
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

static char folder[32];
static char path[64];
static struct job_error error;

static void setup(void)
{
	snprintf(folder, sizeof(folder), "/tmp/test_memory.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/file", folder);
	memset(&error, 0, sizeof(error));
}

static void teardown(void)
{
	unlink(path);
	/* Fails when anything else was left behind. */
	ck_assert_int_eq(rmdir(folder), 0);
}

static struct buffer_memory_request request(enum memory_kind kind,
					    const char *file)
{
	return (struct buffer_memory_request){
		.memory = { kind, file },
		.size = SIZE,
		.alignment = 16,
	};
}

static void use_to_its_end(const struct buffer_memory *memory)
{
	ck_assert_ptr_nonnull(memory->at);
	ck_assert_uint_ge(memory->size, SIZE);
	memset(memory->at, 0x55, SIZE);
}

static void make_file(size_t size)
{
	int fd = open(path, O_CREAT | O_RDWR, 0600);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(ftruncate(fd, (off_t)size), 0);
	close(fd);
}

static const struct {
	enum memory_kind kind;
	bool of_file;
} usable[] = {
	{ MEMORY_MALLOC, false },     { MEMORY_SHM, false },
	{ MEMORY_MMAP, false },       { MEMORY_MMAP, true },
	{ MEMORY_MMAPSHARED, false }, { MEMORY_MMAPSHARED, true },
};

START_TEST(each_kind_can_be_used_and_leaves_nothing)
{
	struct buffer_memory_request r =
		request(usable[_i].kind, usable[_i].of_file ? path : NULL);
	struct buffer_memory memory;

	ck_assert_msg(buffer_memory_open(&memory, &r, &error) == 0, "%s",
		      error.text);
	use_to_its_end(&memory);
	ck_assert_int_ne(access(path, F_OK), 0);
	buffer_memory_close(&memory);
	ck_assert_ptr_null(memory.at);
	buffer_memory_close(&memory);
}
END_TEST

START_TEST(a_file_that_is_there_is_not_changed)
{
	struct buffer_memory_request r = request(MEMORY_MMAP, path);
	struct buffer_memory memory;
	unsigned char byte = 1;
	int fd;

	make_file(SIZE + 15);
	ck_assert_msg(buffer_memory_open(&memory, &r, &error) == 0, "%s",
		      error.text);
	use_to_its_end(&memory);
	buffer_memory_close(&memory);
	fd = open(path, O_RDONLY);
	ck_assert_int_eq(pread(fd, &byte, 1, 0), 1);
	ck_assert_uint_eq(byte, 0);
	close(fd);
}
END_TEST

static const struct {
	enum memory_kind kind;
	size_t size;
	const char *reason;
} refused_files[] = {
	{ MEMORY_MMAP, SIZE - 1,
	  "is there, and is shorter than the I/O buffers" },
	{ MEMORY_MMAPSHARED, TWICE,
	  "is there, and would be overwritten: name one that isn't" },
};

START_TEST(a_file_that_will_not_do_is_refused)
{
	struct buffer_memory_request r = request(refused_files[_i].kind, path);
	struct buffer_memory memory;

	make_file(refused_files[_i].size);
	ck_assert_int_eq(buffer_memory_open(&memory, &r, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, path));
	ck_assert_ptr_nonnull(strstr(error.text, refused_files[_i].reason));
	buffer_memory_close(&memory);
}
END_TEST

START_TEST(a_folder_that_is_missing_is_named)
{
	struct buffer_memory_request r =
		request(MEMORY_MMAPSHARED, "/no/such/file");
	struct buffer_memory memory;

	ck_assert_int_eq(buffer_memory_open(&memory, &r, &error), -1);
	ck_assert_int_eq(error.code, ENOENT);
	ck_assert_str_eq(error.text, "mem=mmapshared: /no/such/file No such "
				     "file or directory");
}
END_TEST

static const enum memory_kind huge_kinds[] = { MEMORY_SHMHUGE,
					       MEMORY_MMAPHUGE };

/* Either there are huge pages, or it says what to do to get them. */
START_TEST(huge_pages_are_there_or_asked_for)
{
	struct buffer_memory_request r = request(huge_kinds[_i], NULL);
	struct hugepages pages = hugepages_read("", 0);
	struct buffer_memory memory;

	if (buffer_memory_open(&memory, &r, &error) == 0) {
		ck_assert_uint_gt(pages.free, 0);
		ck_assert_uint_eq(memory.size % pages.size, 0);
		use_to_its_end(&memory);
		buffer_memory_close(&memory);
		return;
	}
	ck_assert_ptr_nonnull(strstr(error.text, memory_name(huge_kinds[_i])));
	if (pages.size && error.code != EPERM)
		ck_assert_ptr_nonnull(
			strstr(error.text, "sysctl vm.nr_hugepages="));
}
END_TEST

START_TEST(huge_pages_of_an_unknown_size_are_refused)
{
	struct buffer_memory_request r = request(MEMORY_MMAPHUGE, NULL);
	struct buffer_memory memory;

	r.hugepage_size = UINT64_C(1) << 50;
	ck_assert_int_eq(buffer_memory_open(&memory, &r, &error), -1);
	ck_assert_int_eq(error.code, EINVAL);
	ck_assert_ptr_nonnull(strstr(error.text, "hugepage-size: this machine "
						 "has no huge pages of 1PiB"));
}
END_TEST

START_TEST(a_file_of_huge_pages_is_on_hugetlbfs)
{
	struct buffer_memory_request r = request(MEMORY_MMAPHUGE, path);
	struct buffer_memory memory;

	if (!hugepages_read("", 0).size)
		return;
	ck_assert_int_eq(buffer_memory_open(&memory, &r, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "is not on hugetlbfs"));
}
END_TEST

START_TEST(memory_is_locked)
{
	struct buffer_memory memory;
	char line[128];
	FILE *status;
	unsigned long kib = 0;

	ck_assert_msg(buffer_memory_lock(&memory, 1 << 20, &error) == 0, "%s",
		      error.text);
	status = fopen("/proc/self/status", "re");
	ck_assert_ptr_nonnull(status);
	while (fgets(line, sizeof(line), status))
		if (strncmp(line, "VmLck:", 6) == 0)
			kib = strtoul(line + 6, NULL, 10);
	fclose(status);
	/* The address sanitizer has an mlock() that does nothing. */
	if (!SANITIZED)
		ck_assert_uint_ge(kib, 1024);
	buffer_memory_close(&memory);
}
END_TEST

START_TEST(more_than_there_is_is_not_locked)
{
	struct buffer_memory memory;

	ck_assert_int_eq(buffer_memory_lock(&memory, UINT64_C(1) << 60, &error),
			 -1);
	ck_assert_int_eq(error.code, ENOMEM);
	ck_assert_ptr_nonnull(
		strstr(error.text, "lockmem: 1EiB can't be locked"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("buffer_memory");
	TCase *tc = tcase_create("buffer_memory");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, each_kind_can_be_used_and_leaves_nothing, 0,
			    COUNT_OF(usable));
	tcase_add_test(tc, a_file_that_is_there_is_not_changed);
	tcase_add_loop_test(tc, a_file_that_will_not_do_is_refused, 0,
			    COUNT_OF(refused_files));
	tcase_add_test(tc, a_folder_that_is_missing_is_named);
	tcase_add_loop_test(tc, huge_pages_are_there_or_asked_for, 0,
			    COUNT_OF(huge_kinds));
	tcase_add_test(tc, huge_pages_of_an_unknown_size_are_refused);
	tcase_add_test(tc, a_file_of_huge_pages_is_on_hugetlbfs);
	tcase_add_test(tc, memory_is_locked);
	tcase_add_test(tc, more_than_there_is_is_not_locked);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
