#ifndef RUNNER_QUICK_PHASE_H
#define RUNNER_QUICK_PHASE_H

#include "base/arena.h"
#include "out/result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The units of a result as what `runner quick` tells of: phases, with the
 * figures that people look for and with what kind of I/O they are of. What a
 * phase is follows from its options only, whatever profile it is from.
 */
struct quick_figures {
	bool used;
	double bw_bytes; /* a second */
	double iops;
	bool timed; /* the two below are known */
	uint64_t p50_ns;
	uint64_t p99_ns;
};

enum {
	QUICK_READ,
	QUICK_WRITE,
	QUICK_TOTAL, /* of a phase that does both */
	QUICK_SYNC,  /* fsync or fdatasync after each write: no bandwidth */
	QUICK_FIGURES,
};

/* "read", "write", "total", "sync". */
extern const char *const quick_figure_names[QUICK_FIGURES];

/* One time that a phase was run. */
struct quick_run {
	const char *jobname;
	struct quick_figures of[QUICK_FIGURES];
	const char *error; /* why it has no figures or not all; NULL: it has */
	bool brief;        /* it took too short to tell much */
};

/* A run is brief if it took less than that, or had fewer I/Os. */
enum { QUICK_BRIEF_MS = 50, QUICK_BRIEF_IOS = 100 };

enum quick_kind { /* what a verdict can say something of */
		  QUICK_OTHER,
		  QUICK_SEQUENTIAL, /* one direction, 64 KiB or more */
		  QUICK_LATENCY,    /* at random, one at a time */
		  QUICK_SYNCED,     /* a sync after each write */
};

struct quick_phase {
	const char *label;   /* the description, or the name of the job */
	const char *flavour; /* "direct 4k depth 64", "buffered 64k, synced" */
	enum quick_kind kind;
	struct quick_run *runs; /* neighbours of the same description and
				   flavour */
	size_t run_count;
	bool brief; /* at least one run was */
	/* Means of all runs: of one, its figures. */
	struct quick_figures of[QUICK_FIGURES];
};

struct quick_phases {
	struct quick_phase *list;
	size_t count;
};

/*
 * All that ran, or failed: what an interrupted run did not come to is left out.
 * Lives in the arena, and borrows texts from the result.
 */
struct quick_phases quick_phases_make(struct arena *arena,
				      const struct result *result);

#endif
