#include "interrupt.h"

#include "base/clock.h"

#include <poll.h>
#include <stddef.h>

volatile sig_atomic_t interrupt_signal;

static const int watched[] = { SIGINT, SIGTERM, SIGHUP };

enum { WATCHED_COUNT = sizeof(watched) / sizeof(watched[0]) };

static void note(int number)
{
	interrupt_signal = number;
}

void interrupt_watch(void)
{
	struct sigaction action = { .sa_handler = note,
				    .sa_flags = (int)SA_RESETHAND };

	for (int i = 0; i < WATCHED_COUNT; i++)
		sigaction(watched[i], &action, NULL);
	/* A file that may not grow is an error of a call, and no death. */
	signal(SIGXFSZ, SIG_IGN);
}

/* A signal that comes between the look and the wait ends the wait. */
void interrupt_sleep(uint64_t until_ns)
{
	sigset_t blocked, before;
	uint64_t now;

	if (clock_now() >= until_ns)
		return;
	sigemptyset(&blocked);
	for (int i = 0; i < WATCHED_COUNT; i++)
		sigaddset(&blocked, watched[i]);
	sigprocmask(SIG_BLOCK, &blocked, &before);
	while (!interrupt_signal && (now = clock_now()) < until_ns) {
		struct timespec left = clock_timespec(until_ns - now);

		ppoll(NULL, 0, &left, &before);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
}
