#ifndef RUNNER_BASE_SIZE_H
#define RUNNER_BASE_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Sizes the way people write them in job files: "4096", "4k", "1GiB", "25%",
 * "20z", "(4*1024)", "0x1000".
 *
 * A size is either a number of bytes or a share of a whole that is known only
 * later (the file, the device). The unit keeps the two apart until somebody
 * who knows the whole asks for size_bytes(). A third kind, "20z", is a number
 * of zones, which are as long as the device or an option says.
 */
enum size_unit {
	SIZE_BYTES,
	SIZE_PERCENT,
	SIZE_ZONES,
};

struct size {
	uint64_t value;
	enum size_unit unit;
};

/* Room for any text that size_format() writes, with its NUL. */
#define SIZE_TEXT_MAX 24

/*
 * Read `text` into `*out`. `kb_base` is what "k" stands for: 1024, where every
 * spelling ("k", "KB", "ki", "KiB") means 1024, or 1000, where "k" and "kB"
 * mean 1000 and "ki" and "KiB" 1024. Prefixes k m g t p e in either case.
 *
 * Returns 0, or -1 with `*why` set to a static phrase that reads well after
 * the text, as in: 4q "has an unknown unit". A failure leaves `*out` alone.
 */
int size_parse(const char *text, unsigned kb_base, struct size *out,
	       const char **why);

/* Whether it is neither a percentage nor a number of zones. */
bool size_is_bytes(const char *text);

/* The same where only bytes make sense; negative ones for _signed. */
int size_parse_bytes(const char *text, unsigned kb_base, uint64_t *out,
		     const char **why);
int size_parse_signed(const char *text, unsigned kb_base, int64_t *out,
		      const char **why);

/*
 * The bytes that `size`, which is not of zones, stands for, given that 100% is
 * `whole` bytes.
 */
uint64_t size_bytes(struct size size, uint64_t whole);

/*
 * Write `bytes` with the largest unit that divides it, so that size_parse()
 * with base 1024 reads back the same number. Returns `buf`.
 */
char *size_format(uint64_t bytes, char buf[SIZE_TEXT_MAX]);

#endif
