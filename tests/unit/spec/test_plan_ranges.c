#include "spec/engine_info.h"
#include "spec/option_process.h"

static const struct engine_info several = {
	.name = "several",
	.help = "Trims several ranges",
	.flags = ENGINE_RANGES,
};
static const struct engine_info single = {
	.name = "psync",
	.help = "Trims one",
	.flags = ENGINE_SYNC,
};
static const struct engine_info task = {
	.name = "task",
	.help = "Does no I/O",
	.flags = ENGINE_TASK | ENGINE_DISKLESS,
};
static const struct engine_info *const engines[] = { &several, &single, &task };
static const struct engine_refused refused[] = { { 0 } };
static const struct engine_list list = { engines, 3, refused, NULL };

#define TEST_ENGINES (&list)
#include "plan_fixture.h"

/* The rules of num_range, a row each. */
#define JOB "[a]\nioengine=several\nrw=randtrim\nnum_range=8\n"
#define ONE_ONLY ": knows I/Os of one range only, and num_range is 8\n"

static const struct {
	const char *text;
	const char *told;
} messages[] = {
	{ JOB, "" },
	{ JOB "bs=1m\niodepth=32\nnumber_ios=10\nnorandommap\n", "" },
	{ "[a]\nrw=randtrim\nnum_range=1\n", "" },
	{ "[a]\nrw=write\nnum_range=1\nwrite_iolog=x\n", "" },
	{ "[global]\nnum_range=8\n[a]\nioengine=task\n", "" },
	{ "[a]\nrw=randtrim\nnum_range=8\n",
	  "t.fio:3: error: num_range: ioengine=psync trims one range at a time; "
	  "io_uring_cmd can trim several\n" },
	{ "[a]\nioengine=several\nrw=trimwrite\nnum_range=2\n",
	  "t.fio:4: error: num_range: needs rw=trim or rw=randtrim, and rw is "
	  "trimwrite\n" },
	{ "[a]\nioengine=several\nrw=read\nnum_range=2\n",
	  "t.fio:4: error: num_range: needs rw=trim or rw=randtrim, and rw is "
	  "read\n" },
	{ JOB "num_range=0\n",
	  "t.fio:5: error: num_range: '0' is out of range: 1 to 256\n" },
	{ JOB "bs=256m\n",
	  "t.fio:4: error: num_range: 8 ranges of 268435456 bytes (bs) are too "
	  "much for one I/O, which has less than 2 GiB\n" },
	{ JOB "nrfiles=2\n",
	  "t.fio:4: error: num_range: the ranges of a trim are of one file, and "
	  "the job may have more\n" },
	{ JOB "write_iolog=x\n", "t.fio:5: error: write_iolog" ONE_ONLY },
	{ JOB "serialize_overlap=1\n",
	  "t.fio:5: error: serialize_overlap" ONE_ONLY },
	{ JOB "block_error_percentiles=1\n",
	  "t.fio:5: error: block_error_percentiles" ONE_ONLY },
	{ JOB "zonesize=1m\nzonemode=zbd\ndirect=1\n",
	  "t.fio:6: error: zonemode" ONE_ONLY },
	{ JOB "write_lat_log=x\nlog_offset=1\n",
	  "t.fio:6: note: log_offset: of a trim of several ranges (num_range) "
	  "the first one's is logged\n" },
};

START_TEST(what_does_not_go_together_is_told)
{
	build(messages[_i].text);
	assert_told(messages[_i].told);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("plan_ranges");
	TCase *tc = tcase_create("plan_ranges");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, what_does_not_go_together_is_told, 0,
			    COUNT_OF(messages));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
