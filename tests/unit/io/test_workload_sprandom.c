#include "io/sprandom.h"
#include "io/workload.h"

#include "job_fixture.h"

/* sprandom=1 as a job does it: over all of its files, pass after pass. */
#define BLOCK UINT64_C(4096)

enum { BLOCKS = 500, FILES = 2, WRITES = BLOCKS + BLOCKS / 5 };

static unsigned hits[FILES][BLOCKS];

static void go_through(struct workload *w, uint64_t offset)
{
	struct io io = { 0 };

	memset(hits, 0, sizeof(hits));
	while (workload_next(w, &io)) {
		uint64_t block = (io.offset - offset) / BLOCK;

		if (io.kind != IO_WRITE || io.length != BLOCK ||
		    io.offset < offset || io.offset % BLOCK || block >= BLOCKS)
			ck_abort_msg("%ju", (uintmax_t)io.offset);
		hits[io.file_index][block]++;
	}
}

START_TEST(each_pass_writes_all_files_and_the_spare_blocks)
{
	static const char *const services[] = {
		"roundrobin",
		"sequential",
		"random:3",
	};
	char texts[200];
	struct job_fixture f;
	struct workload *w;

	snprintf(texts, sizeof(texts),
		 "rw=randwrite bs=4k sprandom=1 spr_op=0.2 spr_num_regions=10 "
		 "norandommap=1 ba=4k file_service_type=%s",
		 services[_i]);
	job_fixture_open(&f, texts);
	for (unsigned i = 0; i < FILES; i++)
		job_fixture_add_file(&f, 8 * BLOCK, BLOCKS * BLOCK + 512);
	f.job.layout.io_bytes = BLOCK * FILES * WRITES;
	w = workload_new(&f.job.layout);
	ck_assert_ptr_nonnull(w);
	for (int pass = 0; pass < 2; pass++, workload_restart(w)) {
		go_through(w, 8 * BLOCK);
		for (unsigned i = 0; i < FILES; i++) {
			unsigned sum = 0;

			for (unsigned k = 0; k < BLOCKS; k++) {
				if (!hits[i][k])
					ck_abort_msg("block %u is missed", k);
				sum += hits[i][k];
			}
			ck_assert_uint_eq(sum, WRITES);
		}
	}
	workload_free(w);
	job_fixture_close(&f);
}
END_TEST

/* A file that has no room for a block has no turn, and nothing to divide. */
START_TEST(files_without_a_block_are_left_out)
{
	struct job_fixture f;
	struct workload *w;

	job_fixture_open(&f, "rw=randwrite bs=4k sprandom=1 spr_op=0.2 "
			     "spr_num_regions=10");
	job_fixture_add_file(&f, 0, 512);
	job_fixture_add_file(&f, 0, BLOCKS * BLOCK);
	f.job.layout.io_bytes = WRITES * BLOCK;
	w = workload_new(&f.job.layout);
	ck_assert_ptr_nonnull(w);
	go_through(w, 0);
	ck_assert_uint_eq(hits[0][0], 0);
	ck_assert_uint_ge(hits[1][0], 1);
	workload_free(w);
	job_fixture_close(&f);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("workload_sprandom");
	TCase *tc = tcase_create("workload_sprandom");

	tcase_add_loop_test(tc, each_pass_writes_all_files_and_the_spare_blocks,
			    0, 3);
	tcase_add_test(tc, files_without_a_block_are_left_out);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
