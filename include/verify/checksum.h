#ifndef RUNNER_VERIFY_CHECKSUM_H
#define RUNNER_VERIFY_CHECKSUM_H

#include <stddef.h>

/*
 * Checksums of blocks, by the names that verify= gives them. What they are is
 * part of the format of what is written (docs/verify.md), so it never changes:
 *
 *	crc7		CRC-7/MMC
 *	crc16		CRC-16/ARC
 *	crc32		CRC-32/ISO-HDLC, that of zlib
 *	crc32c		CRC-32/ISCSI; crc32c-intel is the same
 *	crc64		CRC-64/XZ
 *	xxhash		XXH3 of 64 bits, without a seed
 *	md5		RFC 1321
 *	sha1, sha256, sha512	FIPS 180-4
 *	sha3-*		FIPS 202
 *
 * A digest is in the order of bytes in which it is published and printed:
 * numbers have their highest byte first.
 */
enum { CHECKSUM_MAX = 64 }; /* bytes of the longest digest */

struct checksum {
	const char *name;
	const char *help;
	size_t digest_size; /* bytes */

	/*
	 * Writes digest_size bytes to `digest`. May be called by several
	 * threads at a time. Never called where `lacks` says something.
	 */
	void (*compute)(const void *data, size_t length, void *digest);

	void (*prepare)(void); /* makes tables; NULL: there are none */

	/* Why this build can't: reads well after the name; NULL: it can. */
	const char *lacks;
};

/* All of them, those of which this build has no library, too. */
extern const struct checksum checksums[];
extern const size_t checksum_count;

/*
 * By name, ready to compute, or NULL. The first time, it makes tables: not to
 * be called by several threads at a time, nor while I/O is done.
 */
const struct checksum *checksum_find(const char *name);

#endif
