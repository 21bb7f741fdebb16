/*
 * The functions of each algorithm, and not EVP, which would bring all of the
 * library along: see docs/decisions/0010-checksums.md.
 */
#define OPENSSL_SUPPRESS_DEPRECATED

#include "checksums.h"

#include <openssl/md5.h>
#include <openssl/sha.h>

/* They can't fail: there is nothing that they ask for. */

void checksum_md5(const void *data, size_t length, void *digest)
{
	MD5_CTX context;

	MD5_Init(&context);
	MD5_Update(&context, data, length);
	MD5_Final(digest, &context);
}

void checksum_sha1(const void *data, size_t length, void *digest)
{
	SHA_CTX context;

	SHA1_Init(&context);
	SHA1_Update(&context, data, length);
	SHA1_Final(digest, &context);
}

void checksum_sha256(const void *data, size_t length, void *digest)
{
	SHA256_CTX context;

	SHA256_Init(&context);
	SHA256_Update(&context, data, length);
	SHA256_Final(digest, &context);
}

void checksum_sha512(const void *data, size_t length, void *digest)
{
	SHA512_CTX context;

	SHA512_Init(&context);
	SHA512_Update(&context, data, length);
	SHA512_Final(digest, &context);
}
