#include "io/buffer.h"

#include "layout_fixture.h"
#include "unit.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { DEPTH = 4, BLOCK = 4096 };

static struct layout_fixture writer(void)
{
	return (struct layout_fixture){
		.options.rw.flags = RW_WRITE,
		.options.scramble_buffers = true,
		.layout.buffer_alignment = 1,
		.layout.depth = DEPTH,
		.layout.max_bs = BLOCK,
		.layout.seed = 1,
	};
}

static struct buffers opened(struct layout_fixture *f)
{
	struct job_error error = { 0 };
	struct buffers b;

	layout_fixture_link(f);
	ck_assert_msg(buffers_open(&b, &f->layout, &error) == 0, "%s",
		      error.text);
	return b;
}

/* Bits of information in a byte, by how often each value comes: 8 at most. */
static double entropy(const void *buf, size_t size)
{
	const unsigned char *at = buf;
	size_t count[256] = { 0 };
	double bits = 0;

	for (size_t i = 0; i < size; i++)
		count[at[i]]++;
	for (int i = 0; i < 256; i++) {
		double share = (double)count[i] / (double)size;

		if (count[i])
			bits -= share * log2(share);
	}
	return bits;
}

static bool all_zero(const unsigned char *at, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (at[i])
			return false;
	return true;
}

static const enum memory_kind kinds[] = {
	MEMORY_MALLOC,
	MEMORY_SHM,
	MEMORY_MMAP,
};

START_TEST(every_kind_of_memory_can_be_used_to_its_end)
{
	struct layout_fixture f = writer();
	struct buffers b;

	f.options.mem = kinds[_i];
	b = opened(&f);
	for (unsigned i = 0; i < DEPTH; i++)
		memset(buffers_at(&b, i), (int)i, BLOCK);
	for (unsigned i = 0; i < DEPTH; i++)
		ck_assert_uint_eq(*(unsigned char *)buffers_at(&b, i), i);
	buffers_close(&b);
	ck_assert_ptr_null(b.base);
	buffers_close(&b);
}
END_TEST

static const struct {
	bool direct;
	uint32_t needed; /* by the target */
	uint64_t asked;  /* iomem_align */
	uint64_t max_bs;
	uintptr_t alignment; /* 0: of a page */
	size_t stride;
} aligned[] = {
	{ false, 1, 0, 4096, 16, 4096 },
	{ false, 1, 0, 1000, 16, 1008 },
	{ false, 1, 64, 1000, 64, 1024 },
	{ true, 512, 0, 4096, 0, 4096 },
	{ true, 512, 512, 512, 0, 4096 },
	{ true, 8192, 0, 4096, 8192, 8192 },
	{ false, 512, 0, 100, 512, 512 },
	{ true, 512, 1 << 21, 4096, 1 << 21, 1 << 21 },
};

START_TEST(every_buffer_is_aligned)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t alignment = aligned[_i].alignment;

	if (alignment == 0)
		alignment = page;
	for (size_t k = 0; k < COUNT_OF(kinds); k++) {
		struct layout_fixture f = writer();
		struct buffers b;

		f.options.mem = kinds[k];
		f.options.direct = aligned[_i].direct;
		f.options.iomem_align = aligned[_i].asked;
		f.layout.buffer_alignment = aligned[_i].needed;
		f.layout.max_bs = aligned[_i].max_bs;
		b = opened(&f);
		if (page == 4096)
			ck_assert_uint_eq(b.stride, aligned[_i].stride);
		for (unsigned i = 0; i < DEPTH; i++) {
			uintptr_t at = (uintptr_t)buffers_at(&b, i);

			ck_assert_uint_eq(at % alignment, 0);
		}
		buffers_close(&b);
	}
}
END_TEST

START_TEST(odd_alignment_is_refused)
{
	struct layout_fixture f = writer();
	struct job_error error = { 0 };
	struct buffers b;

	f.options.iomem_align = 4097;
	layout_fixture_link(&f);
	ck_assert_int_eq(buffers_open(&b, &f.layout, &error), -1);
	ck_assert_str_eq(error.text, "iomem_align=4097 is not a power of two");
}
END_TEST

