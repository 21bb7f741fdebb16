#ifndef RUNNER_OUT_REPORT_H
#define RUNNER_OUT_REPORT_H

#include "out/result.h"

#include <stdio.h>

/*
 * Reporters turn a result into text. They do no arithmetic but the scaling of
 * a number for people.
 */
struct reporter {
	unsigned format; /* enum output_format */
	/* 0, or -1 with errno when `out` could not be written. */
	int (*write)(const struct result *result, FILE *out);
};

extern const struct reporter report_csv, report_json, report_terse, report_text;

/* What --output-format calls the formats. */
struct output_word {
	const char *name;
	unsigned formats; /* enum output_format */
};

extern const struct output_word output_words[];
extern const size_t output_word_count;

/* The formats of that name; 0: there are none. */
unsigned output_formats_find(const char *name);

/* All that the settings ask for, in order. 0, or -1 with errno. */
int report_write_all(const struct result *result, FILE *out);

/*
 * The JSON document, with what `add` adds to its end. 0, or -1 with errno when
 * `out` could not be written.
 */
struct json;
int report_json_write_with(const struct result *result, FILE *out,
			   void (*add)(struct json *root, const void *arg),
			   const void *arg);

/* The start of a text report: a header line for each section, the version
 * line, "Starting N processes". */
void report_text_header(const struct plan *plan,
			const struct settings *settings, FILE *out);

/* "unit work: ...": how fast a CPU is that nobody else uses. */
void report_text_unit_work(const struct cpu_idleness *idle, FILE *out);

/* The version as JSON's "fio version" has it: "fio-3.42-runner-0.1.0". */
const char *report_fio_version(void);

/* "0.1.0". */
const char *report_program_version(void);

/* As the text report's second line has it. */
const char *report_version(const struct settings *settings);

#endif
