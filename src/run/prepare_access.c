#include "prepare_parts.h"

#include "sys/blockdev.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* With the rights that opening it will have. */
static int lacks(const char *path, int rights)
{
	return faccessat(AT_FDCWD, path, rights, AT_EACCESS) < 0 ? errno : 0;
}

/* filetype: the job is about files of one kind. */
static int check_type(const struct job_preparation *p,
		      const struct run_file *file)
{
	static const struct {
		enum file_kind kind;
		const char *name;
	} types[] = {
		[FILETYPE_REGULAR] = { FILE_REGULAR, "a regular file" },
		[FILETYPE_BLOCK] = { FILE_BLOCK, "a block device" },
		[FILETYPE_CHARACTER] = { FILE_CHARACTER, "a character device" },
	};
	enum file_type type = p->options->filetype;

	if (type == FILETYPE_ANY || file->kind == types[type].kind)
		return 0;
	return diag_error(p->all->diag, PLAN_SOURCE(p->job->section, filetype),
			  "filetype: %s is not %s", file->path,
			  types[type].name);
}

static int check_kind(const struct job_preparation *p,
		      const struct run_file *file)
{
	struct source at = prepare_file_source(p->job->section);
	struct diag *diag = p->all->diag;

	if (strcmp(file->path, "-") == 0)
		return diag_error(diag, at,
				  "filename: '-' (standard input or output) "
				  "can't be used");
	if (file->error)
		return diag_error(diag, at, "%s: %s", file->path,
				  strerror(file->error));
	if (!file->exists)
		return 0;
	if (engine_is(p, ENGINE_FOLDERS) && !S_ISDIR(file->mode))
		return diag_error(diag, at,
				  "%s is not a folder, as ioengine=%s needs it",
				  file->path, p->job->section->engine->name);
	if (engine_is(p, ENGINE_FOLDERS))
		return 0;
	if (S_ISDIR(file->mode))
		return diag_error(diag, at, "%s is a folder", file->path);
	if (S_ISFIFO(file->mode) || S_ISSOCK(file->mode))
		return diag_error(diag, at, "%s is a %s, which has no offsets",
				  file->path,
				  S_ISFIFO(file->mode) ? "pipe" : "socket");
	return 0;
}

/* Whether there is nothing between the file and this folder. */
static bool is_in(const char *path, const char *folder)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return true;
	return (size_t)(slash - path) <= strlen(folder);
}

/*
 * A file that would be made: below /dev it is a device with its name spelled
 * wrong, and a test of memory in place of a disk.
 */
static int check_missing(const struct job_preparation *p,
			 const struct run_file *file)
{
	static const char devices[] = "/dev/", memory[] = "/dev/shm/";
	struct source at = prepare_file_source(p->job->section);
	struct diag *diag = p->all->diag;
	const char *folder;
	int error;

	if (strncmp(file->path, devices, strlen(devices)) == 0 &&
	    strncmp(file->path, memory, strlen(memory)) != 0)
		return diag_error(diag, at,
				  "%s does not exist, and no file is made "
				  "among devices",
				  file->path);
	if (!p->options->allow_file_create)
		return diag_error(
			diag, PLAN_SOURCE(p->job->section, allow_file_create),
			"%s does not exist, and allow_file_create=0 forbids "
			"making it",
			file->path);
	if (p->all->readonly)
		return diag_error(diag, at,
				  "%s does not exist, and --readonly forbids "
				  "making it",
				  file->path);
	folder = file_parent(p->all->out->arena, file->path);
	if (engine_is(p, ENGINE_MAKES) && !is_in(file->path, folder))
		return diag_error(diag, at,
				  "%s can't be made: the folder that it is to "
				  "be in does not exist",
				  file->path);
	error = lacks(folder, W_OK | X_OK);
	if (error)
		return diag_error(diag, at, "%s can't be made in %s: %s",
				  file->path, folder, strerror(error));
	return 0;
}

/* The entry of a file is its folder's, so what may be done with it is, too. */
static int check_rights(const struct job_preparation *p,
			const struct run_file *file)
{
	bool opens =
		!engine_is(p, ENGINE_ACTIVITY) ||
		(engine_is(p, ENGINE_MAKES) && !engine_is(p, ENGINE_FOLDERS));
	bool reads = p->options->rw.flags & RW_READ ||
		     p->options->verify.scheme != VERIFY_NONE;
	int rights = (reads ? R_OK : 0) | (job_writes(p) ? W_OK : 0);
	int error = opens ? lacks(file->path, rights) : 0;

	if (!error)
		return 0;
	return diag_error(p->all->diag, prepare_file_source(p->job->section),
			  "%s can't be opened for %s: %s", file->path,
			  !job_writes(p) ? "reading"
			  : reads        ? "reading and writing"
					 : "writing",
			  strerror(error));
}

/* A block device, or a way past it. */
static bool is_disk(const struct run_file *file, dev_t *device)
{
	*device = file->device;
	if (file->kind == FILE_CHARACTER)
		return blockdev_of_character("", file->device, device);
	return file->kind == FILE_BLOCK;
}

static int check_not_in_use(const struct job_preparation *p,
			    const struct run_file *file)
{
	struct source at = prepare_file_source(p->job->section);
	char what[512] = "";
	dev_t device;

	if (!job_writes(p) || p->options->allow_mounted_write ||
	    !is_disk(file, &device) ||
	    blockdev_in_use("", device, what, sizeof(what)) == BLOCKDEV_FREE)
		return 0;
	diag_error(p->all->diag, at,
		   "%s would be written to by rw=%s, but is in use: %s",
		   file->path, rw_name(p->options->rw.flags), what);
	diag_hint(p->all->diag, at,
		  "allow_mounted_write=1 destroys what is on it");
	return -1;
}

int prepare_access(struct job_preparation *p)
{
	for (size_t i = 0; p->files && i < p->layout->file_count; i++) {
		const struct run_file *file = p->files[i];

		/* Copies that share their files were checked with the first. */
		if (!is_first_clone(p) && p->options->filename.count &&
		    !p->layout->replay)
			return 0;
		if (check_not_in_use(p, file) < 0 || check_kind(p, file) < 0)
			return -1;
		if (check_type(p, file) < 0)
			return -1;
		if (!file->exists && check_missing(p, file) < 0)
			return -1;
		if (file->exists && check_rights(p, file) < 0)
			return -1;
	}
	return 0;
}
