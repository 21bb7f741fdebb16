#include "io/buffer_memory.h"

#include "base/size.h"
#include "sys/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/magic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

/* MAP_HUGE_SHIFT and SHM_HUGE_SHIFT: where the size's logarithm stands. */
enum { HUGE_SHIFT = 26 };

/* What a kind of memory is asked with. */
struct demand {
	const struct memory *memory;
	size_t size;
	uint64_t page_size; /* of the huge pages, if it is of them */
	int huge_flags;     /* which ones, for mmap(2) and shmget(2) */
	struct job_error *error;
};

static bool is_huge(enum memory_kind kind)
{
	return kind == MEMORY_SHMHUGE || kind == MEMORY_MMAPHUGE;
}

/* NULL with errno set. */
static void *map_malloc(const struct demand *d)
{
	return malloc(d->size);
}

static void *map_segment(const struct demand *d)
{
	int flags = is_huge(d->memory->kind) ? SHM_HUGETLB | d->huge_flags : 0;
	int id = shmget(IPC_PRIVATE, d->size, IPC_CREAT | 0600 | flags);
	void *at;
	int code;

	if (id < 0)
		return NULL;
	at = shmat(id, NULL, 0);
	code = errno;
	/* It lives on until it is detached, by the process's end if need be. */
	shmctl(id, IPC_RMID, NULL);
	errno = code;
	return (intptr_t)at == -1 ? NULL : at;
}

static void *map_anonymous(const struct demand *d)
{
	int flags = MAP_ANONYMOUS;
	void *at;

	flags |=
		d->memory->kind == MEMORY_MMAPSHARED ? MAP_SHARED : MAP_PRIVATE;
	if (is_huge(d->memory->kind))
		flags |= MAP_HUGETLB | d->huge_flags;
	at = mmap(NULL, d->size, PROT_READ | PROT_WRITE, flags, -1, 0);
	return at == MAP_FAILED ? NULL : at;
}

static int refuse_file(const struct demand *d, int code, const char *why)
{
	return job_error_set(d->error, code, "mem", "mem=%s: %s %s",
			     memory_name(d->memory->kind), d->memory->path,
			     why);
}

