#ifndef RUNNER_ENGINE_NVME_H
#define RUNNER_ENGINE_NVME_H

#include "engine/engine.h"

#include <linux/nvme_ioctl.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Commands to NVMe namespaces, as the NVM Command Set Specification has them
 * (revision 1.0), and what a namespace's format asks of them. Nothing here
 * needs a device: what it tells comes through an ioctl function.
 */

/* How a namespace is formatted, from its Identify data. */
struct nvme_format {
	uint32_t namespace_id;
	uint64_t blocks;
	uint32_t data_bytes;   /* of a block, without metadata */
	uint32_t meta_bytes;   /* of a block; 0: none */
	bool is_extended;      /* metadata follows the data of each block */
	unsigned protection;   /* type 1 to 3; 0: none */
	unsigned guard_bits;   /* of the protection information: 16, 32, 64 */
	bool protection_first; /* it begins the metadata, else it ends them */
};

/*
 * Ask the character device `fd` (/dev/ngXnY) what it is. 0, or -1: see
 * `error`.
 */
int nvme_identify(int fd,
		  int (*control)(int fd, unsigned long request, void *argument),
		  struct nvme_format *format, struct job_error *error);

enum nvme_write_mode {
	NVME_WRITE,
	NVME_WRITE_UNCORRECTABLE,
	NVME_WRITE_ZEROES,
	NVME_VERIFY,
};

enum nvme_check { /* pi_chk */
		  NVME_CHECK_GUARD = 1 << 2,
		  NVME_CHECK_APPTAG = 1 << 1,
		  NVME_CHECK_REFTAG = 1 << 0,
};

/* "GUARD,REFTAG,APPTAG", any of them. 0, or -1 for another word. */
int nvme_read_checks(const char *text, unsigned *checks);

/* What the job wants of each command. */
struct nvme_rules {
	enum nvme_write_mode write_mode;
	bool read_fua;
	bool write_fua;
	bool device_protects; /* pi_act=1: the device makes and checks it */
	unsigned checks;      /* enum nvme_check */
	uint16_t apptag;
	uint16_t apptag_mask;
	uint32_t meta_per_io; /* bytes of a metadata buffer of its own */
};

/*
 * Bytes of a buffer that hold one block. Metadata that the device makes itself
 * are not transferred.
 */
uint32_t nvme_block_bytes(const struct nvme_format *format,
			  const struct nvme_rules *rules);

/* Bytes of metadata that a block has in a buffer of its own. */
uint32_t nvme_separate_bytes(const struct nvme_format *format,
			     const struct nvme_rules *rules);

/*
 * Whether the namespace can do what the rules ask for, with I/Os of up to
 * `io_bytes`. 0, or -1: see `error`.
 */
int nvme_check_rules(const struct nvme_format *format,
		     const struct nvme_rules *rules, uint64_t io_bytes,
		     struct job_error *error);

/*
 * Whether the controller takes trims of so many ranges, as far as it tells.
 * 0, or -1: see `error`.
 */
int nvme_check_ranges(int fd,
		      int (*control)(int fd, unsigned long request,
				     void *argument),
		      unsigned ranges, struct job_error *error);

/* One of the ranges of a Dataset Management command. */
struct nvme_range {
	uint32_t attributes;
	uint32_t blocks;
	uint64_t first;
};

/* An I/O's own memory besides its buffer. */
struct nvme_memory {
	void *metadata;           /* nvme_separate_bytes() a block, or NULL */
	struct nvme_range *range; /* for trims, as many as they have */
};

/*
 * Make the command of an I/O, and the protection information of a write if the
 * device doesn't. 0, or -EINVAL for an offset or length that is not one of
 * whole blocks or for a kind of I/O that there is no command for.
 */
int nvme_fill(const struct nvme_format *format, const struct nvme_rules *rules,
	      const struct io *io, const struct nvme_memory *memory,
	      struct nvme_uring_cmd *command);

/*
 * Check what a read brought, if the device doesn't. 0, or -EILSEQ where the
 * protection information doesn't match.
 */
int nvme_check_read(const struct nvme_format *format,
		    const struct nvme_rules *rules, const struct io *io,
		    const void *metadata);

/* The CRC of 16 bits of T10 (polynomial 0x8bb7), going on from `crc`. */
uint16_t nvme_guard(uint16_t crc, const void *data, size_t size);

#endif
