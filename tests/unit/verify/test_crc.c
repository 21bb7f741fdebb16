#include "verify/crc.h"

#include "unit.h"

#include <string.h>

static const struct crc_kind kinds[] = {
	{ .width = 7, .polynomial = 0x09 },
	{ .width = 8, .polynomial = 0x07 },
	{ .width = 7, .reflected = true, .polynomial = 0x79, .ones = 0x7f },
	{ .width = 16, .reflected = true, .polynomial = 0xa001 },
	{ .width = 32,
	  .reflected = true,
	  .polynomial = UINT32_C(0x82f63b78),
	  .ones = UINT32_MAX },
	{ .width = 64,
	  .reflected = true,
	  .polynomial = UINT64_C(0xc96c5795d7870f42),
	  .ones = UINT64_MAX },
};

/* By the definition: a bit at a time. */
static uint64_t divide(const struct crc_kind *crc, const uint8_t *data,
		       size_t length)
{
	uint64_t top = UINT64_C(1) << (crc->width - 1);
	uint64_t mask = top | (top - 1), value = crc->ones;

	for (size_t i = 0; i < 8 * length; i++) {
		unsigned place = crc->reflected ? i % 8 : 7 - i % 8;
		uint64_t bit = data[i / 8] >> place & 1;
		uint64_t out = crc->reflected ? value & 1 : value / top;

		value = crc->reflected ? value >> 1 : value << 1 & mask;
		if (out != bit)
			value ^= crc->polynomial;
	}
	return value ^ crc->ones;
}

enum { LONGEST = 300, PLACES = 16 };

START_TEST(is_the_remainder_at_every_length_and_place)
{
	static uint8_t data[LONGEST + PLACES];
	static struct crc crc, by_tables;
	uint32_t state = 1;

	memset(&crc, 0, sizeof(crc));
	crc_prepare(&crc, &kinds[_i]);
	by_tables = crc;
	by_tables.folds = false;
	for (size_t i = 0; i < sizeof(data); i++) {
		state = state * 1103515245 + 12345;
		data[i] = (uint8_t)(state >> 24);
	}
	for (size_t n = 0; n <= LONGEST; n++) {
		const uint8_t *at = data + n % PLACES;
		uint64_t wanted = divide(&kinds[_i], at, n);

		if (crc_compute(&crc, at, n) != wanted)
			ck_abort_msg("%zu bytes", n);
		if (crc_compute(&by_tables, at, n) != wanted)
			ck_abort_msg("%zu bytes by tables", n);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("crc");
	TCase *tcase = tcase_create("crc");

	tcase_add_loop_test(tcase, is_the_remainder_at_every_length_and_place,
			    0, COUNT_OF(kinds));
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
