#include "engine/scsi.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>

enum {
	UNMAP = 0x42,
	READ_10 = 0x28,
	WRITE_10 = 0x2a,
	WRITE_AND_VERIFY_10 = 0x2e,
	VERIFY_10 = 0x2f,
	SYNCHRONIZE_CACHE_10 = 0x35,
	WRITE_SAME_10 = 0x41,
	READ_CAPACITY_10 = 0x25,
	WRITE_STREAM_16 = 0x9a,
	SERVICE_IN_16 = 0x9e, /* with this action: */
	READ_CAPACITY_16 = 0x10,

	FUA = 1 << 3, /* in byte 1 */
	BYTE_CHECK_SHIFT = 1,
	NO_DATA_OUT = 1 << 0,

	SIZE_10 = 10,
	SIZE_16 = 16,
	TIMEOUT_MS = 60000,
	POLL_FLAG = 0x800, /* SGV4_FLAG_HIPRI */
	CAPACITY_BYTES = 32,
};

/* The command of 16 bytes in place of that of 10. */
static const unsigned char longer[][2] = {
	{ READ_10, 0x88 },
	{ WRITE_10, 0x8a },
	{ WRITE_AND_VERIFY_10, 0x8e },
	{ VERIFY_10, 0x8f },
	{ WRITE_SAME_10, 0x93 },
};

static void big(unsigned char *at, uint64_t value, unsigned bytes)
{
	while (bytes--) {
		at[bytes] = (unsigned char)value;
		value >>= 8;
	}
}

static uint64_t read_big(const unsigned char *at, unsigned bytes)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < bytes; i++)
		value = value << 8 | at[i];
	return value;
}

static void prepare(struct scsi_request *r, unsigned char size)
{
	memset(r->command, 0, sizeof(r->command));
	memset(r->sense, 0, sizeof(r->sense));
	r->header = (struct sg_io_hdr){
		.interface_id = 'S',
		.dxfer_direction = SG_DXFER_NONE,
		.cmd_len = size,
		.cmdp = r->command,
		.mx_sb_len = SCSI_SENSE_MAX,
		.sbp = r->sense,
		.timeout = TIMEOUT_MS,
	};
}

static void transfer(struct scsi_request *r, int direction, void *data,
		     uint32_t length)
{
	r->header.dxfer_direction = direction;
	r->header.dxferp = data;
	r->header.dxfer_len = length;
}

/* 0, or -1 if the device gave no answer. */
static int ask(int fd, int (*control)(int fd, unsigned long request, void *arg),
	       struct scsi_request *r, unsigned char *answer)
{
	memset(answer, 0, CAPACITY_BYTES);
	transfer(r, SG_DXFER_FROM_DEV, answer, CAPACITY_BYTES);
	if (control(fd, SG_IO, &r->header) < 0)
		return -1;
	errno = EIO;
	return (r->header.info & SG_INFO_OK_MASK) == SG_INFO_OK ? 0 : -1;
}

int scsi_read_capacity(int fd,
		       int (*control)(int fd, unsigned long request,
				      void *argument),
		       struct scsi_capacity *capacity, struct job_error *error)
{
	unsigned char answer[CAPACITY_BYTES];
	struct scsi_request r;

	prepare(&r, SIZE_10);
	r.command[0] = READ_CAPACITY_10;
	if (ask(fd, control, &r, answer) < 0)
		return job_error_set(error, errno, "ioctl",
				     "the file takes no SCSI commands (SG_IO): "
				     "%s",
				     strerror(errno));
	capacity->blocks = read_big(answer, 4) + 1;
	capacity->block_bytes = (uint32_t)read_big(answer + 4, 4);
	if (capacity->blocks > UINT32_MAX) {
		prepare(&r, SIZE_16);
		r.command[0] = SERVICE_IN_16;
		r.command[1] = READ_CAPACITY_16;
		big(r.command + 10, CAPACITY_BYTES, 4);
		if (ask(fd, control, &r, answer) < 0)
			return job_error_set(error, errno, "ioctl",
					     "the device doesn't tell its "
					     "capacity: %s",
					     strerror(errno));
		capacity->blocks = read_big(answer, 8) + 1;
		capacity->block_bytes = (uint32_t)read_big(answer + 8, 4);
	}
	if (capacity->block_bytes)
		return 0;
	return job_error_set(error, EIO, "ioctl",
			     "the device has blocks of no size");
}

/* What a write is: its command, flags, and how much of the buffer is sent. */
struct write_form {
	unsigned char opcode;
	unsigned char flags;
	bool has_fua;
	enum { SENDS_ALL, SENDS_BLOCK, SENDS_NOTHING } sends;
	bool long_only; /* there is no command of 10 bytes */
};

static const struct write_form forms[] = {
	[SCSI_WRITE] = { WRITE_10, 0, true, SENDS_ALL, false },
	[SCSI_WRITE_AND_VERIFY] = { WRITE_AND_VERIFY_10, 0, false, SENDS_ALL,
				    false },
	[SCSI_VERIFY_00] = { VERIFY_10, 0, false, SENDS_NOTHING, false },
	[SCSI_VERIFY_01] = { VERIFY_10, 1 << BYTE_CHECK_SHIFT, false, SENDS_ALL,
			     false },
	[SCSI_VERIFY_11] = { VERIFY_10, 3 << BYTE_CHECK_SHIFT, false,
			     SENDS_BLOCK, false },
	[SCSI_WRITE_SAME] = { WRITE_SAME_10, 0, false, SENDS_BLOCK, false },
	[SCSI_WRITE_SAME_NO_DATA] = { WRITE_SAME_10, NO_DATA_OUT, false,
				      SENDS_NOTHING, true },
	[SCSI_WRITE_STREAM] = { WRITE_STREAM_16, 0, true, SENDS_ALL, true },
};

