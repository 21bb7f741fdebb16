#include "stat/log_histogram.h"

#include "base/decimal.h"

#include <string.h>

void log_histogram_add(struct log_histogram *h, unsigned direction, uint64_t ns,
		       uint64_t bytes)
{
	unsigned index = histogram_index(ns);

	if (index >= LOG_HISTOGRAM_BUCKETS)
		index = LOG_HISTOGRAM_BUCKETS - 1;
	h->bucket[direction][index]++;
	h->count[direction]++;
	if (bytes > h->bytes[direction])
		h->bytes[direction] = bytes;
}

static char *put_field(char *at, uint64_t n)
{
	*at++ = ',';
	*at++ = ' ';
	return decimal_uint(at, n);
}

char *log_histogram_take(struct log_histogram *h, unsigned direction,
			 uint64_t now_ns, char *at)
{
	const uint64_t *bucket = h->bucket[direction];
	unsigned step = 1U << h->coarseness;
	uint64_t end_ns = log_clock_place_end(&h->clock, now_ns);

	if (!h->count[direction])
		return at;
	at = decimal_uint(at,
			  h->epoch_ms + log_clock_time_ms(&h->clock, end_ns));
	at = put_field(at, direction);
	at = put_field(at, h->bytes[direction]);
	for (unsigned i = 0; i < LOG_HISTOGRAM_BUCKETS; i += step) {
		uint64_t sum = 0;

		for (unsigned k = i; k < i + step; k++)
			sum += bucket[k];
		at = put_field(at, sum);
	}
	*at++ = '\n';
	memset(h->bucket[direction], 0, sizeof(h->bucket[direction]));
	h->count[direction] = h->bytes[direction] = 0;
	return at;
}

void log_histogram_move(struct log_histogram *h, uint64_t now_ns)
{
	log_clock_move(&h->clock, log_clock_place(&h->clock, now_ns));
}
