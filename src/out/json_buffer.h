#ifndef RUNNER_JSON_BUFFER_H
#define RUNNER_JSON_BUFFER_H

#include <stddef.h>
#include <stdio.h>

/* Text on its way to a stream, in larger pieces than stdio takes cheaply. */
enum { JSON_BUFFER_SIZE = 16384 };

struct json_buffer {
	FILE *out;
	size_t used;
	char text[JSON_BUFFER_SIZE];
};

void json_buffer_flush(struct json_buffer *b);

/* Where `length` bytes, at most JSON_BUFFER_SIZE, can be written next. */
char *json_buffer_room(struct json_buffer *b, size_t length);

/* So much of that room, up to `end`, was written. */
static inline void json_buffer_end(struct json_buffer *b, const char *end)
{
	b->used = (size_t)(end - b->text);
}

/* Text that is written as it is. */
void json_buffer_put(struct json_buffer *b, const char *text);

/* A JSON string: in quotes, with escapes, and of valid UTF-8 only. */
void json_buffer_string(struct json_buffer *b, const char *text);

#endif
