#!/bin/sh
# Fail on a finding of shellcheck.
set -e
cd "$(dirname "$0")/../.."

shellcheck dev .ci/run docs/generate.sh tests/*/*.sh tests/*/*/*.sh
shellcheck -s bash docs/runner.bash
