"""What was said becomes a complete address or is refused; which are inside is known without going there."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from aura.capability.errors import ToolError
from aura.language.words.tokens import tokenize
from aura.machine.browser.addresses import address_of, is_public


@pytest.mark.parametrize(
    ("said", "address"),
    [
        ("github.com", "https://github.com"),
        ("bbc.co.uk/news", "https://bbc.co.uk/news"),
        ("http://example.org", "http://example.org"),
        ("HTTPS://Example.org/A", "HTTPS://Example.org/A"),
        ("example.org:8443/x", "https://example.org:8443/x"),
        ("localhost:8000", "http://localhost:8000"),
        ("192.168.0.1", "http://192.168.0.1"),
        ("/home/me/a b.html", "file:///home/me/a%20b.html"),
        (r"C:\Users\me\a.html", "file:///C:/Users/me/a.html"),
        ("file:///tmp/a.html", "file:///tmp/a.html"),
    ],
)
def test_an_address_is_made_complete(said: str, address: str) -> None:
    assert address_of(said) == address


@pytest.mark.parametrize(
    "said", ["javascript:alert(1)", "JavaScript:x", "data:text/html,x", "chrome://flags", "ftp://a.b/"]
)
def test_what_is_not_on_the_web_is_refused(said: str) -> None:
    with pytest.raises(ToolError) as raised:
        address_of(said)
    assert raised.value.code == "ADDRESS_REFUSED"


@pytest.mark.parametrize("said", ["", "https://", "two words", "https://[::1", "https://exa mple.org"])
def test_what_is_no_address_is_said(said: str) -> None:
    with pytest.raises(ToolError) as raised:
        address_of(said)
    assert raised.value.code == "NO_ADDRESS"


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/", "http://localhost/", "http://a.localhost/", "http://[::1]/", "http://0.0.0.0/", "http://127.1/",
        "http://2130706433/", "http://0x7f000001/", "http://017700000001/", "http://10.1.2.3/", "http://172.16.0.1/",
        "http://192.168.1.1/", "http://169.254.169.254/latest", "http://[::ffff:10.0.0.1]/", "http://[fe80::1]/",
        "http://metadata.google.internal/", "http://printer.local/", "http://router/", "http://100.64.0.1/",
    ],
)  # fmt: skip
def test_what_is_inside_is_known(url: str) -> None:
    assert not is_public(urlsplit(url))


def test_an_address_outside_is_public() -> None:
    assert is_public(urlsplit("https://93.184.216.34/"))
    assert is_public(urlsplit("https://[2606:2800:220:1:248:1893:25c8:1946]/"))


@pytest.mark.parametrize(
    ("sentence", "address"),
    [
        ("go to https://a.org/x?y=z#w.", "https://a.org/x?y=z#w"),
        ("read (https://en.wikipedia.org/wiki/Turing_(machine)) now", "https://en.wikipedia.org/wiki/Turing_(machine)"),
        ("open localhost:8000/x, please", "localhost:8000/x"),
        ("write to ada@example.org", "ada@example.org"),
    ],
)
def test_an_address_in_a_sentence_is_one_token(sentence: str, address: str) -> None:
    assert [token.text for token in tokenize(sentence) if token.shape == "address"] == [address]
