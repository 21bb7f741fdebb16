#include "engine/blocking.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/falloc.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static int discard(int fd, uint64_t offset, uint64_t length)
{
	uint64_t range[2] = { offset, length };

	return ioctl(fd, BLKDISCARD, range);
}

static int punch(int fd, uint64_t offset, uint64_t length)
{
	return fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
			 (off_t)offset, (off_t)length);
}

static int trim(const struct io *io)
{
	struct stat st;

	if (fstat(io->fd, &st))
		return -1;
	if (S_ISBLK(st.st_mode))
		return discard(io->fd, io->offset, io->length);
	return punch(io->fd, io->offset, io->length);
}

_Static_assert((unsigned)SYNC_RANGE_WAIT_BEFORE ==
			       SYNC_FILE_RANGE_WAIT_BEFORE &&
		       (unsigned)SYNC_RANGE_WRITE == SYNC_FILE_RANGE_WRITE &&
		       (unsigned)SYNC_RANGE_WAIT_AFTER ==
			       SYNC_FILE_RANGE_WAIT_AFTER,
	       "the option's flags are those of the system call");

static int sync_range(const struct io *io)
{
	return sync_file_range(io->fd, (off_t)io->offset, (off_t)io->length,
			       io->sync_flags);
}

static int perform_once(const struct io *io)
{
	switch ((enum io_kind)io->kind) {
	case IO_TRIM:
		return trim(io);
	case IO_FSYNC:
		return fsync(io->fd);
	case IO_FDATASYNC:
		return fdatasync(io->fd);
	case IO_SYNC_FILE_RANGE:
		return sync_range(io);
	case IO_READ:
	case IO_WRITE:
		break;
	}
	errno = EINVAL;
	return -1;
}

int32_t blocking_perform(const struct io *io)
{
	int result;

	do {
		result = perform_once(io);
	} while (result < 0 && errno == EINTR);
	if (result < 0)
		return -errno;
	return io->kind == IO_TRIM ? io_moved_at_once(io) : 0;
}
