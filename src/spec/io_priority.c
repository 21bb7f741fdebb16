#include "spec/io_priority.h"

enum { BEST_EFFORT = 2 };

uint16_t section_io_priority(const struct job_section *section)
{
	const struct job_options *o = section->options;
	struct io_priority p = {
		.class = (uint8_t)(o->prioclass ? o->prioclass : BEST_EFFORT),
		.level = (uint8_t)o->prio,
		.hint = (uint16_t)o->priohint,
	};

	if (!PLAN_GIVEN(section, prio) && !PLAN_GIVEN(section, prioclass) &&
	    !PLAN_GIVEN(section, priohint))
		return 0;
	return io_priority_encode(p);
}
