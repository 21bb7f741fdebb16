#include "spec/replay_log.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/replay_log.XXXXXX";
static struct arena *arena;
static struct diag *diag;

static void setup(void)
{
	int fd;

	snprintf(path, sizeof(path), "/tmp/replay_log.XXXXXX");
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	close(fd);
	arena = arena_new();
	diag = diag_new();
}

static void teardown(void)
{
	unlink(path);
	arena_free(arena);
	diag_free(diag);
}

static void write_log(const char *text)
{
	FILE *out = fopen(path, "we");

	ck_assert_ptr_nonnull(out);
	fputs(text, out);
	ck_assert_int_eq(fclose(out), 0);
}

static const struct replay_rules as_it_is = { .scale = 1 };

static const struct replay_log *load(const struct replay_rules *rules,
				     bool chunked)
{
	struct source at = { .file = "t.fio", .line = 3 };

	return replay_log_load(arena, path, rules, chunked, at, diag);
}

#define HEAD                                                                   \
	IOLOG_HEADER_3 "\n0 a add\n0 b add\n0 unused add\n0 a open\n0 b open\n"

static const char mixed[] = HEAD "1 b write 8192 4096\n2 a read 4096 512\n"
				 "3 a sync 0 0\n1000000 b trim 12345 100\n"
				 "1000000 b datasync 0 0\n"
				 "1000001 a write 4608 512\n";

/* "w0@1:8192+4096 " and so on: action, file, time, offset, length. */
static const char *list(const struct replay_log *log)
{
	static char out[1000];
	struct replay_cursor c;
	struct replay_io io;
	size_t length = 0;

	ck_assert_int_eq(replay_cursor_open(&c, log), 0);
	out[0] = '\0';
	while (replay_cursor_next(&c, &io) > 0)
		length += (size_t)snprintf(
			out + length, sizeof(out) - length,
			"%c%u@%llu:%llu+%u ", "rwtsd"[io.action], io.file,
			(unsigned long long)io.time_us,
			(unsigned long long)io.offset, io.length);
	replay_cursor_close(&c);
	return out;
}

static const struct {
	struct replay_rules rules;
	const char *is;
} rules[] = {
	{ { .scale = 1 },
	  "w0@1:8192+4096 r1@2:4096+512 s1@3:0+0 t0@1000000:12345+100 "
	  "d0@1000000:0+0 w1@1000001:4608+512 " },
	{ { .scale = 2, .align = 1024 },
	  "w0@1:4096+4096 r1@2:2048+512 s1@3:0+0 t0@1000000:6144+100 "
	  "d0@1000000:0+0 w1@1000001:2048+512 " },
	{ { .scale = 1, .redirect = "r" },
	  "w0@1:8192+4096 r0@2:4096+512 s0@3:0+0 t0@1000000:12345+100 "
	  "d0@1000000:0+0 w0@1000001:4608+512 " },
	{ { .scale = 1,
	    .skips = { [IOLOG_WRITE] = true,
		       [IOLOG_SYNC] = true,
		       [IOLOG_DATASYNC] = true } },
	  "r0@2:4096+512 t1@1000000:12345+100 " },
};

START_TEST(rules_leave_out_move_and_redirect)
{
	write_log(mixed);
	for (int chunked = 0; chunked < 2; chunked++) {
		const struct replay_log *log = load(&rules[_i].rules, chunked);

		ck_assert_ptr_nonnull(log);
		ck_assert_str_eq(list(log), rules[_i].is);
		ck_assert((log->chunks == NULL) == chunked);
	}
}
END_TEST

START_TEST(what_is_in_a_log_is_summed_up)
{
	const struct replay_log *log;

	write_log(mixed);
	log = load(&as_it_is, false);
	ck_assert_ptr_nonnull(log);
	ck_assert_uint_eq(log->file_count, 2);
	ck_assert_str_eq(log->files[0].path, "b");
	ck_assert_uint_eq(log->files[0].from, 8192);
	ck_assert_uint_eq(log->files[0].to, 12445);
	ck_assert_str_eq(log->files[1].path, "a");
	ck_assert_uint_eq(log->files[1].from, 4096);
	ck_assert_uint_eq(log->files[1].to, 5120);
	ck_assert_uint_eq(log->ios, 4);
	ck_assert_uint_eq(log->syncs, 2);
	ck_assert_uint_eq(log->bytes, 4096 + 512 + 100 + 512);
	ck_assert_uint_eq(log->count[IOLOG_WRITE], 2);
	ck_assert_uint_eq(log->least[IOLOG_WRITE], 512);
	ck_assert_uint_eq(log->most[IOLOG_WRITE], 4096);
	ck_assert_uint_eq(log->open_max, 2);
	ck_assert_uint_eq(replay_log_misaligned(log, 1), 0);
	ck_assert_uint_eq(replay_log_misaligned(log, 512), 10);
	ck_assert_uint_eq(replay_log_misaligned(log, 4096), 8);
}
END_TEST

