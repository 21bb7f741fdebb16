#include "checksums.h"

#include <nettle/sha3.h>

void checksum_sha3_224(const void *data, size_t length, void *digest)
{
	struct sha3_224_ctx context;

	sha3_224_init(&context);
	sha3_224_update(&context, length, data);
	sha3_224_digest(&context, SHA3_224_DIGEST_SIZE, digest);
}

void checksum_sha3_256(const void *data, size_t length, void *digest)
{
	struct sha3_256_ctx context;

	sha3_256_init(&context);
	sha3_256_update(&context, length, data);
	sha3_256_digest(&context, SHA3_256_DIGEST_SIZE, digest);
}

void checksum_sha3_384(const void *data, size_t length, void *digest)
{
	struct sha3_384_ctx context;

	sha3_384_init(&context);
	sha3_384_update(&context, length, data);
	sha3_384_digest(&context, SHA3_384_DIGEST_SIZE, digest);
}

void checksum_sha3_512(const void *data, size_t length, void *digest)
{
	struct sha3_512_ctx context;

	sha3_512_init(&context);
	sha3_512_update(&context, length, data);
	sha3_512_digest(&context, SHA3_512_DIGEST_SIZE, digest);
}
