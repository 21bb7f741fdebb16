#include "crc_fold.h"

#include <endian.h>
#include <string.h>

static uint64_t step_reflected(const struct crc *crc, uint64_t value)
{
	return value & 1 ? value >> 1 ^ crc->kind.polynomial : value >> 1;
}

/* In the top bits of a byte. */
static uint64_t step_forward(const struct crc *crc, uint64_t value)
{
	uint64_t polynomial = crc->kind.polynomial << (8 - crc->kind.width);

	return (value & 0x80 ? value << 1 ^ polynomial : value << 1) & 0xff;
}

static void make_tables(struct crc *crc)
{
	for (unsigned byte = 0; byte < 256; byte++) {
		uint64_t value = byte;

		for (unsigned bit = 0; bit < 8; bit++)
			value = crc->kind.reflected ? step_reflected(crc, value)
						    : step_forward(crc, value);
		crc->table[0][byte] = value;
	}
	for (unsigned i = 1; i < 8; i++)
		for (unsigned byte = 0; byte < 256; byte++) {
			uint64_t value = crc->table[i - 1][byte];

			crc->table[i][byte] =
				crc->table[0][value & 0xff] ^ value >> 8;
		}
}

/* x^n modulo the polynomial, the bit of x^0 at the top of 64. */
static uint64_t power_of_x(const struct crc *crc, unsigned n)
{
	uint64_t value = UINT64_C(1) << (crc->kind.width - 1);

	while (n-- > 0)
		value = step_reflected(crc, value);
	return value << (64 - crc->kind.width);
}

/*
 * What the lower and the upper half of 16 bytes are multiplied with to move
 * them `bits` further. A product of two reflected numbers has its bits one
 * place too low, hence the 1.
 */
static void make_fold(const struct crc *crc, unsigned bits, uint64_t by[2])
{
	by[0] = power_of_x(crc, bits + 64 - 1);
	by[1] = power_of_x(crc, bits - 1);
}

void crc_prepare(struct crc *crc, const struct crc_kind *kind)
{
	if (crc->kind.width)
		return;
	crc->kind = *kind;
	make_tables(crc);
	crc->folds = crc->kind.reflected && crc_can_fold();
	if (crc->folds) {
		make_fold(crc, 512, crc->fold_64);
		make_fold(crc, 128, crc->fold_16);
	}
}

uint64_t crc_update(const struct crc *crc, uint64_t value, const uint8_t *data,
		    size_t length)
{
	const uint64_t(*table)[256] = crc->table;

	for (; length >= 8; data += 8, length -= 8) {
		uint64_t word;

		memcpy(&word, data, sizeof(word));
		value ^= le64toh(word);
		value = table[7][value & 0xff] ^ table[6][value >> 8 & 0xff] ^
			table[5][value >> 16 & 0xff] ^
			table[4][value >> 24 & 0xff] ^
			table[3][value >> 32 & 0xff] ^
			table[2][value >> 40 & 0xff] ^
			table[1][value >> 48 & 0xff] ^ table[0][value >> 56];
	}
	for (; length > 0; data++, length--)
		value = table[0][(value ^ *data) & 0xff] ^ value >> 8;
	return value;
}

uint64_t crc_compute(const struct crc *crc, const void *data, size_t length)
{
	uint64_t value;

	if (crc->folds && length >= CRC_FOLD_MIN)
		value = crc_fold(crc, crc->kind.ones, data, length);
	else
		value = crc_update(crc, crc->kind.ones, data, length);
	value ^= crc->kind.ones;
	return crc->kind.reflected ? value : value >> (8 - crc->kind.width);
}
