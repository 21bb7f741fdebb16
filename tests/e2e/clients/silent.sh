#!/bin/sh
# Runs a command, and takes any word on stderr for a failure, whatever the
# status: silent.sh COMMAND [ARGUMENT...]
{ said=$("$@" 2>&1 >&3 3>&-); } 3>&1
status=$?

if [ -n "$said" ]; then
	echo "FAILED: $said"
	exit 1
fi
exit $status
