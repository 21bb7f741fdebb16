#ifndef RUNNER_BASE_FILE_IDENTITY_H
#define RUNNER_BASE_FILE_IDENTITY_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * What a path leads to, whatever it is called: "f", "./f", and a link to it
 * are one file. Of what doesn't exist as yet it is the place in its folder.
 */
struct file_identity {
	dev_t device;     /* of a block device: its own number */
	ino_t inode;      /* of a block device: 0 */
	const char *name; /* in the folder; "" of what exists */
};

/* `name` may point into `path`. */
struct file_identity file_identity_of(const char *path);

/* An order of them: 0 if both are one file. */
int file_identity_compare(const struct file_identity *a,
			  const struct file_identity *b);

/* Whether both lead to one file, or would. */
bool file_is_same(const char *a, const char *b);

#endif
