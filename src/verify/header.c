#include "verify/header.h"

#include <endian.h>
#include <string.h>

/* Where in the header what stands. */
enum {
	AT_MAGIC = 0,
	AT_VERSION = 4,
	AT_SCHEME = 5,
	AT_DIGEST_BYTES = 6,
	AT_OFFSET = 8,
	AT_SEED = 16,
	AT_NUMBER = 24,
	AT_LENGTH = 32,
	AT_PLACE = 36,
	AT_TIME = 40,
	AT_SUM = 44,
	WORD = sizeof(uint64_t),
};

_Static_assert(AT_SUM + sizeof(uint32_t) == VERIFY_HEADER_BYTES,
	       "the sum ends the header");
_Static_assert(VERIFY_DIGEST_MAX % WORD == 0, "it is summed up by words");

static void put_32(unsigned char *at, uint32_t value)
{
	value = htole32(value);
	memcpy(at, &value, sizeof(value));
}

static void put_64(unsigned char *at, uint64_t value)
{
	value = htole64(value);
	memcpy(at, &value, sizeof(value));
}

static uint32_t get_32(const unsigned char *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return le32toh(value);
}

static uint64_t get_64(const unsigned char *at)
{
	uint64_t value;

	memcpy(&value, at, sizeof(value));
	return le64toh(value);
}

/*
 * Each step maps sums one to one for a given word, and words for a given sum,
 * so that two headers that differ in one word have different sums of 64 bits,
 * of which the upper half is stored.
 */
static uint64_t add_word(uint64_t sum, uint64_t word)
{
	sum = (sum ^ word) * UINT64_C(0xbf58476d1ce4e5b9);
	return sum ^ (sum >> 32);
}

uint32_t verify_header_sum(const unsigned char *at, size_t digest_bytes)
{
	const uint64_t without_sum = UINT32_MAX;
	uint64_t sum = digest_bytes;

	for (size_t i = 0; i < AT_TIME; i += WORD)
		sum = add_word(sum, get_64(at + i));
	sum = add_word(sum, get_64(at + AT_TIME) & without_sum);
	for (size_t i = 0; i < digest_bytes; i += WORD)
		sum = add_word(sum, get_64(at + VERIFY_HEADER_BYTES + i));
	return (uint32_t)((sum * UINT64_C(0x94d049bb133111eb)) >> 32);
}

void verify_header_put(const struct verify_header *header,
		       const unsigned char *digest, unsigned char *at)
{
	size_t bytes = header->digest_bytes;
	size_t words = (bytes + WORD - 1) / WORD * WORD;

	memset(at, 0, VERIFY_HEADER_BYTES + words);
	put_32(at + AT_MAGIC, header->magic);
	at[AT_VERSION] = header->version;
	at[AT_SCHEME] = header->scheme;
	at[AT_DIGEST_BYTES] = header->digest_bytes;
	put_64(at + AT_OFFSET, header->offset);
	put_64(at + AT_SEED, header->seed);
	put_64(at + AT_NUMBER, header->number);
	put_32(at + AT_LENGTH, header->length);
	put_32(at + AT_PLACE, header->place);
	put_32(at + AT_TIME, header->time_s);
	if (bytes)
		memcpy(at + VERIFY_HEADER_BYTES, digest, bytes);
	put_32(at + AT_SUM, verify_header_sum(at, bytes));
}

void verify_header_get(struct verify_header *header, const unsigned char *at)
{
	*header = (struct verify_header){
		.magic = get_32(at + AT_MAGIC),
		.version = at[AT_VERSION],
		.scheme = at[AT_SCHEME],
		.digest_bytes = at[AT_DIGEST_BYTES],
		.offset = get_64(at + AT_OFFSET),
		.seed = get_64(at + AT_SEED),
		.number = get_64(at + AT_NUMBER),
		.length = get_32(at + AT_LENGTH),
		.place = get_32(at + AT_PLACE),
		.time_s = get_32(at + AT_TIME),
		.sum = get_32(at + AT_SUM),
	};
}
