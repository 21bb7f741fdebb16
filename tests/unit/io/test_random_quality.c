#include "io/workload.h"

#include "job_fixture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/*
 * What random_generator and random_distribution come to, in the blocks of a
 * job: statistics with fixed seeds, so that nothing here depends on luck.
 * Bounds are where a random source is once in some ten thousand tests.
 */
enum {
	BLOCK = 4096,
	BLOCKS = 1000,
	DRAWS = 200000,
	PASS = 10007, /* blocks, a prime */
	GRID = 20,    /* cells of each side, */
	CELLS = GRID * GRID,
	LAGS = 8,
};

static const double quantile = 4; /* of the normal distribution */

static uint32_t drawn[DRAWS];
static unsigned hits[PASS];

static const struct {
	const char *generator;
	unsigned seed;
} sources[] = {
	{ "tausworthe", 1 },   { "lfsr", 1 },
	{ "tausworthe64", 1 }, { "tausworthe", 20250301 },
	{ "lfsr", 20250301 },  { "tausworthe64", 20250301 },
};

/* What a sum of squares with so many degrees of freedom lies between. */
static void check_chi_square(double sum, double freedom)
{
	/* Wilson and Hilferty, 1931. */
	double mean = 1 - 2 / (9 * freedom);
	double reach = quantile * sqrt(2 / (9 * freedom));
	double low = mean > reach ? freedom * pow(mean - reach, 3) : 0;

	ck_assert_double_lt(sum, freedom * pow(mean + reach, 3));
	ck_assert_double_ge(sum, low);
}

static double squares(const unsigned *seen, const double *wanted, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++) {
		double off = seen[i] - wanted[i];

		sum += off * off / wanted[i];
	}
	return sum;
}

/* The first `n` blocks of a job on a file of `blocks`. */
static void draw(int source, const char *options, unsigned blocks, unsigned n)
{
	struct job_fixture f;
	struct workload *w;
	struct io io = { 0 };
	char texts[300];

	snprintf(texts, sizeof(texts),
		 "rw=randread bs=4k io_size=100g random_generator=%s "
		 "randseed=%u %s",
		 sources[source].generator, sources[source].seed, options);
	job_fixture_open(&f, texts);
	job_fixture_add_file(&f, 0, (uint64_t)blocks * BLOCK);
	w = workload_new(&f.job.layout);
	memset(hits, 0, sizeof(hits));
	for (unsigned i = 0; i < n; i++) {
		if (!workload_next(w, &io))
			ck_abort_msg("%u I/Os are all", i);
		drawn[i] = (uint32_t)(io.offset / BLOCK);
		if (drawn[i] >= blocks || io.offset % BLOCK ||
		    io.length != BLOCK)
			ck_abort_msg("I/O %u is elsewhere", i);
		hits[drawn[i]]++;
	}
	workload_free(w);
	job_fixture_close(&f);
}

/* How often one is in this part of all while the other is in that. */
static void check_grid(const unsigned *cells, unsigned n, double freedom)
{
	double wanted[CELLS];

	for (unsigned i = 0; i < CELLS; i++)
		wanted[i] = (double)n / CELLS;
	check_chi_square(squares(cells, wanted, CELLS), freedom);
}

static unsigned side(uint64_t at, uint64_t of)
{
	return (unsigned)(at * GRID / of);
}

/* A block and the one that follows it after `lag`. */
static void check_pairs(unsigned n, unsigned blocks, unsigned lag,
			double freedom)
{
	unsigned cells[CELLS] = { 0 };

	for (unsigned i = 0; i + lag < n; i++)
		cells[side(drawn[i], blocks) * GRID +
		      side(drawn[i + lag], blocks)]++;
	check_grid(cells, n - lag, freedom);
}

static void check_correlation(unsigned n, unsigned blocks, unsigned lag)
{
	double mean = (blocks - 1) / 2.0, sum = 0, square = 0;

	for (unsigned i = 0; i + lag < n; i++) {
		double x = drawn[i] - mean, y = drawn[i + lag] - mean;

		sum += x * y;
		square += x * x;
	}
	ck_assert_double_lt(fabs(sum / square), quantile / sqrt(n - lag));
}

static bool is_lfsr(int source)
{
	return strcmp(sources[source].generator, "lfsr") == 0;
}

START_TEST(draws_are_uniform_and_independent)
{
	double wanted[BLOCKS];

	if (is_lfsr(_i))
		return;
	draw(_i, "norandommap", BLOCKS, DRAWS);
	for (unsigned i = 0; i < BLOCKS; i++)
		wanted[i] = (double)DRAWS / BLOCKS;
	check_chi_square(squares(hits, wanted, BLOCKS), BLOCKS - 1);
	for (unsigned lag = 1; lag <= LAGS; lag++) {
		check_pairs(DRAWS, BLOCKS, lag, CELLS - 1);
		check_correlation(DRAWS, BLOCKS, lag);
	}
}
END_TEST

static void check_once(void)
{
	for (unsigned i = 0; i < PASS; i++)
		if (hits[i] != 1)
			ck_abort_msg("block %u: %u times", i, hits[i]);
}

/* Each block once; of what is left, all have the same chance. */
static void check_pass(int source, const char *options)
{
	/* Rows and columns add up to what they have to. */
	const double freedom = (GRID - 1) * (GRID - 1);
	unsigned cells[CELLS] = { 0 };

	draw(source, options, PASS, PASS);
	check_once();
	for (unsigned i = 0; i < PASS; i++)
		cells[side(i, PASS) * GRID + side(drawn[i], PASS)]++;
	check_grid(cells, PASS, freedom);
	for (unsigned lag = 1; lag <= LAGS; lag++) {
		check_pairs(PASS, PASS, lag, freedom);
		check_correlation(PASS, PASS, lag);
	}
}

