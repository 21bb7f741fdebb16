#include "io/content.h"

#include "layout_fixture.h"
#include "stat/io_stats.h"
#include "unit.h"

#include <stdbool.h>
#include <string.h>

enum { BLOCK = 4096, BLOCKS = 2000 };

static unsigned char data[BLOCKS][BLOCK];

static struct layout_fixture writer(void)
{
	return (struct layout_fixture){
		.options.rw.flags = RW_WRITE,
		.options.bs.of[DIRECTION_WRITE] = { BLOCK, BLOCK },
		.options.buffer_compress_chunk = 512,
		.layout.size = (uint64_t)BLOCKS * BLOCK,
		.layout.seed = 7,
	};
}

static void set_pattern(struct layout_fixture *f, const char *bytes)
{
	f->options.buffer_pattern = (struct pattern){
		.bytes = (const unsigned char *)bytes,
		.length = strlen(bytes),
		.text = bytes,
	};
}

/* Fill all of `data`, in I/Os of `blocks` blocks. */
static void fill(struct content *c, size_t blocks)
{
	for (size_t i = 0; i < BLOCKS; i += blocks)
		content_fill(c, data[i], blocks * BLOCK);
}

static struct content filled(struct layout_fixture *f)
{
	struct content c;

	layout_fixture_link(f);
	content_init(&c, &f->layout);
	fill(&c, 1);
	return c;
}

static size_t count_zeros(const unsigned char *at, size_t size)
{
	size_t count = 0;

	for (size_t i = 0; i < size; i++)
		count += at[i] == 0;
	return count;
}

static int compare_blocks(const void *a, const void *b)
{
	return memcmp(a, b, BLOCK);
}

/* How many different blocks there are. Sorts `data`. */
static size_t count_different(void)
{
	size_t count = 1;

	qsort(data, BLOCKS, BLOCK, compare_blocks);
	for (size_t i = 1; i < BLOCKS; i++)
		count += memcmp(data[i], data[i - 1], BLOCK) != 0;
	return count;
}

START_TEST(by_itself_it_is_noise)
{
	struct layout_fixture f = writer();
	struct content c = filled(&f);

	ck_assert(!content_is_fixed(&c));
	ck_assert_uint_lt(count_zeros(data[0], sizeof(data)),
			  sizeof(data) / 250);
	ck_assert_uint_eq(count_different(), BLOCKS);
}
END_TEST

START_TEST(zeros_are_zeros)
{
	struct layout_fixture f = writer();
	struct content c;

	f.options.zero_buffers = true;
	memset(data, 1, sizeof(data));
	c = filled(&f);
	ck_assert(content_is_fixed(&c));
	ck_assert_uint_eq(count_zeros(data[0], sizeof(data)), sizeof(data));
}
END_TEST

static const char *const patterns[] = { "a", "abc", "abcd",
					"0123456789abcdef" };

START_TEST(a_pattern_begins_with_each_fill)
{
	const char *pattern = patterns[_i];
	struct layout_fixture f = writer();
	struct content c;

	f.options.zero_buffers = true;
	set_pattern(&f, pattern);
	layout_fixture_link(&f);
	content_init(&c, &f.layout);
	ck_assert(content_is_fixed(&c));
	for (size_t size = 0; size < 300; size++) {
		memset(data[0], 0, BLOCK);
		content_fill(&c, data[0] + 1, size);
		for (size_t i = 0; i < size; i++)
			ck_assert_int_eq(data[0][1 + i],
					 pattern[i % strlen(pattern)]);
		ck_assert_uint_eq(data[0][0], 0);
		ck_assert_uint_eq(data[0][1 + size], 0);
	}
}
END_TEST

static const struct {
	uint64_t percent, chunk;
} mixed[] = {
	{ 50, 512 }, { 10, 512 }, { 90, 512 },  { 99, 512 },
	{ 1, 512 },  { 50, 0 },   { 50, 4096 }, { 25, 1000 },
	{ 30, 1 },   { 1, 1 },    { 77, 3 },    { 50, 1 << 20 },
};

