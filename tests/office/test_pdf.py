"""A PDF of a document: by LibreOffice where it is, one sentence where it is not; and LibreOffice as a second reader."""

from __future__ import annotations

import csv
import os
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from bureau import Bureau, step

from aura.capability.errors import ToolError
from aura.capability.machine import Machine
from aura.tools.office.soffice import LibreOffice

SOFFICE = shutil.which("soffice") or shutil.which("libreoffice")
needs_soffice = pytest.mark.skipif(SOFFICE is None, reason="LibreOffice is not installed here.")
HERE = Machine(sys.platform, {"PATH": os.environ.get("PATH", ""), "HOME": "/nonexistent"})


def program(folder: Path, script: str) -> Machine:
    """A computer whose LibreOffice is a script."""
    folder.mkdir(exist_ok=True)
    (folder / "soffice").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "soffice").chmod(stat.S_IRWXU)
    return Machine("linux", {"PATH": f"{folder}{os.pathsep}{os.defpath}", "HOME": str(folder)})


def is_running(pid: int) -> bool:
    """Whether a program has not ended; one that nobody waits for has."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_without_libreoffice_one_sentence_says_so_before_anything_is_done(bureau: Bureau, tmp_path: Path) -> None:
    result = bureau.run(
        step("create_document", path=str(bureau.path("a.docx")), text="x"),
        step("export_pdf", path=str(bureau.path("a.docx"))),
        machine=Machine("linux", {"PATH": str(tmp_path)}),
    )
    assert result.status == "unsupported" and "LibreOffice" in result.message and "install" in result.message
    assert not bureau.path("a.docx").exists()


def test_a_program_that_does_not_end_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    machine = program(tmp_path / "bin", f"sleep 300 & echo $! > {tmp_path}/pid; wait")
    slow = LibreOffice("soffice", machine.environ, patience=1.0)
    with pytest.raises(ToolError, match="did not make a PDF of a within 1 seconds"):
        slow.pdf("a", b"x")
    child, end = int((tmp_path / "pid").read_text()), time.monotonic() + 30
    while is_running(child):  # A computer that is busy may take a while to end what it was told to.
        assert time.monotonic() < end, "what it started still runs"
        time.sleep(0.01)


def test_a_program_that_makes_nothing_is_an_error_and_leaves_no_file(bureau: Bureau, tmp_path: Path) -> None:
    bureau.does("create_document", "a.docx", text="x")
    machine = program(tmp_path / "bin", "exit 0")
    result = bureau.run(step("export_pdf", path=str(bureau.path("a.docx"))), machine=machine)
    assert result.status == "failed" and "could not make a PDF of a.docx" in result.message
    assert not bureau.path("a.pdf").exists()


def test_it_is_run_once_with_a_profile_of_its_own_and_not_for_the_preview(bureau: Bureau, tmp_path: Path) -> None:
    script = f'echo "$@" >> {tmp_path}/calls; for last; do :; done; printf %s PDF > "${{last%.*}}.pdf"'
    bureau.does("create_document", "my letter.docx", text="x")
    result = bureau.run(
        step("export_pdf", path=str(bureau.path("my letter.docx"))), machine=program(tmp_path / "bin", script)
    )
    assert result.status == "completed", result.message
    assert bureau.path("my letter.pdf").read_bytes() == b"PDF"
    calls = (tmp_path / "calls").read_text().splitlines()
    assert len(calls) == 1 and "-env:UserInstallation=file:///" in calls[0] and "--headless" in calls[0]
    assert bureau.session().undo(result.run_id).status == "completed" and not bureau.path("my letter.pdf").exists()


def test_what_is_there_is_not_replaced(bureau: Bureau, tmp_path: Path) -> None:
    bureau.does("create_document", "a.docx", text="x")
    bureau.put("a.pdf", b"mine")
    result = bureau.run(
        step("export_pdf", path=str(bureau.path("a.docx"))), machine=program(tmp_path / "bin", "exit 0")
    )
    assert "exists already" in result.message and bureau.path("a.pdf").read_bytes() == b"mine"


def test_nowhere_has_no_printer() -> None:
    assert "LibreOffice" in str(LibreOffice.on(Machine("", {"PATH": ""})))


@needs_soffice
def test_libreoffice_makes_a_pdf_of_each_kind(bureau: Bureau) -> None:
    bureau.does("create_document", "a.docx", title="T", text="x", items=["y"])
    bureau.does("create_spreadsheet", "b.xlsx", rows=[[1, "=A1*2"]])
    bureau.does("create_presentation", "c.pptx", title="T")
    result = bureau.run(
        step("export_pdf", path=str(bureau.path("a.docx"))),
        step("export_pdf", path=str(bureau.path("b.xlsx")), destination=str(bureau.path("sums"))),
        step("export_pdf", path=str(bureau.path("c.pptx"))),
        machine=HERE,
    )
    assert result.status == "completed", result.message
    for name in ("a.pdf", "sums.pdf", "c.pdf"):
        assert bureau.path(name).read_bytes().startswith(b"%PDF-")


@needs_soffice
def test_libreoffice_reads_what_was_changed_and_works_out_the_formulas(bureau: Bureau, tmp_path: Path) -> None:
    bureau.does(
        "create_spreadsheet",
        "b.xlsx",
        columns=["What", "Cost", "When"],
        rows=[["Rent", 1200, "2026-03-01"], ["Food", 300, "2026-03-02"], ["Sum", "=B2+B3", None]],
    )
    bureau.does("set_cell", "b.xlsx", cell="cost of food", value="500.25")
    bureau.does("add_rows", "b.xlsx", rows=[["007", True, "=B4*2"]])
    command = [str(SOFFICE), f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}", "--headless"]
    subprocess.run(
        [*command, "--convert-to", "csv", "--outdir", str(tmp_path), str(bureau.path("b.xlsx"))],
        check=True,
        timeout=120,
        capture_output=True,
    )
    with (tmp_path / "b.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows == [
        ["What", "Cost", "When"],
        ["Rent", "1200", "2026-03-01"],
        ["Food", "500.25", "2026-03-02"],
        ["Sum", "1700.25", ""],
        ["007", "TRUE", "3400.5"],
    ]
