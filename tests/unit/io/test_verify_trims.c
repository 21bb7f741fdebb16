#include "../../../src/io/verify_job.h"

#include "io/workload.h"
#include "job_fixture.h"

#include <stdio.h>
#include <string.h>

/*
 * A job that trims what it has written and reads it back, on a disk that is
 * only memory, and does with trims what a test wants.
 */
enum { BLOCK = 4096, BLOCKS = 16, VICTIM = 5 };

#define JOB "rw=randwrite bs=4k iodepth=1 verify=crc32c trim_percentage=100 "

static unsigned char disk[BLOCKS][BLOCK];
static struct job_fixture fixture;
static struct job_page *page;
static struct buffers buffers;
static struct verify_job *verify;
static struct workload *workload;
static unsigned trims;
static void (*trim)(unsigned block);

static void trim_well(unsigned block)
{
	memset(disk[block], 0, BLOCK);
}

/* What was there is there still. */
static void trim_nothing(unsigned block)
{
	if (block != VICTIM)
		trim_well(block);
}

static void leave_first_byte(unsigned block)
{
	unsigned char first = disk[block][0];

	trim_well(block);
	if (block == VICTIM)
		disk[block][0] = first ? first : 1;
}

static void leave_last_bit(unsigned block)
{
	trim_well(block);
	if (block == VICTIM)
		disk[block][BLOCK - 1] = 1;
}

/* A disk that tells that there is nothing by other bytes. */
static void fill_with_ones(unsigned block)
{
	trim_well(block);
	if (block == VICTIM)
		memset(disk[block], 0xff, BLOCK);
}

static void do_io(const struct io *io)
{
	unsigned block = (unsigned)(io->offset / BLOCK);

	ck_assert_uint_lt(block, BLOCKS);
	ck_assert_uint_eq(io->length, BLOCK);
	if (io->kind == IO_WRITE) {
		memcpy(disk[block], io->buf, BLOCK);
	} else if (io->kind == IO_READ) {
		memcpy(io->buf, disk[block], BLOCK);
	} else {
		trim(block);
		trims++;
	}
}

static void go_through(struct io *io)
{
	verify_job_begin(verify, io);
	if (io->kind == IO_WRITE)
		buffers.prepare(&buffers, io);
	do_io(io);
	verify_job_end(verify, io, true);
}

/* A pass, and what there is to be read back in it and after it. */
static void run(void)
{
	struct io io = { .buf = buffers_at(&buffers, 0) };

	while (verify_job_next(verify, &io) || workload_next(workload, &io)) {
		if (io.kind == IO_WRITE)
			verify_job_note_generated(verify, &io);
		go_through(&io);
	}
	verify_job_begin_phase(verify);
	while (verify_job_next(verify, &io))
		go_through(&io);
	verify_job_end_phase(verify);
	verify_job_drain(verify);
}

static void open_job(const char *options)
{
	struct job_error error = { 0 };
	char texts[300];

	snprintf(texts, sizeof(texts), JOB "%s", options);
	job_fixture_open(&fixture, texts);
	fixture.job.section.engine = &engine_psync.info;
	job_fixture_add_file(&fixture, 0, (uint64_t)BLOCKS * BLOCK);
	fixture.file[0].path = "disk";
	fixture.job.layout.buffer_alignment = 1;
	page = job_pages_map(1);
	ck_assert_ptr_nonnull(page);
	ck_assert_int_eq(buffers_open(&buffers, &fixture.job.layout, &error),
			 0);
	verify = verify_job_open(&fixture.job.layout, page, &buffers, &error);
	ck_assert_msg(verify, "%s", error.text);
	workload = workload_new(&fixture.job.layout);
	ck_assert_ptr_nonnull(workload);
	trims = 0;
}

static void close_job(void)
{
	verify_job_close(verify);
	workload_free(workload);
	buffers_close(&buffers);
	job_pages_unmap(page, 1);
	job_fixture_close(&fixture);
}

static void (*const failures[])(unsigned) = {
	trim_nothing,
	leave_first_byte,
	leave_last_bit,
	fill_with_ones,
};

/* Checked at once, by other threads, and in the midst of the pass. */
static const struct {
	const char *options;
	unsigned trims; /* before they are read back */
} ways[] = {
	{ "trim_verify_zero=1", BLOCKS },
	{ "trim_verify_zero=1 verify_async=2", BLOCKS },
	{ "trim_verify_zero=1 trim_backlog=4", BLOCKS },
	{ "trim_verify_zero=1 trim_backlog=4 verify_backlog=6", BLOCKS - 2 },
	{ "trim_verify_zero=1 verifysort=0", BLOCKS },
};

enum { FAILURES = COUNT_OF(failures) };

START_TEST(a_trimmed_block_that_is_not_zero_is_told_of)
{
	const char *text;

	open_job(ways[_i / FAILURES].options);
	trim = failures[_i % FAILURES];
	run();
	text = page->verify.texts[0];
	ck_assert_uint_eq(trims, ways[_i / FAILURES].trims);
	ck_assert_uint_eq(page->verify.checked, BLOCKS);
	ck_assert_uint_eq(page->verify.bad, 1);
	ck_assert_uint_eq(page->verify.bad_blocks, 1);
	ck_assert_msg(strstr(text, "at file disk offset 20480, length"), "%s",
		      text);
	ck_assert_msg(strstr(text, "zeroed data"), "%s", text);
	close_job();
}
END_TEST

START_TEST(none_is_told_of_that_is_zero)
{
	open_job(ways[_i].options);
	trim = trim_well;
	run();
	ck_assert_uint_eq(trims, ways[_i].trims);
	ck_assert_uint_eq(page->verify.checked, BLOCKS);
	ck_assert_uint_eq(page->verify.bad, 0);
	close_job();
}
END_TEST

/* What is in it then is the disk's affair. */
START_TEST(without_the_option_trimmed_blocks_are_not_read)
{
	open_job("trim_verify_zero=0");
	trim = trim_nothing;
	run();
	ck_assert_uint_eq(trims, BLOCKS);
	ck_assert_uint_eq(page->verify.checked, 0);
	ck_assert_uint_eq(page->verify.bad, 0);
	close_job();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("verify_trims");
	TCase *tc = tcase_create("verify_trims");

	tcase_add_loop_test(tc, a_trimmed_block_that_is_not_zero_is_told_of, 0,
			    COUNT_OF(ways) * FAILURES);
	tcase_add_loop_test(tc, none_is_told_of_that_is_zero, 0,
			    COUNT_OF(ways));
	tcase_add_test(tc, without_the_option_trimmed_blocks_are_not_read);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
