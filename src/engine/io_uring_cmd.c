#include "uring_cmd_options.h"
#include "uring_ring.h"
#include "uring_setup.h"

#include "engine/engine.h"
#include "engine/nvme_placement.h"
#include "spec/job_blocks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

/*
 * NVMe commands through io_uring, one an I/O. The kernel's entries are twice
 * as large as others, and hold the command (drivers/nvme/host/ioctl.c of the
 * kernel, 5.19 and later). Never run on hardware: what is in the commands is
 * made by nvme.c, which has tests of its own.
 */

/* As in the kernel, whose headers may be older than that (6.1 and later). */
enum { CMD_FIXED = 1 << 0 /* IORING_URING_CMD_FIXED */ };

enum { LENGTH_SHIFT = 32 /* of an I/O in its user_data */ };

struct cmd_state {
	struct uring_ring ring;
	struct uring_files files;
	struct uring_buffers buffers;
	struct nvme_format format; /* of all files */
	struct nvme_rules rules;
	struct nvme_placement placement;
	uint64_t force_async;
	uint64_t until_async;
	struct io *ios;            /* by slot */
	struct nvme_range *ranges; /* range_max a slot */
	unsigned range_max;
	unsigned char *metadata; /* rules.meta_per_io bytes a slot */
};

static void cmd_close(void *state)
{
	struct cmd_state *s = state;

	uring_ring_close(&s->ring);
	uring_files_close(&s->files);
	nvme_placement_close(&s->placement);
	free(s->ios);
	free(s->ranges);
	free(s->metadata);
	free(s);
}

static unsigned char *metadata_of(const struct cmd_state *s, unsigned slot)
{
	return s->metadata ? s->metadata + (size_t)slot * s->rules.meta_per_io
			   : NULL;
}

/* A command's result is 0, an NVMe status above that, or -errno. */
static int32_t command_result(void *owner, uint64_t user_data, int32_t result)
{
	struct cmd_state *s = owner;
	unsigned slot = (uint32_t)user_data;
	int status;

	if (result)
		return result < 0 ? result : -EIO;
	status = nvme_check_read(&s->format, &s->rules, &s->ios[slot],
				 metadata_of(s, slot));
	return status < 0 ? status : (int32_t)(user_data >> LENGTH_SHIFT);
}

static void set_file(struct cmd_state *s, const struct io *io,
		     struct io_uring_sqe *sqe)
{
	struct uring_files *f = &s->files;

	sqe->fd = io->fd;
	if (!f->known)
		return;
	if (f->known[io->file_index] == io->fd ||
	    uring_files_update(f, &s->ring, io->file_index, io->fd)) {
		sqe->fd = (int)io->file_index;
		sqe->flags = IOSQE_FIXED_FILE;
	}
}

static void start(struct cmd_state *s, const struct io *io)
{
	struct io_uring_sqe *sqe = uring_ring_entry(&s->ring, io->slot);
	const struct nvme_memory memory = {
		.metadata = metadata_of(s, io->slot),
		.range = &s->ranges[(size_t)io->slot * s->range_max],
	};
	uint64_t moved = io->kind < IO_FSYNC ? io->length : 0;
	struct nvme_uring_cmd *command = (void *)sqe->cmd;
	int status;

	*sqe = (struct io_uring_sqe){
		.opcode = IORING_OP_URING_CMD,
		.cmd_op = NVME_URING_CMD_IO,
		.user_data = moved << LENGTH_SHIFT | io->slot,
	};
	status = nvme_fill(&s->format, &s->rules, io, &memory, command);
	if (status < 0) {
		early_add(&s->ring.early, io, status);
		return;
	}
	nvme_placement_fill(&s->placement, io, command);
	set_file(s, io, sqe);
	if (s->buffers.fixed && io->kind < IO_TRIM) {
		sqe->uring_cmd_flags = CMD_FIXED;
		sqe->buf_index = (uint16_t)(io->slot / s->buffers.slots_each);
	}
	if (s->force_async && --s->until_async == 0) {
		s->until_async = s->force_async;
		sqe->flags |= IOSQE_ASYNC;
	}
	s->ios[io->slot] = *io;
	uring_ring_push(&s->ring, io->slot);
}

static int cmd_submit(void *state, struct io *const *ios, unsigned n)
{
	struct cmd_state *s = state;
	unsigned room = uring_ring_room(&s->ring);
	int result;

	if (n > room)
		n = room;
	if (!n)
		return -EAGAIN;
	for (unsigned i = 0; i < n; i++)
		start(s, ios[i]);
	result = uring_ring_submit(&s->ring);
	return result < 0 ? result : (int)n;
}

static int cmd_reap(void *state, struct completion *done, unsigned min,
		    unsigned max, const struct timespec *timeout)
{
	struct cmd_state *s = state;

	return uring_ring_reap(&s->ring, done, min, max, timeout);
}

static void cmd_forget_files(void *state)
{
	struct cmd_state *s = state;

	uring_files_forget(&s->files, &s->ring);
}

