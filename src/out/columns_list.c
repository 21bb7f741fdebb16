#include "out/columns.h"

/* Any but the constants of enum column_type does not compile. */
#define TYPE_OF(owner, member)                                                 \
	_Generic(((owner *)0)->member, uint64_t                                \
		 : COLUMN_UINT, unsigned                                       \
		 : COLUMN_UNSIGNED, int                                        \
		 : COLUMN_INT, double                                          \
		 : COLUMN_REAL, const char *                                   \
		 : COLUMN_TEXT, struct result_latency                          \
		 : COLUMN_LATENCY)

/* NOLINTBEGIN(bugprone-macro-parentheses): types and names of members */
#define FIELD(owner, member) TYPE_OF(owner, member), offsetof(owner, member)
/* NOLINTEND(bugprone-macro-parentheses) */
#define UNIT(member) FIELD(struct result_unit, member)
#define DIRECTION(member) FIELD(struct result_direction, member)
#define DISK(member) FIELD(struct result_disk, member)

/* The versions of terse that have it. */
#define ALL (1 << 2 | FROM_3)
#define FROM_3 (1 << 3 | 1 << 4 | ONLY_5)
#define ONLY_5 (1 << 5)

/* A column of both formats, of csv, and of terse in another unit. */
#define BOTH(name, unit, field, form, versions, help)                          \
	{                                                                      \
		name, unit, help, field, form, versions, 1, true               \
	}
#define CSV(name, unit, field, help)                                           \
	{                                                                      \
		name, unit, help, field, FORM_PLAIN, 0, 1, true                \
	}
#define TERSE(name, unit, field, form, versions, divide, help)                 \
	{                                                                      \
		name, unit, help, field, form, versions, divide, false         \
	}

static const struct column head[] = {
	BOTH("jobname", NULL, UNIT(name), FORM_PLAIN, ALL,
	     "Name of the job, or of the first of its group"),
	BOTH("groupid", NULL, UNIT(group), FORM_PLAIN, ALL,
	     "Number of the group, from 0"),
	BOTH("error", NULL, UNIT(error), FORM_PLAIN, ALL,
	     "errno of the job, 0 if all went well"),
	CSV("jobs", NULL, UNIT(job_count), "How many jobs are reported as one"),
};

