#include "base/arena.h"

#include "base/alloc.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

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

void *arena_alloc(struct arena *arena, size_t size)
{
	const size_t align = _Alignof(max_align_t);
	void *piece;

	if (size > SIZE_MAX - align)
		too_large();
	/* A piece of no bytes has an address of its own, too. */
	size = size ? (size + align - 1) / align * align : align;

	if (size > arena->head->size - arena->head->used) {
		if (size > arena->next_size / LARGE_SHARE)
			return alloc_large(arena, size);
		add_chunk(arena);
	}
	piece = arena->head->data + arena->head->used;
	arena->head->used += size;
	return piece;
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
	copy = arena_alloc(arena, length + 1);
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
	text = arena_alloc(arena, (size_t)length + 1);
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
