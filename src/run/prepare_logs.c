#include "prepare_parts.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* The files of a job's logs: their names, and that none is a job's own. */

/* The option that asks for a log of this kind. */
static const struct {
	const char *name;
	size_t offset;
} options[LOG_KINDS] = {
#define OPTION(field, option)                                                  \
	{                                                                      \
		option, offsetof(struct job_options, field)                    \
	}
	[LOG_BW] = OPTION(log.bw, "write_bw_log"),
	[LOG_IOPS] = OPTION(log.iops, "write_iops_log"),
	[LOG_SLAT] = OPTION(log.lat, "write_lat_log"),
	[LOG_CLAT] = OPTION(log.lat, "write_lat_log"),
	[LOG_LAT] = OPTION(log.lat, "write_lat_log"),
	[LOG_CLAT_HIST] = OPTION(log.hist, "write_hist_log"),
};

static const struct log_name *name_of(const struct job_options *o,
				      enum log_kind kind)
{
	return (const struct log_name *)((const char *)o +
					 options[kind].offset);
}

static struct source place_of(const struct job *job, enum log_kind kind)
{
	return plan_source(job->section, options[kind].offset);
}

static bool is_wanted(const struct job_options *o, enum log_kind kind)
{
	if ((kind == LOG_SLAT && o->disable_slat) ||
	    (kind == LOG_CLAT && o->disable_clat) ||
	    (kind == LOG_LAT && o->disable_lat))
		return false;
	return name_of(o, kind)->wanted;
}

static const char *path_of(const struct job_preparation *p, enum log_kind kind)
{
	const struct log_options *log = &p->options->log;
	struct arena *arena = p->all->out->arena;
	const char *prefix = name_of(p->options, kind)->prefix;
	const char *end = log->compressed ? ".fz" : "";

	if (!log->per_job)
		return arena_printf(arena, "%s_%s.log%s", prefix,
				    log_kind_name(kind), end);
	return arena_printf(arena, "%s_%s.%zu.log%s", prefix,
			    log_kind_name(kind), p->job->number + 1, end);
}

