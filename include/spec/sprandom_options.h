#ifndef RUNNER_SPEC_SPRANDOM_OPTIONS_H
#define RUNNER_SPEC_SPRANDOM_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * What a job's options say of how it brings an SSD into the state that long
 * random writing would leave it in: io/sprandom.h.
 */
struct sprandom_options { /* sprandom, spr_... */
	bool wanted;
	double over_provisioning; /* spare capacity for each of the usable */
	uint64_t regions;
	uint64_t cache; /* bytes; 0: none that matters */
};

/* The most that is taken for spare capacity, and not for a slip. */
enum { SPRANDOM_SPARE_MAX = 10 };

/* More regions than that tell no more of a device, and take memory. */
enum { SPRANDOM_REGIONS_MAX = 65536 };

#endif
