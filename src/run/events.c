#include "events.h"

#include "base/clock.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

static const int watched[] = { SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGUSR1 };

enum { WATCHED = sizeof(watched) / sizeof(watched[0]) };

static unsigned read_signals(struct events *e)
{
	struct signalfd_siginfo info;
	unsigned seen = 0;

	while (read(e->signal_fd, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGCHLD) {
			seen |= EVENT_CHILD;
			continue;
		}
		if (info.ssi_signo == SIGUSR1) {
			seen |= EVENT_REPORT;
			continue;
		}
		seen |= EVENT_INTERRUPT;
		e->interrupts++;
		if (!e->signal)
			e->signal = (int)info.ssi_signo;
	}
	return seen;
}

/* errno stays as it was. */
void events_close(struct events *e)
{
	int error = errno;

	/* One that comes at the very end must not cost the report. */
	if (e->signal_fd >= 0) {
		read_signals(e);
		close(e->signal_fd);
	}
	if (e->timer_fd >= 0)
		close(e->timer_fd);
	/* Nor one that comes while the report is written. */
	sigaddset(&e->old_mask, SIGINT);
	sigaddset(&e->old_mask, SIGTERM);
	sigaddset(&e->old_mask, SIGHUP);
	sigaddset(&e->old_mask, SIGUSR1);
	sigprocmask(SIG_SETMASK, &e->old_mask, NULL);
	errno = error;
}

int events_open(struct events *e)
{
	struct itimerspec tick = { .it_interval = clock_timespec(EVENT_TICK_NS),
				   .it_value = clock_timespec(EVENT_TICK_NS) };
	sigset_t mask;

	*e = (struct events){ .signal_fd = -1, .timer_fd = -1 };
	/* Where a shell ignores it, children would end unseen. */
	signal(SIGCHLD, SIG_DFL);
	sigemptyset(&mask);
	for (int i = 0; i < WATCHED; i++)
		sigaddset(&mask, watched[i]);
	if (sigprocmask(SIG_BLOCK, &mask, &e->old_mask) < 0)
		return -1;
	e->signal_fd = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
	e->timer_fd =
		timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (e->signal_fd < 0 || e->timer_fd < 0 ||
	    timerfd_settime(e->timer_fd, 0, &tick, NULL) < 0) {
		events_close(e);
		return -1;
	}
	return 0;
}

void events_forget(const struct events *e)
{
	sigset_t none;

	close(e->signal_fd);
	close(e->timer_fd);
	/*
	 * Ctrl-C at a terminal goes to everybody; when to stop is for the
	 * parent to say.
	 */
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGUSR1, SIG_IGN);
	/* The parent may have given up the barrier: it says so by `stop`. */
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static unsigned read_timer(const struct events *e)
{
	uint64_t ticks;

	return read(e->timer_fd, &ticks, sizeof(ticks)) == sizeof(ticks)
		       ? EVENT_TICK
		       : 0;
}

unsigned events_wait(struct events *e, int fd, uint64_t until_ns)
{
	struct pollfd polled[] = {
		{ .fd = e->signal_fd, .events = POLLIN },
		{ .fd = e->timer_fd, .events = POLLIN },
		{ .fd = fd, .events = POLLIN },
	};
	uint64_t now = clock_now();
	struct timespec rest =
		clock_timespec(until_ns > now ? until_ns - now : 0);
	unsigned seen = 0;

	if (ppoll(polled, sizeof(polled) / sizeof(polled[0]),
		  until_ns == UINT64_MAX ? NULL : &rest, NULL) <= 0)
		return 0;
	if (polled[0].revents)
		seen |= read_signals(e);
	if (polled[1].revents)
		seen |= read_timer(e);
	if (polled[2].revents)
		seen |= EVENT_DESCRIPTOR;
	return seen;
}
