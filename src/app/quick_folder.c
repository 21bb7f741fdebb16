#include "quick_folder.h"

#include "base/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DESCRIPTORS = 8 }; /* that nftw(3) may have open */

static int remove_entry(const char *path, const struct stat *st, int kind,
			struct FTW *ftw)
{
	(void)st;
	(void)kind;
	(void)ftw;
	/* What can't be removed must not keep the rest. */
	remove(path);
	return 0;
}

static void remove_all(const char *path)
{
	nftw(path, remove_entry, DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
}

/* It must outlive whatever ends the run, and hold nothing of its open. */
static void become_keeper(void)
{
	static const int ignored[] = { SIGINT,  SIGTERM, SIGHUP, SIGQUIT,
				       SIGUSR1, SIGPIPE, SIGTSTP };
	int null;

	for (size_t i = 0; i < sizeof(ignored) / sizeof(ignored[0]); i++)
		signal(ignored[i], SIG_IGN);
	setsid();
	null = open("/dev/null", O_RDWR | O_CLOEXEC);
	for (int fd = 0; null >= 0 && fd <= STDERR_FILENO; fd++)
		dup2(null, fd);
}

/* Who doesn't hear it any more is gone, and that is seen soon enough. */
static void tell(int answer, const void *what, size_t size)
{
	if (write(answer, what, size) < 0)
		return;
}

static void wait_for_end(int alive)
{
	char byte;

	while (read(alive, &byte, 1) < 0 && errno == EINTR)
		;
}

static _Noreturn void keep(char *path, int answer, int alive)
{
	int error;

	become_keeper();
	error = mkdtemp(path) ? 0 : errno;
	tell(answer, &error, sizeof(error));
	if (error)
		_exit(EXIT_FAILURE);
	tell(answer, path, strlen(path));
	close(answer);
	wait_for_end(alive);
	remove_all(path);
	_exit(EXIT_SUCCESS);
}

/* What mkdtemp(3) came to: 0 or errno; `path` becomes what it made. */
static int read_answer(int answer, char *path)
{
	size_t length = strlen(path), done = 0;
	int error;
	ssize_t n;

	if (read(answer, &error, sizeof(error)) != (ssize_t)sizeof(error))
		return EPIPE;
	while (!error && done < length) {
		n = read(answer, path + done, length - done);
		if (n <= 0)
			return EPIPE;
		done += (size_t)n;
	}
	return error;
}

/* 0 or errno. */
static int start_keeper(struct quick_folder *folder)
{
	int answer[2], alive[2], error;

	if (pipe2(answer, O_CLOEXEC) < 0)
		return errno;
	if (pipe2(alive, O_CLOEXEC) < 0) {
		error = errno;
		close(answer[0]);
		close(answer[1]);
		return error;
	}
	folder->keeper = fork();
	if (folder->keeper == 0) {
		close(answer[0]);
		close(alive[1]);
		keep(folder->path, answer[1], alive[0]);
	}
	error = folder->keeper < 0 ? errno : 0;
	close(answer[1]);
	close(alive[0]);
	folder->alive = alive[1];
	if (!error)
		error = read_answer(answer[0], folder->path);
	close(answer[0]);
	return error;
}

int quick_folder_make(const char *parent, struct quick_folder *folder,
		      struct diag *diag)
{
	struct source at = { parent, 0 };
	struct stat st;
	int error;

	*folder = (struct quick_folder){ .alive = -1 };
	if (stat(parent, &st) < 0)
		return diag_error(diag, at, "%s", strerror(errno));
	if (!S_ISDIR(st.st_mode))
		return diag_error(diag, at,
				  "is no folder: runner quick measures a "
				  "folder of a file system that is mounted");
	folder->path = xasprintf("%s/.runner-quick.XXXXXX", parent);
	error = start_keeper(folder);
	folder->made = !error;
	if (!error)
		return 0;
	quick_folder_remove(folder);
	return diag_error(diag, at, "can't be written to: %s", strerror(error));
}

void quick_folder_remove(struct quick_folder *folder)
{
	int status = -1;

	if (!folder->path)
		return;
	if (folder->alive >= 0)
		close(folder->alive);
	while (folder->keeper > 0 && waitpid(folder->keeper, &status, 0) < 0 &&
	       errno == EINTR)
		;
	/* Killed by somebody; a run that went on may have had its status. */
	if (folder->made && status != 0)
		remove_all(folder->path);
	free(folder->path);
	folder->path = NULL;
}
