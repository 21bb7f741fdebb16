#include "verify_job.h"

#include "io/workload.h"
#include "spec/plan.h"
#include "verify/progress.h"
#include "verify/record.h"
#include "verify/state.h"
#include "verify_plan.h"
#include "verify_sink.h"
#include "verify_syncs.h"
#include "verify_threads.h"
#include "verify_trims.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

/* What there is to know of an I/O from its beginning to its end. */
struct verify_slot {
	uint32_t block;        /* of the record; RECORD_NONE: none */
	uint64_t number;       /* of a write */
	bool checked;          /* a read that is looked at */
	bool trimmed;          /* which has to be zero */
	bool trims;            /* the block: no trim of the workload */
	enum record_state was; /* the block, before it was chosen */
};

struct verify_job {
	const struct layout *layout;
	const struct verify_options *options;
	struct job_page *page;
	struct verify_sink sink;
	struct verify_threads *threads; /* NULL: none */
	struct verify_plan plan;
	struct record *record;   /* NULL: of a job that only reads */
	struct workload *shadow; /* goes through what was written again */
	struct verify_slot *slots;
	uint64_t number;      /* of the last write */
	uint64_t pass_number; /* of the last one before this pass */

	bool in_phase;
	struct record_cursor cursor;
	uint32_t next; /* with verifysort=0 */

	uint64_t since;      /* writes since the last batch of the backlog */
	uint64_t batch_left; /* blocks to be read back before more writes */
	struct verify_trims trims;
	struct verify_syncs syncs;
};

static struct verify_slot *slot_of(const struct verify_job *v,
				   const struct io *io)
{
	return &v->slots[io->slot];
}

static uint32_t time_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME_COARSE, &t);
	return (uint32_t)t.tv_sec;
}

/* Before each write. */
static void prepare(struct buffers *b, const struct io *io)
{
	const struct verify_job *v = b->verify;
	const struct verify_format *format = &v->sink.format;
	const struct verify_write write = {
		.offset = io->offset,
		.number = slot_of(v, io)->number,
		.time_s = time_now(),
	};

	if (!format->pattern.pattern) {
		content_reseed(&b->content,
			       verify_data_seed(format, write.number));
		content_fill(&b->content, io->buf, io->length);
	}
	verify_stamp(format, &write, io->buf, io->length);
}

/* Zones reach over all of a file, whatever size= says. */
static uint64_t length_of(const struct layout *l, const struct layout_file *f)
{
	const struct job_options *o = l->job->section->options;

	if (o->zone.mode != ZONES_NONE && f->size > f->offset)
		return f->size - f->offset;
	return f->length;
}

static bool open_record(struct verify_job *v)
{
	const struct layout *l = v->layout;
	struct record_file *files =
		calloc(l->file_count ? l->file_count : 1, sizeof(files[0]));
	struct record_request request = {
		.files = files,
		.file_count = l->file_count,
		.unit = v->plan.unit,
		.least = v->plan.least,
		.depth = l->depth,
	};

	for (size_t i = 0; files && i < l->file_count; i++)
		files[i] = (struct record_file){ l->files[i].offset,
						 length_of(l, &l->files[i]) };
	if (files)
		v->record = record_new(&request);
	free(files);
	v->trims = (struct verify_trims){
		.options = v->options,
		.record = v->record,
		.seed = l->seed,
	};
	return v->record &&
	       verify_syncs_open(&v->syncs, v->record, l->file_count);
}

/* As if it had been written, or as if nobody knew. */
static void rehearse_write(struct verify_job *v, const struct io *io)
{
	const struct verify_state *state = v->layout->state;

	v->number++;
	if (verify_has_room(&v->sink.format, io->length) &&
	    (!state || verify_state_has(state, v->number)))
		record_set_state(v->record,
				 record_begin(v->record, io->file_index,
					      io->offset, io->length,
					      v->number),
				 v->plan.settled);
	else
		record_forget_range(v->record, io->file_index, io->offset,
				    io->length);
}

/* verify_state_load: whether that is all the other run has begun. */
static bool is_at_end_of_state(const struct verify_job *v)
{
	return v->layout->state && v->number >= v->layout->state->begun;
}

