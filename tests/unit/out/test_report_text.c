#include "out/report.h"

#include "sample.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static struct sample s;
static char *text;

static void start(void)
{
	sample_start(&s);
	text = NULL;
}

static void end(void)
{
	free(text);
	sample_end(&s);
}

/* The whole report; kept until the next. */
static const char *report(void)
{
	size_t size;
	FILE *out;

	free(text);
	out = open_memstream(&text, &size);
	ck_assert_int_eq(report_text.write(sample_result(&s), out), 0);
	fclose(out);
	return text;
}

static const char *header(void)
{
	size_t size;
	FILE *out;

	free(text);
	out = open_memstream(&text, &size);
	report_text_header(&s.plan, &s.settings, out);
	fclose(out);
	return text;
}

static struct direction_stats *stats_of(enum direction d)
{
	return &s.pages[0].stats.direction[d];
}

/* The lines of the report from the first that contains `from` on. */
static const char *lines_from(const char *from)
{
	const char *at = strstr(report(), from);

	ck_assert_msg(at, "no '%s' in:\n%s", from, text);
	while (at > text && at[-1] != '\n')
		at--;
	return at;
}

static void assert_line(const char *expected)
{
	char *at = strstr(report(), expected);

	ck_assert_msg(at && (at == text || at[-1] == '\n'),
		      "no line '%s' in:\n%s", expected, text);
}

START_TEST(a_read_job_is_printed_in_full)
{
	struct job_options *o = sample_add(&s, "job");

	o->iodepth = 8;
	sample_time(&s.pages[0], 0, 100);
	sample_io(&s.pages[0], DIRECTION_READ, 256, 65536, 400000, 100);
	s.pages[0].usage.user_ms = 10;
	s.pages[0].usage.context_switches = 203;
	s.pages[0].usage.minor_faults = 11;
	ck_assert_str_eq(
		report(),
		"\n"
		"job: (groupid=0, jobs=1): err= 0: pid=1000: Tue Nov 14 22:13:22 2023\n"
		"  read: IOPS=2560, BW=160MiB/s (168MB/s)(16.0MiB/100msec)\n"
		"    clat (nsec): min=400000, max=400000, avg=400000.00, stdev= 0.00\n"
		"     lat (nsec): min=400100, max=400100, avg=400100.00, stdev= 0.00\n"
		"    clat percentiles (usec):\n"
		"     |  1.00th=[  400],  5.00th=[  400], 10.00th=[  400], 20.00th=[  400],\n"
		"     | 30.00th=[  400], 40.00th=[  400], 50.00th=[  400], 60.00th=[  400],\n"
		"     | 70.00th=[  400], 80.00th=[  400], 90.00th=[  400], 95.00th=[  400],\n"
		"     | 99.00th=[  400], 99.50th=[  400], 99.90th=[  400], 99.95th=[  400],\n"
		"     | 99.99th=[  400]\n"
		"  lat (usec)   : 500=100.00%\n"
		"  cpu          : usr=10.00%, sys=0.00%, ctx=203, majf=0, minf=11\n"
		"  IO depths    : 1=100.0%, 2=0.0%, 4=0.0%, 8=0.0%, 16=0.0%, 32=0.0%, >=64=0.0%\n"
		"     submit    : 0=0.0%, 4=0.0%, 8=0.0%, 16=0.0%, 32=0.0%, 64=0.0%, >=64=0.0%\n"
		"     complete  : 0=0.0%, 4=0.0%, 8=0.0%, 16=0.0%, 32=0.0%, 64=0.0%, >=64=0.0%\n"
		"     issued rwts: total=256,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n"
		"     latency   : target=0.00ns, window=0.00ns, percentile=100.00%, depth=8\n"
		"\n"
		"Run status group 0 (all jobs):\n"
		"   READ: bw=160MiB/s (168MB/s), 160MiB/s-160MiB/s (168MB/s-168MB/s), io=16.0MiB (16.8MB), run=100-100msec\n");
}
END_TEST

