#include "engine/nvme.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>

enum {
	IDENTIFY = 0x06, /* the admin command, */
	IDENTIFY_BYTES = 4096,
	IDENTIFY_NAMESPACE = 0x00, /* and what it is to tell */
	IDENTIFY_NVM = 0x05,
	IDENTIFY_NVM_CONTROLLER = 0x06,

	FLUSH = 0x00, /* I/O commands */
	WRITE = 0x01,
	READ = 0x02,
	WRITE_UNCORRECTABLE = 0x04,
	WRITE_ZEROES = 0x08,
	DATASET_MANAGEMENT = 0x09,
	VERIFY = 0x0c,

	DEALLOCATE = 1 << 2, /* of Dataset Management */
	CHECKS_SHIFT = 26,   /* in command dword 12 */
	PROTECT_BIT = 29,
	FUA_BIT = 30,
	MASK_SHIFT = 16, /* in command dword 15 */

	BLOCKS_MAX = 65536, /* of one command */
};

static uint16_t little16(const unsigned char *at)
{
	return (uint16_t)(at[0] | at[1] << 8);
}

static uint32_t little32(const unsigned char *at)
{
	return little16(at) | (uint32_t)little16(at + 2) << 16;
}

static uint64_t little64(const unsigned char *at)
{
	return little32(at) | (uint64_t)little32(at + 4) << 32;
}

/* 0, or errno. */
static int ask(int fd, int (*control)(int fd, unsigned long request, void *arg),
	       uint32_t namespace_id, unsigned what, unsigned char *answer)
{
	struct nvme_admin_cmd command = {
		.opcode = IDENTIFY,
		.nsid = namespace_id,
		.addr = (uintptr_t)answer,
		.data_len = IDENTIFY_BYTES,
		.cdw10 = what,
	};
	int result;

	memset(answer, 0, IDENTIFY_BYTES);
	result = control(fd, NVME_IOCTL_ADMIN_CMD, &command);
	if (result < 0)
		return errno;
	return result > 0 ? EIO : 0;
}

/* The format in use: its number is in two parts. */
static unsigned format_number(const unsigned char *id)
{
	unsigned flbas = id[26];

	return (flbas & 0xf) | (id[25] > 15 ? (flbas >> 5 & 3) << 4 : 0);
}

static int read_format(const unsigned char *id, struct nvme_format *f)
{
	const unsigned char *lbaf = id + 128 + (size_t)4 * format_number(id);
	unsigned protection = id[29];

	if (lbaf[2] < 9 || lbaf[2] > 31)
		return -1;
	f->blocks = little64(id);
	f->data_bytes = UINT32_C(1) << lbaf[2];
	f->meta_bytes = little16(lbaf);
	f->is_extended = f->meta_bytes && id[26] & 1 << 4;
	f->protection = f->meta_bytes ? protection & 7 : 0;
	f->protection_first = protection & 1 << 3;
	f->guard_bits = 16;
	return 0;
}

/* Older devices don't answer, and have guards of 16 bits only. */
static void read_guard(const unsigned char *nvm, unsigned format,
		       struct nvme_format *f)
{
	static const unsigned bits[] = { 16, 32, 64 };
	unsigned kind = little32(nvm + 12 + (size_t)4 * format) >> 7 & 3;

	if (kind < sizeof(bits) / sizeof(bits[0]))
		f->guard_bits = bits[kind];
}

int nvme_identify(int fd,
		  int (*control)(int fd, unsigned long request, void *argument),
		  struct nvme_format *format, struct job_error *error)
{
	unsigned char id[IDENTIFY_BYTES], nvm[IDENTIFY_BYTES];
	int number = control(fd, (unsigned long)NVME_IOCTL_ID, NULL);
	int code;

	*format = (struct nvme_format){ 0 };
	if (number <= 0)
		return job_error_set(error, number < 0 ? errno : ENODEV,
				     "ioctl",
				     "cmd_type=nvme: the file is no NVMe "
				     "character device (/dev/ngXnY)");
	format->namespace_id = (uint32_t)number;
	code = ask(fd, control, format->namespace_id, IDENTIFY_NAMESPACE, id);
	if (code)
		return job_error_set(error, code, "ioctl",
				     "namespace %d does not tell its format: "
				     "%s",
				     number, strerror(code));
	if (read_format(id, format) < 0)
		return job_error_set(error, EINVAL, "ioctl",
				     "namespace %d has blocks of a size that "
				     "makes no sense",
				     number);
	if (format->protection &&
	    ask(fd, control, format->namespace_id, IDENTIFY_NVM, nvm) == 0)
		read_guard(nvm, format_number(id), format);
	return 0;
}

