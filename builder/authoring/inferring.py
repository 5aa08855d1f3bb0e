"""Infers from the cells of a spreadsheet what a game has: what each column is, and the words of game.yaml's lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from builder.authoring.columnmaps import LAST_FIELDS
from builder.authoring.new import COMMON
from builder.diagnostics import count_of, some_of
from builder.documents.data import Data, whole
from builder.naming import fold, free, slug
from builder.spreadsheets.cells import items, read_whole, unguarded
from builder.spreadsheets.columns import MAP_FILE, USUAL, usual_fields
from builder.spreadsheets.inferring import EMPTY, Inferred, inferred, words_of
from builder.spreadsheets.languages import language_of, without_own
from builder.spreadsheets.tables import Table, is_number
from builder.storage.files import is_file
from builder.storage.listing import PICTURES

_LARGEST_PICTURE = 20 * 1024 * 1024  # bytes; and of all pictures together:
_ALL_PICTURES = 200 * 1024 * 1024
_FOLDERS = ("", "art", "images", "pictures", "img")  # next to the spreadsheet, in which pictures are looked for
_VOCABULARIES = {"type": "types", "faction": "factions", "rarity": "rarities"}
OF_EVERY_GAME = ("id", "number", "name", *LAST_FIELDS)
_AMOUNT = re.compile(r"(\d{1,3})\s*[x×]?\s*([^\W\d_][^\W\d_ -]*)")
_AMOUNTS = re.compile(rf"{_AMOUNT.pattern}(?:\s*[,;+/ ]\s*{_AMOUNT.pattern})*")
_SYMBOL = re.compile(r"\{([^{}\n]{1,40})\}")
_MOST_LETTERS = {"text": 2000, "flavor": 600, "artist": 120}  # limits of fields that every game has
_LONGEST_NAME = 60  # characters; longer cells are no names
_MOST_PRINTED = 40  # characters of all texts in the line of type
_OF_NOTES = frozenset(word for heading in USUAL["notes"] for word in heading.split() if " " not in heading)
_WORD = re.compile(r"[^\W\d_]+")
_MOST_SYMBOLS = 200
NETS = (4, 6, 8, 10, 12, 20)  # faces of dice that are printed as nets
_DIE = "16mm"  # the length of a die's edges
_MOST_AMOUNTS = 8  # kinds of resources
# Colours that differ clearly, and are dark enough for white words; then the colours for words that name a colour.
_PALETTE = (
    *("#a63d1f", "#1f5fa6", "#2f7a45", "#6a3d8f", "#b07d12", "#3a3f4a", "#9c2f62", "#1c7f86", "#7a5230", "#566b1e"),
)
_COLORS = {
    "red": "#a8322b", "blue": "#2257a5", "green": "#2f7a45", "black": "#2f2f35", "white": "#8d8a7c",
    "yellow": "#b58a10", "purple": "#6a3d8f", "orange": "#bf6415", "brown": "#7a5230", "grey": "#666c74",
    "gray": "#666c74", "pink": "#b0487d", "gold": "#a9861a", "silver": "#7b828c", "fire": "#a63d1f",
    "water": "#1f5fa6", "earth": "#7a5230", "air": "#4d86a8",
}  # fmt: skip


@dataclass
class InferredGame:
    """A game while it is inferred from the cells."""

    words: dict[str, dict[str, dict[str, Data]]] = field(default_factory=dict)  # game.yaml's lists
    properties: dict[str, dict[str, Data]] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)  # what each field is, in words
    columns: dict[str, str] = field(default_factory=dict)  # fields by headings
    pictures: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    language: str = "en"
    printed: int = 0  # characters of the texts that stand in the line of type
    left_off: list[str] = field(default_factory=list)  # headings of texts that would be too long for it


def infer(game: InferredGame, tables: Sequence[Table], pictures_from: Path | None) -> None:
    """Infer what each column is, and which words the game has."""
    cells: dict[str, list[str]] = {heading: [] for heading in headings_of(tables)}
    by_folded = {fold(heading): heading for heading in cells}
    names = {name_heading(table, game.language) for table in tables}
    for table in tables:
        for place, heading in enumerate(table.columns.values()):
            cells[by_folded[fold(heading)]] += [row.cells[place] for row in table.rows if row.cells[place]]
    other = [heading for heading in cells if language_of(heading)[1] not in ("", game.language)]
    own = (heading for heading in cells if heading not in other)
    in_order = sorted(own, key=lambda one: (not cells[one], _rank(one, game.language)))
    for heading in in_order:
        usual = usual_fields(heading, game.language)
        roles = ["name"] if heading in names else [role for role in usual if role != "name"]
        free = [role for role in roles if role not in game.columns.values()]
        if not any(_take(game, role, heading, cells[heading], tables, pictures_from) for role in free):
            _take_other(game, roles, heading, cells[heading])
    for heading in other:
        _take_translation(game, heading, cells[heading])
    if game.left_off:
        game.notes.append(
            f"kept off the cards, whose line of type has no room for them: {some_of(game.left_off)}; "
            'to print one, remove its `"x-face": false` from card.schema.json'
        )
    game.columns = {heading: game.columns[heading] for heading in cells}
    game.properties = {name: game.properties[name] for name in game.columns.values() if name in game.properties}
    texts = (
        cell for heading, name in game.columns.items() if game.kinds[name].startswith("text") for cell in cells[heading]
    )
    _find_symbols(game, [*texts, *(cell for cell in cells.get(heading_of(game, "text"), ()))])
    if "type" not in game.properties:
        game.words["types"] = {"card": {"name": "Card"}}
        game.properties["type"] = {"title": "Type", "type": "string", "x-vocabulary": "types", "enum": ["card"]}
    if "faces" in game.properties:
        _make_dice(game, tables)
    if "factions" not in game.words and len(game.words["types"]) > 1:
        _paint(game.words["types"])


def _rank(heading: str, own: str) -> int:
    """How sure it is that a heading means its field: 0 is the surest."""
    plain = fold(without_own(heading, own))
    return min((list(USUAL[role]).index(plain) for role in usual_fields(plain)), default=0)


def heading_of(game: InferredGame, name: str) -> str:
    """The heading of the column that is a field of the game; "" where none is."""
    return next((heading for heading, field in game.columns.items() if field == name), "")


def _take(
    game: InferredGame,
    role: str,
    heading: str,
    cells: Sequence[str],
    tables: Sequence[Table],
    pictures_from: Path | None,
) -> bool:
    """Use a column as the field that its heading usually means (`role`); False where its cells do not fit."""
    if role in ("name", *_MOST_LETTERS):
        fits = all(len(cell) <= _MOST_LETTERS.get(role, len(cell)) for cell in cells)
        return fits and _use(game, heading, role, "the name" if role == "name" else "text")
    if role == "id":
        fits = all(slug(cell) == cell for cell in cells) and len(set(cells)) == len(cells)
        return fits and _use(game, heading, role, "the id")
    if role in ("number", "copies"):
        numbers = [whole(read_whole(unguarded(cell)), -1) for cell in cells if fold(cell) not in EMPTY]
        fits = all(0 <= number <= 1000 for number in numbers)
        if role == "number":
            fits = fits and 0 not in numbers and len(set(numbers)) == sum(len(table.rows) for table in tables)
        meaning = "the number" if role == "number" else "how many are in the box"
        return bool(numbers) and fits and _use(game, heading, role, meaning)
    if role == "art":
        return _take_pictures(game, heading, cells, pictures_from)
    if role == "set":
        found = inferred(cells, closed=True)
        named = [cell for cell in cells if fold(cell) not in EMPTY]
        if found.kind != "words" or len(named) < sum(len(table.rows) for table in tables):
            return False
        game.words["sets"] = {word: {"name": called} for word, called in found.words.items()}
        return _use(game, heading, "set", f"the set: {some_of(list(found.words.values()))}")
    if role in _VOCABULARIES or role == "keywords":
        return _take_words(game, role, heading, cells)
    if role == "cost":
        return _take_cost(game, heading, cells)
    return role == "faces" and _take_faces(game, heading, cells)


def _use(game: InferredGame, heading: str, name: str, meaning: str) -> bool:
    game.columns[heading] = name
    game.kinds[name] = meaning
    return True


def _take_words(game: InferredGame, role: str, heading: str, cells: Sequence[str]) -> bool:
    """Use a column as types, factions, rarities or keywords of cards, whose words become words of the game."""
    several = role == "keywords"
    found = inferred((part for cell in cells for part in items(cell)) if several else cells, closed=True)
    wanted = ("words", "list") if several else ("words",)
    if found.kind not in wanted:
        return False
    vocabulary = _VOCABULARIES.get(role, role)
    game.words[vocabulary] = {word: {"name": name} for word, name in found.words.items()}
    if role == "faction":
        _paint(game.words["factions"])
        symbols = game.words.setdefault("symbols", {})
        letters = letters_of([str(described["name"]) for described in game.words["factions"].values()])
        for (faction, described), shown in zip(game.words["factions"].items(), letters, strict=True):
            symbols.setdefault(faction, {"name": described["name"], "letters": shown, "color": described["color"]})
            described["symbol"] = faction
    word: dict[str, Data] = {"type": "string", "x-vocabulary": vocabulary, "enum": list(found.words)}
    of_list: dict[str, Data] = {"title": heading, "type": "array", "minItems": 1, "items": word}
    game.properties[role] = of_list if role == "keywords" else {"title": heading, **word}
    return _use(game, heading, role, Inferred("list" if several else "words", found.words).in_words)


def _take_cost(game: InferredGame, heading: str, cells: Sequence[str]) -> bool:
    """A column of costs: amounts of resources by name, or a number."""
    found = inferred(cells)
    paid = [cell for cell in cells if cell not in ("0", "-")]
    words = {slug(word): word for cell in paid for _, word in _AMOUNT.findall(cell)} if paid else {}
    if paid and all(map(_AMOUNTS.fullmatch, paid)) and 0 < len(words) <= _MOST_AMOUNTS and "" not in words:
        game.words["resources"] = {
            word: {"name": called.capitalize(), "symbol": word} for word, called in words.items()
        }
        letters = letters_of(list(words.values()))
        symbols = game.words.setdefault("symbols", {})
        for (word, called), shown, color in zip(words.items(), letters, _PALETTE, strict=False):
            symbols[word] = {"name": called.capitalize(), "letters": shown, "color": _COLORS.get(word, color)}
        amount: dict[str, Data] = {"type": "integer", "minimum": 0, "maximum": 999}
        amounts: dict[str, Data] = dict.fromkeys(words, amount)
        game.properties["cost"] = {
            "title": heading, "type": "object", "minProperties": 1, "additionalProperties": False,
            "x-vocabulary": "resources", "properties": amounts,
        }  # fmt: skip
        return _use(game, heading, "cost", f"amounts of {some_of(list(words))}")
    if found.kind in ("whole", "number"):
        game.properties["cost"] = found.schema(heading)
        return _use(game, heading, "cost", found.in_words)
    return False


def _take_faces(game: InferredGame, heading: str, cells: Sequence[str]) -> bool:
    """A column of the faces of dice: words of symbols, with a bar between two faces."""
    faces = [[face.split() for face in cell.split("|")] for cell in cells]
    symbols = words_of(dict.fromkeys(word for die in faces for face in die for word in face))
    if not faces or "" in symbols or not all(2 <= len(die) <= 20 and max(map(len, die)) < 10 for die in faces):
        return False
    _add_symbols(game, symbols)
    game.properties["faces"] = {"$ref": f"{COMMON}#/$defs/faces"}
    return _use(game, heading, "faces", f"faces of dice, with the symbols {some_of(list(symbols))}")


def _make_dice(game: InferredGame, tables: Sequence[Table]) -> None:
    """Make types dice where each of their cards has the number of faces of a die that can be folded."""
    heading = {name: fold(heading) for heading, name in game.columns.items()}
    of_type: dict[str, bool] = {}
    for table in tables:
        places = {fold(found): place for place, found in enumerate(table.columns.values())}
        types, faces = (places.get(heading.get(name, "")) for name in ("type", "faces"))
        for row in table.rows:
            word = "card" if types is None else slug(row.cells[types])
            of_type[word] = of_type.get(word, True) and faces is not None and row.cells[faces].count("|") + 1 in NETS
    for word, described in game.words["types"].items():
        if of_type.get(word):
            described |= {"form": "die", "size": _DIE}


def _take_pictures(game: InferredGame, heading: str, cells: Sequence[str], pictures_from: Path | None) -> bool:
    """Use a column as pictures, and copy them to art/, if all of them are found near the spreadsheet."""
    found: dict[str, bytes] = {}
    missing: dict[str, None] = {}
    for cell in dict.fromkeys(cells):
        content = _picture(cell, pictures_from)
        if content is None or sum(map(len, found.values())) > _ALL_PICTURES:
            missing[cell] = None
        else:
            found[f"art/{cell.removeprefix('art/')}"] = content
    if missing:
        game.notes.append(
            f"{count_of(len(missing), 'picture')} of the column {heading} are not next to the spreadsheet: "
            f"{some_of(list(missing))}; put them in art/ and write `{heading}: art` in {MAP_FILE}"
        )
        return False
    game.pictures |= found
    copied = f"{count_of(len(found), 'file')} copied to art/" if found else "none so far"
    return _use(game, heading, "art", f"a picture; {copied}")


def _picture(cell: str, pictures_from: Path | None) -> bytes | None:
    """The picture that a cell names, from a folder or one of its `_FOLDERS`; None where there is none."""
    name = PurePosixPath(cell)
    odd = name.is_absolute() or ".." in name.parts or "\\" in cell or any(p.startswith(".") for p in name.parts)
    if pictures_from is None or odd or len(cell) > 150 or not cell.isprintable() or name.suffix.lower() not in PICTURES:
        return None
    for folder in _FOLDERS:
        path = pictures_from / folder / cell
        if is_file(path) and path.resolve().is_relative_to(pictures_from.resolve()):
            with path.open("rb") as stream:
                content = stream.read(_LARGEST_PICTURE + 1)
            return content if len(content) <= _LARGEST_PICTURE else None
    return None


def _take_translation(game: InferredGame, heading: str, cells: Sequence[str]) -> None:
    """Use a column as the translation of another column's text."""
    plain, language = language_of(heading)
    roles = [*(role for role in usual_fields(plain) if role in ("name", "text", "flavor")), game.columns.get(plain, "")]
    texts = ("the name", "text", "text, not printed")
    field = next((role for role in roles if game.kinds.get(role) in texts), "")
    if not field or f"{field}.{language}" in game.columns.values():
        _take_other(game, (), heading, cells)
    else:
        _use(game, heading, f"{field}.{language}", f"text in {language}: locales/{language}.yaml")


