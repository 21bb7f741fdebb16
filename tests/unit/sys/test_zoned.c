#include "sys/zoned.h"

#include "unit.h"

#include <errno.h>
#include <string.h>

#include <linux/blkzoned.h>

/* A device of three zones of 1 MiB that exists in these values only. */
#define ZONE (UINT64_C(1) << 20)

static struct {
	int failure;
	unsigned long request;
	struct blk_zone_range range;
	bool has_capacity;
} device;

static const struct blk_zone list[] = {
	{ .start = 0, .len = 2048, .type = BLK_ZONE_TYPE_CONVENTIONAL },
	{ .start = 2048,
	  .len = 2048,
	  .capacity = 1024,
	  .wp = 2048 + 8,
	  .type = BLK_ZONE_TYPE_SEQWRITE_REQ,
	  .cond = BLK_ZONE_COND_IMP_OPEN },
	{ .start = 4096,
	  .len = 2048,
	  .capacity = 1024,
	  .wp = 4096 + 2048,
	  .type = BLK_ZONE_TYPE_SEQWRITE_REQ,
	  .cond = BLK_ZONE_COND_FULL },
	{ .start = 6144,
	  .len = 2048,
	  .capacity = 1024,
	  .type = BLK_ZONE_TYPE_SEQWRITE_REQ,
	  .cond = BLK_ZONE_COND_OFFLINE },
};

static void report(struct blk_zone_report *r)
{
	unsigned first = (unsigned)(r->sector / 2048);
	unsigned n = 0;

	while (n < r->nr_zones && first + n < COUNT_OF(list)) {
		r->zones[n] = list[first + n];
		n++;
	}
	r->nr_zones = n;
	r->flags = device.has_capacity ? BLK_ZONE_REP_CAPACITY : 0;
}

static int control(int fd, unsigned long request, void *argument)
{
	ck_assert_int_eq(fd, 42);
	errno = device.failure;
	if (device.failure)
		return -1;
	device.request = request;
	if (request == BLKGETZONESZ)
		*(uint32_t *)argument = 2048;
	else if (request == BLKREPORTZONE)
		report(argument);
	else
		device.range = *(struct blk_zone_range *)argument;
	return 0;
}

static const struct zoned_control shim = { control };

static void setup(void)
{
	memset(&device, 0, sizeof(device));
	device.has_capacity = true;
}

START_TEST(a_zone_has_a_size_only_on_a_zoned_device)
{
	ck_assert_uint_eq(zoned_zone_size(42, &shim), ZONE);
	device.failure = ENOTTY;
	ck_assert_uint_eq(zoned_zone_size(42, &shim), 0);
	device.failure = 0;
	ck_assert_uint_eq(zoned_zone_size(-1, &zoned_kernel), 0);
}
END_TEST

START_TEST(zones_tell_how_far_they_are_written)
{
	struct zoned_zone z[8];

	ck_assert_int_eq(zoned_report(42, &shim, 0, z, 8), 4);
	ck_assert(!z[0].sequential && z[1].sequential);
	ck_assert_uint_eq(z[1].start, ZONE);
	ck_assert_uint_eq(z[1].length, ZONE);
	ck_assert_uint_eq(z[1].capacity, ZONE / 2);
	ck_assert_uint_eq(z[1].written, 4096);
	ck_assert_uint_eq(z[2].written, z[2].capacity);
	ck_assert(z[1].usable && !z[3].usable);
	ck_assert_int_eq(zoned_report(42, &shim, 2 * ZONE + 5000, z, 1), 1);
	ck_assert_uint_eq(z[0].start, 2 * ZONE);
}
END_TEST

/* As kernels before 5.9 tell of zones. */
START_TEST(without_a_capacity_all_of_a_zone_is)
{
	struct zoned_zone z[8];

	device.has_capacity = false;
	ck_assert_int_eq(zoned_report(42, &shim, 0, z, 8), 4);
	ck_assert_uint_eq(z[1].capacity, ZONE);
	device.failure = EIO;
	ck_assert_int_eq(zoned_report(42, &shim, 0, z, 8), -EIO);
}
END_TEST

START_TEST(zones_are_managed_in_sectors)
{
	ck_assert_int_eq(zoned_reset(42, &shim, ZONE, ZONE), 0);
	ck_assert_uint_eq(device.request, BLKRESETZONE);
	ck_assert_uint_eq(device.range.sector, 2048);
	ck_assert_uint_eq(device.range.nr_sectors, 2048);
	ck_assert_int_eq(zoned_finish(42, &shim, 2 * ZONE, ZONE), 0);
	ck_assert_uint_eq(device.range.sector, 4096);
	device.failure = EPERM;
	ck_assert_int_eq(zoned_finish(42, &shim, ZONE, ZONE), -EPERM);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("zoned");
	TCase *test = tcase_create("zoned");

	tcase_add_checked_fixture(test, setup, NULL);
	tcase_add_test(test, a_zone_has_a_size_only_on_a_zoned_device);
	tcase_add_test(test, zones_tell_how_far_they_are_written);
	tcase_add_test(test, without_a_capacity_all_of_a_zone_is);
	tcase_add_test(test, zones_are_managed_in_sectors);
	suite_add_tcase(suite, test);
	return unit_main(suite);
}
