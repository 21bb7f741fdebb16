#!/bin/sh
# Fail when clang-format would change a file.
cd "$(dirname "$0")/../.." || exit 1

find src include tests -name '*.[ch]' -print0 |
	xargs -0 clang-format --dry-run --Werror
