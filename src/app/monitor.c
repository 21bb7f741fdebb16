#include "monitor.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "metrics_file.h"
#include "run/state_files.h"
#include "sys/child.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* As the reference calls it. */
static const char dump_name[] = "fio-dump-status";

static int complain(struct monitor *m, const char *path)
{
	if (!m->failed)
		diag_error(m->diag, (struct source){ path, 0 },
			   "cannot be written: %s", strerror(errno));
	m->failed = true;
	return -1;
}

static char *make_dump_path(void)
{
	const char *folder = getenv("TMPDIR");

	if (!folder)
		folder = getenv("TEMP");
	return xasprintf("%s/%s", folder ? folder : "/tmp", dump_name);
}

static void write_metrics(struct monitor *m)
{
	if (m->metrics_path &&
	    metrics_file_replace(m->metrics_path, m->intervals) < 0)
		complain(m, m->settings->openmetrics);
}

int monitor_open(struct monitor *m, const struct settings *settings,
		 const struct prepared *prepared, struct diag *diag)
{
	*m = (struct monitor){ .settings = settings,
			       .prepared = prepared,
			       .diag = diag };
	m->dump_path = make_dump_path();
	if (settings->status_file) {
		m->status = fopen(settings->status_file, "we");
		if (!m->status)
			return complain(m, settings->status_file);
	}
	if (!settings->openmetrics)
		return 0;
	m->metrics_path = metrics_file_find(settings->openmetrics, diag);
	return m->metrics_path ? 0 : -1;
}

void monitor_start(struct monitor *m, const struct plan *plan,
		   const struct job_page *pages, uint64_t start_ns)
{
	m->start_ns = start_ns;
	if (!m->settings->status_file && !m->settings->openmetrics)
		return;
	m->intervals = intervals_new(plan, pages, start_ns);
	intervals_look(m->intervals, start_ns);
	write_metrics(m);
}

void monitor_interval(struct monitor *m, uint64_t now_ns)
{
	if (!m->intervals)
		return;
	intervals_look(m->intervals, now_ns);
	if (m->status && intervals_write_lines(m->intervals, m->status) < 0)
		complain(m, m->settings->status_file);
	write_metrics(m);
}

/* Both are there once. */
static bool take_file(const char *path)
{
	return path && unlink(path) == 0;
}

/* What it prints is for people: in a document it would have no place. */
static _Noreturn void become_command(const struct settings *settings)
{
	bool shown = !settings->output && settings->formats & OUTPUT_NORMAL;

	if (!shown && (!freopen("/dev/null", "w", stdout) ||
		       !freopen("/dev/null", "w", stderr)))
		_exit(EXIT_FAILURE);
	child_begin();
	execl("/bin/sh", "sh", "-c", settings->trigger, (char *)NULL);
	_exit(EXIT_FAILURE);
}

/* The run takes signals from a descriptor: one that came is still there. */
static bool is_interrupted(void)
{
	sigset_t pending;

	return sigpending(&pending) == 0 &&
	       (sigismember(&pending, SIGINT) == 1 ||
		sigismember(&pending, SIGTERM) == 1 ||
		sigismember(&pending, SIGHUP) == 1);
}

/* As waitpid(2); a signal to the run ends the command and all it started. */
static pid_t wait_for_command(pid_t pid, int *status)
{
	const struct timespec pause = clock_timespec(10 * NSEC_PER_MSEC);
	bool stopped = false;
	pid_t ended;

	for (;;) {
		ended = waitpid(pid, status, WNOHANG);
		if (ended != 0)
			return ended;
		if (!stopped && is_interrupted()) {
			kill(-pid, SIGTERM);
			stopped = true;
		}
		nanosleep(&pause, NULL);
	}
}

static void run_trigger(struct monitor *m)
{
	struct source at = { "command line: --trigger", 0 };
	int status;
	pid_t pid;

	if (!m->settings->trigger)
		return;
	fflush(stdout);
	pid = fork();
	if (pid == 0)
		become_command(m->settings);
	if (pid > 0)
		setpgid(pid, pid);
	if (pid < 0 || wait_for_command(pid, &status) < 0)
		diag_warning(m->diag, at, "can't be run: %s", strerror(errno));
	else if (status != 0)
		diag_warning(m->diag, at, "the command failed");
}

static bool is_triggered(const struct monitor *m, uint64_t now_ns)
{
	const struct settings *s = m->settings;

	if (m->triggered)
		return false;
	if (s->trigger_timeout_ns &&
	    now_ns - m->start_ns >= s->trigger_timeout_ns)
		return true;
	return take_file(s->trigger_file);
}

enum run_wish monitor_tick(struct monitor *m, uint64_t now_ns)
{
	if (is_triggered(m, now_ns)) {
		m->triggered = true;
		state_files_save(m->prepared, true, m->diag);
		run_trigger(m);
		diag_note(m->diag, (struct source){ "command line", 0 },
			  "the trigger ended the run");
		return RUN_STOP;
	}
	return take_file(m->dump_path) ? RUN_REPORT : RUN_GO_ON;
}

int monitor_close(struct monitor *m)
{
	if (m->status && fclose(m->status) != 0)
		complain(m, m->settings->status_file);
	intervals_free(m->intervals);
	free(m->dump_path);
	free(m->metrics_path);
	return m->failed ? -1 : 0;
}
