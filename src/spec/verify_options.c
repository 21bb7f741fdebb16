#include "spec/verify_options.h"

const struct option_choice verify_schemes[] = {
	{ "0", VERIFY_NONE, "Nothing is checked" },
	{ "md5", VERIFY_MD5, "MD5 of the data, in a header of each block" },
	{ "crc64", VERIFY_CRC64, "CRC-64 of the data, in such a header" },
	{ "crc32", VERIFY_CRC32, "CRC-32 of the data" },
	{ "crc32c", VERIFY_CRC32C,
	  "CRC-32C of the data, by the CPU where it can" },
	{ "crc32c-intel", VERIFY_CRC32C, "The same" },
	{ "crc16", VERIFY_CRC16, "CRC-16 of the data" },
	{ "crc7", VERIFY_CRC7, "CRC-7 of the data" },
	{ "sha1", VERIFY_SHA1, "SHA-1 of the data" },
	{ "sha256", VERIFY_SHA256, "SHA-256 of the data" },
	{ "sha512", VERIFY_SHA512, "SHA-512 of the data" },
	{ "sha3-224", VERIFY_SHA3_224, "SHA3-224 of the data" },
	{ "sha3-256", VERIFY_SHA3_256, "SHA3-256 of the data" },
	{ "sha3-384", VERIFY_SHA3_384, "SHA3-384 of the data" },
	{ "sha3-512", VERIFY_SHA3_512, "SHA3-512 of the data" },
	{ "xxhash", VERIFY_XXHASH, "xxHash of the data" },
	{ "meta", VERIFY_META,
	  "The header alone, which tells where the block belongs and which "
	  "write it is of; the pattern, too, with verify_pattern" },
	{ "pattern", VERIFY_PATTERN,
	  "verify_pattern, in all of the block: there is no header" },
	{ "pattern_hdr", VERIFY_PATTERN_HDR,
	  "The header, and verify_pattern behind it" },
	{ "null", VERIFY_NULL, "Data are read back, and not looked at" },
	{ "none", VERIFY_NONE, NULL },
	{ 0 },
};

const char *verify_scheme_name(enum verify_scheme scheme)
{
	const struct option_choice *word = verify_schemes;

	while (word->name && word->value != (int)scheme)
		word++;
	return word->name;
}

size_t verify_scheme_digest(enum verify_scheme scheme)
{
	static const uint8_t bytes[] = {
		[VERIFY_MD5] = 16,      [VERIFY_CRC7] = 1,
		[VERIFY_CRC16] = 2,     [VERIFY_CRC32] = 4,
		[VERIFY_CRC32C] = 4,    [VERIFY_CRC64] = 8,
		[VERIFY_XXHASH] = 8,    [VERIFY_SHA1] = 20,
		[VERIFY_SHA256] = 32,   [VERIFY_SHA512] = 64,
		[VERIFY_SHA3_224] = 28, [VERIFY_SHA3_256] = 32,
		[VERIFY_SHA3_384] = 48, [VERIFY_SHA3_512] = 64,
	};

	return (size_t)scheme < sizeof(bytes) ? bytes[scheme] : 0;
}

size_t verify_scheme_overhead(enum verify_scheme scheme)
{
	const size_t word = sizeof(uint64_t);
	size_t bytes = VERIFY_HEADER_BYTES + verify_scheme_digest(scheme);

	if (scheme == VERIFY_NONE || scheme == VERIFY_PATTERN ||
	    scheme == VERIFY_NULL)
		return 0;
	return (bytes + word - 1) / word * word;
}
