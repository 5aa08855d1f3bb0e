"""What a stranger could send to keep Arsenal busy: inputs of any size, each with the command that meets it.

`ATTACKS` has them at the size at which they hurt. `python -m tests.hostile` runs them all and says how long each takes
and how much memory; the tests use them small.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.workbooks import many, workbook

PACK = "moon-duel"
VALIDATE = ("validate", PACK)
MB = 1024 * 1024

Make = Callable[[Path, int], None]


@dataclass(frozen=True, slots=True)
class Attack:
    """`make(pack, n)` changes a new pack of that folder; `size` is the `n` that hurts.

    `command` is run in the pack's parent folder; `codes` are the exit codes with which it may end.
    """

    make: Make
    size: int
    command: tuple[str, ...] = VALIDATE
    codes: tuple[int, ...] = (1,)


def cards(pack: Path, text: str) -> None:
    """Writes the pack's file of cards; the deck of those that it had goes."""
    (pack / "decks/first-deck.yaml").unlink(missing_ok=True)
    (pack / "sets/core/cards.yaml").write_text(text, "utf-8")


def spell(index: int, **more: object) -> str:
    """A card that is as it should be, in JSON, which is YAML too."""
    card = {"id": f"c-{index}", "number": index + 1, "name": f"Card {index}", "faction": "tide", "type": "spell"}
    return "- " + json.dumps({**card, "cost": 1, "text": "Draw a card.", **more}, ensure_ascii=False) + "\n"


def spells(number: int, **more: object) -> str:
    return "".join(spell(index, **more) for index in range(number))


def schema(pack: Path, **properties: object) -> None:
    """Gives cards more properties, or others."""
    path = pack / "card.schema.json"
    written = json.loads(path.read_text("utf-8"))
    written["items"]["properties"].update(properties)
    path.write_text(json.dumps(written), "utf-8")


def game(pack: Path, **keys: object) -> None:
    """Adds entries to mappings of game.yaml, or replaces what is no mapping."""
    from builder.documents.reading import load

    data: dict[str, Any] = dict(load(pack / "game.yaml").data)
    for name, value in keys.items():
        key = name.replace("_", "-")
        data[key] = {**data.get(key, {}), **value} if isinstance(value, Mapping) else value
    (pack / "game.yaml").write_text(json.dumps(data), "utf-8")


def deck(pack: Path, counts: Mapping[str, int], name: str = "hostile", **more: object) -> None:
    written = {"name": name, "game": PACK, "cards": dict(counts), **more}
    (pack / f"decks/{name}.yaml").write_text(json.dumps(written), "utf-8")


# Files that say little, often


def empty_cards(pack: Path, n: int) -> None:
    cards(pack, "- {}\n" * n)


def tags(pack: Path, n: int) -> None:
    cards(pack, "- !!a\n" * n)


def duplicate_keys(pack: Path, n: int) -> None:
    cards(pack, "a: 1\n" * n)


def unknown_keys(pack: Path, n: int) -> None:
    cards(pack, spell(0).rstrip("}\n") + "".join(f', "k{i}": 1' for i in range(n)) + "}\n")


def unknown_keys_of_game(pack: Path, n: int) -> None:
    with (pack / "game.yaml").open("a", encoding="utf-8") as file:
        file.writelines(f"k{i}: 1\n" for i in range(n))


def many_files(pack: Path, n: int) -> None:
    for i in range(n):
        (pack / f"sets/core/f{i}.yaml").write_text("- {}\n- {}\n", "utf-8")


def many_set_folders(pack: Path, n: int) -> None:
    for i in range(n):
        folder = pack / f"sets/s{i}"
        folder.mkdir()
        (folder / "cards.yaml").write_text("- {}\n", "utf-8")


def deep(pack: Path, n: int) -> None:
    cards(pack, ("- " + "[" * 60 + "]" * 60 + "\n") * n)


def aliases(pack: Path, n: int) -> None:
    for i in range(n):
        body = "- &a [" + "x, " * 900 + "x]\n" + "- [" + "*a, " * 99 + "*a]\n"
        (pack / f"sets/core/f{i}.yaml").write_text(body, "utf-8")


# Cards


def unknown_symbols(pack: Path, n: int) -> None:
    schema(pack, text={"type": "string"})
    words = "".join(f"{{s{i}}}" for i in range(600))
    cards(pack, spells(n, text=words))


