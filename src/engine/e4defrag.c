#include "single.h"

#include "engine/blocking.h"
#include "spec/option_values.h"

#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

/*
 * Moves the data of a file to other blocks, as e4defrag(8) does: a write
 * exchanges a part of the file for newly allocated blocks of a donor, and the
 * kernel copies what is in it. What the file holds stays as it is.
 *
 * The donor is a file without a name, in the folder that donorname names: it is
 * gone with the job, and a file that is called so is not touched.
 */
struct e4defrag_options {
	const char *donorname;
	uint64_t inplace;
};

/* As in the kernel, fs/ext4/ext4.h: of programs it has no header for it. */
struct move_extent {
	uint32_t reserved;
	uint32_t donor_fd;
	uint64_t orig_start; /* all in blocks */
	uint64_t donor_start;
	uint64_t len;
	uint64_t moved_len;
};
#define MOVE_EXTENT _IOWR('f', 15, struct move_extent)

/* Blocks of pages that are in use can't be moved: how often to try again. */
enum { BUSY_TRIES = 16 };

struct e4defrag_state {
	struct single single;
	bool in_place;
	int donor;
	uint64_t block; /* bytes */
};

static const struct option option_list[] = {
	{
		.name = "donorname",
		OPTION_TEXT(struct e4defrag_options, donorname),
		.category = OPTION_ENGINE,
		.help = "In the folder of this file blocks are allocated: has "
			"to be given, and on the file system of the job's "
			"files. The file itself is not touched",
	},
	{
		.name = "inplace",
		OPTION_NUMBER(struct e4defrag_options, inplace),
		.category = OPTION_ENGINE,
		.initial = "0",
		.max = 1,
		.help = "When blocks are allocated: 0 all of them before the "
			"job starts, 1 those of each I/O with it, and freed "
			"again",
	},
};

static const struct option_table e4defrag_option_table = {
	.list = option_list,
	.count = sizeof(option_list) / sizeof(option_list[0]),
};

static const char *find_conflict(const void *options)
{
	const struct e4defrag_options *o = options;

	return o->donorname ? NULL
			    : "donorname is missing, where blocks are to be "
			      "allocated";
}

static void e4defrag_close(void *state)
{
	struct e4defrag_state *s = state;

	if (s->donor >= 0)
		close(s->donor);
	free(s);
}

static int open_donor(struct e4defrag_state *s, const char *name,
		      struct job_error *error)
{
	char path[PATH_MAX];

	if (strlen(name) >= sizeof(path))
		return job_error_set(error, ENAMETOOLONG, "open",
				     "donorname=%s: %s", name,
				     strerror(ENAMETOOLONG));
	memcpy(path, name, strlen(name) + 1);
	s->donor = open(dirname(path), O_RDWR | O_TMPFILE | O_CLOEXEC, 0600);
	if (s->donor >= 0)
		return 0;
	return job_error_set(error, errno, "open", "donorname=%s: %s", name,
			     strerror(errno));
}

/*
 * Pages in the cache that are dirty, or have been until lately, keep blocks
 * from being moved. A length of 0 is that of the whole file. 0, or -1 with
 * errno.
 */
static int clean(int fd, off_t offset, off_t length)
{
	if (fdatasync(fd) < 0)
		return -1;
	posix_fadvise(fd, offset, length, POSIX_FADV_DONTNEED);
	return 0;
}

/* They have to lie on one ext4, and to have blocks that could be moved. */
static int check_file(const struct e4defrag_state *s, int fd, uint64_t *size,
		      struct job_error *error)
{
	struct stat file, donor;
	struct statfs fs;

	if (fstat(fd, &file) < 0 || fstat(s->donor, &donor) < 0 ||
	    fstatfs(fd, &fs) < 0)
		return job_error_set(error, errno, "fstat",
				     "ioengine=e4defrag: %s", strerror(errno));
	if (!S_ISREG(file.st_mode) || fs.f_type != EXT4_SUPER_MAGIC)
		return job_error_set(error, EOPNOTSUPP, "fstatfs",
				     "ioengine=e4defrag: only files on ext4 "
				     "can be defragmented");
	if (file.st_dev != donor.st_dev)
		return job_error_set(error, EXDEV, "fstat",
				     "donorname: is on another file system "
				     "than the job's files");
	if (clean(fd, 0, 0) < 0)
		return job_error_set(error, errno, "fdatasync",
				     "ioengine=e4defrag: %s", strerror(errno));
	if ((uint64_t)file.st_size > *size)
		*size = (uint64_t)file.st_size;
	return 0;
}

