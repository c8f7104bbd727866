"""Laws of the tokenizer: whatever is said, tokens stand where they say, in order, and nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aura.language.words.tokens import READ_AS, tokenize

HESITATIONS = ("um", "uh", "erm")
SPOKEN = {"dot": ".", "underscore": "_", "dash": "-"}
EXTENSIONS = ("txt", "pdf")
ENDS = ".,;:!?"

pieces = st.sampled_from(
    [
        "create",
        "a",
        "folder",
        "um",
        "uh",
        "notes.txt",
        "x/y",
        "C:\\a b",
        "~/z",
        "*.pdf",
        ".log",
        '"a b"',
        "'c'",
        "“d e”",
        "`f`",
        '"',
        "'",
        "“",
        ",",
        ".",
        "...",
        "&&",
        ">>",
        "dot",
        "txt",
        "it's",
        "50%",
        "naïve",
        "日本",
        "😀",
        "\u202e",
        "\x00",
        " ",
        "\n",
        "  ",
        "(",
        "-rf",
        "e\u0301",
    ]
)
texts = st.one_of(
    st.text(max_size=80),
    st.lists(pieces, max_size=14).map(" ".join),
    st.lists(pieces, max_size=14).map("".join),
)


@given(texts)
def test_spans_are_in_order_and_do_not_overlap(text: str) -> None:
    end = 0
    for token in tokenize(text, hesitations=HESITATIONS):
        assert end <= token.start < token.end <= len(text)
        end = token.end


@given(texts)
def test_a_token_says_what_stands_at_its_span_or_inside_its_quotes(text: str) -> None:
    for token in tokenize(text, hesitations=HESITATIONS):
        said = text[token.start : token.end]
        inside = said[1:-1].strip() or said
        assert token.text == (inside if token.shape == "quoted" else said)
        assert token.low == READ_AS.get(token.text, token.text.lower().replace("’", "'"))


@given(texts)
def test_nothing_is_lost_but_hesitations_what_is_said_again_behind_one_and_marks_at_the_end(text: str) -> None:
    every, kept = tokenize(text), tokenize(text, hesitations=HESITATIONS)
    spans = {(token.start, token.end) for token in kept}
    for at, token in enumerate(every):
        if (token.start, token.end) in spans or token.low in HESITATIONS or token.low == ",":
            continue
        after = [one.low for one in kept if one.start >= token.end]
        hesitated = any(one.low in HESITATIONS for one in every[at + 1 :])
        assert (hesitated and token.low in after) or (not after and token.low in ENDS)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("which macros um which macros are there", "which macros are there"),
        ("go to the uh the next page", "go to the next page"),
        ("so is, um, is word running", "so is word running"),
        ("the um the uh the file", "the file"),
        ("move it um move it to to", "move it to to"),
        ("very very um good", "very very good"),
    ],
)
def test_what_is_said_again_behind_a_hesitation_is_said_once(said: str, meant: str) -> None:
    assert [token.low for token in tokenize(said, hesitations=HESITATIONS)] == meant.split()


@given(texts)
def test_dictated_characters_join_neighbours_and_lose_nothing_else(text: str) -> None:
    plain = tokenize(text, hesitations=HESITATIONS)
    joined = tokenize(text, hesitations=HESITATIONS, spoken=SPOKEN, extensions=EXTENSIONS)
    starts, ends = {token.start for token in plain}, {token.end for token in plain}
    assert all(token.start in starts and token.end in ends for token in joined)
    covered = [token for token in plain if any(one.start <= token.start < one.end for one in joined)]
    assert covered == plain or {token.low for token in plain if token not in covered} <= set(ENDS) | {"..."}


@given(st.lists(st.sampled_from(HESITATIONS), max_size=5), texts)
def test_hesitations_before_a_sentence_change_nothing(said: list[str], text: str) -> None:
    lead = "".join(f"{word} " for word in said)
    plain = tokenize(text, hesitations=HESITATIONS)
    shifted = tokenize(lead + text, hesitations=HESITATIONS)
    assert [(token.text, token.start + len(lead)) for token in plain] == [(t.text, t.start) for t in shifted]


@pytest.mark.parametrize(
    ("said", "shapes"),
    [
        ("create notes.txt", ["word", "file"]),
        ('write "a b" now', ["word", "quoted", "word"]),
        ("open ~/a and /etc/x", ["word", "path", "word", "path"]),
        ("every *.pdf or .log", ["word", "glob", "word", "extension"]),
        ("a, b; c.", ["word", "mark", "word", "mark", "word"]),
        ("don't touch mum's file", ["word", "word", "word", "word"]),
    ],
)
def test_tokens_know_their_shape(said: str, shapes: list[str]) -> None:
    assert [token.shape for token in tokenize(said)] == shapes


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("notes dot txt", ["notes.txt"]),
        ("my underscore file dot txt", ["my_file.txt"]),
        ("the dot is here", ["the", "dot", "is", "here"]),
        ("dot txt", ["dot", "txt"]),
    ],
)
def test_dictated_characters_make_file_names(said: str, words: list[str]) -> None:
    assert [token.text for token in tokenize(said, spoken=SPOKEN, extensions=EXTENSIONS)] == words


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("go to wikipedia dot org", ["go", "to", "wikipedia.org"]),
        ("bbc dot co dot uk now", ["bbc.co.uk", "now"]),
        ("mail dot example dot com", ["mail.example.com"]),
        ("the dot com bubble", ["the", "dot", "com", "bubble"]),
        ("polka dot shop", ["polka", "dot", "shop"]),
        ("notes dot txt", ["notes.txt"]),
    ],
)
def test_dictated_hosts_are_joined(said: str, words: list[str]) -> None:
    tokens = tokenize(
        said, spoken=SPOKEN, extensions=EXTENSIONS, structure={"the", "to"}, hosts={"org", "com", "co", "uk"}
    )
    assert [token.text for token in tokens] == words


def test_a_dictated_address_goes_on_behind_its_host() -> None:
    said = "go to reddit dot com slash r slash plan dot pdf please"
    tokens = tokenize(said, spoken=SPOKEN, extensions=EXTENSIONS, hosts=("com",), dividers=("slash",))
    assert [(token.text, token.shape) for token in tokens[2:]] == [
        ("reddit.com/r/plan.pdf", "path"),
        ("please", "word"),
    ]


@pytest.mark.parametrize("said", ["move the mp three files", "move the mp 3 files", "move the m p 3 files"])
def test_a_number_in_an_extension_is_said_in_any_way(said: str) -> None:
    words = [token.low for token in tokenize(said, extensions={"mp3"}, numbers={"three": 3})]
    assert words == ["move", "the", "mp3", "files"]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("rename it to tax receipts yeah tax receipts", "rename it to tax receipts"),
        ("search for battle of towton, yes, battle of towton please", "search for battle of towton please"),
        ("press left right left right left", "press left right left right left"),
        ("type yes yes yes yes yes", "type yes yes yes yes yes"),
        ("type ok then ok now", "type ok then ok now"),
    ],
)
def test_what_is_said_again_to_confirm_it_is_said_once(said: str, words: str) -> None:
    tokens = tokenize(said, confirming={"yes", "yeah"})
    assert [token.low for token in tokens] == words.split()


def test_a_kind_of_file_that_is_dictated_may_be_unknown() -> None:
    tokens = tokenize(
        "find the dot gcode files", spoken=SPOKEN, extensions=EXTENSIONS, structure={"the"}, nouns={"files"}
    )
    assert [(token.text, token.shape) for token in tokens[2:]] == [(".gcode", "extension"), ("files", "word")]
