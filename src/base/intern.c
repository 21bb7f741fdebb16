#include "base/intern.h"

#include "base/alloc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ODD UINT64_C(0x9e3779b97f4a7c15)

enum { SLOTS_MIN = 16, PAIR = 2 * sizeof(uint64_t) };

void intern_init(struct intern *i, struct arena *arena, size_t size)
{
	*i = (struct intern){ .arena = arena, .size = size };
}

void intern_free(struct intern *i)
{
	free(i->slots);
	*i = (struct intern){ 0 };
}

static uint64_t add_word(uint64_t sum, const unsigned char *at)
{
	uint64_t word;

	memcpy(&word, at, sizeof(word));
	return (sum ^ word) * ODD;
}

/* In two sums that don't wait for each other: values are long. */
static uint64_t hash(const void *value, size_t size)
{
	const unsigned char *at = value, *end = at + size;
	uint64_t a = 0, b = 0;

	for (; end - at >= PAIR; at += PAIR) {
		a = add_word(a, at);
		b = add_word(b, at + PAIR / 2);
	}
	for (; at < end; at++)
		a = (a ^ *at) * ODD;
	a = (a ^ b >> 32) * ODD;
	return a ^ a >> 32;
}

/* Where `value` is, or would be. */
static const void **find_slot(const struct intern *i, const void *value)
{
	size_t mask = i->slot_count - 1;
	size_t at = (size_t)hash(value, i->size) & mask;

	while (i->slots[at] && memcmp(i->slots[at], value, i->size) != 0)
		at = (at + 1) & mask;
	return &i->slots[at];
}

static void grow(struct intern *i)
{
	const void **old = i->slots;
	size_t old_count = i->slot_count;

	i->slot_count = old_count ? 2 * old_count : SLOTS_MIN;
	i->slots = xcalloc(i->slot_count, sizeof(i->slots[0]));
	for (size_t n = 0; n < old_count; n++)
		if (old[n])
			*find_slot(i, old[n]) = old[n];
	free(old);
}

const void *intern_keep(struct intern *i, const void *value)
{
	const void **slot;
	void *copy;

	if (2 * i->count >= i->slot_count)
		grow(i);
	slot = find_slot(i, value);
	if (*slot)
		return *slot;
	copy = arena_alloc(i->arena, i->size);
	memcpy(copy, value, i->size);
	*slot = copy;
	i->count++;
	return copy;
}