static const struct column direction[] = {
	TERSE("io", "kib", DIRECTION(bytes), FORM_PLAIN, ALL, 1024,
	      "Data moved"),
	CSV("io", "bytes", DIRECTION(bytes), "Data moved"),
	TERSE("bw", "kib_per_s", DIRECTION(bw_bytes), FORM_PLAIN, ALL, 1024,
	      "Bandwidth"),
	CSV("bw", "bytes_per_s", DIRECTION(bw_bytes), "Bandwidth"),
	BOTH("iops", NULL, DIRECTION(iops), FORM_PLAIN, ALL,
	     "I/Os a second; whole in terse"),
	BOTH("runtime", "ms", DIRECTION(runtime_ms), FORM_PLAIN, ALL,
	     "From the start of measuring to the last end"),
	CSV("total_ios", NULL, DIRECTION(ios), "I/Os issued, also failed ones"),
	CSV("short_ios", NULL, DIRECTION(short_ios),
	    "I/Os that moved less than was asked for"),
	CSV("drop_ios", NULL, DIRECTION(dropped), "I/Os dropped"),
	TERSE("slat_min", "us", DIRECTION(slat.summary.min), FORM_PLAIN, ALL,
	      1000, "Shortest time from start to submission"),
	TERSE("slat_max", "us", DIRECTION(slat.summary.max), FORM_PLAIN, ALL,
	      1000, "Longest time from start to submission"),
	TERSE("slat_mean", "us", DIRECTION(slat.summary.mean), FORM_REAL, ALL,
	      1000, "Mean time from start to submission"),
	TERSE("slat_stddev", "us", DIRECTION(slat.deviation), FORM_REAL, ALL,
	      1000, "Standard deviation of the time from start to submission"),
	CSV("slat_min", "ns", DIRECTION(slat.summary.min),
	    "Shortest time from start to submission"),
	CSV("slat_max", "ns", DIRECTION(slat.summary.max),
	    "Longest time from start to submission"),
	CSV("slat_mean", "ns", DIRECTION(slat.summary.mean),
	    "Mean time from start to submission"),
	CSV("slat_stddev", "ns", DIRECTION(slat.deviation),
	    "Standard deviation of the time from start to submission"),
	CSV("slat_count", NULL, DIRECTION(slat.summary.count),
	    "How many there are"),
	CSV("slat_p", "ns", DIRECTION(slat),
	    "slat_p99.9_ns: a column for each percentile asked for"),
	TERSE("clat_min", "us", DIRECTION(clat.summary.min), FORM_PLAIN, ALL,
	      1000, "Shortest time from submission to completion"),
	TERSE("clat_max", "us", DIRECTION(clat.summary.max), FORM_PLAIN, ALL,
	      1000, "Longest time from submission to completion"),
	TERSE("clat_mean", "us", DIRECTION(clat.summary.mean), FORM_REAL, ALL,
	      1000, "Mean time from submission to completion"),
	TERSE("clat_stddev", "us", DIRECTION(clat.deviation), FORM_REAL, ALL,
	      1000,
	      "Standard deviation of the time from submission to completion"),
	CSV("clat_min", "ns", DIRECTION(clat.summary.min),
	    "Shortest time from submission to completion"),
	CSV("clat_max", "ns", DIRECTION(clat.summary.max),
	    "Longest time from submission to completion"),
	CSV("clat_mean", "ns", DIRECTION(clat.summary.mean),
	    "Mean time from submission to completion"),
	CSV("clat_stddev", "ns", DIRECTION(clat.deviation),
	    "Standard deviation of the time from submission to completion"),
	CSV("clat_count", NULL, DIRECTION(clat.summary.count),
	    "How many there are"),
	TERSE("percentiles", NULL, DIRECTION(clat), FORM_PLAIN, ALL, 1,
	      "20 fields PERCENTILE%=US, 0%=0 unused: of lat, if asked, or clat"),
	CSV("clat_p", "ns", DIRECTION(clat),
	    "clat_p99.9_ns: a column for each percentile asked for"),
	TERSE("lat_min", "us", DIRECTION(lat.summary.min), FORM_PLAIN, ALL,
	      1000, "Shortest time from start to completion"),
	TERSE("lat_max", "us", DIRECTION(lat.summary.max), FORM_PLAIN, ALL,
	      1000, "Longest time from start to completion"),
	TERSE("lat_mean", "us", DIRECTION(lat.summary.mean), FORM_REAL, ALL,
	      1000, "Mean time from start to completion"),
	TERSE("lat_stddev", "us", DIRECTION(lat.deviation), FORM_REAL, ALL,
	      1000, "Standard deviation of the time from start to completion"),
	CSV("lat_min", "ns", DIRECTION(lat.summary.min),
	    "Shortest time from start to completion"),
	CSV("lat_max", "ns", DIRECTION(lat.summary.max),
	    "Longest time from start to completion"),
	CSV("lat_mean", "ns", DIRECTION(lat.summary.mean),
	    "Mean time from start to completion"),
	CSV("lat_stddev", "ns", DIRECTION(lat.deviation),
	    "Standard deviation of the time from start to completion"),
	CSV("lat_count", NULL, DIRECTION(lat.summary.count),
	    "How many there are"),
	CSV("lat_p", "ns", DIRECTION(lat),
	    "lat_p99.9_ns: a column for each percentile asked for"),
	BOTH("bw_min", "kib_per_s", DIRECTION(bw.summary.min), FORM_PLAIN, ALL,
	     "Smallest sample of bandwidth"),
	BOTH("bw_max", "kib_per_s", DIRECTION(bw.summary.max), FORM_PLAIN, ALL,
	     "Largest sample"),
	BOTH("bw_agg", "percent", DIRECTION(bw.share), FORM_SHARE, ALL,
	     "Mean sample, of the bandwidth of the group"),
	BOTH("bw_mean", "kib_per_s", DIRECTION(bw.summary.mean), FORM_REAL, ALL,
	     "Mean sample"),
	BOTH("bw_stddev", "kib_per_s", DIRECTION(bw.deviation), FORM_REAL, ALL,
	     "Standard deviation of the samples"),
	BOTH("bw_samples", NULL, DIRECTION(bw.summary.count), FORM_PLAIN,
	     ONLY_5, "How many samples there are"),
	BOTH("iops_min", NULL, DIRECTION(iops_samples.summary.min), FORM_PLAIN,
	     ONLY_5, "Smallest sample of I/Os a second"),
	BOTH("iops_max", NULL, DIRECTION(iops_samples.summary.max), FORM_PLAIN,
	     ONLY_5, "Largest sample"),
	BOTH("iops_mean", NULL, DIRECTION(iops_samples.summary.mean), FORM_REAL,
	     ONLY_5, "Mean sample"),
	BOTH("iops_stddev", NULL, DIRECTION(iops_samples.deviation), FORM_REAL,
	     ONLY_5, "Standard deviation of the samples"),
	BOTH("iops_samples", NULL, DIRECTION(iops_samples.summary.count),
	     FORM_PLAIN, ONLY_5, "How many samples there are"),
};

