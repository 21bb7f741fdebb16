"""Two programs by turns, and how far they agree."""

import math
import statistics
import sys


def interval(values):
    """Of the median: between which two, by rank, it is with 95 % at least."""
    ordered, count = sorted(values), len(values)
    outside, rank = 0.0, 0
    while True:
        outside += 2 * math.comb(count, rank) / 2**count
        if outside > 0.05:
            break
        rank += 1
    if rank == 0:
        sys.exit("too few pairs for an interval")
    return ordered[rank - 1], ordered[count - rank]


def compare(measures, pairs):
    """Call two functions by turns, A B B A, so that what changes meanwhile is in
    both: the medians of what they return, and the ratio of each pair."""
    found = []
    for i in range(pairs):
        pair = [0.0, 0.0]
        for which in (0, 1) if i % 2 == 0 else (1, 0):
            pair[which] = measures[which]()
        found.append(pair)
    return (
        statistics.median(ours for ours, _ in found),
        statistics.median(theirs for _, theirs in found),
        [ours / theirs for ours, theirs in found],
    )


def print_row(name, ours, theirs, ratios, digits=1):
    """A row of a table in Markdown. Whether 1 is within the interval."""
    low, high = interval(ratios)
    print(
        f"| {name} | {ours:.{digits}f} | {theirs:.{digits}f} "
        f"| {statistics.median(ratios):.3f} | {low:.3f} to {high:.3f} |",
        flush=True,
    )
    return low <= 1 <= high
