#include "atomic.h"
#include "engine/early.h"

#include "engine/blocking.h"
#include "engine/cmdprio.h"
#include "engine/engine.h"

#include "base/clock.h"
#include "spec/option_values.h"

#include <errno.h>
#include <libaio.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

/*
 * Linux native asynchronous I/O. A batch is one io_submit(); finished I/Os are
 * taken from the ring that the kernel maps into this process, without a system
 * call, and io_getevents() is called only to wait for more.
 */
struct libaio_options {
	struct cmdprio_options prio;
	bool nowait;
	bool userspace_reap;
};

/*
 * The head of the ring of completions at the address that a context's handle
 * is (fs/aio.c of the kernel): written by the kernel but for `head`.
 */
struct aio_ring {
	unsigned id;
	unsigned size;
	_Atomic unsigned head;
	_Atomic unsigned tail;
	unsigned magic;
	unsigned compatible_features;
	unsigned incompatible_features;
	unsigned header_length;
	struct io_event events[];
};

enum {
	AIO_RING_MAGIC = (int)0xa10a10a1,
	AIO_HAS_PRIORITY = 1 << 1, /* IOCB_FLAG_IOPRIO */
	/* The kernel was out of memory: how often and how soon to try again. */
	SUBMIT_TRIES = 1000,
	SUBMIT_PAUSE_NS = 1000000,
};

struct libaio_state {
	io_context_t context;
	struct aio_ring *ring; /* NULL: only io_getevents() */
	unsigned rw_flags[IO_WRITE + 1];
	struct cmdprio prio;
	unsigned depth;
	unsigned in_flight; /* in the kernel */
	struct iocb *iocbs; /* one a slot */
	struct iocb **batch;
	struct io_event *events;
	struct early early; /* done by submit(), not yet reaped */
};

static const struct option libaio_option_list[] = {
	CMDPRIO_OPTIONS(struct libaio_options, prio),
	{
		.name = "nowait",
		OPTION_SWITCH(struct libaio_options, nowait),
		.category = OPTION_ENGINE,
		.initial = "0",
		.help = "Fail with EAGAIN where an I/O would have to wait "
			"(RWF_NOWAIT)",
	},
	{
		.name = "userspace_reap",
		OPTION_FLAG(struct libaio_options, userspace_reap),
		.category = OPTION_ENGINE,
		.initial = "1",
		.help = "Take finished I/Os from the ring that the kernel maps "
			"into the process; 0 calls the kernel for them",
	},
};

static const struct option_table libaio_option_table = {
	.list = libaio_option_list,
	.count = sizeof(libaio_option_list) / sizeof(libaio_option_list[0]),
};

/* The ring, if it is laid out as this program knows it. */
static struct aio_ring *ring_of(io_context_t context)
{
	struct aio_ring *ring = (void *)context;

	if (ring->magic != (unsigned)AIO_RING_MAGIC ||
	    ring->incompatible_features != 0 ||
	    ring->header_length != sizeof(*ring))
		return NULL;
	return ring;
}

static int setup_failed(struct job_error *error, int code, unsigned depth)
{
	if (code == EAGAIN)
		return job_error_set(
			error, code, "io_setup",
			"the system's limit of asynchronous I/Os is reached "
			"(%u wanted): raise /proc/sys/fs/aio-max-nr",
			depth);
	if (code == ENOSYS)
		return job_error_set(error, code, "io_setup",
				     "this kernel has no asynchronous I/O "
				     "(CONFIG_AIO): use ioengine=psync");
	return job_error_set(error, code, "io_setup", "iodepth=%u: %s", depth,
			     strerror(code));
}

static void libaio_close(void *state)
{
	struct libaio_state *s = state;

	if (s->context)
		io_destroy(s->context);
	free(s->iocbs);
	free(s->batch);
	free(s->events);
	early_close(&s->early);
	free(s);
}

static struct libaio_state *state_new(unsigned depth)
{
	struct libaio_state *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->depth = depth;
	s->iocbs = calloc(depth, sizeof(s->iocbs[0]));
	s->batch = calloc(depth, sizeof(void *));
	s->events = calloc(depth, sizeof(s->events[0]));
	if (early_open(&s->early, depth) && s->iocbs && s->batch && s->events)
		return s;
	libaio_close(s);
	return NULL;
}

static int libaio_open(void **state, const struct engine_setup *setup,
		       struct job_error *error)
{
	const struct libaio_options *options = setup->options;
	int write_flags = atomic_write_flag(setup, error);
	struct libaio_state *s;
	int result;

	if (write_flags < 0)
		return -1;
	s = state_new(setup->depth);
	if (!s)
		return job_error_set(error, ENOMEM, "calloc",
				     "no memory for %u I/Os", setup->depth);
	if (options && options->nowait)
		s->rw_flags[IO_READ] = RWF_NOWAIT;
	s->rw_flags[IO_WRITE] = s->rw_flags[IO_READ] | (unsigned)write_flags;
	cmdprio_init(&s->prio, options ? &options->prio : NULL, setup->job);
	result = io_setup((int)setup->depth, &s->context);
	if (result < 0) {
		libaio_close(s);
		return setup_failed(error, -result, setup->depth);
	}
	if (!options || options->userspace_reap)
		s->ring = ring_of(s->context);
	*state = s;
	return 0;
}

static struct iocb *iocb_of(struct libaio_state *s, const struct io *io)
{
	struct iocb *cb = &s->iocbs[io->slot];

	cb->aio_fildes = io->fd;
	cb->aio_lio_opcode = io->kind == IO_READ ? IO_CMD_PREAD : IO_CMD_PWRITE;
	cb->u.c.buf = io->buf;
	cb->u.c.nbytes = io->length;
	cb->u.c.offset = (long long)io->offset;
	cb->aio_rw_flags = s->rw_flags[io->kind];
	return cb;
}

