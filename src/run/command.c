#include "run/command.h"

#include "sys/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	OUTPUT_MODE = 0644,
	NOT_RUN = 127, /* as the shell says it */
	LOOK_MS = 100, /* between two looks at `stop` */
};

/* In the child. Two copies of a job add to the one file. */
static _Noreturn void become_shell(const char *text, int in, int out)
{
	dup2(in, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(out, STDERR_FILENO);
	child_begin();
	execl("/bin/sh", "sh", "-c", text, (char *)NULL);
	_exit(NOT_RUN);
}

static bool is_told_to_stop(const struct command *c)
{
	return c->stop && atomic_load_explicit(c->stop, memory_order_relaxed);
}

/* Returns the status of waitpid(2), and whether it was told to end. */
static int wait_for(const struct command *c, pid_t pid, bool *stopped)
{
	struct pollfd ended = { .fd = pidfd_open(pid, 0), .events = POLLIN };
	int status = 0;

	while (c->stop && ended.fd >= 0 && poll(&ended, 1, LOOK_MS) <= 0) {
		if (*stopped || !is_told_to_stop(c))
			continue;
		kill(-pid, SIGTERM);
		*stopped = true;
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	if (ended.fd >= 0)
		close(ended.fd);
	return status;
}

static int run_shell(const struct command *c, int in, int out,
		     struct job_error *error)
{
	bool stopped = false;
	pid_t pid = fork();
	int status;

	if (pid == 0)
		become_shell(c->text, in, out);
	if (pid > 0)
		setpgid(pid, pid);
	if (pid < 0)
		return job_error_set(error, errno, "fork",
				     "%s can't be run: %s", c->option,
				     strerror(errno));
	status = wait_for(c, pid, &stopped);
	if (stopped || is_told_to_stop(c) || status == 0)
		return 0;
	if (WIFSIGNALED(status))
		return job_error_set(error, EINTR, c->option,
				     "%s was killed by signal %d (%s); see %s",
				     c->option, WTERMSIG(status),
				     strsignal(WTERMSIG(status)), c->output);
	return job_error_set(error, ECANCELED, c->option,
			     "%s ended with status %d; see %s", c->option,
			     WEXITSTATUS(status), c->output);
}

int command_execute(const struct command *c, struct job_error *error)
{
	int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
	int out = open(c->output, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
		       OUTPUT_MODE);
	int status;

	if (in < 0 || out < 0)
		status = job_error_set(error, errno, "open", "%s: %s: %s",
				       c->option, c->output, strerror(errno));
	else
		status = run_shell(c, in, out, error);
	if (in >= 0)
		close(in);
	if (out >= 0)
		close(out);
	return status;
}
