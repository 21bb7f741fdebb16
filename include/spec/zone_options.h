#ifndef RUNNER_SPEC_ZONE_OPTIONS_H
#define RUNNER_SPEC_ZONE_OPTIONS_H

#include "base/size.h"

#include <stdbool.h>
#include <stdint.h>

/* What a job's options say of zones, into which its files are divided. */

enum zone_mode {
	ZONES_NONE,
	ZONES_STRIDED, /* so much in each, and on to the next */
	ZONES_ZBD,     /* as a zoned block device has them */
};

struct zone_options {
	enum zone_mode mode;
	uint64_t size;    /* 0: not given, the device's */
	uint64_t range;   /* of a stride; 0: as size */
	struct size skip; /* between two zones */
};

#endif
