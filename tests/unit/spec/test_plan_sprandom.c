#include "plan_fixture.h"

/* The rules of sprandom, a row each. */
#define JOB "[a]\nrw=randwrite\nsprandom=1\n"

static const struct {
	const char *text;
	const char *told;
} messages[] = {
	{ JOB, "" },
	{ JOB "norandommap=1\nba=4k\nbs=4k\nrandom_generator=lfsr\n", "" },
	{ JOB "bs=520\nspr_op=0.28\nspr_num_regions=1000\nspr_cs=1m\n", "" },
	{ "[a]\nrw=randread\nsprandom=1\n",
	  "t.fio:3: error: sprandom: needs rw=randwrite, and rw is randread\n" },
	{ "[a]\nrw=randtrimwrite\nsprandom=1\n",
	  "t.fio:3: error: sprandom: needs rw=randwrite, and rw is "
	  "randtrimwrite\n" },
	{ "[a]\nrw=randwrite:4\nsprandom=1\n",
	  "t.fio:2: error: rw: sprandom places each write by itself, and not 4 "
	  "in a row\n" },
	{ JOB "bs=4k-8k\n",
	  "t.fio:4: error: bs: sprandom needs one size of blocks\n" },
	{ JOB "bssplit=4k/50:8k/50\n",
	  "t.fio:4: error: bssplit: sprandom needs one size of blocks\n" },
	{ JOB "ba=512\n",
	  "t.fio:4: error: ba: with sprandom blocks are aligned to their own "
	  "size, bs=4096\n" },
	{ JOB "spr_op=0\n",
	  "t.fio:4: error: spr_op: a device without spare capacity has no "
	  "steady state: it has to be above 0\n" },
	{ JOB "spr_op=11\n",
	  "t.fio:4: error: spr_op: '11' is out of range: 0 to 10\n" },
	{ JOB "spr_op=1.2\n",
	  "t.fio:4: note: spr_op: is a share of the capacity that the device "
	  "offers: 1.2 means that it has 2.2 times as much flash\n" },
	{ JOB "spr_num_regions=0\n",
	  "t.fio:4: error: spr_num_regions: '0' is out of range: 1 to 65536\n" },
	{ JOB "percentage_random=50\n",
	  "t.fio:4: error: percentage_random: has another order of blocks than "
	  "sprandom, which is given, too\n" },
	{ JOB "random_distribution=zipf\n",
	  "t.fio:4: error: random_distribution: has another order of blocks "
	  "than sprandom, which is given, too\n" },
	{ JOB "zonemode=strided\nzonesize=1m\n",
	  "t.fio:4: error: zonemode: has another order of blocks than "
	  "sprandom, which is given, too\n" },
	{ JOB "file_service_type=zipf\n",
	  "t.fio:4: error: file_service_type: has another order of blocks than "
	  "sprandom, which is given, too\n" },
	{ JOB "io_size=1m\n",
	  "t.fio:4: error: io_size: sprandom writes size and spr_op of it, no "
	  "more and no less\n" },
	{ JOB "ramp_time=1\n",
	  "t.fio:4: warning: ramp_time: what is written in it comes on top of "
	  "the one pass of sprandom\n" },
	{ JOB "loops=2\n",
	  "t.fio:4: warning: loops: each pass of sprandom after the first "
	  "comes on top of it\n" },
	{ JOB "time_based\nruntime=1\n",
	  "t.fio:4: warning: time_based: each pass of sprandom after the first "
	  "comes on top of it\n" },
	{ JOB "filename=f\nnumjobs=2\n",
	  "t.fio:5: warning: numjobs: each copy has a pass of sprandom of its "
	  "own; over the same file they undo each other (split=1 divides it)\n" },
	{ JOB "filename=f\nnumjobs=2\nsplit=1\n", "" },
	{ JOB "numjobs=2\n", "" },
	{ "[a]\nspr_op=0.1\nspr_num_regions=9\nspr_cs=1\n",
	  "t.fio:2: note: spr_op: has no effect without sprandom\n"
	  "t.fio:3: note: spr_num_regions: has no effect without sprandom\n"
	  "t.fio:4: note: spr_cs: has no effect without sprandom\n" },
};

START_TEST(what_does_not_go_together_is_told)
{
	build(messages[_i].text);
	assert_told(messages[_i].told);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("plan_sprandom");
	TCase *tc = tcase_create("plan_sprandom");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, what_does_not_go_together_is_told, 0,
			    COUNT_OF(messages));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
