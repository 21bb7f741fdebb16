#include "io/workload.h"

#include "job_fixture.h"

/* sync_file_range: when it comes, and of what. */

static const struct {
	const char *texts;
	unsigned ios[IO_SYNC_FILE_RANGE + 1];
} counts[] = {
	{ "rw=write bs=4k sync_file_range=wait_before,write:4",
	  { [IO_WRITE] = 16, [IO_SYNC_FILE_RANGE] = 3 } },
	{ "rw=write bs=4k sync_file_range=write:0", { [IO_WRITE] = 16 } },
	{ "rw=read bs=4k sync_file_range=write:1", { [IO_READ] = 16 } },
	/* Of syncs that are due together the most thorough one. */
	{ "rw=write bs=4k sync_file_range=write:2 fsync=8",
	  { [IO_WRITE] = 16, [IO_FSYNC] = 1, [IO_SYNC_FILE_RANGE] = 6 } },
	{ "rw=trimwrite bs=4k sync_file_range=write:4",
	  { [IO_TRIM] = 16, [IO_WRITE] = 16, [IO_SYNC_FILE_RANGE] = 3 } },
};

START_TEST(a_pass_has_so_many_syncs)
{
	unsigned ios[IO_SYNC_FILE_RANGE + 1] = { 0 };
	struct job_fixture f;
	struct workload *w;
	struct io io = { 0 };

	job_fixture_open(&f, counts[_i].texts);
	job_fixture_add_file(&f, 0, 65536);
	w = workload_new(&f.job.layout);
	ck_assert_ptr_nonnull(w);
	while (workload_next(w, &io))
		ios[io.kind]++;
	for (size_t k = 0; k < COUNT_OF(ios); k++)
		ck_assert_msg(ios[k] == counts[_i].ios[k], "%s: %u of kind %zu",
			      counts[_i].texts, ios[k], k);
	workload_free(w);
	job_fixture_close(&f);
}
END_TEST

/* What was written since the last one, of the file it is about. */
START_TEST(a_range_is_what_was_written)
{
	struct job_fixture f;
	struct workload *w;
	uint64_t from = UINT64_MAX, to = 0;
	struct io io = { 0 };
	unsigned count = 0;

	job_fixture_open(&f, "rw=randwrite bs=4k "
			     "sync_file_range=wait_before,write:4");
	job_fixture_add_file(&f, 4096, UINT64_C(256) * 1024);
	w = workload_new(&f.job.layout);
	ck_assert_ptr_nonnull(w);
	while (workload_next(w, &io)) {
		if (io.kind == IO_WRITE) {
			from = io.offset < from ? io.offset : from;
			to = io.offset + io.length > to ? io.offset + io.length
							: to;
			continue;
		}
		ck_assert_uint_eq(io.kind, IO_SYNC_FILE_RANGE);
		ck_assert_uint_eq(io.sync_flags,
				  SYNC_RANGE_WAIT_BEFORE | SYNC_RANGE_WRITE);
		ck_assert_uint_eq(io.offset, from);
		ck_assert_uint_eq(io.offset + io.length, to);
		from = UINT64_MAX;
		to = 0;
		count++;
	}
	ck_assert_uint_eq(count, 15);
	workload_free(w);
	job_fixture_close(&f);
}
END_TEST

START_TEST(each_file_has_a_range_of_its_own)
{
	uint64_t written[2] = { 0 }, synced[2] = { 0 };
	struct job_fixture f;
	struct workload *w;
	struct io io = { 0 };

	job_fixture_open(&f, "rw=write bs=4k sync_file_range=write:3");
	job_fixture_add_file(&f, 0, 65536);
	job_fixture_add_file(&f, 0, 65536);
	w = workload_new(&f.job.layout);
	ck_assert_ptr_nonnull(w);
	while (workload_next(w, &io)) {
		if (io.kind == IO_WRITE) {
			written[io.file_index] = io.offset + io.length;
			continue;
		}
		/* Goes on where the last one of this file has ended. */
		ck_assert_uint_eq(io.offset, synced[io.file_index]);
		synced[io.file_index] = io.offset + io.length;
		ck_assert_uint_eq(synced[io.file_index],
				  written[io.file_index]);
	}
	ck_assert_uint_gt(synced[0], 0);
	ck_assert_uint_gt(synced[1], 0);
	workload_free(w);
	job_fixture_close(&f);
}
END_TEST

/* An I/O has 32 bits for a length. */
START_TEST(a_range_too_long_reaches_to_the_end)
{
	struct job_fixture f;
	struct workload *w;
	struct io io = { 0 };

	job_fixture_open(&f, "rw=write bs=1g sync_file_range=write:8");
	job_fixture_add_file(&f, 0, UINT64_C(16) << 30);
	w = workload_new(&f.job.layout);
	ck_assert_ptr_nonnull(w);
	do
		ck_assert(workload_next(w, &io));
	while (io.kind == IO_WRITE);
	ck_assert_uint_eq(io.offset, 0);
	ck_assert_uint_eq(io.length, 0);
	workload_free(w);
	job_fixture_close(&f);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("workload_sync");
	TCase *tc = tcase_create("workload_sync");

	tcase_add_loop_test(tc, a_pass_has_so_many_syncs, 0, COUNT_OF(counts));
	tcase_add_test(tc, a_range_is_what_was_written);
	tcase_add_test(tc, each_file_has_a_range_of_its_own);
	tcase_add_test(tc, a_range_too_long_reaches_to_the_end);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
