#ifndef RUNNER_SPEC_CONTROL_OPTIONS_H
#define RUNNER_SPEC_CONTROL_OPTIONS_H

#include "spec/option_values.h"

#include <stdbool.h>
#include <stdint.h>

/* What a job's options say of how it is controlled by what is measured. */

enum steady_by { /* what is to be steady */
		 STEADY_BY_IOPS,
		 STEADY_BY_BW,
		 STEADY_BY_LAT,
};

/*
 * "iops_slope:0.1%": what is judged, whether by its slope or by its greatest
 * distance from the mean, and what that has to be below: I/Os a second, bytes
 * a second or nanoseconds, or percent of the mean.
 */
struct steady_criterion {
	enum steady_by by;
	bool slope;
	bool percent;
	double limit;
};

/* "iops_slope" and the like. */
const char *steady_criterion_name(const struct steady_criterion *criterion);

struct steady_options { /* steadystate, steadystate_... */
	struct steady_criterion criterion;
	struct duration window; /* 0: the job isn't judged */
	struct duration ramp;
	struct duration interval; /* from one sample to the next */
};

struct latency_options {        /* latency_... */
	struct duration target; /* 0: there is none */
	struct duration window;
	double percentile;
	bool run;
};

struct flow_options {    /* flow, flow_... */
	uint64_t weight; /* 0: in no flow */
	uint64_t id;
	uint64_t watermark; /* I/Os */
	struct duration sleep;
};

enum submit_mode { /* io_submit_mode */
		   SUBMIT_INLINE,
		   SUBMIT_OFFLOAD,
};

/* More threads than that are no use. */
enum { OFFLOAD_DEPTH_MAX = 1024 };

struct control_options {
	struct steady_options steady;
	struct latency_options latency;
	struct flow_options flow;
	enum submit_mode submit_mode;
	bool serialize_overlap;
	uint64_t ramp_size; /* bytes; 0: none */
	uint64_t thinkcycles;
};

extern const struct option_type option_steady; /* struct steady_criterion */

#endif
