#ifndef RUNNER_ENGINE_SCSI_H
#define RUNNER_ENGINE_SCSI_H

#include "engine/engine.h"

#include <scsi/sg.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Commands to SCSI disks (SBC-4), in the form that the sg driver of the kernel
 * takes them, and what it tells of their end. Nothing here needs a device: what
 * it tells comes through an ioctl function.
 */
struct scsi_capacity {
	uint64_t blocks;
	uint32_t block_bytes;
};

/* 0, or -1: see `error`. */
int scsi_read_capacity(int fd,
		       int (*control)(int fd, unsigned long request,
				      void *argument),
		       struct scsi_capacity *capacity, struct job_error *error);

enum scsi_write_mode {
	SCSI_WRITE,
	SCSI_WRITE_AND_VERIFY,
	SCSI_VERIFY_00,  /* the device reads and checks, no data are sent */
	SCSI_VERIFY_01,  /* and compares with what is sent */
	SCSI_VERIFY_11,  /* and compares each block with the one that is sent */
	SCSI_WRITE_SAME, /* one block is sent and written many times */
	SCSI_WRITE_SAME_NO_DATA, /* zeros, and nothing is sent */
	SCSI_WRITE_STREAM,
};

struct scsi_rules {
	enum scsi_write_mode write_mode;
	bool read_fua;
	bool write_fua;
	bool polls;
	uint16_t stream_id; /* of SCSI_WRITE_STREAM */
};

enum { SCSI_COMMAND_MAX = 16, SCSI_SENSE_MAX = 64, SCSI_UNMAP_BYTES = 24 };

/* A command with all that it points to. It must not move. */
struct scsi_request {
	struct sg_io_hdr header;
	unsigned char command[SCSI_COMMAND_MAX];
	unsigned char sense[SCSI_SENSE_MAX];
	unsigned char unmap[SCSI_UNMAP_BYTES];
};

/*
 * Make the request of an I/O; its pack_id is the slot. 0, or -EINVAL for an
 * offset or length that is not one of whole blocks or for a kind of I/O that
 * there is no command for.
 */
int scsi_fill(const struct scsi_capacity *capacity,
	      const struct scsi_rules *rules, const struct io *io,
	      struct scsi_request *request);

/*
 * How the request of an I/O ended, by the header that the driver handed back:
 * what a completion carries.
 */
int32_t scsi_result(const struct scsi_request *request, const struct io *io);

#endif