def _take_other(game: InferredGame, roles: Sequence[str], heading: str, cells: Sequence[str]) -> None:
    """Use a column as a field that only this game has."""
    taken = {*game.properties, *OF_EVERY_GAME, "set", "type", "pack", "faces", "abilities", "op", "when", "ability"}
    name = free(slug(heading) or "field", taken.union(game.columns.values()))
    found = inferred(cells)
    schema = found.schema(heading)
    meaning = found.in_words
    longest = max(map(len, cells), default=0)
    if {"notes", "art", "id"} & set(roles) or set(_WORD.findall(fold(heading))) & _OF_NOTES:
        schema = Inferred("text", longest=longest).schema(heading) | {"x-face": False}
        meaning = "text, not printed"
    elif found.kind == "text":
        game.printed += longest
        if game.printed > _MOST_PRINTED or language_of(heading)[1]:
            game.printed -= longest
            schema["x-face"] = False
            meaning = "text, not printed"
            game.left_off.append(heading)
    game.properties[name] = schema
    _use(game, heading, name, meaning)


def _find_symbols(game: InferredGame, texts: Iterable[str]) -> None:
    """The symbols that texts print."""
    symbols = [found.strip() for cell in texts for found in _SYMBOL.findall(cell)]
    _add_symbols(game, words_of(list(dict.fromkeys(symbols))[:_MOST_SYMBOLS]))
    if not game.words["symbols"]:
        del game.words["symbols"]


