"""What a listing tells about names that are not in it, and how the world uses one."""

from __future__ import annotations

from pathlib import Path

import pytest

from aura.contracts.listing import TELLS, listing_of
from aura.planning.world import World

posix = pytest.mark.skipif(not TELLS, reason="there one thing has several names")


@posix
def test_a_listing_lacks_what_is_not_in_it() -> None:
    listing = listing_of(["a.jpg", "b.jpg"])
    assert listing.lacks("c.jpg")
    assert not listing.lacks("a.jpg")
    assert listing_of([]).lacks("a.jpg")


@pytest.mark.parametrize(
    ("there", "asked"),
    [
        ("Photo.JPG", "photo.jpg"),
        ("photo.jpg", "PHOTO.JPG"),
        ("\N{KELVIN SIGN}.txt", "k.txt"),
        ("pho\N{ZERO WIDTH NON-JOINER}to.jpg", "photo.jpg"),
        ("e\N{COMBINING ACUTE ACCENT}.jpg", "\N{LATIN SMALL LETTER E WITH ACUTE}.jpg"),
        ("other.jpg", "\N{LATIN SMALL LETTER E WITH ACUTE}.jpg"),
    ],
)
def test_a_listing_is_in_doubt_about_what_a_disk_may_take_for_the_same(there: str, asked: str) -> None:
    assert not listing_of([there, "more"]).lacks(asked)


@posix
def test_a_folder_is_listed_only_where_that_is_cheap(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / name).touch()
    world, path = World(), str(tmp_path)
    assert world.listing(path, 2) is None
    listing = world.listing(path, 3)
    assert listing is not None and listing.lacks("d") and not listing.lacks("a")
    assert World().listing(str(tmp_path / "a"), 9) is None
    assert World().listing(str(tmp_path / "missing"), 9) is None
