#ifndef RUNNER_SYS_MEMORY_H
#define RUNNER_SYS_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/*
 * What memory this machine has left, and its huge pages. `root` stands before
 * /proc and /sys: "" on a live system, a folder of recorded files in a test.
 */

/* Bytes that can be had without swapping; 0: the kernel doesn't tell. */
uint64_t memory_available(const char *root);

struct hugepages {
	uint64_t size; /* bytes in one; 0: this kernel has none of the kind */
	uint64_t total;
	uint64_t free;
	bool usual; /* of the size that programs get which ask for none */
};

/* The huge pages of `size` bytes, or (0) of the system's usual size. */
struct hugepages hugepages_read(const char *root, uint64_t size);

#endif
