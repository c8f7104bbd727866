"""Who tries to get in without a token, from elsewhere, or with more than there is room for, is turned away."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from served import Served, clean_environ

from aura.surfaces.http.documents import openapi

SOMETHING = {"utterance": "create a folder broken"}
ROUTES = [
    (method.upper(), path.replace("{run_id}", "dnnej"))
    for path, methods in openapi()["paths"].items()
    for method in methods
    if path != "/healthz"
]
ELSEWHERE = [
    ("GET", "/openapi.json"),
    ("GET", "/docs"),
    ("GET", "/"),
    ("GET", "/nothing/here"),
    ("OPTIONS", "/do"),
    ("HEAD", "/runs"),
]


def nothing_was_done(server: Served) -> bool:
    return list(server.work.iterdir()) == []


@pytest.mark.parametrize(("method", "path"), ROUTES + ELSEWHERE)
def test_nothing_is_told_or_done_without_a_token(server: Served, method: str, path: str) -> None:
    reply = server.call(method, path, SOMETHING if method == "POST" else None, token="")
    assert reply.status in (401, 429) and "access-control-allow-origin" not in reply.headers
    assert reply.headers["content-type"] == "application/problem+json"
    assert nothing_was_done(server)


@pytest.mark.parametrize("wrong", ["x", "Bearer", "0" * 43, "ключ", "a b", "a" * 5000])
def test_a_wrong_token_is_as_good_as_none(server: Served, wrong: str) -> None:
    given = {"Authorization": f"Bearer {wrong}".encode().decode("latin-1")}
    assert server.post("/do", SOMETHING, token="", headers=given).status in (401, 429)
    assert nothing_was_done(server)


def test_half_a_token_or_another_scheme_is_not_enough(server: Served) -> None:
    for given in (f"Bearer {server.token[:-1]}", f"Basic {server.token}", server.token, f"Bearer {server.token}x"):
        assert server.get("/runs", token="", headers={"Authorization": given}).status in (401, 429)


def test_a_token_in_the_address_counts_for_nothing(server: Served) -> None:
    assert server.get(f"/runs?token={server.token}&access_token={server.token}", token="").status in (401, 429)


def test_whether_it_lives_is_told_to_anyone_and_nothing_more(server: Served) -> None:
    reply = server.get("/healthz", token="")
    assert (reply.status, reply.body) == (200, {"status": "ok"})
    assert "server" not in reply.headers


@pytest.mark.parametrize(
    "path",
    [
        "/healthz/../runs", "/healthz/..%2fruns", "//runs", "/./runs", "/healthz%2f..%2fruns", "/runs/", "/healthz/",
        "/%72uns", "/healthz%00", "/healthz;/runs", "/RUNS", "/healthz?x=/runs/../..", "/..%5cruns",
        "/static/../../etc/passwd",
    ],
)  # fmt: skip
def test_no_trick_with_the_path_leads_past_the_gate(server: Served, path: str) -> None:
    found = server.raw(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n".encode())
    head, _, body = found.partition(b"\r\n\r\n")
    assert b"runs" not in body and b"passwd" not in body
    assert head.split()[1] in (b"401", b"429", b"400") or body == b'{"status": "ok"}'


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}",
        "127.0.0.1.nip.io:{port}", "10.0.0.1:{port}", "[::2]:{port}", "",
    ],
)  # fmt: skip
def test_a_name_that_somebody_points_here_is_not_ours(server: Served, host: str) -> None:
    given = {"Host": host.format(port=server.port)}
    for path in ("/runs", "/healthz"):
        assert server.get(path, headers=given).code == "WRONG_HOST"
    assert server.post("/do", SOMETHING, headers=given).code == "WRONG_HOST"
    assert nothing_was_done(server)


def test_our_own_names_are_ours(server: Served) -> None:
    for name in ("localhost", "127.0.0.1", "[::1]", "LOCALHOST"):
        assert server.get("/runs", headers={"Host": f"{name}:{server.port}"}).status == 200


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://localhost:1", "https://127.0.0.1:{port}", "file://", "http://evil.example:{port}"]
)  # fmt: skip
def test_pages_of_other_sites_are_turned_away_even_with_the_token(server: Served, origin: str) -> None:
    given = {"Origin": origin.format(port=server.port)}
    assert server.post("/do", SOMETHING, headers=given).code == "WRONG_ORIGIN"
    assert server.call("OPTIONS", "/do", headers=given).code == "WRONG_ORIGIN"
    assert nothing_was_done(server)


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_a_browser_calls_cross_site_is_turned_away(server: Served, site: str) -> None:
    assert server.post("/do", SOMETHING, headers={"Sec-Fetch-Site": site}).code == "WRONG_ORIGIN"
    assert nothing_was_done(server)


def test_a_form_of_another_page_brings_no_json(server: Served) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        reply = server.post("/do", json.dumps(SOMETHING).encode(), headers={"Content-Type": kind})
        assert reply.code == "NOT_JSON"
    assert nothing_was_done(server)


def test_too_long_a_body_is_refused_before_it_is_read(server: Served) -> None:
    head = f"POST /do HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nAuthorization: Bearer {server.token}\r\n"
    for length in (1_048_577, 99_999_999_999):
        found = server.raw(f"{head}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n".encode())
        assert b" 413 " in found.split(b"\r\n")[0] and b"TOO_LARGE" in found
    assert server.post("/validate", b'"' + b"a" * 1_000_000 + b'"').status == 200


@pytest.mark.parametrize(
    "body",
    [b"[" * 100_000, b"[" * 65 + b"]" * 65, b'{"a":' * 70 + b"1" + b"}" * 70, b'[{"a":' * 40 + b"1" + b"}]" * 40],
)
def test_deeply_nested_json_is_refused(server: Served, body: bytes) -> None:
    assert server.post("/validate", body).code in ("TOO_DEEP", "INVALID_JSON")
    assert server.post("/execute", body).status == 400


@pytest.mark.parametrize(
    "body",
    [b"{", b"nonsense", b"\xff\xfe", b'{"a": NaN}', b'{"a": "\\ud800"}', b"", b'{"utterance": 1}', b"[]", b"null"],
)
def test_what_is_no_request_is_a_problem_and_no_more(server: Served, body: bytes) -> None:
    assert server.post("/do", body).status in (400, 422)
    assert nothing_was_done(server)


def test_a_body_without_its_length_is_refused(server: Served) -> None:
    head = f"POST /do HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nAuthorization: Bearer {server.token}\r\n"
    chunks = b"5\r\nhello\r\n0\r\n\r\n"
    chunked = server.raw(
        f"{head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n".encode() + chunks
    )
    assert b" 411 " in chunked.split(b"\r\n")[0]
    both = server.raw(f"{head}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n".encode() + chunks)
    assert both.split()[1] in (b"400", b"411")


@pytest.mark.parametrize(
    "twice", ["Host: evil.example", "Authorization: Bearer x", "Content-Length: 3", "Origin: null"]
)
def test_a_header_that_is_there_twice_is_refused(server: Served, twice: str) -> None:
    head = f"GET /runs HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: http://127.0.0.1:{server.port}\r\n"
    head += f"Authorization: Bearer {server.token}\r\nContent-Length: 0\r\n{twice}\r\n\r\n"
    assert server.raw(head.encode()).split()[1] == b"400"


def test_what_is_no_http_gets_no_answer_that_helps(server: Served) -> None:
    for nonsense in (
        b"\x16\x03\x01\x02\x00\x01",
        b"GET\r\n\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"a" * 100_000 + b"\r\n\r\n",
    ):
        assert server.raw(nonsense)[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 431", b"")
    assert server.get("/healthz").status == 200


def test_a_socket_that_wants_to_be_kept_open_is_not_upgraded(server: Served) -> None:
    head = f"GET /runs HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    head += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    assert server.raw(head.encode()).split()[1] != b"101"


def test_answers_are_kept_nowhere_and_shown_in_no_frame(server: Served) -> None:
    headers = server.get("/runs").headers
    assert headers["cache-control"] == "no-store" and headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]


def test_who_guesses_has_to_wait_and_who_knows_does_not(start: Callable[..., Served]) -> None:
    server = start()
    replies = [server.get("/runs", token=f"guess{number}") for number in range(40)]
    assert replies[0].code == "NO_TOKEN" and replies[0].headers["www-authenticate"] == "Bearer"
    assert replies[-1].code == "TOO_OFTEN" and int(replies[-1].headers["retry-after"]) > 0
    assert server.get("/runs").status == 200


def test_one_person_has_so_many_turns_and_the_others_theirs(start: Callable[..., Served]) -> None:
    server = start(AURA_HTTP__BURST="5", AURA_HTTP__PER_SECOND="0.001")
    dana = server.token_of("dana")
    assert [server.get("/runs").status for _ in range(7)] == [200] * 5 + [429] * 2
    assert server.get("/runs", token=dana).status == 200


def test_only_this_machine_is_served_unless_asked_and_then_it_is_said(start: Callable[..., Served]) -> None:
    assert "Other machines" not in start().said
    wide = start("--host", "0.0.0.0")
    assert "Other machines can reach this" in wide.said
    assert wide.get("/runs", headers={"Host": f"10.0.0.1:{wide.port}"}).status == 200
    assert wide.get("/runs", headers={"Host": f"evil.example:{wide.port}"}).code == "WRONG_HOST"
    assert wide.get("/runs", token="").code == "NO_TOKEN"


def test_the_token_is_made_once_for_its_owner_alone(start: Callable[..., Served]) -> None:
    first = start()
    token, file = first.token, first.home / "http" / "token"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 and stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert len(token) >= 43
    assert start().token == token


def test_a_new_person_gets_in_at_once_and_is_out_when_the_file_is_gone(start: Callable[..., Served]) -> None:
    server = start()
    dana = server.token_of("dana")
    assert dana != server.token and server.get("/runs", token=dana).status == 200
    file = server.home / "http" / "people" / "dana"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.unlink()
    assert server.get("/runs", token=dana).code == "NO_TOKEN"


def test_a_token_that_is_written_over_is_the_old_one_no_more(start: Callable[..., Served]) -> None:
    server = start()
    before, after = server.token_of("dana"), "n" * 43
    assert server.get("/runs", token=before).status == 200
    (server.home / "http" / "people" / "dana").write_text(after)
    assert server.get("/runs", token=before).code == "NO_TOKEN"
    assert server.get("/runs", token=after).status == 200


@pytest.mark.parametrize("bad", ["too short", "open to others", "a folder", "a link", "a pipe"])
def test_one_bad_file_lets_its_person_out_and_nobody_else(start: Callable[..., Served], bad: str) -> None:
    server = start()
    dana, eve = server.token_of("dana"), server.token_of("eve")
    file = server.home / "http" / "people" / "dana"
    assert server.get("/runs", token=dana).status == server.get("/runs", token=eve).status == 200
    spoil(file, bad)
    assert server.get("/runs", token=dana).code == "NO_TOKEN"
    assert server.get("/runs", token=eve).status == server.get("/runs").status == 200
    (file.parent / "eve").unlink()
    assert server.get("/runs", token=eve).code == "NO_TOKEN"


def spoil(file: Path, how: str) -> None:
    """Make a token file one that cannot be used."""
    token = file.read_text()
    file.unlink()
    if how == "a folder":
        file.mkdir()
    elif how == "a pipe":
        os.mkfifo(file, 0o600)
    elif how == "a link":
        file.with_name(".elsewhere").write_text(token)
        file.symlink_to(".elsewhere")
    else:
        file.write_text(token if how == "open to others" else token[:9])
        file.chmod(0o644 if how == "open to others" else 0o600)


def test_a_body_that_never_comes_is_not_waited_for(start: Callable[..., Served]) -> None:
    server = start(AURA_HTTP__READ_SECONDS="0.3")
    head = f"POST /do HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nAuthorization: Bearer {server.token}\r\n"
    assert (
        server.raw(f"{head}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{{".encode()).split()[1]
        == b"408"
    )


@pytest.mark.parametrize("name", ["owner", "../token", "Dana", "", "a/b", "-x" * 40])
def test_a_person_needs_a_name_of_their_own(tmp_path: Path, name: str) -> None:
    found = serve(tmp_path, f"--person={name}")
    assert found.returncode == 1 and "cannot be a person's name" in found.stderr


def test_a_token_that_others_can_read_is_not_used(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "http"
    folder.mkdir(parents=True)
    (folder / "token").write_text("x" * 43)
    os.chmod(folder / "token", 0o644)  # noqa: PTH101
    found = serve(tmp_path, "--port", "0")
    assert found.returncode == 1 and "Others can read the token file" in found.stderr


def test_an_address_that_is_taken_is_one_sentence(start: Callable[..., Served], tmp_path: Path) -> None:
    found = serve(tmp_path, "--port", str(start().port))
    assert found.returncode == 1 and "choose another" in found.stderr and "Traceback" not in found.stderr


def test_without_its_packages_it_says_what_to_install(tmp_path: Path) -> None:
    without = "import sys; sys.modules['fastapi'] = None; from aura.__main__ import main; sys.exit(main())"
    command = [sys.executable, "-c", without, "serve", "--port", "0"]
    found = subprocess.run(
        command, env=clean_environ(tmp_path), cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert found.returncode == 6 and "pip install 'aura[serve]'" in found.stdout and not found.stderr


def serve(world: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A call of `aura serve` that is expected to end by itself."""
    command = [sys.executable, "-m", "aura", "serve", *arguments]
    return subprocess.run(command, env=clean_environ(world), cwd=world, capture_output=True, text=True, timeout=60)