START_TEST(a_job_without_latencies_has_no_lines_of_them)
{
	struct job_options *o = sample_add(&s, "gt");

	o->description = "a [b] c";
	sample_io(&s.pages[0], DIRECTION_TRIM, 10, 4096, 0, 10);
	moments_add(&stats_of(DIRECTION_TRIM)->bw, 4000);
	moments_add(&stats_of(DIRECTION_TRIM)->iops, 1000);
	moments_add(&stats_of(DIRECTION_TRIM)->iops, 1001);
	report();
	*strstr(text, "  cpu") = '\0';
	ck_assert_str_eq(
		text,
		"\n"
		"gt: (groupid=0, jobs=1): err= 0: pid=1000: Tue Nov 14 22:13:22 2023\n"
		"  Description  : [a [b] c]\n"
		"  trim: IOPS=1000, BW=4000KiB/s (4096kB/s)(40.0KiB/10msec)\n"
		"   bw (  KiB/s): min= 4000, max= 4000, per=100.00%, avg=4000.00, stdev= 0.00, samples=1\n"
		"   iops        : min= 1000, max= 1001, avg=1000.50, stdev= 0.71, samples=2\n");
}
END_TEST

START_TEST(directions_and_groups_are_printed_in_order)
{
	s.plan.group_count = 3;
	sample_add(&s, "a");
	sample_add(&s, "b");
	sample_add(&s, "c");
	s.sections[1].group = 1;
	s.sections[2].group = 2;
	sample_io(&s.pages[0], DIRECTION_WRITE, 1, 1000000, 0, 10);
	sample_io(&s.pages[0], DIRECTION_READ, 1, 1000000, 0, 20);
	sample_io(&s.pages[2], DIRECTION_TRIM, 1, 500, 0, 1);
	ck_assert_str_eq(
		lines_from("Run status group 0"),
		"Run status group 0 (all jobs):\n"
		"   READ: bw=47.7MiB/s (50.0MB/s), 47.7MiB/s-47.7MiB/s (50.0MB/s-50.0MB/s), io=977KiB (1000kB), run=20-20msec\n"
		"  WRITE: bw=95.4MiB/s (100MB/s), 95.4MiB/s-95.4MiB/s (100MB/s-100MB/s), io=977KiB (1000kB), run=10-10msec\n"
		"\n"
		"Run status group 1 (all jobs):\n"
		"\n"
		"Run status group 2 (all jobs):\n"
		"   TRIM: bw=488KiB/s (500kB/s), 488KiB/s-488KiB/s (500kB/s-500kB/s), io=500B (500B), run=1-1msec\n");
	ck_assert_ptr_null(strstr(text, "b: (groupid"));
	ck_assert(strstr(text, "\n  read:") < strstr(text, "\n  write:"));
	ck_assert_ptr_nonnull(strstr(text, "c: (groupid=2, jobs=1)"));
}
END_TEST

/* Which unit a latency line is printed in, by its spread. */
static const struct {
	uint64_t min, max;
	const char *line;
} latency_units[] = {
	{ 1982, 7259600,
	  "    slat (nsec): min=1982, max=7259.6k, avg=3630791.00, stdev=5131910.90\n" },
	{ 2000, 100000,
	  "    slat (nsec): min=2000, max=100000, avg=51000.00, stdev=69296.46\n" },
	{ 2001, 99999,
	  "    slat (nsec): min=2001, max=99999, avg=51000.00, stdev=69295.05\n" },
	{ 2001, 100000,
	  "    slat (usec): min=2, max=100, avg=51.00, stdev=69.30\n" },
	{ 99500, 100500,
	  "    slat (nsec): min=99500, max=100500, avg=100000.00, stdev=707.11\n" },
	{ 2000000, 100000000,
	  "    slat (usec): min=2000, max=100000, avg=51000.00, stdev=69296.46\n" },
	{ 2000001, 100000000,
	  "    slat (msec): min=2, max=100, avg=51.00, stdev=69.30\n" },
	{ 2500000, UINT64_C(1234567000000),
	  "    slat (msec): min=2, max=1234.6k, avg=617284.75, stdev=872968.93\n" },
};

START_TEST(a_latency_line_chooses_its_unit)
{
	sample_add(&s, "a");
	sample_io(&s.pages[0], DIRECTION_READ, 1, 512, 0, 1);
	latency_add(&stats_of(DIRECTION_READ)->slat, latency_units[_i].min);
	latency_add(&stats_of(DIRECTION_READ)->slat, latency_units[_i].max);
	assert_line(latency_units[_i].line);
}
END_TEST

