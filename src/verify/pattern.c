#include "verify/pattern.h"

#include <endian.h>
#include <string.h>

/* The next bytes of one run of the pattern, from one beginning to the next. */
static size_t run_length(const struct verify_pattern *p, size_t left)
{
	return p->interval && p->interval < left ? (size_t)p->interval : left;
}

/* The pattern once, as far as there is room. */
static size_t put_once(const struct pattern *p, uint64_t offset,
		       unsigned char *buf, size_t size)
{
	size_t length = p->length < size ? p->length : size;
	uint64_t stored = htole64(offset);

	memcpy(buf, p->bytes, length);
	for (size_t i = 0; i < p->offset_count; i++) {
		size_t at = p->offsets[i];
		size_t room = at < length ? length - at : 0;

		memcpy(buf + at, &stored,
		       room < sizeof(stored) ? room : sizeof(stored));
	}
	return length;
}

/* What is there is doubled until it is enough. */
static void fill_run(const struct pattern *p, uint64_t offset,
		     unsigned char *buf, size_t size)
{
	size_t done = put_once(p, offset, buf, size);

	if (done == 1) {
		memset(buf, buf[0], size);
		return;
	}
	while (done < size) {
		size_t n = done < size - done ? done : size - done;

		memcpy(buf + done, buf, n);
		done += n;
	}
}

void verify_pattern_fill(const struct verify_pattern *p, uint64_t offset,
			 unsigned char *buf, size_t size)
{
	while (size) {
		size_t n = run_length(p, size);

		fill_run(p->pattern, offset, buf, n);
		buf += n;
		offset += n;
		size -= n;
	}
}

/* The byte at `place` of a run that begins at `offset` of the file. */
static unsigned char byte_at(const struct pattern *p, uint64_t offset,
			     size_t place)
{
	size_t in = place % p->length;

	for (size_t i = 0; i < p->offset_count; i++)
		if (in - p->offsets[i] < sizeof(offset))
			return (unsigned char)(offset >>
					       (8 * (in - p->offsets[i])));
	return p->bytes[in];
}

/* Bytes [from, to) of a run, one by one; `to` when they are all right. */
static size_t compare_bytes(const struct pattern *p, uint64_t offset,
			    const unsigned char *run, size_t from, size_t to)
{
	while (from < to && run[from] == byte_at(p, offset, from))
		from++;
	return from;
}

/* Once it has been compared by bytes, it has to repeat what was right. */
static size_t compare_run(const struct pattern *p, uint64_t offset,
			  const unsigned char *run, size_t from, size_t to)
{
	size_t once = to - from < p->length ? to : from + p->length;
	size_t bad = compare_bytes(p, offset, run, from, once);

	if (bad < once || once == to)
		return bad;
	if (memcmp(run + from, run + once, to - once) == 0)
		return to;
	return compare_bytes(p, offset, run, once, to);
}

size_t verify_pattern_compare(const struct verify_pattern *p, uint64_t offset,
			      const unsigned char *buf, size_t from, size_t to,
			      unsigned char *wanted)
{
	size_t start = p->interval ? from - from % (size_t)p->interval : 0;

	while (from < to) {
		size_t n = run_length(p, to - start);
		size_t bad = compare_run(p->pattern, offset + start,
					 buf + start, from - start, n);

		if (bad < n) {
			*wanted = byte_at(p->pattern, offset + start, bad);
			return start + bad;
		}
		start += n;
		from = start;
	}
	return to;
}
