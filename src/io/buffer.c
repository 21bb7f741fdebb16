#include "io/buffer.h"

#include "spec/plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

enum {
	LANES = 2, /* of a vector register that every x86-64 and ARM64 has */
	LANES_SIZE = LANES * sizeof(uint64_t),
	SECTOR = 512, /* the least that storage compares or stores */
};

struct lanes {
	uint64_t x __attribute__((vector_size(LANES_SIZE)));
};

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

/* Where each kind of memory comes from: NULL with errno set. */
static void *map_malloc(size_t size)
{
	return malloc(size);
}

static void *map_shared(size_t size)
{
	int id = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
	void *at;
	int code;

	if (id < 0)
		return NULL;
	at = shmat(id, NULL, 0);
	code = errno;
	/* It lives on until it is detached, by the process's end if need be. */
	shmctl(id, IPC_RMID, NULL);
	errno = code;
	return (intptr_t)at == -1 ? NULL : at;
}

static void *map_anonymous(size_t size)
{
	void *at = mmap(NULL, size, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return at == MAP_FAILED ? NULL : at;
}

static void unmap_malloc(void *at, size_t size)
{
	(void)size;
	free(at);
}

static void unmap_shared(void *at, size_t size)
{
	(void)size;
	shmdt(at);
}

static void unmap_anonymous(void *at, size_t size)
{
	munmap(at, size);
}

static const struct {
	const char *name;
	void *(*map)(size_t size);
	void (*unmap)(void *at, size_t size);
} memories[] = {
	[MEMORY_MALLOC] = { "malloc", map_malloc, unmap_malloc },
	[MEMORY_SHM] = { "shm", map_shared, unmap_shared },
	[MEMORY_MMAP] = { "mmap", map_anonymous, unmap_anonymous },
};

static void fill_all(struct buffers *b, const struct layout *layout)
{
	size_t used = b->stride * layout->depth;

	/* Zeros are written too, so that no write has to wait for its pages. */
	if (options_of(layout)->zero_buffers)
		memset(b->base, 0, used);
	else
		buffer_fill_random(&b->random, b->base, used);
}

/* Nothing looks at the data of an engine that touches no file. */
static bool writes_data(const struct layout *layout)
{
	const struct job_section *section = layout->job->section;

	return section->options->rw.flags & RW_WRITE &&
	       !(section->engine->flags & ENGINE_DISKLESS);
}

static int map_buffers(struct buffers *b, const struct layout *layout,
		       size_t alignment, struct job_error *error)
{
	size_t size;

	if (__builtin_add_overflow(layout->max_bs, alignment - 1, &b->stride))
		return job_error_set(error, ENOMEM, "malloc",
				     "the I/O buffers don't fit in memory");
	b->stride &= ~(alignment - 1);
	if (__builtin_mul_overflow(b->stride, layout->depth, &size) ||
	    __builtin_add_overflow(size, alignment - 1, &b->mapped))
		return job_error_set(error, ENOMEM, "malloc",
				     "the I/O buffers don't fit in memory");
	b->mapping = memories[b->kind].map(b->mapped);
	if (!b->mapping) {
		return job_error_set(error, errno, memories[b->kind].name,
				     "no memory for the I/O buffers, %zu bytes "
				     "(mem=%s): %s",
				     b->mapped, memories[b->kind].name,
				     strerror(errno));
	}
	b->base = b->mapping;
	b->base += -(uintptr_t)b->base & (alignment - 1);
	return 0;
}

int buffers_open(struct buffers *buffers, const struct layout *layout,
		 struct job_error *error)
{
	const struct job_options *o = options_of(layout);
	size_t alignment = alignment_of(layout);
	bool writes = writes_data(layout);

	if (!is_power_of_two(alignment))
		return job_error_set(error, EINVAL, "iomem_align",
				     "iomem_align=%zu is not a power of two",
				     alignment);
	*buffers = (struct buffers){
		.kind = (int)o->mem,
		.refill = writes && o->refill_buffers && !o->zero_buffers,
		.scramble = writes && o->scramble_buffers && !o->zero_buffers,
	};
	/* Clones write different data, as they draw different seeds. */
	random_seed(&buffers->random,
		    random_mix(layout->seed, layout->job->number));
	if (map_buffers(buffers, layout, alignment, error))
		return -1;
	if (writes)
		fill_all(buffers, layout);
	return 0;
}

void buffers_close(struct buffers *buffers)
{
	if (buffers->mapping)
		memories[buffers->kind].unmap(buffers->mapping,
					      buffers->mapped);
	*buffers = (struct buffers){ 0 };
}

/* Xorshift stays at 0 for ever. */
static struct lanes lanes_new(struct random *random)
{
	struct lanes l;

	for (int i = 0; i < LANES; i++)
		l.x[i] = random_next(random) | 1;
	return l;
}

/* Marsaglia, "Xorshift RNGs" (2003), in every lane. Returns what is behind. */
static inline unsigned char *lanes_store(struct lanes *l, unsigned char *at)
{
	l->x ^= l->x << 13;
	l->x ^= l->x >> 7;
	l->x ^= l->x << 17;
	memcpy(at, l, sizeof(*l));
	return at + sizeof(*l);
}

/*
 * Four streams beside each other, in variables of their own so that compilers
 * keep them in registers: one alone would wait for its own last number.
 */
void buffer_fill_random(struct random *random, void *buf, size_t size)
{
	struct lanes a = lanes_new(random);
	struct lanes b = lanes_new(random);
	struct lanes c = lanes_new(random);
	struct lanes d = lanes_new(random);
	unsigned char *at = buf;
	unsigned char rest[4 * sizeof(a)];
	unsigned char *end;

	for (; size >= sizeof(rest); size -= sizeof(rest)) {
		at = lanes_store(&a, at);
		at = lanes_store(&b, at);
		at = lanes_store(&c, at);
		at = lanes_store(&d, at);
	}
	end = lanes_store(&a, rest);
	end = lanes_store(&b, end);
	end = lanes_store(&c, end);
	lanes_store(&d, end);
	memcpy(at, rest, size);
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
