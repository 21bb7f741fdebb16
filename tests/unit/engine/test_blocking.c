#include "engine/blocking.h"

#include "engine_fixture.h"

#include <sys/stat.h>

START_TEST(tells_what_the_kernel_does_at_once)
{
	static const struct {
		enum io_kind kind;
		bool blocking;
	} kinds[] = {
		{ IO_READ, false },     { IO_WRITE, false },
		{ IO_TRIM, true },      { IO_FSYNC, true },
		{ IO_FDATASYNC, true }, { IO_SYNC_FILE_RANGE, true },
	};

	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		struct io io = { .kind = (uint8_t)kinds[i].kind };

		ck_assert_int_eq(io_is_blocking(&io), kinds[i].blocking);
	}
}
END_TEST

START_TEST(a_trim_frees_the_blocks_and_leaves_the_rest)
{
	enum { LENGTH = 8 * BLOCK };
	struct io io = { .kind = IO_TRIM,
			 .offset = block_at(4),
			 .length = LENGTH,
			 .fd = make_file() };
	struct stat before, after;
	unsigned char byte;

	ck_assert_int_eq(fsync(io.fd), 0);
	ck_assert_int_eq(fstat(io.fd, &before), 0);
	ck_assert_int_eq(blocking_perform(&io), LENGTH);
	ck_assert_int_eq(fstat(io.fd, &after), 0);
	ck_assert_int_eq(after.st_size, FILE_SIZE);
	ck_assert_int_eq(before.st_blocks - after.st_blocks, LENGTH / 512);
	ck_assert_int_eq(pread(io.fd, &byte, 1, (off_t)block_at(4) - 1), 1);
	ck_assert_uint_eq(byte, file_byte(block_at(4) - 1));
	ck_assert_int_eq(pread(io.fd, &byte, 1, (off_t)block_at(4)), 1);
	ck_assert_uint_eq(byte, 0);
	ck_assert_int_eq(pread(io.fd, &byte, 1, (off_t)block_at(12)), 1);
	ck_assert_uint_eq(byte, file_byte(block_at(12)));
	close(io.fd);
}
END_TEST

START_TEST(a_trim_beyond_the_end_does_not_make_the_file_longer)
{
	struct io io = { .kind = IO_TRIM,
			 .offset = FILE_SIZE,
			 .length = BLOCK,
			 .fd = make_file() };
	struct stat st;

	ck_assert_int_eq(blocking_perform(&io), BLOCK);
	ck_assert_int_eq(fstat(io.fd, &st), 0);
	ck_assert_int_eq(st.st_size, FILE_SIZE);
	close(io.fd);
}
END_TEST

START_TEST(a_range_is_synced_with_all_its_flags)
{
	char path[] = "test_blocking.XXXXXX";
	struct io io = {
		.kind = IO_SYNC_FILE_RANGE,
		.length = BLOCK,
		.sync_flags = SYNC_RANGE_WAIT_BEFORE | SYNC_RANGE_WRITE |
			      SYNC_RANGE_WAIT_AFTER,
		.fd = mkstemp(path),
	};

	ck_assert_int_ge(io.fd, 0);
	ck_assert_int_eq(write(io.fd, path, sizeof(path)), sizeof(path));
	ck_assert_int_eq(blocking_perform(&io), 0);
	/* The kernel looks at the flags. */
	io.sync_flags = 8;
	ck_assert_int_eq(blocking_perform(&io), -EINVAL);
	close(io.fd);
	unlink(path);
}
END_TEST

START_TEST(what_can_not_be_trimmed_or_synced_fails)
{
	struct io io = { .length = BLOCK, .fd = open("/dev/null", O_RDWR) };

	ck_assert_int_ge(io.fd, 0);
	io.kind = IO_TRIM;
	ck_assert_int_lt(blocking_perform(&io), 0);
	io.kind = IO_FSYNC;
	ck_assert_int_eq(blocking_perform(&io), -EINVAL);
	io.kind = IO_READ;
	ck_assert_int_eq(blocking_perform(&io), -EINVAL);
	close(io.fd);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("blocking");
	TCase *tc = tcase_create("blocking");

	tcase_add_test(tc, tells_what_the_kernel_does_at_once);
	tcase_add_test(tc, a_trim_frees_the_blocks_and_leaves_the_rest);
	tcase_add_test(tc, a_trim_beyond_the_end_does_not_make_the_file_longer);
	tcase_add_test(tc, a_range_is_synced_with_all_its_flags);
	tcase_add_test(tc, what_can_not_be_trimmed_or_synced_fails);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
