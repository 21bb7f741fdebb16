#include "io/content.h"

#include "spec/job_blocks.h"
#include "spec/plan.h"
#include "stat/io_stats.h"

#include <string.h>

enum {
	PERCENT = 100,
	CHUNK_MIN = 64, /* runs of less are hardly compressed by anything */
};

static void fill_noise(struct content *c, unsigned char *buf, size_t size)
{
	noise_fill(&c->noise, buf, size);
}

/* The pattern over and over: what is there is doubled until it is enough. */
static void repeat_pattern(const struct pattern *p, unsigned char *buf,
			   size_t size)
{
	size_t done = p->length < size ? p->length : size;

	memcpy(buf, p->bytes, done);
	while (done < size) {
		size_t n = done < size - done ? done : size - done;

		memcpy(buf + done, buf, n);
		done += n;
	}
}

static void fill_fixed(struct content *c, unsigned char *buf, size_t size)
{
	if (!c->pattern->length)
		memset(buf, 0, size);
	else if (c->pattern->length == 1)
		memset(buf, c->pattern->bytes[0], size);
	else
		repeat_pattern(c->pattern, buf, size);
}

/*
 * Random data all over, and then the fixed part at the end of each chunk: it
 * is as long as the share of all bytes up to there asks for, so that small
 * chunks come to it, too.
 */
static void fill_mixed(struct content *c, unsigned char *buf, size_t size)
{
	size_t chunk = c->chunk && c->chunk < size ? c->chunk : size;
	size_t fixed = 0;

	noise_fill(&c->noise, buf, size);
	for (size_t end = 0; end < size;) {
		size_t length, due;

		end += chunk < size - end ? chunk : size - end;
		due = end * c->percent / PERCENT;
		length = due - fixed;
		fixed = due;
		if (length)
			fill_fixed(c, buf + end - length, length);
	}
}

/* Of each hundred blocks as many as are asked for, in a random order. */
static bool is_repeat(struct content *c)
{
	bool repeats;

	if (!c->left) {
		c->left = PERCENT;
		c->repeats_left = c->dedupe_percent;
	}
	repeats = random_below(&c->random, c->left--) < c->repeats_left;
	if (!c->working_set && !c->news)
		return false;
	c->repeats_left -= repeats;
	return repeats;
}

static uint64_t working_set_block(const struct content *c, uint64_t number)
{
	return random_mix(c->shared_seed, number);
}

/* The first new blocks are those of the working set that are this job's. */
static uint64_t new_block(const struct content *c, uint64_t number)
{
	uint64_t shared = number * c->sharers + c->place;

	if (shared < c->working_set)
		return working_set_block(c, shared);
	return random_mix(c->seed, number);
}

static uint64_t next_block(struct content *c)
{
	if (!is_repeat(c))
		return new_block(c, c->news++);
	if (!c->working_set)
		return new_block(c, c->news - 1);
	return working_set_block(c, random_below(&c->random, c->working_set));
}

static void fill_deduped(struct content *c, unsigned char *buf, size_t size)
{
	while (size) {
		size_t n = c->block < size ? c->block : size;

		noise_seed(&c->noise, next_block(c));
		c->fill_block(c, buf, n);
		buf += n;
		size -= n;
	}
}

static void init_dedupe(struct content *c, const struct layout *layout,
			const struct job_options *o)
{
	/* Writes begin and end at multiples of the smallest one. */
	c->block = job_block_sizes(o, DIRECTION_WRITE).min;
	c->dedupe_percent = o->dedupe_percentage;
	if (!c->dedupe_percent || c->fill == fill_fixed)
		return;
	c->fill_block = c->fill;
	c->fill = fill_deduped;
	c->sharers = 1;
	c->shared_seed = c->seed;
	if (o->dedupe_mode != DEDUPE_WORKING_SET)
		return;
	c->working_set = layout->size / c->block *
			 o->dedupe_working_set_percentage / PERCENT;
	if (!c->working_set)
		c->working_set = 1;
	if (layout->dedupe.jobs) {
		c->sharers = layout->dedupe.jobs;
		c->place = layout->dedupe.place;
		c->shared_seed = layout->dedupe.seed;
	}
}

static uint64_t chunk_of(const struct job_options *o)
{
	uint64_t chunk = o->buffer_compress_chunk;

	return chunk && chunk < CHUNK_MIN ? CHUNK_MIN : chunk;
}

void content_init(struct content *content, const struct layout *layout)
{
	const struct job_options *o = layout->job->section->options;
	uint64_t percent = o->buffer_compress_percentage;

	/* Clones write different data, as they draw different seeds. */
	*content = (struct content){
		.seed = random_mix(layout->seed, layout->job->number),
		.pattern = &o->buffer_pattern,
		.percent = percent,
		.chunk = chunk_of(o),
		.fill = fill_noise,
	};
	random_seed(&content->random, content->seed);
	noise_seed(&content->noise, random_next(&content->random));
	if (percent && percent < PERCENT)
		content->fill = fill_mixed;
	else if (percent || o->buffer_pattern.length ||
		 (o->zero_buffers && !o->dedupe_percentage))
		content->fill = fill_fixed;
	init_dedupe(content, layout, o);
}

void content_reseed(struct content *content, uint64_t seed)
{
	noise_seed(&content->noise, seed);
}

bool content_is_fixed(const struct content *content)
{
	return content->fill == fill_fixed;
}
