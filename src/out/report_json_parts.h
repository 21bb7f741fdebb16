#ifndef RUNNER_REPORT_JSON_PARTS_H
#define RUNNER_REPORT_JSON_PARTS_H

#include "out/json.h"
#include "out/result.h"

/* One element of `jobs`, with the reference's keys. */
void json_add_unit(struct json *jobs, const struct result_unit *unit,
		   const struct result *result);

/* A kind of latency; the percentiles of `list` if there are any. */
void json_add_latency(struct json *object, const char *key,
		      const struct result_latency *l,
		      const struct percentiles *list);

/* steadystate: as the reference has it, and each direction by itself. */
void json_add_steady(struct json *job, const struct result_unit *unit);
void json_add_steady_parts(struct json *job, const struct result_unit *unit);

/* The object `runner`: what is ours. */
void json_add_runner(struct json *root, const struct result *result);

/* An object of option names and values, unless the list is empty. */
void json_add_given(struct json *object, const char *key,
		    const struct given_list *list);

#endif
