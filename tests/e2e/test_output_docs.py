"""docs/output.md and docs/columns.md name what there is, and nothing else."""

import csv
import json
import re

import pytest

from conftest import ROOT, SCHEMA

DOCS = ROOT / "docs"
TEXT = (DOCS / "output.md").read_text()
STATUS = json.loads((ROOT / "schemas" / "status.schema.json").read_text())


def names_of(schema):
    """All keys that a schema names, however deep."""
    found = set()
    if isinstance(schema, dict):
        properties = schema.get("properties")
        if isinstance(properties, dict):
            found |= set(properties)
        for value in schema.values():
            found |= names_of(value)
    elif isinstance(schema, list):
        for value in schema:
            found |= names_of(value)
    return found


def words(text):
    """What stands in backticks, by its parts: `host.cpu.count`, `….pid`."""
    found = set()
    for word in re.findall(r"`([^`\n]+)`", text):
        found.add(word)
        found |= set(re.split(r"[.…\[\]]+", word))
    return found


def section(title):
    part = re.split(rf"^## {title}$", TEXT, flags=re.M)[1]
    return re.split(r"^## ", part, flags=re.M)[0]


@pytest.mark.parametrize(
    "schema, title", [(SCHEMA, "JSON"), (STATUS, "While jobs run")]
)
def test_every_key_is_explained(schema, title):
    assert sorted(names_of(schema) - words(section(title))) == []


def documented(title):
    """The first cells of the section's tables that are about keys."""
    found = set()
    for table in re.findall(r"^\| key .*\n(?:\|.*\n)+", section(title), re.M):
        for row in table.splitlines()[2:]:
            found |= words(row.split("|")[1])
    return {w for w in found if re.fullmatch(r"[a-z_]+( [a-z]+)?", w)}


@pytest.mark.parametrize(
    "schema, title", [(SCHEMA, "JSON"), (STATUS, "While jobs run")]
)
def test_every_key_that_is_explained_is_there(schema, title):
    assert sorted(documented(title) - names_of(schema)) == []
    assert len(documented(title)) > 10


def test_the_header_of_csv_is_as_documented(run):
    out = run(
        "--output-format=csv",
        "--name=a",
        "--ioengine=null",
        "--size=4k",
        "--slat_percentiles=1",
        "--lat_percentiles=1",
        "--percentile_list=50",
    ).out
    header = next(csv.reader(out.splitlines()))
    assert len(header) == len(set(header))
    listed = re.findall(r"\| `(\w+)` \|", (DOCS / "columns.md").read_text())
    named = [re.sub(r"_p50_ns$", "_p_ns", h) for h in header]
    assert named == ["direction", *listed, "description"]