/* What was packed is what comes out, in some bytes for each. */
START_TEST(many_ios_take_little_memory)
{
	enum { COUNT = 100000 };
	const struct replay_log *log;
	struct replay_cursor c;
	struct replay_io io;
	uint64_t state = 1, bytes = 0;
	FILE *out = fopen(path, "we");

	fputs(HEAD, out);
	for (unsigned i = 0; i < COUNT; i++) {
		state = state * UINT64_C(6364136223846793005) + 1;
		fprintf(out, "%u a %s %llu 4096\n", i * 20,
			state >> 63 ? "read" : "write",
			(unsigned long long)(state >> 36) * 4096);
	}
	fclose(out);
	log = load(&as_it_is, false);
	for (const struct replay_chunk *k = log->chunks; k; k = k->next)
		bytes += sizeof(*k);
	ck_assert_uint_le(bytes, COUNT * 9UL);
	ck_assert_int_eq(replay_cursor_open(&c, log), 0);
	for (unsigned round = 0; round < 2; round++) {
		state = 1;
		for (unsigned i = 0; i < COUNT; i++) {
			state = state * UINT64_C(6364136223846793005) + 1;
			if (replay_cursor_next(&c, &io) != 1 ||
			    io.time_us != i * UINT64_C(20) ||
			    io.action !=
				    (state >> 63 ? IOLOG_READ : IOLOG_WRITE) ||
			    io.offset != (state >> 36) * 4096 ||
			    io.length != 4096)
				ck_abort_msg("I/O %u is another", i);
		}
		ck_assert_int_eq(replay_cursor_next(&c, &io), 0);
		ck_assert_int_eq(replay_cursor_rewind(&c), 0);
	}
	replay_cursor_close(&c);
}
END_TEST

static const char *const changes[] = {
	HEAD "1 a read 0 8192\n",    /* a longer one */
	HEAD "1 a read 8192 4096\n", /* another place */
	HEAD "1 a write 0 4096\n",   /* another kind */
	HEAD "1 b read 0 4096\n",    /* another file */
	HEAD "1 c add\n1 c open\n1 c read 0 4096\n",
	"garbage\n",
};

START_TEST(a_log_that_has_changed_is_refused)
{
	const struct replay_log *log;
	struct replay_cursor c;
	struct replay_io io;

	write_log(HEAD "1 a read 0 4096\n");
	log = load(&as_it_is, true);
	write_log(changes[_i]);
	ck_assert_int_eq(replay_cursor_open(&c, log), 0);
	ck_assert_int_eq(replay_cursor_next(&c, &io), -1);
	replay_cursor_close(&c);
}
END_TEST

static const struct {
	const char *text;
	unsigned line; /* of the log, or of the job file */
	const char *why;
} bad[] = {
	{ HEAD "1 c read 0 1\n", 7, "'c' was not added" },
	{ HEAD, 3, "has nothing to read, write or trim" },
	{ HEAD "1 a sync 0 0\n", 3, "has nothing to read, write or trim" },
	{ "", 0, "the log is empty" },
};

START_TEST(bad_logs_are_told_of_with_their_place)
{
	const struct diag_message *m;
	size_t count;

	write_log(bad[_i].text);
	ck_assert_ptr_null(load(&as_it_is, false));
	m = diag_messages(diag, &count);
	ck_assert_uint_eq(count, 1);
	ck_assert_uint_eq(m->line, bad[_i].line);
	ck_assert_str_eq(m->file, bad[_i].line == 3 ? "t.fio" : path);
	ck_assert_ptr_nonnull(strstr(m->text, bad[_i].why));
}
END_TEST

static const struct {
	const char *text;
	unsigned line; /* of the warning, or 0 */
} ends[] = {
	{ HEAD "1 a read 0 4096\n", 0 },
	{ HEAD "1 a read 0 40", 7 },
	{ HEAD "1 a read 0 40\n1 a sync", 8 },
	{ HEAD "1 a read 0 40\n\n1 a close", 0 },
	{ HEAD "1 a read 0 40\n ", 0 },
};

/* "40" may have been "4096". */
START_TEST(a_log_that_may_have_been_cut_off_is_told_of)
{
	const struct diag_message *m;
	size_t count;

	write_log(ends[_i].text);
	ck_assert_ptr_nonnull(load(&as_it_is, false));
	m = diag_messages(diag, &count);
	ck_assert_uint_eq(count, ends[_i].line ? 1 : 0);
	if (!count)
		return;
	ck_assert_int_eq(m->kind, DIAG_WARNING);
	ck_assert_uint_eq(m->line, ends[_i].line);
	ck_assert_str_eq(m->file, path);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("replay_log");
	TCase *tc = tcase_create("replay_log");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, rules_leave_out_move_and_redirect, 0,
			    COUNT_OF(rules));
	tcase_add_test(tc, what_is_in_a_log_is_summed_up);
	tcase_add_test(tc, many_ios_take_little_memory);
	tcase_add_loop_test(tc, a_log_that_has_changed_is_refused, 0,
			    COUNT_OF(changes));
	tcase_add_loop_test(tc, bad_logs_are_told_of_with_their_place, 0,
			    COUNT_OF(bad));
	tcase_add_loop_test(tc, a_log_that_may_have_been_cut_off_is_told_of, 0,
			    COUNT_OF(ends));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
