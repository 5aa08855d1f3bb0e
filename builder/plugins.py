"""Plugins, which other packages add by entry points. Each is loaded when it is first needed.

A plugin that can't be used is a UsageError that names it: ignoring it would silently change what a command does.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from importlib.machinery import PathFinder
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Literal, TypeGuard, TypeVar, Union, get_args, get_origin, get_type_hints

from builder.diagnostics import FindingsError, UsageError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")


def names(group: str) -> list[str]:
    """The names of the plugins of a group of entry points, in alphabetical order."""
    return sorted({entry.name for entry in _entries(group)})


def load(group: str, name: str, fits: Callable[[object], TypeGuard[T]], wanted: str) -> T | None:
    """The plugin of that name; None where there is none.

    `fits` checks that the loaded object is of the group's kind, and `wanted` describes that kind in a few words for
    the error. Raises UsageError where it does not fit, or can't be loaded.
    """
    found = [entry for entry in _entries(group) if entry.name == name]
    return _loaded(found[0], fits, wanted) if found else None


def load_all(group: str, fits: Callable[[object], TypeGuard[T]], wanted: str) -> list[tuple[str, T]]:
    """All plugins of a group with their names, in alphabetical order. Raises UsageError as `load` does."""
    return [(entry.name, _loaded(entry, fits, wanted)) for entry in _entries(group)]


@contextmanager
def running(name: str) -> Iterator[None]:
    """A context for running a plugin's own code: whatever it raises, even SystemExit, becomes a UsageError that names
    the plugin.

    UsageError and FindingsError pass unchanged: with these a plugin reports what is wrong with the user's files.
    """
    try:
        yield
    except (UsageError, FindingsError):
        raise
    except (Exception, SystemExit) as error:
        raise unusable(name, f"{type(error).__name__}: {error}") from error


def unusable(name: str, reason: str, brought_by: str = "the package that brings it") -> UsageError:
    """The error that says why a plugin can't be used, and what to update or uninstall."""
    return UsageError(f'the plugin "{name}" can\'t be used: {reason}', f"update or uninstall {brought_by}")


def made_by(name: str, kind: type[T], make: Callable[[], Iterable[object]]) -> list[T]:
    """The objects that a plugin makes; they are of that kind, with fields of the right types.

    Raises UsageError, which names the plugin, where it fails or makes something else.
    """
    with running(name):
        found: list[T] = []
        for one in make():
            if not isinstance(one, kind):
                raise unusable(name, f"it gives {type(one).__name__}, not {kind.__name__}")
            if part := odd_part(one):
                raise unusable(name, f'"{part}" of the {kind.__name__} that it gives is of a wrong type')
            found.append(one)
        return found


def odd_part(thing: object) -> str:
    """The name of a field of an object whose value has a wrong type; "" where there is none."""
    parts = _parts(type(thing))  # type: ignore[arg-type]  # a class can be hashed
    return next((part for part, kind in parts.items() if not _is_a(getattr(thing, part), kind)), "")


@cache
def _parts(kind: type) -> dict[str, object]:
    """The types of a dataclass's fields, by name, and of its property `message` if it has one."""
    message = {"message": str} if isinstance(getattr(kind, "message", None), property) else {}
    hints = get_type_hints(kind, localns={"Data": object})  # `Data` contains itself, so its values are not checked
    return {one.name: hints[one.name] for one in fields(kind)} | message if is_dataclass(kind) else {}


def _is_a(value: object, kind: object) -> bool:
    """Whether a value and all its parts have the annotated type."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return any(_is_a(value, one) for one in arguments)
    if origin is Literal:
        return value in arguments
    if isinstance(origin, type):
        if not isinstance(value, origin) or isinstance(value, str):
            return False
        if isinstance(value, Mapping):
            return all(_is_a(key, arguments[0]) and _is_a(value[key], arguments[1]) for key in value)
        if origin is tuple and ... not in arguments and isinstance(value, tuple):
            return len(value) == len(arguments) and all(map(_is_a, value, arguments))
        return not isinstance(value, Iterable) or all(_is_a(one, arguments[0]) for one in value)
    if not isinstance(kind, type) or not isinstance(value, kind):
        return False
    return all(_is_a(getattr(value, part), of) for part, of in _parts(kind).items())


def _entries(group: str) -> list[EntryPoint]:
    if not _has_plugins(tuple(sys.path)):
        return []
    import importlib.metadata  # takes 30 ms, about a third of a short command

    return sorted(importlib.metadata.entry_points(group=group), key=lambda entry: (entry.name, entry.value))


@lru_cache(4)
def _has_plugins(path: tuple[str, ...]) -> bool:
    """Whether a package in these folders may have entry points for Arsenal. True where it can't be known, because of
    import hooks.
    """
    if any(hasattr(finder, "find_distributions") and finder is not PathFinder for finder in sys.meta_path):
        return True
    return any(Path(folder).is_file() or any(map(_names_a_group, _entry_point_files(folder))) for folder in path)


def _entry_point_files(folder: str) -> Iterator[str]:
    try:
        with os.scandir(folder or ".") as entries:
            found = [entry.path for entry in entries if entry.name.endswith((".dist-info", ".egg-info", ".egg"))]
    except OSError:
        return
    for package in found:
        yield from (f"{package}/entry_points.txt", f"{package}/EGG-INFO/entry_points.txt")


def _names_a_group(file: str) -> bool:
    try:
        with open(file, "rb") as opened:  # noqa: PTH123 - hundreds of files, and a Path costs time
            return b"[arsenal." in opened.read()
    except OSError:
        return False


def _loaded(entry: EntryPoint, fits: Callable[[object], TypeGuard[T]], wanted: str) -> T:
    try:
        found = entry.load()
    except Exception as error:  # a plugin's module may raise anything when it is imported
        raise _broken(entry, f"{type(error).__name__}: {error}") from error
    if not fits(found):
        raise _broken(entry, f"{entry.value} is not {wanted}")
    return found


def _broken(entry: EntryPoint, reason: str) -> UsageError:
    package = f" of the package {entry.dist.name}" if entry.dist else ""
    return unusable(
        entry.name, reason, f"what brings it: the entry point {entry.value} in the group {entry.group}{package}"
    )
