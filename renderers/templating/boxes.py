"""Boxes of a face, for designers: the tag `{% box art x=0 y=0 width=63 height=40 %}` of card templates.

A template that extends another moves, changes or hides the boxes of that one by their names, and adds boxes of its own.
Lengths are mm from the card's upper left corner, sizes of letters are points. What is wrong with a box is found here,
where its line is known, before Typst sees any of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from jinja2 import Environment, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser

from renderers.templating.sandbox import meant

MOST_BOXES = 400
_COLOR = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_CONTENT = ("line", "text", "image", "symbol")


class BoxError(Exception):
    """A box that says what it can't; `place` is the template's path and the line."""

    def __init__(self, message: str, place: tuple[str, int], help_: str = "") -> None:
        super().__init__(message)
        self.place, self.help = place, help_


@dataclass(slots=True)
class World:
    """What boxes may name: symbols, roles and families of fonts, and files, of which `attach` lets Typst see one."""

    symbols: Collection[str] = ()
    fonts: Mapping[str, str] = field(default_factory=dict)
    families: Collection[str] = ()
    attach: Callable[[str], str] = str


@dataclass(slots=True)
class Box:
    """A box as the templates wrote it, and in which of them each setting was said."""

    name: str
    place: tuple[str, int]
    layer: tuple[int, int] = (0, 0)  # the template that declares it, an inherited one first, and its number there
    settings: dict[str, Any] = field(default_factory=dict)
    said_in: dict[str, str] = field(default_factory=dict)


class BoxTag(Extension):
    """The tag `box`, and the function `boxes` by which a face hands what was written to the kit."""

    tags = {"box"}  # noqa: RUF012 - as jinja2 declares it

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        environment.globals["boxes"] = self._told
        self.world = World()
        self.found: dict[str, Box] = {}
        self.told = False
        self.templates: dict[str, int] = {}
        self.count = 0

    def begin(self) -> None:
        """Forget the boxes of the face before."""
        self.found, self.told, self.templates, self.count = {}, False, {}, 0

    def end(self) -> None:
        """Raises BoxError where the face has boxes and draws none."""
        if self.found and not self.told:
            box = next(iter(self.found.values()))
            help_ = 'begin the template with {% extends "generic" %}, or "blank" for an empty face'
            raise BoxError(f'nothing draws the box "{box.name}"', box.place, help_)

    def parse(self, parser: Parser) -> nodes.Node:
        """`{% box NAME key=value ... %}`, with or without commas."""
        line = next(parser.stream).lineno
        name = self._name(parser)
        path = parser.filename or parser.name or ""
        pairs, lines = [], {}
        while parser.stream.current.type != "block_end":
            if parser.stream.skip_if("comma"):
                continue
            token = parser.stream.current
            if token.type != "name":
                parser.fail(f"a box is written `{name} x=3 y=3 width=20 height=5`: here a word and `=` are missing")
            key = next(parser.stream).value
            if key not in _SETTINGS:
                asked = meant(key, _SETTINGS)
                parser.fail(f"a box has no {key!r}\x00{asked or 'it has: ' + ', '.join(_SETTINGS)}", token.lineno)
            if key in lines:
                parser.fail(f"{key!r} is written twice", token.lineno)
            parser.stream.expect("assign")
            lines[key] = token.lineno
            pairs.append(nodes.Pair(nodes.Const(key), parser.parse_expression(), lineno=token.lineno))
        told = [nodes.Const(name), nodes.Const(path), nodes.Const(line), nodes.Const(tuple(lines.values()))]
        call = self.call_method("_put", [*told, nodes.Dict(pairs)], lineno=line)
        return nodes.ExprStmt(call, lineno=line)

    def _name(self, parser: Parser) -> str:
        stream = parser.stream
        if stream.current.type == "string":
            name = next(stream).value
        else:
            name = stream.expect("name").value
            while stream.current.type == "sub" and stream.look().type in ("name", "integer"):
                next(stream)
                name += f"-{next(stream).value}"
        stream.skip_if("colon")
        if not _NAME.fullmatch(name) or len(name) > 80:
            parser.fail(f"{name!r} is no name for a box: use lower-case words with hyphens")
        return str(name)

    def _put(self, name: str, path: str, line: int, lines: tuple[int, ...], settings: dict[str, Any]) -> None:
        """Note a box. Inheriting templates come before inherited ones, and count; in one, what is said last counts."""
        if self.told:
            raise BoxError(f'the box "{name}" comes too late', (path, line), "write it outside of {% block %}")
        box = self.found.setdefault(name, Box(name, (path, line)))
        if len(self.found) > MOST_BOXES:
            raise BoxError(f"a face has at most {MOST_BOXES} boxes", (path, line))
        rank = -self.templates.setdefault(path, len(self.templates))
        self.count += 1
        if rank < box.layer[0] or not box.layer[1]:
            box.layer = (rank, self.count)
        for (key, value), at in zip(settings.items(), lines, strict=True):
            if value is not None and box.said_in.setdefault(key, path) == path:
                box.settings[key] = self._checked(key, value, (path, at))
        said = [key for key in _CONTENT if key in settings and settings[key] is not None]
        if len(said) > 1:
            raise BoxError(f'the box "{name}" has both "{said[0]}" and "{said[1]}"', (path, line), "make it two boxes")

    def _checked(self, key: str, value: Any, place: tuple[str, int]) -> Any:
        str(value)  # what is missing raises its own error
        allowed, fits = _SETTINGS[key]
        if not fits(value):
            shown = f'"{value}"' if isinstance(value, str) else str(value)[:60]
            raise BoxError(f'"{key}" of a box is {allowed}, not {shown}', place)
        if key == "symbol" and value not in self.world.symbols:
            raise BoxError(f'the game has no symbol "{value}"', place, meant(value, self.world.symbols))
        if key == "text" and type(value) in (str, int, float):
            return self.environment.filters["rules"](str(value))
        if key == "font":
            return self._font(value, place)
        if key == "image":
            try:
                return value if type(value) is not str else self.world.attach(value.lstrip("/"))
            except Exception as error:
                error.place = place  # type: ignore[attr-defined]
                raise
        return value

    def _font(self, value: str, place: tuple[str, int]) -> str:
        if value in self.world.fonts:
            return self.world.fonts[value]
        known = {family.casefold() for family in self.world.families}
        if value.casefold() in known or value in ("title", "text"):
            return value
        help_ = meant(value, [*self.world.fonts, *self.world.families])
        raise BoxError(f'there is no font "{value}"', place, help_)

    def _told(self, *parts: str) -> dict[str, Any]:
        """What is said of the face's own `parts`, and the boxes that were added to them, in their order."""
        self.told = True
        moved, more = {}, []
        for box in sorted(self.found.values(), key=lambda box: box.layer):
            if box.name in parts:
                moved[box.name] = box.settings
                continue
            missing = [key for key in ("x", "y", "width", "height") if key not in box.settings]
            if missing and (not any(k in box.settings for k in (*_CONTENT, "fill", "edge")) or len(missing) == 4):
                help_ = meant(box.name, parts) or (f"its boxes: {', '.join(parts)}" if parts else "")
                raise BoxError(f'this face has no box "{box.name}"', box.place, help_)
            if missing:
                raise BoxError(f'the box "{box.name}" says no "{missing[0]}"', box.place, "in mm from the upper left")
            more.append({"name": box.name, **box.settings})
        return {"moved": moved, "more": more}


