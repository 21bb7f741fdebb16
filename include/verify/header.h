#ifndef RUNNER_VERIFY_HEADER_H
#define RUNNER_VERIFY_HEADER_H

#include "spec/verify_options.h"

#include <stddef.h>
#include <stdint.h>

/*
 * The header of a written block, as it is on the disk: docs/verify.md has its
 * bytes. All numbers are stored with the lowest byte first.
 */
enum {
	VERIFY_DIGEST_MAX = 64,
	VERIFY_OVERHEAD_MAX = VERIFY_HEADER_BYTES + VERIFY_DIGEST_MAX,
	VERIFY_VERSION = 1, /* of the header */
};

#define VERIFY_MAGIC UINT32_C(0x46567572) /* "ruVF" */

struct verify_header {
	uint32_t magic;
	uint8_t version;
	uint8_t scheme;       /* enum verify_scheme */
	uint8_t digest_bytes; /* of the checksum behind the header */
	uint64_t offset;      /* of the block in its file */
	uint64_t seed;        /* of which the data follow */
	uint64_t number;      /* of the write: 1 is the job's first */
	uint32_t length;      /* of the block, with the header */
	uint32_t place;       /* bytes of the write that stand before it */
	uint32_t time_s;      /* when it was stamped, since 1970 */
	uint32_t sum;         /* of all that and of the checksum */
};

/*
 * Store it, with the checksum's `digest_bytes` behind it and zeros up to
 * verify_scheme_overhead(); `sum` is worked out.
 */
void verify_header_put(const struct verify_header *header,
		       const unsigned char *digest, unsigned char *at);

/* What stands there, right or wrong. */
void verify_header_get(struct verify_header *header, const unsigned char *at);

/* What `sum` has to be for the header and the checksum that stand there. */
uint32_t verify_header_sum(const unsigned char *at, size_t digest_bytes);

#endif
