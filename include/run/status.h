#ifndef RUNNER_RUN_STATUS_H
#define RUNNER_RUN_STATUS_H

#include "base/clock.h"
#include "run/prepare.h"
#include "spec/plan.h"
#include "stat/job_page.h"

#include <stdint.h>
#include <stdio.h>

/*
 * The live line: which jobs are in which state, how far the run is, what moves
 * at the moment. Drawn from the pages; keeps the figures of the last drawing
 * to tell rates.
 */
struct status;

/* What estimates would be worth before isn't worth showing. */
#define STATUS_FIRST_ESTIMATE_NS (3 * NSEC_PER_SEC)

struct status *status_new(const struct plan *plan,
			  const struct prepared *prepared,
			  const struct job_page *pages, uint64_t start_ns);
void status_free(struct status *status);

/* Begin a new line on the screen each so often; 0: never. */
void status_set_newline(struct status *status, uint64_t every_ns);

/* The line for now, without its "\r". Valid until the next call. */
const char *status_line(struct status *status, uint64_t now_ns);

/* Rewrite it on `out`, about once a second; blank it out at the end. */
void status_draw(struct status *status, FILE *out, uint64_t now_ns);
void status_erase(struct status *status, FILE *out);

/* What is left of the run; UINT64_MAX: nothing is known of it. */
uint64_t status_left_ns(const struct status *status, uint64_t now_ns);

#endif