static void add_priorities(struct libaio_state *s, struct io *const *ios,
			   unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		struct iocb *cb = s->batch[i];

		cb->aio_reqprio = (short)cmdprio_draw(&s->prio, ios[i]);
		cb->u.c.flags = cb->aio_reqprio ? AIO_HAS_PRIORITY : 0;
	}
}

/*
 * Hand `n` I/Os to the kernel. With nothing to reap that could free memory
 * there, a kernel without any is asked again for a while.
 */
static int kernel_submit(struct libaio_state *s, unsigned n)
{
	int result = io_submit(s->context, (long)n, s->batch);

	for (int i = 0; i < SUBMIT_TRIES && result == -EAGAIN; i++) {
		if (s->in_flight > 0 || s->early.count > 0)
			break;
		clock_sleep_until(clock_now() + SUBMIT_PAUSE_NS);
		result = io_submit(s->context, (long)n, s->batch);
	}
	if (result > 0)
		s->in_flight += (unsigned)result;
	return result;
}

/*
 * Start the reads and writes at the front of the list, up to the next I/O of
 * another kind. Returns how many were taken, or -EAGAIN; an I/O that the kernel
 * refuses is taken, and has failed.
 */
static int start_run(struct libaio_state *s, struct io *const *ios, unsigned n)
{
	unsigned run = 0;
	int result;

	while (run < n && !io_is_blocking(ios[run])) {
		s->batch[run] = iocb_of(s, ios[run]);
		run++;
	}
	if (s->prio.active)
		add_priorities(s, ios, run);
	result = kernel_submit(s, run);
	if (result > 0 || result == -EAGAIN)
		return result;
	early_add(&s->early, ios[0], result);
	return 1;
}

static int libaio_submit(void *state, struct io *const *ios, unsigned n)
{
	struct libaio_state *s = state;
	unsigned room = s->depth - s->in_flight - s->early.count;
	unsigned taken = 0;
	int result;

	if (n > room)
		n = room;
	while (taken < n) {
		if (io_is_blocking(ios[taken])) {
			early_add(&s->early, ios[taken],
				  blocking_perform(ios[taken]));
			taken++;
			continue;
		}
		result = start_run(s, &ios[taken], n - taken);
		if (result < 0)
			break;
		taken += (unsigned)result;
	}
	return taken ? (int)taken : -EAGAIN;
}

static struct completion completion_of(const struct libaio_state *s,
				       const struct io_event *event)
{
	return (struct completion){
		.slot = (uint32_t)(event->obj - s->iocbs),
		.result = (int32_t)event->res,
	};
}

/*
 * The kernel writes events, then the tail: what is read after an acquiring
 * load of the tail is complete. It reuses a place once the head is beyond it.
 */
static unsigned take_from_ring(struct libaio_state *s, struct completion *done,
			       unsigned max)
{
	struct aio_ring *ring = s->ring;
	unsigned head, tail, n;

	head = atomic_load_explicit(&ring->head, memory_order_relaxed);
	tail = atomic_load_explicit(&ring->tail, memory_order_acquire);
	for (n = 0; n < max && head != tail; n++) {
		done[n] = completion_of(s, &ring->events[head]);
		head = head + 1 < ring->size ? head + 1 : 0;
	}
	if (n > 0)
		atomic_store_explicit(&ring->head, head, memory_order_release);
	s->in_flight -= n;
	return n;
}

/* Returns how many, or -errno. */
static int take_from_kernel(struct libaio_state *s, struct completion *done,
			    unsigned min, unsigned max,
			    const struct timespec *timeout)
{
	struct timespec limit = timeout ? *timeout : (struct timespec){ 0 };
	int n;

	n = io_getevents(s->context, (long)min, (long)max, s->events,
			 timeout || min == 0 ? &limit : NULL);
	if (n < 0)
		return n;
	for (int i = 0; i < n; i++)
		done[i] = completion_of(s, &s->events[i]);
	s->in_flight -= (unsigned)n;
	return n;
}

static int libaio_reap(void *state, struct completion *done, unsigned min,
		       unsigned max, const struct timespec *timeout)
{
	struct libaio_state *s = state;
	unsigned outstanding = s->early.count + s->in_flight;
	unsigned n;
	int more;

	if (max > outstanding)
		max = outstanding;
	if (min > max)
		min = max;
	n = early_take(&s->early, done, max);
	if (s->ring)
		n += take_from_ring(s, &done[n], max - n);
	if (n == max || (s->ring && n >= min))
		return (int)n;
	more = take_from_kernel(s, &done[n], n < min ? min - n : 0, max - n,
				timeout);
	if (more < 0)
		return n > 0 ? (int)n : more;
	return (int)n + more;
}

static const char *find_conflict(const void *options)
{
	const struct libaio_options *o = options;

	return cmdprio_conflict(&o->prio);
}

static size_t list_priorities(const void *options, unsigned direction,
			      uint16_t *list)
{
	const struct libaio_options *o = options;

	return cmdprio_list(&o->prio, direction, list);
}

const struct engine_ops engine_libaio = {
	.info = {
		.name = "libaio",
		.aliases = { "aio", "linuxaio" },
		.flags = ENGINE_ATOMIC | ENGINE_WAITS_IF_BUFFERED,
		.help = "Linux native asynchronous I/O; asynchronous with "
			"direct=1 only",
		.options = &libaio_option_table,
		.options_size = sizeof(struct libaio_options),
		.find_conflict = find_conflict,
		.list_priorities = list_priorities,
	},
	.open = libaio_open,
	.close = libaio_close,
	.submit = libaio_submit,
	.reap = libaio_reap,
};
