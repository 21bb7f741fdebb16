#include "checksums.h"

#include <string.h>
#include <xxhash.h>

void checksum_xxhash(const void *data, size_t length, void *digest)
{
	XXH64_canonical_t canonical;

	XXH64_canonicalFromHash(&canonical, XXH3_64bits(data, length));
	memcpy(digest, &canonical, sizeof(canonical));
}