def unknown_symbols_in_one_text(pack: Path, n: int) -> None:
    schema(pack, text={"type": "string"})
    cards(pack, spell(0, text="".join(f"{{s{i}}}" for i in range(n))))


def duplicate_numbers(pack: Path, n: int) -> None:
    cards(pack, "".join(spell(i, number=i // 2 + 1) for i in range(n)))


def duplicate_ids(pack: Path, n: int) -> None:
    cards(pack, "".join(spell(i, id=f"c-{i // 2}") for i in range(n)))


def missing_art(pack: Path, n: int) -> None:
    (pack / "art").mkdir()
    for i in range(min(n, 15_000)):
        (pack / f"art/a{i}.png").write_bytes(b"")
    cards(pack, "".join(spell(i, art=f"art/b{i}.png") for i in range(n)))


def unknown_factions(pack: Path, n: int) -> None:
    schema(pack, faction={"type": "string", "x-vocabulary": "factions"})
    game(pack, factions={f"faction-{i}": {"name": f"Faction {i}"} for i in range(n)})
    cards(pack, spells(min(n, 50_000), faction="fraction-5"))


def long_text(pack: Path, n: int) -> None:
    schema(pack, text={"type": "string"})
    cards(pack, spell(0, text="word {spark} *x* " * (n // 17)))


def long_ids(pack: Path, n: int) -> None:
    cards(pack, "".join(spell(i, id="x" * (n // 20)) for i in range(20)))


# Schemas


def unique_items(pack: Path, n: int) -> None:
    schema(pack, things={"type": "array", "uniqueItems": True})
    cards(pack, spell(0, things=[{"a": i} for i in range(n)], cost="x"))


def repeated_items(pack: Path, n: int) -> None:
    schema(pack, things={"type": "array", "uniqueItems": True})
    cards(pack, spell(0, things=[{"a": i // 2} for i in range(n)]))


def all_of(pack: Path, n: int) -> None:
    schema(pack, things={"type": "array", "items": {"allOf": [{"minimum": i} for i in range(2000)]}})
    cards(pack, spell(0, things=[5000] * n))


def all_of_that_fails(pack: Path, n: int) -> None:
    schema(pack, things={"type": "array", "items": {"allOf": [{"minimum": -i} for i in range(2000)]}})
    cards(pack, spell(0, things=[5000] * n + [-1999]))


def patterns(pack: Path, n: int) -> None:
    schema(pack, **{f"p{i}": {"type": "string", "pattern": f"^(a{i}|[a-z]{{1,300}}){{1,3}}$"} for i in range(n)})


def repeated_patterns(pack: Path, n: int) -> None:
    path = pack / "card.schema.json"
    written = json.loads(path.read_text("utf-8"))
    written["$defs"] = {"p": {"type": "string", "pattern": "^(\\w{1,20}){1,3}$"}}
    written["items"]["properties"].update({f"p{i}": {"$ref": "#/$defs/p"} for i in range(n)})
    path.write_text(json.dumps(written), "utf-8")


def long_description(pack: Path, n: int) -> None:
    path = pack / "card.schema.json"
    written = json.loads(path.read_text("utf-8"))
    written["$defs"] = {"p": {"type": "string", "description": "x" * n}}
    written["items"]["properties"].update({f"p{i}": {"$ref": "#/$defs/p"} for i in range(3000)})
    path.write_text(json.dumps(written), "utf-8")


def nested_unevaluated(pack: Path, n: int) -> None:
    inner: dict[str, Any] = {"properties": {"a": {"type": "string"}}, "unevaluatedProperties": False}
    for _ in range(n):
        inner = {"allOf": [inner], "unevaluatedProperties": False}
    schema(pack, things=inner)
    cards(pack, spell(0, things={"a": "x"}) + spell(1, things={"a": "x", "b": 1}))


def patterns_on_a_long_text(pack: Path, n: int) -> None:
    schema(pack, text={"allOf": [{"pattern": f"(a|b|c)*d{i}$"} for i in range(60)]})
    cards(pack, spell(0, text="abc" * (n // 3)))


def many_fields(pack: Path, n: int) -> None:
    schema(pack, **{f"f{i}": {"type": "string", "x-vocabulary": "keywords"} for i in range(4000)})
    cards(pack, spells(n))


# The words of the game


def unused_symbols(pack: Path, n: int) -> None:
    game(pack, symbols={f"s{i}": {"name": "S", "letters": "S"} for i in range(n)})
    (pack / "templates").mkdir()
    (pack / "templates/own.typ.j2").write_text("x" * 4 * MB, "utf-8")


def unknown_resources(pack: Path, n: int) -> None:
    words = {f"r{i}": {"name": "R"} for i in range(n)}
    game(pack, resources=words, factions={f"f{i}": {"name": "F", "resource": f"q{i}"} for i in range(n)})


def glossary(pack: Path, n: int) -> None:
    game(pack, glossary={f"Word {i}": "A meaning." for i in range(n)})


# Decks, formats, rulings, translations


def unknown_in_deck(pack: Path, n: int) -> None:
    cards(pack, spells(n))
    deck(pack, {f"d-{i}": 1 for i in range(n)})


def faulty_decks(pack: Path, n: int) -> None:
    for i in range(n):
        deck(pack, {f"d-{i}": 1}, f"d{i}")


def unknown_in_checked_deck(pack: Path, n: int) -> None:
    cards(pack, spells(n))
    written = {"name": "Mine", "game": PACK, "cards": {f"d-{i}": 1 for i in range(n)}}
    (pack.parent / "mine.yaml").write_text(json.dumps(written), "utf-8")


def sections(pack: Path, n: int) -> None:
    written = {"name": "Mine", "game": PACK, "sections": {f"s-{i}": {"flare": 1} for i in range(n)}}
    (pack.parent / "mine.yaml").write_text(json.dumps(written), "utf-8")


def extends_chain(pack: Path, n: int) -> None:
    for i in range(n):
        below = {"extends": f"f{i - 1}"} if i else {}
        body = {"name": f"F{i}", **below, "clauses": {f"c{i}": {"clause": "count", "section": "main", "min": 1}}}
        (pack / f"formats/f{i}.yaml").write_text(json.dumps(body), "utf-8")


def formats_and_decks(pack: Path, n: int) -> None:
    for i in range(n):
        (pack / f"formats/f{i}.yaml").write_text((pack / "formats/standard.yaml").read_text("utf-8"), "utf-8")
        deck(pack, {"flare": 1}, f"d{i}", format=f"x{i}")


def long_query(pack: Path, n: int) -> None:
    where = " or ".join(f"cost={i}" for i in range(n // 10))
    body = {"name": "F", "clauses": {"c": {"clause": "copies", "max": 1, "where": where}}}
    (pack / "formats/f.yaml").write_text(json.dumps(body), "utf-8")


def rulings(pack: Path, n: int) -> None:
    entries = [{"cards": [f"x-{i}"], "question": "Q?", "answer": "A.", "date": "2026-02-30"} for i in range(n)]
    (pack / "rulings.yaml").write_text("\n".join("- " + json.dumps(entry) for entry in entries) + "\n", "utf-8")


def locale(pack: Path, n: int) -> None:
    (pack / "locales").mkdir()
    entries = {f"x-{i}": {"name": "N"} for i in range(n)}
    (pack / "locales/fr.yaml").write_text(json.dumps({"cards": entries}), "utf-8")


def wrong_locale(pack: Path, n: int) -> None:
    (pack / "locales").mkdir()
    entries: dict[str, object] = {f"x-{i}": {"name": "N"} for i in range(n)}
    (pack / "locales/fr.yaml").write_text(json.dumps({"cards": {**entries, "last": 1}}), "utf-8")


def pasted(pack: Path, n: int) -> None:
    (pack.parent / "list.txt").write_text("1 Flair\n" * (n // 8), "utf-8")


def pasted_line(pack: Path, n: int) -> None:
    (pack.parent / "list.txt").write_text("1 " + "Flair " * (n // 6), "utf-8")


def big_deck(pack: Path, n: int) -> None:
    cards(pack, spells(26))
    written = {"name": "Mine", "game": PACK, "cards": {f"c-{i}": n for i in range(26)}}
    (pack.parent / "mine.yaml").write_text(json.dumps(written), "utf-8")


def slow_template(pack: Path, n: int) -> None:
    (pack / "templates").mkdir()
    loops = f"{{% for a in range({n}) %}}{{% for b in range({n}) %}}{{% endfor %}}{{% endfor %}}"
    (pack / "templates/mine.typ.j2").write_text(loops, "utf-8")
    game(pack, face="mine")


def slow_typst(pack: Path, n: int) -> None:
    (pack / "templates").mkdir()
    (pack / "templates/mine.typ.j2").write_text(
        f"#for a in range({n}) {{ for b in range({n}) {{ let c = a * b }} }}", "utf-8"
    )
    game(pack, face="mine")


def nothing(pack: Path, n: int) -> None:
    pass


def own(*command: str) -> tuple[str, ...]:
    return (*command, "--packs", PACK)


def of_workbook(what: str) -> Make:
    """A workbook that has so many of these."""
    return lambda pack, size: written(pack, "cards.xlsx", workbook(many(what, size)))


def of_bytes(name: str, start: bytes, again: bytes, end: bytes = b"") -> Make:
    """A file that says something again and again."""
    return lambda pack, size: written(pack, name, start + again * size + end)


def written(pack: Path, name: str, content: bytes) -> None:
    """Writes a file into the pack's parent folder."""
    (pack.parent / name).write_bytes(content)


def equal_names(pack: Path, size: int) -> None:
    """Cards of one name, and the spreadsheet that they come from."""
    cards(pack, spells(size, name="Bat"))
    written(pack, "cards.csv", b"Name,Faction,Type,Cost\n" + b"Bat,tide,spell,1\n" * size)


def taken(file: str) -> tuple[str, ...]:
    return ("import", file, "--game", PACK, "--dry-run")


FILES: dict[str, Attack] = {  # what a stranger gives to be imported or formatted
    "a workbook of 2,300,000 fonts": Attack(of_workbook("fonts"), 2_300_000, taken("cards.xlsx"), (0,)),
    "a workbook of 3,000,000 formats of cells": Attack(of_workbook("formats of cells"), 3_000_000, taken("cards.xlsx")),
    "a workbook of 5,000,000 texts": Attack(of_workbook("texts"), 5_000_000, taken("cards.xlsx")),
    "a workbook of 1,000,000 sheets": Attack(of_workbook("sheets"), 1_000_000, taken("cards.xlsx")),
    "a workbook of 1,000,000 links": Attack(of_workbook("links"), 1_000_000, taken("cards.xlsx"), (0,)),
    "a workbook of 3,100,000 rows": Attack(of_workbook("rows"), 3_100_000, taken("cards.xlsx")),
    "a workbook of 20,001 x 25 cells": Attack(of_workbook("cells"), 500_025, taken("cards.xlsx")),
    "16,000,000 empty lines of CSV": Attack(
        of_bytes("cards.csv", b"Name,Type\nBat,spell\n", b"\n"), 16_000_000, taken("cards.csv")
    ),
    "19,000 equal headings": Attack(of_bytes("cards.csv", b"Name", b",Name"), 19_000, taken("cards.csv")),
    "19,000 equal names, imported again": Attack(equal_names, 19_000, taken("cards.csv"), (0, 1)),
    "8,000,000 comments": Attack(of_bytes("odd.yaml", b"", b"#\n"), 8_000_000, ("fmt", "--check", "odd.yaml")),
    "1,240,000 elements of a deck": Attack(
        of_bytes("odd.cod", b"<cockatrice_deck><zone name='main'>", b"<a/>", b"</zone></cockatrice_deck>"),
        1_240_000,
        own("check", "odd.cod"),
    ),
}

ATTACKS: dict[str, Attack] = {
    **FILES,
    "100,000 empty cards": Attack(empty_cards, 100_000),
    "4,000,000 empty cards": Attack(empty_cards, 3_300_000),
    "16 MB of tags": Attack(tags, 2_700_000),
    "16 MB of a key that is written again": Attack(duplicate_keys, 3_300_000),
    "1,000,000 unknown keys": Attack(unknown_keys, 1_000_000),
    "1,000,000 unknown keys of game.yaml": Attack(unknown_keys_of_game, 1_000_000),
    "19,000 files of two faults": Attack(many_files, 19_000),
    "19,000 folders that are no sets": Attack(many_set_folders, 19_000),
    "100,000 nested lists": Attack(deep, 100_000),
    "100 files of aliases": Attack(aliases, 100),
    "400 cards of 600 unknown symbols": Attack(unknown_symbols, 400),
    "600,000 unknown symbols in a text": Attack(unknown_symbols_in_one_text, 600_000),
    "50,000 numbers twice": Attack(duplicate_numbers, 50_000),
    "50,000 ids twice": Attack(duplicate_ids, 50_000),
    "15,000 missing pictures": Attack(missing_art, 15_000),
    "100,000 factions, 50,000 unknown": Attack(unknown_factions, 100_000),
    "a text of 10 MB": Attack(long_text, 10 * MB, codes=(0, 1)),
    "20 ids of 0.5 MB": Attack(long_ids, 10 * MB),
    "uniqueItems on 6,000 mappings": Attack(unique_items, 6_000),
    "uniqueItems on 200,000 mappings, each twice": Attack(repeated_items, 200_000),
    "2,000 allOf on 200,000 items, all right": Attack(all_of, 200_000, codes=(0, 1)),
    "2,000 allOf on 200,000 items, one wrong": Attack(all_of_that_fails, 200_000),
    "3,000 patterns": Attack(patterns, 3_000),
    "3,000 times one pattern": Attack(repeated_patterns, 3_000),
    "3,000 times a description of 1 MB": Attack(long_description, MB),
    "unevaluatedProperties, 18 deep": Attack(nested_unevaluated, 18),
    "60 patterns on a text of 5 MB": Attack(patterns_on_a_long_text, 5 * MB),
    "4,000 fields and 10,000 cards": Attack(many_fields, 10_000, codes=(0, 1)),
    "50,000 symbols without use, 4 MB of templates": Attack(unused_symbols, 50_000, codes=(0, 1)),
    "20,000 unknown resources": Attack(unknown_resources, 20_000),
    "a glossary of 100,000 words": Attack(glossary, 100_000, codes=(0, 1)),
    "2,000 decks with errors": Attack(faulty_decks, 2_000),
    "a deck of 10,000 unknown ids": Attack(unknown_in_deck, 10_000),
    "a deck of 10,000 unknown ids, judged": Attack(unknown_in_checked_deck, 10_000, own("check", "mine.yaml")),
    "a deck of 10,000 unknown ids, printed": Attack(
        unknown_in_checked_deck, 10_000, own("print", "mine.yaml", "-o", "out.pdf")
    ),
    "a deck of 10,000 unknown ids, counted": Attack(unknown_in_checked_deck, 10_000, own("stats", "mine.yaml"), (0, 1)),
    "a deck of 50,000 sections, judged": Attack(sections, 50_000, own("check", "mine.yaml")),
    "a deck of 50,000 sections, counted": Attack(sections, 50_000, own("stats", "mine.yaml"), (0, 1)),
    "a chain of 1,000 formats": Attack(extends_chain, 1_000, codes=(0, 1)),
    "2,000 formats and decks": Attack(formats_and_decks, 2_000),
    "a query of 100 kB in a format": Attack(long_query, 100_000, codes=(0, 1)),
    "a query of 100 kB": Attack(nothing, 1, own("search", " or ".join(f"cost={i}" for i in range(10_000))), (0, 1)),
    "an alternation of 100 kB": Attack(
        nothing, 1, own("search", "name:/" + "|".join(f"a{i}" for i in range(14_000)) + "/"), (0, 1)
    ),
    "100,000 rulings of unknown cards": Attack(rulings, 100_000),
    "a translation of 300,000 unknown cards": Attack(locale, 300_000),
    "a translation of 300,000 cards, one wrong": Attack(wrong_locale, 300_000),
    "a list of 10 MB": Attack(pasted, 10 * MB, own("check", "list.txt")),
    "a line of 10 MB": Attack(pasted_line, 10 * MB, own("check", "list.txt")),
    "26 cards, 10,000 of each": Attack(big_deck, 10_000, own("print", "mine.yaml", "-o", "out.pdf"), (0, 2)),
    "26 cards, 10,000 of each, 30,000 pages allowed": Attack(
        big_deck, 10_000, own("print", "mine.yaml", "-o", "out.pdf", "--max-pages", "30000"), (0,)
    ),
    "26 cards, 10,000 of each, as pictures": Attack(
        big_deck, 10_000, own("tabletop", "mine.yaml", "-o", "out"), (0, 2)
    ),
    "26 cards, 10,000 of each, counted": Attack(big_deck, 10_000, own("stats", "mine.yaml"), (0, 1)),
    "26 cards, 10,000 of each, judged": Attack(big_deck, 10_000, own("check", "mine.yaml")),
    "a template that does not end": Attack(slow_template, 99_999, ("validate", PACK, "--faces")),
    "a page that does not end": Attack(slow_typst, 100_000, ("validate", PACK, "--faces")),
    "a card of 10 MB, shown": Attack(long_text, 10 * MB, own("show", "c-0"), (0,)),
    "a card of 10 MB, found": Attack(long_text, 10 * MB, own("search", "Card"), (0,)),
}