static int check_files(struct e4defrag_state *s,
		       const struct engine_setup *setup,
		       struct job_error *error)
{
	struct statfs fs;
	uint64_t size = 0;

	for (size_t i = 0; setup->fds && i < setup->file_count; i++)
		if (check_file(s, setup->fds[i], &size, error) < 0)
			return -1;
	if (!setup->fds)
		return job_error_set(error, EINVAL, "open",
				     "ioengine=e4defrag: needs all files open: "
				     "openfiles is less than they are");
	if (fstatfs(s->donor, &fs) < 0 ||
	    (!s->in_place && size > 0 &&
	     fallocate(s->donor, 0, 0, (off_t)size) < 0))
		return job_error_set(error, errno, "fallocate", "donorname: %s",
				     strerror(errno));
	s->block = (uint64_t)fs.f_bsize;
	return 0;
}

static int e4defrag_open(void **state, const struct engine_setup *setup,
			 struct job_error *error)
{
	const struct e4defrag_options *o = setup->options;
	struct e4defrag_state *s = single_new(sizeof(*s), error);

	if (!s)
		return -1;
	s->donor = -1;
	s->in_place = o->inplace;
	if (open_donor(s, o->donorname, error) < 0 ||
	    check_files(s, setup, error) < 0) {
		e4defrag_close(s);
		return -1;
	}
	*state = s;
	return 0;
}

/* 0, or -1 with errno. Holes of the file have no blocks to exchange. */
static int move(const struct e4defrag_state *s, const struct io *io)
{
	struct move_extent extent = {
		.donor_fd = (uint32_t)s->donor,
		.orig_start = io->offset / s->block,
		.donor_start = io->offset / s->block,
		.len = io->length / s->block,
	};
	off_t offset = (off_t)io->offset, length = (off_t)io->length;
	int result;

	if (s->in_place && fallocate(s->donor, 0, offset, length) < 0)
		return -1;
	result = ioctl(io->fd, MOVE_EXTENT, &extent);
	if (s->in_place && ftruncate(s->donor, 0) < 0)
		return -1;
	return result;
}

static int32_t perform(const struct e4defrag_state *s, const struct io *io)
{
	unsigned tries = 0;
	int result;

	if (io->kind != IO_WRITE)
		return blocking_perform(io);
	if (io->offset % s->block || io->length % s->block)
		return -EINVAL;
	do {
		result = move(s, io);
	} while (result < 0 &&
		 (errno == EINTR ||
		  (errno == EBUSY && ++tries < BUSY_TRIES &&
		   clean(io->fd, (off_t)io->offset, (off_t)io->length) == 0)));
	return result < 0 ? -errno : io_moved_at_once(io);
}

static int e4defrag_submit(void *state, struct io *const *ios, unsigned n)
{
	struct e4defrag_state *s = state;

	(void)n;
	if (s->single.finished)
		return -EAGAIN;
	return single_finish(&s->single, ios[0], perform(s, ios[0]));
}

const struct engine_ops engine_e4defrag = {
	.info = {
		.name = "e4defrag",
		.help = "Defragmentation of files on ext4: a write gives a "
			"part of the file other blocks (EXT4_IOC_MOVE_EXT) "
			"and leaves what it holds as it is",
		.flags = ENGINE_SYNC | ENGINE_NO_DATA | ENGINE_NO_READ |
			 ENGINE_NO_TRIM | ENGINE_FIXED_SIZE,
		.options = &e4defrag_option_table,
		.options_size = sizeof(struct e4defrag_options),
		.find_conflict = find_conflict,
	},
	.open = e4defrag_open,
	.close = e4defrag_close,
	.submit = e4defrag_submit,
	.reap = single_reap,
};
