#ifndef RUNNER_RUN_PROCESS_H
#define RUNNER_RUN_PROCESS_H

#include "events.h"
#include "spec/plan.h"

#include <stddef.h>
#include <sys/types.h>

/*
 * fork(), and in the child: dies with its parent, has the signals of a worker
 * and none of the parent's events.
 */
pid_t process_fork(const struct events *events);

/* Allow as many open files as the system lets us. */
void process_raise_limits(void);

/* Which process runs which job. */
struct process_table;

struct process_table *process_table_new(size_t jobs);
void process_table_free(struct process_table *table);
void process_table_set(struct process_table *table, pid_t pid,
		       const struct job *job);

/* The job of the process, or NULL. */
const struct job *process_table_get(const struct process_table *table,
				    pid_t pid);

#endif