START_TEST(the_share_that_can_be_compressed_is_as_asked)
{
	struct layout_fixture f = writer();
	uint64_t percent = mixed[_i].percent;
	struct content c;
	size_t zeros;

	f.options.buffer_compress_percentage = percent;
	f.options.buffer_compress_chunk = mixed[_i].chunk;
	c = filled(&f);
	ck_assert(!content_is_fixed(&c));
	for (size_t i = 0; i < BLOCKS; i++) {
		/* And one of 256 bytes of noise, give or take. */
		zeros = count_zeros(data[i], BLOCK);
		ck_assert_uint_ge(zeros, BLOCK * percent / 100);
		ck_assert_uint_le(zeros, BLOCK * percent / 100 + 64);
	}
	ck_assert_uint_eq(count_different(), BLOCKS);
}
END_TEST

START_TEST(each_chunk_ends_in_the_pattern)
{
	struct layout_fixture f = writer();
	struct content c;

	f.options.buffer_compress_percentage = 25;
	f.options.buffer_compress_chunk = 1024;
	set_pattern(&f, "xyz");
	c = filled(&f);
	for (size_t i = 0; i < BLOCK; i++) {
		size_t at = i % 1024;

		if (at >= 768)
			ck_assert_int_eq(data[0][i], "xyz"[(at - 768) % 3]);
	}
	ck_assert_mem_ne(data[0], data[0] + 1024, 768);
	/* The last chunk is cut short by the end, and has its share, too. */
	content_fill(&c, data[0], 1536);
	ck_assert_mem_eq(data[0] + 1536 - 128, "xyzxyz", 6);
}
END_TEST

START_TEST(all_of_it_is_fixed_at_100_percent)
{
	struct layout_fixture f = writer();
	struct content c;

	f.options.buffer_compress_percentage = 100;
	c = filled(&f);
	ck_assert(content_is_fixed(&c));
	ck_assert_uint_eq(count_zeros(data[0], sizeof(data)), sizeof(data));
}
END_TEST

static const struct {
	uint64_t percent;
	size_t ios; /* blocks of an I/O */
} deduped[] = {
	{ 1, 1 },  { 25, 1 }, { 50, 1 },  { 50, 4 },
	{ 80, 8 }, { 99, 1 }, { 100, 1 },
};

START_TEST(the_share_of_repeated_blocks_is_as_asked)
{
	struct layout_fixture f = writer();
	uint64_t percent = deduped[_i].percent;
	uint64_t expected = (uint64_t)BLOCKS * (100 - percent) / 100;
	struct content c;
	size_t repeats = 0;

	f.options.dedupe_percentage = percent;
	layout_fixture_link(&f);
	content_init(&c, &f.layout);
	ck_assert(!content_is_fixed(&c));
	fill(&c, deduped[_i].ios);
	/* It is the last one that is repeated. */
	for (size_t i = 1; i < BLOCKS; i++)
		repeats += memcmp(data[i], data[i - 1], BLOCK) == 0;
	ck_assert_uint_le(BLOCKS - repeats, expected + 1);
	ck_assert_uint_ge(BLOCKS - repeats, expected);
	ck_assert_uint_eq(count_different(), BLOCKS - repeats);
}
END_TEST

START_TEST(repeated_blocks_can_be_compressed)
{
	struct layout_fixture f = writer();

	f.options.dedupe_percentage = 50;
	f.options.buffer_compress_percentage = 50;
	filled(&f);
	for (size_t i = 0; i < BLOCKS; i++)
		ck_assert_uint_ge(count_zeros(data[i], BLOCK), BLOCK / 2);
	ck_assert_uint_le(count_different(), BLOCKS / 2 + 1);
	ck_assert_uint_ge(count_different(), BLOCKS / 2);
}
END_TEST

