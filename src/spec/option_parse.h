#ifndef RUNNER_SPEC_OPTION_PARSE_H
#define RUNNER_SPEC_OPTION_PARSE_H

#include "spec/option_values.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * What the option types share. Private to them: everybody else knows a type
 * as a struct option_type.
 *
 * All that return an int return 0, or -1 with the context's reason set and
 * the output left alone.
 */

int option_check_range(const struct option *o, uint64_t n,
		       struct option_context *context);

/* A size or a count, within the option's range. */
int option_read_bytes(const struct option *o, const char *text,
		      struct option_context *context, uint64_t *out);

/* A time in nanoseconds, within the option's range. */
int option_read_duration(const struct option *o, const char *text,
			 struct option_context *context, uint64_t *out);

/* "A-B", or "A" for both ends, each of which `read` understands. */
int option_read_range(const struct option *o, const char *text,
		      struct option_context *context,
		      int (*read)(const struct option *o, const char *text,
				  struct option_context *context,
				  uint64_t *out),
		      struct number_range *out);

/*
 * Cut "A,B,C" into one part a direction. The last one written goes for those
 * after it, too, unless the text ends in a comma. Null parts are empty ones,
 * and those that are alike the same pointer.
 */
int option_split_directions(const char *text, struct option_context *context,
			    const char *parts[DIRECTIONS]);

/* What follows the word of a distribution: "1.2", "1.2:0.5", or NULL. */
int option_read_skew(const char *text, struct option_context *context,
		     struct distribution *out);
void option_print_skew(const struct distribution *d, FILE *out);

/* A finite decimal number. */
int option_read_real(const char *text, struct option_context *context,
		     double *out);

/* So that the same number is read back, as short as that allows. */
void option_print_real(double value, FILE *out);

/*
 * A reason was given for `part` of `whole`: make it one for the whole. The
 * same reason if the part is all there is. Always -1.
 */
int option_refuse_part(struct option_context *context, const char *whole,
		       const char *part);

/* The word that is the first `length` characters of `text`, or NULL. */
const struct option_choice *option_word_find(const struct option_choice *words,
					     const char *text, size_t length);

/* The word before the colon, and the text after it, or NULL. */
const struct option_choice *option_word_read(const char *text,
					     const struct option_choice *words,
					     const char **after);

/* The word that stands for `value`, "" if there is none. */
const char *option_word_for(const struct option_choice *words, int value);

/* "is not one of ...", with the listed words. Always -1. */
int option_refuse_word(struct option_context *context,
		       const struct option_choice *words);

/*
 * Cut a copy of `text` at each separator and take the blanks off the parts,
 * of which there is at least one. Returns how many there are.
 */
size_t option_split(struct arena *arena, const char *text, char separator,
		    char ***parts);

#endif
