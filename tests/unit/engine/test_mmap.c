#include "engine_fixture.h"

#include <sys/mman.h>

/* On one file, opened as the job's only one. */
struct mapped {
	void *state;
	int fd;
	struct job_options job;
	struct job_error error;
	unsigned char buf[BLOCK];
};

static int mapped_open(struct mapped *m, int fd)
{
	struct engine_setup setup = {
		.job = &m->job,
		.fds = &m->fd,
		.file_count = 1,
		.depth = 1,
		.buffer_size = BLOCK,
	};

	m->fd = fd;
	return engine_mmap.open(&m->state, &setup, &m->error);
}

static int32_t do_io(struct mapped *m, enum io_kind kind, uint64_t offset)
{
	struct completion done = { 0 };
	struct io io = {
		.offset = offset,
		.buf = m->buf,
		.length = kind >= IO_FSYNC ? 0 : BLOCK,
		.kind = (uint8_t)kind,
		.fd = m->fd,
	};
	struct io *list[] = { &io };

	ck_assert_int_eq(engine_mmap.submit(m->state, list, 1), 1);
	ck_assert_int_eq(engine_mmap.reap(m->state, &done, 1, 1, NULL), 1);
	return done.result;
}

static int sparse(off_t size)
{
	int fd = memfd_create("test_mmap", MFD_CLOEXEC);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(ftruncate(fd, size), 0);
	return fd;
}

START_TEST(a_window_moves_where_the_file_is_larger_than_memory_can_be)
{
	static const uint64_t places[] = {
		0,
		UINT64_C(1) << 59,
		(UINT64_C(1) << 60) - BLOCK,
		(UINT64_C(1) << 59) + UINT64_C(4) * BLOCK,
		100,
	};
	struct mapped m = { 0 };
	int fd = sparse((off_t)1 << 60);

	ck_assert_msg(mapped_open(&m, fd) == 0, "%s", m.error.text);
	for (size_t i = 0; i < COUNT_OF(places); i++) {
		memset(m.buf, 'a' + (int)i, BLOCK);
		ck_assert_int_eq(do_io(&m, IO_WRITE, places[i]), BLOCK);
	}
	for (size_t i = 1; i < COUNT_OF(places); i++) {
		unsigned char there[BLOCK];

		ck_assert_int_eq(do_io(&m, IO_READ, places[i]), BLOCK);
		ck_assert_uint_eq(m.buf[7], 'a' + i);
		ck_assert_int_eq(pread(fd, there, BLOCK, (off_t)places[i]),
				 BLOCK);
		ck_assert_mem_eq(there, m.buf, BLOCK);
	}
	ck_assert_int_eq(do_io(&m, IO_FSYNC, 0), 0);
	engine_mmap.close(m.state);
	close(fd);
}
END_TEST

START_TEST(what_is_written_and_synced_is_in_the_file)
{
	struct mapped m = { .job = { .direct = _i & 1,
				     .sync = _i & 2 ? SYNC_SYNC : SYNC_NONE } };
	unsigned char there[BLOCK];
	int fd = make_file();

	ck_assert_int_eq(mapped_open(&m, fd), 0);
	memset(m.buf, 0x5a, BLOCK);
	ck_assert_int_eq(do_io(&m, IO_WRITE, 3 * BLOCK + 17), BLOCK);
	ck_assert_int_eq(do_io(&m, IO_FSYNC, 0), 0);
	ck_assert_int_eq(do_io(&m, IO_FDATASYNC, 0), 0);
	ck_assert_int_eq(pread(fd, there, BLOCK, 3 * BLOCK + 17), BLOCK);
	ck_assert_mem_eq(there, m.buf, BLOCK);
	engine_mmap.close(m.state);
	close(fd);
}
END_TEST

START_TEST(a_trimmed_block_reads_as_zeros)
{
	struct mapped m = { 0 };
	int fd = make_file();

	ck_assert_int_eq(mapped_open(&m, fd), 0);
	ck_assert_int_eq(do_io(&m, IO_READ, BLOCK), BLOCK);
	ck_assert_uint_eq(m.buf[1], file_byte(BLOCK + 1));
	ck_assert_int_eq(do_io(&m, IO_TRIM, BLOCK), BLOCK);
	ck_assert_int_eq(do_io(&m, IO_READ, BLOCK), BLOCK);
	for (unsigned i = 0; i < BLOCK; i++)
		ck_assert_uint_eq(m.buf[i], 0);
	engine_mmap.close(m.state);
	close(fd);
}
END_TEST

START_TEST(devices_without_an_end_are_mapped_for_each_io)
{
	static const unsigned char zeros[BLOCK];
	struct mapped m = { 0 };
	int fd = open("/dev/zero", O_RDWR | O_CLOEXEC);

	ck_assert_int_eq(mapped_open(&m, fd), 0);
	for (uint64_t at = 0; at < UINT64_C(1) << 40;
	     at += (UINT64_C(1) << 38) + 100) {
		memset(m.buf, 1, BLOCK);
		ck_assert_int_eq(do_io(&m, IO_READ, at), BLOCK);
		ck_assert_mem_eq(m.buf, zeros, BLOCK);
	}
	engine_mmap.close(m.state);
	close(fd);
}
END_TEST

START_TEST(what_cant_be_mapped_is_refused_at_set_up)
{
	struct mapped m = { 0 };

	ck_assert_int_eq(mapped_open(&m, -1), -1);
	ck_assert_int_eq(m.error.code, EBADF);
	ck_assert_str_eq(m.error.function, "mmap");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("mmap");
	TCase *tc = tcase_create("mmap");

	tcase_add_test(
		tc, a_window_moves_where_the_file_is_larger_than_memory_can_be);
	tcase_add_loop_test(tc, what_is_written_and_synced_is_in_the_file, 0,
			    4);
	tcase_add_test(tc, a_trimmed_block_reads_as_zeros);
	tcase_add_test(tc, devices_without_an_end_are_mapped_for_each_io);
	tcase_add_test(tc, what_cant_be_mapped_is_refused_at_set_up);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
