#ifndef RUNNER_IO_VERIFY_SINK_H
#define RUNNER_IO_VERIFY_SINK_H

#include "io/content.h"
#include "io/layout.h"
#include "stat/job_page.h"
#include "verify/block.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Where what was read back is looked at, and what is wrong is told: in the
 * job's page, and in files with verify_dump. For any number of threads.
 */
struct verify_sink {
	const struct layout *layout;
	const struct verify_options *options;
	struct verify_format format;
	struct job_page *page;
	pthread_mutex_t lock; /* of all below, and of page->verify's texts */
	struct content content;
	unsigned char *scratch; /* for what was expected; NULL: not wanted */
	uint64_t dumps;         /* files that were written */
	char first_dump[JOB_ERROR_TEXT_MAX / 2];
	bool dump_failed;
};

/* Data that were read, and what they should be. */
struct verify_task {
	struct verify_expectation expected;
	uint32_t file;
	uint32_t size;
	bool trimmed; /* and so, zero */
	unsigned char *data;
};

/* 0, or -1: see `error`. Borrows layout and page. */
int verify_sink_open(struct verify_sink *sink, const struct layout *layout,
		     struct job_page *page, struct job_error *error);
void verify_sink_close(struct verify_sink *sink);

/* Check the data, and tell of each block that is bad. */
void verify_sink_check(struct verify_sink *sink,
		       const struct verify_task *task);

#endif
