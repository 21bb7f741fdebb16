#ifndef RUNNER_TESTS_LAYOUT_FIXTURE_H
#define RUNNER_TESTS_LAYOUT_FIXTURE_H

#include "engine/engine.h"
#include "io/layout.h"

#include <stddef.h>

/* A job with the options that a test sets, and what leads to them. */
struct layout_fixture {
	struct job_options options;
	struct job_section section;
	struct job job;
	struct layout layout;
};

static inline void layout_fixture_link(struct layout_fixture *f)
{
	f->section.options = &f->options;
	f->section.engine = &engine_psync.info;
	f->job.section = &f->section;
	f->layout.job = &f->job;
}

#endif