START_TEST(a_working_set_is_repeated_evenly)
{
	enum { SET = BLOCKS / 10 };
	struct layout_fixture f = writer();
	size_t different = 1, run = 1, often = 0, most = 1;

	f.options.dedupe_percentage = 50;
	f.options.dedupe_mode = DEDUPE_WORKING_SET;
	f.options.dedupe_working_set_percentage = 10;
	filled(&f);
	qsort(data, BLOCKS, BLOCK, compare_blocks);
	for (size_t i = 1; i <= BLOCKS; i++) {
		if (i < BLOCKS && memcmp(data[i], data[i - 1], BLOCK) == 0) {
			run++;
			continue;
		}
		different += i < BLOCKS;
		often += run > 1;
		most = run > most ? run : most;
		run = 1;
	}
	ck_assert_uint_eq(different, BLOCKS / 2);
	/* Half of all blocks are of 200 ones: 5 of each besides its own. */
	ck_assert_uint_ge(often, SET * 95 / 100);
	ck_assert_uint_le(often, SET);
	ck_assert_uint_le(most, 25);
}
END_TEST

START_TEST(sharers_write_one_working_set)
{
	enum { SHARERS = 2, SET = BLOCKS / 10 };
	struct layout_fixture f = writer();
	static unsigned char first[BLOCKS][BLOCK];
	size_t shared = 0;

	f.options.dedupe_percentage = 50;
	f.options.dedupe_mode = DEDUPE_WORKING_SET;
	f.options.dedupe_working_set_percentage = 10;
	f.layout.dedupe = (struct dedupe_share){ 99, SHARERS, 0 };
	filled(&f);
	count_different();
	memcpy(first, data, sizeof(data));
	f.layout.dedupe.place = 1;
	f.layout.seed = 8;
	filled(&f);
	/* Each writes its half as new blocks, and any of all as repeats. */
	ck_assert_uint_ge(count_different(), BLOCKS / 2 + SET / 2 * 9 / 10);
	ck_assert_uint_le(count_different(), BLOCKS / 2 + SET / 2);
	for (size_t i = 0; i < BLOCKS; i++)
		if (i == 0 || memcmp(data[i], data[i - 1], BLOCK) != 0)
			shared += bsearch(data[i], first, BLOCKS, BLOCK,
					  compare_blocks) != NULL;
	ck_assert_uint_ge(shared, SET * 9 / 10);
	ck_assert_uint_le(shared, SET);
}
END_TEST

START_TEST(a_working_set_has_a_block_at_least)
{
	struct layout_fixture f = writer();

	f.options.dedupe_percentage = 50;
	f.options.dedupe_mode = DEDUPE_WORKING_SET;
	f.options.dedupe_working_set_percentage = 0;
	filled(&f);
	ck_assert_uint_eq(count_different(), BLOCKS / 2);
}
END_TEST

START_TEST(clones_write_different_data)
{
	struct layout_fixture f = writer();
	unsigned char first[BLOCK];

	filled(&f);
	memcpy(first, data[0], BLOCK);
	f.job.number = 1;
	filled(&f);
	ck_assert_mem_ne(first, data[0], BLOCK);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("content");
	TCase *tc = tcase_create("content");

	tcase_add_test(tc, by_itself_it_is_noise);
	tcase_add_test(tc, zeros_are_zeros);
	tcase_add_loop_test(tc, a_pattern_begins_with_each_fill, 0,
			    COUNT_OF(patterns));
	tcase_add_loop_test(tc, the_share_that_can_be_compressed_is_as_asked, 0,
			    COUNT_OF(mixed));
	tcase_add_test(tc, each_chunk_ends_in_the_pattern);
	tcase_add_test(tc, all_of_it_is_fixed_at_100_percent);
	tcase_add_loop_test(tc, the_share_of_repeated_blocks_is_as_asked, 0,
			    COUNT_OF(deduped));
	tcase_add_test(tc, repeated_blocks_can_be_compressed);
	tcase_add_test(tc, a_working_set_is_repeated_evenly);
	tcase_add_test(tc, sharers_write_one_working_set);
	tcase_add_test(tc, a_working_set_has_a_block_at_least);
	tcase_add_test(tc, clones_write_different_data);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
