#ifndef RUNNER_VERIFY_FAULT_H
#define RUNNER_VERIFY_FAULT_H

#include "verify/header.h"

#include <stddef.h>
#include <stdint.h>

/* What is wrong with a block that was read back. */
enum verify_fault_kind {
	VERIFY_FAULT_MAGIC,   /* there is no header */
	VERIFY_FAULT_VERSION, /* of the header: another program's */
	VERIFY_FAULT_SUM,     /* the header is damaged */
	VERIFY_FAULT_SCHEME,  /* it was written with another verify= */
	VERIFY_FAULT_LENGTH,  /* or in blocks of another size */
	VERIFY_FAULT_OFFSET,  /* it belongs somewhere else: misdirected */
	VERIFY_FAULT_NUMBER,  /* it is of another write: lost, stale */
	VERIFY_FAULT_SEED,    /* it is of another job */
	VERIFY_FAULT_CHECKSUM,
	VERIFY_FAULT_PATTERN,
	VERIFY_FAULT_TRIMMED, /* it was trimmed, and isn't zero */
	VERIFY_FAULT_KINDS,
};

struct verify_fault {
	enum verify_fault_kind kind;
	enum verify_scheme scheme;
	uint64_t offset; /* of the block in its file */
	uint32_t length;
	uint64_t io_offset; /* of the I/O that it was read by */
	uint32_t io_length;
	/* Numbers of the header; of a pattern, bytes and the place of them. */
	uint64_t wanted;
	uint64_t found;
	uint64_t place;
	/* Of a checksum. */
	uint8_t digest_bytes;
	unsigned char wanted_digest[VERIFY_DIGEST_MAX];
	unsigned char found_digest[VERIFY_DIGEST_MAX];
};

/* Room for any text of a fault, the file's name left out. */
enum { VERIFY_FAULT_TEXT_MAX = 512 };

/* In words, for people: one line, with what was expected and what came. */
void verify_fault_text(const struct verify_fault *fault, const char *path,
		       char *text, size_t size);

#endif
