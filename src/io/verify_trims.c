#include "verify_trims.h"

#include "base/random.h"

void verify_trims_count_write(struct verify_trims *trims)
{
	const struct verify_options *o = trims->options;

	if (!o->trim_percentage || !o->trim_backlog ||
	    ++trims->since < o->trim_backlog)
		return;
	trims->since = 0;
	trims->left = o->trim_batch ? o->trim_batch : o->trim_backlog;
}

bool verify_trims_are_in_phases(const struct verify_options *options)
{
	return options->trim_percentage && !options->trim_backlog;
}

void verify_trims_begin_phase(struct verify_trims *trims)
{
	trims->since = 0;
	trims->left =
		verify_trims_are_in_phases(trims->options) ? UINT64_MAX : 0;
}

/* By the number of its write, so that it is the same in each run. */
static bool is_chosen(const struct verify_trims *trims, uint64_t number)
{
	return random_mix(trims->seed, number) % 100 <
	       trims->options->trim_percentage;
}

static bool is_at_rest(const struct record_block *b)
{
	return b->state == RECORD_WRITTEN || b->state == RECORD_SYNCED;
}

uint32_t verify_trims_next(struct verify_trims *trims)
{
	struct record *record = trims->record;
	uint32_t block;

	while (trims->left && (block = record_unpassed(record))) {
		const struct record_block *b = record_at(record, block);

		if (!is_at_rest(b))
			return RECORD_NONE;
		record_pass(record);
		if (is_chosen(trims, b->number)) {
			record_set_state(record, block, RECORD_WRITING);
			trims->open++;
			trims->left--;
			return block;
		}
	}
	trims->left = 0;
	return RECORD_NONE;
}

void verify_trims_end(struct verify_trims *trims, uint32_t block, bool well)
{
	trims->open--;
	if (well && trims->options->trim_zero)
		record_set_state(trims->record, block, RECORD_TRIMMED);
	else
		record_forget(trims->record, block);
}
