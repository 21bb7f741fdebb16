"""Text reports with what differs from run to run masked.

Numbers become N, sizes SIZE, units of latency UNIT; percentiles and latency
shares, whose rows depend on the figures, become one line each.
"""

import re

MASKS = [
    (r"^(fio|runner)-\d[\w.-]*$", "VERSION"),
    (r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \w{3} [ \d]\d [\d:]{8} \d{4}$", "DATE"),
    (r"file:.*:\d+, func=[^,]+,", "file:FILE:N, func=FUNC,"),
    (r"\((nsec|usec|msec)\)", "(UNIT)"),
    (r"\d+(\.\d+)?([KMGTPE]i|[kMGTPE])?B(?![\w.])", "SIZE"),
    (r"\d+(\.\d+)?(n|u|m)?s(?![\w.])", "TIME"),
    (r"\d+(\.\d+)?[kMGTPE]?", "N"),
    (r"= +N", "=N"),
    (r"\[ *N\]", "[N]"),
    (r"^  [\w-]+: ios=", "  DISK: ios="),
]
SAMPLES = re.compile(r"^   (bw \(|iops  )")
PERCENTILES = re.compile(r"^     \|")
SHARES = re.compile(r"^  lat \(UNIT\)   :")


def masked(text):
    """The lines of a report, masked; samples of bw and iops are left out."""
    lines = []
    for line in text.splitlines():
        for pattern, mask in MASKS:
            line = re.sub(pattern, mask, line)
        if SAMPLES.match(line):
            continue
        if PERCENTILES.match(line):
            if not PERCENTILES.match(lines[-1]):
                lines.append("     | 0 percentiles")
            count = int(lines[-1].split()[1]) + line.count("Nth=[N]")
            lines[-1] = f"     | {count} percentiles"
        elif SHARES.match(line):
            if lines[-1] != "  lat (UNIT)   : SHARES":
                lines.append("  lat (UNIT)   : SHARES")
        else:
            lines.append(line)
    return lines


def without_disks(lines):
    """The same without the section of disk statistics."""
    if "Disk stats (read/write):" not in lines:
        return lines
    start = lines.index("Disk stats (read/write):") - 1
    end = start + 2
    while end < len(lines) and lines[end].startswith("  "):
        end += 1
    return lines[:start] + lines[end:]
