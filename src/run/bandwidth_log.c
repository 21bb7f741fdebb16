#include "run/bandwidth_log.h"

#include "base/clock.h"
#include "stat/log_row.h"

#define PERIOD_NS (NSEC_PER_SEC / 2)

const char *bandwidth_log_path(enum direction direction)
{
	static const char *const paths[DIRECTION_COUNT] = {
		[DIRECTION_READ] = "agg-read_bw.log",
		[DIRECTION_WRITE] = "agg-write_bw.log",
		[DIRECTION_TRIM] = "agg-trim_bw.log",
	};

	return paths[direction];
}

int bandwidth_log_open(struct bandwidth_log *log, struct job_error *error)
{
	*log = (struct bandwidth_log){ 0 };
	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		struct log_file_options options = {
			.path = bandwidth_log_path(d),
		};

		if (log_file_open(&log->files[d], &options, error) == 0)
			continue;
		while (d > 0)
			log_file_close(&log->files[--d], error);
		return -1;
	}
	return 0;
}

static uint64_t bytes_so_far(const struct job_page *pages, size_t count,
			     unsigned direction)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += counter_read(&pages[i].live_bytes[direction]);
	return sum;
}

static void put_row(struct bandwidth_log *log, unsigned direction,
		    uint64_t bytes, uint64_t now_ns)
{
	struct log_file *f = &log->files[direction];
	double seconds = (double)(now_ns - log->last_ns) / (double)NSEC_PER_SEC;
	struct log_row row = {
		.time_ms = (now_ns - log->started_ns) / NSEC_PER_MSEC,
		.value = (uint64_t)((double)bytes / 1024 / seconds + 0.5),
		.direction = direction,
	};

	log_file_advance(
		f, log_row_put(log_file_reserve(f, LOG_ROW_MAX), &row, 0));
	log_file_flush(f);
}

static void put_rows(struct bandwidth_log *log, const struct job_page *pages,
		     size_t count, uint64_t now_ns)
{
	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		uint64_t bytes = bytes_so_far(pages, count, d);

		put_row(log, d, bytes - log->bytes[d], now_ns);
		log->bytes[d] = bytes;
	}
	log->last_ns = now_ns;
}

void bandwidth_log_tick(struct bandwidth_log *log, const struct job_page *pages,
			size_t count, uint64_t now_ns)
{
	if (!log->started_ns) {
		log->started_ns = log->last_ns = now_ns;
		log->due_ns = now_ns + PERIOD_NS;
		return;
	}
	if (now_ns < log->due_ns)
		return;
	put_rows(log, pages, count, now_ns);
	while (log->due_ns <= now_ns)
		log->due_ns += PERIOD_NS;
}

void bandwidth_log_close(struct bandwidth_log *log,
			 const struct job_page *pages, size_t count,
			 uint64_t now_ns, struct job_error *error)
{
	/* TIME would be that of the last rows again. */
	if (log->started_ns && now_ns - log->last_ns >= NSEC_PER_MSEC)
		put_rows(log, pages, count, now_ns);
	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		log_file_close(&log->files[d], error);
}
