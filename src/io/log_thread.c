#include "log_thread.h"

#include <sched.h>
#include <signal.h>

enum { STACK_SIZE = 128 * 1024 };

int log_thread_start(pthread_t *thread, void *(*run)(void *), void *arg,
		     const struct cpu_list *cpus)
{
	sigset_t all, before;
	pthread_attr_t attr;
	int code;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_SIZE);
	if (cpus->given)
		pthread_attr_setaffinity_np(&attr, sizeof(cpus->set),
					    &cpus->set);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	code = pthread_create(thread, &attr, run, arg);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attr);
	return code;
}
