#include "job_process.h"

#include "base/alloc.h"
#include "io/process_settings.h"
#include "io/worker.h"
#include "run/cgroup.h"
#include "run/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *job_output_name(const struct job *job, const char *which)
{
	const char *name = job->section->name;
	size_t size = strlen(name) + strlen(which) + sizeof("..txt");
	char *path = xcalloc(size, 1);

	snprintf(path, size, "%s.%s.txt", name, which);
	/* It lies in the folder of the program, whatever the job is called. */
	for (char *c = path; *c; c++)
		if (*c == '/')
			*c = '_';
	return path;
}

static int execute(const struct layout *layout, const char *option,
		   const char *text, const _Atomic uint32_t *stop,
		   struct job_error *error)
{
	char *output;
	struct command command = { .option = option, .text = text };
	int status;

	if (!text)
		return 0;
	output = job_output_name(layout->job, option + strlen("exec_"));
	command.output = output;
	command.stop = stop;
	status = command_execute(&command, error);
	free(output);
	return status;
}

static int get_ready(const struct layout *layout, struct job_page *page)
{
	const struct job_options *o = layout->job->section->options;

	if (cgroup_enter(o, &page->error) < 0 ||
	    process_settings_apply(layout, &page->error) < 0)
		return -1;
	return execute(layout, "exec_prerun", o->exec_prerun, &page->stop,
		       &page->error);
}

int job_process_run(const struct layout *layout, struct job_page *page,
		    const struct cycle_clock *cycles, int ready_fd, int go_fd)
{
	const struct job_options *o = layout->job->section->options;
	int status;

	if (get_ready(layout, page) < 0) {
		close(ready_fd);
		close(go_fd);
		return EXIT_FAILURE;
	}
	status = worker_run(layout, page, cycles, ready_fd, go_fd);
	if (execute(layout, "exec_postrun", o->exec_postrun, NULL,
		    &page->error) < 0)
		status = EXIT_FAILURE;
	return status;
}
