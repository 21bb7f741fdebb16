#include "io/overlap_table.h"

#include "sys/shared_lock.h"

#include <stdatomic.h>
#include <sys/mman.h>

/* An I/O of a job. Only its job writes to it. */
struct overlap_entry {
	uint64_t begin;       /* with the lock, as all but `end` */
	_Atomic uint64_t end; /* 0: nothing is in flight */
	uint32_t file;
	uint32_t job;
};

struct overlap_table {
	pthread_mutex_t lock;
	uint32_t count;
	struct overlap_entry entries[];
};

static size_t size_of(uint32_t slots)
{
	return sizeof(struct overlap_table) +
	       slots * sizeof(struct overlap_entry);
}

struct overlap_table *overlap_table_new(uint32_t slots)
{
	struct overlap_table *t =
		mmap(NULL, size_of(slots), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (t == MAP_FAILED)
		return NULL;
	shared_lock_init(&t->lock);
	t->count = slots;
	return t;
}

void overlap_table_free(struct overlap_table *t)
{
	if (t)
		munmap(t, size_of(t->count));
}

/* Its process is gone, and so is what it had in flight. */
static bool is_over(const struct overlap_place *p, uint32_t job)
{
	return atomic_load_explicit(&p->pages[job].state,
				    memory_order_acquire) >= JOB_EXITED;
}

static bool meets(const struct overlap_entry *e,
		  const struct overlap_range *range)
{
	/* With what the other has done before it gave the range back. */
	uint64_t end = atomic_load_explicit(&e->end, memory_order_acquire);

	return end > range->begin && e->begin < range->end &&
	       e->file == range->file;
}

static enum overlap_answer look_up(const struct overlap_place *p,
				   const struct overlap_range *range)
{
	const struct overlap_table *t = p->table;

	for (uint32_t i = 0; i < t->count; i++) {
		const struct overlap_entry *e = &t->entries[i];

		if (!meets(e, range))
			continue;
		if (e->job == p->job)
			return OVERLAP_OWN;
		if (!is_over(p, e->job))
			return OVERLAP_OTHER;
	}
	return OVERLAP_NONE;
}

enum overlap_answer overlap_table_take(const struct overlap_place *p,
				       const struct overlap_range *range)
{
	struct overlap_entry *e = &p->table->entries[p->first + range->slot];
	enum overlap_answer answer;

	/* Of a job that has died while it wrote an entry nobody reads that. */
	shared_lock_take(&p->table->lock);
	answer = look_up(p, range);
	if (answer == OVERLAP_NONE) {
		e->begin = range->begin;
		e->file = range->file;
		e->job = p->job;
		atomic_store_explicit(&e->end, range->end,
				      memory_order_relaxed);
	}
	shared_lock_give_back(&p->table->lock);
	return answer;
}

void overlap_table_give_back(const struct overlap_place *p, uint16_t slot)
{
	atomic_store_explicit(&p->table->entries[p->first + slot].end, 0,
			      memory_order_release);
}