static const struct column tail[] = {
	CSV("sync_ios", NULL, UNIT(syncs), "Syncs that ended well"),
	CSV("sync_lat_min", "ns", UNIT(sync.summary.min),
	    "Shortest time of a sync"),
	CSV("sync_lat_max", "ns", UNIT(sync.summary.max),
	    "Longest time of a sync"),
	CSV("sync_lat_mean", "ns", UNIT(sync.summary.mean),
	    "Mean time of a sync"),
	CSV("sync_lat_stddev", "ns", UNIT(sync.deviation),
	    "Standard deviation of the time of a sync"),
	BOTH("usr_cpu", "percent", UNIT(user_percent), FORM_SHARE, ALL,
	     "CPU time of the program, of the time the jobs ran"),
	BOTH("sys_cpu", "percent", UNIT(system_percent), FORM_SHARE, ALL,
	     "CPU time of the kernel"),
	BOTH("ctx", NULL, UNIT(context_switches), FORM_PLAIN, ALL,
	     "Context switches"),
	BOTH("majf", NULL, UNIT(major_faults), FORM_PLAIN, ALL,
	     "Major page faults"),
	BOTH("minf", NULL, UNIT(minor_faults), FORM_PLAIN, ALL,
	     "Minor page faults"),
	BOTH("iodepth_1", "percent", UNIT(depth_level[0]), FORM_SHARE1, ALL,
	     "I/Os issued at a depth of 1 or more, below 2"),
	BOTH("iodepth_2", "percent", UNIT(depth_level[1]), FORM_SHARE1, ALL,
	     "I/Os issued at a depth of 2 or more, below 4"),
	BOTH("iodepth_4", "percent", UNIT(depth_level[2]), FORM_SHARE1, ALL,
	     "I/Os issued at a depth of 4 or more, below 8"),
	BOTH("iodepth_8", "percent", UNIT(depth_level[3]), FORM_SHARE1, ALL,
	     "I/Os issued at a depth of 8 or more, below 16"),
	BOTH("iodepth_16", "percent", UNIT(depth_level[4]), FORM_SHARE1, ALL,
	     "I/Os issued at a depth of 16 or more, below 32"),
	BOTH("iodepth_32", "percent", UNIT(depth_level[5]), FORM_SHARE1, ALL,
	     "I/Os issued at a depth of 32 or more, below 64"),
	BOTH("iodepth_ge64", "percent", UNIT(depth_level[6]), FORM_SHARE1, ALL,
	     "I/Os issued at a depth of 64 or more"),
	CSV("latency_ns_2", "percent", UNIT(latency_ns[0]),
	    "I/Os with a clat below 2 ns"),
	CSV("latency_ns_4", "percent", UNIT(latency_ns[1]),
	    "I/Os with a clat below 4 ns, not below 2"),
	CSV("latency_ns_10", "percent", UNIT(latency_ns[2]),
	    "I/Os with a clat below 10 ns, not below 4"),
	CSV("latency_ns_20", "percent", UNIT(latency_ns[3]),
	    "I/Os with a clat below 20 ns, not below 10"),
	CSV("latency_ns_50", "percent", UNIT(latency_ns[4]),
	    "I/Os with a clat below 50 ns, not below 20"),
	CSV("latency_ns_100", "percent", UNIT(latency_ns[5]),
	    "I/Os with a clat below 100 ns, not below 50"),
	CSV("latency_ns_250", "percent", UNIT(latency_ns[6]),
	    "I/Os with a clat below 250 ns, not below 100"),
	CSV("latency_ns_500", "percent", UNIT(latency_ns[7]),
	    "I/Os with a clat below 500 ns, not below 250"),
	CSV("latency_ns_750", "percent", UNIT(latency_ns[8]),
	    "I/Os with a clat below 750 ns, not below 500"),
	CSV("latency_ns_1000", "percent", UNIT(latency_ns[9]),
	    "I/Os with a clat below 1000 ns, not below 750"),
	TERSE("latency_us_2", "percent", UNIT(latency_below_2us), FORM_SHARE2,
	      ALL, 1, "I/Os with a clat below 2 us"),
	CSV("latency_us_2", "percent", UNIT(latency_us[0]),
	    "I/Os with a clat below 2 us, not below 1"),
	BOTH("latency_us_4", "percent", UNIT(latency_us[1]), FORM_SHARE2, ALL,
	     "I/Os with a clat below 4 us, not below 2"),
	BOTH("latency_us_10", "percent", UNIT(latency_us[2]), FORM_SHARE2, ALL,
	     "I/Os with a clat below 10 us, not below 4"),
	BOTH("latency_us_20", "percent", UNIT(latency_us[3]), FORM_SHARE2, ALL,
	     "I/Os with a clat below 20 us, not below 10"),
	BOTH("latency_us_50", "percent", UNIT(latency_us[4]), FORM_SHARE2, ALL,
	     "I/Os with a clat below 50 us, not below 20"),
	BOTH("latency_us_100", "percent", UNIT(latency_us[5]), FORM_SHARE2, ALL,
	     "I/Os with a clat below 100 us, not below 50"),
	BOTH("latency_us_250", "percent", UNIT(latency_us[6]), FORM_SHARE2, ALL,
	     "I/Os with a clat below 250 us, not below 100"),
	BOTH("latency_us_500", "percent", UNIT(latency_us[7]), FORM_SHARE2, ALL,
	     "I/Os with a clat below 500 us, not below 250"),
	BOTH("latency_us_750", "percent", UNIT(latency_us[8]), FORM_SHARE2, ALL,
	     "I/Os with a clat below 750 us, not below 500"),
	BOTH("latency_us_1000", "percent", UNIT(latency_us[9]), FORM_SHARE2,
	     ALL, "I/Os with a clat below 1000 us, not below 750"),
	BOTH("latency_ms_2", "percent", UNIT(latency_ms[0]), FORM_SHARE2, ALL,
	     "I/Os with a clat below 2 ms, not below 1"),
	BOTH("latency_ms_4", "percent", UNIT(latency_ms[1]), FORM_SHARE2, ALL,
	     "I/Os with a clat below 4 ms, not below 2"),
	BOTH("latency_ms_10", "percent", UNIT(latency_ms[2]), FORM_SHARE2, ALL,
	     "I/Os with a clat below 10 ms, not below 4"),
	BOTH("latency_ms_20", "percent", UNIT(latency_ms[3]), FORM_SHARE2, ALL,
	     "I/Os with a clat below 20 ms, not below 10"),
	BOTH("latency_ms_50", "percent", UNIT(latency_ms[4]), FORM_SHARE2, ALL,
	     "I/Os with a clat below 50 ms, not below 20"),
	BOTH("latency_ms_100", "percent", UNIT(latency_ms[5]), FORM_SHARE2, ALL,
	     "I/Os with a clat below 100 ms, not below 50"),
	BOTH("latency_ms_250", "percent", UNIT(latency_ms[6]), FORM_SHARE2, ALL,
	     "I/Os with a clat below 250 ms, not below 100"),
	BOTH("latency_ms_500", "percent", UNIT(latency_ms[7]), FORM_SHARE2, ALL,
	     "I/Os with a clat below 500 ms, not below 250"),
	BOTH("latency_ms_750", "percent", UNIT(latency_ms[8]), FORM_SHARE2, ALL,
	     "I/Os with a clat below 750 ms, not below 500"),
	BOTH("latency_ms_1000", "percent", UNIT(latency_ms[9]), FORM_SHARE2,
	     ALL, "I/Os with a clat below 1000 ms, not below 750"),
	BOTH("latency_ms_2000", "percent", UNIT(latency_ms[10]), FORM_SHARE2,
	     ALL, "I/Os with a clat below 2000 ms, not below 1000"),
	BOTH("latency_ms_ge2000", "percent", UNIT(latency_ms[11]), FORM_SHARE2,
	     ALL, "I/Os with a clat of 2000 ms or more"),
};

