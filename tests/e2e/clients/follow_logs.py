#!/usr/bin/python3
"""Follows the logs of a job while they are written, as `tail -F` does.

follow_logs.py PREFIX ROWS COMMAND [ARGUMENT...] runs COMMAND and reads
PREFIX_{bw,iops,lat,clat_hist}.1.log. Once each has ROWS rows it interrupts the
command, reads what is left and prints JSON: {kind: [row, ...]}.
"""

import json
import signal
import subprocess
import sys
import time

KINDS = ("bw", "iops", "lat", "clat_hist")


class Follower:
    """The rows of a file that may not be there yet, each as soon as whole."""

    def __init__(self, path):
        self.path = path
        self.file = None
        self.rest = ""
        self.rows = []

    def read(self):
        if not self.file:
            try:
                self.file = open(self.path)
            except FileNotFoundError:
                return
        *lines, self.rest = (self.rest + self.file.read()).split("\n")
        self.rows += [[int(n) for n in line.split(", ")] for line in lines]


def main():
    prefix, enough, *command = sys.argv[1:]
    logs = {kind: Follower(f"{prefix}_{kind}.1.log") for kind in KINDS}
    process = subprocess.Popen(command)
    while process.poll() is None:
        for log in logs.values():
            log.read()
        if all(len(log.rows) >= int(enough) for log in logs.values()):
            process.send_signal(signal.SIGINT)
            process.wait()
        time.sleep(0.02)
    for log in logs.values():
        log.read()
        if log.rest:
            sys.exit(f"{log.path} ends within a row: {log.rest}")
    print(json.dumps({kind: log.rows for kind, log in logs.items()}))


main()
