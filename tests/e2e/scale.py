"""Scaled numbers as the text report prints them, for comparison."""


def scaled(value, base=1000, unit="", digits=4):
    """`value` in at most `digits` characters, with the prefix of `base`."""
    prefixes = ["", "k", "M", "G", "T", "P", "E"]
    if base == 1024:
        prefixes = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"]
    rest, power = 0, 0
    while len(str(value)) > digits:
        value, rest = divmod(value, base)
        power += 1
    end = prefixes[power] + unit
    room = digits - len(str(value))
    if power == 0:
        return f"{value}{end}"
    if room <= 1:
        return f"{value + (2 * rest >= base)}{end}"
    part = f"{rest / base:.{room - 1}f}"
    return f"{value + int(part[0])}{part[1:]}{end}"


def both(value, unit, digits=4):
    """A size in both systems: "1024KiB (1049kB)"."""
    return f"{scaled(value, 1024, unit, digits)} ({scaled(value, 1000, unit, digits)})"
