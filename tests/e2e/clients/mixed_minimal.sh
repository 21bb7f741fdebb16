#!/bin/sh
# Runs a random mixed test and takes its figures from the terse line by number:
# mixed_minimal.sh PROGRAM [OPTION...]
set -e

program=$1
shift
line=$("$program" --minimal --name=mixed --rw=randrw --bs=4k "$@")

field() {
	printf '%s\n' "$line" | cut -d ';' -f "$1"
}

echo "read_bw=$(field 7)"
echo "read_iops=$(field 8)"
echo "write_bw=$(field 48)"
echo "write_iops=$(field 49)"
