"""A site on loopback whose pages do what pages on the web do: forms, slow answers, broken ones, dialogs, files."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

SLOW = 30.0
"""Seconds that the page which never answers takes: longer than any test waits."""

PAGES = {
    "/": """<title>Home</title><nav><a href="/about">About us</a></nav><main><h1>Welcome</h1>
        <p>The first page of the site, with enough to say that it is the main part of it.</p>
        <a href="/second">Second page</a> <a href="/twice?a">Edit</a> <a href="/twice?b">Edit</a>
        <a href="/files/report.bin">Annual report</a> <a href="/window" target="_blank">In a new window</a></main>""",
    "/about": "<title>About us</title><p>About the people.",
    "/second": "<title>Second</title><p>The second page.",
    "/long": "<title>Long</title><main>" + "<p>word word word word word</p>" * 20_000 + "</main>",
    "/window": "<title>Window</title><p>Opened by another.",
    "/alert": "<title>Alert</title><p>After the alert.<script>alert('Beware')</script>",
    "/late-alert": "<title>Late</title><p>Later.<script>setTimeout(() => alert('Too late'), 300)</script>",
    "/confirm": """<title>Confirm</title><button onclick="document.title = confirm('Sure?') ? 'Yes' : 'No'">Ask</button>
        <button onclick="document.title = 'got ' + prompt('Name?')">Name</button>""",
    "/holding": """<title>Holding</title><input aria-label="Draft"><script>
        addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'x' })</script>""",
    "/hanging": '<title>Hanging</title><button onclick="while (true) {}">Hang</button>',
    "/busy": "<title>Busy</title><script>setTimeout(() => { while (true) {} }, 300)</script>",
    "/popup": """<title>Popup</title><button onclick="window.open('/window')">Open it</button>""",
    "/form": """<title>Form</title><form action="/sent" method="post">
        <label>Full name <input name="name"></label>
        <input type="email" name="mail" placeholder="Your email address">
        <label for="pw">Password</label><input id="pw" type="password" name="password">
        <label for="land">Country</label><select id="land" name="country">
        <option>France</option><option>Germany</option><option>Greece</option></select>
        <label><input type="checkbox" name="news"> Newsletter</label>
        <textarea aria-label="Message" name="message"></textarea>
        <input type="search" name="q"> <input type="date" name="day" aria-label="Day">
        <button>Send it</button> <button type="button" disabled>Not yet</button></form>""",
    "/button-file": """<title>Button</title><button onclick="location = '/files/report.bin'">Export</button>""",
    "/framing": """<title>Framing</title><p>With more in it.<iframe></iframe><img><script>
        const inside = 'http://127.0.0.1:' + location.port;
        document.querySelector('iframe').src = inside + '/second';
        document.querySelector('img').src = inside + '/about';
        fetch(inside + '/window', {mode: 'no-cors'}).catch(() => {})</script>""",
    "/cookie": """<script>document.title = document.cookie || 'none';
        document.cookie = 'taste=plain; max-age=3600'</script>""",
}


class Site(ThreadingHTTPServer):
    """The site, served in threads of its own until it is closed; what was sent to it is kept in `sent`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.sent: list[dict[str, list[str]]] = []
        self.asked: list[str] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, path: str = "/") -> str:
        """The whole address of a page."""
        return f"http://127.0.0.1:{self.server_port}{path}"

    def close(self) -> None:
        """Serve no more."""
        self.shutdown()
        self.server_close()


class _Answer(BaseHTTPRequestHandler):
    server: Site

    def log_message(self, format: str, *args: object) -> None:
        return None

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.sent.append(parse_qs(body))
        self._page("<title>Sent</title><p>Thank you.")

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        self.server.asked.append(path)
        special: dict[str, Callable[[], None]] = {
            "/slow": lambda: time.sleep(SLOW),
            "/reset": self._reset,
            "/locked": self._lock,
            "/circle": lambda: self._redirect("/circle"),
            "/moved-inside": lambda: self._redirect(self.server.url("/second")),
            "/moved": lambda: self._redirect("/second"),
            "/broken": lambda: self._page("<title>Broken</title>", 500),
            "/files/report.bin": lambda: self._file("report 2026.bin", b"\x00\x01" * 500),
            "/files/moved": lambda: self._redirect("/files/report.bin"),
        }
        if path in special:
            special[path]()
        elif path in PAGES:
            self._page(PAGES[path])
        elif path in ("/twice", "/search"):
            self._page(f"<title>{urlsplit(self.path).query}</title><p>{path}")
        else:
            self._page("<title>Lost</title>", 404)

    def _page(self, text: str, status: int = 200) -> None:
        content = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _file(self, name: str, content: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Content-Disposition", f'attachment; filename="{name}"')
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _redirect(self, path: str) -> None:
        self.send_response(302)
        self.send_header("Location", path)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _lock(self) -> None:
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="locked"')
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _reset(self) -> None:
        """Break the connection off as a server that fails does."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
