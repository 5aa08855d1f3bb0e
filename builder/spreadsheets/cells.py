"""Reads a cell into a value by the schema of its field, and writes a value into a cell, so that it can be read again.

A cell that can't be read stays text, and the checks of cards report it. CellError is only for faults that these checks
could not explain to an author.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from builder.diagnostics import suggestion
from builder.documents.data import Data, mapping, sequence, text, texts
from builder.games.fields import ABILITIES, NAMES
from builder.naming import fold
from builder.spreadsheets.tables import clean

Kind = Literal["text", "whole", "number", "flag", "list", "lists", "tally", "any", "data"]

YES = frozenset(("true", "yes", "y", "x", "1", "on", "✓", "✔", "☑", "ja", "oui", "si", "wahr", "vrai"))
NO = frozenset(("false", "no", "n", "0", "off", "-", "–", "—", "✗", "☐", "nein", "non", "falsch", "faux"))

_FORMULA = frozenset("=+-@＝＋－＠\t\r\n")  # also in full width, which spreadsheets treat alike
_WHOLE = re.compile(r"[-+−]?\d{1,3}(?:[,'  ]\d{3})+|[-+−]?\d{1,15}(?:[.,]0+)?")
_NUMBER = re.compile(r"[-+−]?\d{1,15}(?:[.,]\d{1,15})?")
_PARTS = re.compile(r"[,;+/&\n]|\band\b|\bund\b|\bet\b")
_COUNT_FIRST = re.compile(r"(\d{1,6})\s*[x×*]?\s*\{?([^\d{}]+?)\}?")
_COUNT_LAST = re.compile(r"\{?([^\d{}]+?)\}?\s*[:=x×*]?\s*(\d{1,6})")
_BRACES = re.compile(r"(\d{0,6})\s*\{([^{}]+)\}\s*")
_LETTERS = re.compile(r"(\d{0,6})([^\W\d_])")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_SYMBOL = re.compile(r"\{([^{}\n]{1,40})\}")


class CellError(ValueError):
    """A cell that can't be understood, and what would help."""

    def __init__(self, message: str, help_: str = "") -> None:
        super().__init__(message)
        self.help = help_


@dataclass(frozen=True)
class Form:
    """How cells of a field are read and written. `name` is the field's, such as `cost.oil` for a part of another field.

    `words` are its words, by the folded ways in which people write them; `names` are the names of these words.
    `letters` stand for words of a tally, `parts` are the words of a tally in the schema. `symbols` may be in texts.
    """

    name: str
    title: str
    kind: Kind
    words: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    letters: Mapping[str, str] = field(default_factory=dict)
    symbols: Mapping[str, str] = field(default_factory=dict)

    @property
    def readable(self) -> bool:
        """Whether cells of it can be read back."""
        return self.kind != "data"


def forms_of(card_schema: Mapping[str, Data], game: Mapping[str, Data]) -> dict[str, Form]:
    """The fields that a column can hold, by name, with the set; `card_schema` is of one card, `game` is game.yaml."""
    sets = _named(mapping(game.get("sets")))
    codes = {
        fold(text(mapping(entry).get("code"))): word
        for word, entry in mapping(game.get("sets")).items()
        if text(mapping(entry).get("code"))
    }
    found = {"set": Form("set", "Set", "text", {**codes, **sets[0]}, sets[1])}
    for name, schema in mapping(card_schema.get("properties")).items():
        for form in _forms(name, mapping(schema), game, 0):
            found[form.name] = form
    return found


