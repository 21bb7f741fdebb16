#ifndef RUNNER_STAT_LOG_ROW_H
#define RUNNER_STAT_LOG_ROW_H

#include <stddef.h>
#include <stdint.h>

/*
 * The rows of a job's logs, as fio writes them:
 *
 *     TIME, VALUE[, MAX], DDIR, BS[, OFFSET], PRIO[, ISSUE]
 *
 * What stands before the value and after it is the same in the logs of
 * bandwidth, rate and latency, and can be written once for all of them.
 */
enum log_kind {
	LOG_BW,
	LOG_IOPS,
	LOG_SLAT,
	LOG_CLAT,
	LOG_LAT,
	LOG_CLAT_HIST,
	LOG_KINDS,
};

/* "bw", "iops" and so on, as in the names of files. */
const char *log_kind_name(enum log_kind kind);

/* Columns that not every log has. */
enum log_column {
	LOG_COLUMN_OFFSET = 1 << 0,
	LOG_COLUMN_PRIO = 1 << 1, /* the whole priority, in hexadecimal */
	LOG_COLUMN_ISSUE = 1 << 2,
	LOG_COLUMN_MAX = 1 << 3, /* of log_row_put_both() */
};

/* The fields of a row in their order, for documentation. */
struct log_field {
	const char *name;
	const char *unit; /* or NULL */
	const char *when; /* it is there; NULL: always */
	unsigned columns; /* the enum log_column that stands for that, or 0 */
	const char *help;
};

/* A null name ends them. */
extern const struct log_field log_fields[];

struct log_row {
	uint64_t time_ms;
	uint64_t value;
	uint64_t max; /* in a log that has both */
	uint64_t bytes;
	uint64_t offset;
	uint64_t issue_ns;
	unsigned direction;
	uint16_t prio; /* as in ioprio_set(2) */
};

/* Bytes of the longest row, and of the longest of each of its parts. */
enum { LOG_ROW_MAX = 192, LOG_HEAD_MAX = 32, LOG_TAIL_MAX = 128 };

/*
 * Write "TIME, " and what follows the value, with the end of the line: both
 * return the end of what they wrote.
 */
char *log_row_put_head(char *at, const struct log_row *row);
char *log_row_put_tail(char *at, const struct log_row *row, unsigned columns);

/* A whole row. */
char *log_row_put(char *at, const struct log_row *row, unsigned columns);

/* The same with the maximum after the value. */
char *log_row_put_both(char *at, const struct log_row *row, unsigned columns);

#endif
