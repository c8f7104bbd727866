"""The real client against a server that misbehaves: every trouble is one sentence, in bounded time, without the key."""

from __future__ import annotations

import socket
import sys
import time
from pathlib import Path

import pytest
from spoken_server import KEY, Reply, chat, dripping, serving, streamed

from aura.capability.errors import ToolError
from aura.capability.ports import Message
from aura.config.settings import ModelSettings
from aura.contracts.problem import Problem
from aura.providers.endpoint import endpoint_of
from aura.providers.kept_replies import KeptReplies
from aura.providers.openai_compatible import OpenAICompatible

SCHEMA = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
ASKED = (Message("user", "hello"),)
PATIENCE = 20.0


def model(tmp_path: Path, environ: dict[str, str], *, seconds: float = PATIENCE, retries: int = 0) -> OpenAICompatible:
    settings = ModelSettings("", "", seconds, retries, 100)
    endpoint = endpoint_of(settings, environ, None)
    assert endpoint is not None
    return OpenAICompatible(endpoint, settings, KeptReplies(tmp_path / "replies.db"))


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (Reply('{"error": {"message": "bad key sk-secret-0123456789"}}', 401), "MODEL_KEY"),
        (Reply("{}", 403), "MODEL_KEY"),
        (Reply('{"error": {"message": "no such model"}}', 404), "MODEL_UNKNOWN"),
        (Reply("{}", 429, retry_after="3600"), "MODEL_BUSY"),
        (Reply("{}", 400), "MODEL_FAILED"),
        (Reply("oops", 500), "MODEL_FAILED"),
        (Reply("{}", 503), "MODEL_FAILED"),
        (Reply("", 302, location="http://127.0.0.1:9/elsewhere"), "MODEL_MOVED"),
        (Reply("", 307, location="/v1/chat/completions"), "MODEL_MOVED"),
        (Reply("<html>hello</html>", content_type="text/html"), "MODEL_GARBAGE"),
        (Reply("{not json"), "MODEL_GARBAGE"),
        (Reply(b"\xff\xfe\x00garbage"), "MODEL_GARBAGE"),
        (Reply("[]"), "MODEL_GARBAGE"),
        (Reply("null"), "MODEL_GARBAGE"),
        (Reply("{}"), "MODEL_GARBAGE"),
        (Reply('{"choices": []}'), "MODEL_GARBAGE"),
        (Reply('{"choices": [{}]}'), "MODEL_GARBAGE"),
        (Reply('{"choices": "yes"}'), "MODEL_GARBAGE"),
        (Reply(b""), "MODEL_GARBAGE"),
        (chat("{}", finish="length"), "MODEL_CUT_SHORT"),
        (chat(None, finish="content_filter"), "MODEL_REFUSED"),
        (chat(None, refusal="I will not."), "MODEL_REFUSED"),
        (chat(""), "MODEL_EMPTY"),
        (chat(None), "MODEL_EMPTY"),
    ],
)
def test_every_trouble_is_one_sentence_without_the_key(tmp_path: Path, reply: Reply, code: str) -> None:
    with serving(reply) as server:
        said = model(tmp_path, server.environ()).complete(ASKED, SCHEMA)
        assert isinstance(said, Problem) and said.code == code
        assert said.message.startswith(f"The language model tiny at {server.url} ")
        assert said.message.endswith(".") and KEY not in said.message and "Traceback" not in said.message
        assert server.keys == [f"Bearer {KEY}"]


def test_a_good_reply_is_its_text_and_was_asked_for_with_a_strict_schema(tmp_path: Path) -> None:
    with serving(chat(' {"a": 1} ')) as server:
        assert model(tmp_path, server.environ()).complete(ASKED, SCHEMA) == '{"a": 1}'
    asked = server.asked[0]
    assert asked["temperature"] == 0 and asked["model"] == "tiny" and "tools" not in asked
    assert asked["response_format"]["json_schema"]["strict"] is True
    assert asked["response_format"]["json_schema"]["schema"] == SCHEMA


def test_the_same_question_is_asked_once_and_another_schema_or_model_again(tmp_path: Path) -> None:
    with serving(chat("{}")) as server:
        for name, schema in (("tiny", SCHEMA), ("tiny", SCHEMA), ("tiny", {"type": "object"}), ("big", SCHEMA)):
            model(tmp_path, server.environ(OPENAI_MODEL=name)).complete(ASKED, schema)
    assert len(server.asked) == 3


def test_trouble_is_not_kept(tmp_path: Path) -> None:
    with serving(Reply("{}", 503), chat("{}")) as server:
        assert isinstance(model(tmp_path, server.environ()).complete(ASKED, SCHEMA), Problem)
        assert model(tmp_path, server.environ()).complete(ASKED, SCHEMA) == "{}"


@pytest.mark.parametrize("spoiled", [b"no database", b""])
def test_a_spoiled_store_of_replies_only_costs_time(tmp_path: Path, spoiled: bytes) -> None:
    (tmp_path / "replies.db").write_bytes(spoiled)
    with serving(chat("{}")) as server:
        assert model(tmp_path, server.environ()).complete(ASKED, SCHEMA) == "{}"