def _forms(name: str, schema: Mapping[str, Data], game: Mapping[str, Data], depth: int) -> Iterator[Form]:
    title = text(schema.get("title")) or name
    if _holds_abilities(schema):
        yield Form(name, title, "data")
        return
    kind = _kind(schema)
    words, names = _words(schema, game)
    if kind == "tally":
        yield Form(name, title, "tally", words, names, _letters(names, game))
        for word in names:
            yield Form(f"{name}.{word}", f"{title}: {names[word]}", "whole")
    elif kind == "data" and mapping(schema.get("properties")) and depth == 0:
        yield Form(name, title, "data")
        for key, inner in mapping(schema.get("properties")).items():
            yield from _forms(f"{name}.{key}", mapping(inner), game, depth + 1)
    else:
        symbols = _symbols(mapping(game.get("symbols"))) if kind == "text" and not words else {}
        yield Form(name, title, kind, words, names, symbols=symbols)


def _kind(schema: Mapping[str, Data]) -> Kind:
    type_ = schema.get("type")
    kind = next((one for one in texts(type_) if one != "null"), "") if isinstance(type_, list) else text(type_)
    if kind == "array":
        inner = _kind(mapping(schema.get("items")))
        if inner == "list":
            return "lists"
        return "list" if inner in ("text", "whole", "number", "any") else "data"
    if kind == "object":
        amounts = [*mapping(schema.get("properties")).values()]
        if isinstance(schema.get("additionalProperties"), dict):
            amounts.append(schema["additionalProperties"])
        numbers = [mapping(one).get("type") in ("integer", "number") for one in amounts]
        return "tally" if numbers and all(numbers) else "data"
    kinds: Mapping[str, Kind] = {"integer": "whole", "number": "number", "boolean": "flag", "string": "text"}
    return kinds.get(kind, "text" if "enum" in schema and not kind else "any")


def _holds_abilities(schema: Data, depth: int = 0) -> bool:
    if isinstance(schema, dict) and depth < 8:
        return ABILITIES in schema or any(_holds_abilities(one, depth + 1) for one in schema.values())
    return False


def _words(schema: Mapping[str, Data], game: Mapping[str, Data]) -> tuple[dict[str, str], dict[str, str]]:
    """The words of a closed field by the ways to write them, and their names."""
    inner = schema
    while inner.get("type") == "array" and isinstance(inner.get("items"), dict):
        inner = mapping(inner.get("items"))
    listed = mapping(game.get(text(inner.get("x-vocabulary"))))
    closed = [str(one) for one in sequence(inner.get("enum"))] or list(mapping(inner.get("properties")) or listed)
    listed = listed or {**mapping(game.get("symbols")), **mapping(game.get("resources"))}
    words, names = _named({word: listed.get(word) for word in closed})
    for source in (schema, inner):
        for word, name in mapping(source.get(NAMES)).items():
            if word in names:
                words.setdefault(fold(text(name)), word)
                names[word] = text(name)
    return words, names


def _named(listed: Mapping[str, Data]) -> tuple[dict[str, str], dict[str, str]]:
    """Words of game.yaml by their ids, names and plurals, folded; and the name of each."""
    words: dict[str, str] = {}
    for key in ("plural", "name"):
        words |= {fold(text(mapping(one).get(key))): word for word, one in listed.items() if mapping(one).get(key)}
    words |= {fold(word.replace("-", " ")): word for word in listed}
    words |= {fold(word): word for word in listed}
    return words, {word: text(mapping(one).get("name")) or word for word, one in listed.items()}


def _symbols(listed: Mapping[str, Data]) -> dict[str, str]:
    """The symbols of texts by the ways to write them: letters (if no two have the same), names and ids."""
    letters = [(fold(text(mapping(entry).get("letters"))), symbol) for symbol, entry in listed.items()]
    used = [letter for letter, _ in letters]
    return {**{letter: symbol for letter, symbol in letters if letter and used.count(letter) == 1}, **_named(listed)[0]}


def _letters(names: Mapping[str, str], game: Mapping[str, Data]) -> dict[str, str]:
    """The letters that stand for words of a tally: the letters of their symbols, or otherwise their first letters."""
    symbols, resources = mapping(game.get("symbols")), mapping(game.get("resources"))
    found: dict[str, str] = {}
    for word in names:
        symbol = text(mapping(resources.get(word)).get("symbol")) or word
        letter = fold(text(mapping(symbols.get(symbol)).get("letters")))
        if len(letter) == 1:
            found.setdefault(letter, word)
    initials = [fold(name)[:1] for name in names.values()]
    for word, letter in zip(names, initials, strict=True):
        if initials.count(letter) == 1:
            found.setdefault(letter, word)
    return found


