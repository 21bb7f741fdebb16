#include "prepare_parts.h"

#include "io/sprandom.h"

#include <inttypes.h>

/* sprandom=1: that each file can be divided as it says, and how much it is. */

/* What is wrong with the regions of a file. Always -1. */
static int refuse(const struct job_preparation *p,
		  const struct sprandom_request *r, enum sprandom_fault fault)
{
	const struct job_section *s = p->job->section;
	uint64_t writes = sprandom_writes(r);

	switch (fault) {
	case SPRANDOM_CACHE:
		if (writes < r->cache_blocks)
			return diag_error(p->all->diag,
					  PLAN_SOURCE(s, sprandom.cache),
					  "spr_cs: %" PRIu64
					  " bytes are more than the %" PRIu64
					  " writes of a pass",
					  p->options->sprandom.cache, writes);
		return diag_error(
			p->all->diag, PLAN_SOURCE(s, sprandom.cache),
			"spr_cs: %" PRIu64 " bytes are more than a region of "
			"%" PRIu64
			" blocks (bs): spr_num_regions can be %" PRIu64
			" at the most",
			p->options->sprandom.cache, writes / r->regions,
			writes / r->cache_blocks);
	case SPRANDOM_TOO_FEW:
		return diag_error(
			p->all->diag, PLAN_SOURCE(s, sprandom.regions),
			"spr_num_regions: %" PRIu64 " are too few for "
			"spr_op=%g: the last one has no room for all that is "
			"to be written again",
			r->regions, r->over_provisioning);
	case SPRANDOM_NO_MEMORY:
		return diag_error(
			p->all->diag, PLAN_SOURCE(s, sprandom.regions),
			"spr_num_regions: no memory for %" PRIu64, r->regions);
	case SPRANDOM_TOO_MANY:
	case SPRANDOM_WORKS:
		break;
	}
	return diag_error(p->all->diag, PLAN_SOURCE(s, sprandom.regions),
			  "spr_num_regions: %" PRIu64 " are too many for the "
			  "%" PRIu64 " writes of a pass",
			  r->regions, writes);
}

static int prepare_file(const struct job_preparation *p, uint64_t length,
			uint64_t *bytes)
{
	uint64_t block = p->layout->min_bs;
	const struct sprandom_request request =
		sprandom_of_job(&p->options->sprandom, length / block, block);
	enum sprandom_fault fault;
	struct sprandom s;

	if (!request.blocks)
		return 0;
	if ((double)*bytes + (double)length * (1 + request.over_provisioning) >=
	    (double)INT64_MAX)
		return diag_error(p->all->diag,
				  PLAN_SOURCE(p->job->section, size),
				  "size: with the spare capacity of spr_op a "
				  "pass of sprandom has more than 2^63 bytes");
	fault = sprandom_init(&s, &request);
	if (fault != SPRANDOM_WORKS)
		return refuse(p, &request, fault);
	sprandom_free(&s);
	*bytes += sprandom_writes(&request) * block;
	return 0;
}

int prepare_sprandom(struct job_preparation *p)
{
	struct layout *layout = p->layout;
	uint64_t bytes = 0;

	if (!p->options->sprandom.wanted)
		return 0;
	if (layout->io_bytes < layout->size)
		return diag_error(
			p->all->diag, PLAN_SOURCE(p->job->section, size),
			"size: is less than the files have (filesize), "
			"and sprandom writes all of them");
	for (size_t i = 0; i < layout->file_count; i++)
		if (prepare_file(p, layout->files[i].length, &bytes) < 0)
			return -1;
	layout->io_bytes = bytes;
	return 0;
}