/* Controllers before NVMe 2.0 don't answer. */
int nvme_check_ranges(int fd,
		      int (*control)(int fd, unsigned long request,
				     void *argument),
		      unsigned ranges, struct job_error *error)
{
	enum { RANGES_LIMIT = 3 /* byte of the answer; 0: none is told */ };
	unsigned char id[IDENTIFY_BYTES];

	if (ask(fd, control, 0, IDENTIFY_NVM_CONTROLLER, id) ||
	    !id[RANGES_LIMIT] || ranges <= id[RANGES_LIMIT])
		return 0;
	return job_error_set(error, EINVAL, "io_uring_cmd",
			     "num_range=%u is more than the %d ranges that the "
			     "controller takes in a command",
			     ranges, id[RANGES_LIMIT]);
}

static uint32_t protection_bytes(const struct nvme_format *f)
{
	if (!f->protection)
		return 0;
	return f->guard_bits == 16 ? 8 : 16;
}

/* Metadata that are nothing else than what the device makes. */
static bool device_makes_all(const struct nvme_format *f,
			     const struct nvme_rules *r)
{
	return r->device_protects && f->protection &&
	       f->meta_bytes == protection_bytes(f);
}

uint32_t nvme_block_bytes(const struct nvme_format *f,
			  const struct nvme_rules *r)
{
	if (!f->is_extended || device_makes_all(f, r))
		return f->data_bytes;
	return f->data_bytes + f->meta_bytes;
}

uint32_t nvme_separate_bytes(const struct nvme_format *f,
			     const struct nvme_rules *r)
{
	return f->is_extended || device_makes_all(f, r) ? 0 : f->meta_bytes;
}

int nvme_check_rules(const struct nvme_format *f, const struct nvme_rules *r,
		     uint64_t io_bytes, struct job_error *error)
{
	uint32_t block = nvme_block_bytes(f, r);
	uint64_t blocks = io_bytes / block;
	uint64_t needed = blocks * nvme_separate_bytes(f, r);

	if (io_bytes % block)
		return job_error_set(error, EINVAL, "io_uring_cmd",
				     "bs=%" PRIu64 " is not a multiple of the "
				     "%" PRIu32 " bytes of a block",
				     io_bytes, block);
	if (blocks > BLOCKS_MAX)
		return job_error_set(error, EINVAL, "io_uring_cmd",
				     "bs=%" PRIu64 " is more than the %d "
				     "blocks of a command",
				     io_bytes, BLOCKS_MAX);
	if (f->protection && !r->device_protects && f->guard_bits != 16)
		return job_error_set(error, EOPNOTSUPP, "io_uring_cmd",
				     "pi_act=0: guards of %u bits are left to "
				     "the device only (pi_act=1)",
				     f->guard_bits);
	if (r->meta_per_io < needed)
		return job_error_set(error, EINVAL, "io_uring_cmd",
				     "md_per_io_size=%" PRIu32
				     " is less than the %" PRIu64 " bytes of "
				     "metadata of an I/O",
				     r->meta_per_io, needed);
	return 0;
}

static const struct {
	const char *name;
	unsigned check;
} check_names[] = {
	{ "GUARD", NVME_CHECK_GUARD },
	{ "REFTAG", NVME_CHECK_REFTAG },
	{ "APPTAG", NVME_CHECK_APPTAG },
};

int nvme_read_checks(const char *text, unsigned *checks)
{
	unsigned found = 0;

	while (*text) {
		size_t length = strcspn(text, ",");
		unsigned check = 0;

		for (size_t i = 0;
		     i < sizeof(check_names) / sizeof(check_names[0]); i++)
			if (strlen(check_names[i].name) == length &&
			    strncasecmp(check_names[i].name, text, length) == 0)
				check = check_names[i].check;
		if (!check)
			return -1;
		found |= check;
		text += length + (text[length] == ',' ? 1 : 0);
	}
	*checks = found;
	return 0;
}

