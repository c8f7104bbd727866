"""A real small language model on loopback; asked for what is clear, and allowed to be slow."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "runtime"))
sys.path.insert(0, str(Path(__file__).parents[1] / "atoms"))
from folders import atom, folder_of
from scene import Scene

from aura.runtime.assemble import assemble

FILE = os.environ.get("AURA_LOCAL_MODEL", "")
MISSING = (
    "AURA_LOCAL_MODEL names no model file"
    if not Path(FILE).is_file()
    else "xllamacpp, which serves the model, is not installed"
    if importlib.util.find_spec("xllamacpp") is None
    else ""
)
SERVE = """
import sys, threading, xllamacpp
p = xllamacpp.CommonParams()
p.model.path, p.model_alias, p.hostnames, p.port = sys.argv[1], {"local"}, ["127.0.0.1"], 0
p.n_parallel, p.n_ctx, p.offline, p.ui = 1, 4096, True, False
server = xllamacpp.Server(p)
print("READY", server.listening_address, flush=True)
threading.Event().wait()
"""

pytestmark = [pytest.mark.local_model, pytest.mark.skipif(bool(MISSING), reason=MISSING)]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the model is served for the time of these tests."""
    served = subprocess.Popen([sys.executable, "-c", SERVE, FILE], stdout=subprocess.PIPE, text=True)
    assert served.stdout is not None
    try:
        yield next(line.split()[1] for line in served.stdout if line.startswith("READY")) + "/v1"
    finally:
        served.kill()
        served.wait()


@pytest.fixture
def office(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Scene:
    scene = Scene(tmp_path / "world", tmp_path_factory.mktemp("grammar"))
    scene.plant(ws__report_txt="figures", ws__archive__old_txt="x")
    return scene


def environ(address: str) -> dict[str, str]:
    return {"OPENAI_BASE_URL": address, "OPENAI_MODEL": "local", "AURA_MODEL__TOTAL_SECONDS": "600"}


def test_a_real_model_moves_what_the_grammar_cannot_read(office: Scene, address: str) -> None:
    said = "yeet report.txt over to the archive, would you"
    result = office.session(**environ(address)).process(said, approve=lambda preview: True)
    assert result.status == "completed", result.message
    assert "ws/archive/report.txt" in office.tree()


def test_a_real_model_does_nothing_where_nothing_is_asked(office: Scene, address: str) -> None:
    before = office.tree()
    said = "purple monkey dishwasher report.txt"
    result = office.session(**environ(address)).process(said, approve=lambda preview: False)
    assert result.status in ("unsupported", "confirmation", "clarification") and office.tree() == before


def test_a_real_model_answers_a_question(office: Scene, address: str) -> None:
    result = office.session(**environ(address)).process("what is the capital of France")
    assert result.status == "answered" and "Paris" in result.steps[0].outputs["text"]


def test_a_real_model_plans_over_atoms(office: Scene, address: str, tmp_path: Path) -> None:
    text, amount = {"type": "string", "required": True}, {"type": "number", "required": True}
    category = {**text, "enum": ["travel", "meals"]}
    folder = folder_of(
        tmp_path / "atoms",
        atom("firm.expense.submit", {"amount": amount, "category": category}, {"id": "string"}),
        atom("firm.mail.send", {"to": text, "body": text}),
        atom("weather.now.lookup", {"city": text}, {"report": "string"}, effect="R"),
    )
    state = {"AURA_HOME": str(office.root / "state")}
    session = assemble(office.root / "ws", {**state, **environ(address)}, atoms=(folder,))
    expense = session.flow("submit a travel expense of 49.90")
    assert expense.status == "planned" and expense.planned_by is not None and not expense.planned_by.fallback
    assert expense.plan is not None and expense.plan["steps"][0]["inputs"] == {"amount": 49.9, "category": "travel"}
    mail = session.flow("look up the weather in Berlin and send it to bob@example.com")
    assert mail.plan is not None and mail.preview is not None and mail.preview.needs_yes
    assert [step["id"] for step in mail.plan["steps"]] == ["weather.now.lookup", "firm.mail.send"]
    assert "outputs.report}" in mail.plan["steps"][1]["inputs"]["body"]