/* Percentiles of one small and one large value. */
static const struct {
	struct percentiles list;
	uint64_t min, max;
	const char *lines;
} percentile_blocks[] = {
	{ { { 50, 99.9, 100 }, 3 },
	  52,
	  1237,
	  "    clat percentiles (nsec):\n"
	  "     | 50.0th=[   52], 99.9th=[ 1237], 100.0th=[ 1237]\n" },
	{ { { 1, 50, 99 }, 3 },
	  3344,
	  79360,
	  "    clat percentiles (nsec):\n"
	  "     |   1th=[ 3344],  50th=[ 3344],  99th=[79360]\n" },
	{ { { 1, 100 }, 2 },
	  2001,
	  100000,
	  "    clat percentiles (usec):\n"
	  "     |   1th=[    3], 100th=[  100]\n" },
	{ { { 50, 100 }, 2 },
	  3000000,
	  UINT64_C(3000000001),
	  "    clat percentiles (msec):\n"
	  "     |  50th=[    3], 100th=[ 3001]\n" },
	{ { { 1, 2.125, 3, 99.999, 100 }, 5 },
	  100,
	  200,
	  "    clat percentiles (nsec):\n"
	  "     |  1.000th=[  100],  2.125th=[  100],  3.000th=[  100], 99.999th=[  200],\n"
	  "     | 100.000th=[  200]\n" },
	{ { { 50, 75, 90, 99 }, 4 },
	  1000,
	  UINT64_C(1234567890123),
	  "    clat percentiles (nsec):\n"
	  "     |  50th=[         1004],  75th=[1228360646656],  90th=[1228360646656],\n"
	  "     |  99th=[1228360646656]\n" },
};

START_TEST(percentiles_are_as_wide_as_they_need)
{
	struct job_options *o = sample_add(&s, "a");

	o->percentile_list = percentile_blocks[_i].list;
	sample_io(&s.pages[0], DIRECTION_READ, 1, 512, 0, 1);
	latency_add(&stats_of(DIRECTION_READ)->clat, percentile_blocks[_i].min);
	latency_add(&stats_of(DIRECTION_READ)->clat, percentile_blocks[_i].max);
	assert_line(percentile_blocks[_i].lines);
}
END_TEST

START_TEST(all_kinds_of_percentiles_follow_the_latencies)
{
	struct job_options *o = sample_add(&s, "a");

	o->percentile_list = (struct percentiles){ .of = { 50 }, .count = 1 };
	o->lat_percentiles = true;
	o->slat_percentiles = true;
	sample_io(&s.pages[0], DIRECTION_READ, 1, 512, 900, 1);
	latency_add(&stats_of(DIRECTION_READ)->slat, 100);
	assert_line(
		"  read: IOPS=1000, BW=500KiB/s (512kB/s)(512B/1msec)\n"
		"    slat (nsec): min=100, max=100, avg=100.00, stdev= 0.00\n"
		"    clat (nsec): min=900, max=900, avg=900.00, stdev= 0.00\n"
		"     lat (nsec): min=1000, max=1000, avg=1000.00, stdev= 0.00\n"
		"    slat percentiles (nsec):\n"
		"     |  50th=[  100]\n"
		"    clat percentiles (nsec):\n"
		"     |  50th=[  900]\n"
		"    lat percentiles (nsec):\n"
		"     |  50th=[ 1000]\n"
		"  lat (nsec)   : 1000=100.00%\n");
}
END_TEST

/* Bandwidth samples in KiB/s. */
static const struct {
	int kb_base, unit_base;
	unsigned low, high;
	const char *line;
} bandwidths[] = {
	{ 1024, 0, 44776, 76777,
	  "   bw (  KiB/s): min=44776, max=76777, per=100.00%, avg=60776.50, stdev=22628.12, samples=2\n" },
	{ 1000, 8, 44776, 76777,
	  "   bw (   kB/s): min=44776, max=76777, per=100.00%, avg=60776.50, stdev=22628.12, samples=2\n" },
	{ 1024, 0, 1048576, 1048576,
	  "   bw (  KiB/s): min=1048576, max=1048576, per=100.00%, avg=1048576.00, stdev= 0.00, samples=2\n" },
	{ 1024, 0, 1048576, 1048578,
	  "   bw (  MiB/s): min= 1024, max= 1024, per=100.00%, avg=1024.00, stdev= 0.00, samples=2\n" },
	{ 1000, 0, 2000000, 3000000,
	  "   bw (  MiB/s): min= 2000, max= 3000, per=100.00%, avg=2500.00, stdev=707.11, samples=2\n" },
	{ 1024, 1, 1000, 3000,
	  "   bw (Kibit/s): min= 8000, max=24000, per=100.00%, avg=16000.00, stdev=11313.71, samples=2\n" },
	{ 1000, 1, 1000, 3000,
	  "   bw ( kbit/s): min= 8000, max=24000, per=100.00%, avg=16000.00, stdev=11313.71, samples=2\n" },
	{ 1024, 1, 131072, 262144,
	  "   bw (Mibit/s): min= 1024, max= 2048, per=100.00%, avg=1536.00, stdev=724.08, samples=2\n" },
};

