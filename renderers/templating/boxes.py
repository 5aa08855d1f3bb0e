"""Boxes, for designers without knowledge of Typst: the tag `{% box art x=0 y=0 width=63 height=40 %}` of templates.

A template that extends another moves, changes or hides the boxes of that one by name, and adds boxes of its own, in
loops too: `{% box "step-" ~ n x=6 * n ... %}`. Lengths are mm from the card's upper left corner, font sizes are points.
Faults of boxes are found here, where their line is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from itertools import count

from jinja2 import Environment, Undefined, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser

from builder.diagnostics import Diagnostic
from renderers.templating.sandbox import RenderError, did_you_mean, place_in

MOST_BOXES = 400
_COLOR = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_CONTENT = ("line", "text", "image", "symbol")


@dataclass(slots=True)
class BoxScope:
    """The names that boxes may use: symbols, roles and families of fonts.

    `instead_of` gives the help line for an unknown font. `attach` makes a file visible to Typst.
    """

    symbols: Collection[str] = ()
    fonts: Mapping[str, str] = field(default_factory=dict)
    families: Collection[str] = ()
    instead_of: Callable[[str], str] = str
    attach: Callable[[str], str] = str


@dataclass(slots=True)
class FaceBox:
    """A box, put together from all templates that mention it.

    `place` is the path and the line where it is first mentioned. `layer` orders boxes: first by template, inherited
    ones before others, then by their order there. `content` is the path of the template that says what is on it.
    `origins` are the places where its settings were made.
    """

    name: str
    place: tuple[str, int]
    layer: tuple[int, int] = (0, 0)
    content: str = ""
    settings: dict[str, object] = field(default_factory=dict)
    origins: dict[str, tuple[str, int]] = field(default_factory=dict)


class BoxTag(Extension):
    """The jinja2 tag `box`, and the function `boxes` by which a template passes the boxes on to Typst."""

    tags = {"box"}  # noqa: RUF012 - as jinja2 declares it

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        environment.globals["boxes"] = self._taken
        self.scope = BoxScope()
        self.found: dict[str, FaceBox] = {}
        self.taken = False
        self.templates: dict[str, int] = {}
        self.count = 0
        self._ran: set[tuple[str, int, str]] = set()  # tags, with the names of their boxes
        self._tags = count()  # a number for each tag that is read

    def begin(self) -> None:
        """Start a new face."""
        self.found, self.taken, self.templates, self.count = {}, False, {}, 0
        self._ran = set()

    def end(self) -> None:
        """Finish a face. Raises RenderError where it has boxes but nothing draws them."""
        if self.found and not self.taken:
            box = next(iter(self.found.values()))
            help_ = 'begin the template with {% extends "generic" %}, or "blank" for an empty face'
            raise _fault(f'nothing draws the box "{box.name}"', box.place, help_)

    def parse(self, parser: Parser) -> nodes.Node:
        """Parse `{% box NAME key=value ... %}`; commas are optional."""
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
                asked = did_you_mean(key, _SETTINGS)
                parser.fail(f"a box has no {key!r}\x00{asked or 'it has: ' + ', '.join(_SETTINGS)}", token.lineno)
            if key in lines:
                parser.fail(f"{key!r} is written twice", token.lineno)
            parser.stream.expect("assign")
            lines[key] = token.lineno
            pairs.append(nodes.Pair(nodes.Const(key), parser.parse_expression(), lineno=token.lineno))
        places = (next(self._tags), path, line, *lines.values())
        what = [name, nodes.Const(places)]
        call = self.call_method("_put", [*what, nodes.Dict(pairs)], lineno=line)
        return nodes.ExprStmt(call, lineno=line)

    def _name(self, parser: Parser) -> nodes.Expr:
        """The name of a box: a word with hyphens, or an expression that begins with a quote or a bracket."""
        stream = parser.stream
        if stream.current.type in ("string", "lparen"):
            name = parser.parse_expression(with_condexpr=False)
        else:
            word = stream.expect("name").value
            while stream.current.type == "sub" and stream.look().type in ("name", "integer"):
                next(stream)
                word += f"-{next(stream).value}"
            name = nodes.Const(word)
        stream.skip_if("colon")
        if isinstance(name, nodes.Const) and (wrong := _wrong_name(name.value)):
            parser.fail(wrong)
        return name

    def _put(self, name: object, places: tuple[int, str, int, *tuple[int, ...]], settings: dict[str, object]) -> None:
        """Note what a tag says. A template that extends another is run first, and what it says takes precedence.

        Within one template, what is said last counts. `places` are the tag's number, its template and its line, then
        the lines of its settings.
        """
        tag, path, line, *lines = places
        box = self._box(name, tag, (path, line))
        rank = -self.templates.setdefault(path, len(self.templates))
        self.count += 1
        if rank < box.layer[0] or not box.layer[1]:
            box.layer = (rank, self.count)
        keys = [key for key in _CONTENT if settings.get(key) is not None]
        if len(keys) > 1:
            raise _fault(f'the box "{name}" has both "{keys[0]}" and "{keys[1]}"', (path, line), "make it two boxes")
        if keys and box.content in ("", path):
            box.content = path
            for key in _CONTENT:
                box.settings.pop(key, None)
        for (key, value), at in zip(settings.items(), lines, strict=True):
            if value is None or (key in _CONTENT and box.content != path):
                continue
            if box.origins.setdefault(key, (path, at))[0] == path:
                box.settings[key] = self._checked(key, value, (path, at))

    def _box(self, name: object, tag: int, place: tuple[str, int]) -> FaceBox:
        """The box that a tag names. Raises RenderError for what is no name, and where a loop names a box twice."""
        if isinstance(name, Undefined):
            str(name)  # which raises its own error
        if not isinstance(name, str) or _wrong_name(name):
            raise _fault(_wrong_name(name), place)
        if self.taken:
            raise _fault(f'the box "{name}" comes too late', place, "write it outside of {% block %}")
        run = (place[0], tag, name)
        if run in self._ran:
            help_ = f'give each round a box of its own by a name that counts: {{% box "{name}-" ~ loop.index ... %}}'
            raise _fault(f'a loop makes the box "{name}" again and again', place, help_)
        self._ran.add(run)
        box = self.found.setdefault(name, FaceBox(name, place))
        if len(self.found) > MOST_BOXES:
            raise _fault(f"a face has at most {MOST_BOXES} boxes", place)
        return box

    def _checked(self, key: str, value: object, place: tuple[str, int]) -> object:
        """The value of a setting as Typst receives it. Raises RenderError for a value that the setting can't have."""
        written = str(value)  # what is missing raises its own error
        allowed, fits = _SETTINGS[key]
        if not fits(value):
            shown = f'"{value}"' if isinstance(value, str) else written[:60]
            raise _fault(f'"{key}" of a box is {allowed}, not {shown}', place)
        if key == "symbol" and value not in self.scope.symbols:
            raise _fault(f'the game has no symbol "{value}"', place, did_you_mean(written, self.scope.symbols))
        if key == "text" and type(value) in (str, int, float):
            return self.environment.filters["rules"](written)
        if key == "font":
            return self._font(written, place)
        if key == "image" and type(value) is str:  # `draw` returns a path that is attached already, as Typst source
            try:
                return self.scope.attach(value.lstrip("/"))
            except RenderError as error:
                raise RenderError(replace(error.diagnostic, span=place_in(*place))) from None
        return value

    def _font(self, value: str, place: tuple[str, int]) -> str:
        if value in self.scope.fonts:
            return self.scope.fonts[value]
        known = {family.casefold() for family in self.scope.families}
        if value.casefold() in known:
            return value
        raise _fault(f'there is no font "{value}"', place, self.scope.instead_of(value))

    def _taken(self, *parts: str, **kinds: str) -> dict[str, object]:
        """The settings for the face's own parts, and the boxes that were added to them, in their order.

        A part is named alone, or with its kind, as in `name="line"`: its content where a box sets none (a key of
        `_USES`), or a way in which it is drawn (a key of `_DRAWN`).
        """
        self.taken = True
        known = (*parts, *kinds)
        moved: dict[str, object] = {}
        more: list[object] = []
        for box in sorted(self.found.values(), key=lambda box: box.layer):
            if box.name in known:
                if box.name in kinds:
                    self._check_use(box, kinds[box.name])
                moved[box.name] = box.settings
                continue
            missing = [key for key in ("x", "y", "width", "height") if key not in box.settings]
            if missing and (not any(k in box.settings for k in (*_CONTENT, "fill", "edge")) or len(missing) == 4):
                help_ = did_you_mean(box.name, known) or (f"its boxes: {', '.join(known)}" if known else "")
                raise _fault(f'this face has no box "{box.name}"', box.place, help_)
            if missing:
                raise _fault(f'the box "{box.name}" says no "{missing[0]}"', box.place, "in mm from the upper left")
            self._check_use(box)
            more.append({"name": box.name, **box.settings})
        return {"moved": moved, "more": more}

    def _check_use(self, box: FaceBox, kind: str = "") -> None:
        """Raises RenderError for a setting that a box doesn't use. `kind` is that of a part of the face.

        Settings for contents that a later template has replaced are no fault.
        """
        if kind in _DRAWN:
            takes, content = _DRAWN[kind], ""
        else:
            content = next((key for key in _CONTENT if key in box.settings), kind)
            takes = (*_WHERE, *(() if kind else ("behind",)), *_CONTENT, *_PLATE, *_USES[content])
        newest = self.templates.get(box.content, len(self.templates))
        for key, place in box.origins.items():
            if key in takes or (content and self.templates[place[0]] > newest):
                continue
            what = f'the box "{box.name}"' + (f" with {_A[content]} on it" if content else "")
            help_ = f"it takes: {', '.join(key for key in _SETTINGS if key in takes)}"
            if kind and key in ("behind", *_CONTENT):
                help_ += "; a box with a name of your own can have it"
            raise _fault(f'{what} has no use for "{key}"', place, help_)


