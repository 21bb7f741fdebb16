#include "engine/nvme_placement.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

enum {
	WRITE = 0x01,
	MANAGEMENT_RECEIVE = 0x12, /* the I/O command, */
	HANDLE_STATUS = 0x01,      /* and what it is to tell */

	HEADER_BYTES = 16, /* of the answer: at 14 how many follow, */
	COUNT_AT = 14,
	HANDLE_BYTES = 32, /* and what begins with an identifier is one each */
	HANDLES_MAX = 1024,

	STREAMS = 1, /* directives, in command dword 12 */
	DATA_PLACEMENT = 2,
	DIRECTIVE_SHIFT = 20,
	SPECIFIC_SHIFT = 16, /* in command dword 13 */
};

/* 0, or errno. */
static int ask(int fd, int (*control)(int fd, unsigned long request, void *arg),
	       unsigned char *answer, uint32_t bytes)
{
	int number = control(fd, (unsigned long)NVME_IOCTL_ID, NULL);
	struct nvme_passthru_cmd command = {
		.opcode = MANAGEMENT_RECEIVE,
		.nsid = (uint32_t)number,
		.addr = (uintptr_t)answer,
		.data_len = bytes,
		.cdw10 = HANDLE_STATUS,
		.cdw11 = bytes / 4 - 1,
	};
	int result;

	if (number <= 0)
		return number < 0 ? errno : ENODEV;
	result = control(fd, NVME_IOCTL_IO_CMD, &command);
	if (result < 0)
		return errno;
	return result > 0 ? EOPNOTSUPP : 0;
}

static unsigned little16(const unsigned char *at)
{
	return at[0] | (unsigned)at[1] << 8;
}

/* What the place `place` of the namespace's list is called in commands. */
static int handle_at(const unsigned char *answer, size_t count, size_t place,
		     uint16_t *out, struct job_error *error)
{
	if (place >= count)
		return job_error_set(error, EINVAL, "io_uring_cmd",
				     "plids: the namespace has %zu placements, "
				     "and none at place %zu",
				     count, place);
	*out = (uint16_t)little16(answer + HEADER_BYTES + HANDLE_BYTES * place);
	return 0;
}

static int take_handles(struct nvme_placement *p, const unsigned char *answer,
			struct job_error *error)
{
	size_t count = little16(answer + COUNT_AT);

	if (count > HANDLES_MAX)
		count = HANDLES_MAX;
	p->count = p->names->count ? p->names->count : count;
	if (!p->count)
		return job_error_set(error, EOPNOTSUPP, "io_uring_cmd",
				     "dataplacement=fdp: the namespace has no "
				     "placements");
	p->ids = calloc(p->count, sizeof(p->ids[0]));
	if (!p->ids)
		return job_error_set(error, ENOMEM, "calloc",
				     "no memory for the engine");
	for (size_t i = 0; i < p->count; i++)
		if (handle_at(answer, count,
			      p->names->count ? p->names->of[i] : i, &p->ids[i],
			      error) < 0)
			return -1;
	return 0;
}

static int find_handles(struct nvme_placement *p, int fd,
			int (*control)(int fd, unsigned long request,
				       void *argument),
			struct job_error *error)
{
	const uint32_t bytes = HEADER_BYTES + HANDLE_BYTES * HANDLES_MAX;
	unsigned char *answer = calloc(1, bytes);
	int status, code;

	if (!answer)
		return job_error_set(error, ENOMEM, "calloc",
				     "no memory for the engine");
	code = ask(fd, control, answer, bytes);
	if (code)
		status = job_error_set(
			error, code, "ioctl",
			"dataplacement=fdp: the namespace does not tell its "
			"placements: %s",
			strerror(code));
	else
		status = take_handles(p, answer, error);
	free(answer);
	return status;
}

/* Streams are called what the user calls them. */
static int take_streams(struct nvme_placement *p, struct job_error *error)
{
	size_t bytes = p->names->count * sizeof(p->ids[0]);

	p->count = p->names->count;
	p->ids = malloc(bytes);
	if (!p->ids)
		return job_error_set(error, ENOMEM, "malloc",
				     "no memory for the engine");
	memcpy(p->ids, p->names->of, bytes);
	return 0;
}

int nvme_placement_open(struct nvme_placement *p, const struct job_options *job,
			int fd,
			int (*control)(int fd, unsigned long request,
				       void *argument),
			struct job_error *error)
{
	const struct placement_options *o;

	*p = (struct nvme_placement){ 0 };
	if (!job || job->placement.data == PLACEMENT_NONE)
		return 0;
	o = &job->placement;
	p->select = o->select;
	p->names = &o->ids;
	p->scheme = &o->scheme;
	random_seed(&p->random,
		    job->randrepeat ? job->randseed : random_entropy());
	if (o->data == PLACEMENT_STREAMS) {
		p->directive = (uint32_t)STREAMS << DIRECTIVE_SHIFT;
		return take_streams(p, error);
	}
	p->directive = (uint32_t)DATA_PLACEMENT << DIRECTIVE_SHIFT;
	return find_handles(p, fd, control, error);
}

void nvme_placement_close(struct nvme_placement *p)
{
	free(p->ids);
}

/* Whether the scheme has a place for the offset. */
static bool find_in_scheme(const struct nvme_placement *p, uint64_t offset,
			   size_t *place)
{
	for (size_t i = 0; i < p->scheme->count; i++) {
		const struct placement_range *r = &p->scheme->of[i];

		if (offset < r->from || offset >= r->to)
			continue;
		for (*place = 0; *place < p->count; ++*place)
			if (p->names->of[*place] == r->id)
				return true;
	}
	return false;
}

void nvme_placement_fill(struct nvme_placement *p, const struct io *io,
			 struct nvme_uring_cmd *command)
{
	size_t place = 0;

	if (!p->directive || command->opcode != WRITE)
		return;
	if (p->select == PLACEMENT_SCHEME) {
		if (!find_in_scheme(p, io->offset, &place))
			return;
	} else if (p->select == PLACEMENT_RANDOM) {
		place = random_below(&p->random, p->count);
	} else {
		place = p->next;
		p->next = p->next + 1 < p->count ? p->next + 1 : 0;
	}
	command->cdw12 |= p->directive;
	command->cdw13 |= (uint32_t)p->ids[place] << SPECIFIC_SHIFT;
}
