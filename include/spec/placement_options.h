#ifndef RUNNER_SPEC_PLACEMENT_OPTIONS_H
#define RUNNER_SPEC_PLACEMENT_OPTIONS_H

#include "spec/option.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The options of a job that tell the device where what is written belongs: how
 * long it will live, or which of its placements it goes to.
 */
enum write_hint { /* as fcntl(2) numbers them */
		  WRITE_HINT_NONE = 1,
		  WRITE_HINT_SHORT,
		  WRITE_HINT_MEDIUM,
		  WRITE_HINT_LONG,
		  WRITE_HINT_EXTREME,
};

enum data_placement {
	PLACEMENT_NONE,
	PLACEMENT_FDP,
	PLACEMENT_STREAMS,
};

enum placement_select {
	PLACEMENT_RANDOM,
	PLACEMENT_ROUNDROBIN,
	PLACEMENT_SCHEME,
};

/* "1,2-4,7", in the order given. */
struct placement_ids {
	const uint16_t *of;
	size_t count; /* 0: all that the device has */
};

/* Writes to [from, to) go to `id`. */
struct placement_range {
	uint64_t from;
	uint64_t to;
	uint16_t id;
};

/* A file of lines "FROM, TO, ID"; of those that overlap, the first holds. */
struct placement_scheme {
	const struct placement_range *of;
	size_t count;
	const char *path; /* NULL: none */
};

struct placement_options {
	enum write_hint write_hint; /* if it was given */
	bool fdp;                   /* the same as data=PLACEMENT_FDP */
	enum data_placement data;
	enum placement_select select;
	struct placement_ids ids;
	struct placement_scheme scheme;
};

extern const struct option_type option_placement_ids;
extern const struct option_type option_placement_scheme;

/* The words of these enums, for tables of options. */
extern const struct option_choice write_hints[];
extern const struct option_choice data_placements[];
extern const struct option_choice placement_selects[];

#endif