uint16_t nvme_guard(uint16_t crc, const void *data, size_t size)
{
	const unsigned char *at = data;

	for (size_t i = 0; i < size; i++) {
		crc ^= (uint16_t)(at[i] << 8);
		for (unsigned bit = 0; bit < 8; bit++)
			crc = (uint16_t)(crc << 1 ^
					 (crc & 0x8000 ? 0x8bb7 : 0));
	}
	return crc;
}

/* The protection information of one block, and all that its guard covers. */
struct protected_block {
	const unsigned char *data;
	const unsigned char *metadata;
	uint32_t covered; /* bytes of metadata before it */
	unsigned char *protection;
};

static struct protected_block block_at(const struct nvme_format *f,
				       const struct io *io,
				       const void *metadata, uint32_t index)
{
	uint32_t stride = f->data_bytes + (f->is_extended ? f->meta_bytes : 0);
	unsigned char *data = (unsigned char *)io->buf + (size_t)index * stride;
	unsigned char *meta = f->is_extended
				      ? data + f->data_bytes
				      : (unsigned char *)metadata +
						(size_t)index * f->meta_bytes;
	uint32_t before =
		f->protection_first ? 0 : f->meta_bytes - protection_bytes(f);

	return (struct protected_block){
		.data = data,
		.metadata = meta,
		.covered = before,
		.protection = meta + before,
	};
}

static uint16_t guard_of(const struct nvme_format *f,
			 const struct protected_block *b)
{
	uint16_t crc = nvme_guard(0, b->data, f->data_bytes);

	return nvme_guard(crc, b->metadata, b->covered);
}

static void big(unsigned char *at, uint64_t value, unsigned bytes)
{
	while (bytes--) {
		at[bytes] = (unsigned char)value;
		value >>= 8;
	}
}

static void protect(const struct nvme_format *f, const struct nvme_rules *r,
		    const struct protected_block *b, uint32_t reference)
{
	big(b->protection, guard_of(f, b), 2);
	big(b->protection + 2, r->apptag, 2);
	big(b->protection + 4, f->protection == 3 ? 0 : reference, 4);
}

static bool matches(const struct nvme_format *f, const struct nvme_rules *r,
		    const struct protected_block *b, uint32_t reference)
{
	const unsigned char *p = b->protection;
	unsigned guard = (unsigned)p[0] << 8 | p[1];
	unsigned apptag = (unsigned)p[2] << 8 | p[3];
	uint32_t reftag = (uint32_t)p[4] << 24 | (uint32_t)p[5] << 16 |
			  (uint32_t)p[6] << 8 | p[7];

	/* A block that was never written says so, and isn't checked. */
	if (apptag == 0xffff && (f->protection != 3 || reftag == UINT32_MAX))
		return true;
	if (r->checks & NVME_CHECK_GUARD && guard != guard_of(f, b))
		return false;
	if (r->checks & NVME_CHECK_APPTAG &&
	    (apptag & r->apptag_mask) != (r->apptag & r->apptag_mask))
		return false;
	return !(r->checks & NVME_CHECK_REFTAG) || f->protection == 3 ||
	       reftag == reference;
}

static bool host_protects(const struct nvme_format *f,
			  const struct nvme_rules *r)
{
	return f->protection && !r->device_protects;
}

int nvme_check_read(const struct nvme_format *f, const struct nvme_rules *r,
		    const struct io *io, const void *metadata)
{
	uint32_t block = nvme_block_bytes(f, r);
	uint64_t first = io->offset / block;

	if (!host_protects(f, r) || io->kind != IO_READ)
		return 0;
	for (uint32_t i = 0; i < io->length / block; i++) {
		struct protected_block b = block_at(f, io, metadata, i);

		if (!matches(f, r, &b, (uint32_t)(first + i)))
			return -EILSEQ;
	}
	return 0;
}

static uint32_t protection_flags(const struct nvme_format *f,
				 const struct nvme_rules *r)
{
	if (!f->protection)
		return 0;
	return r->checks << CHECKS_SHIFT | (uint32_t)r->device_protects
						   << PROTECT_BIT;
}

static void fill_tags(const struct nvme_format *f, const struct nvme_rules *r,
		      uint64_t first, struct nvme_uring_cmd *c)
{
	if (!f->protection)
		return;
	c->cdw12 |= protection_flags(f, r);
	if (f->protection != 3)
		c->cdw14 = (uint32_t)first;
	c->cdw15 = r->apptag | (uint32_t)r->apptag_mask << MASK_SHIFT;
}

