"""Cards from spreadsheets: new ones and changed ones, faults at their cells, and nothing else touched."""

import csv
import io
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot

from builder.authoring.importing import Import, ImportOptions, plan_import
from builder.checks import check_pack
from builder.diagnostics import Diagnostic, FindingsError, UsageError
from builder.exports import Bundle
from builder.exports.csv import export
from builder.packs.pack import Pack, in_memory, read
from builder.spreadsheets.cells import guarded
from builder.spreadsheets.reading import sheets_of
from tests.support.packs import PHRASES, SMALL

MAP = """\
# Mine.
columns:
  Krea: type # odd
words:
  type: {K: creature}
ignore: [Mood]
fill: {faction: tide, power: 1}
"""
HEADER = "Name,Faction,Type,Cost,Power,Keywords,Text,Flavor,Qty\n"
BAT = 'Harbour Bat,Tide,Creature,2,2,"Guard, Swift",Gain {Spark}.,,3\n'
CARDS, DECK = "sets/core/cards.yaml", "decks/first-deck.yaml"


def pack(files: Mapping[str, str] | None = None) -> Pack:
    """The small game with other files, or others of its own."""
    return in_memory(Path("my-game"), {**SMALL, **{name: text.encode() for name, text in (files or {}).items()}})


def plan(text: str, into: Pack | None = None, options: ImportOptions | None = None) -> Import:
    return plan_import(sheets_of(text.encode(), "cards.csv"), into or pack(), options)


def after(done: Import, into: Pack | None = None) -> Pack:
    """The pack after an import."""
    before = into or pack()
    return replace(before, files={**before.files, **{name: text.encode() for name, text in done.texts.items()}})


def faults(text: str, into: Pack | None = None, options: ImportOptions | None = None) -> list[Diagnostic]:
    with pytest.raises(FindingsError) as caught:
        plan(text, into, options)
    return caught.value.diagnostics


def test_rows_become_cards_in_canonical_yaml() -> None:
    done = plan(HEADER + BAT)
    assert "\n".join(done.diff()) == snapshot("""\
--- my-game/sets/core/cards.yaml
+++ my-game/sets/core/cards.yaml
@@ -83 +83,14 @@
         gain: {spark: 1}
+
+- id: harbour-bat
+  number: 9
+  name: Harbour Bat
+  faction: tide
+  type: creature
+  cost: 2
+  power: 2
+  keywords:
+    - guard
+    - swift
+  text: Gain {spark}.
+  copies: 3
--- my-game/import.yaml
+++ my-game/import.yaml
@@ -0,0 +1,12 @@
+# Which column of the spreadsheet is which field of a card. `arsenal import` reads this and adds what is new;
+# `arsenal export --to csv` writes the same columns. Change what you like.
+columns:
+  Name: name
+  Faction: faction
+  Type: type
+  Cost: cost
+  Power: power
+  Keywords: keywords
+  Text: text
+  Flavor: flavor
+  Qty: copies\
""")
    assert (done.new, done.changed, len(done.missing)) == (["harbour-bat"], [], 8)
    assert check_pack(after(done)).ok


def test_what_changed_is_changed_and_comments_stay() -> None:
    once = after(plan(HEADER + BAT))
    said = (
        once.files[CARDS]
        .decode()
        .replace(
            "  cost: 2\n  power: 2\n  keywords:\n    - guard",
            "  cost: 2 # tried 3\n  power: 2\n  keywords:\n    - guard",
        )
    )
    assert "# tried 3" in said
    commented = replace(once, files={**once.files, CARDS: said.encode()})
    row = "Harbour Bat,Tide,Creature,3,2,Guard,,It waits.,3\n"
    done = plan(HEADER + row, commented)
    assert done.changed == ["harbour-bat"]
    changed = done.texts[CARDS]
    assert changed.startswith(said[: said.index("- id: harbour-bat")])
    assert changed[changed.index("- id: harbour-bat") :] == snapshot("""\
- id: harbour-bat
  number: 9
  name: Harbour Bat
  faction: tide
  type: creature
  cost: 3  # tried 3
  power: 2
  keywords:
    - guard
  flavor: It waits.
  copies: 3
""")


