#include "engine/nvme.h"

#include "unit.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>

/* A namespace that exists in this array only. */
static struct {
	unsigned char id[4096];
	unsigned char nvm[4096];
	unsigned char controller[4096]; /* of the NVM command set */
	int number;
	int failure; /* errno of Identify */
	bool is_old; /* knows no format of the command set */
} device;

static void *pointer(uint64_t address)
{
	void *p;

	memcpy(&p, &address, sizeof(p));
	return p;
}

static int control(int fd, unsigned long request, void *argument)
{
	const struct nvme_admin_cmd *c = argument;

	ck_assert_int_eq(fd, 42);
	if (request == (unsigned long)NVME_IOCTL_ID) {
		errno = ENOTTY;
		return device.number;
	}
	ck_assert(request == NVME_IOCTL_ADMIN_CMD);
	ck_assert_uint_eq(c->opcode, 6);
	ck_assert_uint_eq(c->nsid, c->cdw10 == 6 ? 0 : (unsigned)device.number);
	ck_assert_uint_eq(c->data_len, 4096);
	errno = device.failure;
	if (device.failure)
		return -1;
	if (c->cdw10 >= 5 && device.is_old)
		return 2; /* invalid field */
	ck_assert(c->cdw10 == 0 || c->cdw10 == 5 || c->cdw10 == 6);
	memcpy(pointer(c->addr),
	       c->cdw10 == 6   ? device.controller
	       : c->cdw10 == 5 ? device.nvm
			       : device.id,
	       4096);
	return 0;
}

/* 0x1234 blocks in format 3 of 5. */
static void set_device(unsigned shift, unsigned meta, bool extended,
		       unsigned protection)
{
	memset(&device, 0, sizeof(device));
	device.number = 7;
	device.id[0] = 0x34;
	device.id[1] = 0x12;
	device.id[25] = 4;
	device.id[26] = (unsigned char)(3 | (extended ? 1 << 4 : 0));
	device.id[29] = (unsigned char)protection;
	device.id[128 + 12] = (unsigned char)meta;
	device.id[128 + 14] = (unsigned char)shift;
}

static struct nvme_format format;
static struct nvme_rules rules;
static struct nvme_uring_cmd command;
static struct nvme_range ranges[3];
static unsigned char buffer[4 * 520];
static unsigned char metadata[64];
static const struct nvme_memory memory = { metadata, ranges };
static struct job_error error;

static void setup(void)
{
	rules = (struct nvme_rules){ .device_protects = true,
				     .apptag = 0x1234,
				     .apptag_mask = 0xffff };
	error = (struct job_error){ 0 };
	memset(buffer, 0, sizeof(buffer));
	memset(metadata, 0, sizeof(metadata));
}

static void identify(unsigned shift, unsigned meta, bool extended,
		     unsigned protection)
{
	set_device(shift, meta, extended, protection);
	ck_assert_int_eq(nvme_identify(42, control, &format, &error), 0);
}

static struct io io_of(uint8_t kind, uint64_t offset, uint32_t length)
{
	return (struct io){
		.kind = kind, .offset = offset, .length = length, .buf = buffer
	};
}

static int fill(uint8_t kind, uint64_t offset, uint32_t length)
{
	struct io io = io_of(kind, offset, length);

	return nvme_fill(&format, &rules, &io, &memory, &command);
}

