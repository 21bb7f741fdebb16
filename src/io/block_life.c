#include "block_life.h"

#include <errno.h>
#include <stdlib.h>

struct block {
	uint32_t state : 3; /* enum block_state */
	uint32_t trims : 29;
};

struct block_life {
	const struct engine_ops *inner;
	void *state;
	const struct layout *layout;
	struct job_page *page;
	struct io *ios;  /* in flight, by slot: as they were queued */
	uint64_t size;   /* bytes of a block */
	uint64_t *first; /* place of each file's first block */
	struct block *blocks;
	uint64_t count;
};

static void note(struct block *b, unsigned kind, bool failed)
{
	const uint32_t most = (1u << 29) - 1;

	if (b->state == BLOCK_TRIM_FAILED || b->state == BLOCK_WRITE_FAILED)
		return;
	if (failed)
		b->state = kind == IO_TRIM ? BLOCK_TRIM_FAILED
					   : BLOCK_WRITE_FAILED;
	else
		b->state = kind == IO_TRIM ? BLOCK_TRIMMED : BLOCK_WRITTEN;
	if (kind == IO_TRIM && b->trims < most)
		b->trims++;
}

/* All blocks that the I/O touches. */
static void note_io(struct block_life *l, const struct io *io, bool failed)
{
	const struct layout_file *file = &l->layout->files[io->file_index];
	uint64_t from, end;

	if ((io->kind != IO_WRITE && io->kind != IO_TRIM) || !io->length ||
	    io->offset < file->offset)
		return;
	from = l->first[io->file_index] + (io->offset - file->offset) / l->size;
	end = l->first[io->file_index] +
	      (io->offset - file->offset + io->length - 1) / l->size;
	for (; from <= end && from < l->first[io->file_index + 1]; from++)
		note(&l->blocks[from], io->kind, failed);
}

static int life_submit(void *state, struct io *const *ios, unsigned n)
{
	struct block_life *l = state;
	int taken;

	/* An engine may have done with one before it says that it took it. */
	for (unsigned i = 0; i < n; i++)
		l->ios[ios[i]->slot] = *ios[i];
	taken = l->inner->submit(l->state, ios, n);
	if (taken < 0 && taken != -EAGAIN)
		note_io(l, ios[0], true);
	return taken;
}

static int life_reap(void *state, struct completion *done, unsigned min,
		     unsigned max, const struct timespec *timeout)
{
	struct block_life *l = state;
	int n = l->inner->reap(l->state, done, min, max, timeout);

	for (int i = 0; i < n; i++)
		note_io(l, &l->ios[done[i].slot], done[i].result < 0);
	return n;
}

static void life_free(struct block_life *l)
{
	free(l->ios);
	free(l->first);
	free(l->blocks);
	free(l);
}

static void life_forget_files(void *state)
{
	struct block_life *l = state;

	engine_forget_files(l->inner, l->state);
}

static void life_close(void *state)
{
	struct block_life *l = state;
	struct block_stats *stats = &l->page->blocks;

	for (uint64_t i = 0; i < l->count; i++) {
		counter_add(&stats->state[l->blocks[i].state], 1);
		if (l->blocks[i].state != BLOCK_UNWRITTEN)
			latency_add(&stats->trims, l->blocks[i].trims);
	}
	l->inner->close(l->state);
	life_free(l);
}

/* It is opened by block_life_engine(). */
static const struct engine_ops watched = {
	.close = life_close,
	.submit = life_submit,
	.reap = life_reap,
	.forget_files = life_forget_files,
};

static int count_blocks(struct block_life *l)
{
	const struct layout *layout = l->layout;

	l->first = calloc(layout->file_count + 1, sizeof(l->first[0]));
	if (!l->first)
		return -1;
	for (size_t i = 0; i < layout->file_count; i++)
		l->first[i + 1] =
			l->first[i] +
			(layout->files[i].length + l->size - 1) / l->size;
	l->count = l->first[layout->file_count];
	l->blocks = calloc(l->count ? l->count : 1, sizeof(l->blocks[0]));
	return l->blocks ? 0 : -1;
}

const struct engine_ops *block_life_engine(const struct engine_ops *inner,
					   void **state,
					   const struct layout *layout,
					   unsigned depth,
					   struct job_page *page)
{
	const struct job_options *o = layout->job->section->options;
	struct block_life *l = calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	l->inner = inner;
	l->state = *state;
	l->layout = layout;
	l->page = page;
	l->size = o->bs.of[DIRECTION_TRIM].min;
	l->ios = calloc(depth, sizeof(l->ios[0]));
	if (!l->ios || count_blocks(l) < 0) {
		life_free(l);
		return NULL;
	}
	*state = l;
	return &watched;
}