START_TEST(what_does_not_fit_in_memory_is_refused)
{
	static const uint64_t sizes[] = { UINT64_C(1) << 61, UINT64_C(1) << 63,
					  UINT64_MAX };

	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		struct layout_fixture f = writer();
		struct job_error error = { 0 };
		struct buffers b;

		f.options.mem = MEMORY_MMAP;
		f.layout.max_bs = sizes[i];
		layout_fixture_link(&f);
		ck_assert_int_eq(buffers_open(&b, &f.layout, &error), -1);
		ck_assert_int_eq(error.code, ENOMEM);
	}
}
END_TEST

START_TEST(a_writer_has_random_data)
{
	struct layout_fixture f = writer();
	struct buffers b;

	f.layout.max_bs = 1 << 16;
	b = opened(&f);
	ck_assert_double_gt(entropy(b.base, b.stride * DEPTH), 7.99);
	ck_assert_mem_ne(buffers_at(&b, 0), buffers_at(&b, 1), BLOCK);
	buffers_close(&b);
}
END_TEST

START_TEST(clones_write_different_data)
{
	struct layout_fixture f = writer();
	struct buffers a, b;

	a = opened(&f);
	f.job.number = 1;
	b = opened(&f);
	ck_assert_mem_ne(a.base, b.base, BLOCK);
	buffers_close(&a);
	buffers_close(&b);
}
END_TEST

START_TEST(zero_buffers_stay_zero)
{
	struct layout_fixture f = writer();
	struct buffers b;

	f.options.zero_buffers = true;
	f.options.refill_buffers = true;
	b = opened(&f);
	buffers_prepare_write(&b, b.base, BLOCK, 0);
	ck_assert(all_zero(b.base, b.stride * DEPTH));
	buffers_close(&b);
}
END_TEST

static size_t resident_pages(const struct buffers *b)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t pages = b->mapped / page;
	unsigned char *vec = calloc(pages, 1);
	size_t count = 0;

	ck_assert_ptr_nonnull(vec);
	ck_assert_int_eq(mincore(b->mapping, pages * page, vec), 0);
	for (size_t i = 0; i < pages; i++)
		count += vec[i] & 1;
	free(vec);
	return count;
}

START_TEST(only_a_writer_has_its_memory_touched)
{
	struct layout_fixture f = writer();
	struct buffers b;

	f.options.mem = MEMORY_MMAP;
	f.options.direct = true;
	b = opened(&f);
	ck_assert_uint_gt(resident_pages(&b), 0);
	buffers_close(&b);
	f.options.rw.flags = RW_READ | RW_TRIM;
	b = opened(&f);
	ck_assert_uint_eq(resident_pages(&b), 0);
	buffers_close(&b);
}
END_TEST

START_TEST(an_engine_without_files_gets_no_data)
{
	struct layout_fixture f = writer();
	struct job_error error = { 0 };
	struct buffers b;

	f.options.mem = MEMORY_MMAP;
	f.options.refill_buffers = true;
	layout_fixture_link(&f);
	f.section.engine = &engine_null.info;
	ck_assert_int_eq(buffers_open(&b, &f.layout, &error), 0);
	buffers_prepare_write(&b, b.base, BLOCK, 0);
	ck_assert_uint_eq(resident_pages(&b), 0);
	buffers_close(&b);
}
END_TEST

static const struct {
	bool refill, scramble;
	size_t least, most; /* bytes that change */
} prepared[] = {
	{ false, false, 0, 0 },
	{ false, true, BLOCK / 512, 16 * BLOCK / 512 },
	{ true, false, BLOCK * 9 / 10, BLOCK },
	{ true, true, BLOCK * 9 / 10, BLOCK },
};

START_TEST(each_write_is_prepared_as_the_options_say)
{
	struct layout_fixture f = writer();
	unsigned char before[BLOCK];
	struct buffers b;

	f.options.refill_buffers = prepared[_i].refill;
	f.options.scramble_buffers = prepared[_i].scramble;
	b = opened(&f);
	for (int k = 0; k < 100; k++) {
		size_t changed = 0;

		memcpy(before, b.base, BLOCK);
		buffers_prepare_write(&b, b.base, BLOCK, 1 << 20);
		for (size_t i = 0; i < BLOCK; i++)
			changed += before[i] != b.base[i];
		ck_assert_uint_ge(changed, prepared[_i].least);
		ck_assert_uint_le(changed, prepared[_i].most);
	}
	buffers_close(&b);
}
END_TEST

