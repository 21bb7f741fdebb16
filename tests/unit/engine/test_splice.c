#include "engine_fixture.h"

#include <stdlib.h>

/* More than a pipe of its default size can hold. */
enum { LARGE = 1024 * 1024 + 12345 };

static int32_t move(struct fixture *f, enum io_kind kind, void *buf,
		    uint64_t offset)
{
	f->io[0].kind = (uint8_t)kind;
	f->io[0].buf = buf;
	f->io[0].length = LARGE;
	f->io[0].offset = offset;
	return perform(f, 0);
}

START_TEST(moves_more_than_the_pipe_holds)
{
	unsigned char *out = malloc(LARGE), *in = malloc(LARGE);
	struct fixture f;

	ck_assert(out && in);
	fixture_open(&f, &engine_splice, NULL);
	for (size_t i = 0; i < LARGE; i++)
		out[i] = file_byte(i * 3);
	ck_assert_int_eq(move(&f, IO_WRITE, out, 4097), LARGE);
	ck_assert_int_eq(move(&f, IO_READ, in, 4097), LARGE);
	ck_assert_mem_eq(in, out, LARGE);
	ck_assert_int_eq(pread(f.fd, in, LARGE, 4097), LARGE);
	ck_assert_mem_eq(in, out, LARGE);
	ck_assert_int_eq(move(&f, IO_READ, in, 4097 + 1024), LARGE - 1024);
	fixture_close(&f);
	free(out);
	free(in);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("splice");
	TCase *tc = tcase_create("splice");

	tcase_add_test(tc, moves_more_than_the_pipe_holds);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
