#include "io/log_ring.h"

#include "base/clock.h"
#include "unit.h"

/* What the taking thread does and saw. */
struct taker {
	struct log_ring ring;
	uint64_t expected;
	uint64_t wrong;
	bool slow;
};

static void *take_all(void *arg)
{
	struct taker *t = arg;
	const struct log_sample *samples;
	unsigned n;

	/* Until there is no room for the next one. */
	while (t->slow && !atomic_load(&t->ring.waits_for_room))
		clock_sleep_until(clock_now() + NSEC_PER_MSEC);
	while (log_ring_wait(&t->ring, NSEC_PER_SEC)) {
		while ((n = log_ring_peek(&t->ring, &samples)) > 0) {
			for (unsigned i = 0; i < n; i++)
				if (samples[i].offset != t->expected++)
					t->wrong++;
			log_ring_drop(&t->ring, n);
			if (t->slow)
				clock_sleep_until(clock_now() + 10000);
		}
	}
	return NULL;
}

/* Faster than it is taken out, and around the ring many times. */
START_TEST(samples_come_out_once_in_order)
{
	struct taker t = { .slow = _i };
	pthread_t thread;
	uint64_t count = _i ? 20000 : 2000000;
	bool waited = false;

	ck_assert_int_eq(log_ring_open(&t.ring, 1000), 0);
	ck_assert_uint_eq(t.ring.capacity, 1024);
	ck_assert_int_eq(pthread_create(&thread, NULL, take_all, &t), 0);
	for (uint64_t i = 0; i < count; i++)
		waited |= log_ring_put(&t.ring,
				       (struct log_sample){ .offset = i });
	log_ring_close(&t.ring);
	pthread_join(thread, NULL);
	ck_assert_uint_eq(t.expected, count);
	ck_assert_uint_eq(t.wrong, 0);
	if (t.slow)
		ck_assert(waited);
	log_ring_free(&t.ring);
}
END_TEST

START_TEST(few_samples_come_out_after_a_while)
{
	const struct log_sample *samples;
	struct log_ring ring;

	ck_assert_int_eq(log_ring_open(&ring, 1024), 0);
	ck_assert(log_ring_wait(&ring, 1000));
	ck_assert_uint_eq(log_ring_peek(&ring, &samples), 0);
	log_ring_put(&ring, (struct log_sample){ .bytes = 7 });
	ck_assert(log_ring_wait(&ring, 1000));
	ck_assert_uint_eq(log_ring_peek(&ring, &samples), 1);
	ck_assert_uint_eq(samples[0].bytes, 7);
	log_ring_drop(&ring, 1);
	log_ring_free(&ring);
}
END_TEST

START_TEST(a_closed_ring_is_emptied_first)
{
	const struct log_sample *samples;
	struct log_ring ring;

	ck_assert_int_eq(log_ring_open(&ring, 1024), 0);
	log_ring_put(&ring, (struct log_sample){ .bytes = 7 });
	log_ring_close(&ring);
	ck_assert(log_ring_wait(&ring, UINT32_MAX));
	ck_assert_uint_eq(log_ring_peek(&ring, &samples), 1);
	log_ring_drop(&ring, 1);
	ck_assert(!log_ring_wait(&ring, UINT32_MAX));
	log_ring_free(&ring);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log_ring");
	TCase *tc = tcase_create("log_ring");

	tcase_add_loop_test(tc, samples_come_out_once_in_order, 0, 2);
	tcase_add_test(tc, few_samples_come_out_after_a_while);
	tcase_add_test(tc, a_closed_ring_is_emptied_first);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
