"""Presets: named sets of options for printing, as YAML with units; those of plugins, and files of the user's own.

Faults of a file are reported with their places. A plugin adds a preset by an entry point of the group
`arsenal.presets`. Its name is the preset's; it leads to a mapping like that of a preset file
(schemas/preset.schema.json), or to the path of such a file:

    [project.entry-points."arsenal.presets"]
    receipt = "my_package:RECEIPT"
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeGuard  # Any: a JSON Schema

from builder import plugins
from builder.diagnostics import Diagnostic, FindingsError, Span, UsageError, has_errors, suggestion
from builder.documents.data import Data, mapping, text
from builder.documents.document import Document
from builder.documents.reading import load, own_data
from builder.games.game import SHAPES
from builder.games.sizes import MM, card_size
from builder.schema import bundled_schema
from builder.storage.files import is_file
from builder.words import words_here
from renderers.layout.imposition import Registration
from renderers.layout.options import Product, SheetOptions
from renderers.layout.pages import in_mm, paper_size

FOLDER = Path(__file__).with_name("data")
DEFAULT = "home"

_LENGTH = re.compile(r"(-?\d{1,4}(?:\.\d{1,6})?)\s*(mm|in)?")
_MOST = {"margin": 50.0, "gap": 100.0, "bleed": 20.0, "safe-zone": 20.0, "corner-radius": 50.0}  # mm; more is a mistake
_MOST_OFFSET = 20.0
_ABOUT = ("name", "description", "source", "extends")
_WHOLE = ("registration", "back-offset", "products")  # words that are mappings


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset: its id, its name and description for people, where its figures come from, and its options as
    written.
    """

    id: str
    name: str
    description: str = ""
    source: str = ""
    words: Mapping[str, Data] = field(default_factory=dict)

    @property
    def options(self) -> SheetOptions:
        """The options that the preset stands for. Raises UsageError where a value makes no sense."""
        return options_of(self.words)


def preset_names() -> list[str]:
    """The names of the built-in presets, the default one first."""
    names = sorted(path.stem for path in FOLDER.glob("*.yaml"))
    return sorted(names, key=lambda name: name != DEFAULT)


def builtin(name: str) -> Preset:
    """The built-in preset of that name, in the user's language.

    Raises KeyError for an unknown one.
    """
    say = words_here("presets")
    about = {"name": say(f"{name}.name"), "description": say(f"{name}.description"), "source": say(f"{name}.source")}
    return preset_from(name, {**written(name), **about})


@cache
def written(name: str) -> Mapping[str, Data]:
    """The data of the file of a built-in preset; its name and description are in `builder.words`."""
    return mapping(own_data(FOLDER / f"{name}.yaml"))


def preset_from(name: str, written: Mapping[str, Data], base: Preset | None = None) -> Preset:
    """The preset that a file describes; what the file leaves out is taken from `base`."""
    own = {key: value for key, value in written.items() if key not in _ABOUT}
    words = overruled(base.words if base else {}, own)
    return Preset(
        name,
        text(written.get("name", name)),
        text(written.get("description", base.description if base else "")),
        text(written.get("source", "")),
        words,
    )


def overruled(words: Mapping[str, Data], by: Mapping[str, Data]) -> dict[str, Data]:
    """A preset's words, overruled by others. Words that are mappings are joined key by key."""
    result = {**words, **by}
    for key in _WHOLE:
        if key in words and key in by:
            result[key] = {**mapping(words[key]), **mapping(by[key])}
    if "bleed" in by and "products" not in by and "products" in words:  # then it is the bleed of all products
        products = mapping(words["products"])
        result["products"] = {
            name: {key: value for key, value in mapping(product).items() if key != "bleed"}
            for name, product in products.items()
        }
    return result


def options_of(words: Mapping[str, Data], base: SheetOptions | None = None) -> SheetOptions:
    """The options that a preset's words mean; other options are those of `base`.

    Raises UsageError for lengths out of range, and for unknown papers and sizes.
    """
    options = base or SheetOptions()
    for word, value in words.items():
        try:
            options = _READ.get(word, _plain)(options, word, value)
        except UsageError as error:
            raise UsageError(words_here()("said-of", name=word, text=error), error.help) from None
    return options


def length_in_mm(written: str, most: float = 10_000.0, least: float = 0.0) -> float:
    """A length such as `3 mm`, `0.125in` or `3` (mm), to a millionth of a mm.

    Raises UsageError for other texts, and for lengths that are not from `least` to `most` mm.

    >>> length_in_mm("0.125 in")
    3.175
    """
    match = _LENGTH.fullmatch(written.strip().lower())
    if not match:
        raise UsageError.of("printing", "length", length=written)
    length = round(float(match[1]) * MM[match[2] or "mm"], 6)
    if not least <= length <= most:
        words = words_here()
        least_said, most_said = (words.decimal(float(in_mm(one) or 0)) for one in (least, most))
        raise UsageError.of("printing", "length.range", length=written, least=least_said, most=most_said)
    return length