/* A pass of the workload as if all of it had been written. */
static void rehearse(struct verify_job *v)
{
	struct io io = { 0 }, *only = &io;

	while (!is_at_end_of_state(v) && workload_fill(v->shadow, &only, 1)) {
		if (io.kind == IO_TRIM)
			record_forget_range(v->record, io.file_index, io.offset,
					    io.length);
		else if (io.kind == IO_WRITE)
			rehearse_write(v, &io);
	}
}

/* verify_only: the passes that the other run has made. */
static void rehearse_all(struct verify_job *v)
{
	uint64_t loops = v->layout->job->section->options->loops;

	for (uint64_t i = 0; i < loops; i++) {
		if (i > 0)
			workload_restart(v->shadow);
		rehearse(v);
	}
	verify_job_begin_phase(v);
}

static bool open_parts(struct verify_job *v)
{
	v->slots = calloc(v->layout->depth, sizeof(v->slots[0]));
	if (!v->slots)
		return false;
	if (!v->plan.records && !v->plan.rehearses)
		return true;
	if (!open_record(v))
		return false;
	if (!v->plan.rehearses)
		return true;
	v->shadow = workload_new(v->layout);
	if (v->shadow && v->plan.only)
		rehearse_all(v);
	return v->shadow;
}

struct verify_job *verify_job_open(const struct layout *layout,
				   struct job_page *page,
				   struct buffers *buffers,
				   struct job_error *error)
{
	struct verify_job *v = calloc(1, sizeof(*v));

	if (!v) {
		job_error_set(error, ENOMEM, "calloc", "no memory for verify");
		return NULL;
	}
	v->layout = layout;
	v->options = &layout->job->section->options->verify;
	v->page = page;
	verify_plan_init(&v->plan, layout);
	if (verify_sink_open(&v->sink, layout, page, error) < 0) {
		verify_job_close(v);
		return NULL;
	}
	if (!open_parts(v)) {
		job_error_set(error, ENOMEM, "mmap",
			      "verify: no memory for a record of what is "
			      "written");
		verify_job_close(v);
		return NULL;
	}
	if (v->options->threads) {
		v->threads = verify_threads_open(&v->sink, v->options,
						 layout->max_bs, error);
		if (!v->threads) {
			verify_job_close(v);
			return NULL;
		}
	}
	if (v->plan.stamps) {
		buffers->verify = v;
		buffers->prepare = prepare;
	}
	return v;
}

/* What was to be read back, had the job not ended before. */
static void note_left(struct verify_job *v)
{
	size_t left = v->record ? record_count(v->record) : 0;

	if (!v->plan.reads_back || !left || v->page->error.code)
		return;
	snprintf(v->page->notes[JOB_NOTE_VERIFY], JOB_ERROR_TEXT_MAX,
		 "verify: the job ended before %zu of the blocks that it wrote "
		 "were read back",
		 left);
}

void verify_job_close(struct verify_job *job)
{
	if (!job)
		return;
	note_left(job);
	verify_threads_close(job->threads);
	verify_sink_close(&job->sink);
	record_free(job->record);
	workload_free(job->shadow);
	free(job->slots);
	verify_syncs_close(&job->syncs);
	free(job);
}

bool verify_job_is_reading(const struct verify_job *job)
{
	return job->in_phase || job->batch_left || job->trims.left;
}

static void read_block(struct verify_job *v, uint32_t block, struct io *io)
{
	const struct record_block *b = record_at(v->record, block);

	*slot_of(v, io) = (struct verify_slot){
		.block = block,
		.number = b->number,
		.checked = v->plan.checks,
		.trimmed = b->state == RECORD_TRIMMED,
		.was = b->state,
	};
	io->kind = IO_READ;
	io->file_index = b->file;
	io->offset = b->offset;
	io->length = b->length;
	record_set_state(v->record, block, RECORD_READING);
}

/* Whether it is one of those that are checked, by verify_policy. */
static bool counts(const struct verify_job *v, const struct record_block *b)
{
	return v->options->policy == VERIFY_ALL || b->state == RECORD_SYNCED ||
	       b->state == RECORD_TRIMMED;
}

