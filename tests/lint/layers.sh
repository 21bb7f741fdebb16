#!/bin/sh
# Fail when a file includes a header of a layer that its own may not use.
cd "$(dirname "$0")/../.." || exit 1

may_use() {
	case $1 in
	base) echo "base" ;;
	spec) echo "base spec" ;;
	stat) echo "base stat" ;;
	sys) echo "base sys" ;;
	verify) echo "base spec verify" ;;
	engine) echo "base spec stat sys engine" ;;
	io) echo "base spec stat sys verify engine io" ;;
	run) echo "base spec stat sys verify engine io run" ;;
	out) echo "base spec stat sys out" ;;
	ping) echo "base spec stat sys engine io out ping" ;;
	quick) echo "base spec stat sys out quick" ;;
	table) echo "base out table" ;;
	app) echo "base spec stat sys verify engine io run out ping quick table app" ;;
	esac
}

status=0
for dir in include/* src/*/; do
	layer=$(basename "$dir")
	allowed=$(may_use "$layer" | tr ' ' '|')
	if [ -z "$allowed" ]; then
		echo "$dir: layer '$layer' is not in tests/lint/layers.sh"
		status=1
	elif grep -rnE '^#include "[a-z]+/' "$dir" |
		grep -vE "#include \"($allowed)/"; then
		echo "$dir may include only: $(may_use "$layer")"
		status=1
	fi
done
exit $status