static const struct column disk[] = {
	TERSE("name", NULL, DISK(name), FORM_PLAIN, FROM_3, 1,
	      "Name of the device"),
	TERSE("read_ios", NULL, DISK(delta.ios[0]), FORM_PLAIN, FROM_3, 1,
	      "Reads that the device finished"),
	TERSE("write_ios", NULL, DISK(delta.ios[1]), FORM_PLAIN, FROM_3, 1,
	      "Writes that it finished"),
	TERSE("read_merges", NULL, DISK(delta.merges[0]), FORM_PLAIN, FROM_3, 1,
	      "Reads merged with others"),
	TERSE("write_merges", NULL, DISK(delta.merges[1]), FORM_PLAIN, FROM_3,
	      1, "Writes merged with others"),
	TERSE("read_ticks", "ms", DISK(delta.ticks_ms[0]), FORM_PLAIN, FROM_3,
	      1, "Waiting of reads"),
	TERSE("write_ticks", "ms", DISK(delta.ticks_ms[1]), FORM_PLAIN, FROM_3,
	      1, "Waiting of writes"),
	TERSE("in_queue", "ms", DISK(delta.in_queue_ms), FORM_PLAIN, FROM_3, 1,
	      "Time in the queue"),
	TERSE("util", "percent", DISK(utilization), FORM_SHARE2, FROM_3, 1,
	      "Time in which the device was busy"),
};

