#ifndef RUNNER_SYS_SHARED_LOCK_H
#define RUNNER_SYS_SHARED_LOCK_H

#include <pthread.h>

/*
 * A lock in memory that processes share. One that dies with it leaves what it
 * had done, and the next to take the lock goes on from there: what it protects
 * has to bear that.
 */
void shared_lock_init(pthread_mutex_t *lock);
void shared_lock_take(pthread_mutex_t *lock);
void shared_lock_give_back(pthread_mutex_t *lock);

#endif
