"""A server on loopback that speaks OpenAI's protocol as far as it is told to, for replies that no real one gives."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "sk-secret-0123456789"


class Reply:
    """One reply: an HTTP status, a body, and how it is sent."""

    def __init__(self, body: bytes | str = b"", status: int = 200, **headers: str) -> None:
        self.body = body.encode() if isinstance(body, str) else body
        self.status = status
        self.headers = {"content-type": "application/json", **{k.replace("_", "-"): v for k, v in headers.items()}}
        self.drip = 0.0


def chat(content: str | None, finish: str = "stop", **more: Any) -> Reply:
    """A whole reply as a good server gives it."""
    message = {"role": "assistant", "content": content, **more}
    choices = [{"index": 0, "finish_reason": finish, "message": message}]
    return Reply(json.dumps({"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": choices}))


def streamed(*pieces: str, finish: str = "stop", ended: bool = True) -> Reply:
    """A reply in pieces."""
    deltas = [({"content": piece}, None) for piece in pieces] + ([({}, finish)] if ended else [])
    chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    lines = [
        json.dumps({**chunk, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]})
        for delta, reason in deltas
    ]
    body = "".join(f"data: {line}\n\n" for line in (*lines, *(["[DONE]"] if ended else [])))
    return Reply(body, content_type="text/event-stream")


def dripping(seconds: float) -> Reply:
    """A reply that comes a byte at a time, for ever as far as anyone can wait."""
    reply = Reply(b" " * 100_000)
    reply.drip = seconds
    return reply


class SpokenServer:
    """Gives the replies that it was told to, the last one again and again; remembers what it was asked."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.url = ""

    def environ(self, **more: str) -> dict[str, str]:
        """The variables that lead to this server."""
        return {"OPENAI_BASE_URL": self.url, "OPENAI_API_KEY": KEY, "OPENAI_MODEL": "tiny", **more}


@contextmanager
def serving(*replies: Reply) -> Iterator[SpokenServer]:
    """A server for the time of a test."""
    spoken = SpokenServer(*replies)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            spoken.asked.append(json.loads(body))
            spoken.keys.append(self.headers["authorization"])
            reply = spoken.replies.pop(0) if len(spoken.replies) > 1 else spoken.replies[0]
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(reply.body)))
            self.end_headers()
            self._send(reply)

        def _send(self, reply: Reply) -> None:
            try:
                if not reply.drip:
                    self.wfile.write(reply.body)
                for byte in reply.body if reply.drip else b"":
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    time.sleep(reply.drip)
            except OSError:
                return  # the client went away, as it should

        def log_message(self, *said: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    spoken.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield spoken
    finally:
        server.shutdown()
        server.server_close()
