#include "run/io_scheduler.h"

#include "base/alloc.h"
#include "spec/plan.h"
#include "sys/sysfile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A device of which the scheduler was changed, at some time. */
struct device {
	const char *name; /* borrowed from a layout */
	char *before;     /* the one that it had */
	const char *now;  /* that jobs wanted; borrowed */
	size_t jobs;      /* that run with it */
};

struct io_schedulers {
	const char *root;
	struct device *devices;
	size_t count;
};

struct io_schedulers *io_schedulers_new(const char *root)
{
	struct io_schedulers *s = xcalloc(1, sizeof(*s));

	s->root = root;
	return s;
}

/* 0, or errno. */
static int write_scheduler(const struct io_schedulers *s, const char *device,
			   const char *name)
{
	char path[PATH_MAX];
	int fd, error = 0;

	snprintf(path, sizeof(path), "%s/sys/block/%s/queue/scheduler", s->root,
		 device);
	fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	if (fd < 0)
		return errno;
	if (write(fd, name, strlen(name)) < 0)
		error = errno;
	close(fd);
	return error;
}

/* The one in brackets, "mq-deadline [none]", or the only one. NULL: none. */
static char *read_scheduler(const struct io_schedulers *s, const char *device)
{
	char *text = sysfile_read("%s/sys/block/%s/queue/scheduler", s->root,
				  device);
	char *open = text ? strchr(text, '[') : NULL;
	char *name;

	if (!open)
		return text;
	name = xstrdup(open + 1);
	name[strcspn(name, "]")] = '\0';
	free(text);
	return name;
}

static struct device *find(const struct io_schedulers *s, const char *name)
{
	for (size_t i = 0; i < s->count; i++)
		if (strcmp(s->devices[i].name, name) == 0)
			return &s->devices[i];
	return NULL;
}

static struct device *add(struct io_schedulers *s, const char *name)
{
	struct device *d = find(s, name);

	if (d)
		return d;
	s->devices = xreallocarray(s->devices, s->count + 1, sizeof(*d));
	d = &s->devices[s->count++];
	*d = (struct device){ .name = name };
	return d;
}

static int take(struct io_schedulers *s, const char *name, const char *wanted,
		struct job_error *error)
{
	struct device *d = add(s, name);
	int code;

	if (d->jobs > 0 && strcmp(d->now, wanted) != 0)
		return job_error_set(error, EBUSY, "ioscheduler",
				     "ioscheduler: %s has %s for another job "
				     "that runs",
				     name, d->now);
	if (d->jobs++ > 0)
		return 0;
	d->now = wanted;
	d->before = read_scheduler(s, name);
	code = d->before ? write_scheduler(s, name, wanted) : ENOENT;
	if (!code)
		return 0;
	d->jobs = 0;
	free(d->before);
	d->before = NULL;
	return job_error_set(error, code, "ioscheduler",
			     "ioscheduler: %s can't have %s: %s", name, wanted,
			     strerror(code));
}

static void put_back(const struct io_schedulers *s, struct device *d)
{
	write_scheduler(s, d->name, d->before);
	free(d->before);
	d->before = NULL;
}

static void give(const struct io_schedulers *s, const char *name)
{
	struct device *d = find(s, name);

	if (d && d->jobs > 0 && --d->jobs == 0)
		put_back(s, d);
}

int io_schedulers_acquire(struct io_schedulers *s, const struct layout *layout,
			  struct job_error *error)
{
	const char *wanted = layout->job->section->options->ioscheduler;

	for (size_t i = 0; i < layout->disk_count; i++) {
		if (take(s, layout->disks[i], wanted, error) == 0)
			continue;
		while (i-- > 0)
			give(s, layout->disks[i]);
		return -1;
	}
	return 0;
}

void io_schedulers_release(struct io_schedulers *s, const struct layout *layout)
{
	for (size_t i = 0; i < layout->disk_count; i++)
		give(s, layout->disks[i]);
}

void io_schedulers_free(struct io_schedulers *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->count; i++)
		if (s->devices[i].jobs > 0)
			put_back(s, &s->devices[i]);
	free(s->devices);
	free(s);
}