def _add_symbols(game: InferredGame, found: Mapping[str, str]) -> None:
    """Add the symbols that are not there yet, each with a letter and a color."""
    symbols = game.words.setdefault("symbols", {})
    known = {fold(word) for key, one in symbols.items() for word in (key, key.replace("-", " "), str(one["name"]))}
    found = {word: name for word, name in found.items() if fold(name) not in known}
    colors = iter([*_PALETTE[len(symbols) :], *["#4d535b"] * _MOST_SYMBOLS])
    for wanted, name in list(found.items())[: _MOST_SYMBOLS - len(symbols)]:
        if wanted:
            word, color = free(wanted, symbols), next(colors)
            taken = [str(one["letters"]) for one in symbols.values()]
            shown = letters_of([name], taken)[0]
            symbols[word] = {"name": name.capitalize(), "letters": shown, "color": _COLORS.get(word, color)}


def letters_of(names: Sequence[str], taken: Sequence[str] = ()) -> list[str]:
    """Up to three letters for each name, different from the others', and as few as possible.

    Words that all names begin with are left out, such as "The".
    """
    words = [_WORD.findall(name) or [name] for name in names]
    while len(words) > 1 and all(len(own) > 1 and own[0].lower() == words[0][0].lower() for own in words):
        words = [own[1:] for own in words]
    found: list[str] = []
    for number, own in enumerate(words):
        others = [other[0][:1].upper() for place, other in enumerate(words) if place != number]
        first = own[0]
        initials = "".join(word[0] for word in own[:3]).upper()
        one = [first[:1].upper()] if first[:1].upper() not in others else []
        wanted = [*one, *([initials] if len(own) > 1 else []), *(first[0].upper() + letter for letter in first[1:])]
        free_ones = [letters for letters in wanted if letters not in found and letters not in taken]
        found.append((free_ones or [first[:1].upper()])[0])
    return found


