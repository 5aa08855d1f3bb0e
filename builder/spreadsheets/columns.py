"""Which column is which field: by the author's map, by name or title, by usual headings, by similar names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Literal

from builder.diagnostics import near
from builder.diagnostics.wording import sure
from builder.documents.data import Data, mapping, text, texts
from builder.naming import fold
from builder.spreadsheets.cells import Form
from builder.spreadsheets.languages import language_of, without_own
from builder.spreadsheets.sheets import MAX_COLUMNS

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{1,8}){0,3}")
DOWN = "down"  # in the map's `fill`: an empty cell of the column has the value of the cell above it
MAP_FILE = "import.yaml"  # of a pack: the author's map

# Usual headings of columns, by Arsenal's fields; the surest first.
USUAL: Mapping[str, Sequence[str]] = {
    "id": ("id", "card id", "slug", "uid"),
    "number": ("number", "no", "no.", "nr", "nr.", "#", "num", "collector number", "card number", "card no", "card #"),
    "name": (
        *("name", "card name", "title", "card title", "cardname", "card", "nom", "nombre", "naam", "kartenname"),
        *("titel", "titre"),
    ),
    "set": ("set", "expansion", "edition", "card set"),
    "faction": ("faction", "clan", "house", "team", "side", "suit", "color", "colour", "farbe", "couleur", "famille"),
    "type": ("type", "card type", "cardtype", "kind", "category", "typ", "kartentyp", "card kind", "class", "tipo"),
    "rarity": ("rarity", "rareness", "seltenheit"),
    "cost": (
        *("cost", "costs", "price", "mana", "mana cost", "energy", "energy cost", "resource cost", "casting cost"),
        *("play cost", "cost to play", "kosten", "cout", "coste"),
    ),
    "keywords": ("keywords", "keyword", "traits", "tags"),
    "text": (
        *("text", "card text", "rules", "rules text", "rule text", "rulestext", "effect", "effects", "ability"),
        *("ability text", "abilities", "effect text", "description", "desc", "body", "body text", "texte", "regeltext"),
        *("effet", "effekt", "efecto", "texto"),
    ),
    "flavor": ("flavor", "flavour", "flavor text", "flavour text", "flavortext", "quote", "lore"),
    "art": ("art", "image", "picture", "artwork", "illustration", "art file", "image file", "img", "pic", "bild"),
    "artist": ("artist", "illustrator", "painter", "art by", "art credit"),
    "copies": (
        *("copies", "qty", "qty.", "quantity", "count", "# copies", "number of copies", "no. of copies", "amount"),
        *("in box", "in deck", "deck qty", "quantity in deck", "anzahl", "menge", "exemplaires", "quantite", "cnt"),
        "nombre",
    ),
    "faces": ("faces", "die faces", "dice faces", "sides"),
    "notes": (
        *("notes", "note", "comment", "comments", "designer notes", "design notes", "dev notes", "playtest notes"),
        *("remarks", "todo", "to do", "status", "internal", "playtest", "feedback", "notizen"),
    ),
}

How = Literal["map", "name", "usual", "near", ""]


@dataclass(frozen=True)
class ColumnMap:
    """The data of import.yaml: `columns` are fields by headings, `ignore` the headings that are left out.

    `words` are the author's words for values, by field; `sets` are the sets of sheets, `fill` are values of fields
    without a column.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    ignore: Sequence[str] = ()
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    sets: Mapping[str, str] = field(default_factory=dict)
    fill: Mapping[str, Data] = field(default_factory=dict)

    def words_of(self, name: str) -> dict[str, str]:
        """The author's words for values of a field, folded."""
        return {fold(word): value for word, value in self.words.get(name, {}).items()}


def map_from(data: Data) -> ColumnMap:
    """The map that import.yaml is; its shape has been checked."""
    written = mapping(data)
    return ColumnMap(
        {heading: text(name) for heading, name in mapping(written.get("columns")).items()},
        texts(written.get("ignore")),
        {
            name: {word: text(value) for word, value in mapping(words).items()}
            for name, words in mapping(written.get("words")).items()
        },
        {sheet: text(set_id) for sheet, set_id in mapping(written.get("sets")).items()},
        dict(mapping(written.get("fill"))),
    )


@dataclass(frozen=True)
class SheetColumn:
    """A column: its place among the cells of a row, its heading, and its field; "" if it is left out.

    `how` says how the field was found; `nearest` are fields with similar names, for a column that is left out.
    """

    place: int
    heading: str
    field: str
    how: How = ""
    nearest: Sequence[str] = ()


