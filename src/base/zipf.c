#include "base/zipf.h"

#include <math.h>
#include <stdlib.h>

enum {
	GROUPS_BITS = 4, /* 2^4 groups for each doubling of the rank */
	GROUPS_MAX = (64 - GROUPS_BITS) << GROUPS_BITS,
};

/* Ranks below 2^(bits + 1) are alone, those above share their leading bits. */
static uint64_t width_at(uint64_t rank)
{
	unsigned log2 = 63u - (unsigned)__builtin_clzll(rank);

	return log2 > GROUPS_BITS ? UINT64_C(1) << (log2 - GROUPS_BITS) : 1;
}

static unsigned count_groups(uint64_t n)
{
	unsigned count = 0;

	for (uint64_t first = 1; first <= n; first += width_at(first))
		count++;
	return count;
}

/* A share as so many of 2^64; 1 is as near as that goes. */
static uint64_t of_2_64(double share)
{
	return share < 1 ? (uint64_t)(share * 0x1p64) : UINT64_MAX;
}

static void set_groups(struct zipf *z, uint64_t n, double *weight)
{
	uint64_t first = 1;

	for (unsigned i = 0; i < z->count; i++) {
		uint64_t width = width_at(first);
		double last;

		if (width > n - first + 1)
			width = n - first + 1;
		last = (double)(first + width - 1);
		z->group[i] = (struct zipf_group){
			.first = first,
			.width = width,
			.sure = of_2_64(pow((double)first / last, z->theta)),
		};
		weight[i] = (double)width * pow((double)first, -z->theta);
		first += width;
	}
}

/*
 * Groups that are too light for a share of 1 / count are filled up from one
 * that is too heavy, until all have as much.
 */
static void set_aliases(struct zipf *z, double *weight)
{
	unsigned light[GROUPS_MAX], heavy[GROUPS_MAX];
	unsigned lights = 0, heavies = 0;
	double sum = 0;

	for (unsigned i = 0; i < z->count; i++)
		sum += weight[i];
	for (unsigned i = 0; i < z->count; i++) {
		weight[i] *= z->count / sum;
		z->group[i].below = UINT64_MAX;
		z->group[i].alias = i;
		if (weight[i] < 1)
			light[lights++] = i;
		else
			heavy[heavies++] = i;
	}
	while (lights && heavies) {
		unsigned small = light[--lights], large = heavy[heavies - 1];

		z->group[small].below = of_2_64(weight[small]);
		z->group[small].alias = large;
		weight[large] -= 1 - weight[small];
		if (weight[large] >= 1)
			continue;
		heavies--;
		light[lights++] = large;
	}
}

struct zipf *zipf_new(double theta, uint64_t n)
{
	double weight[GROUPS_MAX];
	unsigned count = count_groups(n);
	struct zipf *z = malloc(sizeof(*z) + count * sizeof(z->group[0]));

	if (!z)
		return NULL;
	z->theta = theta;
	z->count = count;
	set_groups(z, n, weight);
	set_aliases(z, weight);
	return z;
}

bool zipf_keeps(const struct zipf *zipf, const struct zipf_group *group,
		uint64_t rank, uint64_t draw)
{
	double share = pow((double)group->first / (double)rank, zipf->theta);

	return (double)draw * 0x1p-64 < share;
}