def test_ids_stay_when_names_or_numbers_change() -> None:
    numbered = "Number," + HEADER
    cat, owl = BAT.replace("Bat", "Cat"), BAT.replace("Harbour Bat", "Night Owl")
    once = after(plan(numbered + "9," + BAT + "10," + cat))

    def said(text: str) -> dict[str, tuple[object, object]]:
        cards = check_pack(after(plan(text, once), once)).ids.items()
        return {card_id: (one.definition["name"], one.definition["number"]) for card_id, one in cards if "a" in card_id}

    renamed = said(numbered + "9," + owl + "10," + cat)
    assert (renamed["harbour-bat"], renamed["harbour-cat"]) == (("Night Owl", 9), ("Harbour Cat", 10))
    renumbered = said(numbered + "9," + cat + "10," + BAT)
    assert (renumbered["harbour-bat"], renumbered["harbour-cat"]) == (("Harbour Bat", 10), ("Harbour Cat", 9))


def test_ids_of_like_names_are_counted_and_may_be_said() -> None:
    assert plan(HEADER + BAT + BAT + BAT).new == ["harbour-bat", "harbour-bat-2", "harbour-bat-3"]
    assert plan("ID," + HEADER + "bat," + BAT + "," + BAT.replace("Harbour Bat", "بطة 🦇")).new == ["bat", "card-10"]
    assert len(plan(HEADER + BAT.replace("Harbour Bat", '"' + "a b " * 30 + '"')).new[0]) <= 80


def test_cards_that_are_missing_stay_unless_asked_for() -> None:
    unused = pack({DECK: "name: X\ngame: my-game\ncards: {flare: 1}\n"})
    only = HEADER + "Flare,Ember,Spell,1,,,,,\n"
    assert len(plan(only, unused).missing) == 7
    assert plan(only, unused).texts.keys() == {"import.yaml"}
    done = plan(only, unused, ImportOptions(remove_missing=True))
    assert list(check_pack(after(done, unused)).ids) == ["flare"]
    [fault] = {fault.code for fault in faults(only, options=ImportOptions(remove_missing=True))}
    assert fault == "unknown-card"  # the deck has them


def test_faults_are_said_at_their_cells() -> None:
    text = HEADER + 'Harbour Bat,Tid,Creature,2,two,"guard, swfit",Gain {sprak}.,,3\n'
    assert [
        (one.code, one.span.line, one.span.column, one.message, one.help) for one in faults(text) if one.span
    ] == snapshot(
        [
            ("unknown-faction", 2, 13, 'B2: "Tid" is not a faction', 'did you mean "tide"? known: ember, tide'),
            ("wrong-type", 2, 28, 'E2: "power" must be a whole number, not "two"', ""),
            ("unknown-keyword", 2, 32, 'F2: "swfit" is not a keyword', 'did you mean "swift"? known: guard, swift'),
            ("unknown-symbol", 2, 47, "G2: {sprak} is not a symbol", 'did you mean "spark"? known: ember, spark, tide'),
        ]
    )


def test_a_name_that_is_too_long_and_a_cell_that_is_missing_have_their_rows() -> None:
    found = faults(HEADER + BAT.replace("Harbour Bat", "x" * 300) + ",Tide,Spell,2,,,Draw.,,\n")
    assert [(one.code, one.message.split(":")[0]) for one in found] == [("bad-length", "A2"), ("missing-key", "A3")]


@pytest.mark.parametrize(
    "said",
    ["Deal 2 damage to a creature.", "deal 2  damage\u00a0to a creature", "Deal **2** damage to a creature.", ""],
)
def test_a_text_that_abilities_make_may_stand_in_a_cell_too(said: str) -> None:
    assert plan(f"{HEADER}Flare,Ember,Spell,1,,,{said},,\n").changed == []


def test_a_text_that_differs_from_its_abilities_is_a_fault_of_its_cell() -> None:
    [fault] = faults(f"{HEADER}Flare,Ember,Spell,1,,,Deal 3 damage.,,\n")
    made = "is made from its abilities, which say: Deal 2 damage to a creature."
    assert fault.message == f'G2: the text of "flare" {made}'