static const char *name_in_folder(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static const char *folder_of(struct arena *arena, const char *path)
{
	const char *name = name_in_folder(path);

	if (name == path)
		return ".";
	return arena_strndup(arena, path, (size_t)(name - path));
}

int prepare_log_place(const struct job_preparation *p, struct source at,
		      const char *option, const char *path)
{
	const char *folder = folder_of(p->all->out->arena, path);
	struct diag *diag = p->all->diag;
	struct stat st;

	if (stat(folder, &st) < 0 || !S_ISDIR(st.st_mode))
		return diag_error(diag, at, "%s: %s is not a folder", option,
				  folder);
	if (stat(path, &st) < 0)
		return 0;
	if (S_ISBLK(st.st_mode))
		return diag_error(diag, at, "%s: %s is a block device", option,
				  path);
	if (S_ISDIR(st.st_mode))
		return diag_error(diag, at, "%s: %s is a folder", option, path);
	return 0;
}

/* That there is such a clock, for the options that number one. */
static int check_clock(const struct job_preparation *p, uint64_t clock,
		       size_t offset, const char *name)
{
	if (clock_getres((clockid_t)clock, NULL) == 0)
		return 0;
	return diag_error(p->all->diag, plan_source(p->job->section, offset),
			  "%s: this machine has no clock %u", name,
			  (unsigned)clock);
}

static int check_clocks(const struct job_preparation *p)
{
	const struct job_options *o = p->options;

	if (check_clock(p, o->job_start_clock,
			offsetof(struct job_options, job_start_clock),
			"job_start_clock_id") < 0)
		return -1;
	return check_clock(p, o->log.epoch_clock,
			   offsetof(struct job_options, log.epoch_clock),
			   "log_alternate_epoch_clock_id");
}

int prepare_logs(struct job_preparation *p)
{
	struct layout_log *logs;

	/* Without I/O there is nothing to log. */
	if (engine_is(p, ENGINE_TASK))
		return 0;
	if (check_clocks(p) < 0)
		return -1;
	logs = arena_calloc(p->all->out->arena, LOG_KINDS, sizeof(logs[0]));
	p->layout->logs = logs;
	for (enum log_kind kind = 0; kind < LOG_KINDS; kind++) {
		const char *path;

		if (!is_wanted(p->options, kind))
			continue;
		path = path_of(p, kind);
		if (is_first_clone(p) &&
		    prepare_log_place(p, place_of(p->job, kind),
				      options[kind].name, path) < 0)
			return -1;
		logs[p->layout->log_count++] =
			(struct layout_log){ kind, path };
	}
	return 0;
}

/* All files of the run by their names without folders: there may be many. */
struct index {
	struct arena *arena;
	struct run_file **files;
	size_t count;
};

static int compare(const void *a, const void *b)
{
	const struct run_file *const *left = a, *const *right = b;

	return strcmp(name_in_folder((*left)->path),
		      name_in_folder((*right)->path));
}

static void index_files(struct index *index, const struct prepared *prepared)
{
	struct run_file *const *all =
		file_table_all(prepared->files, &index->count);

	index->arena = prepared->arena;
	index->files = xcalloc(index->count + 1, sizeof(struct run_file *));
	if (index->count)
		memcpy(index->files, all,
		       index->count * sizeof(struct run_file *));
	qsort(index->files, index->count, sizeof(struct run_file *), compare);
}

static bool is_same_inode(const struct stat *st, const char *path)
{
	struct stat other;

	return stat(path, &other) == 0 && st->st_dev == other.st_dev &&
	       st->st_ino == other.st_ino;
}

/* Whether both are the same place in a folder, which may be empty as yet. */
static bool is_same_place(struct arena *arena, const char *a, const char *b)
{
	struct stat folder;

	return stat(folder_of(arena, a), &folder) == 0 &&
	       is_same_inode(&folder, folder_of(arena, b));
}

static const char *find_by_name(const struct index *index, const char *path)
{
	const char *name = name_in_folder(path);
	size_t low = 0, high = index->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(name_in_folder(index->files[middle]->path), name) <
		    0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < index->count; low++) {
		const char *other = index->files[low]->path;

		if (strcmp(name_in_folder(other), name) != 0)
			break;
		if (is_same_place(index->arena, path, other))
			return other;
	}
	return NULL;
}

/* By another name: only a link leads there. */
static const char *find_by_link(const struct index *index, const char *path)
{
	struct stat st;

	if (lstat(path, &st) < 0 ||
	    (!S_ISLNK(st.st_mode) && st.st_nlink == 1) || stat(path, &st) < 0)
		return NULL;
	for (size_t i = 0; i < index->count; i++)
		if (S_ISREG(st.st_mode) &&
		    is_same_inode(&st, index->files[i]->path))
			return index->files[i]->path;
	return NULL;
}

static int check_log(const struct preparation *p, const struct index *index,
		     struct source at, const char *option, const char *path)
{
	const char *victim = find_by_name(index, path);

	if (!victim)
		victim = find_by_link(index, path);
	if (!victim)
		return 0;
	return diag_error(p->diag, at,
			  "%s: %s is a file of the run, %s: the log would "
			  "overwrite it",
			  option, path, victim);
}

static int check_logs(const struct preparation *p, const struct index *index,
		      const struct layout *l)
{
	int status = 0;

	for (size_t k = 0; k < l->log_count; k++)
		if (check_log(p, index, place_of(l->job, l->logs[k].kind),
			      options[l->logs[k].kind].name,
			      l->logs[k].path) < 0)
			status = -1;
	if (l->iolog &&
	    check_log(p, index, PLAN_SOURCE(l->job->section, replay.write),
		      "write_iolog", l->iolog) < 0)
		status = -1;
	return status;
}

int prepare_log_victims(const struct preparation *p)
{
	struct index index = { 0 };
	int status = 0;

	for (size_t i = 0; i < p->out->layout_count; i++) {
		const struct layout *l = &p->out->layouts[i];

		if ((l->log_count || l->iolog) && !index.files)
			index_files(&index, p->out);
		if (check_logs(p, &index, l) < 0)
			status = -1;
	}
	free(index.files);
	return status;
}