# From cells to values


def read_cell(form: Form, cell: str) -> Data:
    """The value of a cell of a field; None for an empty one. Raises CellError.

    What can't be read stays text.
    """
    text = unguarded(clean(cell))
    if not text:
        return None
    if odd := _CONTROL.search(text):
        message = f"an invisible character (U+{ord(odd[0]):04X}) stands in this cell"
        raise CellError(message, "delete it, and type the text again")
    known = form.words
    if form.kind in ("text", "any"):
        return _read_text(form, text)
    if form.kind == "whole":
        return read_whole(text)
    if form.kind == "number":
        return read_number(text)
    if form.kind == "flag":
        return True if fold(text) in YES else False if fold(text) in NO else _flag(form, text)
    if form.kind == "list":
        return [known.get(fold(part), part) for part in items(text)]
    if form.kind == "lists":
        return [[known.get(fold(word), word) for word in part.split()] for part in text.split("|")]
    if form.kind == "tally":
        return _tally(form, text)
    raise CellError(f'"{form.name}" can\'t be read from a spreadsheet', "change it in the YAML")


def _read_text(form: Form, cell: str) -> Data:
    if fold(cell) in form.words:
        return form.words[fold(cell)]
    if form.kind == "any":
        return read_whole(cell)
    if form.symbols and "{" in cell:
        return _SYMBOL.sub(lambda found: "{" + form.symbols.get(fold(found[1]), found[1]) + "}", cell)
    return cell


def read_whole(cell: str) -> Data:
    """A cell as a whole number; its text where it is none."""
    if not _WHOLE.fullmatch(cell):
        return cell
    plain = re.sub(r"[.,]0+$", "", cell) if re.search(r"^[^,.]*[.,]0{1,2}$", cell) else cell
    return int(re.sub(r"[,.'  ]", "", plain).replace("−", "-"))


def read_number(cell: str) -> Data:
    """A cell as a number; its text where it is none."""
    if not _NUMBER.fullmatch(cell):
        return read_whole(cell)
    number = float(cell.replace(",", ".").replace("−", "-"))
    return int(number) if number.is_integer() else number


def _flag(form: Form, cell: str) -> Data:
    if fold(cell) in (fold(form.name), fold(form.title)):
        return True
    raise CellError(f'"{form.name}" must be yes or no, not "{cell[:80]}"', "write yes, or leave the cell empty")


def items(cell: str) -> list[str]:
    """The parts of a list in a cell, split at line ends, or else at semicolons or bars, or else at commas.

    >>> items("guard, swift"), items("draw, then discard; win")
    (['guard', 'swift'], ['draw, then discard', 'win'])
    """
    ends = cell.rstrip()[-1:]
    separator = next((one for one in ("\n", ends if ends in ";|" else "", ";", "|") if one and one in cell), ",")
    return [part.strip() for part in cell.split(separator) if part.strip()]


def _tally(form: Form, cell: str) -> Data:
    """Amounts by name: `2 oil, 1 scrap`, `oil: 2`, `{oil}{oil}`, `OOS`, or a number where there is one name."""
    if fold(cell) in ("0", "-", "–", "—", "free", "none"):
        return None
    found: dict[str, int] = {}
    for part in filter(None, map(str.strip, _PARTS.split(cell))):
        for count, word in _amounts(form, part):
            found[word] = found.get(word, 0) + count
    return dict(found)