START_TEST(a_pass_hits_each_block_once_in_any_order)
{
	check_pass(_i, "");
	if (is_lfsr(_i))
		check_pass(_i, "norandommap");
}
END_TEST

/* The second has nothing to do with the first. */
START_TEST(passes_are_not_alike)
{
	unsigned cells[CELLS] = { 0 }, same = 0;

	draw(_i, "", PASS, 2 * PASS);
	for (unsigned i = 0; i < PASS; i++) {
		if (hits[i] != 2)
			ck_abort_msg("block %u: %u times", i, hits[i]);
		cells[side(drawn[i], PASS) * GRID +
		      side(drawn[PASS + i], PASS)]++;
		same += drawn[i] == drawn[PASS + i];
	}
	check_grid(cells, PASS, (GRID - 1) * (GRID - 1));
	/* One, on an average. */
	ck_assert_uint_lt(same, 8);
}
END_TEST

/* ---- distributions ---- */

static int by_hits(const void *left, const void *right)
{
	unsigned a = *(const unsigned *)left, b = *(const unsigned *)right;

	return a < b ? 1 : -(a > b);
}

static double zipf_share(unsigned rank)
{
	double all = 0;

	for (unsigned k = 1; k <= BLOCKS; k++)
		all += pow(k, -1.2);
	return pow(rank + 1, -1.2) / all;
}

/* 20 % get 80 %, and so on within them: Gray and others, 1994. */
static double pareto_share(unsigned rank)
{
	double power = log(0.8) / log(0.2);

	return pow((rank + 1.0) / BLOCKS, power) -
	       pow((double)rank / BLOCKS, power);
}

static const struct {
	const char *option;
	double (*share)(unsigned rank);
	unsigned ranks; /* those that are too far apart to change places */
} ranked[] = {
	{ "random_distribution=zipf:1.2", zipf_share, 9 },
	{ "random_distribution=pareto:0.2", pareto_share, 7 },
};

/* Blocks are known by how often they come, which is scattered over the file. */
START_TEST(hot_blocks_are_as_hot_as_they_should_be)
{
	unsigned which = (unsigned)_i % COUNT_OF(ranked);
	unsigned n = ranked[which].ranks, rest = DRAWS;
	double wanted[BLOCKS], left = DRAWS;

	draw(_i / (int)COUNT_OF(ranked), ranked[which].option, BLOCKS, DRAWS);
	qsort(hits, BLOCKS, sizeof(hits[0]), by_hits);
	for (unsigned k = 0; k < n; k++) {
		wanted[k] = DRAWS * ranked[which].share(k);
		left -= wanted[k];
		rest -= hits[k];
	}
	wanted[n] = left;
	hits[n] = rest;
	check_chi_square(squares(hits, wanted, n + 1), n);
}
END_TEST

static double normal_below(double x)
{
	return 0.5 * erfc(-x / sqrt(2));
}

/* Of blocks 0 to `end` - 1, around the middle; what leads out comes in again
 * at the other end. */
static double normal_share(unsigned end)
{
	double share = 0;

	for (int turn = -4; turn <= 4; turn++) {
		double from = (turn - 0.5) * BLOCKS;

		share += normal_below((from + end) / (0.15 * BLOCKS)) -
			 normal_below(from / (0.15 * BLOCKS));
	}
	return share;
}

/* 50 % in the first tenth, 30 % in the next two, and the rest. */
static double zoned_share(unsigned end)
{
	double at = (double)end / BLOCKS;

	if (at <= 0.1)
		return at / 0.1 * 0.5;
	if (at <= 0.3)
		return 0.5 + (at - 0.1) / 0.2 * 0.3;
	return 0.8 + (at - 0.3) / 0.7 * 0.2;
}

static const struct {
	const char *option;
	double (*below)(unsigned end);
} shapes[] = {
	{ "random_distribution=normal:15", normal_share },
	{ "random_distribution=zoned:50/10:30/20:20/70", zoned_share },
};

START_TEST(blocks_come_as_often_as_their_place_says)
{
	enum { PARTS = 50, WIDTH = BLOCKS / PARTS };
	unsigned which = (unsigned)_i % COUNT_OF(shapes);
	unsigned seen[PARTS] = { 0 };
	double wanted[PARTS];

	draw(_i / (int)COUNT_OF(shapes), shapes[which].option, BLOCKS, DRAWS);
	for (unsigned i = 0; i < PARTS; i++) {
		wanted[i] = DRAWS * (shapes[which].below((i + 1) * WIDTH) -
				     shapes[which].below(i * WIDTH));
		for (unsigned k = 0; k < WIDTH; k++)
			seen[i] += hits[i * WIDTH + k];
	}
	check_chi_square(squares(seen, wanted, PARTS), PARTS - 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("random_quality");
	TCase *tc = tcase_create("generators");
	int n = COUNT_OF(sources);

	tcase_add_loop_test(tc, draws_are_uniform_and_independent, 0, n);
	tcase_add_loop_test(tc, a_pass_hits_each_block_once_in_any_order, 0, n);
	tcase_add_loop_test(tc, passes_are_not_alike, 0, n);
	suite_add_tcase(suite, tc);
	tc = tcase_create("distributions");
	tcase_add_loop_test(tc, hot_blocks_are_as_hot_as_they_should_be, 0,
			    n * (int)COUNT_OF(ranked));
	tcase_add_loop_test(tc, blocks_come_as_often_as_their_place_says, 0,
			    n * (int)COUNT_OF(shapes));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
