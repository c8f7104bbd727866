"""The settings as frozen values; every field is documented in the YAML file that gives its default."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

Positive = Annotated[int, Meta(ge=1)]
Seconds = Annotated[float, Meta(gt=0)]


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the settings: an unknown key is an error."""


class Place(Value, frozen=True):
    """A place the user can name: how messages call it, and the platform's folder of that kind."""

    label: str
    folder: Literal["workspace", "home", "desktop", "documents", "downloads", "pictures", "music", "videos"]


class ByFlavour(Value, frozen=True):
    """Directories, for POSIX absolute, for Windows without a drive (on every drive)."""

    posix: tuple[str, ...] = ()
    windows: tuple[str, ...] = ()


class Policy(Value, frozen=True):
    """What is never touched, and what a name may be; sizes in bytes."""

    protected_directories: ByFlavour
    usable_directories: ByFlavour
    kept_directories: ByFlavour
    protected_extensions: tuple[str, ...]
    device_names: tuple[str, ...]
    forbidden_characters: str
    longest_name: Positive
    longest_path: Positive


class Limits(Value, frozen=True):
    """How much at once."""

    utterance_characters: Positive
    goals: Positive
    plan_steps: Positive
    read_bytes: Positive
    listed_entries: Positive


class Timeouts(Value, frozen=True):
    """How long, in seconds."""

    step_seconds: Seconds
    database_busy_seconds: Seconds


class Journal(Value, frozen=True):
    """SQLite's `synchronous` of the journal."""

    synchronous: Literal["FULL", "NORMAL"]


class Context(Value, frozen=True):
    """How long what was said stays meant, in seconds."""

    pronoun_expiry_seconds: Seconds


class Repair(Value, frozen=True):
    """How often a failed plan is planned again."""

    limit: Annotated[int, Meta(ge=0)]


class Proposals(Value, frozen=True):
    """How many goals a helper may propose, and whether what only it understood is approved like anything else."""

    goals: Positive
    trusted: bool


class EngineSettings(Value, frozen=True):
    """What carries out plans, and the database of the durable engine."""

    name: Literal["auto", "inline", "dbos"]
    database_url: str


class Semantic(Value, frozen=True):
    """Whether the sentence encoder is used where it is installed."""

    enabled: bool


class ModelSettings(Value, frozen=True):
    """Which language model where, and how long and how much it may say; the key comes from the environment only."""

    name: str
    base_url: str
    total_seconds: Seconds
    retries: Annotated[int, Meta(ge=0)]
    most_tokens: Positive


class HttpSettings(Value, frozen=True):
    """Where `aura serve` listens, and how much one client may bring and ask for."""

    port: Annotated[int, Meta(ge=0, le=65535)]
    workers: Positive
    waiting: Positive
    streams: Positive
    body_bytes: Positive
    depth: Positive
    read_seconds: Seconds
    per_second: Seconds
    burst: Positive
    wrong_tokens_per_minute: Seconds


class Flow(Value, frozen=True):
    """Folders of atoms that are always loaded, and how a model is asked for a plan over atoms: how freely,
    how many of them it sees, in how many characters.
    """

    folders: tuple[str, ...]
    temperature: Annotated[float, Meta(ge=0, le=2)]
    atoms: Positive
    characters: Positive


class Kind(Value, frozen=True):
    """A kind of document: its extension, the words for it, and the name it gets when none is said."""

    extension: str
    words: tuple[str, ...]
    name: str = ""


class Group(Value, frozen=True):
    """A word for many files, and the extensions it stands for."""

    words: tuple[str, ...]
    extensions: tuple[str, ...]


class LoadedDomain(Value, frozen=True):
    """A domain from a file or folder of intents in Home Assistant's format, and the file that gives its lists."""

    intents: str
    lists: str = ""


class KnownApp(Value, frozen=True):
    """A program that people call by other words than the system does: those words, and its names on every system.

    Of these the first that is installed is meant; before them what the user `opens` a kind of thing with, after them
    any of a `category`.
    """

    words: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    opens: str = ""
    category: str = ""


class BrowserSettings(Value, frozen=True):
    """Which browser is driven, its arguments, how many seconds a page and its start may take, and whether it is seen.

    No name is the first that is installed; no `headless` is one that is seen wherever there is a desktop.
    """

    name: str = ""
    arguments: tuple[str, ...] = ()
    timeout: Seconds = 15.0
    start_timeout: Seconds = 45.0
    headless: bool | None = None


class Site(Value, frozen=True):
    """A site that people call by words: those words, its home, and where it is searched, `{query}` for the words."""

    words: tuple[str, ...] = ()
    home: str = ""
    search: str = ""


class Settings(Value, frozen=True):
    """Everything that can be configured, after the user's file and the environment.

    `home` is AURA_HOME, absolute. `anchors` maps a place's name to an absolute folder where the
    platform's own is not meant (`DRIVE_D` → `/mnt/d`).
    """

    home: str
    places: dict[str, Place]
    anchors: dict[str, str]
    policy: Policy
    limits: Limits
    timeouts: Timeouts
    journal: Journal
    context: Context
    repair: Repair
    proposals: Proposals
    engine: EngineSettings
    semantic: Semantic
    model: ModelSettings
    http: HttpSettings
    flow: Flow
    browser: BrowserSettings
    kinds: dict[str, Kind] = field(default_factory=dict)
    endless_names: tuple[str, ...] = ()
    groups: dict[str, Group] = field(default_factory=dict)
    apps: dict[str, KnownApp] = field(default_factory=dict)
    app_kinds: tuple[str, ...] = ()
    sites: dict[str, Site] = field(default_factory=dict)
    domains: dict[str, LoadedDomain] = field(default_factory=dict)