def test_a_map_of_a_field_that_cards_do_not_have_is_a_fault_of_the_map() -> None:
    mapped = pack({"import.yaml": "columns:\n  Mood: pwoer\n  Gone: nowhere\n"})
    [fault] = faults("Name,Mood\nFlare,1\n", mapped)
    assert (fault.span and fault.span.line, fault.message) == (2, '"pwoer" is not a field of cards')
    assert 'did you mean "power"?' in fault.help


def test_a_map_that_takes_a_column_and_leaves_it_out_is_a_fault_of_the_map() -> None:
    mapped = pack({"import.yaml": "columns:\n  Mood: power\nignore: [Cost, MOOD]\n"})
    [fault] = faults("Name,Mood\nFlare,1\n", mapped)
    assert fault.span
    assert (fault.code, fault.span.line, fault.span.column) == ("repeated-item", 3, 16)
    assert fault.help == "remove it here, or `Mood: power` above"


def test_an_id_may_be_spelt_as_words_and_a_wrong_one_is_a_fault_of_its_cell() -> None:
    done = plan("id,Name,Cost\nFlare,Solar Flare,2\nCOAL_SPRITE,Coal Sprite,1\n")
    assert (done.new, done.changed) == ([], ["flare"])
    assert "- id: flare\n" in done.texts["sets/core/cards.yaml"]
    unknown, wrong = faults("id,Name,Cost\nFlare 2,Flare,2\n")
    assert (wrong.message, wrong.span and wrong.span.line) == ('A2: "Flare 2" can\'t be an id', 2)
    assert wrong.help.endswith('"flare-2"')
    assert "Flare 2" not in unknown.help


FRENCH = "Name,Name (FR),Texte FR\nCoal Sprite,Lutin,\nTidepool Scout,Éclaireuse,Regardez {Spark}.\n"


def test_columns_in_a_language_are_translations_and_know_when_words_change() -> None:
    done = plan(FRENCH)
    assert done.changed == []
    assert "Name (FR): name.fr\n  Texte FR: text.fr\n" in done.texts["import.yaml"]
    there = after(done)
    said = yaml.safe_load(done.texts["locales/fr.yaml"])["cards"]
    assert said["coal-sprite"] == {"of": said["coal-sprite"]["of"], "name": "Lutin"}
    assert said["tidepool-scout"]["text"] == "Regardez {spark}."
    assert check_pack(there).diagnostics == []
    assert plan(FRENCH, there).texts == {}
    renamed = plan("id,Name,Name (FR)\ncoal-sprite,Coal Fairy,Lutin\n", there)
    [stale] = check_pack(after(renamed, there)).diagnostics
    assert (stale.code, "locales/fr.yaml" in renamed.texts) == ("stale-translation", False)
    both = plan("id,Name,Name (FR)\ncoal-sprite,Coal Fairy,Fée\n", there)
    assert check_pack(after(both, there)).diagnostics == []
    emptied = yaml.safe_load(plan("Name,Name FR\nCoal Sprite,\n", there).texts["locales/fr.yaml"])["cards"]
    assert list(emptied) == ["tidepool-scout"]


def test_what_a_translation_says_in_a_file_stays() -> None:
    written = "# Mine.\ncards:\n  flare: {name: Fusée} # short\n  coal-sprite: {name: Lutin, flavor: Ah.}\n"
    done = plan("Name,Name (FR)\nCoal Sprite,Farfadet\nMoon Whale,Baleine\n", pack({"locales/fr.yaml": written}))
    made = done.texts["locales/fr.yaml"]
    assert made.startswith("# Mine.\n")
    assert "flare: {name: Fusée}  # short" in made
    assert yaml.safe_load(made)["cards"]["coal-sprite"]["flavor"] == "Ah."
    assert yaml.safe_load(made)["cards"]["moon-whale"]["name"] == "Baleine"


def test_a_fault_of_a_translation_stands_at_its_cell() -> None:
    [fault] = faults("Name (FR),Name,Text,Texte FR\nÉclaireuse,Tidepool Scout,Look.,Regardez {moon}.\n")
    assert (fault.code, fault.message[:3]) == ("unknown-symbol", "D2:")


