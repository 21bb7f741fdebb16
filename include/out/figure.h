#ifndef RUNNER_OUT_FIGURE_H
#define RUNNER_OUT_FIGURE_H

#include <stdint.h>

/*
 * Short figures for tables: at most three or four digits, in units of ten.
 * Each returns `text`.
 */
#define FIGURE_MAX 32

/* "7", "942", "12.3k", "1.05M": three digits. */
char *figure_count(double value, char text[FIGURE_MAX]);

/* Bytes (a second) in MB (10^6): "0.42", "52.1", "1234". */
char *figure_mb(double bytes, char text[FIGURE_MAX]);

/* "870 ns", "12.3 us", "4.56 ms", "1.2 s": three digits. "-" for none (0). */
char *figure_time(uint64_t ns, char text[FIGURE_MAX]);

/* "1.96x", "12.3x". */
char *figure_ratio(double ratio, char text[FIGURE_MAX]);

#endif