static void trim_block(struct verify_job *v, uint32_t block, struct io *io)
{
	const struct record_block *b = record_at(v->record, block);

	*slot_of(v, io) = (struct verify_slot){
		.block = block,
		.trims = true,
		.was = v->plan.settled,
	};
	io->kind = IO_TRIM;
	io->file_index = b->file;
	io->offset = b->offset;
	io->length = b->length;
}

static uint32_t next_of_phase(struct verify_job *v)
{
	uint32_t block = v->next;

	if (v->options->sort)
		return record_next(v->record, &v->cursor);
	if (block)
		v->next = record_at(v->record, block)->newer;
	return block;
}

static bool read_of_phase(struct verify_job *v, struct io *io)
{
	uint32_t block;

	while ((block = next_of_phase(v))) {
		if (counts(v, record_at(v->record, block))) {
			read_block(v, block, io);
			return true;
		}
		record_forget(v->record, block);
	}
	return false;
}

/* The oldest that isn't on its way yet. */
static uint32_t next_of_batch(const struct verify_job *v)
{
	uint32_t block = record_oldest(v->record);

	while (block && (record_at(v->record, block)->state == RECORD_READING ||
			 !counts(v, record_at(v->record, block))))
		block = record_at(v->record, block)->newer;
	return block;
}

static bool read_of_batch(struct verify_job *v, struct io *io)
{
	uint32_t block = next_of_batch(v);

	if (!block) {
		v->batch_left = 0;
		return false;
	}
	if (record_at(v->record, block)->state == RECORD_WRITING)
		return false;
	v->batch_left--;
	read_block(v, block, io);
	return true;
}

bool verify_job_next(struct verify_job *job, struct io *io)
{
	uint32_t trim =
		job->trims.left ? verify_trims_next(&job->trims) : RECORD_NONE;

	if (trim) {
		trim_block(job, trim, io);
		return true;
	}
	/* What is read back in a phase is all settled. */
	if (job->trims.left || (job->in_phase && job->trims.open))
		return false;
	if (job->in_phase)
		return read_of_phase(job, io);
	return job->batch_left && read_of_batch(job, io);
}

void verify_job_note_generated(struct verify_job *job, const struct io *io)
{
	const struct verify_state *state = job->layout->state;
	bool checked =
		io->kind == IO_READ && job->plan.checks && !job->plan.writes;

	/* The reads follow the writes of the other run. */
	if (checked && state)
		checked = verify_state_has(state, ++job->number);
	*slot_of(job, io) = (struct verify_slot){ .checked = checked };
}

bool verify_job_is_busy(const struct verify_job *job, const struct io *io)
{
	return job->plan.records && !slot_of(job, io)->trims &&
	       (io->kind == IO_WRITE || io->kind == IO_TRIM) &&
	       record_is_busy(job->record, io->file_index, io->offset,
			      io->length);
}

static void begin_write(struct verify_job *v, const struct io *io)
{
	struct verify_slot *slot = slot_of(v, io);

	slot->number = ++v->number;
	if (v->layout->progress)
		verify_progress_begin(v->layout->progress, io->slot, v->number);
	if (!v->plan.records)
		return;
	if (!verify_has_room(&v->sink.format, io->length)) {
		record_forget_range(v->record, io->file_index, io->offset,
				    io->length);
		return;
	}
	slot->block = record_begin(v->record, io->file_index, io->offset,
				   io->length, slot->number);
	verify_trims_count_write(&v->trims);
	if (v->options->backlog && ++v->since == v->options->backlog) {
		v->since = 0;
		v->batch_left = v->options->backlog_batch
					? v->options->backlog_batch
					: v->options->backlog;
	}
}

static bool is_sync(const struct verify_job *v, const struct io *io)
{
	return v->plan.tracks_syncs &&
	       (io->kind == IO_FSYNC || io->kind == IO_FDATASYNC);
}

void verify_job_begin(struct verify_job *job, const struct io *io)
{
	if (io->kind == IO_WRITE)
		begin_write(job, io);
	else if (io->kind == IO_TRIM && job->plan.records &&
		 !slot_of(job, io)->trims)
		record_forget_range(job->record, io->file_index, io->offset,
				    io->length);
	else if (is_sync(job, io))
		slot_of(job, io)->number = verify_syncs_begin(
			&job->syncs, io->file_index, job->number);
}