START_TEST(a_fill_is_of_the_size_asked_for)
{
	unsigned char buf[300];
	struct random random;

	random_seed(&random, 3);
	for (size_t size = 0; size <= 200; size++) {
		unsigned touched[200] = { 0 };

		for (int k = 0; k < 8; k++) {
			memset(buf, 0, sizeof(buf));
			buffer_fill_random(&random, buf + 1, size);
			ck_assert_uint_eq(buf[0], 0);
			ck_assert(all_zero(buf + 1 + size,
					   sizeof(buf) - 1 - size));
			for (size_t i = 0; i < size; i++)
				touched[i] |= buf[1 + i];
		}
		for (size_t i = 0; i < size; i++)
			ck_assert_uint_ne(touched[i], 0);
	}
}
END_TEST

START_TEST(random_data_has_no_repetition)
{
	enum { WORDS = 1 << 16 };
	uint64_t *words = calloc(WORDS, sizeof(*words));
	struct random random;

	ck_assert_ptr_nonnull(words);
	random_seed(&random, 8);
	buffer_fill_random(&random, words, WORDS * sizeof(*words) / 2);
	buffer_fill_random(&random, words + WORDS / 2,
			   WORDS * sizeof(*words) / 2);
	for (size_t distance = 1; distance < 64; distance++)
		for (size_t i = distance; i < WORDS; i++)
			if (words[i] == words[i - distance])
				ck_abort_msg("word %zu repeats", i);
	ck_assert_mem_ne(words, words + WORDS / 2, 64);
	free(words);
}
END_TEST

START_TEST(no_two_sectors_are_alike_after_scrambling)
{
	unsigned char buf[8 * 512];
	unsigned char again[8 * 512];

	memset(buf, 0, sizeof(buf));
	memset(again, 0, sizeof(again));
	buffer_scramble(buf, sizeof(buf), 1 << 20, 1);
	buffer_scramble(again, sizeof(again), 1 << 20, 2);
	for (size_t i = 0; i < 8; i++) {
		ck_assert_mem_ne(buf + i * 512, again + i * 512, 512);
		for (size_t k = 0; k < i; k++)
			ck_assert_mem_ne(buf + i * 512, buf + k * 512, 512);
	}
	buffer_scramble(again, sizeof(again), 1 << 20, 1);
	ck_assert_mem_eq(buf, again, sizeof(buf));
}
END_TEST

START_TEST(scrambling_stays_within_the_size)
{
	unsigned char buf[600];

	for (size_t size = 0; size < 550; size++) {
		memset(buf, 0, sizeof(buf));
		buffer_scramble(buf, size, UINT64_MAX / 3, UINT64_MAX / 5);
		ck_assert(all_zero(buf + size, sizeof(buf) - size));
		ck_assert_int_eq(all_zero(buf, size), size == 0);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("buffer");
	TCase *tc = tcase_create("buffer");

	tcase_add_loop_test(tc, every_kind_of_memory_can_be_used_to_its_end, 0,
			    COUNT_OF(kinds));
	tcase_add_loop_test(tc, every_buffer_is_aligned, 0, COUNT_OF(aligned));
	tcase_add_test(tc, odd_alignment_is_refused);
	tcase_add_test(tc, what_does_not_fit_in_memory_is_refused);
	tcase_add_test(tc, a_writer_has_random_data);
	tcase_add_test(tc, clones_write_different_data);
	tcase_add_test(tc, zero_buffers_stay_zero);
	tcase_add_test(tc, only_a_writer_has_its_memory_touched);
	tcase_add_test(tc, an_engine_without_files_gets_no_data);
	tcase_add_loop_test(tc, each_write_is_prepared_as_the_options_say, 0,
			    COUNT_OF(prepared));
	tcase_add_test(tc, a_fill_is_of_the_size_asked_for);
	tcase_add_test(tc, random_data_has_no_repetition);
	tcase_add_test(tc, no_two_sectors_are_alike_after_scrambling);
	tcase_add_test(tc, scrambling_stays_within_the_size);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
