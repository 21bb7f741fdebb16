#include "io/buffer.h"

#include "spec/plan.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { SECTOR = 512 }; /* the least that storage compares or stores */

static const struct job_options *options_of(const struct layout *layout)
{
	return layout->job->section->options;
}

static bool is_power_of_two(size_t n)
{
	return n && (n & (n - 1)) == 0;
}

static size_t alignment_of(const struct layout *layout)
{
	const struct job_options *o = options_of(layout);
	size_t alignment = _Alignof(max_align_t);
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (o->direct && alignment < page)
		alignment = page;
	if (alignment < layout->buffer_alignment)
		alignment = layout->buffer_alignment;
	if (alignment < o->iomem_align)
		alignment = o->iomem_align;
	return alignment;
}

/* Nothing looks at the data of an engine that moves none. */
static bool moves_no_data(const struct layout *layout)
{
	return layout->job->section->engine->flags &
	       (ENGINE_DISKLESS | ENGINE_NO_DATA);
}

static void prepare_content(struct buffers *b, const struct io *io)
{
	content_fill(&b->content, io->buf, io->length);
}

static void prepare_scrambled(struct buffers *b, const struct io *io)
{
	buffer_scramble(io->buf, io->length, io->offset, ++b->stamp);
}

static void prepare_both(struct buffers *b, const struct io *io)
{
	prepare_content(b, io);
	prepare_scrambled(b, io);
}

/*
 * Whether a buffer may hold something else than what is to be written: what
 * was read into it. Random data are as good as what was read.
 */
static bool needs_restoring(const struct layout *layout)
{
	const struct job_options *o = options_of(layout);

	return o->rw.flags & RW_READ &&
	       (o->zero_buffers || o->buffer_pattern.length ||
		o->buffer_compress_percentage);
}

static void choose_preparation(struct buffers *b, const struct layout *layout)
{
	const struct job_options *o = options_of(layout);
	bool refills = o->refill_buffers && !(content_is_fixed(&b->content) &&
					      !o->buffer_pattern.length);

	/* Refilling is asked for, and takes time wherever the data go. */
	if (refills)
		b->prepare = prepare_content;
	else if (moves_no_data(layout))
		b->prepare = NULL;
	else if (needs_restoring(layout))
		b->prepare =
			o->scramble_buffers ? prepare_both : prepare_content;
	else if (o->scramble_buffers)
		b->prepare = prepare_scrambled;
}

/*
 * Zeros are written too, so that no write has to wait for its pages: that is
 * all there is to do for buffers that are filled before each write.
 */
static void fill_all(struct buffers *b, const struct layout *layout)
{
	bool is_late = b->prepare && b->prepare != prepare_scrambled;

	for (uint32_t i = 0; i < layout->depth; i++) {
		if (is_late)
			memset(buffers_at(b, i), 0, layout->max_bs);
		else
			content_fill(&b->content, buffers_at(b, i),
				     layout->max_bs);
	}
}

static int refuse_size(struct job_error *error)
{
	return job_error_set(error, ENOMEM, "malloc",
			     "the I/O buffers don't fit in memory");
}

static int map_buffers(struct buffers *b, const struct layout *layout,
		       size_t alignment, struct job_error *error)
{
	const struct job_options *o = options_of(layout);
	struct buffer_memory_request request = {
		.memory = o->mem,
		.alignment = alignment,
		.hugepage_size = o->hugepage_size,
	};

	if (__builtin_add_overflow(layout->max_bs, alignment - 1, &b->stride))
		return refuse_size(error);
	b->stride &= ~(alignment - 1);
	if (__builtin_mul_overflow(b->stride, layout->depth, &request.size))
		return refuse_size(error);
	if (buffer_memory_open(&b->memory, &request, error) < 0)
		return -1;
	b->base = b->memory.at;
	b->base += -(uintptr_t)b->base & (alignment - 1);
	return 0;
}

int buffers_open(struct buffers *buffers, const struct layout *layout,
		 struct job_error *error)
{
	const struct job_options *o = options_of(layout);
	size_t alignment = alignment_of(layout);

	if (!is_power_of_two(alignment))
		return job_error_set(error, EINVAL, "iomem_align",
				     "iomem_align=%zu is not a power of two",
				     alignment);
	*buffers = (struct buffers){ 0 };
	if (o->lockmem &&
	    buffer_memory_lock(&buffers->locked, o->lockmem, error) < 0)
		return -1;
	if (map_buffers(buffers, layout, alignment, error) < 0)
		return -1;
	if (!(o->rw.flags & RW_WRITE))
		return 0;
	content_init(&buffers->content, layout);
	choose_preparation(buffers, layout);
	if (buffers->prepare || !moves_no_data(layout))
		fill_all(buffers, layout);
	return 0;
}

void buffers_close(struct buffers *buffers)
{
	buffer_memory_close(&buffers->memory);
	buffer_memory_close(&buffers->locked);
	*buffers = (struct buffers){ 0 };
}

/*
 * Both numbers are multiplied by an odd one, so that the stamps look random
 * and still differ where the numbers do.
 */
void buffer_scramble(void *buf, size_t size, uint64_t offset, uint64_t stamp)
{
	const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
	unsigned char *at = buf;
	uint64_t words[2] = { stamp * odd, 0 };

	for (size_t i = 0; i < size; i += SECTOR) {
		size_t left = size - i;

		words[1] = (offset + i) * odd;
		memcpy(at + i, words,
		       left < sizeof(words) ? left : sizeof(words));
	}
}
