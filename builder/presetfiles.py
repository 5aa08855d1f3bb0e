"""Presets by name or from files of the user's own, which may extend others; what is wrong with them, with its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from builder.diagnostics import Diagnostic, FindingsError, Span, UsageError, has_errors, suggestion
from builder.shapes import bundled_shape
from builder.source import Document, load
from renderers.presets import DEFAULT, Preset, builtin, made_preset, options_of, preset_names

MOST_EXTENDED = 8  # files, one extending the next
_ABOUT = ("name", "description", "source", "extends")
_UNITS = "write a length with its unit: 3 mm, 0.125 in"


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
    found = document.diagnostics or list(_faults(document))
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
    return made_preset(path.stem, document.data, base)


def _faults(document: Document) -> Iterator[Diagnostic]:
    """What is wrong with a preset file, by its shape and then by what its words mean."""
    data = document.data
    if data is None:
        yield Diagnostic("empty-file", "this file is empty", Span(document.path), "begin with `extends: home`")
        return
    shape = bundled_shape("preset")
    problems = shape.problems(data)
    for problem in problems:
        wants_length = problem.code == "wrong-type" and _is_length(shape.schema, problem.path)
        yield (replace(problem, help=_UNITS) if wants_length else problem).at(document)
    if not problems:
        yield from _meanings(document, data)


def _meanings(document: Document, data: dict[str, Any]) -> Iterator[Diagnostic]:
    extended = data.get("extends", DEFAULT)
    if not _is_file(extended) and extended not in preset_names():
        help_ = suggestion(extended, preset_names()) + "; or a file beside this one: mine.yaml"
        yield Diagnostic("unknown-value", f'no preset "{extended}"', document.span(("extends",)), help_)
    for word, value in data.items():
        if word in _ABOUT:
            continue
        try:
            options_of({word: value})
        except UsageError as error:
            code = "unknown-value" if word in ("paper", "size") else "out-of-range"
            yield Diagnostic(code, str(error).removeprefix(f"{word}: "), document.span((word,)), error.help)


def _is_length(schema: Any, path: tuple[str | int, ...]) -> bool:
    """Whether the schema wants a length there."""
    for part in path:
        schema = schema.get("properties", {}).get(part, {})
    return "mm|in" in schema.get("pattern", "")