/* Reads, and writes of all modes: blocks from one on. */
static void fill_blocks(const struct nvme_format *f, const struct nvme_rules *r,
			uint64_t first, uint32_t blocks,
			struct nvme_uring_cmd *c)
{
	bool fua = c->opcode == READ ? r->read_fua : r->write_fua;

	c->cdw10 = (uint32_t)first;
	c->cdw11 = (uint32_t)(first >> 32);
	c->cdw12 = blocks - 1;
	if (c->opcode == WRITE_UNCORRECTABLE)
		return;
	if (fua)
		c->cdw12 |= UINT32_C(1) << FUA_BIT;
	fill_tags(f, r, first, c);
}

static void fill_data(const struct nvme_format *f, const struct nvme_rules *r,
		      const struct io *io, const struct nvme_memory *memory,
		      struct nvme_uring_cmd *c)
{
	uint32_t block = nvme_block_bytes(f, r);
	uint32_t blocks = io->length / block;
	uint64_t first = io->offset / block;

	c->addr = (uintptr_t)io->buf;
	c->data_len = io->length;
	if (nvme_separate_bytes(f, r)) {
		c->metadata = (uintptr_t)memory->metadata;
		c->metadata_len = blocks * nvme_separate_bytes(f, r);
	}
	if (c->opcode != WRITE || !host_protects(f, r))
		return;
	for (uint32_t i = 0; i < blocks; i++) {
		struct protected_block b = block_at(f, io, memory->metadata, i);

		protect(f, r, &b, (uint32_t)(first + i));
	}
}

/* Whether it is whole blocks, and not more than a command has. */
static bool is_addressable(uint64_t offset, uint32_t length, uint32_t block)
{
	return length >= block && length / block <= BLOCKS_MAX &&
	       offset % block == 0 && length % block == 0;
}

/* 0, or -EINVAL. */
static int fill_trim(const struct io *io, uint32_t block,
		     const struct nvme_memory *memory, struct nvme_uring_cmd *c)
{
	const struct io_range whole = { io->offset, io->length };
	const struct io_range *ranges = io->range_count ? io->ranges : &whole;
	unsigned count = io->range_count ? io->range_count : 1;

	for (unsigned i = 0; i < count; i++) {
		if (!is_addressable(ranges[i].offset, ranges[i].length, block))
			return -EINVAL;
		memory->range[i] = (struct nvme_range){
			.blocks = ranges[i].length / block,
			.first = ranges[i].offset / block,
		};
	}
	c->addr = (uintptr_t)memory->range;
	c->data_len = (uint32_t)(count * sizeof(*memory->range));
	c->cdw10 = count - 1;
	c->cdw11 = DEALLOCATE;
	return 0;
}

/* The operation, or -1. */
static int opcode_of(const struct nvme_rules *r, enum io_kind kind)
{
	static const int writes[] = {
		[NVME_WRITE] = WRITE,
		[NVME_WRITE_UNCORRECTABLE] = WRITE_UNCORRECTABLE,
		[NVME_WRITE_ZEROES] = WRITE_ZEROES,
		[NVME_VERIFY] = VERIFY,
	};

	switch (kind) {
	case IO_READ:
		return READ;
	case IO_WRITE:
		return writes[r->write_mode];
	case IO_TRIM:
		return DATASET_MANAGEMENT;
	case IO_FSYNC:
	case IO_FDATASYNC:
		return FLUSH;
	case IO_SYNC_FILE_RANGE:
		break;
	}
	return -1;
}

int nvme_fill(const struct nvme_format *f, const struct nvme_rules *r,
	      const struct io *io, const struct nvme_memory *memory,
	      struct nvme_uring_cmd *c)
{
	uint32_t block = nvme_block_bytes(f, r);
	uint64_t first = io->offset / block;
	uint32_t blocks = io->length / block;
	int opcode = opcode_of(r, (enum io_kind)io->kind);

	if (opcode < 0)
		return -EINVAL;
	*c = (struct nvme_uring_cmd){
		.opcode = (uint8_t)opcode,
		.nsid = f->namespace_id,
	};
	if (opcode == FLUSH)
		return 0;
	if (opcode == DATASET_MANAGEMENT)
		return fill_trim(io, block, memory, c);
	if (!is_addressable(io->offset, io->length, block))
		return -EINVAL;
	fill_blocks(f, r, first, blocks, c);
	if (opcode == READ || opcode == WRITE)
		fill_data(f, r, io, memory, c);
	return 0;
}
