#include "replay_pack.h"

enum {
	ACTION_MASK = 0x7,
	SAYS_TIME = 0x08,
	SAYS_FILE = 0x10,
	SAYS_LENGTH = 0x20,
	SAYS_OFFSET = 0x40, /* else where the one before ended */
};

_Static_assert((int)IOLOG_DATASYNC <= (int)ACTION_MASK, "actions fit");

static unsigned char *put(unsigned char *to, uint64_t n)
{
	while (n >= 0x80) {
		*to++ = (unsigned char)(n | 0x80);
		n >>= 7;
	}
	*to++ = (unsigned char)n;
	return to;
}

static const unsigned char *get(const unsigned char *from, uint64_t *n)
{
	unsigned shift = 0;

	*n = 0;
	do {
		*n |= (uint64_t)(*from & 0x7f) << shift;
		shift += 7;
	} while (*from++ & 0x80);
	return from;
}

static uint64_t end_of(const struct replay_io *io)
{
	return io->offset + io->length;
}

unsigned char *replay_pack(unsigned char *to, const struct replay_io *last,
			   const struct replay_io *io)
{
	unsigned char *head = to++;

	*head = io->action;
	if (io->time_us != last->time_us) {
		*head |= SAYS_TIME;
		to = put(to, io->time_us - last->time_us);
	}
	if (io->file != last->file) {
		*head |= SAYS_FILE;
		to = put(to, io->file);
	}
	if (io->offset != end_of(last)) {
		*head |= SAYS_OFFSET;
		to = put(to, io->offset);
	}
	if (io->length != last->length) {
		*head |= SAYS_LENGTH;
		to = put(to, io->length);
	}
	return to;
}

const unsigned char *replay_unpack(const unsigned char *from,
				   struct replay_io *io)
{
	unsigned char head = *from++;
	uint64_t n;

	io->action = head & ACTION_MASK;
	if (head & SAYS_TIME) {
		from = get(from, &n);
		io->time_us += n;
	}
	if (head & SAYS_FILE) {
		from = get(from, &n);
		io->file = (uint32_t)n;
	}
	if (head & SAYS_OFFSET)
		from = get(from, &io->offset);
	else
		io->offset = end_of(io);
	if (head & SAYS_LENGTH) {
		from = get(from, &n);
		io->length = (uint32_t)n;
	}
	return from;
}
