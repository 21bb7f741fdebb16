#include "io/buffer.h"

#include "layout_fixture.h"
#include "unit.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
	DEPTH = 4,
	BLOCK = 4096,
	SECTORS = BLOCK / 512,
	STAMPS = 16 * SECTORS, /* bytes of them in a block */
};

static struct layout_fixture writer(void)
{
	return (struct layout_fixture){
		.options.rw.flags = RW_WRITE,
		.options.bs.of[DIRECTION_WRITE] = { BLOCK, BLOCK },
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
	MEMORY_MMAPSHARED,
};

/* As before a write of it. */
static void prepare_block(struct buffers *b, void *buf, uint64_t offset)
{
	struct io io = { .buf = buf, .length = BLOCK, .offset = offset };

	b->prepare(b, &io);
}

START_TEST(every_kind_of_memory_can_be_used_to_its_end)
{
	struct layout_fixture f = writer();
	struct buffers b;

	f.options.mem.kind = kinds[_i];
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

		f.options.mem.kind = kinds[k];
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

		f.options.mem.kind = MEMORY_MMAP;
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

static size_t resident_pages(const struct buffers *b)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t pages = b->memory.size / page;
	unsigned char *vec = calloc(pages, 1);
	size_t count = 0;

	ck_assert_ptr_nonnull(vec);
	ck_assert_int_eq(mincore(b->memory.at, pages * page, vec), 0);
	for (size_t i = 0; i < pages; i++)
		count += vec[i] & 1;
	free(vec);
	return count;
}

START_TEST(only_a_writer_has_its_memory_touched)
{
	struct layout_fixture f = writer();
	struct buffers b;

	f.options.mem.kind = MEMORY_MMAP;
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

/* But what is asked for is done, as it is what such a job measures. */
START_TEST(an_engine_without_files_gets_only_data_that_are_asked_for)
{
	struct layout_fixture f = writer();
	struct job_error error = { 0 };
	struct buffers b;

	f.options.mem.kind = MEMORY_MMAP;
	layout_fixture_link(&f);
	f.section.engine = &engine_null.info;
	ck_assert_int_eq(buffers_open(&b, &f.layout, &error), 0);
	ck_assert(!b.prepare);
	ck_assert_uint_eq(resident_pages(&b), 0);
	buffers_close(&b);
	f.options.refill_buffers = true;
	ck_assert_int_eq(buffers_open(&b, &f.layout, &error), 0);
	ck_assert(b.prepare);
	prepare_block(&b, b.base, 0);
	ck_assert(!all_zero(b.base, BLOCK));
	buffers_close(&b);
}
END_TEST

static const struct {
	bool refill, scramble, zero, reads;
	const char *pattern;
	size_t least, most; /* bytes that change */
} prepared[] = {
	{ .refill = false },
	{ .scramble = true, .least = SECTORS, .most = STAMPS },
	{ .refill = true, .least = BLOCK * 9 / 10, .most = BLOCK },
	{ .refill = true,
	  .scramble = true,
	  .least = BLOCK * 9 / 10,
	  .most = BLOCK },
	{ .zero = true },
	{ .zero = true, .refill = true },
	{ .zero = true, .reads = true },
	{ .zero = true,
	  .scramble = true,
	  .reads = true,
	  .least = SECTORS,
	  .most = STAMPS },
	{ .pattern = "abc" },
	{ .pattern = "abc", .refill = true },
	{ .pattern = "abc", .reads = true },
	{ .pattern = "abc",
	  .scramble = true,
	  .least = SECTORS,
	  .most = STAMPS },
};

static struct buffers opened_as_prepared(struct layout_fixture *f, int row)
{
	const char *pattern = prepared[row].pattern;

	f->options.refill_buffers = prepared[row].refill;
	f->options.scramble_buffers = prepared[row].scramble;
	f->options.zero_buffers = prepared[row].zero;
	if (prepared[row].reads)
		f->options.rw.flags |= RW_READ;
	if (pattern)
		f->options.buffer_pattern = (struct pattern){
			.bytes = (const unsigned char *)pattern,
			.length = 3,
			.text = pattern,
		};
	return opened(f);
}

static void prepare(struct buffers *b)
{
	if (b->prepare)
		prepare_block(b, b->base, 1 << 20);
}

START_TEST(each_write_is_prepared_as_the_options_say)
{
	struct layout_fixture f = writer();
	unsigned char before[BLOCK];
	struct buffers b = opened_as_prepared(&f, _i);

	prepare(&b);
	for (int k = 0; k < 100; k++) {
		size_t changed = 0;

		memcpy(before, b.base, BLOCK);
		prepare(&b);
		for (size_t i = 0; i < BLOCK; i++)
			changed += before[i] != b.base[i];
		ck_assert_uint_ge(changed, prepared[_i].least);
		ck_assert_uint_le(changed, prepared[_i].most);
	}
	buffers_close(&b);
}
END_TEST

/* What was read into a buffer isn't what is to be written. */
START_TEST(what_was_read_is_not_written)
{
	struct layout_fixture f = writer();
	struct buffers b;

	f.options.rw.flags |= RW_READ;
	f.options.scramble_buffers = false;
	f.options.zero_buffers = true;
	b = opened(&f);
	memset(b.base, 1, BLOCK);
	prepare(&b);
	ck_assert(all_zero(b.base, BLOCK));
	buffers_close(&b);
}
END_TEST

START_TEST(zeros_are_there_from_the_start)
{
	struct layout_fixture f = writer();
	struct buffers b;

	f.options.scramble_buffers = false;
	f.options.zero_buffers = true;
	b = opened(&f);
	ck_assert(!b.prepare);
	ck_assert(all_zero(b.base, b.stride * DEPTH));
	buffers_close(&b);
}
END_TEST

START_TEST(memory_is_locked_beside_the_buffers)
{
	struct layout_fixture f = writer();
	struct buffers b;

	f.options.lockmem = 1 << 16;
	b = opened(&f);
	ck_assert_uint_eq(b.locked.size, 1 << 16);
	ck_assert_ptr_nonnull(b.locked.at);
	buffers_close(&b);
	ck_assert_ptr_null(b.locked.at);
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
	tcase_add_test(tc, only_a_writer_has_its_memory_touched);
	tcase_add_test(
		tc, an_engine_without_files_gets_only_data_that_are_asked_for);
	tcase_add_loop_test(tc, each_write_is_prepared_as_the_options_say, 0,
			    COUNT_OF(prepared));
	tcase_add_test(tc, what_was_read_is_not_written);
	tcase_add_test(tc, zeros_are_there_from_the_start);
	tcase_add_test(tc, memory_is_locked_beside_the_buffers);
	tcase_add_test(tc, no_two_sectors_are_alike_after_scrambling);
	tcase_add_test(tc, scrambling_stays_within_the_size);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
