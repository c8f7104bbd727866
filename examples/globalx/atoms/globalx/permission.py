"""Who may do what."""

from __future__ import annotations

from .store import database


def query_permissions(person: str, action: str) -> bool:
    """Whether a person may do something."""
    with database() as rows:
        found = rows.execute("SELECT 1 FROM permissions WHERE person = ? AND action = ?", (person, action)).fetchone()
    return found is not None


def require(person: str, action: str) -> str:
    """The person, where they may do something; an error else, so that what needs this step is not done."""
    if not query_permissions(person, action):
        raise PermissionError(f"{person} may not {action}")
    return person


def grant(person: str, action: str) -> bool:
    """Let a person do something; whether that is new."""
    with database() as rows:
        done = rows.execute("INSERT OR IGNORE INTO permissions VALUES (?, ?)", (person, action))
        return done.rowcount == 1


def manager_of(person: str) -> str:
    """Who decides about a person's requests."""
    with database() as rows:
        found = rows.execute("SELECT manager FROM people WHERE name = ?", (person,)).fetchone()
    if found is None or found["manager"] is None:
        raise LookupError(f"{person} has no manager")
    return str(found["manager"])
