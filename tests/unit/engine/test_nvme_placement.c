#include "engine/nvme_placement.h"

#include "unit.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>

/* A namespace that exists here only: how many handles, and what they are. */
static struct {
	unsigned handles;
	int failure; /* errno of the command */
	int status;  /* of the device */
} device;

static void *pointer(uint64_t address)
{
	void *p;

	memcpy(&p, &address, sizeof(p));
	return p;
}

static int control(int fd, unsigned long request, void *argument)
{
	const struct nvme_passthru_cmd *c = argument;
	unsigned char *answer;

	ck_assert_int_eq(fd, 42);
	if (request == (unsigned long)NVME_IOCTL_ID)
		return 7;
	ck_assert(request == NVME_IOCTL_IO_CMD);
	ck_assert_uint_eq(c->opcode, 0x12);
	ck_assert_uint_eq(c->nsid, 7);
	ck_assert_uint_eq(c->cdw10, 1);
	ck_assert_uint_eq(c->cdw11 + 1, c->data_len / 4);
	errno = device.failure;
	if (device.failure || device.status)
		return device.failure ? -1 : device.status;
	answer = pointer(c->addr);
	answer[14] = (unsigned char)device.handles;
	for (unsigned i = 0; i < device.handles; i++) {
		answer[16 + 32 * i] = (unsigned char)(0x10 + i);
		answer[17 + 32 * i] = 0x80;
	}
	return 0;
}

static struct nvme_placement placement;
static struct job_options job;
static struct job_error error;

static void setup(void)
{
	memset(&device, 0, sizeof(device));
	memset(&job, 0, sizeof(job));
	memset(&error, 0, sizeof(error));
	device.handles = 4;
	job.placement.data = PLACEMENT_FDP;
	job.placement.select = PLACEMENT_ROUNDROBIN;
	job.randrepeat = true;
}

static void teardown(void)
{
	nvme_placement_close(&placement);
}

static int open_it(void)
{
	return nvme_placement_open(&placement, &job, 42, control, &error);
}

static struct nvme_uring_cmd command_at(uint64_t offset)
{
	const struct io io = { .kind = IO_WRITE, .offset = offset };
	struct nvme_uring_cmd command = { .opcode = 1, .cdw12 = 7 };

	nvme_placement_fill(&placement, &io, &command);
	return command;
}

/* The identifier that a write at `offset` is sent with. */
static unsigned id_at(uint64_t offset, unsigned directive)
{
	struct nvme_uring_cmd command = command_at(offset);

	ck_assert_uint_eq(command.cdw12, directive << 20 | 7);
	ck_assert_uint_eq(command.cdw13 & 0xffff, 0);
	return command.cdw13 >> 16;
}

START_TEST(takes_turns_among_all_handles)
{
	ck_assert_int_eq(open_it(), 0);
	for (unsigned i = 0; i < 9; i++)
		ck_assert_uint_eq(id_at(0, 2), 0x8010 + i % 4);
}
END_TEST

START_TEST(keeps_to_those_that_are_named)
{
	static const uint16_t ids[] = { 3, 1 };

	job.placement.ids = (struct placement_ids){ ids, 2 };
	ck_assert_int_eq(open_it(), 0);
	ck_assert_uint_eq(id_at(0, 2), 0x8013);
	ck_assert_uint_eq(id_at(0, 2), 0x8011);
	ck_assert_uint_eq(id_at(0, 2), 0x8013);
}
END_TEST

START_TEST(draws_each_of_them)
{
	unsigned seen[4] = { 0 };

	job.placement.select = PLACEMENT_RANDOM;
	ck_assert_int_eq(open_it(), 0);
	for (unsigned i = 0; i < 400; i++)
		seen[id_at(0, 2) - 0x8010]++;
	for (unsigned i = 0; i < 4; i++)
		ck_assert_uint_gt(seen[i], 50);
}
END_TEST

START_TEST(follows_a_scheme)
{
	static const uint16_t ids[] = { 0, 2 };
	static const struct placement_range ranges[] = {
		{ 0, 4096, 2 },
		{ 0, 8192, 0 },
	};

	job.placement.select = PLACEMENT_SCHEME;
	job.placement.ids = (struct placement_ids){ ids, 2 };
	job.placement.scheme.of = ranges;
	job.placement.scheme.count = 2;
	ck_assert_int_eq(open_it(), 0);
	ck_assert_uint_eq(id_at(0, 2), 0x8012);
	ck_assert_uint_eq(id_at(4095, 2), 0x8012);
	ck_assert_uint_eq(id_at(4096, 2), 0x8010);
	ck_assert_uint_eq(command_at(8192).cdw12, 7);
	ck_assert_uint_eq(command_at(8192).cdw13, 0);
}
END_TEST

START_TEST(streams_are_what_they_are_called)
{
	static const uint16_t ids[] = { 5, 9 };

	job.placement.data = PLACEMENT_STREAMS;
	job.placement.ids = (struct placement_ids){ ids, 2 };
	ck_assert_int_eq(open_it(), 0);
	ck_assert_uint_eq(id_at(0, 1), 5);
	ck_assert_uint_eq(id_at(0, 1), 9);
}
END_TEST

START_TEST(leaves_other_commands_alone)
{
	const struct io io = { .kind = IO_READ };
	struct nvme_uring_cmd command = { .opcode = 2 };

	ck_assert_int_eq(open_it(), 0);
	nvme_placement_fill(&placement, &io, &command);
	ck_assert_uint_eq(command.cdw12, 0);
	job.placement.data = PLACEMENT_NONE;
	nvme_placement_close(&placement);
	ck_assert_int_eq(open_it(), 0);
	ck_assert_uint_eq(command_at(0).cdw12, 7);
}
END_TEST

START_TEST(says_what_the_namespace_lacks)
{
	static const uint16_t ids[] = { 4 };

	device.status = 2;
	ck_assert_int_eq(open_it(), -1);
	ck_assert_int_eq(error.code, EOPNOTSUPP);
	setup();
	device.handles = 0;
	ck_assert_int_eq(open_it(), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "no placements"));
	setup();
	job.placement.ids = (struct placement_ids){ ids, 1 };
	ck_assert_int_eq(open_it(), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "none at place 4"));
	nvme_placement_close(&placement);
	setup();
	device.failure = EACCES;
	ck_assert_int_eq(open_it(), -1);
	ck_assert_int_eq(error.code, EACCES);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("nvme_placement");
	TCase *tc = tcase_create("nvme_placement");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, takes_turns_among_all_handles);
	tcase_add_test(tc, keeps_to_those_that_are_named);
	tcase_add_test(tc, draws_each_of_them);
	tcase_add_test(tc, follows_a_scheme);
	tcase_add_test(tc, streams_are_what_they_are_called);
	tcase_add_test(tc, leaves_other_commands_alone);
	tcase_add_test(tc, says_what_the_namespace_lacks);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
