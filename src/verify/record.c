#include "verify/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* The units of a file, in the map of all. */
struct part {
	uint64_t offset;
	uint64_t first;
	uint64_t count;
};

struct record {
	struct part *parts;
	size_t part_count;
	uint64_t unit;
	uint64_t units;
	uint32_t *map;
	size_t map_bytes;

	/* Block 0 is none; those that were forgotten are a list by `newer`. */
	struct record_block *blocks;
	size_t block_bytes;
	uint64_t block_limit;
	uint32_t used;
	uint32_t unused;
	uint32_t oldest;
	uint32_t newest;
	uint32_t unpassed;
	size_t count;
};

static uint64_t units_of(const struct record_request *r, size_t file)
{
	return (r->files[file].length + r->unit - 1) / r->unit;
}

/* Each has a unit of its own, and those of one file don't overlap. */
static uint64_t blocks_of(const struct record_request *r)
{
	uint64_t count = 1 + (uint64_t)r->depth;

	for (size_t i = 0; i < r->file_count; i++)
		count += r->files[i].length / r->least + 1;
	return count;
}

uint64_t record_bytes(const struct record_request *request)
{
	uint64_t units = 0;

	for (size_t i = 0; i < request->file_count; i++)
		units += units_of(request, i);
	return units * sizeof(uint32_t) +
	       blocks_of(request) * sizeof(struct record_block);
}

/* From here on, huge pages cost less than the faults of small ones. */
#define LARGE_BYTES (UINT64_C(16) << 20)

/* Zeros that cost nothing before they are written to. */
static void *map_memory(uint64_t bytes)
{
	void *at = mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (at == MAP_FAILED)
		return NULL;
	if (bytes >= LARGE_BYTES)
		madvise(at, bytes, MADV_HUGEPAGE);
	return at;
}

static bool set_parts(struct record *r, const struct record_request *request)
{
	r->part_count = request->file_count;
	r->parts =
		calloc(r->part_count ? r->part_count : 1, sizeof(r->parts[0]));
	for (size_t i = 0; r->parts && i < r->part_count; i++) {
		r->parts[i] = (struct part){
			.offset = request->files[i].offset,
			.first = r->units,
			.count = units_of(request, i),
		};
		r->units += r->parts[i].count;
	}
	return r->parts;
}

struct record *record_new(const struct record_request *request)
{
	struct record *r = calloc(1, sizeof(*r));

	if (!r)
		return NULL;
	r->unit = request->unit;
	r->block_limit = blocks_of(request);
	if (r->block_limit > UINT32_MAX || !set_parts(r, request)) {
		record_free(r);
		errno = ENOMEM;
		return NULL;
	}
	r->map_bytes = r->units * sizeof(r->map[0]);
	r->block_bytes = r->block_limit * sizeof(r->blocks[0]);
	r->map = map_memory(r->map_bytes);
	r->blocks = map_memory(r->block_bytes);
	r->used = 1;
	if (r->map && r->blocks)
		return r;
	record_free(r);
	errno = ENOMEM;
	return NULL;
}

void record_free(struct record *record)
{
	if (!record)
		return;
	if (record->map)
		munmap(record->map, record->map_bytes ? record->map_bytes : 1);
	if (record->blocks)
		munmap(record->blocks, record->block_bytes);
	free(record->parts);
	free(record);
}

/* Units [*from, *to) of the map; those beyond the part don't count. */
static void find_units(const struct record *r, uint32_t file, uint64_t offset,
		       uint64_t length, uint64_t *from, uint64_t *to)
{
	const struct part *part = &r->parts[file];
	uint64_t first = (offset - part->offset) / r->unit;
	uint64_t end = (offset - part->offset + length + r->unit - 1) / r->unit;

	if (end > part->count)
		end = part->count;
	*from = part->first + (first < end ? first : end);
	*to = part->first + end;
}

static bool is_in_flight(const struct record_block *b)
{
	return b->state == RECORD_WRITING || b->state == RECORD_READING;
}

