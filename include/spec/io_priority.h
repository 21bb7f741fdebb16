#ifndef RUNNER_SPEC_IO_PRIORITY_H
#define RUNNER_SPEC_IO_PRIORITY_H

#include "spec/option_values.h"
#include "spec/plan.h"

#include <stdint.h>

/* I/O priorities as the kernel has them (include/uapi/linux/ioprio.h). */

static inline uint16_t io_priority_encode(struct io_priority p)
{
	return (uint16_t)(p.class << 13 | p.hint << 3 | p.level);
}

static inline struct io_priority io_priority_decode(uint16_t code)
{
	return (struct io_priority){
		.class = (uint8_t)(code >> 13),
		.level = code & 7,
		.hint = code >> 3 & 1023,
	};
}

/*
 * That of the section's processes, for ioprio_set(2); 0: they were not given
 * one.
 */
uint16_t section_io_priority(const struct job_section *section);

#endif
