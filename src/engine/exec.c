#include "engine/exec_words.h"
#include "engine/task.h"

#include "base/clock.h"
#include "spec/option_values.h"
#include "sys/child.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * Runs a program while the job lasts, such as one that watches the machine. It
 * is the leader of a process group, which gets SIGTERM at the end of the job,
 * and SIGKILL if it is still there after grace_time.
 */
struct exec_options {
	const char *program;
	const char *arguments;
	uint64_t grace_time; /* s */
	bool std_redirect;
};

enum {
	OUTPUT_MODE = 0644,
	NOT_RUN = 127, /* as the shell says it */
};

struct exec_state {
	const struct exec_options *options;
	char **words;
	char *output[2]; /* of standard output and errors; NULL: ours */
	pid_t pid;       /* 0: not started, or over */
	int descriptor;  /* of the process, -1 */
	uint64_t start_ns;
	uint64_t runs_left;
};

static const struct option option_list[] = {
	{
		.name = "arguments",
		OPTION_TEXT(struct exec_options, arguments),
		.category = OPTION_ENGINE,
		.help = "Its arguments: words with blanks between, or in "
			"quotes; %r stands for the runtime in seconds, %n for "
			"the name of the job",
	},
	{
		.name = "grace_time",
		OPTION_NUMBER(struct exec_options, grace_time),
		.category = OPTION_ENGINE,
		.initial = "1",
		.max = 3600,
		.help = "Seconds that it has to end after SIGTERM, before it "
			"is killed",
	},
	{
		.name = "program",
		OPTION_TEXT(struct exec_options, program),
		.category = OPTION_ENGINE,
		.help = "Program to run, looked for in PATH: has to be given",
	},
	{
		.name = "std_redirect",
		OPTION_FLAG(struct exec_options, std_redirect),
		.category = OPTION_ENGINE,
		.initial = "1",
		.help = "Write what it prints to the files NAME.stdout and "
			"NAME.stderr, NAME being the job's (and its copies' "
			"number); 0: it goes where our own output goes",
	},
};

static const struct option_table exec_option_table = {
	.list = option_list,
	.count = sizeof(option_list) / sizeof(option_list[0]),
};

static const char *find_conflict(const void *options)
{
	const struct exec_options *o = options;

	if (!o->program)
		return "program is missing, what is to be run";
	return exec_words_fault(o->arguments);
}

/* The lines that readers of the reference's output know. */
static void introduce(const struct job_section *section, FILE *out)
{
	const struct exec_options *o = section->engine_options;
	const char *arguments = o->arguments ? o->arguments : "";
	const char *name = section->name;

	fprintf(out, "%s : program=%s, arguments=%s\n", name, o->program,
		arguments);
	if (o->std_redirect)
		fprintf(out,
			"%s : Saving output of %s %s : stdout=%s.stdout "
			"stderr=%s.stderr\n",
			name, o->program, arguments, name, name);
	else
		fprintf(out, "%s : Running %s %s\n", name, o->program,
			arguments);
}

static void exec_close(void *state)
{
	struct exec_state *s = state;

	if (s->pid > 0)
		kill(-s->pid, SIGKILL);
	if (s->descriptor >= 0)
		close(s->descriptor);
	exec_words_free(s->words);
	free(s->output[0]);
	free(s->output[1]);
	free(s);
}

/* "JOB.stdout"; of a copy "JOB.1.stdout". A slash would be a folder. */
static char *output_name(const struct job *job, const char *which)
{
	const char *name = job->section->name;
	char *path;
	int length = job->clone ? asprintf(&path, "%s.%zu.%s", name, job->clone,
					   which)
				: asprintf(&path, "%s.%s", name, which);

	if (length < 0)
		return NULL;
	for (char *c = path; *c; c++)
		if (*c == '/')
			*c = '.';
	return path;
}

static int exec_open(void **state, const struct job *job,
		     struct job_error *error)
{
	const struct job_section *section = job->section;
	const struct exec_options *o = section->engine_options;
	struct exec_state *s = calloc(1, sizeof(*s));

	if (!s)
		return job_error_set(error, ENOMEM, "calloc",
				     "no memory for the engine");
	s->options = o;
	s->descriptor = -1;
	s->runs_left = section->options->loops;
	s->words = exec_words_make(o->program, o->arguments, section->name,
				   section->options->runtime.ns / NSEC_PER_SEC);
	if (o->std_redirect) {
		s->output[0] = output_name(job, "stdout");
		s->output[1] = output_name(job, "stderr");
	}
	if (!s->words ||
	    (o->std_redirect && (!s->output[0] || !s->output[1]))) {
		exec_close(s);
		return job_error_set(error, ENOMEM, "calloc",
				     "no memory for the engine");
	}
	*state = s;
	return 0;
}

/* In the child: an error goes through the pipe. */
static void redirect(const char *path, int descriptor, int to_parent)
{
	int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
	int fd = path ? open(path, flags, OUTPUT_MODE) : descriptor;

	if (fd >= 0 && (fd == descriptor || dup2(fd, descriptor) >= 0))
		return;
	if (write(to_parent, &errno, sizeof(errno)) < 0)
		_exit(NOT_RUN + 1);
	_exit(NOT_RUN);
}

