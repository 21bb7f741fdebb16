#include "target.h"

#include "base/human.h"
#include "sys/blockdev.h"
#include "temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DIRECT_BLOCK = 512 }; /* where nobody knows the device's */

static struct source place_of(const struct ping_options *o)
{
	return (struct source){ o->path, 0 };
}

/* As a folder's file and all others are opened; direct I/O comes later. */
static int open_flags(const struct ping_options *o)
{
	return O_CLOEXEC | (o->sync ? O_SYNC : 0) | (o->dsync ? O_DSYNC : 0);
}

/* The device or file would be written to: only if nothing else uses it. */
static int check_shredding(const struct ping_options *o,
			   const struct storage *storage, struct diag *diag)
{
	char what[512] = "";

	if (!o->shred) {
		diag_error(diag, place_of(o),
			   "its data would be overwritten with noise");
		diag_hint(diag, place_of(o),
			  "-WWW does it, and a folder as the target is safe");
		return -1;
	}
	if (storage->kind == STORAGE_CHARACTER)
		return diag_error(diag, place_of(o),
				  "a character device is only read from");
	if (storage->kind == STORAGE_BLOCK &&
	    blockdev_in_use("", storage->number, what, sizeof(what)) !=
		    BLOCKDEV_FREE)
		return diag_error(diag, place_of(o),
				  "it is not written to while it is in use: %s",
				  what);
	return 0;
}

/* The part that is used, of a target with `all` bytes. */
static int choose_part(const struct ping_options *o, uint64_t all,
		       struct ping_target *t, struct diag *diag)
{
	char text[HUMAN_TEXT_MAX];

	t->offset = o->work_offset;
	if (t->offset > all || (o->work_size && o->work_size > all - t->offset))
		return diag_error(diag, place_of(o),
				  "it has only %s, and less after the offset",
				  human_bytes(all, text));
	t->size = o->work_size ? o->work_size : all - t->offset;
	if (o->size > t->size)
		return diag_error(diag, place_of(o),
				  "a request is bigger than the %s that it is "
				  "to be in",
				  human_bytes(t->size, text));
	return 0;
}

static int open_existing(const struct ping_options *o, struct ping_target *t,
			 struct diag *diag)
{
	off_t end;

	if (o->writes && check_shredding(o, t->storage, diag) < 0)
		return -1;
	t->fd = open(o->path,
		     open_flags(o) | (o->writes ? O_RDWR : O_RDONLY) |
			     (t->storage->kind == STORAGE_BLOCK && o->writes
				      ? O_EXCL
				      : 0));
	if (t->fd < 0)
		return diag_error(diag, place_of(o), "can't be opened: %s",
				  strerror(errno));
	if (t->storage->kind == STORAGE_CHARACTER) {
		/* It has no end that it tells of. */
		t->offset = o->work_offset;
		t->size = o->work_size ? o->work_size : o->size;
		return 0;
	}
	end = lseek(t->fd, 0, SEEK_END);
	if (end < 0)
		return diag_error(diag, place_of(o), "has no size: %s",
				  strerror(errno));
	return choose_part(o, (uint64_t)end, t, diag);
}

static int open_in_folder(const struct ping_options *o,
			  const volatile sig_atomic_t *stop,
			  struct ping_target *t, struct diag *diag)
{
	uint64_t size = o->work_size;

	if (!size)
		size = o->size > o->folder_size ? o->size : o->folder_size;
	if (size > INT64_MAX - o->work_offset)
		return diag_error(diag, place_of(o),
				  "no file can have the size that is asked "
				  "for");
	if (choose_part(o, size + o->work_offset, t, diag) < 0)
		return -1;
	t->fd = temporary_open(o, o->path, size + o->work_offset, open_flags(o),
			       stop, diag);
	return t->fd < 0 ? -1 : 0;
}

static int set_direct(const struct ping_options *o, const struct ping_target *t,
		      struct diag *diag)
{
	unsigned block = t->storage->logical_block;
	int flags = fcntl(t->fd, F_GETFL);

	if (!block)
		block = DIRECT_BLOCK;
	if (o->size % block || t->offset % block)
		return diag_error(diag, place_of(o),
				  "with -D, size and offset have to be "
				  "multiples of %u bytes",
				  block);
	if (flags < 0 || fcntl(t->fd, F_SETFL, flags | O_DIRECT) < 0)
		return diag_error(diag, place_of(o),
				  "direct I/O is not supported here (%s): %s",
				  t->storage->type, strerror(errno));
	return 0;
}

static int open_any(const struct ping_options *o,
		    const volatile sig_atomic_t *stop, struct ping_target *t,
		    struct diag *diag)
{
	struct stat st;

	t->storage = storage_read(o->path);
	if (!t->storage || stat(o->path, &st) < 0)
		return diag_error(diag, place_of(o), "%s", strerror(errno));
	if (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode))
		return diag_error(diag, place_of(o),
				  "is a %s, which has no offsets",
				  S_ISFIFO(st.st_mode) ? "pipe" : "socket");
	if (S_ISDIR(st.st_mode))
		return open_in_folder(o, stop, t, diag);
	return open_existing(o, t, diag);
}

/*
 * Nothing is read ahead, and nothing is in the cache: it keeps large
 * pieces whole, which the parts of single requests don't get out of it later.
 */
static void advise(const struct ping_options *o, const struct ping_target *t)
{
	off_t offset = (off_t)t->offset, size = (off_t)t->size;

	posix_fadvise(t->fd, offset, size, POSIX_FADV_RANDOM);
	if (!o->cached)
		posix_fadvise(t->fd, offset, size, POSIX_FADV_DONTNEED);
}

int ping_target_open(const struct ping_options *options,
		     const volatile sig_atomic_t *stop,
		     struct ping_target *target, struct diag *diag)
{
	*target = (struct ping_target){ .fd = -1 };
	if (open_any(options, stop, target, diag) == 0 &&
	    (!options->direct || set_direct(options, target, diag) == 0)) {
		advise(options, target);
		return 0;
	}
	ping_target_close(target);
	return -1;
}

void ping_target_close(struct ping_target *target)
{
	if (target->fd >= 0)
		close(target->fd);
	target->fd = -1;
	storage_free(target->storage);
	target->storage = NULL;
}