START_TEST(a_bandwidth_line_chooses_its_unit)
{
	struct job_options *o = sample_add(&s, "a");

	o->kb_base = bandwidths[_i].kb_base;
	o->unit_base = bandwidths[_i].unit_base;
	sample_io(&s.pages[0], DIRECTION_READ, 1, 512, 0, 1);
	moments_add(&stats_of(DIRECTION_READ)->bw, bandwidths[_i].low);
	moments_add(&stats_of(DIRECTION_READ)->bw, bandwidths[_i].high);
	assert_line(bandwidths[_i].line);
}
END_TEST

/* The style of rates and amounts. */
static const struct {
	int kb_base, unit_base;
	unsigned figures;
	const char *job;
	const char *group;
} styles[] = {
	{ 1024, 0, 4,
	  "  write: IOPS=12.3k, BW=48.2MiB/s (50.6MB/s)(48.2MiB/1000msec)\n",
	  "  WRITE: bw=48.2MiB/s (50.6MB/s), 48.2MiB/s-48.2MiB/s (50.6MB/s-50.6MB/s), io=48.2MiB (50.6MB), run=1000-1000msec\n" },
	{ 1000, 8, 4,
	  "  write: IOPS=12.3k, BW=50.6MB/s (48.2MiB/s)(50.6MB/1000msec)\n",
	  "  WRITE: bw=50.6MB/s (48.2MiB/s), 50.6MB/s-50.6MB/s (48.2MiB/s-48.2MiB/s), io=50.6MB (48.2MiB), run=1000-1000msec\n" },
	{ 1024, 1, 4,
	  "  write: IOPS=12.3k, BW=386Mibit/s (405Mbit/s)(48.2MiB/1000msec)\n",
	  "  WRITE: bw=386Mibit/s (405Mbit/s), 386Mibit/s-386Mibit/s (405Mbit/s-405Mbit/s), io=48.2MiB (50.6MB), run=1000-1000msec\n" },
	{ 1024, 0, 6,
	  "  write: IOPS=12345, BW=49380KiB/s (50565kB/s)(49380KiB/1000msec)\n",
	  "  WRITE: bw=49380KiB/s (50565kB/s), 49380KiB/s-49380KiB/s (50565kB/s-50565kB/s), io=49380KiB (50565kB), run=1000-1000msec\n" },
};

START_TEST(rates_are_in_the_style_of_the_job)
{
	struct job_options *o = sample_add(&s, "a");

	o->kb_base = styles[_i].kb_base;
	o->unit_base = styles[_i].unit_base;
	o->significant_figures = styles[_i].figures;
	sample_io(&s.pages[0], DIRECTION_WRITE, 12345, 4096, 0, 1000);
	assert_line(styles[_i].job);
	assert_line(styles[_i].group);
}
END_TEST

START_TEST(latency_classes_stand_five_to_a_line)
{
	static const uint64_t ns[] = { 15,         30,    60,     200,
				       300,        600,   5000,   15000000,
				       UINT64_MAX, 30000, 900000, 3 };

	sample_add(&s, "a");
	for (size_t i = 0; i < COUNT_OF(ns); i++) {
		counter_add(&stats_of(DIRECTION_READ)->issued, 1);
		latency_add(&stats_of(DIRECTION_READ)->clat, ns[i]);
	}
	assert_line(
		"  lat (nsec)   : 4=8.33%, 20=8.33%, 50=8.33%, 100=8.33%, 250=8.33%\n"
		"  lat (nsec)   : 500=8.33%, 750=8.33%\n"
		"  lat (usec)   : 10=8.33%, 50=8.33%, 1000=8.33%\n"
		"  lat (msec)   : 20=8.33%, >=2000=8.33%\n"
		"  cpu   ");
}
END_TEST

