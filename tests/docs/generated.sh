#!/bin/sh
# Fail when docs/options.md, docs/columns.md or docs/runner.1 are not what the
# program's tables say. $1: the program.
set -eu
docs=$(cd "$(dirname "$0")/../../docs" && pwd)
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT

"$docs/generate.sh" "$1" "$new"
for file in options.md columns.md runner.1; do
	if ! diff -u "$docs/$file" "$new/$file"; then
		echo "docs/$file is stale: build the target 'docs'"
		exit 1
	fi
done
