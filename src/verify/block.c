#include "verify/block.h"

#include "base/random.h"

#include <string.h>

uint64_t verify_data_seed(const struct verify_format *format, uint64_t number)
{
	return random_mix(format->seed, number);
}

/* Of the next block of an I/O, of which `left` bytes are left. */
static size_t block_length(const struct verify_format *f, size_t left)
{
	size_t least = f->header_at + f->overhead;

	if (!f->interval || left < f->interval + least)
		return left;
	return f->interval;
}

/*
 * The header is made and checked at the start of its block, and has its place
 * changed with the bytes before verify_offset.
 */
static void move_header_out(const struct verify_format *f, unsigned char *at)
{
	unsigned char header[VERIFY_OVERHEAD_MAX];

	memcpy(header, at, f->overhead);
	memmove(at, at + f->overhead, f->header_at);
	memcpy(at + f->header_at, header, f->overhead);
}

static void move_header_in(const struct verify_format *f, unsigned char *at)
{
	unsigned char header[VERIFY_OVERHEAD_MAX];

	memcpy(header, at + f->header_at, f->overhead);
	memmove(at + f->overhead, at, f->header_at);
	memcpy(at, header, f->overhead);
}

static void stamp_block(const struct verify_format *f,
			const struct verify_write *w, unsigned char *at,
			size_t place, size_t length)
{
	const struct verify_header header = {
		.magic = VERIFY_MAGIC,
		.version = VERIFY_VERSION,
		.scheme = (uint8_t)f->scheme,
		.digest_bytes = (uint8_t)f->digest_bytes,
		.offset = w->offset + place,
		.seed = verify_data_seed(f, w->number),
		.number = w->number,
		.length = (uint32_t)length,
		.place = (uint32_t)place,
		.time_s = w->time_s,
	};
	unsigned char digest[VERIFY_DIGEST_MAX];

	if (f->digest)
		f->digest(at + f->overhead, length - f->overhead, digest);
	verify_header_put(&header, digest, at);
	if (f->header_at)
		move_header_out(f, at);
}

void verify_stamp(const struct verify_format *format,
		  const struct verify_write *write, unsigned char *buf,
		  size_t size)
{
	if (format->pattern.pattern)
		verify_pattern_fill(&format->pattern, write->offset, buf, size);
	if (!verify_has_room(format, size))
		return;
	for (size_t at = 0; format->overhead && at < size;) {
		size_t length = block_length(format, size - at);

		stamp_block(format, write, buf + at, at, length);
		at += length;
	}
}

static bool is_wrong(struct verify_fault *fault, enum verify_fault_kind kind,
		     uint64_t found, uint64_t wanted)
{
	if (found == wanted)
		return false;
	fault->kind = kind;
	fault->found = found;
	fault->wanted = wanted;
	return true;
}

/*
 * What was written by this program, and has come back whole: which another
 * scheme's header has, too, with a checksum of another length.
 */
static bool check_frame(const struct verify_format *f,
			const struct verify_header *h, const unsigned char *at,
			struct verify_fault *fault)
{
	size_t bytes = h->digest_bytes;

	if (bytes > VERIFY_DIGEST_MAX || fault->length < VERIFY_OVERHEAD_MAX)
		bytes = f->digest_bytes;
	return !is_wrong(fault, VERIFY_FAULT_MAGIC, h->magic, VERIFY_MAGIC) &&
	       !is_wrong(fault, VERIFY_FAULT_VERSION, h->version,
			 VERIFY_VERSION) &&
	       !is_wrong(fault, VERIFY_FAULT_SUM, h->sum,
			 verify_header_sum(at, bytes)) &&
	       !is_wrong(fault, VERIFY_FAULT_SCHEME, h->scheme,
			 (uint64_t)f->scheme);
}

/* Whether it is of the write that it should be of. */
static bool check_origin(const struct verify_format *f,
			 const struct verify_expectation *e,
			 const struct verify_header *h,
			 struct verify_fault *fault)
{
	if (is_wrong(fault, VERIFY_FAULT_LENGTH, h->length, fault->length) ||
	    is_wrong(fault, VERIFY_FAULT_OFFSET, h->offset, fault->offset))
		return false;
	if (e->number &&
	    is_wrong(fault, VERIFY_FAULT_NUMBER, h->number, e->write.number))
		return false;
	return !e->seed || !is_wrong(fault, VERIFY_FAULT_SEED, h->seed,
				     verify_data_seed(f, h->number));
}

