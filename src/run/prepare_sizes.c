#include "prepare_parts.h"

#include "base/random.h"

#include <inttypes.h>

/* Bytes that one file can have: off_t. */
#define FILE_BYTES_MAX ((uint64_t)INT64_MAX)

static uint64_t round_up(uint64_t n, uint64_t unit)
{
	uint64_t rest = n % unit;

	return rest ? n + (unit - rest) : n;
}

/* What the size of a file is before the job starts; 0 where it has none. */
static uint64_t size_now(const struct job_preparation *p, size_t i)
{
	return p->files ? p->files[i]->size : 0;
}

static bool has_end(const struct layout_file *f)
{
	return f->kind == FILE_REGULAR || f->kind == FILE_BLOCK;
}

/* What a share of file `i` is one of, before the copies of the job use it. */
static uint64_t whole_of(const struct job_preparation *p, size_t i,
			 uint64_t filesize)
{
	const struct layout *layout = p->layout;
	const struct job_options *o = p->options;

	if (!o->size.value || o->size.unit == SIZE_PERCENT)
		return filesize ? filesize : size_now(p, i);
	if (p->files && p->files[i]->exists)
		return p->files[i]->from;
	return filesize ? filesize : o->size.value / layout->file_count;
}

/* How far this copy begins behind the first. */
static uint64_t increment_of(const struct job_preparation *p, size_t i,
			     uint64_t filesize)
{
	const struct job_options *o = p->options;
	uint64_t bytes =
		size_bytes(o->offset_increment, whole_of(p, i, filesize));

	if (__builtin_mul_overflow(bytes, p->job->clone, &bytes))
		return UINT64_MAX;
	return bytes;
}

static uint64_t first_offset_of(const struct job_preparation *p, size_t i)
{
	const struct job_options *o = p->options;
	uint64_t now = size_now(p, i);

	if (o->file_append && p->layout->files[i].kind == FILE_REGULAR)
		return p->layout->files[i].present;
	if (o->offset.unit == SIZE_BYTES)
		return o->offset.value;
	if (now == 0 && o->offset.value && has_end(&p->layout->files[i]) &&
	    i == 0 && is_first_clone(p))
		diag_note(p->all->diag, PLAN_SOURCE(p->job->section, offset),
			  "offset: %" PRIu64 "%% of %s, which does not exist "
			  "yet, is 0",
			  o->offset.value, p->layout->files[i].path);
	return size_bytes(o->offset, now);
}

/* Shares of a file are rounded up: to offset_align, or to whole blocks. */
static uint64_t offset_of(const struct job_preparation *p, size_t i,
			  uint64_t filesize)
{
	const struct job_options *o = p->options;
	bool share = (o->offset.unit == SIZE_PERCENT && o->offset.value) ||
		     (o->offset_increment.unit == SIZE_PERCENT &&
		      o->offset_increment.value);
	uint64_t offset = first_offset_of(p, i);

	if (__builtin_add_overflow(offset, increment_of(p, i, filesize),
				   &offset) ||
	    offset > FILE_BYTES_MAX)
		return UINT64_MAX;
	return share ? round_up(offset, o->offset_align ? o->offset_align
							: p->layout->min_bs)
		     : offset;
}

/* Drawn sizes are whole blocks. */
static uint64_t draw_filesize(const struct job_preparation *p,
			      struct random *random)
{
	struct number_range range = p->options->filesize;
	uint64_t bytes;

	if (range.min == range.max)
		return range.min;
	bytes = range.min + random_below(random, range.max - range.min + 1);
	return bytes - bytes % p->layout->min_bs;
}

static int no_size(const struct job_preparation *p, size_t i)
{
	const struct layout_file *f = &p->layout->files[i];
	struct source at = PLAN_SOURCE(p->job->section, size);
	struct diag *diag = p->all->diag;

	if (f->kind == FILE_NONE)
		return diag_error(diag, at,
				  "size: needs to be given: ioengine=%s has no "
				  "files",
				  p->job->section->engine->name);
	if (f->kind == FILE_CHARACTER)
		return diag_error(diag, at,
				  "size: needs to be given: %s has no end",
				  f->path);
	return diag_error(diag, at, "size: needs to be given: %s %s", f->path,
			  p->files[i]->exists ? "is empty" : "does not exist");
}

/* More than any disk has, in whole blocks, but no number overflows. */
static uint64_t room_to_fill(const struct layout *layout, uint64_t offset)
{
	uint64_t most = FILE_BYTES_MAX / layout->file_count;
	uint64_t rest = offset < most ? most - offset : 0;

	return rest - rest % layout->min_bs;
}

/*
 * The length of the part by the options: a share of each file, an equal piece
 * of `size` in each, or what there is.
 */
static int length_by_options(const struct job_preparation *p, size_t i,
			     uint64_t filesize, uint64_t *length)
{
	const struct layout *layout = p->layout;
	const struct job_options *o = p->options;
	uint64_t offset = layout->files[i].offset;
	uint64_t whole = filesize ? filesize : size_now(p, i);
	uint64_t rest = whole > offset ? whole - offset : 0;
	bool share = o->size.value && o->size.unit == SIZE_PERCENT;

	if (layout->fills && layout->files[i].kind == FILE_REGULAR) {
		*length = room_to_fill(layout, offset);
		return 0;
	}
	if (!filesize && o->size.value && !share) {
		*length = o->size.value / layout->file_count;
		return 0;
	}
	if (whole == 0 && engine_is(p, ENGINE_ACTIVITY)) {
		*length = layout->min_bs;
		return 0;
	}
	if (whole == 0)
		return no_size(p, i);
	if (rest == 0)
		return diag_error(p->all->diag,
				  PLAN_SOURCE(p->job->section, offset),
				  "offset: %" PRIu64
				  " is not within the %" PRIu64 " bytes of %s",
				  offset, whole, layout->files[i].path);
	*length = share ? size_bytes(o->size, whole) : rest;
	if (*length > rest)
		*length = rest;
	return 0;
}

