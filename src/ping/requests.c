#include "requests.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/random.h"
#include "engine/engine.h"
#include "io/noise.h"
#include "spec/job_options.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct requests {
	const struct ping_options *options;
	const struct ping_target *target;
	const struct engine_ops *engine;
	void *state;
	struct arena *arena; /* of the engine's options */
	struct job_options *job;
	void *buffer;
	size_t buffer_size;
	struct noise noise;
	struct random random;
	uint64_t places;  /* offsets that there are */
	uint64_t next;    /* of them, with -L */
	bool next_writes; /* with -G */
};

enum {
	/* What they do is no request, or to other things than files. */
	FLAGS_REFUSED = ENGINE_ACTIVITY | ENGINE_NO_READ | ENGINE_NO_DATA |
			ENGINE_CHANGES,
};

static struct source engine_place(void)
{
	return (struct source){ "command line: --ioengine", 0 };
}

static const char *engine_name(const struct ping_options *o)
{
	if (o->engine)
		return o->engine;
	if (o->async)
		return "libaio";
	return o->nowait || o->hipri ? "pvsync2" : "psync";
}

static const struct engine_ops *find_engine(const struct ping_options *o,
					    struct diag *diag)
{
	const char *name = engine_name(o);
	const struct engine_info *info = engine_list_find(&engine_list, name);
	char reason[ENGINE_REASON_MAX];

	if (!info) {
		diag_error(diag, engine_place(), "'%s' is not an engine", name);
		diag_hint(diag, engine_place(),
			  "runner --enghelp lists the engines");
		return NULL;
	}
	if (info->flags & FLAGS_REFUSED) {
		diag_error(diag, engine_place(),
			   "'%s' does not read and write data", name);
		return NULL;
	}
	if (o->direct && info->flags & ENGINE_BUFFERED_ONLY) {
		diag_error(diag, engine_place(),
			   "'%s' goes through the page cache, and -D past it",
			   name);
		return NULL;
	}
	if (!engine_list.can_use(info, reason)) {
		diag_error(diag, engine_place(), "'%s' can't be used here: %s",
			   name, reason);
		return NULL;
	}
	return engine_of(info);
}

static int set_option(const struct engine_info *info, void *values,
		      const char *name, struct arena *arena, struct diag *diag)
{
	const struct option *o =
		info->options ? option_find(info->options, name) : NULL;
	struct option_context context = { .arena = arena, .kb_base = 1024 };

	if (!o)
		return diag_error(diag, engine_place(),
				  "'%s' has no %s (-%c): pvsync2 has",
				  info->name, name, *name == 'n' ? 'N' : 'H');
	return option_set(o, values, "1", &context, engine_place(), diag);
}

/* Its own options: NULL in `*values` for one without any. */
static int make_options(const struct requests *r, void **values,
			struct diag *diag)
{
	const struct engine_info *info = &r->engine->info;
	const struct ping_options *o = r->options;

	*values = NULL;
	if (info->options) {
		*values = arena_alloc(r->arena, info->options_size);
		option_table_defaults(info->options, *values, r->arena);
	}
	if (o->nowait &&
	    set_option(info, *values, "nowait", r->arena, diag) < 0)
		return -1;
	/* With -A it may be asked for: the kernel doesn't poll there. */
	if (o->hipri && !o->async &&
	    set_option(info, *values, "hipri", r->arena, diag) < 0)
		return -1;
	return 0;
}

/* What engines want to know of a job, as if one was like this. */
static void describe_job(struct job_options *job, const struct ping_options *o)
{
	if (!o->writes || o->read_write)
		job->rw.flags |= RW_READ;
	if (o->writes)
		job->rw.flags |= RW_WRITE;
	job->direct = o->direct;
	if (o->sync || o->dsync)
		job->sync = o->sync ? SYNC_SYNC : SYNC_DSYNC;
}

static int open_engine(struct requests *r, struct diag *diag)
{
	struct engine_setup setup = {
		.job = r->job,
		.fds = &r->target->fd,
		.file_count = 1,
		.depth = 1,
		.buffers = r->buffer,
		.buffer_size = r->buffer_size,
	};
	struct job_error error = { 0 };
	void *values;

	r->engine = find_engine(r->options, diag);
	if (!r->engine || make_options(r, &values, diag) < 0)
		return -1;
	setup.options = values;
	if (r->engine->open(&r->state, &setup, &error) < 0) {
		r->state = NULL;
		return diag_error(diag, engine_place(), "'%s': %s",
				  r->engine->info.name, error.text);
	}
	return 0;
}

static int map_buffer(struct requests *r, struct diag *diag)
{
	struct source at = { "command line: -s", 0 };

	if (r->options->size > IO_MOVED_MAX)
		return diag_error(diag, at,
				  "a request has %" PRIu32 " bytes at the most",
				  IO_MOVED_MAX);
	r->buffer_size = (size_t)r->options->size;
	r->buffer = mmap(NULL, r->buffer_size, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (r->buffer != MAP_FAILED)
		return 0;
	r->buffer = NULL;
	return diag_error(diag, at, "there is no memory for it: %s",
			  strerror(errno));
}

struct requests *requests_open(const struct ping_options *options,
			       const struct ping_target *target,
			       struct diag *diag)
{
	struct requests *r = xcalloc(1, sizeof(*r));

	r->options = options;
	r->target = target;
	r->arena = arena_new();
	r->job = arena_alloc(r->arena, sizeof(*r->job));
	r->places = target->size / options->size;
	r->next_writes = options->writes;
	describe_job(r->job, options);
	noise_seed(&r->noise, random_entropy());
	random_seed(&r->random,
		    options->seed ? options->seed : random_entropy());
	if (map_buffer(r, diag) == 0 && open_engine(r, diag) == 0)
		return r;
	requests_close(r);
	return NULL;
}

void requests_close(struct requests *requests)
{
	if (!requests)
		return;
	if (requests->state)
		requests->engine->close(requests->state);
	if (requests->buffer)
		munmap(requests->buffer, requests->buffer_size);
	arena_free(requests->arena);
	free(requests);
}

static uint64_t next_offset(struct requests *r)
{
	uint64_t place;

	if (r->options->linear) {
		place = r->next;
		r->next = (r->next + 1) % r->places;
	} else {
		place = random_below(&r->random, r->places);
	}
	return r->target->offset + place * r->options->size;
}

/* A write is done when it is on the disk. */
static int32_t perform(const struct requests *r, struct io *io)
{
	struct io sync = { .kind = IO_FDATASYNC, .fd = io->fd };
	int32_t result = engine_do(r->engine, r->state, io), synced;

	if (io->kind != IO_WRITE || r->options->cached || result < 0)
		return result;
	synced = engine_do(r->engine, r->state, &sync);
	return synced < 0 ? synced : result;
}

void requests_do(struct requests *requests, struct request *request)
{
	struct requests *r = requests;
	struct io io = {
		.offset = next_offset(r),
		.buf = r->buffer,
		.length = (uint32_t)r->options->size,
		.kind = r->next_writes ? IO_WRITE : IO_READ,
		.fd = r->target->fd,
	};

	request->is_write = r->next_writes;
	if (r->options->read_write)
		r->next_writes = !r->next_writes;
	if (request->is_write)
		noise_fill(&r->noise, r->buffer, r->buffer_size);
	if (!r->options->cached)
		posix_fadvise(io.fd, (off_t)io.offset, (off_t)io.length,
			      POSIX_FADV_DONTNEED);
	request->start_ns = clock_now();
	request->result = perform(r, &io);
	request->end_ns = clock_now();
}