def test_a_text_in_a_language_that_abilities_make_is_compared_or_noted() -> None:
    done = plan("Name,Text FR\nFlare,Infligez 2 dégâts.\n")
    assert "locales/fr.yaml" not in done.texts
    assert [note for note in done.notes if "cells in fr" in note and "flare" in note]
    french = pack({"phrases/fr.yaml": yaml.safe_dump(PHRASES["fr"], allow_unicode=True)})
    assert plan("Name,Text FR\nFlare,infligez 2 dégâts à une créature\n", french).notes == []
    [fault] = faults("Name,Text FR\nFlare,Infligez 3 dégâts.\n", french)
    assert fault.message.startswith('B2: the text of "flare" is made from its abilities, which say: Infligez 2')


def test_a_translated_text_gives_way_to_abilities() -> None:
    locale = "cards:\n  flare: {name: Fusée, text: Infligez 2 dégâts à une créature.}\n"
    phrases = yaml.safe_dump(PHRASES["fr"], allow_unicode=True)
    before = pack({"phrases/fr.yaml": phrases, "locales/fr.yaml": locale})
    done = plan("Name,Text,Text FR\nFlare,Deal 2 damage to a creature.,Infligez 2 dégâts à une créature.\n", before)
    said = yaml.safe_load(done.texts["locales/fr.yaml"])["cards"]["flare"]
    assert (said["name"], "text" in said, done.changed) == ("Fusée", False, [])


def test_empty_cells_say_what_is_above_them_where_the_map_or_the_author_says_so() -> None:
    cards = "Bat,Tide,Creature,2,1\nCat,,Creature,2,1\nOwl,Ember,Creature,1,1\nEel,,Creature,1,1\n"
    rows = f"Name,Faction,Type,Cost,Power\n{cards}"
    [fault, *_] = faults(rows)
    assert (fault.code, fault.message[:3]) == ("missing-key", "A3:")
    done = plan(rows, options=ImportOptions(fill_down=["faction"]))
    made = yaml.safe_load(done.texts[CARDS])[-4:]
    assert [card["faction"] for card in made] == ["tide", "tide", "ember", "ember"]
    assert "fill: {faction: down}" in done.texts["import.yaml"].replace(
        "fill:\n  faction: down", "fill: {faction: down}"
    )
    assert plan(rows, after(done)).texts == {}


def test_the_author_maps_columns_words_and_what_no_column_holds() -> None:
    mapped = pack({"import.yaml": MAP})
    done = plan("Name,Krea,Cost,Mood,Lore\nBat,K,2,sad,old\n", mapped)
    assert done.texts["import.yaml"] == snapshot("""\
# Mine.
columns:
  Krea: type # odd
  Name: name
  Cost: cost
  Lore: flavor
words:
  type: {K: creature}
ignore: [Mood]
fill: {faction: tide, power: 1}
""")
    card = check_pack(after(done, mapped)).ids["bat"].definition
    assert (card["faction"], card["type"], card["power"], card["flavor"]) == ("tide", "creature", 1, "old")


def test_a_column_that_may_have_a_new_name_is_said_and_not_ignored() -> None:
    once = after(plan(HEADER + BAT))
    done = plan(HEADER.replace("Power", "Teeth") + BAT, once)
    assert done.notes == [
        "no column is called Power, so what cards say there stays; if Teeth is its new name, write that in import.yaml"
    ]
    assert done.texts == {}


def test_what_every_card_needs_has_a_column() -> None:
    [first, *_] = faults("Name,Cost,Faction\nBat,2,tide\n")
    assert first.message == 'A1: no column holds "type", which every card needs'
    assert (
        first.help
        == "say in import.yaml which does, or what new cards say there: fill: {type: creature}; type: creature, spell"
    )
    [fault] = faults("Cost,Power\n2,3\n1,2\n")
    assert fault.code == "bad-spreadsheet"


def test_a_column_becomes_a_field() -> None:
    rows = HEADER.replace("Qty", "Mood") + BAT.replace(",3\n", ",sad\n")
    done = plan(rows, options=ImportOptions(add=["mood"]))
    assert check_pack(after(done)).ids["harbour-bat"].definition["mood"] == "sad"
    assert done.texts["card.schema.json"].count("\n") == SMALL["card.schema.json"].decode().count("\n") + 6
    with pytest.raises(UsageError, match='no column is called "mod"'):
        plan(rows, options=ImportOptions(add=["mod"]))


