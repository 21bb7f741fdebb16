#include "engine_fixture.h"

#include <sys/stat.h>

static struct stat look(const struct fixture *f)
{
	struct stat st;

	ck_assert_int_eq(fstat(f->fd, &st), 0);
	return st;
}

START_TEST(a_read_allocates_and_keeps_the_size)
{
	struct fixture f;
	off_t blocks;

	fixture_open(&f, &engine_falloc, NULL);
	blocks = look(&f).st_blocks;
	f.io[0].offset = FILE_SIZE;
	ck_assert_int_eq(perform(&f, 0), BLOCK);
	ck_assert_int_eq(look(&f).st_size, FILE_SIZE);
	ck_assert_int_ge(look(&f).st_blocks, blocks + BLOCK / 512);
	fixture_close(&f);
}
END_TEST

START_TEST(a_write_makes_the_file_longer)
{
	struct fixture f;

	fixture_open(&f, &engine_falloc, NULL);
	f.io[0].kind = IO_WRITE;
	f.io[0].offset = FILE_SIZE;
	ck_assert_int_eq(perform(&f, 0), BLOCK);
	ck_assert_int_eq(look(&f).st_size, FILE_SIZE + BLOCK);
	fixture_close(&f);
}
END_TEST

START_TEST(what_is_there_stays_until_it_is_trimmed)
{
	static const unsigned char zeros[BLOCK];
	unsigned char there[BLOCK];
	struct fixture f;

	fixture_open(&f, &engine_falloc, NULL);
	for (int kind = IO_READ; kind <= IO_TRIM; kind++) {
		f.io[0].kind = (uint8_t)kind;
		ck_assert_int_eq(perform(&f, 0), BLOCK);
		ck_assert_int_eq(pread(f.fd, there, BLOCK, 0), BLOCK);
		if (kind == IO_TRIM)
			ck_assert_mem_eq(there, zeros, BLOCK);
		else
			ck_assert_uint_eq(there[1], file_byte(1));
	}
	ck_assert_int_eq(look(&f).st_size, FILE_SIZE);
	f.io[0].kind = IO_FSYNC;
	ck_assert_int_eq(perform(&f, 0), 0);
	fixture_close(&f);
}
END_TEST

START_TEST(ftruncate_ends_the_file_at_the_offset)
{
	static const unsigned blocks[] = { 3, 20, 0, 7 };
	struct fixture f;

	fixture_open(&f, &engine_ftruncate, NULL);
	f.io[0].kind = IO_WRITE;
	for (size_t i = 0; i < COUNT_OF(blocks); i++) {
		f.io[0].offset = block_at(blocks[i]);
		ck_assert_int_eq(perform(&f, 0), BLOCK);
		ck_assert_int_eq(look(&f).st_size, (off_t)block_at(blocks[i]));
	}
	fixture_close(&f);
}
END_TEST

START_TEST(failures_are_reaped)
{
	static const struct engine_ops *const both[] = { &engine_falloc,
							 &engine_ftruncate };
	struct fixture f;

	fixture_open(&f, both[_i], NULL);
	f.io[0].fd = -1;
	f.io[0].kind = IO_WRITE;
	ck_assert_int_eq(perform(&f, 0), -EBADF);
	ck_assert_int_eq(f.ops->submit(f.state, f.list, 1), 1);
	ck_assert_int_eq(f.ops->submit(f.state, f.list, 1), -EAGAIN);
	fixture_close(&f);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("falloc");
	TCase *tc = tcase_create("falloc");

	tcase_add_test(tc, a_read_allocates_and_keeps_the_size);
	tcase_add_test(tc, a_write_makes_the_file_longer);
	tcase_add_test(tc, what_is_there_stays_until_it_is_trimmed);
	tcase_add_test(tc, ftruncate_ends_the_file_at_the_offset);
	tcase_add_loop_test(tc, failures_are_reaped, 0, 2);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
