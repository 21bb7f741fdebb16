#ifndef RUNNER_JSON_H
#define RUNNER_JSON_H

#include <cjson/cJSON.h>
#include <stdint.h>
#include <stdio.h>

/*
 * JSON documents: cJSON holds the tree, and is never asked to print it. It
 * keeps numbers as doubles, which lose digits above 2^53, and prints reals
 * with as many decimals as it likes; ours are kept as text from the start.
 *
 * Keys are borrowed and must outlive the tree. Without memory the program says
 * so and exits.
 */
cJSON *json_new(void);
void json_free(cJSON *root);

cJSON *json_add_object(cJSON *object, const char *key);
cJSON *json_add_array(cJSON *object, const char *key);
void json_add_uint(cJSON *object, const char *key, uint64_t value);
void json_add_int(cJSON *object, const char *key, int64_t value);
void json_add_bool(cJSON *object, const char *key, int value);
void json_add_text(cJSON *object, const char *key, const char *text);

/* The same under a key that is copied. */
void json_add_named_uint(cJSON *object, const char *key, uint64_t value);

/* Six decimals; 0 for what is no number. */
void json_add_real(cJSON *object, const char *key, double value);

/* The same as elements of an array. */
cJSON *json_append_object(cJSON *array);
void json_append_text(cJSON *array, const char *text);

/*
 * The whole document, one member a line, two blanks a level, "key" : value.
 * Strings come out as valid UTF-8: bytes that aren't become U+FFFD.
 */
void json_write(const cJSON *root, FILE *out);

#endif
