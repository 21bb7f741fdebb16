#include "verify_sink.h"

#include "base/write_all.h"
#include "spec/plan.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int verify_sink_open(struct verify_sink *sink, const struct layout *layout,
		     struct job_page *page, struct job_error *error)
{
	const struct job_options *o = layout->job->section->options;
	const char *why;

	*sink = (struct verify_sink){
		.layout = layout,
		.options = &o->verify,
		.page = page,
	};
	pthread_mutex_init(&sink->lock, NULL);
	if (verify_format_init(&sink->format, &o->verify, layout->seed, &why) <
	    0)
		return job_error_set(error, ENOSYS, "verify", "verify: %s %s",
				     verify_scheme_name(o->verify.scheme), why);
	content_init(&sink->content, layout);
	if (!o->verify.dump)
		return 0;
	sink->scratch = malloc(layout->max_bs);
	return sink->scratch ? 0
			     : job_error_set(error, ENOMEM, "malloc",
					     "no memory for verify_dump");
}

void verify_sink_close(struct verify_sink *sink)
{
	pthread_mutex_destroy(&sink->lock);
	free(sink->scratch);
}

static const char *path_of(const struct verify_sink *s, uint32_t file)
{
	const char *path = s->layout->files[file].path;

	return path ? path : "no file";
}

/* By the file's name alone, in the folder of --aux-path or the present one. */
static void dump_name(const struct verify_sink *s, const struct verify_task *t,
		      const char *what, char *name, size_t size)
{
	const char *path = path_of(s, t->file);
	const char *folder = s->layout->aux_path;
	const char *slash = strrchr(path, '/');

	snprintf(name, size, "%s%s%s.%" PRIu64 ".%s", folder ? folder : "",
		 folder ? "/" : "", slash ? slash + 1 : path,
		 t->expected.write.offset, what);
}

/* A file of the job's own is no dump, whatever it is called. */
static bool is_own_file(const struct verify_sink *s, const struct stat *st)
{
	struct stat other;

	for (size_t i = 0; i < s->layout->file_count; i++)
		if (s->layout->files[i].path &&
		    stat(s->layout->files[i].path, &other) == 0 &&
		    other.st_dev == st->st_dev && other.st_ino == st->st_ino)
			return true;
	return false;
}

/* NULL in `why`: errno says it. */
static int open_dump(const struct verify_sink *s, const char *name,
		     const char **why)
{
	const mode_t mode = 0644;
	struct stat st;
	int fd = open(name, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode);

	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
	    !is_own_file(s, &st)) {
		if (ftruncate(fd, 0) == 0)
			return fd;
	} else {
		*why = "it is no plain file, or one of the job's";
	}
	close(fd);
	return -1;
}

/* Of several that can't be written the first is told of, else how many are. */
static void note_dump(struct verify_sink *s, const char *name, const char *why)
{
	char *note = s->page->notes[JOB_NOTE_DUMP];

	if (s->dump_failed)
		return;
	if (why) {
		s->dump_failed = true;
		snprintf(note, JOB_ERROR_TEXT_MAX,
			 "verify_dump: %.300s can't be written: %.100s", name,
			 why);
		return;
	}
	if (!s->dumps++)
		snprintf(s->first_dump, sizeof(s->first_dump), "%.255s", name);
	snprintf(note, JOB_ERROR_TEXT_MAX,
		 "verify_dump: %" PRIu64 " %s written, the first is %s",
		 s->dumps, s->dumps == 1 ? "file was" : "files were",
		 s->first_dump);
}

static void write_dump(struct verify_sink *s, const struct verify_task *t,
		       const char *what, const unsigned char *data)
{
	const char *why = NULL;
	char name[PATH_MAX];
	int fd, error;

	dump_name(s, t, what, name, sizeof(name));
	fd = open_dump(s, name, &why);
	error = fd < 0 ? errno : write_all(fd, data, t->size);
	if (error && !why)
		why = strerror(error);
	if (fd >= 0)
		close(fd);
	note_dump(s, name, why);
}

/*
 * What should have been there, made as it was before it was written. Returns
 * false where that can't be known.
 */
static bool make_expected(struct verify_sink *s, const struct verify_task *t)
{
	const struct job_options *o = s->layout->job->section->options;
	struct verify_write write = t->expected.write;
	struct verify_header header;
	bool whole = verify_read_header(&s->format, t->data, t->size, &header);

	if (t->size > s->layout->max_bs)
		return false;
	if (!s->format.pattern.pattern && o->dedupe_percentage)
		return false;
	if (s->format.overhead && !write.number) {
		if (!whole)
			return false;
		write.number = header.number;
	}
	if (whole)
		write.time_s = header.time_s;
	content_reseed(&s->content, verify_data_seed(&s->format, write.number));
	content_fill(&s->content, s->scratch, t->size);
	verify_stamp(&s->format, &write, s->scratch, t->size);
	return true;
}

static void dump(struct verify_sink *s, const struct verify_task *t)
{
	write_dump(s, t, "received", t->data);
	if (t->trimmed)
		memset(s->scratch, 0, t->size);
	else if (!make_expected(s, t))
		return;
	write_dump(s, t, "expected", s->scratch);
}

static void tell(struct verify_sink *s, const struct verify_task *t,
		 const struct verify_fault *fault)
{
	struct verify_stats *stats = &s->page->verify;
	uint64_t n = counter_read(&stats->bad_blocks);

	if (n < VERIFY_TEXTS_MAX)
		verify_fault_text(fault, path_of(s, t->file), stats->texts[n],
				  sizeof(stats->texts[n]));
	counter_add(&stats->bad_blocks, 1);
}

static bool check_trimmed(struct verify_sink *s, const struct verify_task *t)
{
	struct verify_fault fault;

	if (verify_check_zero(t->expected.write.offset, t->data, t->size,
			      &fault))
		return true;
	pthread_mutex_lock(&s->lock);
	tell(s, t, &fault);
	pthread_mutex_unlock(&s->lock);
	return false;
}

/* All blocks of it, or up to the first bad one with verify_fatal. */
static bool check_written(struct verify_sink *s, const struct verify_task *t)
{
	struct verify_fault fault;
	bool right = true;

	for (size_t at = 0; at < t->size && (right || !s->options->fatal);) {
		if (verify_check(&s->format, &t->expected, t->data, t->size,
				 &at, &fault))
			continue;
		right = false;
		pthread_mutex_lock(&s->lock);
		tell(s, t, &fault);
		pthread_mutex_unlock(&s->lock);
	}
	return right;
}

void verify_sink_check(struct verify_sink *sink, const struct verify_task *task)
{
	if (task->trimmed ? check_trimmed(sink, task)
			  : check_written(sink, task))
		return;
	pthread_mutex_lock(&sink->lock);
	if (sink->scratch)
		dump(sink, task);
	atomic_fetch_add_explicit(&sink->page->verify.bad, 1,
				  memory_order_release);
	pthread_mutex_unlock(&sink->lock);
}
