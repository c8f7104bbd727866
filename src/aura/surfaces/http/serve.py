"""Opens the HTTP door: a socket, the tokens, the threads, and uvicorn over them."""

from __future__ import annotations

import functools
import logging
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aura.capability.errors import ToolError
from aura.config.load import default_home, load_settings
from aura.config.settings import HttpSettings
from aura.contracts.outcome import EXIT_CODES
from aura.contracts.problem import Problem
from aura.surfaces.http.gate import Address
from aura.surfaces.http.people import People
from aura.surfaces.http.service import Orchestrator, open_orchestrator

if TYPE_CHECKING:
    import uvicorn

LOOPBACK = "127.0.0.1"
MISSING = "`aura serve` needs the packages of the extra serve; install them with: pip install 'aura[serve]'"
BACKLOG = 2048
LOOKERS = 2
GRACE_SECONDS = 20
LONGEST_HEADERS = 16384
OPEN_FILES = 8192

Say = Callable[[str], None]


def serve(
    workspace: Path,
    environ: Mapping[str, str],
    *,
    host: str | None = None,
    port: int | None = None,
    atoms: Sequence[Path] = (),
    model: str | None = None,
    person: str | None = None,
    say: Say = print,
) -> int:
    """Serve until the process is told to end; or make a token for a person. Returns the exit code.

    Raises ToolError where the settings, a token or the address cannot be used.
    """
    home = default_home(environ)
    settings = load_settings(home, environ)
    if isinstance(settings, Problem):
        raise ToolError(settings.code, settings.message)
    people = People(home)
    if person is not None:
        say(f"{person}'s token is in {people.add(person)}; give it to nobody else.")
        return EXIT_CODES["completed"]
    try:
        import fastapi
        import uvicorn  # noqa: F401
    except ModuleNotFoundError:
        say(MISSING)
        return EXIT_CODES["unsupported"]
    del fastapi
    make = functools.partial(open_orchestrator, workspace, environ, atoms, model)
    first = make()
    listening = _listen(host or LOOPBACK, settings.http.port if port is None else port)
    with listening, first.serving():
        token = people.open()
        _run(
            listening,
            Address(host or LOOPBACK, listening.getsockname()[1]),
            people,
            settings.http,
            make,
            environ,
            lambda: _announce(listening, token, host, say),
        )
    return EXIT_CODES["completed"]


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens; raises ToolError where the address cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ToolError(
            "ADDRESS_UNUSABLE", f"Nothing can listen on {host} port {port}: {reason}; choose another."
        ) from error


def _announce(listening: socket.socket, token: Path, host: str | None, say: Say) -> None:
    name, port = listening.getsockname()[:2]
    if host is not None and name not in (LOOPBACK, "::1"):
        say(f"Other machines can reach this on {name}, and nothing that is sent is encrypted; without --host none can.")
    shown = f"[{name}]" if ":" in name else name
    say(f"Serving on http://{shown}:{port} (Ctrl-C ends it); the token is in {token}.")


def _run(
    listening: socket.socket,
    address: Address,
    people: People,
    settings: HttpSettings,
    make: Callable[[], Orchestrator],
    environ: Mapping[str, str],
    announce: Callable[[], None],
) -> None:
    import uvicorn

    from aura.runtime.unexpected import written_down
    from aura.surfaces.http.app import application
    from aura.surfaces.http.gate import Gate
    from aura.surfaces.http.streams import Streams
    from aura.surfaces.http.workers import Workers

    _allow_many_files()
    _keep_quiet()

    def unexpected(error: BaseException) -> str:
        return written_down(error, environ)

    workers = Workers("work", make, settings.workers, settings.waiting, unexpected)
    lookers = Workers("look", make, LOOKERS, settings.waiting, unexpected)
    gate = functools.partial(Gate, people=people, address=address, settings=settings, unexpected=unexpected)

    class Server(uvicorn.Server):
        """Begins what an earlier one accepted, says when it is open, and tells runs and streams when it is to end."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            for run_id in await lookers.do(lambda runtime: runtime.accepted()):
                workers.leave(functools.partial(_begin, run_id, workers.stop), admitted=True)
            announce()

        def handle_exit(self, sig: int, frame: object) -> None:
            workers.stop.set()
            lookers.stop.set()
            self.force_exit = self.should_exit
            self.should_exit = True

    try:
        Server(_config(application(workers, lookers, Streams(lookers, settings.streams), gate))).run(
            sockets=[listening]
        )
    finally:
        workers.close()
        lookers.close()


def _config(application: Any) -> uvicorn.Config:
    """How an application is served."""
    import uvicorn

    return uvicorn.Config(
        application,
        http="h11",
        loop="asyncio",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=GRACE_SECONDS,
        h11_max_incomplete_event_size=LONGEST_HEADERS,
    )


def _begin(run_id: str, stop: threading.Event, runtime: Orchestrator) -> None:
    """Begin a run that was accepted, unless somebody else just did."""
    runtime.approve(run_id, stop=stop)


def _keep_quiet() -> None:
    """What the server's own library would print, tracebacks too, goes nowhere: the gate has written it down."""
    for name in ("uvicorn", "uvicorn.error", "uvicorn.asgi", "asyncio"):
        logger = logging.getLogger(name)
        logger.addHandler(logging.NullHandler())
        logger.propagate = False


def _allow_many_files() -> None:
    """As many open connections as the system lets this process have."""
    try:
        import resource
    except ModuleNotFoundError:  # not on Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
