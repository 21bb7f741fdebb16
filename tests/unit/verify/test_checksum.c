#include "verify/checksum.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>

#define LONG_TEXT "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"

/*
 * CRCs of "123456789" are the check values of the catalogue of CRC algorithms;
 * MD5 is of RFC 1321, the others of NIST's examples for FIPS 180 and 202.
 */
static const struct vector {
	const char *name;
	const char *text;
	const char *digest;
} vectors[] = {
	{ "crc7", "123456789", "75" },
	{ "crc16", "123456789", "bb3d" },
	{ "crc32", "123456789", "cbf43926" },
	{ "crc32c", "123456789", "e3069283" },
	{ "crc32c-intel", "123456789", "e3069283" },
	{ "crc64", "123456789", "995dc9bbdf1939fa" },
	/* XXH3_64bits("", 0), of the specification's implementations. */
	{ "xxhash", "", "2d06800538d394c2" },
	{ "xxhash", "abc", "78af5f94892f3950" },
	{ "md5", "", "d41d8cd98f00b204e9800998ecf8427e" },
	{ "md5", "abc", "900150983cd24fb0d6963f7d28e17f72" },
	{ "md5", "message digest", "f96b697d7cb7938d525a2f31aaf161d0" },
	{ "sha1", "abc", "a9993e364706816aba3e25717850c26c9cd0d89d" },
	{ "sha1", LONG_TEXT, "84983e441c3bd26ebaae4aa1f95129e5e54670f1" },
	{ "sha256", "abc",
	  "ba7816bf8f01cfea414140de5dae2223"
	  "b00361a396177a9cb410ff61f20015ad" },
	{ "sha256", LONG_TEXT,
	  "248d6a61d20638b8e5c026930c3e6039"
	  "a33ce45964ff2167f6ecedd419db06c1" },
	{ "sha512", "abc",
	  "ddaf35a193617abacc417349ae204131"
	  "12e6fa4e89a97ea20a9eeee64b55d39a"
	  "2192992a274fc1a836ba3c23a3feebbd"
	  "454d4423643ce80e2a9ac94fa54ca49f" },
	{ "sha3-224", "",
	  "6b4e03423667dbb73b6e15454f0eb1ab"
	  "d4597f9a1b078e3f5b5a6bc7" },
	{ "sha3-224", "abc",
	  "e642824c3f8cf24ad09234ee7d3c766f"
	  "c9a3a5168d0c94ad73b46fdf" },
	{ "sha3-256", "",
	  "a7ffc6f8bf1ed76651c14756a061d662"
	  "f580ff4de43b49fa82d80a4b80f8434a" },
	{ "sha3-256", "abc",
	  "3a985da74fe225b2045c172d6bd390bd"
	  "855f086e3e9d525b46bfe24511431532" },
	{ "sha3-384", "abc",
	  "ec01498288516fc926459f58e2c6ad8d"
	  "f9b473cb0fc08c2596da7cf0e49be4b2"
	  "98d88cea927ac7f539f1edf228376d25" },
	{ "sha3-512", "abc",
	  "b751850b1a57168a5693cd924b6b096e"
	  "08f621827444f70d884f5d0240d2712e"
	  "10e116e9192af3c91a7ec57647e39340"
	  "57340b4cf408d5a56592f8274eec53f0" },
};

static const char *hex(const unsigned char *digest, size_t size, char *text)
{
	for (size_t i = 0; i < size; i++)
		sprintf(text + 2 * i, "%02x", digest[i]);
	return text;
}

START_TEST(agrees_with_what_is_published)
{
	const struct vector *v = &vectors[_i];
	const struct checksum *sum = checksum_find(v->name);
	unsigned char digest[CHECKSUM_MAX];
	char text[2 * CHECKSUM_MAX + 1];

	ck_assert_ptr_nonnull(sum);
	ck_assert_uint_eq(2 * sum->digest_size, strlen(v->digest));
	if (sum->lacks)
		return;
	sum->compute(v->text, strlen(v->text), digest);
	ck_assert_str_eq(hex(digest, sum->digest_size, text), v->digest);
}
END_TEST

START_TEST(writes_its_digest_and_nothing_else)
{
	const struct checksum *sum = checksum_find(checksums[_i].name);
	unsigned char digest[CHECKSUM_MAX + 1], again[CHECKSUM_MAX + 1];

	ck_assert_ptr_eq(sum, &checksums[_i]);
	ck_assert_uint_le(sum->digest_size, CHECKSUM_MAX);
	ck_assert((sum->compute == NULL) == (sum->lacks != NULL));
	if (sum->lacks)
		return;
	memset(digest, 0x5a, sizeof(digest));
	memset(again, 0xa5, sizeof(again));
	sum->compute("some text", 9, digest);
	sum->compute("some text", 9, again);
	ck_assert_mem_eq(digest, again, sum->digest_size);
	ck_assert_uint_eq(digest[sum->digest_size], 0x5a);
	ck_assert_uint_eq(again[sum->digest_size], 0xa5);
}
END_TEST

enum { BLOCK = 512 };

/* Each bit of a block, and no matter where it lies in memory. */
START_TEST(sees_every_flipped_bit)
{
	const struct checksum *sum = checksum_find(checksums[_i].name);
	unsigned char digest[CHECKSUM_MAX], other[CHECKSUM_MAX];
	unsigned char data[BLOCK + 1];

	if (sum->lacks)
		return;
	for (unsigned i = 0; i <= BLOCK; i++)
		data[i] = (unsigned char)(i * 7 + i / 256);
	sum->compute(data + 1, BLOCK, digest);
	for (unsigned bit = 0; bit < 8 * BLOCK; bit++) {
		unsigned char *at = &data[1 + bit / 8];

		*at ^= (unsigned char)(1 << bit % 8);
		sum->compute(data + 1, BLOCK, other);
		*at ^= (unsigned char)(1 << bit % 8);
		if (memcmp(digest, other, sum->digest_size) == 0)
			ck_abort_msg("%s misses bit %u", sum->name, bit);
	}
}
END_TEST

START_TEST(knows_no_other_name)
{
	ck_assert_ptr_null(checksum_find("crc"));
	ck_assert_ptr_null(checksum_find("md5 "));
	ck_assert_ptr_null(checksum_find(""));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("checksum");
	TCase *tcase = tcase_create("checksum");

	tcase_add_loop_test(tcase, agrees_with_what_is_published, 0,
			    COUNT_OF(vectors));
	tcase_add_loop_test(tcase, writes_its_digest_and_nothing_else, 0,
			    (int)checksum_count);
	tcase_add_loop_test(tcase, sees_every_flipped_bit, 0,
			    (int)checksum_count);
	tcase_add_test(tcase, knows_no_other_name);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
