#include "crc_fold.h"

#if defined(__x86_64__)

#include <immintrin.h>

bool crc_can_fold(void)
{
	return __builtin_cpu_supports("pclmul");
}

__attribute__((target("pclmul"))) static inline __m128i
fold(__m128i value, __m128i by, __m128i next)
{
	__m128i lower = _mm_clmulepi64_si128(value, by, 0x00);
	__m128i upper = _mm_clmulepi64_si128(value, by, 0x11);

	return _mm_xor_si128(_mm_xor_si128(lower, upper), next);
}

static inline __m128i load(const uint8_t *data)
{
	return _mm_loadu_si128((const __m128i *)(const void *)data);
}

static inline __m128i pair(const uint64_t by[2])
{
	return _mm_set_epi64x((long long)by[1], (long long)by[0]);
}

/* Four at a time, as a multiplication takes several cycles. */
__attribute__((target("pclmul"))) uint64_t crc_fold(const struct crc *crc,
						    uint64_t value,
						    const uint8_t *data,
						    size_t length)
{
	__m128i by_64 = pair(crc->fold_64), by_16 = pair(crc->fold_16);
	__m128i a =
		_mm_xor_si128(load(data), _mm_set_epi64x(0, (long long)value));
	__m128i b = load(data + 16), c = load(data + 32), d = load(data + 48);
	uint8_t folded[16];

	data += 64;
	length -= 64;
	for (; length >= 64; data += 64, length -= 64) {
		a = fold(a, by_64, load(data));
		b = fold(b, by_64, load(data + 16));
		c = fold(c, by_64, load(data + 32));
		d = fold(d, by_64, load(data + 48));
	}
	a = fold(fold(fold(a, by_16, b), by_16, c), by_16, d);
	for (; length >= 16; data += 16, length -= 16)
		a = fold(a, by_16, load(data));
	_mm_storeu_si128((__m128i *)(void *)folded, a);
	return crc_update(crc, crc_update(crc, 0, folded, sizeof(folded)), data,
			  length);
}

#else

bool crc_can_fold(void)
{
	return false;
}

uint64_t crc_fold(const struct crc *crc, uint64_t value, const uint8_t *data,
		  size_t length)
{
	return crc_update(crc, value, data, length);
}

#endif