static unsigned char long_opcode(unsigned char opcode)
{
	for (size_t i = 0; i < sizeof(longer) / sizeof(longer[0]); i++)
		if (longer[i][0] == opcode)
			return longer[i][1];
	return opcode;
}

/* A command for `blocks` blocks from `first` on. */
static void address(struct scsi_request *r, const struct write_form *form,
		    uint64_t first, uint32_t blocks, uint16_t stream)
{
	unsigned char *c = r->command;
	bool is_long = form->long_only || blocks > UINT16_MAX ||
		       first + blocks > UINT32_MAX;

	prepare(r, is_long ? SIZE_16 : SIZE_10);
	c[0] = is_long ? long_opcode(form->opcode) : form->opcode;
	c[1] = form->flags;
	if (!is_long) {
		big(c + 2, first, 4);
		big(c + 7, blocks, 2);
		return;
	}
	big(c + 2, first, 8);
	if (form->opcode == WRITE_STREAM_16) {
		big(c + 10, stream, 2);
		big(c + 12, blocks, 2);
	} else {
		big(c + 10, blocks, 4);
	}
}

static void fill_read(const struct scsi_rules *rules, const struct io *io,
		      uint64_t first, uint32_t blocks, struct scsi_request *r)
{
	static const struct write_form form = { .opcode = READ_10 };

	address(r, &form, first, blocks, 0);
	if (rules->read_fua)
		r->command[1] |= FUA;
	transfer(r, SG_DXFER_FROM_DEV, io->buf, io->length);
}

static void fill_write(const struct scsi_capacity *capacity,
		       const struct scsi_rules *rules, const struct io *io,
		       struct scsi_request *r)
{
	const struct write_form *form = &forms[rules->write_mode];
	uint32_t block = capacity->block_bytes;

	address(r, form, io->offset / block, io->length / block,
		rules->stream_id);
	if (rules->write_fua && form->has_fua)
		r->command[1] |= FUA;
	if (form->sends != SENDS_NOTHING)
		transfer(r, SG_DXFER_TO_DEV, io->buf,
			 form->sends == SENDS_ALL ? io->length : block);
}

/* One range, after a header that tells two lengths. */
static void fill_unmap(uint64_t first, uint32_t blocks, struct scsi_request *r)
{
	prepare(r, SIZE_10);
	r->command[0] = UNMAP;
	big(r->command + 7, SCSI_UNMAP_BYTES, 2);
	memset(r->unmap, 0, sizeof(r->unmap));
	big(r->unmap, SCSI_UNMAP_BYTES - 2, 2);
	big(r->unmap + 2, SCSI_UNMAP_BYTES - 8, 2);
	big(r->unmap + 8, first, 8);
	big(r->unmap + 16, blocks, 4);
	transfer(r, SG_DXFER_TO_DEV, r->unmap, SCSI_UNMAP_BYTES);
}

/* All of the cache. */
static void fill_sync(struct scsi_request *r)
{
	prepare(r, SIZE_10);
	r->command[0] = SYNCHRONIZE_CACHE_10;
}

/* Whether there is a command for so many blocks, and whole ones. */
static bool can_address(const struct scsi_capacity *capacity,
			const struct scsi_rules *rules, const struct io *io)
{
	uint32_t block = capacity->block_bytes;
	bool is_stream =
		io->kind == IO_WRITE && rules->write_mode == SCSI_WRITE_STREAM;

	if (io->kind > IO_TRIM || io->offset % block || io->length % block)
		return false;
	return io->length && !(is_stream && io->length / block > UINT16_MAX);
}

int scsi_fill(const struct scsi_capacity *capacity,
	      const struct scsi_rules *rules, const struct io *io,
	      struct scsi_request *r)
{
	uint64_t first = io->offset / capacity->block_bytes;
	uint32_t blocks = io->length / capacity->block_bytes;

	if (io->kind == IO_FSYNC || io->kind == IO_FDATASYNC)
		fill_sync(r);
	else if (!can_address(capacity, rules, io))
		return -EINVAL;
	else if (io->kind == IO_READ)
		fill_read(rules, io, first, blocks, r);
	else if (io->kind == IO_TRIM)
		fill_unmap(first, blocks, r);
	else
		fill_write(capacity, rules, io, r);
	r->header.pack_id = io->slot;
	if (rules->polls)
		r->header.flags |= POLL_FLAG;
	return 0;
}

/* What the key of the sense data means; fixed format, else descriptors. */
static int sense_error(const struct scsi_request *r)
{
	static const struct {
		unsigned key;
		int code;
	} meanings[] = {
		{ 0x2, EBUSY },      /* not ready */
		{ 0x5, EOPNOTSUPP }, /* illegal request */
		{ 0x7, EACCES },     /* data protect */
		{ 0xe, EILSEQ },     /* miscompare */
	};
	bool is_fixed = (r->sense[0] & 0x7f) < 0x72;
	unsigned key = r->sense[is_fixed ? 2 : 1] & 0xf;

	if (r->header.sb_len_wr > 2)
		for (size_t i = 0; i < sizeof(meanings) / sizeof(meanings[0]);
		     i++)
			if (meanings[i].key == key)
				return meanings[i].code;
	return EIO;
}

int32_t scsi_result(const struct scsi_request *r, const struct io *io)
{
	int resid = r->header.resid;

	if ((r->header.info & SG_INFO_OK_MASK) != SG_INFO_OK)
		return -sense_error(r);
	if (io->kind >= IO_FSYNC)
		return 0;
	if (io->kind == IO_TRIM || r->header.dxfer_len != io->length)
		return (int32_t)io->length;
	return (int32_t)io->length - (resid > 0 ? resid : 0);
}