START_TEST(syncs_have_a_block_of_their_own)
{
	struct job_options *o = sample_add(&s, "a");

	o->percentile_list = (struct percentiles){ .of = { 50 }, .count = 1 };
	sample_io(&s.pages[0], DIRECTION_WRITE, 8, 4096, 0, 1);
	counter_set(&s.pages[0].stats.syncs, 1);
	latency_add(&s.pages[0].stats.sync, 500);
	assert_line(
		"  fsync/fdatasync/sync_file_range/syncfs:\n"
		"    sync (nsec): min=500, max=500, avg=500.00, stdev= 0.00\n"
		"    sync percentiles (nsec):\n"
		"     |  50th=[  500]\n"
		"  cpu   ");
	assert_line(
		"     issued rwts: total=0,8,0,1 short=0,0,0,0 dropped=0,0,0,0\n");
}
END_TEST

START_TEST(short_and_dropped_ios_are_counted_by_direction)
{
	sample_add(&s, "a");
	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		counter_set(&stats_of(d)->issued, 10 + d);
		counter_set(&stats_of(d)->short_ios, 4 + d);
		counter_set(&stats_of(d)->dropped, 7 + d);
	}
	assert_line(
		"     issued rwts: total=10,11,12,0 short=4,5,6,0 dropped=7,8,9,0\n");
}
END_TEST

START_TEST(a_failed_job_says_where_and_why)
{
	sample_add(&s, "full");
	counter_set(&stats_of(DIRECTION_WRITE)->issued, 1);
	job_error_set(&s.pages[0].error, ENOSPC, "io_u", "/dev/full: ...");
	report();
	*strstr(text, "  cpu") = '\0';
	ck_assert_str_eq(
		text,
		"fio: pid=1000, err=28/file:t.fio:3, func=io_u error, error=No space left on device\n"
		"\n"
		"full: (groupid=0, jobs=1): err=28 (file:t.fio:3, func=io_u error, error=No space left on device): pid=1000: Tue Nov 14 22:13:22 2023\n");
}
END_TEST

START_TEST(a_job_that_failed_before_any_io_has_no_block)
{
	sample_add(&s, "gone");
	s.sections[0].at = (struct source){ NULL, 0 };
	job_error_set(&s.pages[0].error, ENOENT, "open", "no such file");
	ck_assert_str_eq(
		report(),
		"fio: pid=1000, err=2/file:command line:0, func=open, error=No such file or directory\n"
		"\n\n"
		"Run status group 0 (all jobs):\n");
}
END_TEST

START_TEST(a_failed_job_that_is_not_reported_is_told_all_the_same)
{
	sample_add(&s, "quiet");
	s.plan.unit_count = 0;
	job_error_set(&s.pages[0].error, EIO, "io_u", "broken");
	assert_line(
		"fio: pid=1000, err=5/file:t.fio:3, func=io_u error, error=Input/output error\n");
}
END_TEST

START_TEST(a_killed_job_says_by_which_signal)
{
	sample_add(&s, "a");
	counter_set(&stats_of(DIRECTION_READ)->issued, 1);
	s.pages[0].signal = SIGKILL;
	assert_line(
		"fio: pid=1000, got signal=9\n"
		"\n"
		"a: (groupid=0, jobs=1): err= 4 (file:t.fio:3, func=worker, error=killed by signal 9 (Killed)): pid=1000: ");
}
END_TEST

START_TEST(ignored_errors_have_a_line)
{
	struct job_options *o = sample_add(&s, "a");

	o->continue_on_error = CONTINUE_WRITE;
	counter_set(&stats_of(DIRECTION_WRITE)->issued, 16);
	counter_set(&s.pages[0].stats.errors, 16);
	counter_set(&s.pages[0].stats.first_error, ENOSPC);
	assert_line(
		"     errors    : total=16, first_error=28/<No space left on device>\n"
		"     latency   : ");
	ck_assert_ptr_null(strstr(text, "fio: pid="));
	ck_assert_ptr_nonnull(
		strstr(text, "err=28 (file:t.fio:3, func=io_u error, "));
}
END_TEST

