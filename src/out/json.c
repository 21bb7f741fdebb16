#include "out/json.h"

#include "base/alloc.h"
#include "base/decimal.h"
#include "json_buffer.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* How deep our documents go, and some. */
#define DEPTH_MAX ((size_t)32)

struct json {
	struct json_writer *writer;
	const char *close; /* what ends it */
	bool has_members;
};

struct json_writer {
	struct json open[DEPTH_MAX]; /* each within the one before */
	struct json *last;           /* of them */
	struct json_buffer buffer;
};

/* A container within all that are open. */
static struct json *open_next(struct json_writer *w, struct json *container,
			      const char *open, const char *close)
{
	assert(container < w->open + DEPTH_MAX);
	json_buffer_put(&w->buffer, open);
	*container = (struct json){ .writer = w, .close = close };
	w->last = container;
	return container;
}

/* The line of a member of the container at `depth` begins, or its end does. */
static void put_indent(struct json_writer *w, size_t depth)
{
	char *room = json_buffer_room(&w->buffer, 2 * DEPTH_MAX);

	memset(room, ' ', 2 * depth);
	json_buffer_end(&w->buffer, room + 2 * depth);
}

static void close_last(struct json_writer *w)
{
	json_buffer_put(&w->buffer, "\n");
	put_indent(w, (size_t)(w->last - w->open));
	json_buffer_put(&w->buffer, w->last->close);
	w->last--;
}

struct json *json_begin(FILE *out)
{
	struct json_writer *w = xcalloc(1, sizeof(*w));

	w->buffer.out = out;
	return open_next(w, w->open, "{\n", "}");
}

void json_end(struct json *root)
{
	struct json_writer *w = root->writer;

	while (w->last > root)
		close_last(w);
	json_buffer_put(&w->buffer, "\n}\n");
	json_buffer_flush(&w->buffer);
	free(w);
}

/* Get to where the value of the next member of `container` is written. */
static struct json_writer *begin_member(struct json *container, const char *key)
{
	struct json_writer *w = container->writer;

	assert(container <= w->last);
	while (w->last > container)
		close_last(w);
	if (container->has_members)
		json_buffer_put(&w->buffer, ",\n");
	container->has_members = true;
	put_indent(w, (size_t)(container - w->open) + 1);
	if (key) {
		json_buffer_string(&w->buffer, key);
		json_buffer_put(&w->buffer, " : ");
	}
	return w;
}

struct json *json_add_object(struct json *object, const char *key)
{
	struct json_writer *w = begin_member(object, key);

	return open_next(w, object + 1, "{\n", "}");
}

struct json *json_add_array(struct json *object, const char *key)
{
	struct json_writer *w = begin_member(object, key);

	return open_next(w, object + 1, "[\n", "]");
}

void json_add_uint(struct json *object, const char *key, uint64_t value)
{
	struct json_buffer *b = &begin_member(object, key)->buffer;
	char *room = json_buffer_room(b, DECIMAL_INTEGER_MAX);

	json_buffer_end(b, decimal_uint(room, value));
}

void json_add_int(struct json *object, const char *key, int64_t value)
{
	struct json_buffer *b = &begin_member(object, key)->buffer;
	char *room = json_buffer_room(b, DECIMAL_INTEGER_MAX);

	json_buffer_end(b, decimal_int(room, value));
}

void json_add_bool(struct json *object, const char *key, int value)
{
	struct json_buffer *b = &begin_member(object, key)->buffer;

	json_buffer_put(b, value ? "true" : "false");
}

void json_add_real(struct json *object, const char *key, double value)
{
	struct json_buffer *b = &begin_member(object, key)->buffer;
	char *room = json_buffer_room(b, DECIMAL_REAL_MAX);

	json_buffer_end(b, decimal_real(room, isfinite(value) ? value : 0));
}

void json_add_text(struct json *object, const char *key, const char *text)
{
	json_buffer_string(&begin_member(object, key)->buffer, text);
}

struct json *json_append_object(struct json *array)
{
	return json_add_object(array, NULL);
}

void json_append_uint(struct json *array, uint64_t value)
{
	json_add_uint(array, NULL, value);
}

void json_append_text(struct json *array, const char *text)
{
	json_add_text(array, NULL, text);
}

void json_write_string(const char *text, FILE *out)
{
	struct json_buffer b;

	b.out = out;
	b.used = 0;
	json_buffer_string(&b, text);
	json_buffer_flush(&b);
}