START_TEST(reads_how_a_namespace_is_formatted)
{
	identify(12, 0, false, 0);
	ck_assert_uint_eq(format.namespace_id, 7);
	ck_assert_uint_eq(format.blocks, 0x1234);
	ck_assert_uint_eq(format.data_bytes, 4096);
	ck_assert_uint_eq(format.meta_bytes, 0);
	ck_assert(!format.is_extended && !format.protection);
	identify(9, 16, true, 2 | 1 << 3);
	ck_assert_uint_eq(format.data_bytes, 512);
	ck_assert_uint_eq(format.meta_bytes, 16);
	ck_assert(format.is_extended && format.protection_first);
	ck_assert_uint_eq(format.protection, 2);
	ck_assert_uint_eq(format.guard_bits, 16);
	set_device(9, 16, false, 1);
	device.nvm[12 + 12 + 1] = 1; /* 2 in bits 7 and 8 */
	ck_assert_int_eq(nvme_identify(42, control, &format, &error), 0);
	ck_assert_uint_eq(format.guard_bits, 64);
	device.is_old = true;
	ck_assert_int_eq(nvme_identify(42, control, &format, &error), 0);
	ck_assert_uint_eq(format.guard_bits, 16);
}
END_TEST

START_TEST(finds_formats_beyond_the_sixteenth)
{
	set_device(9, 0, false, 0);
	device.id[25] = 20;
	device.id[26] = 1 << 5 | 2; /* 18 */
	device.id[128 + 4 * 18 + 2] = 12;
	ck_assert_int_eq(nvme_identify(42, control, &format, &error), 0);
	ck_assert_uint_eq(format.data_bytes, 4096);
}
END_TEST

START_TEST(says_what_is_no_namespace)
{
	set_device(9, 0, false, 0);
	device.number = -1;
	ck_assert_int_eq(nvme_identify(42, control, &format, &error), -1);
	ck_assert_int_eq(error.code, ENOTTY);
	ck_assert_ptr_nonnull(strstr(error.text, "/dev/ngXnY"));
	setup();
	device.number = 7;
	device.failure = EACCES;
	ck_assert_int_eq(nvme_identify(42, control, &format, &error), -1);
	ck_assert_int_eq(error.code, EACCES);
	setup();
	set_device(0, 0, false, 0);
	ck_assert_int_eq(nvme_identify(42, control, &format, &error), -1);
}
END_TEST

START_TEST(a_read_names_its_blocks)
{
	identify(9, 0, false, 0);
	rules.checks = NVME_CHECK_GUARD; /* of nothing */
	ck_assert_int_eq(fill(IO_READ, UINT64_C(512) << 33, 4096), 0);
	ck_assert_uint_eq(command.opcode, 2);
	ck_assert_uint_eq(command.nsid, 7);
	ck_assert_uint_eq(command.cdw10, 0);
	ck_assert_uint_eq(command.cdw11, 2);
	ck_assert_uint_eq(command.cdw12, 7);
	ck_assert_uint_eq(command.cdw14, 0);
	ck_assert_uint_eq(command.cdw15, 0);
	ck_assert_uint_eq(command.addr, (uintptr_t)buffer);
	ck_assert_uint_eq(command.data_len, 4096);
	ck_assert_uint_eq(command.metadata, 0);
	rules.read_fua = true;
	ck_assert_int_eq(fill(IO_READ, 0, 512), 0);
	ck_assert_uint_eq(command.cdw12, UINT32_C(1) << 30);
	ck_assert_int_eq(fill(IO_WRITE, 0, 512), 0);
	ck_assert_uint_eq(command.cdw12, 0);
}
END_TEST

static const struct {
	enum nvme_write_mode mode;
	uint8_t opcode;
	bool has_data;
	bool has_fua;
} modes[] = {
	{ NVME_WRITE, 1, true, true },
	{ NVME_WRITE_UNCORRECTABLE, 4, false, false },
	{ NVME_WRITE_ZEROES, 8, false, true },
	{ NVME_VERIFY, 12, false, true },
};

START_TEST(a_write_is_what_its_mode_says)
{
	identify(12, 0, false, 0);
	rules.write_mode = modes[_i].mode;
	rules.write_fua = true;
	ck_assert_int_eq(fill(IO_WRITE, 8192, 8192), 0);
	ck_assert_uint_eq(command.opcode, modes[_i].opcode);
	ck_assert_uint_eq(command.cdw10, 2);
	ck_assert_uint_eq(command.cdw12, 1 | (uint32_t)modes[_i].has_fua << 30);
	ck_assert_uint_eq(command.data_len, modes[_i].has_data ? 8192 : 0);
	ck_assert_int_eq(command.addr != 0, modes[_i].has_data);
}
END_TEST

