#ifndef RUNNER_SYS_STORAGE_H
#define RUNNER_SYS_STORAGE_H

#include <stdint.h>
#include <sys/types.h>

/* What a path lies on, in the few words that a line of text has room for. */
enum storage_kind {
	STORAGE_FILE_SYSTEM, /* a file, or a folder */
	STORAGE_BLOCK,       /* a block device itself */
	STORAGE_CHARACTER,
};

/* Strings are "" where unknown. */
struct storage {
	enum storage_kind kind;
	char *path; /* as it was asked for */
	char *type; /* of the file system: "ext4"; else "block", "character" */
	char *device; /* "/dev/vda"; of a file system without one, what it calls
			 its source: "tmpfs" */
	dev_t number; /* of the device that holds the data, 0: none */

	uint64_t size_bytes; /* of the file system, or the device itself */

	unsigned logical_block; /* what direct I/O aligns to, 0: unknown */
};

/* Of a path that exists. Returns NULL with errno set if it doesn't. */
struct storage *storage_read(const char *path);
void storage_free(struct storage *storage);

/*
 * "ext4 /dev/vda 252.0 GiB", or "block device 252.0 GiB", for the caller to
 * free.
 */
char *storage_describe(const struct storage *storage);

#endif
