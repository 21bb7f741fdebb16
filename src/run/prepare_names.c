#include "prepare_parts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

struct source prepare_file_source(const struct job_section *section)
{
	if (section->options->replay.logs)
		return PLAN_SOURCE(section, replay.read);
	if (PLAN_GIVEN(section, opendir))
		return PLAN_SOURCE(section, opendir);
	if (PLAN_GIVEN(section, filename))
		return PLAN_SOURCE(section, filename);
	if (PLAN_GIVEN(section, filename_format))
		return PLAN_SOURCE(section, filename_format);
	return PLAN_SOURCE(section, directory);
}

static int check_folders(struct job_preparation *p)
{
	const struct text_list *folders = &p->options->directory;
	struct source at = PLAN_SOURCE(p->job->section, directory);
	struct stat st;

	if (!is_first_clone(p))
		return 0;
	for (size_t i = 0; i < folders->count; i++) {
		if (stat(folders->items[i], &st) < 0)
			return diag_error(p->all->diag, at,
					  "directory: '%s': %s",
					  folders->items[i], strerror(errno));
		if (!S_ISDIR(st.st_mode))
			return diag_error(p->all->diag, at,
					  "directory: '%s' is not a folder",
					  folders->items[i]);
	}
	return 0;
}

static const char *in_folder(struct arena *arena, const char *folder,
			     const char *name)
{
	return folder ? arena_printf(arena, "%s/%s", folder, name) : name;
}

/* A keyword of filename_format at `text`, replaced into `value`, or NULL. */
static const char *keyword(const char *text, const struct job *job,
			   uint64_t file, const char **value, char number[24])
{
	static const char *const words[] = { "$jobname", "$jobnum", "$filenum",
					     "$clientuid" };
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strncmp(text, words[i], strlen(words[i])) == 0)
			break;
	switch (i) {
	case 0:
		*value = job->section->name;
		break;
	case 1:
		snprintf(number, 24, "%zu", job->clone);
		break;
	case 2:
		snprintf(number, 24, "%" PRIu64, file);
		break;
	case 3: /* there are no clients: empty */
		number[0] = '\0';
		break;
	default:
		return NULL;
	}
	if (i != 0)
		*value = number;
	return words[i];
}

/* The length of the name, which is written to `out` if that isn't NULL. */
static size_t expand(const struct job *job, uint64_t file, char *out)
{
	const char *text = job->section->options->filename_format;
	size_t length = 0;

	while (*text) {
		char number[24];
		const char *value = NULL;
		const char *word = keyword(text, job, file, &value, number);
		size_t n = word ? strlen(value) : 1;

		if (out)
			memcpy(out + length, word ? value : text, n);
		length += n;
		text += word ? strlen(word) : 1;
	}
	return length;
}

static const char *generated_name(struct arena *arena, const struct job *job,
				  uint64_t file)
{
	char *name = arena_alloc(arena, expand(job, file, NULL) + 1);

	name[expand(job, file, name)] = '\0';
	return name;
}

/* nrfiles below the number of names is taken at its word. */
static size_t named_count(const struct job_preparation *p, size_t names)
{
	const struct job_section *section = p->job->section;

	if (!PLAN_GIVEN(section, nrfiles) || p->options->nrfiles >= names)
		return names;
	if (is_first_clone(p))
		diag_warning(p->all->diag, PLAN_SOURCE(section, nrfiles),
			     "nrfiles: only the first %" PRIu64
			     " of the %zu names of %s are used",
			     p->options->nrfiles, names,
			     p->options->opendir ? "opendir" : "filename");
	return (size_t)p->options->nrfiles;
}

