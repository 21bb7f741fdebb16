#include "plan_twins.h"

#include "base/alloc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ODD UINT64_C(0x9e3779b97f4a7c15)

enum { SLOTS_MIN = 64 };

/*
 * Of what a section says. Names are kept once, most of them, so that their
 * addresses will do; where they won't, a twin is not found, and no harm done.
 */
static uint64_t hash(const struct jobfile_section *section)
{
	uint64_t sum = section->key_count;

	for (size_t i = 0; i < section->key_count; i++) {
		const char *value = section->keys[i].value;

		sum = (sum ^ (uintptr_t)section->keys[i].name) * ODD;
		for (; value && *value; value++)
			sum = (sum ^ (unsigned char)*value) * ODD;
		sum ^= sum >> 32;
	}
	return sum;
}

static bool is_same_value(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool say_the_same(const struct jobfile_section *a,
			 const struct jobfile_section *b)
{
	if (a->key_count != b->key_count)
		return false;
	for (size_t i = 0; i < a->key_count; i++)
		if (a->keys[i].name != b->keys[i].name ||
		    !is_same_value(a->keys[i].value, b->keys[i].value))
			return false;
	return true;
}

/* Where the twin of `from` is, or would be. */
static struct twin *find_slot(const struct plan_twins *twins,
			      const struct jobfile_section *from)
{
	size_t mask = twins->slot_count - 1;
	size_t at = (size_t)hash(from) & mask;

	while (twins->slots[at].from &&
	       !say_the_same(twins->slots[at].from, from))
		at = (at + 1) & mask;
	return &twins->slots[at];
}

const struct job_section *plan_twins_find(const struct plan_twins *twins,
					  const struct jobfile_section *from)
{
	return twins->count > 0 ? find_slot(twins, from)->made : NULL;
}

static void grow(struct plan_twins *twins)
{
	struct plan_twins old = *twins;

	twins->slot_count = old.slot_count ? 2 * old.slot_count : SLOTS_MIN;
	twins->slots = xcalloc(twins->slot_count, sizeof(twins->slots[0]));
	for (size_t i = 0; i < old.slot_count; i++)
		if (old.slots[i].from)
			*find_slot(twins, old.slots[i].from) = old.slots[i];
	free(old.slots);
}

/* Whether its logs are called as no other section is. */
static bool is_named_in_options(const struct jobfile_section *from,
				const struct job_section *made)
{
	const struct log_options *log = &made->options->log;

	return log->bw.prefix == from->name || log->iops.prefix == from->name ||
	       log->lat.prefix == from->name || log->hist.prefix == from->name;
}

void plan_twins_add(struct plan_twins *twins,
		    const struct jobfile_section *from,
		    const struct job_section *made)
{
	struct twin *slot;

	if (is_named_in_options(from, made))
		return;
	if (2 * twins->count >= twins->slot_count)
		grow(twins);
	slot = find_slot(twins, from);
	twins->count += !slot->from;
	*slot = (struct twin){ from, made };
}

void plan_twins_clear(struct plan_twins *twins)
{
	free(twins->slots);
	*twins = (struct plan_twins){ 0 };
}