/* A device ends where it ends. */
static int bound_by_device(const struct job_preparation *p,
			   struct layout_file *f)
{
	struct diag *diag = p->all->diag;
	struct source at = PLAN_SOURCE(p->job->section, size);

	if (f->offset >= f->present)
		return diag_error(diag, PLAN_SOURCE(p->job->section, offset),
				  "offset: %" PRIu64
				  " is not within the %" PRIu64 " bytes of %s",
				  f->offset, f->present, f->path);
	if (f->length <= f->present - f->offset)
		return 0;
	if (is_first_clone(p))
		diag_note(diag, at,
			  "size: %" PRIu64 " bytes from %" PRIu64
			  " on are more than %s has; it is used up to its end "
			  "at %" PRIu64,
			  f->length, f->offset, f->path, f->present);
	f->length = f->present - f->offset;
	return 0;
}

static int settle_file(const struct job_preparation *p, size_t i,
		       uint64_t filesize)
{
	struct layout_file *f = &p->layout->files[i];
	uint64_t now = size_now(p, i);

	f->offset = offset_of(p, i, filesize);
	if (length_by_options(p, i, filesize, &f->length) < 0)
		return -1;
	if (f->kind == FILE_BLOCK && bound_by_device(p, f) < 0)
		return -1;
	if (f->offset > FILE_BYTES_MAX ||
	    f->length > FILE_BYTES_MAX - f->offset)
		return diag_error(p->all->diag,
				  PLAN_SOURCE(p->job->section, size),
				  "size: %" PRIu64 " bytes from %" PRIu64
				  " on are more than a file can have",
				  f->length, f->offset);
	f->size = f->offset + f->length;
	if (!filesize && has_end(f) && now > f->size)
		f->size = now;
	return 0;
}

/* At least one file has to have room for a block. */
static int check_blocks_fit(const struct job_preparation *p)
{
	const struct layout *layout = p->layout;
	const struct job_section *section = p->job->section;
	struct source at = PLAN_GIVEN(section, size)
				   ? PLAN_SOURCE(section, size)
				   : PLAN_SOURCE(section, filesize);
	uint64_t longest = 0;

	for (size_t i = 0; i < layout->file_count; i++)
		if (layout->files[i].length > longest)
			longest = layout->files[i].length;
	if (longest >= layout->min_bs)
		return 0;
	return diag_error(p->all->diag, at,
			  "size: %" PRIu64 " bytes%s are too small for a block "
			  "of %" PRIu64 " (bs)",
			  longest,
			  layout->file_count > 1 ? " in each file" : "",
			  layout->min_bs);
}

static void note_tail(const struct job_preparation *p)
{
	const struct layout *layout = p->layout;

	if (!is_first_clone(p))
		return;
	for (size_t i = 0; i < layout->file_count; i++) {
		const struct layout_file *f = &layout->files[i];
		uint64_t tail = f->length % layout->min_bs;

		if (!tail)
			continue;
		diag_note(p->all->diag, PLAN_SOURCE(p->job->section, size),
			  "size: the last %" PRIu64 " of the %" PRIu64
			  " bytes in %s%s are less than a block of %" PRIu64
			  " (bs) and are left out",
			  tail, f->length, f->path ? f->path : "the file",
			  layout->file_count > 1 ? " and the like in others"
						 : "",
			  layout->min_bs);
		return;
	}
}

/* Beside filesize, size is only how much to move, and no more than a pass. */
static void settle_io_bytes(const struct job_preparation *p)
{
	const struct job_options *o = p->options;
	struct layout *layout = p->layout;
	uint64_t copies = o->split ? p->job->section->job_count : 1;

	layout->io_bytes = layout->size;
	if (o->io_size.value)
		layout->io_bytes = size_bytes(o->io_size, layout->size);
	else if (o->filesize.max && o->size.unit == SIZE_BYTES &&
		 o->size.value && o->size.value / copies < layout->size)
		layout->io_bytes = o->size.value / copies;
}

int prepare_sizes(struct job_preparation *p)
{
	struct layout *layout = p->layout;
	struct random random;

	/* There is nothing that could have a size. */
	if (engine_is(p, ENGINE_TASK))
		return 0;
	if (layout->replay)
		return prepare_replay_sizes(p);
	random_seed(&random, layout->seed);
	layout->size = 0;
	layout->fills = p->options->fill_device && !p->options->size.value &&
			!p->options->filesize.max;
	for (size_t i = 0; i < layout->file_count; i++) {
		uint64_t filesize = draw_filesize(p, &random);

		if (settle_file(p, i, filesize) < 0)
			return -1;
		if (__builtin_add_overflow(layout->size,
					   layout->files[i].length,
					   &layout->size))
			return diag_error(p->all->diag,
					  PLAN_SOURCE(p->job->section, size),
					  "size: all files together are more "
					  "than 2^64 bytes");
	}
	/* An activity has no blocks: each file is one I/O. */
	if (!engine_is(p, ENGINE_ACTIVITY)) {
		if (check_blocks_fit(p) < 0)
			return -1;
		note_tail(p);
	}
	if (prepare_split(p) < 0)
		return -1;
	settle_io_bytes(p);
	return prepare_sprandom(p);
}
