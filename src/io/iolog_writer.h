#ifndef RUNNER_IO_IOLOG_WRITER_H
#define RUNNER_IO_IOLOG_WRITER_H

#include "engine/engine.h"
#include "io/buffer.h"
#include "io/layout.h"

/*
 * write_iolog: an engine around the job's own that notes each I/O when it is
 * issued; a thread writes them to layout->iolog, in version 3 of the format
 * that spec/iolog.h reads. What is done again, as an I/O was short, is noted
 * once, as it was asked for.
 */
struct iolog_writer;

struct iolog_writer_setup {
	const struct layout *layout;
	const struct job_page *page; /* its begun_ns is where time begins */
	const struct buffers *buffers;
	const struct engine_ops *inner;
	void *state; /* of that */
};

/*
 * The engine, whose state is in `*state`; it closes the one inside, too. NULL:
 * `error` is set, and the one inside is as it was.
 */
const struct engine_ops *
iolog_writer_engine(const struct iolog_writer_setup *setup, void **state,
		    struct job_error *error);

#endif