START_TEST(disks_are_printed_with_their_members)
{
	static char names[][4] = { "md0", "sda", "vda" };
	static size_t members[] = { 1 };
	static struct disk disks[] = {
		{ .name = names[0],
		  .last = { .ios = { 25612, 26056 },
			    .merges = { 34, 37 },
			    .sectors = { 226720, 216960 },
			    .ticks_ms = { 1455, 1272 },
			    .in_queue_ms = 2760,
			    .busy_ms = 4557 },
		  .last_ns = 10 * NSEC_PER_SEC,
		  .members = members,
		  .member_count = 1 },
		{ .name = names[1],
		  .last = { .ios = { 5, 6 }, .busy_ms = 100 },
		  .last_ns = 10 * NSEC_PER_SEC },
		{ .name = names[2] },
	};
	static struct diskstats stats = { .root = "",
					  .disks = disks,
					  .count = 3 };

	s.input.disks = &stats;
	ck_assert_str_eq(
		lines_from("Disk stats"),
		"Disk stats (read/write):\n"
		"    md0: ios=25612/26056, sectors=226720/216960, merge=34/37, ticks=1455/1272, in_queue=2760, util=45.57%, aggrios=5/6, aggrsectors=0/0, aggrmerge=0/0, aggrticks=0/0, aggrin_queue=0, aggrutil=1.00%\n"
		"  sda: ios=5/6, sectors=0/0, merge=0/0, ticks=0/0, in_queue=0, util=1.00%\n"
		"  vda: ios=0/0, sectors=0/0, merge=0/0, ticks=0/0, in_queue=0, util=0.00%\n");
	ck_assert_ptr_nonnull(strstr(text, "jobs):\n\nDisk stats"));
}
END_TEST

START_TEST(without_a_disk_there_are_no_disk_stats)
{
	static struct diskstats stats = { .root = "", .count = 0 };

	s.input.disks = &stats;
	ck_assert_str_eq(report(), "\n\nRun status group 0 (all jobs):\n");
}
END_TEST

START_TEST(notes_come_last_with_their_hints_and_without_errors)
{
	const struct source at = { "t.fio", 7 };

	diag_error(s.diag, at, "broken");
	diag_hint(s.diag, at, "of the error");
	diag_note(s.diag, at, "rounded");
	diag_hint(s.diag, at, "of the note");
	diag_warning(s.diag, (struct source){ NULL, 0 }, "odd");
	ck_assert_str_eq(report(), "\n\nRun status group 0 (all jobs):\n"
				   "\n"
				   "Notes:\n"
				   "  t.fio:7: note: rounded\n"
				   "  t.fio:7: hint: of the note\n"
				   "  runner: warning: odd\n");
}
END_TEST

START_TEST(the_header_names_each_section_once)
{
	struct job_options *o = sample_add(&s, "rd");
	struct job_options *clones;

	o->bs.of[0] = (struct number_range){ 4096, 16384 };
	o->bs.of[1] = (struct number_range){ 8192, 8192 };
	o->bs.of[2] = (struct number_range){ 1048576, 1048576 };
	o->rw.flags = RW_READ | RW_WRITE | RW_RANDOM;
	o->iodepth = 16;
	sample_add_jobs(&s, "cl", 3, true);
	clones = &s.options[1];
	clones->kb_base = 1000;
	s.sections[1].group = 1;
	ck_assert_str_eq(
		header(),
		"rd: (g=0): rw=randrw, bs=(R) 4096B-16.0KiB, (W) 8192B-8192B, (T) 1024KiB-1024KiB, ioengine=null, iodepth=16\n"
		"cl: (g=1): rw=read, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=null, iodepth=1\n"
		"...\n"
		"runner-" PROGRAM_VERSION "\n"
		"Starting 4 processes\n");
}
END_TEST

/* Jobs with thread=1 and without, and what is started. */
static const struct {
	size_t threads, processes;
	const char *line;
} starts[] = {
	{ 0, 1, "Starting 1 process\n" },
	{ 0, 2, "Starting 2 processes\n" },
	{ 1, 0, "Starting 1 thread\n" },
	{ 2, 0, "Starting 2 threads\n" },
	{ 2, 1, "Starting 2 threads and 1 process\n" },
	{ 1, 3, "Starting 1 thread and 3 processes\n" },
};

START_TEST(threads_are_told_apart_by_the_option)
{
	if (starts[_i].threads) {
		sample_add_jobs(&s, "t", starts[_i].threads, false);
		s.options[0].thread = true;
	}
	if (starts[_i].processes)
		sample_add_jobs(&s, "p", starts[_i].processes, false);
	ck_assert_str_eq(strstr(header(), "Starting"), starts[_i].line);
}
END_TEST