def test_sets_are_named_by_a_column_an_option_or_a_sheet() -> None:
    two = pack(
        {
            "game.yaml": SMALL["game.yaml"].decode().replace("types:", "  far:\n    name: Far Side\ntypes:"),
            "sets/far/cards.yaml": "[]\n",
        }
    )
    done = plan("Set," + HEADER + "far side," + BAT + "C," + BAT.replace("Bat", "Cat"), two)
    assert (list(done.sets), done.new) == (["far", "core"], ["harbour-bat", "harbour-cat"])
    assert plan(HEADER + BAT, two, ImportOptions("far")).sets == ["far"]
    with pytest.raises(UsageError, match="may be any of the sets core, far"):
        plan(HEADER + BAT, two)
    [fault] = faults("Set," + HEADER + "fra," + BAT, two)[:1]
    assert (fault.code, fault.message) == ("unknown-set", 'A2: there is no set "fra"')
    with pytest.raises(UsageError, match='there is no set "cor"'):
        plan(HEADER + BAT, options=ImportOptions("cor"))
    new = plan(HEADER + BAT, options=ImportOptions("High Water"))
    assert new.texts["sets/high-water/cards.yaml"].startswith(
        "# yaml-language-server: $schema=../../card.schema.json\n- id: har"
    )
    assert check_pack(after(new)).ok


def test_files_are_written_whole_and_folders_made(tmp_path: Path) -> None:
    from builder.authoring.new import new_game

    new_game("My Game", tmp_path)
    done = plan_import(
        sheets_of((HEADER + BAT).encode(), "cards.csv"), read(tmp_path / "my-game"), ImportOptions("High Water")
    )
    done.write()
    again = read(tmp_path / "my-game")
    assert check_pack(again).ok
    assert "sets/high-water/cards.yaml" in again.files


names = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"]), min_size=1, max_size=30)
rows = st.fixed_dictionaries(
    {
        "Name": names.map(lambda name: " ".join(name.split())).filter(lambda name: any(map(str.isalpha, name))),
        "Faction": st.sampled_from(["Ember", "Tide"]),
        "Type": st.just("Creature"),
        "Cost": st.integers(0, 12).map(str),
        "Power": st.integers(1, 12).map(str),
        "Keywords": st.sampled_from(["", "Guard", "Guard, Swift"]),
        "Flavor": names.map(str.strip).map(lambda text: text.replace("{", "(").replace("}", ")")),
        "Qty": st.sampled_from(["", "0", "1", "7"]),
    }
)


@pytest.mark.long
@given(st.lists(rows, min_size=1, max_size=5))
def test_nothing_is_lost_on_the_way_to_yaml_and_back(cards: list[dict[str, str]]) -> None:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(cards[0]))
    writer.writeheader()
    writer.writerows(
        {key: guarded(cell) if key in ("Name", "Flavor") else cell for key, cell in card.items()} for card in cards
    )
    sheets = sheets_of(out.getvalue().encode(), "cards.csv")
    empty = pack({CARDS: "[]\n"})
    del empty.files[DECK]
    done = plan_import(sheets, empty)
    checked = check_pack(after(done, empty))
    assert done.rows + len(done.notes) == len(cards)
    exported = export(Bundle(_rooted(checked.as_game(), done), checked.as_cards()))
    back = list(csv.DictReader(io.StringIO(exported.content.decode("utf-8-sig"), newline="")))
    assert not exported.losses
    shown = [{key: row[key] for key in cards[0]} for row in back]
    written = list(csv.DictReader(io.StringIO(out.getvalue(), newline="")))
    assert shown == [row for row in written if row["Name"] in {one["Name"] for one in shown}]
    again = plan_import(sheets_of(exported.content, "again.csv"), after(done, empty))
    assert (again.new, again.changed, again.missing) == ([], [], [])


def _rooted(game: Any, done: Import) -> Any:
    """The game in a folder with the map that the import wrote."""
    import tempfile

    folder = Path(tempfile.mkdtemp())
    (folder / "import.yaml").write_text(done.texts["import.yaml"], "utf-8")
    return replace(game, root=folder)