def _plain(options: SheetOptions, word: str, value: Data) -> SheetOptions:
    """Set the option that is named like the word."""
    changed: Any = {word.replace("-", "_"): value}  # of the option's type, as a schema or the command line has checked
    return replace(options, **changed)


def _length(options: SheetOptions, word: str, value: Data) -> SheetOptions:
    option = {"safe-zone": "safe", "corner-radius": "radius"}.get(word, word)
    return _plain(options, option, length_in_mm(text(value), _MOST[word]))


def _paper(options: SheetOptions, word: str, value: Data) -> SheetOptions:
    paper_size(text(value))
    return _plain(options, word, value)


def _size(options: SheetOptions, word: str, value: Data) -> SheetOptions:
    if value:
        card_size(text(value))
    return _plain(options, word, value)


def _registration(options: SheetOptions, _: str, value: Data) -> SheetOptions:
    lengths = {key: length_in_mm(text(length), 100.0) for key, length in mapping(value).items()}
    return replace(options, registration=replace(options.registration or Registration(), **lengths))


def _offset(options: SheetOptions, _: str, value: Data) -> SheetOptions:
    x, y = (length_in_mm(text(mapping(value).get(way, "0")), _MOST_OFFSET, -_MOST_OFFSET) for way in ("x", "y"))
    return replace(options, back_offset=(x, y))


def _products(options: SheetOptions, word: str, value: Data) -> SheetOptions:
    return replace(
        options, products=tuple(_product(name, mapping(product)) for name, product in mapping(value).items())
    )


def _product(name: str, words: Mapping[str, Data]) -> Product:
    bleed = length_in_mm(text(words["bleed"]), _MOST["bleed"]) if "bleed" in words else None
    return Product(name, card_size(text(words.get("size"))), bleed, SHAPES.get(text(words.get("shape")), "rectangle"))


_READ: dict[str, Callable[[SheetOptions, str, Data], SheetOptions]] = {
    **dict.fromkeys(_MOST, _length),
    "paper": _paper,
    "size": _size,
    "products": _products,
    "registration": _registration,
    "back-offset": _offset,
}


GROUP = "arsenal.presets"
MOST_EXTENDED = 8  # presets, one extending the next

PresetSource = Mapping[str, Data] | Path | str  # what an entry point leads to: the words, or the path of a file
Trail = tuple[str, ...]  # presets, each extending the next: names of plugins' presets, and paths of files

_LENGTHS = ("bad-format", "bad-length")  # codes that are ignored: `options_of` judges lengths, and needs no unit


def find_preset(name: str) -> Preset:
    """The preset of that name, or in that file.

    Raises UsageError where there is neither, and for a broken plugin; FindingsError for faults of the file or of one
    that it extends.
    """
    if _is_file(name):
        return _from_file(Path(name), name=Path(name).stem, before=())
    if found := _of_name(name, ()):
        return found
    words = words_here("printing")
    help_ = words("preset.own", names=suggestion(name, all_preset_names(), say=words))
    raise UsageError.of("printing", "preset", name=name, help_=help_)


def all_preset_names() -> list[str]:
    """The names of presets: those that come with Arsenal, the default one first, then those of plugins."""
    own = preset_names()
    return [*own, *(name for name in plugins.names(GROUP) if name not in own)]


def check_words(words: Mapping[str, Data]) -> None:
    """Raises UsageError for words that presets don't have, and for values that are not allowed."""
    problems = bundled_schema("preset").problems(dict(words)) if words else []
    for problem in problems:
        if problem.code not in _LENGTHS:
            raise UsageError(problem.message, problem.help)


def _is_file(name: str) -> bool:
    return name.endswith((".yaml", ".yml"))


def _of_name(name: str, before: Trail) -> Preset | None:
    """The preset of that name, ours or of a plugin; None where there is none. `before` are those that extend it."""
    if name in preset_names():
        return builtin(name)
    written = plugins.load(GROUP, name, _is_written, "words of a preset, or the path of a preset file")
    if written is None:
        return None
    try:
        if isinstance(written, Path | str):
            return _from_file(Path(written), name, before)
        return _made(Document("", data=dict(written)), Path(), name, (*before, name))
    except FindingsError as error:
        first = error.diagnostics[0]
        place = f"{first.span.path}:{first.span.line}: " if first.span and first.span.path else ""
        reason, help_ = f"{place}{first.message}", first.help
    except ValueError as error:  # a plugin's mapping may hold what YAML can't
        reason, help_ = str(error), words_here("printing")("plugin.words")
    raise UsageError.of("printing", "plugin", name=name, why=reason, help_=help_)


