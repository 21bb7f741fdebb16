#include "atomic.h"
#include "single.h"

#include "base/random.h"
#include "engine/blocking.h"
#include "spec/option_values.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>

/*
 * preadv2 and pwritev2, which take flags with each I/O. What a flag needs of
 * the kernel, the file system and the device is tried on the first file before
 * the job starts.
 */
struct pvsync2_options {
	bool hipri;
	bool nowait;
	bool uncached;
	uint64_t hipri_percentage;
};

/* As in the kernel (6.14 and later), whose headers may be older than that. */
enum { DONTCACHE_FLAG = 0x80 /* RWF_DONTCACHE */ };

enum {
	PERCENT = 100,
	PROBE_BYTES_MAX = 65536, /* enough for any alignment */
};

struct pvsync2_state {
	struct single single;
	int flags;        /* of all I/Os */
	int write_flags;  /* of writes, besides */
	int random_flags; /* of a share of them */
	uint64_t share;   /* in percent */
	struct random random;
};

static const struct option option_list[] = {
	{
		.name = "hipri",
		OPTION_FLAG(struct pvsync2_options, hipri),
		.category = OPTION_ENGINE,
		.initial = "0",
		.help = "Poll for the end of an I/O (RWF_HIPRI): needs "
			"direct=1 and a device with queues to poll",
	},
	{
		.name = "hipri_percentage",
		OPTION_NUMBER(struct pvsync2_options, hipri_percentage),
		.category = OPTION_ENGINE,
		.initial = "100",
		.min = 0,
		.max = PERCENT,
		.help = "With hipri=1: how many I/Os of 100 poll, drawn for "
			"each",
	},
	{
		.name = "nowait",
		OPTION_FLAG(struct pvsync2_options, nowait),
		.category = OPTION_ENGINE,
		.initial = "0",
		.help = "Fail with EAGAIN where an I/O would have to wait "
			"(RWF_NOWAIT)",
	},
	{
		.name = "uncached",
		OPTION_SWITCH(struct pvsync2_options, uncached),
		.category = OPTION_ENGINE,
		.initial = "0",
		.help = "Leave nothing of a buffered I/O in the page cache "
			"(RWF_DONTCACHE, Linux 6.14 and later)",
	},
};

static const struct option_table option_table = {
	.list = option_list,
	.count = sizeof(option_list) / sizeof(option_list[0]),
};

/*
 * The file, and memory that may not be touched: an I/O with it gets as far as
 * where its flags are looked at, and moves nothing.
 */
struct probe {
	int fd;
	bool writes;
	struct iovec vector;
};

/* 0, or -1 if an I/O with this flag is refused. */
static int probe_flag(const struct probe *p, int flag, const char *option,
		      struct job_error *error)
{
	ssize_t result;

	if (p->writes)
		result = pwritev2(p->fd, &p->vector, 1, 0, flag);
	else
		result = preadv2(p->fd, &p->vector, 1, 0, flag);
	if (result >= 0 || (errno != EOPNOTSUPP && errno != EINVAL))
		return 0;
	return job_error_set(error, errno, p->writes ? "pwritev2" : "preadv2",
			     "%s=1: the kernel, the file system or the device "
			     "can't %s this file so: %s",
			     option, p->writes ? "write" : "read",
			     strerror(errno));
}

static int probe_flags(const struct pvsync2_options *options,
		       const struct probe *p, struct job_error *error)
{
	if (options->hipri && probe_flag(p, RWF_HIPRI, "hipri", error) < 0)
		return -1;
	if (options->nowait && probe_flag(p, RWF_NOWAIT, "nowait", error) < 0)
		return -1;
	if (options->uncached &&
	    probe_flag(p, DONTCACHE_FLAG, "uncached", error) < 0)
		return -1;
	return 0;
}

