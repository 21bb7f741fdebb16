#include "run/io_scheduler.h"

#include "unit.h"

#include "spec/plan.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A /sys of its own, in which a device shows what was written last. */
static char root[64];
static struct io_schedulers *schedulers;
static struct job_error error;

struct user {
	struct job_options options;
	struct job_section section;
	struct job job;
	struct layout layout;
	const char *disks[2];
};

static const char *queue_file(const char *device)
{
	static char path[256];

	snprintf(path, sizeof(path), "%s/sys/block/%s/queue/scheduler", root,
		 device);
	return path;
}

static void make_device(const char *device, const char *text)
{
	char command[256];
	FILE *out;

	snprintf(command, sizeof(command), "mkdir -p %s/sys/block/%s/queue",
		 root, device);
	ck_assert_int_eq(system(command), 0);
	out = fopen(queue_file(device), "w");
	ck_assert_ptr_nonnull(out);
	fputs(text, out);
	fclose(out);
}

static void setup(void)
{
	snprintf(root, sizeof(root), "/tmp/runner-unit-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(root));
	make_device("sda", "none [mq-deadline] kyber\n");
	make_device("sdb", "[none]\n");
	schedulers = io_schedulers_new(root);
}

static void teardown(void)
{
	char command[128];

	io_schedulers_free(schedulers);
	snprintf(command, sizeof(command), "rm -rf %s", root);
	ck_assert_int_eq(system(command), 0);
}

static void assert_scheduler(const char *device, const char *expected)
{
	char text[64] = "";
	FILE *in = fopen(queue_file(device), "r");

	ck_assert_ptr_nonnull(in);
	ck_assert_ptr_nonnull(fgets(text, sizeof(text), in));
	fclose(in);
	ck_assert_str_eq(text, expected);
}

static struct user *use(struct user *u, const char *name, const char *first,
			const char *second)
{
	*u = (struct user){ .options = { .ioscheduler = name },
			    .disks = { first, second } };
	u->section.options = &u->options;
	u->job.section = &u->section;
	u->layout.job = &u->job;
	u->layout.disks = u->disks;
	u->layout.disk_count = second ? 2 : 1;
	return u;
}

static int acquire(const struct user *u)
{
	return io_schedulers_acquire(schedulers, &u->layout, &error);
}

static void release(const struct user *u)
{
	io_schedulers_release(schedulers, &u->layout);
}

START_TEST(what_was_there_is_put_back)
{
	struct user u;

	ck_assert_int_eq(acquire(use(&u, "kyber", "sda", "sdb")), 0);
	assert_scheduler("sda", "kyber");
	assert_scheduler("sdb", "kyber");
	release(&u);
	assert_scheduler("sda", "mq-deadline");
	assert_scheduler("sdb", "none");
}
END_TEST

START_TEST(the_last_job_puts_it_back)
{
	struct user a, b;

	ck_assert_int_eq(acquire(use(&a, "kyber", "sda", NULL)), 0);
	ck_assert_int_eq(acquire(use(&b, "kyber", "sda", NULL)), 0);
	release(&a);
	assert_scheduler("sda", "kyber");
	release(&b);
	assert_scheduler("sda", "mq-deadline");
	ck_assert_int_eq(acquire(use(&a, "none", "sda", NULL)), 0);
	assert_scheduler("sda", "none");
	release(&a);
	assert_scheduler("sda", "mq-deadline");
}
END_TEST

START_TEST(two_at_once_can_not_have_different_ones)
{
	struct user a, b;

	ck_assert_int_eq(acquire(use(&a, "kyber", "sda", NULL)), 0);
	ck_assert_int_eq(acquire(use(&b, "none", "sdb", "sda")), -1);
	ck_assert_int_eq(error.code, EBUSY);
	ck_assert_str_eq(error.text, "ioscheduler: sda has kyber for another "
				     "job that runs");
	assert_scheduler("sda", "kyber");
	/* What it had got before it failed was given back. */
	assert_scheduler("sdb", "none");
	release(&a);
}
END_TEST

START_TEST(a_device_without_a_queue_is_an_error)
{
	struct user u;

	ck_assert_int_eq(acquire(use(&u, "none", "sdz", NULL)), -1);
	ck_assert_str_eq(error.text, "ioscheduler: sdz can't have none: No "
				     "such file or directory");
}
END_TEST

START_TEST(nothing_is_left_at_the_end)
{
	struct user u;

	ck_assert_int_eq(acquire(use(&u, "kyber", "sda", NULL)), 0);
	io_schedulers_free(schedulers);
	assert_scheduler("sda", "mq-deadline");
	schedulers = NULL;
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("io_scheduler");
	TCase *tc = tcase_create("io_scheduler");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, what_was_there_is_put_back);
	tcase_add_test(tc, the_last_job_puts_it_back);
	tcase_add_test(tc, two_at_once_can_not_have_different_ones);
	tcase_add_test(tc, a_device_without_a_queue_is_an_error);
	tcase_add_test(tc, nothing_is_left_at_the_end);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
