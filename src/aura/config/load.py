"""Loads the settings: packaged defaults, then `config.yaml` under AURA_HOME, then the environment.

Parsing YAML takes longer than a whole command may, so what was parsed is kept under AURA_HOME as msgpack,
beside the very text it was made from; another text means parsing again.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from aura.config.settings import Settings
from aura.contracts.problem import Problem

DEFAULTS = ("anchors.yaml", "policy.yaml", "runtime_local.yaml", "kinds.yaml", "apps.yaml", "sites.yaml")
USER_FILE = "config.yaml"
CACHE = Path("cache", "settings.msgpack")
PREFIX = "AURA_"
HOME_VARIABLE = "AURA_HOME"
HOME_KEY = "home"
INVALID = "INVALID_CONFIG"
NAMED_FIELD = re.compile(r"unknown field `(?P<key>[^`]*)`")
PLACE_IN_DOCUMENT = re.compile(r" - at `\$\.?(?P<key>[^`]*)`$")

Tree = dict[str, Any]


def default_home(environ: Mapping[str, str]) -> Path:
    """AURA_HOME from the environment, else the platform's folder for user data."""
    if given := environ.get(HOME_VARIABLE):
        return Path(os.path.abspath(Path(given).expanduser()))  # noqa: PTH100  (resolve() would follow links)
    import platformdirs

    return Path(platformdirs.user_data_dir("aura", appauthor=False))


def load_settings(home: Path, environ: Mapping[str, str]) -> Settings | Problem:
    """The settings for one AURA_HOME, or `INVALID_CONFIG` naming the file or variable and the key."""
    tree = _default_tree(home)
    tree[HOME_KEY] = str(home)
    user = _user_tree(home)
    if isinstance(user, Problem):
        return user
    merged = _merge(tree, user)
    settings = _convert(merged, str(home / USER_FILE))
    if isinstance(settings, Problem):
        return settings
    return _with_environment(settings, merged, environ)


def _with_environment(settings: Settings, tree: Tree, environ: Mapping[str, str]) -> Settings | Problem:
    for variable in sorted(environ):
        if not variable.startswith(PREFIX) or "__" not in variable:
            continue
        keys = _keys(variable, tree)
        tree = _merge(tree, _nested(keys, _plain_value(environ[variable])))
        changed = _convert(tree, f"environment variable {variable}", strict=False)
        if isinstance(changed, Problem):
            return changed
        settings = changed
    return settings


def _keys(variable: str, tree: Tree) -> list[str]:
    """`AURA_LIMITS__GOALS` → limits, goals; a key that is there is taken as it is spelled there."""
    keys: list[str] = []
    level: Any = tree
    for position, part in enumerate(variable.removeprefix(PREFIX).split("__")):
        known = {key.upper(): key for key in level} if isinstance(level, dict) else {}
        key = known.get(part.upper(), part if position and _is_open(keys) else part.lower())
        keys.append(key)
        level = level.get(key) if isinstance(level, dict) else None
    return keys


def _is_open(keys: list[str]) -> bool:
    """Whether a section takes any key (`anchors`), so that the key's spelling counts."""
    return keys == ["anchors"]


def _plain_value(text: str) -> Any:
    if text[:1] in ("[", "{"):
        with contextlib.suppress(msgspec.DecodeError):
            return msgspec.json.decode(text)
    return text


def _nested(keys: list[str], value: Any) -> Tree:
    for key in reversed(keys):
        value = {key: value}
    nested: Tree = value
    return nested


def _merge(below: Tree, above: Tree) -> Tree:
    """`above` on top of `below`: mappings are joined key by key, anything else replaces."""
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        merged[key] = _merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def _convert(tree: Tree, source: str, *, strict: bool = True) -> Settings | Problem:
    try:
        settings = msgspec.convert(tree, Settings, strict=strict)
    except msgspec.ValidationError as error:
        return _invalid(source, str(error))
    for name, folder in settings.anchors.items():
        if not _is_absolute(folder):
            return Problem(
                INVALID,
                f"The folder for {name} in {source} must be a whole path from the root, not {folder!r}: "
                f"write `anchors: {{{name}: /path/to/folder}}`.",
                f"anchors.{name}",
            )
    return settings


def _is_absolute(folder: str) -> bool:
    return folder.startswith(("/", "~")) or bool(re.match(r"[A-Za-z]:[\\/]|\\\\", folder))


def _invalid(source: str, error: str) -> Problem:
    place = PLACE_IN_DOCUMENT.search(error)
    key = place["key"] if place else ""
    if unknown := NAMED_FIELD.search(error):
        key = f"{key}.{unknown['key']}".lstrip(".")
        return Problem(INVALID, f"There is no setting {key!r}, which {source} sets: remove or rename it.", key)
    reason = PLACE_IN_DOCUMENT.sub("", error)
    return Problem(INVALID, f"The setting {key!r} in {source} is not usable ({reason}): correct it.", key)


def _default_tree(home: Path) -> Tree:
    folder = Path(__file__).parent
    texts = [(folder / name).read_bytes() for name in DEFAULTS]
    return _parsed_or_cached(b"\0".join(texts), texts, home / CACHE)


def _user_tree(home: Path) -> Tree | Problem:
    file = home / USER_FILE
    try:
        text = file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        return Problem(INVALID, f"The settings in {file} cannot be read: {error.strerror}.", str(file))
    return _parse_user_text(text, file)


def _parse_user_text(text: bytes, file: Path) -> Tree | Problem:
    try:
        tree = _parsed_or_cached(text, [text], file.parent / CACHE.with_name("user.msgpack"))
    except ValueError as error:
        return Problem(INVALID, f"The settings in {file} {error}: correct the file.", str(file))
    if HOME_KEY in tree:
        return _invalid(str(file), f"unknown field `{HOME_KEY}`")
    return tree


def _parsed_or_cached(key: bytes, texts: list[bytes], cache: Path) -> Tree:
    """The joined trees of YAML texts; raises ValueError where one is no mapping in YAML."""
    kept = _kept(cache)
    if kept is not None and kept[0] == key:
        return kept[1]
    tree: Tree = {}
    for text in texts:
        tree = _merge(tree, _parse(text))
    _keep(cache, key, tree)
    return tree


def _parse(text: bytes) -> Tree:
    import yaml

    try:
        tree = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" (line {mark.line + 1})" if mark else ""
        raise ValueError(f"are not valid YAML{where}") from error
    if tree is None:
        return {}
    if not isinstance(tree, dict) or not all(isinstance(key, str) for key in tree):
        raise ValueError("are not names with values")
    return tree


def _kept(cache: Path) -> tuple[bytes, Tree] | None:
    try:
        return msgspec.msgpack.decode(cache.read_bytes(), type=tuple[bytes, Tree])
    except (OSError, msgspec.DecodeError):
        return None


def _keep(cache: Path, key: bytes, tree: Tree) -> None:
    """Write the cache whole or not at all; where it cannot be written, the next start parses again."""
    draft = cache.with_suffix(f".{os.getpid()}")
    with contextlib.suppress(OSError, TypeError):
        cache.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(msgspec.msgpack.encode((key, tree)))
        draft.replace(cache)