def test_a_busy_server_is_asked_again_so_often_and_no_more(tmp_path: Path) -> None:
    with serving(Reply("{}", 429), chat("{}")) as server:
        assert model(tmp_path, server.environ(), retries=1).complete(ASKED, SCHEMA) == "{}"
    with serving(Reply("{}", 500)) as server:
        assert isinstance(model(tmp_path / "b", server.environ(), retries=1).complete(ASKED, SCHEMA), Problem)
    assert len(server.asked) == 2


def test_a_wrong_key_is_not_tried_again(tmp_path: Path) -> None:
    with serving(Reply("{}", 401)) as server:
        model(tmp_path, server.environ(), retries=3).complete(ASKED, SCHEMA)
    assert len(server.asked) == 1


def test_a_server_that_drips_for_ever_is_left_in_time(tmp_path: Path) -> None:
    with serving(dripping(0.05)) as server:
        started = time.monotonic()
        said = model(tmp_path, server.environ(), seconds=1.0, retries=5).complete(ASKED, SCHEMA)
    assert isinstance(said, Problem) and said.code == "MODEL_TIMEOUT" and "within 1 s" in said.message
    assert time.monotonic() - started < 60


def test_a_server_that_says_nothing_is_left_in_time(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        environ = {"OPENAI_BASE_URL": f"http://127.0.0.1:{silent.getsockname()[1]}/v1", "OPENAI_MODEL": "tiny"}
        said = model(tmp_path, environ, seconds=1.0, retries=5).complete(ASKED, SCHEMA)
    assert isinstance(said, Problem) and said.code == "MODEL_TIMEOUT"


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1/v1", "nonsense", "ftp://127.0.0.1/x", "http://[half", "http://x:y/"]
)
def test_where_no_server_is_that_is_said(tmp_path: Path, url: str) -> None:
    said = model(tmp_path, {"OPENAI_BASE_URL": url, "OPENAI_MODEL": "tiny"}).complete(ASKED, SCHEMA)
    assert isinstance(said, Problem) and said.code in ("MODEL_UNREACHABLE", "MODEL_GARBAGE")


@pytest.mark.parametrize("key", ["", "clé", "two\nlines"])
def test_a_key_that_cannot_be_one_is_asked_for(tmp_path: Path, key: str) -> None:
    said = model(tmp_path, {"OPENAI_MODEL": "tiny", "OPENAI_API_KEY": key}).complete(ASKED, SCHEMA)
    assert isinstance(said, Problem) and said.code == "MODEL_KEY"


def test_a_key_in_the_address_is_not_shown(tmp_path: Path) -> None:
    with serving(Reply("{}", 500)) as server:
        address = server.url.replace("http://", f"http://user:{KEY}@") + f"?key={KEY}"
        said = model(tmp_path, server.environ(OPENAI_BASE_URL=address)).complete(ASKED, SCHEMA)
    assert isinstance(said, Problem) and KEY not in said.message


def test_without_the_client_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    said = model(tmp_path, {"OPENAI_MODEL": "tiny", "OPENAI_API_KEY": KEY}).complete(ASKED, SCHEMA)
    assert isinstance(said, Problem) and "pip install aura[model]" in said.message


def test_an_answer_comes_in_pieces_and_is_kept_whole(tmp_path: Path) -> None:
    heard: list[str] = []
    with serving(streamed("Par", "is.")) as server:
        for _ in range(2):
            asked = model(tmp_path, server.environ())
            asked._hear = heard.append
            assert asked.answer("capital?") == "Paris."
    assert heard == ["Par", "is.", "Paris."] and len(server.asked) == 1


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (streamed("Par", finish="length"), "MODEL_CUT_SHORT"),
        (streamed("Par", ended=False), "MODEL_CUT_SHORT"),
        (streamed(), "MODEL_EMPTY"),
        (Reply("data: {oops\n\n", content_type="text/event-stream"), "MODEL_GARBAGE"),
        (Reply('data: {"error": {"message": "x"}}\n\n', content_type="text/event-stream"), "MODEL_GARBAGE"),
        (chat("whole, though pieces were asked for"), "MODEL_EMPTY"),
        (Reply("{}", 401), "MODEL_KEY"),
    ],
)
def test_an_answer_that_cannot_be_had_is_an_error_with_a_sentence(tmp_path: Path, reply: Reply, code: str) -> None:
    with serving(reply) as server, pytest.raises(ToolError) as trouble:
        model(tmp_path, server.environ()).answer("why?")
    assert trouble.value.code == code


def test_the_model_is_the_one_asked_for_then_the_environments_then_the_settings() -> None:
    settings = ModelSettings("ours", "http://127.0.0.1:1/v1", 1.0, 0, 10)
    assert endpoint_of(settings, {"OPENAI_MODEL": "theirs"}, "mine").model == "mine"  # type: ignore[union-attr]
    assert endpoint_of(settings, {"OPENAI_MODEL": "theirs"}, None).model == "theirs"  # type: ignore[union-attr]
    assert endpoint_of(settings, {}, None).model == "ours"  # type: ignore[union-attr]
    assert endpoint_of(settings, {"OPENAI_MODEL": "theirs"}, "none") is None
    assert KEY not in repr(endpoint_of(settings, {"OPENAI_API_KEY": KEY}, None))