START_TEST(trims_and_syncs_have_commands)
{
	identify(9, 0, false, 0);
	ck_assert_int_eq(fill(IO_TRIM, 1024, 2048), 0);
	ck_assert_uint_eq(command.opcode, 9);
	ck_assert_uint_eq(command.cdw10, 0); /* one range */
	ck_assert_uint_eq(command.cdw11, 4);
	ck_assert_uint_eq(command.addr, (uintptr_t)ranges);
	ck_assert_uint_eq(command.data_len, 16);
	ck_assert_uint_eq(ranges[0].first, 2);
	ck_assert_uint_eq(ranges[0].blocks, 4);
	ck_assert_int_eq(fill(IO_FSYNC, 0, 0), 0);
	ck_assert_uint_eq(command.opcode, 0);
	ck_assert_uint_eq(command.nsid, 7);
	ck_assert_int_eq(fill(IO_FDATASYNC, 0, 0), 0);
	ck_assert_int_eq(fill(IO_SYNC_FILE_RANGE, 0, 512), -EINVAL);
}
END_TEST

START_TEST(a_trim_has_several_ranges)
{
	struct io_range parts[] = { { 1024, 2048 }, { 0, 512 }, { 4096, 512 } };
	struct io io = io_of(IO_TRIM, 1024, 3072);

	identify(9, 0, false, 0);
	io.ranges = parts;
	io.range_count = 3;
	ck_assert_int_eq(nvme_fill(&format, &rules, &io, &memory, &command), 0);
	ck_assert_uint_eq(command.opcode, 9);
	ck_assert_uint_eq(command.cdw10, 2);
	ck_assert_uint_eq(command.cdw11, 4);
	ck_assert_uint_eq(command.data_len, 48);
	for (unsigned i = 0; i < 3; i++) {
		ck_assert_uint_eq(ranges[i].first, parts[i].offset / 512);
		ck_assert_uint_eq(ranges[i].blocks, parts[i].length / 512);
		ck_assert_uint_eq(ranges[i].attributes, 0);
	}
	parts[2].offset++;
	ck_assert_int_eq(nvme_fill(&format, &rules, &io, &memory, &command),
			 -EINVAL);
	parts[2] = (struct io_range){ 512, 0 };
	ck_assert_int_eq(nvme_fill(&format, &rules, &io, &memory, &command),
			 -EINVAL);
}
END_TEST

/* 16 bytes a range, as the device reads them. */
_Static_assert(sizeof(struct nvme_range) == 16, "as in the specification");

START_TEST(a_controller_may_limit_the_ranges)
{
	set_device(9, 0, false, 0);
	ck_assert_int_eq(nvme_check_ranges(42, control, 256, &error), 0);
	device.controller[3] = 8;
	ck_assert_int_eq(nvme_check_ranges(42, control, 8, &error), 0);
	ck_assert_int_eq(nvme_check_ranges(42, control, 9, &error), -1);
	ck_assert_str_eq(error.text, "num_range=9 is more than the 8 ranges "
				     "that the controller takes in a command");
	device.is_old = true;
	ck_assert_int_eq(nvme_check_ranges(42, control, 9, &error), 0);
}
END_TEST

