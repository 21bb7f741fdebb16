#include "base/decimal.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

enum {
	DECIMALS = 6,
	MANTISSA_BITS = 52,
	EXPONENT_OF_ONE = 1023,
	PRODUCT_BITS = 73,
};

static const uint64_t one = 1000000; /* in units of the last decimal */

/* What is below has 63 bits in those units. */
static const double exact_below = (double)(UINT64_C(1) << 43);

static const char pairs[] = "00010203040506070809"
			    "10111213141516171819"
			    "20212223242526272829"
			    "30313233343536373839"
			    "40414243444546474849"
			    "50515253545556575859"
			    "60616263646566676869"
			    "70717273747576777879"
			    "80818283848586878889"
			    "90919293949596979899";

char *decimal_uint(char *to, uint64_t value)
{
	char digits[DECIMAL_INTEGER_MAX];
	char *first = digits + sizeof(digits);
	size_t length;

	/* From the back, two at a time. */
	while (value >= 100) {
		first -= 2;
		memcpy(first, &pairs[value % 100 * 2], 2);
		value /= 100;
	}
	if (value >= 10) {
		first -= 2;
		memcpy(first, &pairs[value * 2], 2);
	} else {
		*--first = (char)('0' + value);
	}
	length = (size_t)(digits + sizeof(digits) - first);
	memcpy(to, first, length);
	return to + length;
}

char *decimal_int(char *to, int64_t value)
{
	uint64_t magnitude = (uint64_t)value;

	if (value < 0) {
		*to++ = '-';
		magnitude = -magnitude;
	}
	return decimal_uint(to, magnitude);
}

/*
 * `value`, from 0 to exact_below, in units of the last decimal. A double is an
 * integer of 53 bits divided by a power of two (IEEE 754), and the product of
 * that integer and a million fits into 73 bits: nothing is lost before it is
 * rounded.
 */
static uint64_t round_exactly(double value)
{
	uint64_t bits, whole;
	unsigned shift;
	wide n, half, rest;

	memcpy(&bits, &value, sizeof(bits));
	shift = EXPONENT_OF_ONE + MANTISSA_BITS -
		(unsigned)(bits >> MANTISSA_BITS);
	if (shift > PRODUCT_BITS)
		return 0;
	bits &= (UINT64_C(1) << MANTISSA_BITS) - 1;
	n = (wide)(bits | UINT64_C(1) << MANTISSA_BITS) * one;
	half = (wide)1 << (shift - 1);
	rest = n & (2 * half - 1);
	whole = (uint64_t)(n >> shift);
	return whole + (rest > half || (rest == half && whole % 2));
}

char *decimal_real(char *to, double value)
{
	double magnitude = fabs(value);
	uint64_t n;
	unsigned rest;

	if (magnitude >= exact_below)
		return to +
		       snprintf(to, DECIMAL_REAL_MAX, "%.*f", DECIMALS, value);
	if (signbit(value))
		*to++ = '-';
	n = round_exactly(magnitude);
	to = decimal_uint(to, n / one);
	*to = '.';
	rest = (unsigned)(n % one);
	for (int i = DECIMALS; i > 0; i--) {
		to[i] = (char)('0' + rest % 10);
		rest /= 10;
	}
	return to + 1 + DECIMALS;
}
