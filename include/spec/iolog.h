#ifndef RUNNER_SPEC_IOLOG_H
#define RUNNER_SPEC_IOLOG_H

#include <stdint.h>

/*
 * Logs of I/Os as text, one action a line, in versions 2 and 3 of the
 * reference's format (its manual, "Trace file format"):
 *
 *     fio version 2 iolog          fio version 3 iolog
 *     FILE add                     USEC FILE add
 *     FILE open                    USEC FILE open
 *     FILE wait USEC 0
 *     FILE read OFFSET LENGTH      USEC FILE read OFFSET LENGTH
 *     FILE close                   USEC FILE close
 *
 * Version 3 says when, from the start on; version 2 waits in between.
 */
#define IOLOG_HEADER_START "fio version "
#define IOLOG_HEADER_2 IOLOG_HEADER_START "2 iolog"
#define IOLOG_HEADER_3 IOLOG_HEADER_START "3 iolog"

enum iolog_action {
	IOLOG_READ,
	IOLOG_WRITE,
	IOLOG_TRIM,
	IOLOG_SYNC,
	IOLOG_DATASYNC,
	IOLOG_ADD, /* from here on: none that is done to data */
	IOLOG_OPEN,
	IOLOG_CLOSE,
	IOLOG_WAIT,
};

struct iolog_line {
	enum iolog_action action;
	const char *file;
	uint64_t time_us; /* of version 3; how long, of a wait */
	uint64_t offset;
	uint64_t length;
};

/* The version that a line without its end says that the log has, or 0. */
unsigned iolog_version(const char *line);

/*
 * Take apart a line without its end, which is changed: out->file points into
 * it. A file's name may have spaces in it. 0, or -1 with `*why` a phrase that
 * reads well after the line.
 */
int iolog_read_line(char *line, unsigned version, struct iolog_line *out,
		    const char **why);

#endif
