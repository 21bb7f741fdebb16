#ifndef RUNNER_BASE_ARENA_H
#define RUNNER_BASE_ARENA_H

#include <stddef.h>

/*
 * A bump allocator: many small pieces that live and die together, such as all
 * that belongs to one plan. A piece is never freed by itself; arena_free()
 * ends them all.
 */
struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *arena);

/* Zeroed bytes, aligned for any type. Exits where there is no memory. */
void *arena_alloc(struct arena *arena, size_t size);
void *arena_calloc(struct arena *arena, size_t count, size_t size);

char *arena_strdup(struct arena *arena, const char *text);
char *arena_strndup(struct arena *arena, const char *text, size_t length);
__attribute__((format(printf, 2, 3))) char *
arena_printf(struct arena *arena, const char *format, ...);

/*
 * Room for one more element in the growing array `items` of `count` elements
 * of `size` bytes: returns the array, moved to twice its size whenever `count`
 * is a power of two (the old copy stays in the arena until its end).
 */
void *arena_grow(struct arena *arena, void *items, size_t count, size_t size);

#endif
