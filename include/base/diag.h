#ifndef RUNNER_BASE_DIAG_H
#define RUNNER_BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * What there is to tell the user, and where in the input it comes from,
 * gathered while the program goes on looking for more. Errors are printed
 * once, the way compilers do; what a run had to say also goes into its report.
 *
 *     jobs/mixed.fio:12: error: unknown option 'iodpeth'
 *     jobs/mixed.fio:12: hint: did you mean 'iodepth'?
 */
struct diag;

enum diag_kind {
	DIAG_ERROR,
	DIAG_WARNING,
	DIAG_NOTE,
	DIAG_HINT, /* belongs to the message before it */
};

/*
 * A place in the user's input; line 0 stands for the file as a whole. A null
 * file stands for no place: the message begins with the program's name.
 * `file` is borrowed and must outlive what refers to it.
 */
struct source {
	const char *file;
	unsigned line;
};

struct diag_message {
	enum diag_kind kind;
	const char *file; /* or NULL */
	unsigned line;    /* or 0 */
	const char *text;
};

struct diag *diag_new(void);
void diag_free(struct diag *diag);

/* Always -1, so that a function can fail in one line: return diag_error(...) */
__attribute__((format(printf, 3, 4))) int
diag_error(struct diag *diag, struct source at, const char *format, ...);

__attribute__((format(printf, 3, 4))) void
diag_warning(struct diag *diag, struct source at, const char *format, ...);

__attribute__((format(printf, 3, 4))) void
diag_note(struct diag *diag, struct source at, const char *format, ...);

__attribute__((format(printf, 3, 4))) void
diag_hint(struct diag *diag, struct source at, const char *format, ...);

/* How many messages of `kind` there are. */
size_t diag_count(const struct diag *diag, enum diag_kind kind);

/* All messages in order; they belong to `diag`. */
const struct diag_message *diag_messages(const struct diag *diag,
					 size_t *count);

/* The word that stands for `kind` in a message: "error", "warning" ... */
const char *diag_kind_name(enum diag_kind kind);

/* One message as a line of text, and all of them. */
void diag_print_message(const struct diag_message *message, FILE *out);
void diag_print(const struct diag *diag, FILE *out);

#endif
