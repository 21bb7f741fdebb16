#include "engine/scsi.h"

#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A disk that exists in these values only. */
static struct {
	uint64_t last;
	uint32_t block;
	int failure; /* errno of the ioctl */
	bool refuses;
} disk;

static void big(unsigned char *at, uint64_t value, unsigned bytes)
{
	while (bytes--) {
		at[bytes] = (unsigned char)value;
		value >>= 8;
	}
}

static int control(int fd, unsigned long request, void *argument)
{
	struct sg_io_hdr *h = argument;
	unsigned char *answer = h->dxferp;

	ck_assert_int_eq(fd, 42);
	ck_assert_uint_eq(request, SG_IO);
	ck_assert_int_eq(h->interface_id, 'S');
	ck_assert_int_eq(h->dxfer_direction, SG_DXFER_FROM_DEV);
	errno = disk.failure;
	if (disk.failure)
		return -1;
	h->info = disk.refuses ? SG_INFO_CHECK : SG_INFO_OK;
	if (h->cmdp[0] == 0x25) {
		ck_assert_uint_eq(h->cmd_len, 10);
		big(answer, disk.last < UINT32_MAX ? disk.last : UINT32_MAX, 4);
		big(answer + 4, disk.block, 4);
	} else {
		ck_assert_uint_eq(h->cmd_len, 16);
		ck_assert_uint_eq(h->cmdp[0], 0x9e);
		ck_assert_uint_eq(h->cmdp[1], 0x10);
		ck_assert_uint_eq(h->cmdp[13], h->dxfer_len);
		big(answer, disk.last, 8);
		big(answer + 8, disk.block, 4);
	}
	return 0;
}

static const struct {
	uint64_t last;
	uint32_t block;
} disks[] = {
	{ 0, 512 },
	{ 0x12345678, 4096 },
	{ UINT32_MAX - 1, 512 },
	{ UINT32_MAX, 512 },
	{ UINT64_C(0x123456789a), 4096 },
};

static struct scsi_capacity capacity;
static struct job_error error;

START_TEST(reads_how_large_a_disk_is)
{
	memset(&disk, 0, sizeof(disk));
	disk.last = disks[_i].last;
	disk.block = disks[_i].block;
	ck_assert_int_eq(scsi_read_capacity(42, control, &capacity, &error), 0);
	ck_assert_uint_eq(capacity.blocks, disks[_i].last + 1);
	ck_assert_uint_eq(capacity.block_bytes, disks[_i].block);
}
END_TEST

START_TEST(says_what_is_no_disk)
{
	memset(&disk, 0, sizeof(disk));
	disk.failure = ENOTTY;
	ck_assert_int_eq(scsi_read_capacity(42, control, &capacity, &error),
			 -1);
	ck_assert_int_eq(error.code, ENOTTY);
	error = (struct job_error){ 0 };
	disk.failure = 0;
	disk.refuses = true;
	ck_assert_int_eq(scsi_read_capacity(42, control, &capacity, &error),
			 -1);
	ck_assert_int_eq(error.code, EIO);
	error = (struct job_error){ 0 };
	disk.refuses = false;
	ck_assert_int_eq(scsi_read_capacity(42, control, &capacity, &error),
			 -1);
	ck_assert_ptr_nonnull(strstr(error.text, "no size"));
}
END_TEST

static unsigned char buffer[8192];
static struct scsi_request request;

