#include "base/arena.h"

#include "base/alloc.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define CHUNK_MIN ((size_t)4096)

/*
 * Chunks from this size on are mapped with all their pages at once: a fault a
 * page would cost more than what is put there.
 */
#define MAPPED_MIN ((size_t)128 << 10)

/*
 * And from this size on they are whole huge pages, if the kernel has them, of
 * the size that x86-64 has, and arm64 with small pages of 4 KiB.
 */
#define HUGE_MIN ((size_t)512 << 10)
#define HUGE_PAGE ((size_t)2 << 20)

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

static unsigned char *map(size_t size, int flags)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);

	if (memory == MAP_FAILED)
		too_large();
	return memory;
}

/* At a huge page's border; only `used` bytes are going to be used for sure. */
static void *map_huge(size_t size, size_t used)
{
	unsigned char *memory = map(size + HUGE_PAGE, 0);
	size_t before = (size_t)(-(uintptr_t)memory & (HUGE_PAGE - 1));

	if (before > 0)
		munmap(memory, before);
	memory += before;
	munmap(memory + size, HUGE_PAGE - before);
	/* Both may be refused; then pages come one by one, as they are used. */
	madvise(memory, size, MADV_HUGEPAGE);
	madvise(memory, used, MADV_POPULATE_WRITE);
	return memory;
}

static void chunk_free(struct chunk *chunk)
{
	if (chunk->size < MAPPED_MIN)
		free(chunk);
	else
		munmap(chunk, sizeof(*chunk) + chunk->size);
}

/* With room for `size` bytes, or more. */
static struct chunk *chunk_new(size_t size, struct chunk *next)
{
	struct chunk *chunk;
	size_t whole;

	if (size > SIZE_MAX - sizeof(*chunk) - 2 * HUGE_PAGE)
		too_large();
	whole = sizeof(*chunk) + size;
	if (size < MAPPED_MIN) {
		chunk = xcalloc(1, whole);
	} else if (size < HUGE_MIN) {
		chunk = (struct chunk *)map(whole, MAP_POPULATE);
	} else {
		whole = (whole + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
		chunk = map_huge(whole, sizeof(*chunk) + size);
	}
	chunk->next = next;
	chunk->size = whole - sizeof(*chunk);
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
	if (arena->next_size < HUGE_MIN)
		arena->next_size *= 2;
	else
		arena->next_size = HUGE_PAGE - sizeof(struct chunk);
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

void *arena_grow(struct arena *arena, void *items, size_t count, size_t size)
{
	size_t capacity;
	void *moved;

	if (count & (count - 1))
		return items;
	if (__builtin_mul_overflow(count, (size_t)2, &capacity))
		too_large();
	moved = arena_calloc(arena, capacity ? capacity : 1, size);
	if (count)
		memcpy(moved, items, count * size);
	return moved;
}
