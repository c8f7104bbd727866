"""`python -m aura` is the command line; what it opens beside itself is wired here."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path


def serve(
    workspace: Path,
    environ: Mapping[str, str],
    *,
    host: str | None,
    port: int | None,
    atoms: Sequence[Path],
    model: str | None,
    person: str | None,
    say: Callable[[str], None],
) -> int:
    """The HTTP door; nothing of it is imported before it is opened."""
    from aura.surfaces.http.serve import serve

    return serve(workspace, environ, host=host, port=port, atoms=atoms, model=model, person=person, say=say)


def main() -> int:
    """Run the command line of this process."""
    try:
        from aura.contracts.collector import collect_no_more, collect_rarely
        from aura.surfaces.cli.main import main as command_line
    except KeyboardInterrupt:
        return 7  # cancelled, before there was anything to cancel
    collect_rarely()
    code = command_line(doors={"serve": serve})
    collect_no_more()
    return code


if __name__ == "__main__":
    sys.exit(main())
