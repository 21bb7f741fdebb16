#ifndef RUNNER_ENGINE_EXEC_WORDS_H
#define RUNNER_ENGINE_EXEC_WORDS_H

#include <stdint.h>

/*
 * The words that a program of ioengine=exec is started with: itself, and its
 * arguments, which blanks separate. What is in "" or '' is one word, blanks and
 * all, and a backslash takes the meaning from what follows it, but not in ''.
 * "%r" is replaced by the runtime in seconds and "%n" by the name of the job.
 */

/*
 * A list that ends with NULL, to be freed; NULL without memory. `arguments` may
 * be null.
 */
char **exec_words_make(const char *program, const char *arguments,
		       const char *job, uint64_t runtime_s);
void exec_words_free(char **words);

/* What is wrong with the arguments, in words that go on a sentence, or NULL. */
const char *exec_words_fault(const char *arguments);

#endif