bool record_is_busy(const struct record *record, uint32_t file, uint64_t offset,
		    uint64_t length)
{
	uint64_t from, to;

	find_units(record, file, offset, length, &from, &to);
	for (; from < to; from++) {
		enum record_state state =
			record->blocks[record->map[from]].state;

		if (record->map[from] &&
		    (state == RECORD_WRITING || state == RECORD_READING))
			return true;
	}
	return false;
}

static void unlink_block(struct record *r, const struct record_block *b)
{
	if (b == &r->blocks[r->unpassed])
		r->unpassed = b->newer;
	if (b->older)
		r->blocks[b->older].newer = b->newer;
	else
		r->oldest = b->newer;
	if (b->newer)
		r->blocks[b->newer].older = b->older;
	else
		r->newest = b->older;
}

static void set_map(struct record *r, const struct record_block *b,
		    uint32_t value)
{
	uint64_t from, to;

	find_units(r, b->file, b->offset, b->length, &from, &to);
	for (; from < to; from++)
		r->map[from] = value;
}

void record_forget(struct record *record, uint32_t block)
{
	struct record_block *b = &record->blocks[block];

	set_map(record, b, RECORD_NONE);
	unlink_block(record, b);
	b->newer = record->unused;
	record->unused = block;
	record->count--;
}

void record_forget_range(struct record *record, uint32_t file, uint64_t offset,
			 uint64_t length)
{
	uint64_t from, to;

	find_units(record, file, offset, length, &from, &to);
	for (; from < to; from++)
		if (record->map[from])
			record_forget(record, record->map[from]);
}

/* There is always one: the limit is of blocks beside those in flight. */
static uint32_t oldest_at_rest(const struct record *r)
{
	uint32_t block = r->oldest;

	while (is_in_flight(&r->blocks[block]))
		block = r->blocks[block].newer;
	return block;
}

static uint32_t take_block(struct record *r)
{
	uint32_t block = r->unused;

	if (!block && r->used < r->block_limit)
		return r->used++;
	if (!block)
		record_forget(r, oldest_at_rest(r));
	block = r->unused;
	r->unused = r->blocks[block].newer;
	return block;
}

uint32_t record_begin(struct record *record, uint32_t file, uint64_t offset,
		      uint32_t length, uint64_t number)
{
	uint32_t block;

	record_forget_range(record, file, offset, length);
	block = take_block(record);
	record->blocks[block] = (struct record_block){
		.offset = offset,
		.number = number,
		.length = length,
		.file = file,
		.older = record->newest,
		.state = RECORD_WRITING,
	};
	if (record->newest)
		record->blocks[record->newest].newer = block;
	else
		record->oldest = block;
	record->newest = block;
	if (!record->unpassed)
		record->unpassed = block;
	record->count++;
	set_map(record, &record->blocks[block], block);
	return block;
}

const struct record_block *record_at(const struct record *record,
				     uint32_t block)
{
	return &record->blocks[block];
}

void record_set_state(struct record *record, uint32_t block,
		      enum record_state state)
{
	record->blocks[block].state = state;
}

size_t record_count(const struct record *record)
{
	return record->count;
}

uint32_t record_oldest(const struct record *record)
{
	return record->oldest;
}

uint32_t record_newest(const struct record *record)
{
	return record->newest;
}

uint32_t record_unpassed(const struct record *record)
{
	return record->unpassed;
}

void record_pass(struct record *record)
{
	record->unpassed = record->blocks[record->unpassed].newer;
}

uint32_t record_next(const struct record *record, struct record_cursor *cursor)
{
	for (; cursor->file < record->part_count; cursor->file++) {
		const struct part *part = &record->parts[cursor->file];
		const uint32_t *map = &record->map[part->first];

		while (cursor->unit < part->count && !map[cursor->unit])
			cursor->unit++;
		if (cursor->unit < part->count) {
			uint32_t block = map[cursor->unit];
			const struct record_block *b = &record->blocks[block];

			cursor->unit = (b->offset - part->offset + b->length +
					record->unit - 1) /
				       record->unit;
			return block;
		}
		cursor->unit = 0;
	}
	return RECORD_NONE;
}
