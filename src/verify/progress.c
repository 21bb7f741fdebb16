#include "verify/progress.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <sys/mman.h>

static size_t progress_size(uint32_t slots)
{
	return sizeof(struct verify_progress) +
	       slots * sizeof(_Atomic uint64_t);
}

struct verify_progress *verify_progress_map(uint32_t slots)
{
	struct verify_progress *p =
		mmap(NULL, progress_size(slots), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return NULL;
	p->slots = slots;
	return p;
}

void verify_progress_unmap(struct verify_progress *progress)
{
	if (progress)
		munmap(progress, progress_size(progress->slots));
}

void verify_progress_fail(struct verify_progress *p, uint32_t slot)
{
	uint64_t count =
		atomic_load_explicit(&p->lost_count, memory_order_relaxed);

	if (count < PROGRESS_LOST_MAX)
		atomic_store_explicit(
			&p->lost[count],
			atomic_load_explicit(&p->open[slot],
					     memory_order_relaxed),
			memory_order_relaxed);
	atomic_store_explicit(&p->lost_count, count + 1, memory_order_release);
	verify_progress_end(p, slot);
}

static int compare_numbers(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* In order, each once, without what began after `begun`. */
static size_t sort_numbers(uint64_t *numbers, size_t count, uint64_t begun)
{
	size_t kept = 0;

	qsort(numbers, count, sizeof(*numbers), compare_numbers);
	for (size_t i = 0; i < count && numbers[i] <= begun; i++)
		if (numbers[i] && (!kept || numbers[kept - 1] != numbers[i]))
			numbers[kept++] = numbers[i];
	return kept;
}

/*
 * First how many have begun, then what is on its way: what ends in between is
 * known to be done, and a slot that is taken again has a higher number. A
 * write that fails is noted before its slot is free, so those come last.
 */
uint64_t verify_progress_read(const struct verify_progress *p, uint64_t **open,
			      size_t *open_count)
{
	uint64_t begun = atomic_load_explicit(&p->begun, memory_order_acquire);
	uint64_t *numbers =
		xcalloc(p->slots + PROGRESS_LOST_MAX, sizeof(*numbers));
	size_t count = 0;
	uint64_t lost;

	for (uint32_t i = 0; i < p->slots; i++)
		numbers[count++] =
			atomic_load_explicit(&p->open[i], memory_order_acquire);
	lost = atomic_load_explicit(&p->lost_count, memory_order_acquire);
	for (uint64_t i = 0; i < lost && i < PROGRESS_LOST_MAX; i++)
		numbers[count++] =
			atomic_load_explicit(&p->lost[i], memory_order_relaxed);
	*open = numbers;
	*open_count = sort_numbers(numbers, count, begun);
	return begun;
}
