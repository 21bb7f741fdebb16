#!/bin/sh
# Fail when a library is used outside the files that docs/architecture.md
# gives it to.
cd "$(dirname "$0")/../.." || exit 1

status=0

# only HEADER PATTERN: HEADER is included by files that match PATTERN only.
only() {
	if grep -rlE "^#include <$1>" src include | grep -vE "$2"; then
		echo "only $2 may include <$1>"
		status=1
	fi
}

only 'ini\.h' '^src/spec/jobfile'
only 'libaio\.h' '^src/engine/libaio'
only 'liburing\.h' '^src/engine/(io_)?uring'
only 'jansson\.h' '^src/table/document'
only 'zlib\.h' '^src/io/log_zip'
only 'openssl/.*' '^src/verify/checksum_crypto'
only 'nettle/.*' '^src/verify/checksum_nettle'
only 'xxhash\.h' '^src/verify/checksum_xxhash'
only 'blkid/.*' '^src/sys/blockdev'
exit $status