static const struct {
	struct scsi_rules rules;
	uint8_t kind;
	uint64_t block;
	uint32_t blocks; /* of 512 bytes */
	const char *command;
	uint32_t sent; /* bytes of the buffer, either way */
} commands[] = {
	{ { 0 }, IO_READ, 0x123456, 8, "28 00 00 12 34 56 00 00 08 00", 4096 },
	{ { .read_fua = true },
	  IO_READ,
	  0,
	  1,
	  "28 08 00 00 00 00 00 00 01 00",
	  512 },
	{ { .write_fua = true },
	  IO_READ,
	  0,
	  1,
	  "28 00 00 00 00 00 00 00 01 00",
	  512 },
	{ { 0 },
	  IO_READ,
	  0xffffffff,
	  1,
	  "88 00 00 00 00 00 ff ff ff ff 00 00 00 01 00 00",
	  512 },
	{ { 0 }, IO_READ, 0xfffffffe, 1, "28 00 ff ff ff fe 00 00 01 00", 512 },
	{ { 0 },
	  IO_READ,
	  0,
	  0x12345,
	  "88 00 00 00 00 00 00 00 00 00 00 01 23 45 00 00",
	  0x12345 * 512 },
	{ { 0 }, IO_WRITE, 5, 2, "2a 00 00 00 00 05 00 00 02 00", 1024 },
	{ { .write_fua = true },
	  IO_WRITE,
	  UINT64_C(0x123456789a),
	  2,
	  "8a 08 00 00 00 12 34 56 78 9a 00 00 00 02 00 00",
	  1024 },
	{ { .write_mode = SCSI_WRITE_AND_VERIFY },
	  IO_WRITE,
	  5,
	  2,
	  "2e 00 00 00 00 05 00 00 02 00",
	  1024 },
	{ { .write_mode = SCSI_VERIFY_00, .write_fua = true },
	  IO_WRITE,
	  5,
	  2,
	  "2f 00 00 00 00 05 00 00 02 00",
	  0 },
	{ { .write_mode = SCSI_VERIFY_01 },
	  IO_WRITE,
	  5,
	  2,
	  "2f 02 00 00 00 05 00 00 02 00",
	  1024 },
	{ { .write_mode = SCSI_VERIFY_11 },
	  IO_WRITE,
	  5,
	  2,
	  "2f 06 00 00 00 05 00 00 02 00",
	  512 },
	{ { .write_mode = SCSI_WRITE_SAME },
	  IO_WRITE,
	  5,
	  2,
	  "41 00 00 00 00 05 00 00 02 00",
	  512 },
	{ { .write_mode = SCSI_WRITE_SAME_NO_DATA },
	  IO_WRITE,
	  5,
	  2,
	  "93 01 00 00 00 00 00 00 00 05 00 00 00 02 00 00",
	  0 },
	{ { .write_mode = SCSI_WRITE_STREAM,
	    .stream_id = 0x1234,
	    .write_fua = true },
	  IO_WRITE,
	  5,
	  2,
	  "9a 08 00 00 00 00 00 00 00 05 12 34 00 02 00 00",
	  1024 },
	{ { .write_fua = true },
	  IO_TRIM,
	  5,
	  2,
	  "42 00 00 00 00 00 00 00 18 00",
	  24 },
	{ { 0 }, IO_FSYNC, 5, 0, "35 00 00 00 00 00 00 00 00 00", 0 },
	{ { 0 }, IO_FDATASYNC, 5, 0, "35 00 00 00 00 00 00 00 00 00", 0 },
};

START_TEST(an_io_is_a_command)
{
	const struct io io = {
		.kind = commands[_i].kind,
		.offset = commands[_i].block * 512,
		.length = commands[_i].blocks * 512,
		.buf = buffer,
		.slot = 7,
	};
	const struct scsi_capacity of_disk = { 1, 512 };
	const struct sg_io_hdr *h = &request.header;
	char text[SCSI_COMMAND_MAX * 3 + 1] = "";

	memset(&request, 0xaa, sizeof(request));
	ck_assert_int_eq(
		scsi_fill(&of_disk, &commands[_i].rules, &io, &request), 0);
	ck_assert_ptr_eq(h->cmdp, request.command);
	for (unsigned i = 0; i < h->cmd_len; i++)
		snprintf(text + (size_t)3 * i, 4, "%02x ", request.command[i]);
	text[strlen(text) - 1] = '\0';
	ck_assert_str_eq(text, commands[_i].command);
	ck_assert_int_eq(h->pack_id, 7);
	ck_assert_uint_eq(h->flags, 0);
	ck_assert_uint_eq(h->dxfer_len, commands[_i].sent);
	ck_assert_int_eq(h->dxfer_direction, !commands[_i].sent ? SG_DXFER_NONE
					     : io.kind == IO_READ
						     ? SG_DXFER_FROM_DEV
						     : SG_DXFER_TO_DEV);
	if (commands[_i].sent)
		ck_assert_ptr_eq(h->dxferp,
				 io.kind == IO_TRIM ? request.unmap : buffer);
}
END_TEST

