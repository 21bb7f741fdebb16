#include "../../../src/io/offload.h"

#include "unit.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

enum { DEPTH = 4, BUFFER = 4096, FAILS = 7 };

/* An engine that tells what is asked of it, and waits as it is told. */
struct instance {
	pthread_t thread; /* that opened it */
	struct engine_setup setup;
	unsigned done;
	int32_t result; /* of the last I/O */
	bool wrong_thread;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct instance instances[DEPTH];
static unsigned opened, closed, forgotten;
static unsigned together; /* how many I/Os have to be on their way to end */
static unsigned on_way;
static unsigned failing; /* the open that fails, from 1 on; 0: none */
static unsigned char buffers[DEPTH][BUFFER];

static int fake_open(void **state, const struct engine_setup *setup,
		     struct job_error *error)
{
	struct instance *i;
	bool fails;

	pthread_mutex_lock(&lock);
	i = &instances[opened++];
	fails = opened == failing;
	pthread_mutex_unlock(&lock);
	if (fails)
		return job_error_set(error, ENOTTY, "fake", "can't");
	*i = (struct instance){ .thread = pthread_self(), .setup = *setup };
	*state = i;
	return 0;
}

static void check_thread(struct instance *i)
{
	if (!pthread_equal(i->thread, pthread_self()))
		i->wrong_thread = true;
}

static void fake_close(void *state)
{
	check_thread(state);
	pthread_mutex_lock(&lock);
	closed++;
	pthread_mutex_unlock(&lock);
}

static void fake_forget_files(void *state)
{
	check_thread(state);
	pthread_mutex_lock(&lock);
	forgotten++;
	pthread_mutex_unlock(&lock);
}

static void meet_others(void)
{
	pthread_mutex_lock(&lock);
	on_way++;
	pthread_cond_broadcast(&changed);
	while (on_way < together)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
}

/* What it does is seen in the buffer and the priority. */
static int fake_submit(void *state, struct io *const *ios, unsigned n)
{
	struct instance *i = state;
	struct io *io = ios[0];

	check_thread(i);
	meet_others();
	i->done++;
	i->result = (int32_t)io->length;
	if (io->offset == FAILS || n != 1 || io->slot ||
	    io->buf != i->setup.buffers) {
		i->result = -EIO;
		return 1;
	}
	memset(io->buf, (int)io->offset, io->length);
	io->prio = (uint16_t)(io->offset + 1);
	return 1;
}

static int fake_reap(void *state, struct completion *list, unsigned min,
		     unsigned max, const struct timespec *timeout)
{
	struct instance *i = state;

	check_thread(i);
	if (min != 1 || max != 1 || timeout)
		return -EINVAL;
	list[0] = (struct completion){ .result = i->result };
	return 1;
}

static const struct engine_ops fake = {
	.open = fake_open,
	.close = fake_close,
	.submit = fake_submit,
	.reap = fake_reap,
	.forget_files = fake_forget_files,
};

static const struct engine_setup setup_of_all = {
	.depth = DEPTH,
	.buffers = buffers,
	.buffer_size = BUFFER,
};

static void *state;
static const struct engine_ops *engine;
static struct io ios[DEPTH];
static struct completion done[DEPTH];

static void setup(void)
{
	struct job_error error = { 0 };

	opened = closed = forgotten = together = on_way = failing = 0;
	engine = offload_engine(&fake, &state, &setup_of_all, &error);
	ck_assert_ptr_nonnull(engine);
	for (unsigned i = 0; i < DEPTH; i++)
		ios[i] = (struct io){ .slot = (uint16_t)i,
				      .offset = 100U + i,
				      .length = BUFFER,
				      .buf = buffers[i] };
}

static void teardown(void)
{
	engine->close(state);
	ck_assert_uint_eq(closed, DEPTH);
	for (unsigned i = 0; i < DEPTH; i++)
		ck_assert(!instances[i].wrong_thread);
}

/* Take `n` I/Os from the slot `first` on. */
static void submit(unsigned first, unsigned n)
{
	struct io *list[DEPTH];

	for (unsigned i = 0; i < n; i++)
		list[i] = &ios[first + i];
	ck_assert_int_eq(engine->submit(state, list, n), (int)n);
}

static void let_pass(unsigned count)
{
	pthread_mutex_lock(&lock);
	together = count;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

START_TEST(what_threads_can_not_share_is_done_in_another_way)
{
	const struct engine_ops alone = { .shared = &fake };
	struct job_error error = { 0 };
	void *other;

	opened = 0;
	engine->close(state);
	closed = 0;
	engine = offload_engine(&alone, &other, &setup_of_all, &error);
	ck_assert_ptr_nonnull(engine);
	state = other;
	ck_assert_uint_eq(opened, DEPTH);
}
END_TEST

START_TEST(each_slot_has_an_instance_in_a_thread_of_its_own)
{
	ck_assert_uint_eq(opened, DEPTH);
	for (unsigned i = 0; i < DEPTH; i++) {
		ck_assert_uint_eq(instances[i].setup.depth, 1);
		for (unsigned k = 0; k < i; k++)
			ck_assert(!pthread_equal(instances[i].thread,
						 instances[k].thread));
	}
}
END_TEST

/* None of them ends before all are on their way. */
START_TEST(all_are_in_flight_at_once)
{
	bool seen[DEPTH] = { false };

	let_pass(DEPTH);
	submit(0, 1);
	submit(1, DEPTH - 1);
	ck_assert_int_eq(engine->reap(state, done, DEPTH, DEPTH, NULL), DEPTH);
	for (unsigned i = 0; i < DEPTH; i++) {
		unsigned slot = done[i].slot;

		ck_assert(slot < DEPTH && !seen[slot]);
		seen[slot] = true;
		ck_assert_int_eq(done[i].result, BUFFER);
		ck_assert_uint_eq(buffers[slot][BUFFER - 1], 100 + slot);
		ck_assert_uint_eq(ios[slot].prio, 101 + slot);
		ck_assert_uint_eq(ios[slot].slot, slot);
	}
}
END_TEST

START_TEST(no_more_is_reaped_than_is_wanted)
{
	submit(0, 3);
	ck_assert_int_eq(engine->reap(state, done, 3, 1, NULL), 1);
	ck_assert_int_eq(engine->reap(state, done + 1, 2, DEPTH, NULL), 2);
	ck_assert_uint_eq(done[0].slot + done[1].slot + done[2].slot, 3);
	ck_assert_int_eq(engine->reap(state, done, 0, DEPTH, NULL), 0);
}
END_TEST

/* Who asked for it may look at it until then. */
START_TEST(what_is_not_reaped_is_left_alone)
{
	submit(0, 2);
	ck_assert_int_eq(engine->reap(state, done, 2, 1, NULL), 1);
	ck_assert_uint_eq(ios[done[0].slot].prio, 101 + done[0].slot);
	ck_assert_uint_eq(ios[1 - done[0].slot].prio, 0);
	ck_assert_int_eq(engine->reap(state, done, 1, 1, NULL), 1);
	ck_assert_uint_eq(ios[done[0].slot].prio, 101 + done[0].slot);
}
END_TEST

START_TEST(waiting_may_end_before_anything_has)
{
	const struct timespec soon = { .tv_nsec = 1000 };

	let_pass(2);
	submit(2, 1);
	ck_assert_int_eq(engine->reap(state, done, 1, DEPTH, &soon), 0);
	let_pass(1);
	ck_assert_int_eq(engine->reap(state, done, 1, DEPTH, NULL), 1);
	ck_assert_uint_eq(done[0].slot, 2);
}
END_TEST

START_TEST(errors_come_with_their_io)
{
	ios[1].offset = FAILS;
	submit(0, 2);
	ck_assert_int_eq(engine->reap(state, done, 2, DEPTH, NULL), 2);
	for (unsigned i = 0; i < 2; i++)
		ck_assert_int_eq(done[i].result,
				 done[i].slot == 1 ? -EIO : BUFFER);
}
END_TEST

START_TEST(files_are_forgotten_by_all)
{
	engine_forget_files(engine, state);
	ck_assert_uint_eq(forgotten, DEPTH);
}
END_TEST

START_TEST(slots_are_used_again_and_again)
{
	for (unsigned round = 0; round < 500; round++) {
		submit(0, DEPTH);
		for (int n = 0; n < DEPTH;)
			n += engine->reap(state, done, 1, DEPTH, NULL);
	}
	/* Each does those of its slot alone. */
	for (unsigned i = 0; i < DEPTH; i++)
		ck_assert_uint_eq(instances[i].done, 500);
}
END_TEST

/* The others are closed. */
START_TEST(one_that_cannot_be_opened_is_the_end_of_all)
{
	struct job_error error = { 0 };
	void *none = NULL;

	opened = closed = 0;
	failing = (unsigned)_i;
	ck_assert_ptr_null(offload_engine(&fake, &none, &setup_of_all, &error));
	ck_assert_ptr_null(none);
	ck_assert_int_eq(error.code, ENOTTY);
	ck_assert_str_eq(error.text, "can't");
	ck_assert_uint_eq(opened, DEPTH);
	ck_assert_uint_eq(closed, DEPTH - 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("offload");
	TCase *tc = tcase_create("engine");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, each_slot_has_an_instance_in_a_thread_of_its_own);
	tcase_add_test(tc, what_threads_can_not_share_is_done_in_another_way);
	tcase_add_test(tc, all_are_in_flight_at_once);
	tcase_add_test(tc, no_more_is_reaped_than_is_wanted);
	tcase_add_test(tc, what_is_not_reaped_is_left_alone);
	tcase_add_test(tc, waiting_may_end_before_anything_has);
	tcase_add_test(tc, errors_come_with_their_io);
	tcase_add_test(tc, files_are_forgotten_by_all);
	tcase_add_test(tc, slots_are_used_again_and_again);
	suite_add_tcase(suite, tc);
	tc = tcase_create("open");
	tcase_add_loop_test(tc, one_that_cannot_be_opened_is_the_end_of_all, 1,
			    DEPTH + 1);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
