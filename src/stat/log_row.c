#include "stat/log_row.h"

#include "base/decimal.h"

/* The class of a priority, and the one of real-time I/O: ioprio_set(2). */
#define CLASS_SHIFT 13
#define CLASS_REALTIME 1

const char *log_kind_name(enum log_kind kind)
{
	static const char *const names[LOG_KINDS] = {
		[LOG_BW] = "bw",     [LOG_IOPS] = "iops",
		[LOG_SLAT] = "slat", [LOG_CLAT] = "clat",
		[LOG_LAT] = "lat",   [LOG_CLAT_HIST] = "clat_hist",
	};

	return names[kind];
}

static char *put_comma(char *at)
{
	*at++ = ',';
	*at++ = ' ';
	return at;
}

static char *put_field(char *at, uint64_t n)
{
	return decimal_uint(put_comma(at), n);
}

static char *put_prio(char *at, uint16_t prio, unsigned columns)
{
	static const char digits[] = "0123456789abcdef";

	if (!(columns & LOG_COLUMN_PRIO))
		return put_field(at, prio >> CLASS_SHIFT == CLASS_REALTIME);
	at = put_comma(at);
	*at++ = '0';
	*at++ = 'x';
	for (int shift = 12; shift >= 0; shift -= 4)
		*at++ = digits[prio >> shift & 0xf];
	return at;
}

char *log_row_put_head(char *at, const struct log_row *row)
{
	return put_comma(decimal_uint(at, row->time_ms));
}

char *log_row_put_tail(char *at, const struct log_row *row, unsigned columns)
{
	at = put_field(at, row->direction);
	at = put_field(at, row->bytes);
	if (columns & LOG_COLUMN_OFFSET)
		at = put_field(at, row->offset);
	at = put_prio(at, row->prio, columns);
	if (columns & LOG_COLUMN_ISSUE)
		at = put_field(at, row->issue_ns);
	*at++ = '\n';
	return at;
}

char *log_row_put(char *at, const struct log_row *row, unsigned columns)
{
	at = decimal_uint(log_row_put_head(at, row), row->value);
	return log_row_put_tail(at, row, columns);
}

char *log_row_put_both(char *at, const struct log_row *row, unsigned columns)
{
	at = decimal_uint(log_row_put_head(at, row), row->value);
	return log_row_put_tail(put_field(at, row->max), row, columns);
}
