#ifndef RUNNER_SYS_SYSFILE_H
#define RUNNER_SYS_SYSFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The small text files in which the kernel tells about the machine. Paths are
 * made as by printf, and begin with a root that is "" on a live system.
 */

/* All of it, without white space at the end; NULL if unreadable. To free. */
__attribute__((format(printf, 1, 2))) char *sysfile_read(const char *format,
							 ...);

/* The same, but "" for what can't be read. */
__attribute__((format(printf, 1, 2))) char *sysfile_text(const char *format,
							 ...);

/* The decimal number that the file begins with, or 0. */
__attribute__((format(printf, 1, 2))) uint64_t
sysfile_number(const char *format, ...);

__attribute__((format(printf, 1, 2))) bool sysfile_exists(const char *format,
							  ...);

/* What is in a folder, hidden files left out; none if it can't be read. */
struct sysfile_names {
	char **name; /* sorted */
	size_t count;
};

__attribute__((format(printf, 1, 2))) struct sysfile_names
sysfile_names(const char *format, ...);
void sysfile_names_free(struct sysfile_names *names);

/*
 * The next line of a text that is in memory, without its end, or NULL after
 * the last. `*rest` begins as the text, which is cut up.
 */
char *sysfile_line(char **rest);

/* Turn the \040 and its like of /proc/mounts and /proc/swaps into the byte. */
void sysfile_unescape(char *text);

#endif
