#ifndef RUNNER_APP_COMMAND_BENCH_H
#define RUNNER_APP_COMMAND_BENCH_H

#include "base/diag.h"
#include "run/prepare.h"
#include "spec/jobfile.h"

#include <stdio.h>

/*
 * "runner engine-bench": what the program itself costs on this machine, with
 * the options of each job, on an engine that does nothing. No file is opened
 * and no job is run.
 */

/* Options alone make a job, of 1 GiB on the null engine unless they say more.
 */
void command_bench_add_job(struct jobfile *file);

/* Measure and print. Returns the exit status of the program. */
int command_bench(const struct prepared *prepared, FILE *out,
		  struct diag *diag);

#endif