START_TEST(under_the_name_fio_the_version_is_fios)
{
	sample_add(&s, "a");
	s.settings.as_fio = true;
	ck_assert_ptr_nonnull(strstr(
		header(), "\nfio-3.42-runner-" PROGRAM_VERSION "\nStarting"));
	ck_assert_str_eq(report_fio_version(),
			 "fio-3.42-runner-" PROGRAM_VERSION);
}
END_TEST

START_TEST(a_full_disk_is_noticed)
{
	FILE *out = fopen("/dev/full", "w");

	ck_assert_ptr_nonnull(out);
	ck_assert_int_eq(report_text.write(sample_result(&s), out), -1);
	ck_assert_int_eq(errno, ENOSPC);
	fclose(out);
}
END_TEST

START_TEST(formats_are_found_by_name)
{
	ck_assert_uint_eq(output_formats_find("normal"), OUTPUT_NORMAL);
	ck_assert_uint_eq(output_formats_find("json"), OUTPUT_JSON);
	ck_assert_uint_eq(output_formats_find("json+"),
			  OUTPUT_JSON | OUTPUT_BINS);
	ck_assert_uint_eq(output_formats_find("xml"), 0);
}
END_TEST

START_TEST(json_comes_before_text_whatever_the_order)
{
	size_t size;
	FILE *out = open_memstream(&text, &size);
	const char *json_end;

	s.settings.formats = OUTPUT_NORMAL | OUTPUT_JSON;
	ck_assert_int_eq(report_write_all(sample_result(&s), out), 0);
	fclose(out);
	ck_assert_int_eq(text[0], '{');
	json_end = strstr(text, "\n}\n");
	ck_assert_ptr_nonnull(json_end);
	ck_assert_str_eq(json_end + 3, "\n\nRun status group 0 (all jobs):\n");
}
END_TEST

static void add_blocks(TCase *tc)
{
	tcase_add_test(tc, a_read_job_is_printed_in_full);
	tcase_add_test(tc, a_job_without_latencies_has_no_lines_of_them);
	tcase_add_test(tc, directions_and_groups_are_printed_in_order);
	tcase_add_loop_test(tc, a_latency_line_chooses_its_unit, 0,
			    COUNT_OF(latency_units));
	tcase_add_loop_test(tc, percentiles_are_as_wide_as_they_need, 0,
			    COUNT_OF(percentile_blocks));
	tcase_add_test(tc, all_kinds_of_percentiles_follow_the_latencies);
	tcase_add_loop_test(tc, a_bandwidth_line_chooses_its_unit, 0,
			    COUNT_OF(bandwidths));
	tcase_add_loop_test(tc, rates_are_in_the_style_of_the_job, 0,
			    COUNT_OF(styles));
	tcase_add_test(tc, latency_classes_stand_five_to_a_line);
	tcase_add_test(tc, syncs_have_a_block_of_their_own);
	tcase_add_test(tc, short_and_dropped_ios_are_counted_by_direction);
	tcase_add_test(tc, ignored_errors_have_a_line);
}

static void add_surroundings(TCase *tc)
{
	tcase_add_test(tc, a_failed_job_says_where_and_why);
	tcase_add_test(tc, a_job_that_failed_before_any_io_has_no_block);
	tcase_add_test(tc,
		       a_failed_job_that_is_not_reported_is_told_all_the_same);
	tcase_add_test(tc, a_killed_job_says_by_which_signal);
	tcase_add_test(tc, disks_are_printed_with_their_members);
	tcase_add_test(tc, without_a_disk_there_are_no_disk_stats);
	tcase_add_test(tc, notes_come_last_with_their_hints_and_without_errors);
	tcase_add_test(tc, the_header_names_each_section_once);
	tcase_add_loop_test(tc, threads_are_told_apart_by_the_option, 0,
			    COUNT_OF(starts));
	tcase_add_test(tc, under_the_name_fio_the_version_is_fios);
	tcase_add_test(tc, a_full_disk_is_noticed);
	tcase_add_test(tc, formats_are_found_by_name);
	tcase_add_test(tc, json_comes_before_text_whatever_the_order);
}

int main(void)
{
	Suite *suite = suite_create("report_text");
	TCase *tc = tcase_create("report_text");

	tcase_add_checked_fixture(tc, start, end);
	add_blocks(tc);
	add_surroundings(tc);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
