#include "syncs.h"

#include <stdlib.h>

bool syncs_init(struct syncs *syncs, const struct job_options *options,
		size_t file_count)
{
	uint64_t every = options->sync_file_range.every;

	*syncs = (struct syncs){
		.fsync = { options->fsync, options->fsync },
		.fdatasync = { options->fdatasync, options->fdatasync },
		.range_flags = (uint8_t)options->sync_file_range.flags,
	};
	if (!syncs->range_flags)
		return true;
	syncs->range = (struct sync_rule){ every, every };
	if (!every || !file_count)
		return true;
	syncs->written = calloc(file_count, sizeof(syncs->written[0]));
	for (size_t i = 0; syncs->written && i < file_count; i++)
		syncs->written[i].from = UINT64_MAX;
	return syncs->written;
}

void syncs_free(struct syncs *syncs)
{
	free(syncs->written);
}

bool syncs_wanted(const struct syncs *syncs)
{
	return syncs->fsync.every || syncs->fdatasync.every ||
	       syncs->range.every;
}

static bool rule_met(struct sync_rule *rule)
{
	if (!rule->every || --rule->left)
		return false;
	rule->left = rule->every;
	return true;
}

static void note_range(struct written *written, uint64_t from, uint64_t to)
{
	if (from < written->from)
		written->from = from;
	if (to > written->to)
		written->to = to;
}

/* Of the syncs that are due together the most thorough one is done. */
void syncs_note_write(struct syncs *syncs, uint32_t file, uint64_t from,
		      uint64_t to)
{
	bool range = rule_met(&syncs->range);
	bool data = rule_met(&syncs->fdatasync);
	bool all = rule_met(&syncs->fsync);

	if (syncs->written)
		note_range(&syncs->written[file], from, to);
	if (!data && !all && !range)
		return;
	syncs->due = true;
	syncs->kind = all ? IO_FSYNC : data ? IO_FDATASYNC : IO_SYNC_FILE_RANGE;
	syncs->file = file;
}

/* An I/O has 32 bits for a length: beyond that, to the end of the file. */
static void set_range(struct syncs *syncs, struct io *io)
{
	struct written *written = &syncs->written[io->file_index];
	uint64_t length = written->to - written->from;

	io->offset = written->from;
	io->length = length <= INT32_MAX ? (uint32_t)length : 0;
	io->sync_flags = syncs->range_flags;
	*written = (struct written){ .from = UINT64_MAX };
}

void syncs_next(struct syncs *syncs, struct io *io)
{
	syncs->due = false;
	io->kind = syncs->kind;
	io->file_index = syncs->file;
	io->offset = 0;
	io->length = 0;
	if (io->kind == IO_SYNC_FILE_RANGE)
		set_range(syncs, io);
}
