"""Text read from pixels: by tesseract, else by rapidocr, whichever is installed."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import groupby
from typing import TYPE_CHECKING, Any

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE
from aura.machine.programs import is_there
from aura.machine.screen.matching import part_of
from aura.machine.screen.port import Found
from aura.machine.windows.port import Box

if TYPE_CHECKING:
    from PIL.Image import Image

NEEDED = "To read text from pixels, install tesseract (the package tesseract-ocr), or AURA with its extra `ocr`."
DARK = 128
"""Below this mean brightness the text is taken for light on dark."""
LARGER = 2
"""Letters of a screen are smaller than those of a scanned page: doubled, nearly all are read."""
SPARSE = "11"
"""How tesseract looks at a page: for text anywhere, in no order; a screen is no page of a book."""
PATIENCE = 20.0
ALONE = {"OMP_THREAD_LIMIT": "1"}
"""Threads of tesseract wait for each other by running on, which is slower than one where others work too."""
LEAST_SURE = 0.3
Line = list[Found]


def unreadable(environ: Mapping[str, str]) -> str:
    """What must be installed so that text can be read from pixels; nothing where it can be."""
    return "" if is_there("tesseract", environ) or find_spec("rapidocr") is not None else NEEDED


def read(image: Image, environ: Mapping[str, str]) -> list[Line]:
    """The lines of words in a picture, from top to bottom; raises ToolError `NOT_HERE` where nothing can read."""
    if is_there("tesseract", environ):
        return _by_tesseract(image, environ)
    if find_spec("rapidocr") is not None:
        return _by_rapidocr(image)
    raise ToolError(NOT_HERE, NEEDED)


def is_flat(image: Image) -> bool:
    """Whether a picture shows one colour and nothing else, so that there is no text in it."""
    return image.getcolors(1) is not None


def prepared(image: Image) -> Image:
    """A picture as it is read best: dark on light, and large."""
    from PIL import ImageOps, ImageStat

    grey = image.convert("L")
    seen = grey if ImageStat.Stat(grey).mean[0] >= DARK else ImageOps.invert(grey)
    return seen.resize((grey.width * LARGER, grey.height * LARGER))


def _by_tesseract(image: Image, environ: Mapping[str, str]) -> list[Line]:
    written = io.BytesIO()
    prepared(image).save(written, "PNG", compress_level=1)
    command = ["tesseract", "-", "-", "--psm", SPARSE, "tsv"]
    try:
        done = subprocess.run(
            command,
            input=written.getvalue(),
            capture_output=True,
            timeout=PATIENCE,
            env={**environ, **ALONE},
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ToolError(
            "NOT_READ", "tesseract could not read the picture; is its data for English installed?"
        ) from error
    return lines_of(done.stdout.decode(errors="replace"))


def lines_of(table: str) -> list[Line]:
    """The lines in tesseract's table of words, in pixels of the picture before it was made large."""
    head, *rows = (row.split("\t") for row in table.splitlines())
    words = [dict(zip(head, row, strict=False)) for row in rows]
    words = [word for word in words if word.get("text", "").strip() and float(word["conf"]) >= LEAST_SURE * 100]
    lines = [
        [_word(word) for word in line]
        for _, line in groupby(words, lambda word: [word[part] for part in ("block_num", "par_num", "line_num")])
    ]
    return sorted(lines, key=lambda line: (line[0].box.y, line[0].box.x))


def _word(word: Mapping[str, str]) -> Found:
    box = Box(*(int(word[side]) // LARGER for side in ("left", "top", "width", "height")))
    return Found(word["text"], box, float(word["conf"]) / 100)


@cache
def _engine() -> Any:
    """The reader of rapidocr, which takes a second to make."""
    return import_module("rapidocr").RapidOCR()


def _by_rapidocr(image: Image) -> list[Line]:
    written = io.BytesIO()
    image.convert("RGB").save(written, "PNG", compress_level=1)
    seen = _engine()(written.getvalue())
    if seen.boxes is None:
        return []
    lines = [
        list(_words(text, _upright(corners), float(score)))
        for corners, text, score in zip(seen.boxes, seen.txts, seen.scores, strict=True)
    ]
    return sorted(filter(None, lines), key=lambda line: (line[0].box.y, line[0].box.x))


def _upright(corners: Any) -> Box:
    across, down = [int(corner[0]) for corner in corners], [int(corner[1]) for corner in corners]
    return Box(min(across), min(down), max(across) - min(across), max(down) - min(down))


def _words(text: str, box: Box, score: float) -> Iterator[Found]:
    """The words of a line that has one box: each where its characters stand in the line."""
    at = 0
    for word in text.split():
        start = text.index(word, at)
        at = start + len(word)
        yield Found(word, part_of(box, len(text), start, at), score)