START_TEST(a_trim_has_a_range)
{
	static const unsigned char expected[SCSI_UNMAP_BYTES] = {
		0, 22, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0x12,
		0, 0,  0, 5,  0, 0, 0, 9, 0, 0, 0, 0,
	};
	const struct io io = { .kind = IO_TRIM,
			       .offset = UINT64_C(0x1200000005) * 4096,
			       .length = 9 * 4096 };
	const struct scsi_capacity of_disk = { 1, 4096 };
	const struct scsi_rules rules = { .polls = true };

	ck_assert_int_eq(scsi_fill(&of_disk, &rules, &io, &request), 0);
	ck_assert_int_eq(memcmp(request.unmap, expected, sizeof(expected)), 0);
	ck_assert_uint_eq(request.header.flags, 0x800);
}
END_TEST

static const struct io refused[] = {
	{ .kind = IO_READ, .offset = 1, .length = 512 },
	{ .kind = IO_READ, .offset = 512, .length = 513 },
	{ .kind = IO_READ, .offset = 512, .length = 0 },
	{ .kind = IO_TRIM, .offset = 512, .length = 100 },
	{ .kind = IO_SYNC_FILE_RANGE, .offset = 512, .length = 512 },
	{ .kind = IO_WRITE, .offset = 0, .length = 512 * 65536 },
};

START_TEST(refuses_what_is_no_command)
{
	const struct scsi_capacity of_disk = { 1, 512 };
	const struct scsi_rules rules = { .write_mode = SCSI_WRITE_STREAM };

	ck_assert_int_eq(scsi_fill(&of_disk, &rules, &refused[_i], &request),
			 -EINVAL);
}
END_TEST

static const struct {
	unsigned char sense[3];
	int code;
} senses[] = {
	{ { 0x70, 0, 0x3 }, EIO },    { { 0x70, 0, 0x5 }, EOPNOTSUPP },
	{ { 0xf0, 0, 0x7 }, EACCES }, { { 0x72, 0xe, 0 }, EILSEQ },
	{ { 0x72, 0x2, 0 }, EBUSY },  { { 0x72, 0x4, 0 }, EIO },
};

START_TEST(sense_says_how_it_failed)
{
	const struct io io = { .kind = IO_READ, .length = 4096 };

	memset(&request, 0, sizeof(request));
	request.header.info = SG_INFO_CHECK;
	ck_assert_int_eq(scsi_result(&request, &io), -EIO);
	memcpy(request.sense, senses[_i].sense, 3);
	request.header.sb_len_wr = 18;
	ck_assert_int_eq(scsi_result(&request, &io), -senses[_i].code);
}
END_TEST

START_TEST(a_result_is_what_was_moved)
{
	struct io io = { .kind = IO_READ, .length = 4096 };

	memset(&request, 0, sizeof(request));
	request.header.dxfer_len = 4096;
	ck_assert_int_eq(scsi_result(&request, &io), 4096);
	request.header.resid = 512;
	ck_assert_int_eq(scsi_result(&request, &io), 3584);
	/* Writes that send less than they change, trims and syncs. */
	request.header.dxfer_len = 512;
	io.kind = IO_WRITE;
	ck_assert_int_eq(scsi_result(&request, &io), 4096);
	io.kind = IO_TRIM;
	ck_assert_int_eq(scsi_result(&request, &io), 4096);
	io.kind = IO_FSYNC;
	ck_assert_int_eq(scsi_result(&request, &io), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("scsi");
	TCase *tc = tcase_create("scsi");

	tcase_add_loop_test(tc, reads_how_large_a_disk_is, 0, COUNT_OF(disks));
	tcase_add_test(tc, says_what_is_no_disk);
	tcase_add_loop_test(tc, an_io_is_a_command, 0, COUNT_OF(commands));
	tcase_add_test(tc, a_trim_has_a_range);
	tcase_add_loop_test(tc, refuses_what_is_no_command, 0,
			    COUNT_OF(refused));
	tcase_add_loop_test(tc, sense_says_how_it_failed, 0, COUNT_OF(senses));
	tcase_add_test(tc, a_result_is_what_was_moved);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