START_TEST(takes_whole_blocks_only)
{
	identify(9, 8, true, 0);
	ck_assert_int_eq(fill(IO_READ, 520, 1040), 0);
	ck_assert_uint_eq(command.cdw10, 1);
	ck_assert_uint_eq(command.cdw12, 1);
	ck_assert_int_eq(fill(IO_READ, 512, 520), -EINVAL);
	ck_assert_int_eq(fill(IO_READ, 520, 512), -EINVAL);
	ck_assert_int_eq(fill(IO_READ, 0, 0), -EINVAL);
	ck_assert_int_eq(nvme_check_rules(&format, &rules, 4096, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "520 bytes"));
	setup();
	ck_assert_int_eq(nvme_check_rules(&format, &rules, 4160, &error), 0);
	ck_assert_int_eq(nvme_check_rules(&format, &rules,
					  UINT64_C(520) * 65537, &error),
			 -1);
}
END_TEST

START_TEST(metadata_of_their_own_need_room)
{
	identify(9, 8, false, 0);
	ck_assert_uint_eq(nvme_block_bytes(&format, &rules), 512);
	ck_assert_int_eq(nvme_check_rules(&format, &rules, 4096, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "64 bytes"));
	setup();
	rules.meta_per_io = 64;
	ck_assert_int_eq(nvme_check_rules(&format, &rules, 4096, &error), 0);
	ck_assert_int_eq(fill(IO_READ, 0, 1024), 0);
	ck_assert_uint_eq(command.metadata, (uintptr_t)metadata);
	ck_assert_uint_eq(command.metadata_len, 16);
	ck_assert_uint_eq(command.data_len, 1024);
}
END_TEST

START_TEST(the_device_protects_unless_told_not_to)
{
	identify(9, 8, true, 1);
	rules.checks = NVME_CHECK_GUARD | NVME_CHECK_REFTAG;
	/* Nothing but what the device makes: only data are transferred. */
	ck_assert_int_eq(fill(IO_WRITE, 4608, 1024), 0);
	ck_assert_uint_eq(command.data_len, 1024);
	ck_assert_uint_eq(command.cdw12,
			  1 | UINT32_C(1) << 29 | UINT32_C(5) << 26);
	ck_assert_uint_eq(command.cdw14, 9);
	ck_assert_uint_eq(command.cdw15, 0xffff1234u);
	/* More metadata than that are transferred with the data. */
	identify(9, 16, true, 1);
	ck_assert_uint_eq(nvme_block_bytes(&format, &rules), 528);
	rules.device_protects = false;
	identify(9, 8, true, 1);
	ck_assert_uint_eq(nvme_block_bytes(&format, &rules), 520);
	format.guard_bits = 64;
	ck_assert_int_eq(nvme_check_rules(&format, &rules, 5200, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "64 bits"));
}
END_TEST

static const struct {
	bool extended;
	unsigned meta;
	bool first;
} places[] = {
	{ true, 8, false },  { true, 16, false },  { true, 16, true },
	{ false, 8, false }, { false, 16, false }, { false, 16, true },
};