static void forget(struct verify_job *v, struct verify_slot *slot)
{
	if (slot->block)
		record_forget(v->record, slot->block);
	slot->block = RECORD_NONE;
}

void verify_job_take_back(struct verify_job *job, const struct io *io)
{
	struct verify_slot *slot = slot_of(job, io);

	if (!slot->block || (io->kind != IO_READ && !slot->trims))
		return;
	if (slot->trims)
		job->trims.open--;
	record_set_state(job->record, slot->block, slot->was);
	slot->block = RECORD_NONE;
}

void verify_job_cancel(struct verify_job *job, const struct io *io)
{
	if (io->kind == IO_READ || slot_of(job, io)->trims)
		verify_job_take_back(job, io);
	else
		verify_job_end(job, io, false);
}

static void check(struct verify_job *v, const struct io *io)
{
	const struct verify_slot *slot = slot_of(v, io);
	struct verify_task task = {
		.expected = { .write = { .offset = io->offset,
					 .number = slot->number },
			      .number = slot->number && v->plan.knows_numbers,
			      .seed = v->plan.knows_seed },
		.file = io->file_index,
		.size = io->length,
		.trimmed = slot->trimmed,
		.data = io->buf,
	};

	counter_add(&v->page->verify.checked, 1);
	if (v->threads)
		verify_threads_put(v->threads, &task);
	else
		verify_sink_check(&v->sink, &task);
}

static void end_progress(struct verify_progress *progress, const struct io *io,
			 bool well)
{
	if (well)
		verify_progress_end(progress, io->slot);
	else
		verify_progress_fail(progress, io->slot);
}

void verify_job_end(struct verify_job *job, const struct io *io, bool well)
{
	struct verify_slot *slot = slot_of(job, io);

	if (slot->trims) {
		verify_trims_end(&job->trims, slot->block, well);
		return;
	}
	if (io->kind == IO_WRITE && job->layout->progress)
		end_progress(job->layout->progress, io, well);
	if (is_sync(job, io))
		verify_syncs_end(&job->syncs, io->file_index, slot->number,
				 well);
	if (well && slot->checked)
		check(job, io);
	if (well && slot->block && io->kind == IO_WRITE)
		record_set_state(job->record, slot->block, job->plan.settled);
	else
		forget(job, slot);
}

bool verify_job_has_left(const struct verify_job *job)
{
	return job->plan.reads_back &&
	       (job->plan.records ? record_count(job->record) > 0
				  : job->number > job->pass_number);
}

void verify_job_begin_phase(struct verify_job *job)
{
	if (!job->plan.records && !job->plan.only) {
		/* The writes of the pass again, with the numbers they had. */
		if (job->pass_number)
			workload_restart(job->shadow);
		job->number = job->pass_number;
		rehearse(job);
	}
	job->in_phase = true;
	job->cursor = (struct record_cursor){ 0 };
	job->next = record_oldest(job->record);
	job->batch_left = 0;
	job->since = 0;
	verify_trims_begin_phase(&job->trims);
}

void verify_job_end_phase(struct verify_job *job)
{
	job->in_phase = false;
	job->pass_number = job->number;
}

bool verify_job_in_phase(const struct verify_job *job)
{
	return job->in_phase;
}

bool verify_job_is_only(const struct verify_job *job)
{
	return job->plan.only;
}

bool verify_job_is_done(const struct verify_job *job)
{
	return !job->plan.writes && is_at_end_of_state(job);
}

bool verify_job_runs_in_phase(const struct verify_job *job, unsigned direction)
{
	return direction == DIRECTION_READ ||
	       (direction == DIRECTION_TRIM &&
		verify_trims_are_in_phases(job->options));
}

bool verify_job_reads_in_passes(const struct verify_job *job)
{
	return !job->plan.writes ||
	       job->layout->job->section->options->rw.flags & RW_READ ||
	       job->options->backlog;
}

void verify_job_drain(struct verify_job *job)
{
	if (job->threads)
		verify_threads_drain(job->threads);
}
