#ifndef RUNNER_VERIFY_STATE_H
#define RUNNER_VERIFY_STATE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * How far a job had come with its writes: what verify_state_save leaves for
 * verify_state_load. docs/verify.md has the lines of the file.
 */
enum { VERIFY_STATE_VERSION = 1 };

struct verify_state {
	const char *job;    /* the name of its section */
	const char *scheme; /* as verify= has it */
	uint64_t seed;      /* of everything random in the job */
	uint64_t size;      /* bytes of its files */
	uint64_t begun;     /* writes; they are numbered from 1 */
	/* Those of them of which nobody knows whether they were done. */
	const uint64_t *open; /* ascending */
	size_t open_count;
	bool running; /* the job went on: there may have been more */
};

/* 0, or -1: an error of the stream. */
int verify_state_print(const struct verify_state *state, FILE *out);

/*
 * What a file says. Strings and lists are in the arena. 0, or -1 with `*why` a
 * phrase that reads well after the file's name.
 */
int verify_state_parse(struct arena *arena, const char *text, size_t length,
		       struct verify_state *state, const char **why);

/* Whether that is how such a file of any version begins. */
bool verify_state_is_one(const char *text, size_t length);

/* Whether the data of that write are known to be there. */
bool verify_state_has(const struct verify_state *state, uint64_t number);

#endif
