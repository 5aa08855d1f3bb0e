"""Presets by name or from files of the user's own, which may extend others; what is wrong with them, with its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from builder.diagnostics import Diagnostic, FindingsError, Span, UsageError, has_errors, suggestion
from builder.documents.document import Document
from builder.documents.reading import load
from builder.schema import bundled_schema
from renderers.presets.presets import DEFAULT, Preset, builtin, options_of, preset_from, preset_names

MOST_EXTENDED = 8  # files, one extending the next
_ABOUT = ("name", "description", "source", "extends")
_UNITS = "write a length with its unit: 3 mm, 0.125 in"
_WHOLE = {  # words that hold others, and how they are written
    "registration": "write the words that it holds: {inset: 10 mm, square: 5 mm}",
    "back-offset": "write how far to the right and down: {x: 0.5 mm, y: -0.25 mm}",
}


def find_preset(name: str) -> Preset:
    """The preset of that name, or in that file.

    Raises UsageError where there is neither, FindingsError for what is wrong with the file or one that it extends.
    """
    if name in preset_names():
        return builtin(name)
    if not _is_file(name):
        help_ = suggestion(name, preset_names()) + "; or a preset file of your own: mine.yaml"
        raise UsageError(f'no preset "{name}"', help_)
    return _read(Path(name), ())


def _is_file(name: str) -> bool:
    return name.endswith((".yaml", ".yml"))


def _read(path: Path, before: tuple[Path, ...]) -> Preset:
    """The preset in a file; `before` are the files that extend it, one the next."""
    document = load(path)
    found = document.diagnostics or list(_faults(document, path))
    if has_errors(found):
        raise FindingsError(found)
    extended = document.data.get("extends", DEFAULT)
    trail = (*before, path.resolve())
    if not _is_file(extended):
        base = builtin(extended)
    else:
        beside = path.parent / extended
        if beside.resolve() in trail or len(trail) > MOST_EXTENDED:
            message = '"extends" leads back here' if beside.resolve() in trail else '"extends" leads too far'
            raise FindingsError([Diagnostic("unknown-value", message, document.span(("extends",)))])
        base = _read(beside, trail)
    return preset_from(path.stem, document.data, base)


def _faults(document: Document, path: Path) -> Iterator[Diagnostic]:
    """What is wrong with a preset file, by its shape and, where that is right, by what its words mean."""
    data = document.data
    if data is None:
        yield Diagnostic("empty-file", "this file is empty", Span(document.path), "begin with `extends: home`")
        return
    shape = bundled_schema("preset")
    problems = shape.problems(data)
    for problem in problems:
        yield document.located(replace(problem, help=_help(shape.schema, problem) or problem.help))
    if isinstance(data, dict):
        yield from _meanings(document, path, {problem.path for problem in problems})


def _help(schema: Any, problem: Diagnostic) -> str:
    """How a value of the wrong type is written, where there is an example of it; else ""."""
    if problem.code != "wrong-type" or not problem.path:
        return ""
    return _UNITS if _is_length(schema, problem.path) else _WHOLE.get(str(problem.path[-1]), "")


def _meanings(document: Document, path: Path, wrong: set[tuple[str | int, ...]]) -> Iterator[Diagnostic]:
    """What words mean that can't be, but for those at the key paths `wrong`, whose shape is wrong already."""
    data: dict[str, Any] = document.data
    extended = data.get("extends", DEFAULT)
    if ("extends",) not in wrong:
        yield from _extended(document, path, extended)
    for at, words in _single_words(data):
        if at[0] in _ABOUT or at in wrong or at[:1] in wrong:
            continue
        try:
            options_of(words)
        except UsageError as error:
            code = "unknown-value" if at[0] in ("paper", "size") else "out-of-range"
            said = str(error).removeprefix(f"{at[0]}: ")
            message = f'"{".".join(at)}": {said}' if len(at) > 1 else said
            yield Diagnostic(code, message, document.span(at), error.help)


def _extended(document: Document, path: Path, extended: str) -> Iterator[Diagnostic]:
    place = document.span(("extends",))
    if not _is_file(extended):
        if extended not in preset_names():
            help_ = suggestion(extended, preset_names()) + "; or a file beside this one: mine.yaml"
            yield Diagnostic("unknown-value", f'no preset "{extended}"', place, help_)
    elif not (path.parent / extended).exists():
        help_ = "a preset's file is named as seen from the one that extends it"
        yield Diagnostic("unreadable-file", f'there is no file "{extended}" beside this one', place, help_)


def _single_words(data: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """A preset's words one by one, those within others too: where each stands, and it alone."""
    for word, value in data.items():
        if word in _WHOLE and isinstance(value, dict):
            yield from (((word, key), {word: {key: one}}) for key, one in value.items())
        else:
            yield (word,), {word: value}


def _is_length(schema: Any, path: tuple[str | int, ...]) -> bool:
    """Whether the schema wants a length there."""
    for part in path:
        schema = schema.get("properties", {}).get(part, {})
    return "mm|in" in schema.get("pattern", "")
