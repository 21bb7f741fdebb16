#include "process.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

pid_t process_fork(const struct events *events)
{
	pid_t parent = getpid();
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/*
	 * Where the scheduler groups processes by session (autogroup), workers
	 * of one session would share what each gets in one of its own.
	 */
	setsid();
	/* It may have died before it was said. */
	if (getppid() != parent)
		_exit(EXIT_FAILURE);
	events_forget(events);
	return 0;
}

void process_raise_limits(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

/*
 * Open addressing. Nothing is ever taken out: no job is started twice, and a
 * process number that comes again takes over the entry of its forerunner.
 */
struct process_table {
	struct process_entry {
		pid_t pid; /* 0: free */
		const struct job *job;
	} * entries;
	size_t mask;
};

struct process_table *process_table_new(size_t jobs)
{
	struct process_table *table = xcalloc(1, sizeof(*table));
	size_t count = 2;

	while (count < 2 * jobs)
		count *= 2;
	table->entries = xcalloc(count, sizeof(*table->entries));
	table->mask = count - 1;
	return table;
}

void process_table_free(struct process_table *table)
{
	if (!table)
		return;
	free(table->entries);
	free(table);
}

/* The entry of `pid`, or the free one where it belongs. */
static struct process_entry *find(const struct process_table *table, pid_t pid)
{
	size_t i = (size_t)pid & table->mask;

	while (table->entries[i].pid && table->entries[i].pid != pid)
		i = (i + 1) & table->mask;
	return &table->entries[i];
}

void process_table_set(struct process_table *table, pid_t pid,
		       const struct job *job)
{
	*find(table, pid) = (struct process_entry){ pid, job };
}

const struct job *process_table_get(const struct process_table *table,
				    pid_t pid)
{
	return find(table, pid)->job;
}
