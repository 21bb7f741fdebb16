#include "engine/early.h"
#include "engine/engine.h"
#include "engine/scsi.h"

#include "spec/option_values.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * SCSI commands through the sg driver of the kernel: many at a time to
 * /dev/sgN, by write() and read(); one at a time to a block device, by
 * ioctl(). Never run on hardware: what is in the commands is made by scsi.c,
 * which has tests of its own.
 */
struct sg_options {
	enum scsi_write_mode sg_write_mode;
	bool hipri;
	bool readfua;
	bool writefua;
	uint64_t stream_id;
};

struct sg_state {
	struct scsi_rules rules;
	unsigned depth;
	unsigned in_flight; /* in the kernel */
	size_t file_count;
	struct scsi_capacity *capacities; /* by file */
	struct pollfd *files;             /* fd -1: one that ioctl() is for */
	struct scsi_request *requests;    /* by slot, with their */
	struct io *ios;
	struct early early; /* done by submit(), not yet reaped */
};

enum { QUEUE_FULL = EDOM /* what the driver says then */ };

static const struct option_choice write_modes[] = {
	{ "write", SCSI_WRITE, "WRITE" },
	{ "write_and_verify", SCSI_WRITE_AND_VERIFY, "WRITE AND VERIFY" },
	{ "verify", SCSI_WRITE_AND_VERIFY, NULL },
	{ "verify_bytchk_00", SCSI_VERIFY_00, "VERIFY, sending nothing" },
	{ "verify_bytchk_01", SCSI_VERIFY_01,
	  "VERIFY, comparing with all of the buffer" },
	{ "verify_bytchk_11", SCSI_VERIFY_11,
	  "VERIFY, comparing each block with one" },
	{ "write_same", SCSI_WRITE_SAME, "WRITE SAME, sending one block" },
	{ "same", SCSI_WRITE_SAME, NULL },
	{ "write_same_ndob", SCSI_WRITE_SAME_NO_DATA,
	  "WRITE SAME, sending nothing" },
	{ "write_stream", SCSI_WRITE_STREAM, "WRITE STREAM" },
	{ 0 },
};

static const struct option option_list[] = {
	{
		.name = "hipri",
		OPTION_SWITCH(struct sg_options, hipri),
		.category = OPTION_ENGINE,
		.initial = "0",
		.help = "Ask the driver to poll for the end of commands; one "
			"that can't does without",
	},
	{
		.name = "readfua",
		OPTION_SWITCH(struct sg_options, readfua),
		.category = OPTION_ENGINE,
		.initial = "0",
		.help = "Read from the medium, not from the device's cache "
			"(Force Unit Access)",
	},
	{
		.name = "sg_write_mode",
		OPTION_FIELD(struct sg_options, sg_write_mode,
			     enum scsi_write_mode, &option_choice),
		.choices = write_modes,
		.category = OPTION_ENGINE,
		.initial = "write",
		.help = "The command that a write is",
	},
	{
		.name = "stream_id",
		OPTION_NUMBER(struct sg_options, stream_id),
		.category = OPTION_ENGINE,
		.initial = "0",
		.max = UINT16_MAX,
		.help = "With sg_write_mode=write_stream: the stream, which "
			"has to be open",
	},
	{
		.name = "writefua",
		OPTION_SWITCH(struct sg_options, writefua),
		.category = OPTION_ENGINE,
		.initial = "0",
		.help = "A write is done when it is on the medium (Force Unit "
			"Access); WRITE and WRITE STREAM only",
	},
};

static const struct option_table option_table = {
	.list = option_list,
	.count = sizeof(option_list) / sizeof(option_list[0]),
};

static void sg_close(void *state)
{
	struct sg_state *s = state;

	free(s->capacities);
	free(s->files);
	free(s->requests);
	free(s->ios);
	early_close(&s->early);
	free(s);
}

static int control(int fd, unsigned long request, void *argument)
{
	return ioctl(fd, request, argument);
}

static int look_at(struct sg_state *s, const struct engine_setup *setup,
		   struct job_error *error)
{
	for (size_t i = 0; i < s->file_count; i++) {
		struct stat st;
		int fd = setup->fds[i];

		if (scsi_read_capacity(fd, control, &s->capacities[i], error) <
		    0)
			return -1;
		if (fstat(fd, &st) < 0)
			return job_error_set(error, errno, "fstat", "%s",
					     strerror(errno));
		s->files[i] = (struct pollfd){
			.fd = S_ISCHR(st.st_mode) ? fd : -1,
			.events = POLLIN,
		};
	}
	return 0;
}

static int allocate(struct sg_state *s, struct job_error *error)
{
	s->capacities = calloc(s->file_count, sizeof(s->capacities[0]));
	s->files = calloc(s->file_count, sizeof(s->files[0]));
	s->requests = calloc(s->depth, sizeof(s->requests[0]));
	s->ios = calloc(s->depth, sizeof(s->ios[0]));
	if (early_open(&s->early, s->depth) && s->capacities && s->files &&
	    s->requests && s->ios)
		return 0;
	return job_error_set(error, ENOMEM, "calloc", "no memory for %u I/Os",
			     s->depth);
}

static int sg_open(void **state, const struct engine_setup *setup,
		   struct job_error *error)
{
	static const struct sg_options defaults;
	const struct sg_options *o =
		setup->options ? setup->options : &defaults;
	struct sg_state *s;

