#!/bin/sh
# Fail when a file has grown past what one purpose needs: 600 lines of code,
# 300 of a header, 800 of a test, which holds tables of data. The option table
# is data and may be longer.
cd "$(dirname "$0")/../.." || exit 1

find src include tests -name '*.[ch]' ! -path src/spec/job_options.c \
	-exec wc -l {} + |
	awk '$2 != "total" && $1 > ($2 ~ /^tests/ ? 800 : $2 ~ /h$/ ? 300 : 600) {
		print $2 ": " $1 " lines are too many"
		status = 1
	}
	END { exit status }'
