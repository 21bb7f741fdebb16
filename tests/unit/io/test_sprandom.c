#include "io/sprandom.h"

#include "base/random.h"
#include "unit.h"

#include <math.h>
#include <string.h>

/*
 * The last write of each block makes all earlier ones of it invalid: what is
 * left in each region is counted.
 */
enum { REGIONS_MAX = 1000 };

struct outcome {
	uint64_t writes;
	uint64_t missed;              /* blocks that were not written */
	uint64_t nearest;             /* writes between two of one block */
	uint64_t nearest_before_last; /* the same before the last region */
	double valid[REGIONS_MAX];    /* share of the region's writes */
};

static struct sprandom s;

static uint64_t region_of(uint64_t write)
{
	uint64_t region = 0;

	while (s.region[region + 1].begin <= write)
		region++;
	return region;
}

static void note_distance(struct outcome *o, uint64_t from, uint64_t to)
{
	if (to - from < o->nearest)
		o->nearest = to - from;
	if (to < s.region[s.count - 1].begin &&
	    to - from < o->nearest_before_last)
		o->nearest_before_last = to - from;
}

static void count_valid(struct outcome *o, const uint64_t *last, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		if (!last[i])
			o->missed++;
		else
			o->valid[region_of(last[i] - 1)]++;
	}
	for (uint64_t i = 0; i < s.count; i++)
		o->valid[i] /=
			(double)(s.region[i + 1].begin - s.region[i].begin);
}

static struct outcome go_through(const struct sprandom_request *r,
				 uint64_t seed)
{
	struct outcome o = { .nearest = UINT64_MAX,
			     .nearest_before_last = UINT64_MAX };
	uint64_t *last = calloc(r->blocks, sizeof(*last));
	uint64_t block;

	ck_assert_ptr_nonnull(last);
	ck_assert_int_eq(sprandom_init(&s, r), SPRANDOM_WORKS);
	sprandom_start(&s, seed);
	while ((block = sprandom_next(&s)) != UINT64_MAX) {
		if (block >= r->blocks)
			ck_abort_msg("block %ju", (uintmax_t)block);
		o.writes++;
		if (last[block])
			note_distance(&o, last[block], o.writes);
		last[block] = o.writes;
	}
	count_valid(&o, last, r->blocks);
	sprandom_free(&s);
	free(last);
	return o;
}

static const struct sprandom_request requests[] = {
	{ 100000, 0.15, 100, 0 },  { 100000, 0.15, 1000, 0 },
	{ 100000, 0.07, 100, 0 },  { 100000, 1, 100, 0 },
	{ 100000, 3, 100, 0 },     { 100000, 0.15, 100, 1000 },
	{ 99991, 0.28, 7, 14000 }, { 1000, 0.15, 1, 0 },
	{ 1000, 0.15, 2, 0 },      { 12, 0.25, 3, 0 },
	{ 1, 0.5, 1, 0 },          { 100000, 0.000001, 10, 0 },
};

START_TEST(writes_each_block_and_the_spare_ones)
{
	const struct sprandom_request *r = &requests[_i];
	struct outcome o = go_through(r, 1);

	ck_assert_uint_eq(o.missed, 0);
	ck_assert_uint_eq(o.writes,
			  r->blocks + (uint64_t)((double)r->blocks *
						 r->over_provisioning));
}
END_TEST

/*
 * The steady state of Desnoyers' model by other means: a log of blocks that is
 * written at random and cleaned from its oldest end, over and over.
 */
enum { LOG_BLOCKS = 20000, LOG_REGIONS = 20 };

static double model[LOG_REGIONS];

static void run_log(double over_provisioning)
{
	enum { TURNS = 12, SEED = 5 };
	uint64_t size = LOG_BLOCKS + (uint64_t)(LOG_BLOCKS * over_provisioning);
	uint64_t *held = calloc(size, sizeof(*held));
	uint64_t *place = calloc(LOG_BLOCKS, sizeof(*place));
	struct random random;
	uint64_t head = 0;

	ck_assert(held && place);
	random_seed(&random, SEED);
	for (head = 0; head < size; head++) {
		held[head] = head % LOG_BLOCKS;
		place[held[head]] = head;
	}
	for (; head < size * TURNS; head++) {
		uint64_t *slot = &held[head % size];

		/* What is still valid there is moved; else there is room. */
		if (place[*slot] + size != head)
			*slot = random_below(&random, LOG_BLOCKS);
		place[*slot] = head;
	}
	memset(model, 0, sizeof(model));
	for (uint64_t i = 0; i < LOG_BLOCKS; i++)
		model[(place[i] - (head - size)) * LOG_REGIONS / size] +=
			(double)LOG_REGIONS / (double)size;
	free(held);
	free(place);
}

