#ifndef RUNNER_VERIFY_CHECKSUMS_H
#define RUNNER_VERIFY_CHECKSUMS_H

#include <stddef.h>

/*
 * What computes each checksum, as verify/checksum.h wants it; a file a library.
 * Those whose library was not found are declared only.
 */

/* checksum_crc.c: each after its own *_prepare() */
void checksum_crc7(const void *data, size_t length, void *digest);
void checksum_crc7_prepare(void);
void checksum_crc16(const void *data, size_t length, void *digest);
void checksum_crc16_prepare(void);
void checksum_crc32(const void *data, size_t length, void *digest);
void checksum_crc32_prepare(void);
void checksum_crc32c(const void *data, size_t length, void *digest);
void checksum_crc32c_prepare(void);
void checksum_crc64(const void *data, size_t length, void *digest);
void checksum_crc64_prepare(void);

/* checksum_crypto.c: libcrypto */
void checksum_md5(const void *data, size_t length, void *digest);
void checksum_sha1(const void *data, size_t length, void *digest);
void checksum_sha256(const void *data, size_t length, void *digest);
void checksum_sha512(const void *data, size_t length, void *digest);

/* checksum_nettle.c: libnettle */
void checksum_sha3_224(const void *data, size_t length, void *digest);
void checksum_sha3_256(const void *data, size_t length, void *digest);
void checksum_sha3_384(const void *data, size_t length, void *digest);
void checksum_sha3_512(const void *data, size_t length, void *digest);

/* checksum_xxhash.c: libxxhash */
void checksum_xxhash(const void *data, size_t length, void *digest);

#endif