def _is_written(found: object) -> TypeGuard[PresetSource]:
    return isinstance(found, Mapping | Path | str)


def _from_file(path: Path, name: str, before: Trail) -> Preset:
    return _made(load(path), path.parent, name, (*before, os.path.realpath(path)))


def _made(document: Document, folder: Path, name: str, trail: Trail) -> Preset:
    """The preset that a document in a folder describes. `trail` ends with the preset itself."""
    found = document.diagnostics or list(_faults(document, folder))
    if has_errors(found):
        raise FindingsError(found)
    extended = document.data.get("extends", DEFAULT)
    following = os.path.realpath(folder / extended) if _is_file(extended) else extended
    if extended not in preset_names() and (following in trail or len(trail) > MOST_EXTENDED):
        key = "extends.circle" if following in trail else "extends.far"
        raise FindingsError([Diagnostic.of("unknown-value", "printing", key, document.span(("extends",)))])
    file = folder / extended
    base = _from_file(file, file.stem, trail) if _is_file(extended) else _of_name(extended, trail)
    return preset_from(name, document.data, base)


def _faults(document: Document, folder: Path) -> Iterator[Diagnostic]:
    """What is wrong with a preset: with its shape, and where that is right, with the meaning of its words."""
    data = document.data
    if data is None:
        yield Diagnostic.of("empty-file", "printing", "preset.empty", Span(document.path))
        return
    shape = bundled_schema("preset")
    problems = shape.problems(data)
    for problem in problems:
        yield document.located(replace(problem, help=_help(shape.schema, problem) or problem.help))
    if isinstance(data, dict):
        yield from _meanings(document, folder, {problem.path for problem in problems})


def _help(schema: Mapping[str, Any], problem: Diagnostic) -> str:
    """An example of a value, as help for one of the wrong type; "" where there is none."""
    if problem.code != "wrong-type" or not problem.path:
        return ""
    say, word = words_here("printing"), str(problem.path[-1])
    if _is_length(schema, problem.path):
        return say("write.length")
    return say(f"write.{word}") if word in _WHOLE else ""


def _meanings(document: Document, folder: Path, wrong: set[tuple[str | int, ...]]) -> Iterator[Diagnostic]:
    """Words whose meaning is impossible, except those at the key paths `wrong`, whose shape is wrong already."""
    data = dict(mapping(document.data))
    extended = str(data.get("extends", DEFAULT))
    if ("extends",) not in wrong:
        yield from _extended(document, folder, extended)
    for at, words in _single_words(data):
        if at[0] in _ABOUT or at in wrong or at[:1] in wrong:
            continue
        try:
            options_of(words)
        except UsageError as error:
            code = "unknown-value" if at[0] in ("paper", "size", "products") else "out-of-range"
            reason = str(error).removeprefix(words_here()("said-of", name=at[0], text=""))
            say = words_here()
            message = say("said-of", name=say("quoted", word=".".join(at)), text=reason) if len(at) > 1 else reason
            yield Diagnostic(code, message, document.span(at), error.help)


def _extended(document: Document, folder: Path, extended: str) -> Iterator[Diagnostic]:
    place = document.span(("extends",))
    if not _is_file(extended):
        if extended not in preset_names() and extended not in plugins.names(GROUP):
            say = words_here("printing")
            help_ = say("extends.or", names=suggestion(extended, all_preset_names(), say=say))
            yield Diagnostic.of("unknown-value", "printing", "preset", place, name=extended, help_=help_)
    elif not is_file(folder / extended):
        yield Diagnostic.of("unreadable-file", "printing", "extends.file", place, name=extended)


def _single_words(data: dict[str, Data]) -> Iterator[tuple[tuple[str, ...], dict[str, Data]]]:
    """A preset's words one by one, also words within others: the path of each, and a preset of it alone."""
    for word, value in data.items():
        if word in _WHOLE and isinstance(value, dict):
            for key, one in value.items():
                yield (word, key), {word: {key: one}}
        else:
            yield (word,), {word: value}


def _is_length(schema: Mapping[str, Any], path: tuple[str | int, ...]) -> bool:
    """Whether the schema wants a length there."""
    for part in path:
        schema = schema.get("properties", {}).get(part, {})
    return "mm|in" in schema.get("pattern", "")