static void make_names(struct job_preparation *p)
{
	struct arena *arena = p->all->out->arena;
	const struct job_options *o = p->options;
	struct layout *layout = p->layout;
	bool named = o->filename.count > 0;
	const char *folder = NULL;

	/* Copies with files of their own are spread over the folders. */
	if (o->directory.count)
		folder = o->directory.items[named ? 0
						  : p->job->clone %
							    o->directory.count];
	layout->file_count =
		named ? named_count(p, o->filename.count) : (size_t)o->nrfiles;
	layout->files =
		arena_calloc(arena, layout->file_count, sizeof(*layout->files));
	for (size_t i = 0; i < layout->file_count; i++) {
		const char *name = named ? o->filename.items[i]
					 : generated_name(arena, p->job, i);

		layout->files[i].path = in_folder(arena, folder, name);
	}
}

/* An empty file is of use only if there is a size for it to get. */
static bool is_wanted(const struct job_preparation *p, const char *path)
{
	const struct job_options *o = p->options;
	struct stat st;

	return o->filesize.max ||
	       (o->size.value && o->size.unit != SIZE_PERCENT) ||
	       (stat(path, &st) == 0 && st.st_size > 0);
}

static void drop_empty(const struct job_preparation *p, struct text_list *names)
{
	size_t kept = 0;

	for (size_t i = 0; i < names->count; i++)
		if (is_wanted(p, names->items[i]))
			names->items[kept++] = names->items[i];
	if (kept < names->count && is_first_clone(p))
		diag_note(p->all->diag, PLAN_SOURCE(p->job->section, opendir),
			  "opendir: %zu empty files of %s are left out",
			  names->count - kept, p->options->opendir);
	names->count = kept;
}

/* The files of the folder, and after them those of filename. */
static int find_names(struct job_preparation *p)
{
	struct arena *arena = p->all->out->arena;
	struct source at = PLAN_SOURCE(p->job->section, opendir);
	const struct text_list *more = &p->options->filename;
	struct layout *layout = p->layout;
	struct text_list names = { .count = 0 };
	const char *failed = p->options->opendir;
	int error = prepare_folder(arena, failed, &names, &failed);

	if (error)
		return diag_error(p->all->diag, at, "opendir: '%s': %s", failed,
				  strerror(error));
	drop_empty(p, &names);
	for (size_t i = 0; i < more->count; i++) {
		names.items = arena_grow(arena, names.items, names.count,
					 sizeof(names.items[0]));
		names.items[names.count++] =
			in_folder(arena,
				  p->options->directory.count
					  ? p->options->directory.items[0]
					  : NULL,
				  more->items[i]);
	}
	if (!names.count)
		return diag_error(p->all->diag, at,
				  "opendir: there are no files below '%s'",
				  p->options->opendir);
	layout->file_count = named_count(p, names.count);
	layout->files =
		arena_calloc(arena, layout->file_count, sizeof(*layout->files));
	for (size_t i = 0; i < layout->file_count; i++)
		layout->files[i].path = names.items[i];
	return 0;
}

int prepare_names(struct job_preparation *p)
{
	bool diskless = engine_is(p, ENGINE_DISKLESS);

	if (p->options->replay.logs) {
		prepare_replay_names(p);
	} else if (!diskless && p->options->opendir) {
		if (find_names(p) < 0)
			return -1;
	} else {
		make_names(p);
	}
	if (diskless) {
		for (size_t i = 0; i < p->layout->file_count; i++)
			p->layout->files[i].kind = FILE_NONE;
		return 0;
	}
	if (check_folders(p) < 0)
		return -1;
	p->files = arena_calloc(p->all->out->arena, p->layout->file_count,
				sizeof(struct run_file *));
	for (size_t i = 0; i < p->layout->file_count; i++) {
		struct layout_file *f = &p->layout->files[i];

		p->files[i] = file_table_get(p->all->out->files, f->path);
		f->kind = engine_is(p, ENGINE_FOLDERS) ? FILE_FOLDER
						       : p->files[i]->kind;
		f->present = p->files[i]->from;
		f->made = !p->files[i]->exists;
	}
	return 0;
}