static int control(int fd, unsigned long request, void *argument)
{
	return ioctl(fd, request, argument);
}

/* The format of a block decides what an I/O is: one namespace a job. */
static int identify(struct cmd_state *s, const struct engine_setup *setup,
		    struct job_error *error)
{
	if (!setup->fds || setup->file_count != 1)
		return job_error_set(error, EINVAL, "io_uring_cmd",
				     "a job has one namespace: give each a job "
				     "of its own");
	return nvme_identify(setup->fds[0], control, &s->format, error);
}

static int check_blocks(const struct cmd_state *s,
			const struct job_options *job, struct job_error *error)
{
	static const unsigned flags[DIRECTION_COUNT] = { RW_READ, RW_WRITE,
							 RW_TRIM };

	for (unsigned d = 0; job && d < DIRECTION_COUNT; d++) {
		struct number_range bs;

		if (!(job->rw.flags & flags[d]))
			continue;
		bs = job_block_sizes(job, (int)d);
		if (nvme_check_rules(&s->format, &s->rules, bs.min, error) <
			    0 ||
		    nvme_check_rules(&s->format, &s->rules, bs.max, error) < 0)
			return -1;
	}
	return 0;
}

static int check_ranges(struct cmd_state *s, const struct engine_setup *setup,
			struct job_error *error)
{
	s->range_max = 1;
	if (!setup->job || setup->job->num_range <= 1)
		return 0;
	s->range_max = (unsigned)setup->job->num_range;
	return nvme_check_ranges(setup->fds[0], control, s->range_max, error);
}

static int allocate(struct cmd_state *s, unsigned depth,
		    struct job_error *error)
{
	s->ios = calloc(depth, sizeof(s->ios[0]));
	s->ranges = calloc((size_t)depth * s->range_max, sizeof(s->ranges[0]));
	if (s->rules.meta_per_io)
		s->metadata = calloc(depth, s->rules.meta_per_io);
	if (s->ios && s->ranges && (s->metadata || !s->rules.meta_per_io))
		return 0;
	return job_error_set(error, ENOMEM, "calloc", "no memory for %u I/Os",
			     depth);
}

static int set_up(struct cmd_state *s, const struct uring_cmd_options *o,
		  const struct engine_setup *setup, struct job_error *error)
{
	struct uring_wish wish = {
		.depth = setup->depth,
		.polls = o->ring.hipri,
		.has_thread = o->ring.sqthread_poll,
		.thread_cpu = (int)o->ring.sqthread_poll_cpu,
		.large = true,
	};

	if (identify(s, setup, error) < 0 ||
	    nvme_placement_open(&s->placement, setup->job, setup->fds[0],
				control, error) < 0 ||
	    check_blocks(s, setup->job, error) < 0 ||
	    check_ranges(s, setup, error) < 0 ||
	    allocate(s, setup->depth, error) < 0 ||
	    uring_ring_open(&s->ring, &wish, error) < 0)
		return -1;
	if (uring_buffers_open(&s->buffers, &s->ring, setup,
			       o->fixedbufs ? URING_ALWAYS : URING_NEVER,
			       error) < 0)
		return -1;
	return uring_files_open(&s->files, &s->ring, setup,
				o->ring.registerfiles, error);
}

static void set_rules(struct cmd_state *s, const struct uring_cmd_options *o)
{
	s->rules = (struct nvme_rules){
		.write_mode = o->write_mode,
		.read_fua = o->readfua,
		.write_fua = o->writefua,
		.device_protects = o->pi_act,
		.apptag = (uint16_t)o->apptag,
		.apptag_mask = (uint16_t)o->apptag_mask,
		.meta_per_io = (uint32_t)o->md_per_io_size,
	};
	if (o->pi_chk)
		nvme_read_checks(o->pi_chk, &s->rules.checks);
	s->force_async = s->until_async = o->ring.force_async;
}

static int cmd_open(void **state, const struct engine_setup *setup,
		    struct job_error *error)
{
	static const struct uring_cmd_options defaults = {
		.ring.sqthread_poll_cpu = -1,
		.pi_act = true,
		.apptag_mask = UINT16_MAX,
	};
	const struct uring_cmd_options *o =
		setup->options ? setup->options : &defaults;
	struct cmd_state *s = calloc(1, sizeof(*s));

	if (!s)
		return job_error_set(error, ENOMEM, "calloc",
				     "no memory for the engine");
	s->ring.ring.ring_fd = -1;
	s->ring.odd_below = INT32_MAX;
	s->ring.odd_result = command_result;
	s->ring.owner = s;
	set_rules(s, o);
	if (set_up(s, o, setup, error) < 0) {
		cmd_close(s);
		return -1;
	}
	*state = s;
	return 0;
}

const struct engine_ops engine_io_uring_cmd = {
	.info = { URING_CMD_INFO },
	.open = cmd_open,
	.close = cmd_close,
	.submit = cmd_submit,
	.reap = cmd_reap,
	.forget_files = cmd_forget_files,
	.check = uring_check,
};