def _wrong_name(name: object) -> str:
    """What is wrong with the name of a box; empty where nothing is."""
    if isinstance(name, str) and len(name) <= 80 and _NAME.fullmatch(name):
        return ""
    return f"{str(name)[:80]!r} is no name for a box: use lower-case words with hyphens"


def boxes_of(environment: Environment) -> BoxTag:
    """The boxes of an environment made by `renderers.templating.escape.environment`."""
    tag = environment.extensions[BoxTag.identifier]
    assert isinstance(tag, BoxTag)  # noqa: S101 - for the type checker
    return tag


def _fault(message: str, place: tuple[str, int], help_: str = "") -> RenderError:
    """The error for a fault of a box."""
    return RenderError(Diagnostic("template-error", message, place_in(*place), help_))


_Test = tuple[str, Callable[[object], bool]]  # what a setting may be, in words, and whether a value is that


def _one_of(*words: str) -> _Test:
    return "one of " + ", ".join(words), lambda value: value in words


def _between(low: float, high: float, what: str) -> _Test:
    return (
        f"{what} from {low:g} to {high:g}",
        lambda value: isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high,
    )


_PLACE = _between(-2000, 2000, "mm, a number")
_LENGTH = _between(0, 2000, "mm, a number")
_POINTS = _between(5, 500, "points, a number")  # nothing smaller can be read
_COLORED: _Test = ("a colour as #rrggbb", lambda value: isinstance(value, str) and bool(_COLOR.fullmatch(value)))
_WORDS: _Test = ("text or a number", lambda value: isinstance(value, str | int | float) and not isinstance(value, bool))
_YES: _Test = ("true or false", lambda value: isinstance(value, bool))
_TEXT: _Test = ("text", lambda value: isinstance(value, str) and bool(value))
_SETTINGS: dict[str, _Test] = {
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
    "keep": _YES,
}

_WHERE = ("x", "y", "width", "height", "hidden", "turn", "keep")
_PLATE = ("fill", "edge", "thick", "radius")
_LETTERS = ("ink", "font", "size", "weight")
_WORDED = (*_LETTERS, "floor", "align", "place", "pad")
_USES: dict[str, tuple[str, ...]] = {  # the settings that a box takes for its content, in addition to place and plate
    "": (),
    "line": _WORDED,
    "text": _WORDED,
    "image": ("fit", "pad"),
    "symbol": ("ink", "pad"),
}
_A = {"line": "a line", "text": "a text", "image": "an image", "symbol": "a symbol"}
_DRAWN: dict[str, tuple[str, ...]] = {  # what parts take that the built-in faces draw in their own way
    "ground": ("hidden", "keep", "fill", "image"),
    "picture": (*_WHERE, "image", "symbol", "fit", *_PLATE, "ink"),
    "numbers": (*_WHERE, *_PLATE, *_LETTERS),
    "lines": (*_WHERE, "edge", "thick", "radius"),
}
