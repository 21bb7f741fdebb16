#ifndef RUNNER_BASE_ZIPF_H
#define RUNNER_BASE_ZIPF_H

#include "base/random.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Ranks from 0 to n - 1, of which rank k comes in proportion to
 * 1 / (k + 1)^theta, in a few nanoseconds and exactly: groups of ranks, 16 for
 * each doubling, are drawn by the alias method (Walker, "An efficient method
 * for generating discrete random variables with general distributions", 1977;
 * Vose, 1991) as if all ranks of a group were as likely as its first; a rank is
 * then turned down as often as it is less likely (von Neumann, 1951). For that
 * no power is needed but in a few of a hundred draws.
 */
struct zipf_group {
	uint64_t below; /* of 2^64: the share of its draws that is its own */
	uint64_t first; /* rank, from 1 on */
	uint64_t width; /* ranks */
	uint64_t sure;  /* of 2^64: the share that even the last rank keeps */
	unsigned alias; /* whose the other draws are */
};

struct zipf {
	double theta;
	unsigned count;
	struct zipf_group group[];
};

/*
 * `n` is from 1 to 2^62, `theta` not negative. A table is some 16 log2(n) of
 * groups. NULL with errno set when there is no memory; free() it.
 */
struct zipf *zipf_new(double theta, uint64_t n);

/* Whether a rank is kept that didn't fall under the sure ones. */
bool zipf_keeps(const struct zipf *zipf, const struct zipf_group *group,
		uint64_t rank, uint64_t draw);

static inline uint64_t zipf_next(const struct zipf *zipf, struct random *random)
{
	__extension__ typedef unsigned __int128 wide;

	for (;;) {
		wide which = (wide)random_next(random) * zipf->count;
		const struct zipf_group *group = &zipf->group[which >> 64];
		wide where;
		uint64_t rank;

		if ((uint64_t)which >= group->below)
			group = &zipf->group[group->alias];
		where = (wide)random_next(random) * group->width;
		rank = group->first + (uint64_t)(where >> 64);
		if ((uint64_t)where < group->sure ||
		    zipf_keeps(zipf, group, rank, (uint64_t)where))
			return rank - 1;
	}
}

#endif
