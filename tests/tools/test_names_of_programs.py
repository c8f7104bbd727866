"""What people may call the programs of a computer."""

from __future__ import annotations

import pytest

from aura.config.settings import KnownApp
from aura.machine.apps.catalogue import sayings
from aura.machine.apps.port import App

KINDS = ("viewer", "analyzer")


def said(*titles: str, known: dict[str, KnownApp] | None = None) -> set[tuple[str, str]]:
    """What may be said where programs of these titles are installed, with what it means."""
    apps = [App(f"{number}.desktop", title, (title.lower(),)) for number, title in enumerate(titles)]
    return set(sayings(apps, known or {}, KINDS))


def test_the_first_or_last_words_of_a_name_mean_the_program() -> None:
    assert said("Acme Journal Pro") == {
        (words, "acme journal pro") for words in ("acme journal pro", "acme", "acme journal", "journal pro", "pro")
    }


def test_what_several_names_share_means_each_of_them() -> None:
    assert {("journal", "acme journal"), ("journal", "beta journal")} <= said("Acme Journal", "Beta Journal")


@pytest.mark.parametrize("titles", [("Journal", "Acme Journal"), ("Acme Journal", "Journal")])
def test_a_whole_name_means_its_program_alone(titles: tuple[str, str]) -> None:
    assert [means for words, means in said(*titles) if words == "journal"] == ["journal"]


def test_what_a_kind_of_program_is_for_is_no_name_of_it() -> None:
    assert {words for words, _ in said("Image Viewer", "Disk Usage Analyzer")} == {
        "image viewer", "viewer", "disk usage analyzer", "usage analyzer", "analyzer",
    }  # fmt: skip


def test_a_word_for_a_known_program_stays_its_own() -> None:
    known = {"editor": KnownApp(words=("writer",))}
    assert {means for words, means in said("Plain Writer", known=known) if words == "writer"} == {"editor"}


def test_a_letter_is_no_name() -> None:
    assert {words for words, _ in said("X Journal")} == {"x journal", "journal"}
