#include "base/diag.h"

#include "base/alloc.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdlib.h>

static const char *const kind_names[] = {
	[DIAG_ERROR] = "error",
	[DIAG_WARNING] = "warning",
	[DIAG_NOTE] = "note",
	[DIAG_HINT] = "hint",
};

#define KIND_COUNT (sizeof(kind_names) / sizeof(kind_names[0]))

struct diag {
	struct diag_message *messages;
	size_t count;
	size_t capacity;
	size_t counts[KIND_COUNT];
};

struct diag *diag_new(void)
{
	return xcalloc(1, sizeof(struct diag));
}

void diag_free(struct diag *diag)
{
	if (!diag)
		return;
	for (size_t i = 0; i < diag->count; i++) {
		free((char *)diag->messages[i].file);
		free((char *)diag->messages[i].text);
	}
	free(diag->messages);
	free(diag);
}

static struct diag_message *next_message(struct diag *diag)
{
	if (diag->count == diag->capacity) {
		diag->capacity = diag->capacity ? 2 * diag->capacity : 16;
		diag->messages = xreallocarray(diag->messages, diag->capacity,
					       sizeof(diag->messages[0]));
	}
	return &diag->messages[diag->count++];
}

/* The place is copied too: it may not live as long as the messages. */
__attribute__((format(printf, 4, 0))) static void
add(struct diag *diag, enum diag_kind kind, struct source at,
    const char *format, va_list args)
{
	char *text;

	if (vasprintf(&text, format, args) < 0)
		text = xstrdup(format);
	*next_message(diag) = (struct diag_message){
		.kind = kind,
		.file = at.file ? xstrdup(at.file) : NULL,
		.line = at.line,
		.text = text,
	};
	diag->counts[kind]++;
}

int diag_error(struct diag *diag, struct source at, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add(diag, DIAG_ERROR, at, format, args);
	va_end(args);
	return -1;
}

void diag_warning(struct diag *diag, struct source at, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add(diag, DIAG_WARNING, at, format, args);
	va_end(args);
}

void diag_note(struct diag *diag, struct source at, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add(diag, DIAG_NOTE, at, format, args);
	va_end(args);
}

void diag_hint(struct diag *diag, struct source at, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add(diag, DIAG_HINT, at, format, args);
	va_end(args);
}

size_t diag_count(const struct diag *diag, enum diag_kind kind)
{
	return diag->counts[kind];
}

const struct diag_message *diag_messages(const struct diag *diag, size_t *count)
{
	*count = diag->count;
	return diag->messages;
}

const char *diag_kind_name(enum diag_kind kind)
{
	return kind_names[kind];
}

void diag_print_message(const struct diag_message *message, FILE *out)
{
	struct arena *arena = arena_new();

	fputs(message->file ? text_printable(arena, message->file) : "runner",
	      out);
	if (message->file && message->line)
		fprintf(out, ":%u", message->line);
	fprintf(out, ": %s: %s\n", diag_kind_name(message->kind),
		text_printable(arena, message->text));
	arena_free(arena);
}

void diag_print(const struct diag *diag, FILE *out)
{
	for (size_t i = 0; i < diag->count; i++)
		diag_print_message(&diag->messages[i], out);
}
