#include "verify/checksum.h"

#include "checksums.h"

#include <string.h>

#define CRC(name)                                                              \
	.compute = checksum_##name, .prepare = checksum_##name##_prepare

/* What CMake has found; without it the function isn't there. */
#if RUNNER_LIBCRYPTO
#define CRYPTO(function) .compute = (function)
#else
#define CRYPTO(function) .lacks = "needs libcrypto, which this build lacks"
#endif
#if RUNNER_LIBNETTLE
#define NETTLE(function) .compute = (function)
#else
#define NETTLE(function) .lacks = "needs libnettle, which this build lacks"
#endif
#if RUNNER_LIBXXHASH
#define XXHASH(function) .compute = (function)
#else
#define XXHASH(function) .lacks = "needs libxxhash, which this build lacks"
#endif

const struct checksum checksums[] = {
	{ "md5", "MD5", 16, CRYPTO(checksum_md5) },
	{ "crc64", "CRC of 64 bits", 8, CRC(crc64) },
	{ "crc32", "CRC of 32 bits", 4, CRC(crc32) },
	{ "crc32c", "CRC of 32 bits by Castagnoli", 4, CRC(crc32c) },
	{ "crc32c-intel", "The same as crc32c", 4, CRC(crc32c) },
	{ "crc16", "CRC of 16 bits", 2, CRC(crc16) },
	{ "crc7", "CRC of 7 bits", 1, CRC(crc7) },
	{ "xxhash", "XXH3, of 64 bits", 8, XXHASH(checksum_xxhash) },
	{ "sha1", "SHA-1", 20, CRYPTO(checksum_sha1) },
	{ "sha256", "SHA-2 of 256 bits", 32, CRYPTO(checksum_sha256) },
	{ "sha512", "SHA-2 of 512 bits", 64, CRYPTO(checksum_sha512) },
	{ "sha3-224", "SHA-3 of 224 bits", 28, NETTLE(checksum_sha3_224) },
	{ "sha3-256", "SHA-3 of 256 bits", 32, NETTLE(checksum_sha3_256) },
	{ "sha3-384", "SHA-3 of 384 bits", 48, NETTLE(checksum_sha3_384) },
	{ "sha3-512", "SHA-3 of 512 bits", 64, NETTLE(checksum_sha3_512) },
};

const size_t checksum_count = sizeof(checksums) / sizeof(checksums[0]);

const struct checksum *checksum_find(const char *name)
{
	for (size_t i = 0; i < checksum_count; i++)
		if (strcmp(checksums[i].name, name) == 0) {
			if (checksums[i].prepare)
				checksums[i].prepare();
			return &checksums[i];
		}
	return NULL;
}
