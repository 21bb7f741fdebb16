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
	uint64_t size;     /* 0: not given, the device's */
	uint64_t range;    /* of a stride; 0: as size */
	struct size skip;  /* between two zones */
	uint64_t capacity; /* from a zone's start on, where no device has it */
	bool read_beyond_wp;
	uint64_t max_open;     /* 0: as the device says */
	uint64_t job_max_open; /* 0: no limit */
	bool ignore_limits;
	double reset_threshold; /* of what is written, to reset zones */
	double reset_frequency; /* resets for each write; 0: none */
	bool write_remainder;
	bool recover_write_error;
};

#endif
