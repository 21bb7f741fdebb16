#ifndef RUNNER_PING_PRINT_H
#define RUNNER_PING_PRINT_H

#include "ping/figures.h"
#include "ping/options.h"
#include "ping/threshold.h"
#include "requests.h"
#include "sys/storage.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* What is told, in one of the forms that there are. */
struct printer {
	const struct printer_form *form;
	const struct ping_options *options;
	const struct storage *storage;
	char *description; /* of the storage */
	FILE *out;
	uint64_t printed; /* parts of a JSON array */
};

/* A request, and what came of it. */
struct outcome {
	uint64_t number; /* from 1 */
	const struct request *request;
	uint64_t bytes; /* 0: it had to wait, and was not to */
	uint64_t ns;
	enum request_class class;
	enum request_mark mark;
};

struct printer_form {
	void (*request)(struct printer *p, const struct outcome *outcome);
	/* Figures of a while, or (-B) of all. */
	void (*numbers)(struct printer *p, const struct figures *f);
	void (*burst_end)(struct printer *p);
	void (*summary)(struct printer *p, const struct judged *judged);
};

extern const struct printer_form form_text, form_json;

/* Options and storage are borrowed. */
void printer_begin(struct printer *p, const struct ping_options *options,
		   const struct storage *storage, FILE *out);
void printer_end(struct printer *p);

/* Figures that the line of -B has, and JSON. */
uint64_t printer_total_ns(const struct figures *f);

#endif