def boxes_of(environment: Environment) -> BoxTag:
    """The boxes of card templates."""
    tag = environment.extensions[BoxTag.identifier]
    assert isinstance(tag, BoxTag)  # noqa: S101 - for the type checker
    return tag


def _one_of(*words: str) -> tuple[str, Callable[[Any], bool]]:
    return "one of " + ", ".join(words), lambda value: value in words


def _between(low: float, high: float, what: str) -> tuple[str, Callable[[Any], bool]]:
    return (
        f"{what} from {low:g} to {high:g}",
        lambda value: isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high,
    )


_PLACE = _between(-2000, 2000, "mm, a number")
_LENGTH = _between(0, 2000, "mm, a number")
_POINTS = _between(1, 500, "points, a number")
_COLORED = ("a colour as #rrggbb", lambda value: isinstance(value, str) and bool(_COLOR.fullmatch(value)))
_WORDS = ("text or a number", lambda value: isinstance(value, str | int | float) and not isinstance(value, bool))
_YES = ("true or false", lambda value: isinstance(value, bool))
_TEXT = ("text", lambda value: isinstance(value, str) and bool(value))
_SETTINGS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "x": _PLACE,
    "y": _PLACE,
    "width": _LENGTH,
    "height": _LENGTH,
    "hidden": _YES,
    "line": _WORDS,
    "text": _WORDS,
    "image": _TEXT,
    "symbol": _TEXT,
    "fill": _COLORED,
    "ink": _COLORED,
    "edge": _COLORED,
    "thick": _between(0, 50, "mm, a number"),
    "radius": _LENGTH,
    "pad": _LENGTH,
    "font": _TEXT,
    "size": _POINTS,
    "floor": _POINTS,
    "weight": _between(100, 900, "a number"),
    "align": _one_of("left", "center", "right"),
    "place": _one_of("top", "middle", "bottom"),
    "fit": _one_of("cover", "contain"),
    "turn": _between(-360, 360, "degrees, a number"),
    "behind": _YES,
}