static int probe(const struct pvsync2_options *options,
		 const struct engine_setup *setup, struct job_error *error)
{
	struct probe p = { .fd = setup->fds[0] };
	unsigned rw = setup->job ? setup->job->rw.flags : RW_READ;
	int status = 0;

	p.vector.iov_len = setup->buffer_size < PROBE_BYTES_MAX
				   ? setup->buffer_size
				   : PROBE_BYTES_MAX;
	p.vector.iov_base = mmap(NULL, PROBE_BYTES_MAX, PROT_NONE,
				 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p.vector.iov_base == MAP_FAILED)
		return job_error_set(error, errno, "mmap",
				     "no memory for the engine");
	if (rw & RW_READ)
		status = probe_flags(options, &p, error);
	p.writes = true;
	if (!status && rw & RW_WRITE)
		status = probe_flags(options, &p, error);
	munmap(p.vector.iov_base, PROBE_BYTES_MAX);
	return status;
}

static int set_flags(struct pvsync2_state *s,
		     const struct pvsync2_options *options,
		     const struct engine_setup *setup, struct job_error *error)
{
	s->write_flags = atomic_write_flag(setup, error);
	if (s->write_flags < 0)
		return -1;
	if (!options)
		return 0;
	if (options->hipri && options->hipri_percentage == PERCENT)
		s->flags |= RWF_HIPRI;
	else if (options->hipri)
		s->random_flags = RWF_HIPRI;
	if (options->nowait)
		s->flags |= RWF_NOWAIT;
	if (options->uncached)
		s->flags |= DONTCACHE_FLAG;
	s->share = options->hipri_percentage;
	random_seed(&s->random, setup->job && setup->job->randrepeat
					? setup->job->randseed
					: random_entropy());
	if (!setup->fds || !setup->file_count)
		return 0;
	return probe(options, setup, error);
}

static int pvsync2_open(void **state, const struct engine_setup *setup,
			struct job_error *error)
{
	struct pvsync2_state *s = single_new(sizeof(*s), error);

	if (!s)
		return -1;
	if (set_flags(s, setup->options, setup, error) < 0) {
		free(s);
		return -1;
	}
	*state = s;
	return 0;
}

static int flags_of(struct pvsync2_state *s, const struct io *io)
{
	int flags = s->flags;

	if (io->kind == IO_WRITE)
		flags |= s->write_flags;
	if (s->random_flags && random_below(&s->random, PERCENT) < s->share)
		flags |= s->random_flags;
	return flags;
}

/* Linux moves less than 2 GiB in one call, so the result fits. */
static int32_t perform(const struct io *io, int flags)
{
	struct iovec vector = { io->buf, io->length };
	off_t offset = (off_t)io->offset;
	ssize_t result;

	do {
		if (io->kind == IO_READ)
			result = preadv2(io->fd, &vector, 1, offset, flags);
		else
			result = pwritev2(io->fd, &vector, 1, offset, flags);
	} while (result < 0 && errno == EINTR);
	return result < 0 ? -errno : (int32_t)result;
}

static int32_t pvsync2_perform(void *state, const struct io *io)
{
	if (io_is_blocking(io))
		return blocking_perform(io);
	return perform(io, flags_of(state, io));
}

static int pvsync2_submit(void *state, struct io *const *ios, unsigned n)
{
	struct pvsync2_state *s = state;

	(void)n;
	if (s->single.finished)
		return -EAGAIN;
	return single_finish(&s->single, ios[0], pvsync2_perform(s, ios[0]));
}

const struct engine_ops engine_pvsync2 = {
	.info = {
		.name = "pvsync2",
		.help = "preadv2 or pwritev2, one I/O at a time, with the "
			"flags that its options ask for",
		.flags = ENGINE_SYNC | ENGINE_ATOMIC,
		.options = &option_table,
		.options_size = sizeof(struct pvsync2_options),
	},
	.open = pvsync2_open,
	.close = single_close,
	.submit = pvsync2_submit,
	.reap = single_reap,
	.perform = pvsync2_perform,
};