static const double spares[] = { 0.07, 0.15, 0.28, 0.5, 1 };

START_TEST(leaves_regions_as_long_random_writing_would)
{
	const struct sprandom_request r = { LOG_BLOCKS, spares[_i], LOG_REGIONS,
					    0 };
	struct outcome o = go_through(&r, 3);

	run_log(spares[_i]);
	for (unsigned i = 0; i < LOG_REGIONS; i++)
		if (fabs(o.valid[i] - model[i]) > 0.05)
			ck_abort_msg("region %u: %g, not %g", i, o.valid[i],
				     model[i]);
	/* Below the noise of the model: older ones have lost more. */
	for (unsigned i = 1; i < LOG_REGIONS; i++)
		ck_assert_double_lt(o.valid[i - 1], o.valid[i]);
}
END_TEST

/* Nothing is undone while it may be in a cache of a region's size. */
START_TEST(keeps_its_distance_from_a_cache)
{
	struct sprandom_request r = { 100000, 0.15, 100, 0 };
	struct outcome o = go_through(&r, 1);

	ck_assert_uint_lt(o.nearest_before_last, 100);
	r.cache_blocks = 1150;
	o = go_through(&r, 1);
	ck_assert_uint_ge(o.nearest_before_last, 1150);
}
END_TEST

/* What a region loses is drawn from all of it: no stretch stays whole. */
START_TEST(losses_are_spread_over_a_region)
{
	const struct sprandom_request r = { 1000000, 0.15, 10, 0 };
	unsigned count[10] = { 0 };
	uint64_t length;

	ck_assert_int_eq(sprandom_init(&s, &r), SPRANDOM_WORKS);
	sprandom_start(&s, 1);
	length = s.region[1].begin;
	for (uint64_t i = 0; i < s.region[0].lost; i++)
		count[permutation_at(&s.region[0].chosen, i) * 10 / length]++;
	for (unsigned i = 0; i < 10; i++)
		ck_assert_double_eq_tol((double)count[i],
					(double)s.region[0].lost / 10,
					(double)s.region[0].lost / 100);
	sprandom_free(&s);
}
END_TEST

START_TEST(another_seed_is_another_order)
{
	const struct sprandom_request r = { 1000, 0.15, 10, 0 };
	uint64_t same = 0;

	ck_assert_int_eq(sprandom_init(&s, &r), SPRANDOM_WORKS);
	for (uint64_t i = 0; i < 10; i++)
		for (uint64_t k = 0; k < 100; k++) {
			uint64_t a, b;

			sprandom_start(&s, 1);
			a = sprandom_block(&s, i, k);
			sprandom_start(&s, 2);
			b = sprandom_block(&s, i, k);
			same += a == b;
		}
	ck_assert_uint_lt(same, 20);
	sprandom_free(&s);
}
END_TEST

static const struct {
	struct sprandom_request request;
	enum sprandom_fault fault;
} faults[] = {
	{ { 100, 0.15, 116, 0 }, SPRANDOM_TOO_MANY },
	{ { 100, 0.15, 10, 12 }, SPRANDOM_CACHE },
	{ { 100000, 3, 2, 0 }, SPRANDOM_TOO_FEW },
	{ { 100000, 0.8, 3, 1 }, SPRANDOM_TOO_FEW },
};

START_TEST(what_cannot_work_is_told)
{
	ck_assert_int_eq(sprandom_init(&s, &faults[_i].request),
			 faults[_i].fault);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sprandom");
	TCase *tc = tcase_create("sprandom");

	tcase_add_loop_test(tc, writes_each_block_and_the_spare_ones, 0,
			    COUNT_OF(requests));
	tcase_add_loop_test(tc, leaves_regions_as_long_random_writing_would, 0,
			    COUNT_OF(spares));
	tcase_add_test(tc, keeps_its_distance_from_a_cache);
	tcase_add_test(tc, losses_are_spread_over_a_region);
	tcase_add_test(tc, another_seed_is_another_order);
	tcase_add_loop_test(tc, what_cannot_work_is_told, 0, COUNT_OF(faults));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