	if (!setup->fds || !setup->file_count)
		return job_error_set(error, EINVAL, "sg",
				     "needs all devices open: openfiles can't "
				     "be less than their number");
	s = calloc(1, sizeof(*s));
	if (!s)
		return job_error_set(error, ENOMEM, "calloc",
				     "no memory for the engine");
	s->depth = setup->depth;
	s->file_count = setup->file_count;
	s->rules = (struct scsi_rules){
		.write_mode = o->sg_write_mode,
		.read_fua = o->readfua,
		.write_fua = o->writefua,
		.polls = o->hipri,
		.stream_id = (uint16_t)o->stream_id,
	};
	if (allocate(s, error) < 0 || look_at(s, setup, error) < 0) {
		sg_close(s);
		return -1;
	}
	*state = s;
	return 0;
}

/* What read() gets could be the answer to another's command. */
static int open_shared(void **state, const struct engine_setup *setup,
		       struct job_error *error)
{
	struct sg_state *s;

	if (sg_open(state, setup, error) < 0)
		return -1;
	s = *state;
	for (size_t i = 0; i < s->file_count; i++)
		s->files[i].fd = -1;
	return 0;
}

/* Whether it was taken; if not, the driver has no place for it now. */
static bool start(struct sg_state *s, const struct io *io)
{
	struct scsi_request *r = &s->requests[io->slot];
	int status =
		scsi_fill(&s->capacities[io->file_index], &s->rules, io, r);
	bool waits = s->files[io->file_index].fd < 0;

	if (status < 0) {
		early_add(&s->early, io, status);
	} else if (waits) {
		status = ioctl(io->fd, SG_IO, &r->header);
		early_add(&s->early, io,
			  status < 0 ? -errno : scsi_result(r, io));
	} else if (write(io->fd, &r->header, sizeof(r->header)) < 0) {
		if (errno == QUEUE_FULL || errno == EAGAIN || errno == EINTR)
			return false;
		early_add(&s->early, io, -errno);
	} else {
		s->ios[io->slot] = *io;
		s->in_flight++;
	}
	return true;
}

static int sg_submit(void *state, struct io *const *ios, unsigned n)
{
	struct sg_state *s = state;
	unsigned taken = 0;

	while (taken < n && s->in_flight + s->early.count < s->depth &&
	       start(s, ios[taken]))
		taken++;
	return taken ? (int)taken : -EAGAIN;
}

/* One that has ended, of a device that has one. 0, or -errno. */
static int take_one(struct sg_state *s, int fd, struct completion *done)
{
	struct sg_io_hdr header = { .interface_id = 'S', .pack_id = -1 };
	struct scsi_request *r;

	if (read(fd, &header, sizeof(header)) < 0)
		return -errno;
	if (header.pack_id < 0 || (unsigned)header.pack_id >= s->depth)
		return -EPROTO;
	r = &s->requests[header.pack_id];
	r->header = header;
	*done = (struct completion){
		.slot = (uint32_t)header.pack_id,
		.result = scsi_result(r, &s->ios[header.pack_id]),
	};
	s->in_flight--;
	return 0;
}

/* Up to one of each device. Returns how many, or -errno. */
static int take_ready(struct sg_state *s, struct completion *done, unsigned max,
		      const struct timespec *timeout)
{
	int n = ppoll(s->files, s->file_count, timeout, NULL);
	unsigned taken = 0;

	if (n < 0)
		return -errno;
	for (size_t i = 0; n > 0 && i < s->file_count && taken < max; i++) {
		if (s->files[i].fd < 0 || !s->files[i].revents)
			continue;
		n = take_one(s, s->files[i].fd, &done[taken]);
		if (n < 0)
			return taken ? (int)taken : n;
		n = 1;
		taken++;
	}
	return (int)taken;
}

static int sg_reap(void *state, struct completion *done, unsigned min,
		   unsigned max, const struct timespec *timeout)
{
	static const struct timespec now = { 0 };
	struct sg_state *s = state;
	unsigned outstanding = s->early.count + s->in_flight;
	unsigned n;
	int more = 1;

	if (max > outstanding)
		max = outstanding;
	if (min > max)
		min = max;
	n = early_take(&s->early, done, max);
	while (n < max && more > 0) {
		more = take_ready(s, done + n, max - n,
				  n < min ? timeout : &now);
		if (more > 0)
			n += (unsigned)more;
	}
	return more < 0 && !n ? more : (int)n;
}

static const struct engine_ops engine_sg_shared = {
	.open = open_shared,
	.close = sg_close,
	.submit = sg_submit,
	.reap = sg_reap,
};

const struct engine_ops engine_sg = {
	.info = {
		.name = "sg",
		.help = "SCSI commands through the sg driver: to /dev/sgN, for "
			"which size is needed, or to a block device; not yet "
			"run on hardware",
		.options = &option_table,
		.options_size = sizeof(struct sg_options),
		.shared = "sends each command to /dev/sgN by ioctl(), too: any "
			  "thread could read the answer otherwise",
	},
	.open = sg_open,
	.close = sg_close,
	.submit = sg_submit,
	.reap = sg_reap,
	.shared = &engine_sg_shared,
};
