#ifndef RUNNER_OUT_MARKDOWN_H
#define RUNNER_OUT_MARKDOWN_H

#include "base/arena.h"

/*
 * A text as GitHub's Markdown (and most others) shows it as it is: printable
 * (base/text.h), and what would be mark-up escaped. Only "|" is not: it is
 * something in tables alone, and they see to it. Lives in the arena.
 */
const char *markdown_escape(struct arena *arena, const char *text);

#endif
