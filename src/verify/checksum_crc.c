#include "checksums.h"

#include "verify/crc.h"

#include <endian.h>
#include <string.h>

enum { CRC7, CRC16, CRC32, CRC32C, CRC64, CRC_COUNT };

static const struct crc_kind kinds[CRC_COUNT] = {
	[CRC7] = { .width = 7, .polynomial = 0x09 },
	[CRC16] = { .width = 16, .reflected = true, .polynomial = 0xa001 },
	[CRC32] = { .width = 32,
		    .reflected = true,
		    .polynomial = UINT32_C(0xedb88320),
		    .ones = UINT32_MAX },
	[CRC32C] = { .width = 32,
		     .reflected = true,
		     .polynomial = UINT32_C(0x82f63b78),
		     .ones = UINT32_MAX },
	[CRC64] = { .width = 64,
		    .reflected = true,
		    .polynomial = UINT64_C(0xc96c5795d7870f42),
		    .ones = UINT64_MAX },
};

/* Made when they are needed, and then never changed. */
static struct crc crcs[CRC_COUNT];

/* A value of `size` bytes, the highest first. */
static void compute(const struct crc *crc, const void *data, size_t length,
		    void *digest, size_t size)
{
	uint64_t value = htobe64(crc_compute(crc, data, length));

	memcpy(digest, (const uint8_t *)&value + sizeof(value) - size, size);
}

void checksum_crc7(const void *data, size_t length, void *digest)
{
	compute(&crcs[CRC7], data, length, digest, 1);
}

void checksum_crc7_prepare(void)
{
	crc_prepare(&crcs[CRC7], &kinds[CRC7]);
}

void checksum_crc16(const void *data, size_t length, void *digest)
{
	compute(&crcs[CRC16], data, length, digest, 2);
}

void checksum_crc16_prepare(void)
{
	crc_prepare(&crcs[CRC16], &kinds[CRC16]);
}

void checksum_crc32(const void *data, size_t length, void *digest)
{
	compute(&crcs[CRC32], data, length, digest, 4);
}

void checksum_crc32_prepare(void)
{
	crc_prepare(&crcs[CRC32], &kinds[CRC32]);
}

void checksum_crc32c(const void *data, size_t length, void *digest)
{
	compute(&crcs[CRC32C], data, length, digest, 4);
}

void checksum_crc32c_prepare(void)
{
	crc_prepare(&crcs[CRC32C], &kinds[CRC32C]);
}

void checksum_crc64(const void *data, size_t length, void *digest)
{
	compute(&crcs[CRC64], data, length, digest, 8);
}

void checksum_crc64_prepare(void)
{
	crc_prepare(&crcs[CRC64], &kinds[CRC64]);
}
