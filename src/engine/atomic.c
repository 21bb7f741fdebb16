#include "atomic.h"

#include "spec/job_blocks.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * What statx(2) tells of atomic writes, after the fields that are of no
 * interest here (include/uapi/linux/stat.h, 6.11 and later).
 */
struct atomic_statx {
	uint32_t mask;
	unsigned char before[0xa8 - sizeof(uint32_t)];
	uint32_t unit_min;
	uint32_t unit_max;
	unsigned char after[0x100 - 0xb0];
};

enum { STATX_WRITE_ATOMIC_MASK = 0x10000 };

static int no_support(struct job_error *error)
{
	return job_error_set(error, EOPNOTSUPP, "atomic",
			     "atomic=1: the kernel, the file system or the "
			     "device can't write atomically to this file");
}

static int check_blocks(const struct number_range *bs,
			const struct atomic_statx *st, struct job_error *error)
{
	if (bs->min != bs->max || bs->min & (bs->min - 1))
		return job_error_set(error, EINVAL, "atomic",
				     "atomic=1: the block size of writes (bs) "
				     "has to be one power of two");
	if (bs->min >= st->unit_min && bs->max <= st->unit_max)
		return 0;
	return job_error_set(error, EINVAL, "atomic",
			     "atomic=1: bs=%" PRIu64
			     " is not within the %" PRIu32 " to %" PRIu32
			     " bytes that this file is written atomically in",
			     bs->min, st->unit_min, st->unit_max);
}

int atomic_write_flag(const struct engine_setup *setup, struct job_error *error)
{
	const struct job_options *job = setup->job;
	struct atomic_statx st = { 0 };
	struct number_range bs;

	if (!job || !job->atomic || !(job->rw.flags & RW_WRITE))
		return 0;
	if (!setup->fds || !setup->file_count)
		return ATOMIC_WRITE_FLAG;
	if (syscall(SYS_statx, setup->fds[0], "", AT_EMPTY_PATH,
		    STATX_WRITE_ATOMIC_MASK, &st) < 0)
		return no_support(error);
	if (!(st.mask & STATX_WRITE_ATOMIC_MASK) || st.unit_max == 0)
		return no_support(error);
	bs = job_block_sizes(job, DIRECTION_WRITE);
	if (check_blocks(&bs, &st, error) < 0)
		return -1;
	return ATOMIC_WRITE_FLAG;
}
