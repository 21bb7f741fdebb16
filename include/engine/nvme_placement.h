#ifndef RUNNER_ENGINE_NVME_PLACEMENT_H
#define RUNNER_ENGINE_NVME_PLACEMENT_H

#include "engine/engine.h"
#include "engine/nvme.h"

#include "base/random.h"

/*
 * Which placement of an NVMe namespace a write goes to: a handle of Flexible
 * Data Placement (NVM Express Base Specification 2.1, 8.1.10) or a stream
 * (8.1.9), named in the directive of the command. The handles that a namespace
 * has are asked for by an ioctl function, so that this needs no device.
 */
struct nvme_placement {
	uint32_t directive; /* in command dword 12; 0: none */
	enum placement_select select;
	uint16_t *ids; /* what goes into commands, by place */
	const struct placement_ids *names; /* of them; none: their places */
	size_t count;
	size_t next;
	struct random random;
	const struct placement_scheme *scheme;
};

/*
 * As the job's options ask for, on the namespace of the character device `fd`;
 * the options are borrowed. 0, or -1: see `error`.
 */
int nvme_placement_open(struct nvme_placement *placement,
			const struct job_options *job, int fd,
			int (*control)(int fd, unsigned long request,
				       void *argument),
			struct job_error *error);
void nvme_placement_close(struct nvme_placement *placement);

/* Add to the command of an I/O, which nvme_fill() made, where it goes. */
void nvme_placement_fill(struct nvme_placement *placement, const struct io *io,
			 struct nvme_uring_cmd *command);

#endif
