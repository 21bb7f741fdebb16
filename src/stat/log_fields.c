#include "stat/log_row.h"

const struct log_field log_fields[] = {
	{ .name = "TIME",
	  .unit = "ms",
	  .help = "From the start of the measurement (after the ramp) to the "
		  "end of the I/O, rounded down, or to the end of the window; "
		  "with `log_alternate_epoch` the time of a clock" },
	{ .name = "VALUE",
	  .help = "As the kind of the log says; with `log_window_value=max` "
		  "the maximum of the window" },
	{ .name = "MAX",
	  .when = "`log_window_value=both` and `log_avg_msec`",
	  .columns = LOG_COLUMN_MAX,
	  .help = "The maximum of the window; for `bw` and `iops` VALUE "
		  "again" },
	{ .name = "DDIR", .help = "0 read, 1 write, 2 trim" },
	{ .name = "BS", .unit = "bytes", .help = "Of the I/O; 0 of a window" },
	{ .name = "OFFSET",
	  .unit = "bytes",
	  .when = "`log_offset=1`",
	  .columns = LOG_COLUMN_OFFSET,
	  .help = "Of the I/O; 0 of a window" },
	{ .name = "PRIO",
	  .help = "1 if the priority of the I/O is of the real-time class, "
		  "else 0; with `log_prio=1` the priority as `0x4003`: class × "
		  "8192 + hint × 8 + level. That of the job, unless the I/O "
		  "was sent with one of its own (`cmdprio_percentage`, "
		  "`cmdprio_bssplit`); of a window that of the job" },
	{ .name = "ISSUE",
	  .unit = "ns",
	  .when = "`log_issue_time=1`",
	  .columns = LOG_COLUMN_ISSUE,
	  .help = "From the start of the measurement to the issue of the I/O; "
		  "0 in `lat`, `bw` and `iops` and of a window" },
	{ 0 },
};
