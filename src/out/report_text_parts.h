#ifndef RUNNER_REPORT_TEXT_PARTS_H
#define RUNNER_REPORT_TEXT_PARTS_H

#include "base/scaled.h"
#include "out/result.h"

#include <stdio.h>

/* The pieces of the text report; each prints whole lines. */

/* How numbers are scaled: by the options of a unit, or of a group. */
struct text_style {
	enum scaled_base base;
	enum scaled_base other_base;
	enum scaled_unit rate; /* bytes or bits a second */
	unsigned digits;
	bool bits;
};

struct text_style text_style_make(unsigned kb_base, unsigned unit_base,
				  unsigned digits);
struct text_style text_style_of(const struct job_options *o);

/* "IOPS=..., BW=...": a job's or a reporting group's block. */
void text_unit(const struct result_unit *unit, const struct result *result,
	       FILE *out);

/* slat, clat, lat and their percentiles; bw and iops samples. */
void text_direction_latency(const struct result_direction *direction,
			    const struct job_options *options, FILE *out);
void text_samples(const struct result_direction *direction,
		  const struct text_style *style, FILE *out);
void text_blocks(const struct result_unit *unit, FILE *out);
void text_steady(const struct result_unit *unit, const struct text_style *style,
		 FILE *out);
void text_sync(const struct result_unit *unit, FILE *out);

/* "FILE:LINE, func=..., error=...": where the job was described and what it
 * failed of. */
void text_failure(const struct job_section *section, int error,
		  const struct job_error *failure, const char *signal,
		  FILE *out);

/* What stands above and below the blocks. */
void text_failures(const struct result *result, FILE *out);
void text_groups(const struct result *result, FILE *out);
void text_disks(const struct result *result, FILE *out);
void text_idleness(const struct result *result, FILE *out);
void text_notes(const struct result *result, FILE *out);

#endif
