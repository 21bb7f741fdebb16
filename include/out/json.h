#ifndef RUNNER_OUT_JSON_H
#define RUNNER_OUT_JSON_H

#include <stdint.h>
#include <stdio.h>

/*
 * JSON documents (RFC 8259), written as they are made: nothing of them is kept
 * but a buffer, be it for one job or for thousands. What is added to a
 * container follows all that was added before, and ends the containers that
 * were begun within it: nothing can be added to those any more.
 *
 * One member stands on a line, two blanks a level, "key" : value. Strings come
 * out as valid UTF-8: bytes that aren't become U+FFFD.
 */
struct json; /* an object or an array */

/*
 * The object that is the whole document. json_end() ends and frees it; whether
 * all was written is for stream_finish() to say.
 */
struct json *json_begin(FILE *out);
void json_end(struct json *root);

struct json *json_add_object(struct json *object, const char *key);
struct json *json_add_array(struct json *object, const char *key);
void json_add_uint(struct json *object, const char *key, uint64_t value);
void json_add_int(struct json *object, const char *key, int64_t value);
void json_add_bool(struct json *object, const char *key, int value);
void json_add_text(struct json *object, const char *key, const char *text);

/* Six decimals; 0 for what is no number. */
void json_add_real(struct json *object, const char *key, double value);

/* The same as elements of an array. */
struct json *json_append_object(struct json *array);
void json_append_uint(struct json *array, uint64_t value);
void json_append_text(struct json *array, const char *text);

/* One string by itself, quoted by the same rule. */
void json_write_string(const char *text, FILE *out);

#endif