static bool check_digest(const struct verify_format *f, const unsigned char *at,
			 size_t length, struct verify_fault *fault)
{
	unsigned char *found = fault->found_digest;
	const unsigned char *wanted = at + VERIFY_HEADER_BYTES;

	if (!f->digest)
		return true;
	f->digest(at + f->overhead, length - f->overhead, found);
	if (memcmp(found, wanted, f->digest_bytes) == 0)
		return true;
	fault->kind = VERIFY_FAULT_CHECKSUM;
	fault->digest_bytes = (uint8_t)f->digest_bytes;
	memcpy(fault->wanted_digest, wanted, f->digest_bytes);
	return false;
}

/* Bytes [from, to) of the I/O. With a checksum that tells of them, too. */
static bool check_pattern(const struct verify_format *f, uint64_t io_offset,
			  const unsigned char *buf, size_t from, size_t to,
			  struct verify_fault *fault)
{
	unsigned char wanted = 0;
	size_t bad;

	if (!f->pattern.pattern || f->digest)
		return true;
	bad = verify_pattern_compare(&f->pattern, io_offset, buf, from, to,
				     &wanted);
	if (bad == to)
		return true;
	fault->kind = VERIFY_FAULT_PATTERN;
	fault->place = io_offset + bad;
	fault->wanted = wanted;
	fault->found = buf[bad];
	return false;
}

/* The header stands at the start of the block. */
static bool check_block(const struct verify_format *f,
			const struct verify_expectation *e,
			const unsigned char *buf, size_t at,
			struct verify_fault *fault)
{
	struct verify_header header;

	if (f->overhead) {
		verify_header_get(&header, buf + at);
		if (!check_frame(f, &header, buf + at, fault) ||
		    !check_origin(f, e, &header, fault))
			return false;
	}
	return check_digest(f, buf + at, fault->length, fault) &&
	       check_pattern(f, e->write.offset, buf, at + f->overhead,
			     at + fault->length, fault);
}

bool verify_check(const struct verify_format *format,
		  const struct verify_expectation *expected, unsigned char *buf,
		  size_t size, size_t *at, struct verify_fault *fault)
{
	size_t begin = *at;
	size_t length = block_length(format, size - begin);
	bool moved = format->overhead && format->header_at;
	bool right;

	*fault = (struct verify_fault){
		.scheme = format->scheme,
		.offset = expected->write.offset + begin,
		.length = (uint32_t)length,
		.io_offset = expected->write.offset,
		.io_length = (uint32_t)size,
	};
	*at = begin + length;
	if (format->scheme == VERIFY_NULL || !verify_has_room(format, size))
		return true;
	if (moved)
		move_header_in(format, buf + begin);
	right = check_block(format, expected, buf, begin, fault);
	if (moved)
		move_header_out(format, buf + begin);
	return right;
}

bool verify_check_zero(uint64_t offset, const unsigned char *buf, size_t size,
		       struct verify_fault *fault)
{
	size_t bad = 0;

	if (!size || (!buf[0] && memcmp(buf, buf + 1, size - 1) == 0))
		return true;
	while (!buf[bad])
		bad++;
	*fault = (struct verify_fault){
		.kind = VERIFY_FAULT_TRIMMED,
		.offset = offset,
		.length = (uint32_t)size,
		.io_offset = offset,
		.io_length = (uint32_t)size,
		.place = offset + bad,
		.found = buf[bad],
	};
	return false;
}

bool verify_read_header(const struct verify_format *format, unsigned char *buf,
			size_t size, struct verify_header *header)
{
	const unsigned char *at = buf + format->header_at;
	struct verify_fault fault = { .length = (uint32_t)size };

	if (!format->overhead || !verify_has_room(format, size))
		return false;
	verify_header_get(header, at);
	return check_frame(format, header, at, &fault);
}