/* Type, guard and tags of the first of two blocks from 5 on. */
START_TEST(what_the_job_protects_it_checks)
{
	struct io io;
	unsigned char *protection;
	uint32_t block, before;

	identify(9, places[_i].meta, places[_i].extended,
		 1u | (places[_i].first ? 8u : 0));
	rules.device_protects = false;
	rules.checks = NVME_CHECK_GUARD | NVME_CHECK_REFTAG | NVME_CHECK_APPTAG;
	block = nvme_block_bytes(&format, &rules);
	before = places[_i].first ? 0 : places[_i].meta - 8;
	for (unsigned i = 0; i < sizeof(buffer); i++)
		buffer[i] = (unsigned char)(i * 7);
	io = io_of(IO_WRITE, (uint64_t)5 * block, 2 * block);
	ck_assert_int_eq(nvme_fill(&format, &rules, &io, &memory, &command), 0);
	ck_assert_uint_eq(command.cdw12 >> 26 & 0xf, 7);
	protection =
		places[_i].extended ? buffer + 512 + before : metadata + before;
	ck_assert_uint_eq(protection[2], 0x12);
	ck_assert_uint_eq(protection[3], 0x34);
	ck_assert_uint_eq(protection[7], 5);
	if (before == 0)
		ck_assert_uint_eq((unsigned)protection[0] << 8 | protection[1],
				  nvme_guard(0, buffer, 512));
	io.kind = IO_READ;
	ck_assert_int_eq(nvme_check_read(&format, &rules, &io, metadata), 0);
	buffer[100] ^= 1;
	ck_assert_int_eq(nvme_check_read(&format, &rules, &io, metadata),
			 -EILSEQ);
	rules.checks &= ~(unsigned)NVME_CHECK_GUARD;
	ck_assert_int_eq(nvme_check_read(&format, &rules, &io, metadata), 0);
	protection[7]++;
	ck_assert_int_eq(nvme_check_read(&format, &rules, &io, metadata),
			 -EILSEQ);
	rules.checks = NVME_CHECK_APPTAG;
	ck_assert_int_eq(nvme_check_read(&format, &rules, &io, metadata), 0);
	protection[3] ^= 0x80;
	ck_assert_int_eq(nvme_check_read(&format, &rules, &io, metadata),
			 -EILSEQ);
	rules.apptag_mask = 0xff7f;
	ck_assert_int_eq(nvme_check_read(&format, &rules, &io, metadata), 0);
	/* A block that was never written. */
	protection[2] = protection[3] = 0xff;
	rules.checks = NVME_CHECK_GUARD | NVME_CHECK_APPTAG;
	io.length = block;
	ck_assert_int_eq(nvme_check_read(&format, &rules, &io, metadata), 0);
}
END_TEST

START_TEST(the_guard_is_that_of_t10)
{
	unsigned char data[32];

	/* The check value of CRC-16/T10-DIF. */
	ck_assert_uint_eq(nvme_guard(0, "123456789", 9), 0xd0db);
	memset(data, 0, sizeof(data));
	ck_assert_uint_eq(nvme_guard(0, data, sizeof(data)), 0);
	ck_assert_uint_eq(nvme_guard(nvme_guard(0, "1234", 4), "56789", 5),
			  0xd0db);
}
END_TEST

START_TEST(reads_what_is_to_be_checked)
{
	unsigned checks = 99;

	ck_assert_int_eq(nvme_read_checks("GUARD,APPTAG", &checks), 0);
	ck_assert_uint_eq(checks, NVME_CHECK_GUARD | NVME_CHECK_APPTAG);
	ck_assert_int_eq(nvme_read_checks("reftag", &checks), 0);
	ck_assert_uint_eq(checks, NVME_CHECK_REFTAG);
	ck_assert_int_eq(nvme_read_checks("GUARD,TAG", &checks), -1);
	ck_assert_uint_eq(checks, NVME_CHECK_REFTAG);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("nvme");
	TCase *tc = tcase_create("nvme");

	tcase_add_checked_fixture(tc, setup, NULL);
	tcase_add_test(tc, reads_how_a_namespace_is_formatted);
	tcase_add_test(tc, finds_formats_beyond_the_sixteenth);
	tcase_add_test(tc, says_what_is_no_namespace);
	tcase_add_test(tc, a_read_names_its_blocks);
	tcase_add_loop_test(tc, a_write_is_what_its_mode_says, 0,
			    COUNT_OF(modes));
	tcase_add_test(tc, trims_and_syncs_have_commands);
	tcase_add_test(tc, a_trim_has_several_ranges);
	tcase_add_test(tc, a_controller_may_limit_the_ranges);
	tcase_add_test(tc, takes_whole_blocks_only);
	tcase_add_test(tc, metadata_of_their_own_need_room);
	tcase_add_test(tc, the_device_protects_unless_told_not_to);
	tcase_add_loop_test(tc, what_the_job_protects_it_checks, 0,
			    COUNT_OF(places));
	tcase_add_test(tc, the_guard_is_that_of_t10);
	tcase_add_test(tc, reads_what_is_to_be_checked);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