static _Noreturn void become_program(const struct exec_state *s, int to_parent)
{
	child_begin();
	redirect("/dev/null", STDIN_FILENO, to_parent);
	redirect(s->output[0], STDOUT_FILENO, to_parent);
	redirect(s->output[1], STDERR_FILENO, to_parent);
	execvp(s->words[0], s->words);
	if (write(to_parent, &errno, sizeof(errno)) < 0)
		_exit(NOT_RUN + 1);
	_exit(NOT_RUN);
}

static int not_run(const struct exec_state *s, const char *function, int code,
		   struct job_error *error)
{
	return job_error_set(error, code, function, "%s can't be run: %s",
			     s->options->program, strerror(code));
}

/* Whether it came to run, or why not. */
static int read_outcome(int from_child)
{
	int code = 0;
	ssize_t n;

	do
		n = read(from_child, &code, sizeof(code));
	while (n < 0 && errno == EINTR);
	return n == sizeof(code) ? code : 0;
}

static int start(struct exec_state *s, struct job_error *error)
{
	int ends[2], code;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return not_run(s, "pipe2", errno, error);
	s->start_ns = clock_now();
	s->pid = fork();
	if (s->pid == 0)
		become_program(s, ends[1]);
	code = s->pid < 0 ? errno : 0;
	close(ends[1]);
	if (s->pid > 0) {
		setpgid(s->pid, s->pid);
		code = read_outcome(ends[0]);
	}
	close(ends[0]);
	if (code && s->pid > 0)
		waitpid(s->pid, NULL, 0);
	if (code) {
		s->pid = 0;
		return not_run(s, "exec", code, error);
	}
	s->descriptor = pidfd_open(s->pid, 0);
	if (s->descriptor < 0)
		return not_run(s, "pidfd_open", errno, error);
	return 0;
}

/* Whether it has ended, by `until_ns` at the latest. */
static bool wait_for(const struct exec_state *s, uint64_t until_ns)
{
	struct pollfd ended = { .fd = s->descriptor, .events = POLLIN };
	uint64_t now = clock_now();
	struct timespec left =
		clock_timespec(until_ns > now ? until_ns - now : 0);

	return ppoll(&ended, 1, &left, NULL) > 0;
}

/* Returns the status of waitpid(2). */
static int reap(struct exec_state *s, struct task_step *step)
{
	int status = 0;

	while (waitpid(s->pid, &status, 0) < 0 && errno == EINTR)
		continue;
	*step = (struct task_step){ s->start_ns, clock_now() };
	close(s->descriptor);
	s->descriptor = -1;
	s->pid = 0;
	return status;
}

/* By itself: what it left running in its group is not ours to keep. */
static int check(const struct exec_state *s, int status,
		 struct job_error *error)
{
	const char *program = s->options->program;

	if (WIFSIGNALED(status))
		return job_error_set(
			error, EINTR, "exec", "%s was killed by signal %d (%s)",
			program, WTERMSIG(status), strsignal(WTERMSIG(status)));
	if (WEXITSTATUS(status))
		return job_error_set(error, ECANCELED, "exec",
				     "%s ended with status %d", program,
				     WEXITSTATUS(status));
	return 0;
}

static enum task_progress exec_run(void *state, uint64_t until_ns,
				   struct task_step *step,
				   struct job_error *error)
{
	struct exec_state *s = state;

	if (!s->pid && !s->runs_left)
		return TASK_DONE;
	if (!s->pid) {
		s->runs_left--;
		if (start(s, error) < 0)
			return TASK_FAILED;
	}
	if (!wait_for(s, until_ns))
		return TASK_UNDER_WAY;
	return check(s, reap(s, step), error) < 0 ? TASK_FAILED : TASK_STEP;
}

static enum task_progress exec_stop(void *state, struct task_step *step)
{
	struct exec_state *s = state;
	uint64_t grace_ns = s->options->grace_time * NSEC_PER_SEC;

	if (!s->pid)
		return TASK_UNDER_WAY;
	kill(-s->pid, SIGTERM);
	if (!wait_for(s, clock_now() + grace_ns))
		kill(-s->pid, SIGKILL);
	reap(s, step);
	return TASK_STEP;
}

const struct task_ops task_exec = {
	.info = {
		.name = "exec",
		.help = "Runs a program while the job lasts and does no I/O "
			"itself: the job ends with it, and fails if it does. "
			"Options of I/O have no effect",
		.flags = ENGINE_TASK | ENGINE_DISKLESS | ENGINE_SYNC |
			 ENGINE_NO_DATA,
		.options = &exec_option_table,
		.options_size = sizeof(struct exec_options),
		.find_conflict = find_conflict,
		.introduce = introduce,
	},
	.open = exec_open,
	.close = exec_close,
	.run = exec_run,
	.stop = exec_stop,
};
