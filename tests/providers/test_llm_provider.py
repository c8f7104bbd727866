"""LLMProvider against a real server on loopback: what is asked, what comes back, and that the key stays where it is."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from typing import Any

import pytest
from spoken_server import KEY, Reply, SpokenServer, chat, dripping, serving

from aura.capability.errors import ToolError
from aura.flows import LLMProvider


def provider(server: SpokenServer, tmp_path: Path, **more: Any) -> LLMProvider:
    environ = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": server.url, "AURA_HOME": str(tmp_path)}
    return LLMProvider(environ=environ, **{"retries": 0, "timeout": 20.0, **more})


def test_call_gives_the_text_and_completion_the_whole_reply(tmp_path: Path) -> None:
    with serving(chat("hello")) as server:
        asked = provider(server, tmp_path)
        assert asked.call("say hello", "you are kind") == "hello"
        whole = asked.completion("say hello", temperature=0, max_tokens=5)
    assert whole.choices[0].message.content == "hello"
    first, second = server.asked
    assert first["messages"] == [
        {"role": "system", "content": "you are kind"},
        {"role": "user", "content": "say hello"},
    ]
    assert (first["model"], first["temperature"]) == ("gpt-4", 0.3)
    assert (second["temperature"], second["max_tokens"], len(second["messages"])) == (0, 5, 1)
    assert server.keys == [f"Bearer {KEY}"] * 2


def test_what_is_given_goes_over_the_environment(tmp_path: Path) -> None:
    with serving(chat("x")) as server:
        LLMProvider("other", "small", server.url, environ={"OPENAI_MODEL": "big", "AURA_HOME": str(tmp_path)}).call("x")
    assert server.asked[0]["model"] == "small" and server.keys == ["Bearer other"]


def test_it_is_tried_again_where_that_may_help(tmp_path: Path) -> None:
    with serving(Reply("{}", 503), Reply("{}", 429), chat("at last")) as server:
        assert provider(server, tmp_path, retries=2).call("x") == "at last"
    assert len(server.asked) == 3


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (Reply(f'{{"error": {{"message": "bad key {KEY}"}}}}', 401), "MODEL_KEY"),
        (Reply(f"oops {KEY}", 500), "MODEL_FAILED"),
        (Reply("{not json"), "MODEL_GARBAGE"),
        (chat(None), "MODEL_EMPTY"),
    ],
)
def test_trouble_is_one_sentence_without_the_key(
    tmp_path: Path, reply: Reply, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with serving(reply) as server, pytest.raises(ToolError) as raised:
        asked = provider(server, tmp_path)
        assert KEY not in repr(asked)
        asked.call("x")
    assert raised.value.code == code and KEY not in raised.value.message and KEY not in caplog.text
    assert not [file for file in tmp_path.rglob("*") if file.is_file() and KEY.encode() in file.read_bytes()]


def test_a_server_that_never_ends_is_left_in_time(tmp_path: Path) -> None:
    with serving(dripping(0.05)) as server, pytest.raises(ToolError, match="did not answer"):
        started = time.monotonic()
        try:
            provider(server, tmp_path, timeout=0.5).call("x")
        finally:
            assert time.monotonic() - started < 10
