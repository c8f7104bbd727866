"""Which language model is asked, and where; known before anything of a client is imported."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from msgspec import Struct

from aura.config.settings import ModelSettings

NOBODY = "none"
DEFAULT_URL = "https://api.openai.com/v1"


class Endpoint(Struct, frozen=True):
    """Which model where; the key is never shown."""

    model: str
    url: str
    key: str

    def __repr__(self) -> str:
        return f"Endpoint({self.model} at {self.shown_url})"

    @property
    def shown_url(self) -> str:
        """The address without what may be secret in it."""
        try:
            parts = urlsplit(self.url)
            port = f":{parts.port}" if parts.port else ""
        except ValueError:
            return "its address"
        return f"{parts.scheme}://{parts.hostname or ''}{port}{parts.path}".rstrip("/")

    @property
    def name(self) -> str:
        """How messages call it."""
        return f"the language model {self.model} at {self.shown_url}"


def endpoint_of(settings: ModelSettings, environ: Mapping[str, str], asked: str | None) -> Endpoint | None:
    """The model that is asked for by name, else by the environment, else by the settings; None where none is."""
    name = asked or environ.get("OPENAI_MODEL") or settings.name
    if not name or asked == NOBODY:
        return None
    url = environ.get("OPENAI_BASE_URL") or settings.base_url
    return Endpoint(name, url or DEFAULT_URL, environ.get("OPENAI_API_KEY") or (NOBODY if url else ""))
