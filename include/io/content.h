#ifndef RUNNER_IO_CONTENT_H
#define RUNNER_IO_CONTENT_H

#include "base/random.h"
#include "io/layout.h"
#include "io/noise.h"

#include <stddef.h>
#include <stdint.h>

/*
 * What a job writes: random data, zeros, a pattern, or a mixture that can be
 * compressed and deduplicated to a given degree.
 *
 * A mixture is made in chunks, each of which is random data and then, for the
 * share that is compressible, zeros or the pattern. Blocks that repeat others
 * are known by numbers, of which their data follow: the same number, the same
 * block, and nothing has to be remembered.
 */
struct content {
	void (*fill)(struct content *c, unsigned char *buf, size_t size);
	void (*fill_block)(struct content *c, unsigned char *buf, size_t size);
	struct noise noise;
	const struct pattern *pattern; /* length 0: zeros */

	/* Compression. */
	uint64_t percent;
	uint64_t chunk; /* 0: all that is filled at once */

	/* Deduplication: of blocks of `block` bytes. */
	uint64_t block;
	uint64_t dedupe_percent;
	uint64_t left; /* of the present hundred blocks */
	uint64_t repeats_left;
	uint64_t news;        /* how many new blocks there were */
	uint64_t working_set; /* blocks; 0: the last new one is repeated */
	uint64_t seed;
	uint64_t shared_seed; /* of the working set */
	uint64_t sharers;     /* jobs that write the working set, in turn */
	uint64_t place;       /* of this one among them */
	struct random random;
};

/* As the job's options say; layout and options are borrowed. */
void content_init(struct content *content, const struct layout *layout);

/*
 * The next fill depends on this seed alone (and on the options), unless blocks
 * are deduplicated.
 */
void content_reseed(struct content *content, uint64_t seed);

/* Whether every fill gives the same. */
bool content_is_fixed(const struct content *content);

/* Fill a buffer for one write. */
static inline void content_fill(struct content *c, void *buf, size_t size)
{
	c->fill(c, buf, size);
}

#endif