/* Whether a file that was there before may be used. */
static int check_found(const struct demand *d, int fd)
{
	struct stat st;

	if (fstat(fd, &st) < 0)
		return refuse_file(d, errno, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return 0;
	if (d->memory->kind == MEMORY_MMAPSHARED)
		return refuse_file(d, EEXIST,
				   "is there, and would be overwritten: name "
				   "one that isn't");
	if ((uint64_t)st.st_size < d->size)
		return refuse_file(d, ENOSPC,
				   "is there, and is shorter than the I/O "
				   "buffers");
	return 0;
}

/* Give it its size; there and then, rather than by SIGBUS later. 0 or errno. */
static int extend_file(const struct demand *d, int fd)
{
	if (ftruncate(fd, (off_t)d->size) < 0)
		return errno;
	if (d->memory->kind != MEMORY_MMAPSHARED)
		return 0;
	return posix_fallocate(fd, 0, (off_t)d->size);
}

/* A file of the demanded size that has no name any more. */
static int make_file(const struct demand *d)
{
	char *path;
	int fd, code;

	if (asprintf(&path, "%s.XXXXXX", d->memory->path) < 0)
		return refuse_file(d, ENOMEM, strerror(ENOMEM));
	fd = mkostemp(path, O_CLOEXEC);
	code = errno;
	if (fd >= 0) {
		unlink(path);
		code = extend_file(d, fd);
	}
	free(path);
	if (fd >= 0 && !code)
		return fd;
	if (fd >= 0)
		close(fd);
	return refuse_file(d, code, strerror(code));
}

/* Of mmaphuge: pages come from the file system of the file. */
static int check_pages(const struct demand *d, int fd)
{
	char why[96], size[SIZE_TEXT_MAX];
	struct statfs fs;

	if (!is_huge(d->memory->kind))
		return 0;
	if (fstatfs(fd, &fs) < 0)
		return refuse_file(d, errno, strerror(errno));
	if (fs.f_type != HUGETLBFS_MAGIC)
		return refuse_file(d, EINVAL,
				   "is not on hugetlbfs: mount -t hugetlbfs "
				   "none FOLDER makes one");
	if ((uint64_t)fs.f_bsize == d->page_size)
		return 0;
	snprintf(why, sizeof(why), "has pages of %s: give that hugepage-size",
		 size_format((uint64_t)fs.f_bsize, size));
	return refuse_file(d, EINVAL, why);
}

/* The descriptor, or -1 with the error set. */
static int open_file(const struct demand *d)
{
	int access = d->memory->kind == MEMORY_MMAP ? O_RDONLY : O_RDWR;
	int fd = open(d->memory->path, access | O_CLOEXEC);

	if (fd < 0 && errno == ENOENT)
		return make_file(d);
	if (fd < 0)
		return refuse_file(d, errno, strerror(errno));
	if (check_found(d, fd) == 0)
		return fd;
	close(fd);
	return -1;
}

/* Sets the error itself where it knows more than errno. */
static void *map_file(const struct demand *d)
{
	int share = d->memory->kind == MEMORY_MMAP ? MAP_PRIVATE : MAP_SHARED;
	int fd = open_file(d);
	void *at = MAP_FAILED;

	if (fd < 0)
		return NULL;
	if (check_pages(d, fd) == 0)
		at = mmap(NULL, d->size, PROT_READ | PROT_WRITE, share, fd, 0);
	close(fd);
	return at == MAP_FAILED ? NULL : at;
}

static void *map_pages(const struct demand *d)
{
	return d->memory->path ? map_file(d) : map_anonymous(d);
}

static void unmap_malloc(void *at, size_t size)
{
	(void)size;
	free(at);
}

static void unmap_segment(void *at, size_t size)
{
	(void)size;
	shmdt(at);
}

static void unmap_pages(void *at, size_t size)
{
	munmap(at, size);
}

static const struct {
	void *(*map)(const struct demand *d);
	void (*unmap)(void *at, size_t size);
} kinds[] = {
	[MEMORY_MALLOC] = { map_malloc, unmap_malloc },
	[MEMORY_SHM] = { map_segment, unmap_segment },
	[MEMORY_SHMHUGE] = { map_segment, unmap_segment },
	[MEMORY_MMAP] = { map_pages, unmap_pages },
	[MEMORY_MMAPHUGE] = { map_pages, unmap_pages },
	[MEMORY_MMAPSHARED] = { map_pages, unmap_pages },
};

static int refuse_size(struct job_error *error)
{
	return job_error_set(error, ENOMEM, "malloc",
			     "the I/O buffers don't fit in memory");
}

/* What to do about it: the pages are too few, or may not be had. */
static int refuse_huge(const struct demand *d, int code,
		       const struct hugepages *pages)
{
	const char *name = memory_name(d->memory->kind);
	uint64_t needed = d->size / pages->size;
	char size[SIZE_TEXT_MAX], how[160];

	size_format(pages->size, size);
	if (code == EPERM)
		return job_error_set(d->error, code, name,
				     "mem=%s: huge pages may not be used: they "
				     "need CAP_IPC_LOCK, or a group of "
				     "vm.hugetlb_shm_group",
				     name);
	if (pages->usual)
		snprintf(how, sizeof(how), "sysctl vm.nr_hugepages=%" PRIu64,
			 pages->total - pages->free + needed);
	else
		snprintf(how, sizeof(how),
			 "echo %" PRIu64 " >/sys/kernel/mm/hugepages/"
			 "hugepages-%" PRIu64 "kB/nr_hugepages",
			 pages->total - pages->free + needed,
			 pages->size / 1024);
	return job_error_set(d->error, code, name,
			     "mem=%s: huge pages of %s for the I/O buffers: "
			     "%" PRIu64 " needed, %" PRIu64 " of %" PRIu64
			     " free: %s (for each job that runs at the same "
			     "time)",
			     name, size, needed, pages->free, pages->total,
			     how);
}

/* Which huge pages: their size, and the flags that ask for them. */
static int choose_pages(struct demand *d, uint64_t asked,
			struct hugepages *pages)
{
	const char *name = memory_name(d->memory->kind);
	char size[SIZE_TEXT_MAX];

	*pages = hugepages_read("", asked);
	if (!pages->size && asked)
		return job_error_set(d->error, EINVAL, name,
				     "hugepage-size: this machine has no huge "
				     "pages of %s (those that there are stand "
				     "in /sys/kernel/mm/hugepages)",
				     size_format(asked, size));
	if (!pages->size)
		return job_error_set(d->error, ENOSYS, name,
				     "mem=%s: this kernel has no huge pages",
				     name);
	d->page_size = pages->size;
	if (!pages->usual)
		d->huge_flags = __builtin_ctzll(pages->size) << HUGE_SHIFT;
	return 0;
}

/*
 * With room to begin at the alignment, where the memory doesn't by itself; in
 * whole pages, where these are huge.
 */
static int choose_size(struct demand *d, size_t size, size_t alignment)
{
	size_t page =
		d->page_size ? d->page_size : (size_t)sysconf(_SC_PAGESIZE);
	bool aligned = d->memory->kind != MEMORY_MALLOC && alignment <= page;
	size_t more = aligned ? 0 : alignment - 1;

	if (d->page_size)
		more += page - 1;
	if (__builtin_add_overflow(size, more, &d->size))
		return refuse_size(d->error);
	if (d->page_size)
		d->size &= ~(page - 1);
	return 0;
}

int buffer_memory_open(struct buffer_memory *memory,
		       const struct buffer_memory_request *request,
		       struct job_error *error)
{
	enum memory_kind kind = request->memory.kind;
	const char *name = memory_name(kind);
	struct demand d = { .memory = &request->memory, .error = error };
	struct hugepages pages = { 0 };

	*memory = (struct buffer_memory){ .kind = kind };
	if (is_huge(kind) && choose_pages(&d, request->hugepage_size, &pages))
		return -1;
	if (choose_size(&d, request->size, request->alignment) < 0)
		return -1;
	memory->size = d.size;
	memory->at = kinds[kind].map(&d);
	if (memory->at)
		return 0;
	if (error->code)
		return -1;
	if (is_huge(kind))
		return refuse_huge(&d, errno, &pages);
	return job_error_set(error, errno, name,
			     "no memory for the I/O buffers, %zu bytes "
			     "(mem=%s): %s",
			     d.size, name, strerror(errno));
}

/* How much may be locked without the rest of the machine running dry. */
static int check_available(uint64_t size, struct job_error *error)
{
	char asked[SIZE_TEXT_MAX], left[SIZE_TEXT_MAX];
	uint64_t available = memory_available("") >> 20 << 20;

	if (!available || size <= available)
		return 0;
	return job_error_set(error, ENOMEM, "lockmem",
			     "lockmem: %s can't be locked, as %s are available",
			     size_format(size, asked),
			     size_format(available, left));
}

int buffer_memory_lock(struct buffer_memory *memory, uint64_t size,
		       struct job_error *error)
{
	char asked[SIZE_TEXT_MAX], limit_text[SIZE_TEXT_MAX] = "any";
	struct rlimit limit;
	void *at;
	int code;

	if (check_available(size, error) < 0)
		return -1;
	at = mmap(NULL, size, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at != MAP_FAILED && mlock(at, size) == 0) {
		*memory = (struct buffer_memory){ at, size, MEMORY_MMAP };
		return 0;
	}
	code = errno;
	if (at != MAP_FAILED)
		munmap(at, size);
	if (getrlimit(RLIMIT_MEMLOCK, &limit) == 0 &&
	    limit.rlim_cur != RLIM_INFINITY)
		size_format(limit.rlim_cur, limit_text);
	return job_error_set(error, code, "mlock",
			     "lockmem: %s can't be locked: %s (ulimit -l "
			     "allows %s)",
			     size_format(size, asked), strerror(code),
			     limit_text);
}

void buffer_memory_close(struct buffer_memory *memory)
{
	if (memory->at)
		kinds[memory->kind].unmap(memory->at, memory->size);
	*memory = (struct buffer_memory){ 0 };
}