static const struct column members[] = {
	TERSE("aggr_read_ios", NULL, DISK(member_mean.ios[0]), FORM_PLAIN,
	      FROM_3, 1, "Reads that the device finished, mean of the members"),
	TERSE("aggr_write_ios", NULL, DISK(member_mean.ios[1]), FORM_PLAIN,
	      FROM_3, 1, "Writes that it finished, mean of the members"),
	TERSE("aggr_read_merges", NULL, DISK(member_mean.merges[0]), FORM_PLAIN,
	      FROM_3, 1, "Reads merged with others, mean of the members"),
	TERSE("aggr_write_merges", NULL, DISK(member_mean.merges[1]),
	      FORM_PLAIN, FROM_3, 1,
	      "Writes merged with others, mean of the members"),
	TERSE("aggr_read_ticks", "ms", DISK(member_mean.ticks_ms[0]),
	      FORM_PLAIN, FROM_3, 1, "Waiting of reads, mean of the members"),
	TERSE("aggr_write_ticks", "ms", DISK(member_mean.ticks_ms[1]),
	      FORM_PLAIN, FROM_3, 1, "Waiting of writes, mean of the members"),
	TERSE("aggr_in_queue", "ms", DISK(member_mean.in_queue_ms), FORM_PLAIN,
	      FROM_3, 1, "Time in the queue, mean of the members"),
	TERSE("aggr_util", "percent", DISK(member_utilization), FORM_SHARE2,
	      FROM_3, 1, "The largest of its members"),
};

static const struct column errors[] = {
	BOTH("total_err", NULL, UNIT(total_errors), FORM_PLAIN, ALL,
	     "Errors that were ignored"),
	BOTH("first_error", NULL, UNIT(first_error), FORM_PLAIN, ALL,
	     "errno of the first of them"),
};

#define LIST(columns, title)                                                   \
	{                                                                      \
		title, columns, sizeof(columns) / sizeof((columns)[0])         \
	}

const struct column_list columns_head = LIST(head, "Job");
const struct column_list columns_direction = LIST(direction, "Direction");
const struct column_list columns_tail = LIST(tail, "Job, continued");
const struct column_list columns_disk = LIST(disk, "Disk");
const struct column_list columns_members = LIST(members, "Disk with members");
const struct column_list columns_errors = LIST(errors, "Errors");
