#include "engine_fixture.h"

#include "spec/option_values.h"

#include <sys/mman.h>
#include <sys/uio.h>

enum { DONTCACHE = 0x80 };

static const struct {
	const char *option;
	int flag;
} flags[] = {
	{ "hipri", RWF_HIPRI },
	{ "nowait", RWF_NOWAIT },
	{ "uncached", DONTCACHE },
};

/* The kernel's own word on a read of this file. */
static bool kernel_can(int fd, int flag)
{
	unsigned char byte;
	struct iovec vector = { &byte, 1 };

	return preadv2(fd, &vector, 1, 0, flag) >= 0 ||
	       (errno != EOPNOTSUPP && errno != EINVAL);
}

static void *options_with(struct arena *arena, const char *name)
{
	const struct engine_info *info = &engine_pvsync2.info;
	struct option_context context = { .arena = arena, .kb_base = 1024 };
	void *values = arena_alloc(arena, info->options_size);
	struct source here = { "test", 1 };
	struct diag *diag = diag_new();

	option_table_defaults(info->options, values, arena);
	ck_assert_int_eq(option_set(option_find(info->options, name), values,
				    "1", &context, here, diag),
			 0);
	diag_free(diag);
	return values;
}

static int try_to_open(int fd, const void *options,
		       const struct job_options *job, void **state,
		       struct job_error *error)
{
	struct engine_setup setup = {
		.options = options,
		.job = job,
		.fds = &fd,
		.file_count = 1,
		.depth = 1,
		.buffer_size = BLOCK,
	};

	return engine_pvsync2.open(state, &setup, error);
}

static void check_flag(int fd, const char *option, int flag)
{
	struct arena *arena = arena_new();
	void *options = options_with(arena, option);
	struct job_options job = { .rw = { .flags = RW_READ } };
	struct job_error error = { 0 };
	void *state = NULL;
	int status = try_to_open(fd, options, &job, &state, &error);

	ck_assert_int_eq(status, kernel_can(fd, flag) ? 0 : -1);
	if (status == 0) {
		engine_pvsync2.close(state);
	} else {
		ck_assert(error.code == EOPNOTSUPP || error.code == EINVAL);
		ck_assert_ptr_nonnull(strstr(error.text, option));
	}
	arena_free(arena);
}

START_TEST(takes_and_refuses_flags_as_the_kernel_does)
{
	int file = make_file();
	int memory = memfd_create("test_pvsync2", MFD_CLOEXEC);
	int zero = open("/dev/zero", O_RDONLY | O_CLOEXEC);

	check_flag(file, flags[_i].option, flags[_i].flag);
	check_flag(memory, flags[_i].option, flags[_i].flag);
	check_flag(zero, flags[_i].option, flags[_i].flag);
	close(file);
	close(memory);
	close(zero);
}
END_TEST

START_TEST(trying_a_flag_writes_nothing)
{
	struct arena *arena = arena_new();
	struct job_options job = { .rw = { .flags = RW_READ | RW_WRITE } };
	unsigned char block[BLOCK];
	struct job_error error = { 0 };
	void *state = NULL;
	int fd = make_file();

	if (try_to_open(fd, options_with(arena, flags[_i].option), &job, &state,
			&error) == 0)
		engine_pvsync2.close(state);
	ck_assert_int_eq(pread(fd, block, BLOCK, 0), BLOCK);
	for (unsigned i = 0; i < BLOCK; i++)
		ck_assert_uint_eq(block[i], file_byte(i));
	ck_assert_int_eq(lseek(fd, 0, SEEK_END), FILE_SIZE);
	close(fd);
	arena_free(arena);
}
END_TEST

START_TEST(atomic_writes_are_refused_where_they_cant_be)
{
	struct job_options job = { .atomic = true,
				   .rw = { .flags = RW_WRITE } };
	struct job_error error = { 0 };
	void *state = NULL;
	int fd = memfd_create("test_pvsync2", MFD_CLOEXEC);

	ck_assert_int_eq(try_to_open(fd, NULL, &job, &state, &error), -1);
	ck_assert_int_eq(error.code, EOPNOTSUPP);
	ck_assert_ptr_nonnull(strstr(error.text, "atomic=1"));
	/* Reads are what they are. */
	job.rw.flags = RW_READ;
	ck_assert_int_eq(try_to_open(fd, NULL, &job, &state, &error), 0);
	engine_pvsync2.close(state);
	close(fd);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("pvsync2");
	TCase *tc = tcase_create("pvsync2");
	const int n = COUNT_OF(flags);

	tcase_add_loop_test(tc, takes_and_refuses_flags_as_the_kernel_does, 0,
			    n);
	tcase_add_loop_test(tc, trying_a_flag_writes_nothing, 0, n);
	tcase_add_test(tc, atomic_writes_are_refused_where_they_cant_be);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