def _amounts(form: Form, part: str) -> Iterator[tuple[int, str]]:
    """The amounts in a part of a cell, each with its word."""
    known = form.words
    if part.isdecimal():
        if len(form.names) != 1:
            raise CellError(f'"{part}" says not of what', f"write {part} {next(iter(form.names), 'oil')}")
        yield int(part[:6]), next(iter(form.names))
    elif (braces := _BRACES.findall(part)) and not _BRACES.sub("", part).strip():
        yield from ((int(count or 1), _word(form, word)) for count, word in braces)
    elif (found := _COUNT_FIRST.fullmatch(part)) and fold(found[2]) in known:
        yield int(found[1]), known[fold(found[2])]
    elif (found := _COUNT_LAST.fullmatch(part)) and fold(found[1]) in known:
        yield int(found[2]), known[fold(found[1])]
    elif fold(part) in known:
        yield 1, known[fold(part)]
    elif (pairs := _LETTERS.findall(part)) and not _LETTERS.sub("", part).strip() and _are_letters(form, part):
        yield from ((int(count or 1), form.letters[fold(letter)]) for count, letter in pairs)
    else:
        _word(form, re.sub(r"\d", "", part).strip(" :=x×*{}"))


def _are_letters(form: Form, part: str) -> bool:
    return all(fold(letter) in form.letters for letter in part if letter.isalpha())


def _word(form: Form, word: str) -> str:
    if found := form.words.get(fold(word)):
        return found
    listed = suggestion(word, form.names, "known")
    raise CellError(
        f'"{word[:80]}" is nothing that "{form.name}" counts', f"{listed}; write 2 {next(iter(form.names), 'oil')}"
    )


# From values to cells


def write_cell(form: Form | None, value: Data) -> str:
    """A value as people write it in a cell of its field, by the names of its words; `read_cell` reads it back."""
    if form is None or value is None:
        return shown(value)
    if form.kind == "flag" and isinstance(value, bool):
        return "yes" if value else "no"
    if form.kind == "list" and isinstance(value, list) and all(isinstance(one, str | int | float) for one in value):
        return _joined([form.names.get(str(one), str(one)) for one in value])
    if form.kind == "tally" and isinstance(value, Mapping):
        return ", ".join(f"{amount} {form.names.get(word, word)}" for word, amount in value.items())
    if form.kind == "text" and isinstance(value, str):
        return form.names.get(value, value)
    return shown(value)


def _joined(parts: Sequence[str]) -> str:
    """The parts of a list, joined by a separator that is in none of them."""
    whole = "".join(parts)
    if not any(sign in whole for sign in ",;|\n"):
        return ", ".join(parts)
    if not any(sign in whole for sign in ";|\n"):
        return "; ".join(parts) + (";" if len(parts) == 1 else "")
    return "\n".join(parts) if len(parts) > 1 else whole + ("|" if ";" in whole else ";")


def shown(value: Data) -> str:
    """A value as a cell, for a field without a `Form`."""
    if isinstance(value, list):
        lists = any(isinstance(item, list) for item in value)  # such as a die's faces
        return (" | " if lists else ", ").join(map(_in_words, value))
    return _in_words(value)


def _in_words(value: Data) -> str:
    """A value, also a nested one, as words on a line."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_in_words(inner)}".strip() for key, inner in value.items())
    if isinstance(value, list):
        return " ".join(map(_in_words, value))
    return str(value)


def guarded(text: str) -> str:
    """A text that no spreadsheet runs as a formula: an apostrophe is put before one that it would run.

    >>> guarded("=1+1"), guarded("'=1+1"), guarded("Flare")
    ("'=1+1", "''=1+1", 'Flare')
    """
    return f"'{text}" if runs(text.lstrip("'")) else text


def unguarded(text: str) -> str:
    """The text without the apostrophe of `guarded`."""
    return text[1:] if text.startswith("'") and runs(text.lstrip("'")) else text


def runs(text: str) -> bool:
    """Whether a spreadsheet may run a text as a formula, by its first visible character."""
    return next((c for c in text if c in _FORMULA or not _unseen(c)), "") in _FORMULA


def _unseen(character: str) -> bool:
    return character.isspace() or unicodedata.category(character) in ("Cc", "Cf")
