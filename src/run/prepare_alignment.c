#include "prepare_parts.h"

#include "spec/job_blocks.h"
#include "sys/blockdev.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

/* What every device and file system can do, where nothing is known. */
enum { FALLBACK_ALIGNMENT = 512 };

/* The kernel's word on this very file, where it has one (6.1 and later). */
static void ask_file(struct run_file *file)
{
#ifdef STATX_DIOALIGN
	struct statx st;

	if (statx(AT_FDCWD, file->path, 0, STATX_DIOALIGN, &st) < 0 ||
	    !(st.stx_mask & STATX_DIOALIGN))
		return;
	file->no_direct = st.stx_dio_offset_align == 0;
	file->io_alignment = st.stx_dio_offset_align;
	file->memory_alignment = st.stx_dio_mem_align;
#else
	(void)file;
#endif
}

static void ask_device(struct run_file *file, dev_t number)
{
	struct blockdev *device = blockdev_read("", number);

	file->io_alignment = FALLBACK_ALIGNMENT;
	if (device && device->logical_block)
		file->io_alignment = device->logical_block;
	file->memory_alignment = file->io_alignment;
	blockdev_free(device);
}

/* Opening for reading harms nothing; EINVAL is the answer of open(2). */
static void try_to_open(struct run_file *file)
{
	int fd = open(file->path, O_RDONLY | O_DIRECT | O_CLOEXEC | O_NONBLOCK);

	file->no_direct = fd < 0 && errno == EINVAL;
	if (fd >= 0)
		close(fd);
}

/* A file that isn't there yet will lie on the device of its folder. */
static dev_t device_below(struct arena *arena, const struct run_file *file)
{
	struct stat st;

	if (file->exists)
		return file->device;
	if (stat(file_parent(arena, file->path), &st) < 0)
		return 0;
	return st.st_dev;
}

static void look_up(struct arena *arena, struct run_file *file)
{
	if (file->exists) {
		ask_file(file);
		if (!file->no_direct)
			try_to_open(file);
	}
	if (!file->io_alignment)
		ask_device(file, device_below(arena, file));
}

static int refuse(const struct job_preparation *p, struct source at,
		  const char *option, uint64_t value,
		  const struct run_file *file)
{
	return diag_error(p->all->diag, at,
			  "%s: %" PRIu64 " is not a multiple of %" PRIu32
			  ", which direct=1 needs on %s",
			  option, value, file->io_alignment, file->path);
}

/* The sizes that bs and bssplit have at `index`, 0 to 2. */
static int check_sizes(const struct job_preparation *p,
		       const struct run_file *file, int index)
{
	const struct job_section *section = p->job->section;
	const struct job_options *o = p->options;
	const struct block_share *list = o->bssplit.of[index];
	struct number_range bs = o->bs.of[index];
	uint64_t align = file->io_alignment;

	for (size_t i = 0; i < o->bssplit.count[index]; i++) {
		if (list[i].size.min % align)
			return refuse(p, PLAN_SOURCE(section, bssplit),
				      "bssplit", list[i].size.min, file);
		if (list[i].size.max % align)
			return refuse(p, PLAN_SOURCE(section, bssplit),
				      "bssplit", list[i].size.max, file);
	}
	if (bs.min % align)
		return refuse(p, PLAN_SOURCE(section, bs), "bs", bs.min, file);
	if (bs.max % align)
		return refuse(p, PLAN_SOURCE(section, bs), "bs", bs.max, file);
	if (o->bs_unaligned && bs.min < bs.max && !o->bssplit.count[index])
		return diag_error(
			p->all->diag, PLAN_SOURCE(section, bs_unaligned),
			"bs_unaligned: draws sizes that are not "
			"multiples of %" PRIu32 ", which direct=1 needs on %s",
			file->io_alignment, file->path);
	return 0;
}

static int check_direction(const struct job_preparation *p,
			   const struct run_file *file, int d)
{
	const struct job_options *o = p->options;

	if (job_is_sequential(o, d) &&
	    check_sizes(p, file, job_sizes_of(o, d, false)) < 0)
		return -1;
	if (!job_is_random(o, d))
		return 0;
	if (o->ba.of[d] % file->io_alignment)
		return refuse(p, PLAN_SOURCE(p->job->section, ba), "ba",
			      o->ba.of[d], file);
	return check_sizes(p, file, job_sizes_of(o, d, true));
}

static int check_blocks(const struct job_preparation *p,
			const struct run_file *file)
{
	const struct job_section *section = p->job->section;
	const struct job_options *o = p->options;
	uint64_t align = file->io_alignment;

	for (int d = 0; d < DIRECTIONS; d++)
		if (job_moves(o, d) && check_direction(p, file, d) < 0)
			return -1;
	if (!(o->rw.flags & RW_RANDOM) && o->rw.modifier % (int64_t)align)
		return diag_error(p->all->diag, PLAN_SOURCE(section, rw),
				  "rw: %" PRId64
				  " is not a multiple of %" PRIu64
				  ", which direct=1 needs on %s",
				  o->rw.modifier, align, file->path);
	return 0;
}

static int check_memory(const struct job_preparation *p,
			const struct run_file *file)
{
	uint64_t align = p->options->iomem_align;

	if (!align || align % file->memory_alignment == 0)
		return 0;
	return diag_error(
		p->all->diag, PLAN_SOURCE(p->job->section, iomem_align),
		"iomem_align: %" PRIu64 " is not a multiple of %" PRIu32
		", which direct=1 needs on %s",
		align, file->memory_alignment, file->path);
}

static int check_file(const struct job_preparation *p,
		      const struct run_file *file, uint64_t offset)
{
	struct source at = PLAN_SOURCE(p->job->section, direct);

	if (file->no_direct) {
		diag_error(p->all->diag, at,
			   "direct: %s lies on a file system that can't do "
			   "direct I/O",
			   file->path);
		diag_hint(p->all->diag, at,
			  "use direct=0, or a file on another file system");
		return -1;
	}
	if (p->layout->replay)
		return prepare_replay_alignment(p, file) < 0
			       ? -1
			       : check_memory(p, file);
	if (offset % file->io_alignment)
		return refuse(p, PLAN_SOURCE(p->job->section, offset), "offset",
			      offset, file);
	if (check_blocks(p, file) < 0)
		return -1;
	return check_memory(p, file);
}

int prepare_alignment(struct job_preparation *p)
{
	struct layout *layout = p->layout;

	layout->io_alignment = 1;
	layout->buffer_alignment = p->options->iomem_align
					   ? (uint32_t)p->options->iomem_align
					   : (uint32_t)sysconf(_SC_PAGESIZE);
	if (!section_is_direct(p->job->section) || !p->files)
		return 0;
	for (size_t i = 0; i < layout->file_count; i++) {
		struct run_file *file = p->files[i];

		if (file->kind != FILE_REGULAR && file->kind != FILE_BLOCK)
			continue;
		if (!file->io_alignment)
			look_up(p->all->out->arena, file);
		if (check_file(p, file, layout->files[i].offset) < 0)
			return -1;
		if (file->io_alignment > layout->io_alignment)
			layout->io_alignment = file->io_alignment;
		if (!p->options->iomem_align &&
		    file->memory_alignment > layout->buffer_alignment)
			layout->buffer_alignment = file->memory_alignment;
	}
	return 0;
}
