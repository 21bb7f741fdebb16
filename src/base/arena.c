#include "base/arena.h"

#include "base/alloc.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define CHUNK_MIN ((size_t)4096)
#define CHUNK_MAX ((size_t)1 << 20)

/*
 * Chunks from this size on are mapped with all their pages at once: a fault a
 * page would cost more than what is put there.
 */
#define MAPPED_MIN ((size_t)128 << 10)

/* A piece larger than this share of a chunk gets a chunk of its own. */
#define LARGE_SHARE 4

struct chunk {
	struct chunk *next;
	size_t used;
	size_t size; /* of data */
	_Alignas(max_align_t) unsigned char data[];
};

struct arena {
	struct chunk *head; /* the one that pieces are cut from */
	size_t next_size;
};

static _Noreturn void too_large(void)
{
	fputs("runner: out of memory\n", stderr);
	exit(EXIT_FAILURE);
}

static void *map(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	if (memory == MAP_FAILED)
		too_large();
	return memory;
}

/* Touch the pages from `at` on that are whole. It may not be possible. */
static void populate(unsigned char *at, size_t size)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	size_t skip = (size_t)(-(uintptr_t)at & (page - 1));

	if (skip < size)
		madvise(at + skip, size - skip, MADV_POPULATE_WRITE);
}

static void chunk_free(struct chunk *chunk)
{
	if (chunk->size < MAPPED_MIN)
		free(chunk);
	else
		munmap(chunk, sizeof(*chunk) + chunk->size);
}

static struct chunk *chunk_new(size_t size, struct chunk *next)
{
	struct chunk *chunk;

	if (size > SIZE_MAX - sizeof(*chunk))
		too_large();
	if (size < MAPPED_MIN)
		chunk = xcalloc(1, sizeof(*chunk) + size);
	else
		chunk = map(sizeof(*chunk) + size);
	chunk->next = next;
	chunk->size = size;
	return chunk;
}

struct arena *arena_new(void)
{
	struct arena *arena = xcalloc(1, sizeof(*arena));

	arena->head = chunk_new(CHUNK_MIN, NULL);
	arena->next_size = 2 * CHUNK_MIN;
	return arena;
}

void arena_free(struct arena *arena)
{
	struct chunk *chunk, *next;

	if (!arena)
		return;
	for (chunk = arena->head; chunk; chunk = next) {
		next = chunk->next;
		chunk_free(chunk);
	}
	free(arena);
}

/* Behind the head, so that what is left of the head is not lost. */
static void *alloc_large(struct arena *arena, size_t size)
{
	struct chunk *chunk = chunk_new(size, arena->head->next);

	chunk->used = size;
	arena->head->next = chunk;
	return chunk->data;
}

static void add_chunk(struct arena *arena)
{
	arena->head = chunk_new(arena->next_size, arena->head);
	if (arena->next_size < CHUNK_MAX)
		arena->next_size *= 2;
}

/* A piece of no bytes has an address of its own, too. */
static void *cut(struct arena *arena, size_t size, size_t align)
{
	struct chunk *head = arena->head;
	size_t at = (head->used + align - 1) / align * align;

	size += !size;
	if (at > head->size || size > head->size - at) {
		if (size > arena->next_size / LARGE_SHARE)
			return alloc_large(arena, size);
		add_chunk(arena);
		head = arena->head;
		at = 0;
	}
	head->used = at + size;
	return head->data + at;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	return cut(arena, size, _Alignof(max_align_t));
}

void *arena_calloc(struct arena *arena, size_t count, size_t size)
{
	size_t total;

	if (__builtin_mul_overflow(count, size, &total))
		too_large();
	return arena_alloc(arena, total);
}

char *arena_strdup(struct arena *arena, const char *text)
{
	return arena_strndup(arena, text, SIZE_MAX);
}

char *arena_strndup(struct arena *arena, const char *text, size_t length)
{
	char *copy;

	length = strnlen(text, length);
	copy = cut(arena, length + 1, 1);
	memcpy(copy, text, length);
	return copy;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
	va_list args, again;
	char *text;
	int length;

	va_start(args, format);
	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (length < 0)
		too_large();
	text = cut(arena, (size_t)length + 1, 1);
	vsnprintf(text, (size_t)length + 1, format, again);
	va_end(again);
	return text;
}

/* Double what `count` elements need, when that is due; else 0. */
static size_t grown_size(size_t count, size_t size)
{
	size_t total;

	if (count & (count - 1))
		return 0;
	if (count > SIZE_MAX / 2 ||
	    __builtin_mul_overflow(count ? 2 * count : 1, size, &total))
		too_large();
	return total;
}

void *arena_grow(struct arena *arena, void *items, size_t count, size_t size)
{
	size_t total = grown_size(count, size);
	void *moved;

	if (!total)
		return items;
	moved = arena_alloc(arena, total);
	if (count)
		memcpy(moved, items, count * size);
	return moved;
}

/* The link to the mapped chunk that `piece` has for itself, or NULL. */
static struct chunk **find_mapped(struct arena *arena, const void *piece)
{
	struct chunk **link;

	for (link = &arena->head->next; *link; link = &(*link)->next)
		if ((*link)->data == piece)
			return (*link)->size < MAPPED_MIN ? NULL : link;
	return NULL;
}

/* What is there is not copied, only found in another place. */
static void *remap(struct chunk **link, size_t size)
{
	struct chunk *chunk = *link;
	size_t before = sizeof(*chunk) + chunk->size;

	if (size > SIZE_MAX - sizeof(*chunk))
		too_large();
	chunk = mremap(chunk, before, sizeof(*chunk) + size, MREMAP_MAYMOVE);
	if (chunk == MAP_FAILED)
		too_large();
	populate((unsigned char *)chunk + before, size - chunk->size);
	chunk->used = chunk->size = size;
	*link = chunk;
	return chunk->data;
}

void *arena_extend(struct arena *arena, void *items, size_t count, size_t size)
{
	size_t total = grown_size(count, size);
	struct chunk **link;

	if (!total)
		return items;
	link = count ? find_mapped(arena, items) : NULL;
	if (link)
		return remap(link, total);
	if (total < MAPPED_MIN)
		return arena_grow(arena, items, count, size);
	return memcpy(alloc_large(arena, total), items, count * size);
}
