#include "engine_fixture.h"

/* All that do one I/O at a time. */
static const struct engine_ops *const all[] = {
	&engine_sync,    &engine_psync, &engine_pvsync,
	&engine_pvsync2, &engine_mmap,  &engine_splice,
};

START_TEST(reads_what_is_there)
{
	struct fixture f;

	fixture_open(&f, all[_i], NULL);
	f.io[3].offset = block_at(9);
	ck_assert_int_eq(perform(&f, 3), BLOCK);
	check_block(&f, 3);
	fixture_close(&f);
}
END_TEST

START_TEST(writes_where_it_should)
{
	struct fixture f;

	fixture_open(&f, all[_i], NULL);
	memset(f.buffers[1], 0xa5, BLOCK);
	f.io[1].kind = IO_WRITE;
	f.io[1].offset = block_at(5);
	ck_assert_int_eq(perform(&f, 1), BLOCK);
	f.io[2].offset = block_at(5);
	ck_assert_int_eq(perform(&f, 2), BLOCK);
	ck_assert_mem_eq(f.buffers[2], f.buffers[1], BLOCK);
	f.io[2].offset = block_at(6);
	ck_assert_int_eq(perform(&f, 2), BLOCK);
	check_block(&f, 2);
	fixture_close(&f);
}
END_TEST

START_TEST(takes_one_at_a_time)
{
	struct completion done[DEPTH];
	struct fixture f;

	fixture_open(&f, all[_i], NULL);
	ck_assert_int_eq(f.ops->reap(f.state, done, 0, 1, NULL), 0);
	ck_assert_int_eq(f.ops->submit(f.state, f.list, DEPTH), 1);
	ck_assert_int_eq(f.ops->submit(f.state, &f.list[1], 1), -EAGAIN);
	ck_assert_int_eq(f.ops->reap(f.state, done, 1, DEPTH, NULL), 1);
	ck_assert_uint_eq(done[0].slot, 0);
	ck_assert_int_eq(f.ops->reap(f.state, done, 1, DEPTH, NULL), 0);
	fixture_close(&f);
}
END_TEST

START_TEST(the_end_of_the_file_cuts_a_read)
{
	struct fixture f;

	fixture_open(&f, all[_i], NULL);
	f.io[0].offset = FILE_SIZE - 100;
	ck_assert_int_eq(perform(&f, 0), 100);
	f.io[0].offset = FILE_SIZE;
	ck_assert_int_eq(perform(&f, 0), 0);
	fixture_close(&f);
}
END_TEST

START_TEST(a_failure_is_reaped)
{
	struct fixture f;

	fixture_open(&f, all[_i], NULL);
	f.io[0].fd = -1;
	for (int kind = IO_READ; kind <= IO_FDATASYNC; kind++) {
		f.io[0].kind = (uint8_t)kind;
		ck_assert_int_eq(perform(&f, 0), -EBADF);
	}
	fixture_close(&f);
}
END_TEST

START_TEST(syncs_and_trims)
{
	static const unsigned char zeros[BLOCK];
	struct fixture f;

	fixture_open(&f, all[_i], NULL);
	f.io[0].kind = IO_FSYNC;
	ck_assert_int_eq(perform(&f, 0), 0);
	f.io[0].kind = IO_FDATASYNC;
	ck_assert_int_eq(perform(&f, 0), 0);
	f.io[0].kind = IO_TRIM;
	ck_assert_int_eq(perform(&f, 0), BLOCK);
	f.io[0].kind = IO_READ;
	ck_assert_int_eq(perform(&f, 0), BLOCK);
	ck_assert_mem_eq(f.buffers[0], zeros, BLOCK);
	fixture_close(&f);
}
END_TEST

START_TEST(only_sync_moves_the_position_of_the_file)
{
	struct fixture f;

	fixture_open(&f, all[_i], NULL);
	ck_assert_int_eq(lseek(f.fd, 17, SEEK_SET), 17);
	f.io[0].offset = block_at(2);
	ck_assert_int_eq(perform(&f, 0), BLOCK);
	ck_assert_int_eq(lseek(f.fd, 0, SEEK_CUR),
			 all[_i] == &engine_sync ? (off_t)block_at(3) : 17);
	fixture_close(&f);
}
END_TEST

START_TEST(a_failed_write_leaves_nothing_for_the_next_read)
{
	struct fixture f;
	int read_only;

	fixture_open(&f, all[_i], NULL);
	read_only = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	ck_assert_int_ge(read_only, 0);
	f.io[0].kind = IO_WRITE;
	f.io[0].fd = read_only;
	if (f.ops != &engine_mmap)
		ck_assert_int_eq(perform(&f, 0), -EBADF);
	f.io[1].offset = block_at(7);
	ck_assert_int_eq(perform(&f, 1), BLOCK);
	check_block(&f, 1);
	close(read_only);
	fixture_close(&f);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sync");
	TCase *tc = tcase_create("sync");
	const int n = COUNT_OF(all);

	tcase_add_loop_test(tc, reads_what_is_there, 0, n);
	tcase_add_loop_test(tc, writes_where_it_should, 0, n);
	tcase_add_loop_test(tc, takes_one_at_a_time, 0, n);
	tcase_add_loop_test(tc, the_end_of_the_file_cuts_a_read, 0, n);
	tcase_add_loop_test(tc, a_failure_is_reaped, 0, n);
	tcase_add_loop_test(tc, syncs_and_trims, 0, n);
	tcase_add_loop_test(tc, only_sync_moves_the_position_of_the_file, 0, n);
	tcase_add_loop_test(tc, a_failed_write_leaves_nothing_for_the_next_read,
			    0, n);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
