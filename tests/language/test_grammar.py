"""The compiled grammar: what is kept is what was compiled, and what is kept badly is made again."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
import yaml

import aura.language
import aura.tools
from aura.language.grammar.actions import load_actions
from aura.language.grammar.compile import GrammarError, compile_grammar
from aura.language.grammar.grammar import Grammar
from aura.language.grammar.loading import decoded, encoded, load_grammar
from aura.language.grammar.templates import TemplateError

SOURCES = (Path(aura.language.__path__[0]), Path(aura.tools.__path__[0]))
LEXICON = (SOURCES[0] / "lexicon.en.yaml").read_bytes()
FRAME = {
    "goal": "make",
    "category": "file_operation",
    "theme": "new",
    "verbs": ["make"],
    "takes": {"theme": 0},
    "needs": [["theme"]],
}

ACTIONS = {"make tea": {"goal": "make", "command": "make tea"}}


@pytest.fixture
def small(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The sources of a grammar that is soon compiled."""
    folder = tmp_path_factory.mktemp("sources")
    (folder / "lexicon.en.yaml").write_bytes(LEXICON)
    (folder / "sentences.en.yaml").write_bytes(domain(make=FRAME))
    return [folder]


def kept_in(cache: Path) -> Path:
    (found,) = cache.glob("grammar-en-*.msgpack")
    return found


def domain(**frames: object) -> bytes:
    return yaml.safe_dump({"domain": "test", "frames": frames}).encode()


def test_a_grammar_through_messagepack_is_equal(grammar: Grammar) -> None:
    assert decoded(encoded(grammar)) == grammar


def test_compiling_again_gives_the_same(tmp_path: Path, grammar: Grammar, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aura.language.grammar.keeping.PREPARED", tmp_path / "nothing")
    assert load_grammar(SOURCES) == grammar


def test_what_was_made_beside_the_sources_serves_a_home_that_has_none(
    tmp_path: Path, small: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    beside, home = tmp_path / "beside", tmp_path / "home"
    made = load_grammar(small, beside)
    monkeypatch.setattr("aura.language.grammar.keeping.PREPARED", beside)
    assert load_grammar(small, home) == made and not home.exists()
    (small[0] / "sentences.en.yaml").write_bytes(domain(build=FRAME))
    assert set(load_grammar(small, home).frames) == {"build"} and kept_in(home)


def test_what_is_of_the_package_alone_is_kept_for_every_home_where_that_can_be_written(
    tmp_path: Path, small: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    beside, home = tmp_path / "beside", tmp_path / "home"
    monkeypatch.setattr("aura.language.grammar.keeping.PACKAGE", small[0])
    monkeypatch.setattr("aura.language.grammar.keeping.PREPARED", beside)
    load_grammar(small, home)
    assert kept_in(beside) and not home.exists()
    monkeypatch.setattr("aura.language.grammar.keeping.PREPARED", kept_in(beside))
    load_grammar(small, home)
    assert kept_in(home)


def test_the_table_of_actions_is_kept_as_the_grammar_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    monkeypatch.setattr("aura.language.grammar.keeping.PREPARED", tmp_path / "nothing")
    (tmp_path / "sentences.en.yaml").write_bytes(yaml.safe_dump({"domain": "test", "actions": ACTIONS}).encode())
    read = load_actions([tmp_path], home)
    (kept,) = home.glob("actions-en-*.msgpack")
    before = kept.stat().st_mtime_ns
    assert load_actions([tmp_path], home) == read == load_actions([tmp_path])
    assert kept.stat().st_mtime_ns == before and list(read.table) == ["make tea"]
    kept.write_bytes(b"no")
    assert load_actions([tmp_path], home) == read


def test_what_is_kept_is_read_again(tmp_path: Path, small: list[Path]) -> None:
    load_grammar(small, tmp_path)
    before = kept_in(tmp_path).stat().st_mtime_ns
    assert load_grammar(small, tmp_path) == load_grammar(small)
    assert kept_in(tmp_path).stat().st_mtime_ns == before


@pytest.mark.parametrize("harm", ["empty", "half", "deep", "folder", "flipped"])
def test_a_spoiled_cache_is_made_again_and_never_trusted(tmp_path: Path, small: list[Path], harm: str) -> None:
    load_grammar(small, tmp_path)
    kept = kept_in(tmp_path)
    spoil(kept, harm)
    assert load_grammar(small, tmp_path) == load_grammar(small)
    assert load_grammar(small, tmp_path) == load_grammar(small)


def spoil(kept: Path, harm: str) -> None:
    whole = kept.read_bytes()
    if harm == "folder":
        kept.unlink()
        kept.mkdir()
        return
    flipped = bytearray(whole)
    flipped[random.Random(3).randrange(len(whole) // 2)] ^= 1
    spoiled = {
        "empty": b"",
        "half": whole[: len(whole) // 2],
        "deep": b"\x91" * 100_000,
        "flipped": bytes(flipped),
    }
    kept.write_bytes(spoiled[harm])


def test_many_flipped_bytes_are_all_noticed(tmp_path: Path, small: list[Path]) -> None:
    load_grammar(small, tmp_path)
    kept, rng = kept_in(tmp_path), random.Random(5)
    whole = kept.read_bytes()
    for _ in range(2):
        flipped = bytearray(whole)
        at = whole.index(rng.choice([b"folder", b"delete", b"create"]), rng.randrange(len(whole) // 4))
        flipped[at] ^= 2
        kept.write_bytes(bytes(flipped))
        assert load_grammar(small, tmp_path) == load_grammar(small)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="POSIX permissions")
def test_a_cache_that_cannot_be_written_only_costs_time(tmp_path: Path, small: list[Path]) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    assert load_grammar(small, blocked) == load_grammar(small)
    assert load_grammar(small, blocked / "below") == load_grammar(small)
    assert blocked.read_text() == "no folder"


def test_other_sources_are_another_grammar_and_the_old_one_goes(tmp_path: Path) -> None:
    sources, cache = tmp_path / "sources", tmp_path / "cache"
    sources.mkdir()
    (sources / "lexicon.en.yaml").write_bytes(LEXICON)
    (sources / "sentences.en.yaml").write_bytes(domain(make=FRAME))
    assert "make" in load_grammar([sources], cache).frames
    (sources / "sentences.en.yaml").write_bytes(domain(build=FRAME))
    assert set(load_grammar([sources], cache).frames) == {"build"}
    assert kept_in(cache)


# -- faults in the sources


@pytest.mark.parametrize("field", ["goal", "category", "theme", "takes", "needs"])
def test_a_frame_that_lacks_a_field_is_named_with_it(field: str) -> None:
    frame = {key: value for key, value in FRAME.items() if key != field}
    with pytest.raises(GrammarError, match=rf"make in sentences\.en\.yaml of test lacks {field}"):
        compile_grammar([("lexicon.en.yaml", LEXICON), ("sentences.en.yaml", domain(make=frame))])


def test_a_faulty_phrase_of_a_frame_is_shown() -> None:
    frame = {**FRAME, "phrases": ["let (there be"]}
    with pytest.raises(TemplateError, match="let \\(there be"):
        compile_grammar([("lexicon.en.yaml", LEXICON), ("sentences.en.yaml", domain(make=frame))])


@pytest.mark.parametrize("count", [0, 2])
def test_one_lexicon_is_needed(count: int) -> None:
    with pytest.raises(GrammarError, match=f"{count} were found"):
        compile_grammar([("lexicon.en.yaml", LEXICON)] * count)
