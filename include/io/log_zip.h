#ifndef RUNNER_IO_LOG_ZIP_H
#define RUNNER_IO_LOG_ZIP_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Logs that are stored compressed: zlib streams (RFC 1950), one after the
 * other, of so many bytes of text each. What is cut off or damaged in one of
 * them leaves those before it readable.
 */
struct log_zip;

/* NULL without memory. Compressed text goes to `fd`; `part` 0: one stream. */
struct log_zip *log_zip_new(int fd, uint64_t part);
void log_zip_free(struct log_zip *z);

/* More text. 0, or errno. */
int log_zip_put(struct log_zip *z, const char *text, size_t length);

/* The text is complete. 0, or errno. */
int log_zip_end(struct log_zip *z);

/*
 * Print the text of the log in the file of this descriptor: what can be read
 * of it, whatever follows. Returns 0, or -1 with `*why` a phrase that reads
 * well after the file's name.
 */
int log_unzip(int fd, FILE *out, const char **why);

#endif