def match_columns(
    headings: Iterable[str], forms: Mapping[str, Form], map_: ColumnMap, own: str = ""
) -> list[SheetColumn]:
    """The field of each column; no field has two columns. The author's map counts first, similar names last.

    `own` is the game's own language, which headings may name.
    """
    listed = list(headings)
    by_map = {fold(heading): name for heading, name in map_.columns.items()}
    ignored = {fold(heading) for heading in map_.ignore}
    readable = {name: form for name, form in forms.items() if form.readable}
    found: dict[int, tuple[str, How]] = {}
    taken: set[str] = set()

    def take(ways: Iterable[tuple[int, str]], how: How) -> None:
        for place, name in ways:
            if name and place not in found and name not in taken and fold(listed[place]) not in ignored:
                found[place] = (name, how)
                taken.add(name)

    numbered = list(enumerate(listed))
    take(((place, by_map.get(fold(heading), "")) for place, heading in numbered), "map")
    take(((place, _named(heading, readable)) for place, heading in numbered), "name")
    take(_usual(numbered, readable), "usual")
    in_own = [(place, plain) for place, heading in numbered if (plain := without_own(heading, own)) != heading]
    take(((place, _named(plain, readable)) for place, plain in in_own), "usual")
    take(_usual(in_own, readable), "usual")
    take(((place, _like(heading, readable, taken)) for place, heading in numbered), "near")
    columns = []
    for place, heading in numbered:
        name, how = found.get(place, ("", "map" if fold(heading) in ignored else ""))
        open_to = [name for name in readable if name not in taken]
        nearest = () if name or fold(heading) in ignored else near(heading, open_to, n=2)
        columns.append(SheetColumn(place, heading, name, how, nearest))
    return columns


def split_field(name: str, forms: Mapping[str, Form]) -> tuple[str, str]:
    """The field and the language in a name such as `name.fr`; both "" where the name has none."""
    field, _, language = name.rpartition(".")
    form = forms.get(field)
    found = form is not None and form.kind == "text" and not form.words and name not in forms
    return (field, language) if found and _LANGUAGE.fullmatch(language) else ("", "")


def forms_in_languages(
    forms: Mapping[str, Form], fields: Mapping[str, str], headings: Iterable[str], own: str
) -> dict[str, Form]:
    """The forms, and forms for texts in other languages that a map (`fields`, by headings) or headings name.

    `own` is the game's own language.
    """
    found: dict[str, Form] = {}
    for name in fields.values():
        field, language = split_field(name, forms)
        if language:
            found[name] = replace(forms[field], name=name)
    named = ((heading, *language_of(heading)) for heading in headings)
    others = (one for one in named if one[2] not in ("", own))
    for heading, plain, language in islice(others, MAX_COLUMNS):
        [column] = match_columns([plain], forms, ColumnMap())
        name = f"{column.field}.{language}"
        if column.field and split_field(name, forms)[1]:
            found.setdefault(name, replace(forms[column.field], name=name, title=heading))
    return {**forms, **found}


def usual_fields(heading: str, own: str = "") -> list[str]:
    """The usual fields for a heading, the likeliest first; it may name the language `own`."""
    folded = fold(without_own(heading, own))
    return [name for name, headings in USUAL.items() if folded in headings]


def known_headings(forms: Mapping[str, Form], map_: ColumnMap) -> Collection[str]:
    """All folded headings that are known."""
    usual = {heading for headings in USUAL.values() for heading in headings}
    words = (word for form in forms.values() for word in (form.name, form.title, form.name.replace("-", " ")))
    return {*map(fold, words), *map(fold, map_.columns), *map(fold, map_.ignore), *usual}


def _named(heading: str, forms: Mapping[str, Form]) -> str:
    """The field of that name or title."""
    folded = fold(heading)
    for name, form in forms.items():
        if folded in (name, fold(form.title), fold(name.replace("-", " ")), fold(name.replace("-", ""))):
            return name
    return ""


def _usual(headings: Iterable[tuple[int, str]], forms: Mapping[str, Form]) -> Iterable[tuple[int, str]]:
    """Columns with usual headings, each with an existing field, the surest headings first."""
    by_name = [(place, fold(heading)) for place, heading in headings]
    for name, usual in USUAL.items():
        if name in forms and forms[name].readable:
            for word in usual:
                yield from ((place, name) for place, heading in by_name if heading == word)


def _like(heading: str, forms: Mapping[str, Form], taken: Collection[str]) -> str:
    """The only field without a column whose name or title is like a heading, but for a typing error."""
    words = {
        word: name for name, form in forms.items() if name not in taken for word in (form.title, name) if len(word) > 3
    }
    return words.get(sure(heading, words), "")
