#ifndef RUNNER_IO_LOG_THREAD_H
#define RUNNER_IO_LOG_THREAD_H

#include "spec/option_process.h"

#include <pthread.h>

/*
 * Start a thread that writes logs, on `cpus` if they are given. It sees no
 * signals: a file that grows too long is an error of a write. 0, or errno.
 */
int log_thread_start(pthread_t *thread, void *(*run)(void *), void *arg,
		     const struct cpu_list *cpus);

#endif