def _paint(words: Mapping[str, dict[str, Data]]) -> None:
    """Give words colours: the colour that the word names, or one that no other word has yet."""
    own = {word: next((_COLORS[part] for part in word.split("-") if part in _COLORS), "") for word in words}
    free = [color for color in _PALETTE if color not in own.values()]
    for number, (word, described) in enumerate(words.items()):
        described["color"] = own[word] or free[number % len(free)]


def language_of_names(tables: Sequence[Table]) -> str:
    """The game's language: the first that a heading of names gives, unless there is one for English or without any."""
    named = [language_of(heading) for heading in headings_of(tables)]
    languages = [language for plain, language in named if "name" in usual_fields(plain)]
    return languages[0] if languages and not {"", "en"} & set(languages) else "en"


def name_heading(table: Table, own: str) -> str:
    """The heading of the names: a usual one, or the first column of words of which more than 80 % are different.

    Where there is none, it is the column, with no empty cell, that has the most different words.
    """
    cells = {
        heading: column
        for place, heading in enumerate(table.columns.values())
        if (column := [row.cells[place] for row in table.rows if row.cells[place]])
    }
    for usual in USUAL["name"]:
        if named := next((heading for heading in cells if fold(without_own(heading, own)) == usual), ""):
            return named
    words = {
        heading: len(set(map(fold, column)))
        for heading, column in cells.items()
        if {"id"}.issuperset(usual_fields(heading))
        and not any(is_number(cell) or len(cell) > _LONGEST_NAME or "\n" in cell for cell in column)
    }
    for heading, different in words.items():
        if different > 0.8 * len(table.rows):
            return heading
    open_to = {heading: n for heading, n in words.items() if n > 1 and len(cells[heading]) == len(table.rows)}
    return max(open_to, key=lambda heading: open_to[heading], default="")


def headings_of(tables: Iterable[Table]) -> list[str]:
    """The headings of all tables, each once."""
    found: dict[str, str] = {}
    for table in tables:
        for heading in table.columns.values():
            found.setdefault(fold(heading), heading)
    return list(found.values())
