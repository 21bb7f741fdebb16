#ifndef RUNNER_OUT_CSV_H
#define RUNNER_OUT_CSV_H

#include <stdio.h>

/* A field of a CSV file (RFC 4180): in quotes where it has to be. */
void csv_write_field(const char *text, FILE *out);

#endif
