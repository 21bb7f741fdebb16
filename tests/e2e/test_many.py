"""Many sections and many jobs: none is lost, and each has its own figures."""

import pytest

from conftest import SANITIZED, members

SECTIONS = 10000
COPIES = 64 if SANITIZED else 200


def many_sections(last=""):
    lines = ["[global]", "ioengine=null", "size=1m"]
    for i in range(SECTIONS):
        lines += [f"[j{i}]", f"bs={1 + i % 8}k", f"iodepth={1 + i % 64}"]
    return "\n".join([*lines, last, ""])


def test_all_of_ten_thousand_sections_are_read(run, tmp_path):
    (tmp_path / "t.fio").write_text(many_sections())
    assert run("--parse-only", "t.fio").status == 0
    ran = run("--showcmd", "t.fio")
    assert ran.status == 0, ran.err
    names = [word for word in ran.out.split() if word.startswith("--name=")]
    assert names == [f"--name=j{i}" for i in range(SECTIONS)]


def test_an_error_in_the_last_of_them_has_its_place(run, tmp_path):
    text = many_sections("iodepth=x")
    (tmp_path / "t.fio").write_text(text)
    ran = run("--parse-only", "t.fio")
    assert ran.status == 2
    line = len(text.splitlines())
    assert ran.err.startswith(f"t.fio:{line}: error: iodepth: 'x' is not a number")


@pytest.mark.parametrize("grouped", [0, 1])
def test_copies_are_reported_each_or_together(run, tmp_path, grouped):
    (tmp_path / "t.fio").write_text(
        "[global]\nioengine=null\nrw=randread\nsize=64k\n"
        f"group_reporting={grouped}\n[j]\nnumjobs={COPIES}\n"
    )
    ran = run("--output-format=json", "t.fio")
    assert ran.status == 0, ran.err
    units = ran.json["jobs"]
    assert len(units) == (1 if grouped else COPIES)
    for unit in units:
        read = unit["read"]
        count = 16 * COPIES // len(units)
        assert read["total_ios"] == read["clat_ns"]["N"] == count
        assert read["io_bytes"] == 4096 * count
        assert sum(unit["iodepth_level"].values()) == pytest.approx(100, abs=0.1)
    numbers = [m["number"] for m in members(ran.json)["j"]]
    assert numbers == list(range(1, COPIES + 1))


def test_stonewalled_sections_run_in_turn(run, tmp_path):
    (tmp_path / "t.fio").write_text(
        "[global]\nioengine=null\nrw=read\nsize=4k\nstonewall\n"
        + "".join(f"[j{i}]\n" for i in range(50))
    )
    ran = run("--output-format=json", "t.fio")
    assert ran.status == 0, ran.err
    units = ran.json["jobs"]
    assert [unit["jobname"] for unit in units] == [f"j{i}" for i in range(50)]
    assert [unit["groupid"] for unit in units] == list(range(50))
    starts = [unit["job_start"] for unit in units]
    assert starts == sorted(starts)
    assert all(unit["read"]["total_ios"] == 1 for unit in units)
