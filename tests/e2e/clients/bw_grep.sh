#!/bin/sh
# The bandwidths of a report in JSON on stdin, one a line, found by how the
# text is printed.
grep '"bw_bytes" : ' | sed 's/.* : //; s/,$//'
