#!/bin/sh
# Fail on a finding of clang-tidy. $1: the build folder with the compile
# commands.
build=$(cd "$1" && pwd) || exit 1
cd "$(dirname "$0")/../.." || exit 1

find src tests -name '*.c' -print0 |
	xargs -0 -P 2 -n 4 clang-tidy --quiet -p "$build"
