#!/bin/sh
# Write what is made from the program's own tables: options.md, columns.md and
# runner.1.
#
#     generate.sh RUNNER FOLDER
set -eu
runner=$1
folder=$2
here=$(cd "$(dirname "$0")" && pwd)

"$runner" --print-options-markdown >"$folder/options.md"
"$runner" --print-columns-markdown >"$folder/columns.md"
{
	sed '/^@OPTIONS@$/,$d' "$here/runner.1.in"
	"$runner" --print-options-man
	sed '1,/^@OPTIONS@$/d' "$here/runner.1.in"
} >"$folder/runner.1"
