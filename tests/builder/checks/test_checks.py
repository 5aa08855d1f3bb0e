"""The rules of `check`, on the small game that `arsenal new game` writes with one thing changed at a time."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.authoring.new import plan_game
from builder.checks import RULES, CheckedPack, all_diagnostics, check
from builder.checks.checked import MAX_SUGGESTIONS
from builder.diagnostics import Diagnostic
from builder.packs.pack import find, in_memory, read

SMALL = {name: text.encode() for name, text in plan_game("My Game").items()}
ASH_CAT = {"id": "ash-cat", "number": 9, "name": "Ash Cat", "faction": "ember", "type": "creature"}
ASH_CAT |= {"cost": 2, "power": 2}


def checked(**files: Any) -> CheckedPack:
    """The small game with files added or replaced: `decks__a_yaml` is decks/a.yaml, and data becomes YAML."""
    written = {}
    for name, content in files.items():
        path = name.replace("__", "/").replace("_", ".")
        written[path] = content if isinstance(content, bytes) else yaml.safe_dump(content, sort_keys=False).encode()
    return check(in_memory(Path("my-game"), {**SMALL, **written}))


def found(**files: Any) -> list[tuple[str, str]]:
    """What is wrong with the small game so changed, as (code, what the help or message names)."""
    return [(d.code, d.message) for d in checked(**files).diagnostics]


def codes(**files: Any) -> list[str]:
    return [code for code, _ in found(**files)]


def game(**changes: Any) -> dict[str, Any]:
    """game.yaml as data, with some of its values replaced."""
    return {**yaml.safe_load(SMALL["game.yaml"]), **changes}


def schema(change: Callable[[dict[str, Any]], object]) -> bytes:
    """card.schema.json after `change` to the description of one card."""
    data = json.loads(SMALL["card.schema.json"])
    change(data["items"])
    return json.dumps(data).encode()


def card(**changes: Any) -> list[dict[str, Any]]:
    return [{**ASH_CAT, **changes}]


def deck(**changes: Any) -> dict[str, Any]:
    return {"name": "Second", "game": "my-game", "cards": {"flare": 3}, **changes}


# Whole packs -------------------------------------------------------------------------------------------


def test_the_small_game_is_right() -> None:
    assert checked().diagnostics == []
    assert checked().ok
    assert len(checked().cards) == 8


@pytest.mark.parametrize("root", [root for root, _ in find()], ids=lambda root: root.name)
def test_bundled_packs_are_right(root: Path) -> None:
    assert check(read(root)).diagnostics == []


def test_a_checked_pack_answers_questions() -> None:
    pack = checked(sets__core__more_yaml=card(aliases=["soot-cat"]))
    assert pack.id == "my-game"
    assert set(pack.ids) >= {"ash-cat", "flare"}
    assert pack.aliases == {"soot-cat": "ash-cat"}
    assert pack.fields["cost"].kind == "number"
    assert pack.vocabulary("types").keys() == {"creature", "spell"}
    assert pack.vocabulary("moods") == {}
    assert pack.ids["ash-cat"].span("name").line == 3


def test_a_pack_without_anything_says_so() -> None:
    pack = check(in_memory(Path("bare"), {"game.yaml": b""}))
    assert {d.code for d in pack.diagnostics} == {"empty-file", "bad-card-schema"}
    assert (pack.id, pack.ok) == ("bare", False)
    assert check(in_memory(Path("bare"), {})).id == "bare"


def test_faults_come_in_the_order_of_files_and_lines() -> None:
    diagnostics = checked(
        decks__a_yaml=deck(cards={"z": 1, "y": 1}), sets__core__more_yaml=card(cost="x", faction="y")
    ).diagnostics
    assert diagnostics == sorted(diagnostics, key=lambda d: d.sort_key)
    assert [d.span.path for d in diagnostics if d.span] == [
        *[str(Path("my-game/decks/a.yaml"))] * 2,
        *[str(Path("my-game/sets/core/more.yaml"))] * 2,
    ]


def test_diagnostics_of_several_packs_stay_in_order() -> None:
    first, second = checked(decks__a_yaml=deck(game="x")), checked(decks__b_yaml=b"")
    assert all_diagnostics([first, second]) == [*first.diagnostics, *second.diagnostics]


def test_every_rule_says_what_it_asks() -> None:
    assert len(RULES) >= 14
    for rule in RULES:
        assert (rule.__doc__ or "").rstrip().endswith("."), rule.__name__


# Files and sets ----------------------------------------------------------------------------------------


def test_one_file_that_cannot_be_read_does_not_hide_the_others() -> None:
    assert codes(sets__core__more_yaml=b"- id: [", decks__a_yaml=b"\xff") == ["not-utf8", "yaml-syntax"]


def test_a_file_of_cards_is_a_list() -> None:
    assert found(sets__core__more_yaml=ASH_CAT) == [("wrong-type", "a file of cards is a list, not a mapping")]
    assert codes(sets__core__more_yaml=["ash-cat", 7, None, []]) == ["wrong-type"] * 4


def test_notes_and_pictures_are_nobodys_business() -> None:
    assert codes(docs__plan_yaml=b"x", art__list_yml=b"x", notes_txt=b"x", sets__core__deeper__x_png=b"x") == []
    assert codes(plans_yml=b"x", sets__core__deeper__x_yaml=b"[]") == ["misplaced-file", "misplaced-file"]


def test_a_file_in_place_of_a_folder_is_told() -> None:
    assert found(decks=b"", art__decks=b"") == [
        ("misplaced-file", '"decks" is a file, and a pack\'s decks are read from a folder of that name')
    ]


def test_each_set_has_a_folder_and_each_folder_a_set() -> None:
    sets = {"core": {"name": "Core"}, "later": {"name": "Later"}}
    assert codes(game_yaml=game(sets=sets)) == ["empty-set"]
    assert codes(game_yaml=game(sets=sets), sets__later__a_yaml=card()) == []
    assert found(sets__cor__a_yaml=card()) == [("unknown-set", 'game.yaml has no set "cor"')]


# Cards -------------------------------------------------------------------------------------------------


def test_an_alias_is_nobody_elses_id() -> None:
    assert codes(sets__core__more_yaml=card(aliases=["soot-cat"])) == []
    for aliases in (["flare"], ["ash-cat"]):
        assert codes(sets__core__more_yaml=card(aliases=aliases)) == ["duplicate-id"]
    twice = [*card(aliases=["soot-cat"]), *card(id="b", number=10, name="B", aliases=["soot-cat"])]
    assert codes(sets__core__more_yaml=twice) == ["duplicate-id"]


def test_a_duplicate_points_at_the_first() -> None:
    [fault] = checked(sets__core__more_yaml=card(number=4)).diagnostics
    [(said, place)] = fault.related
    assert (said, Path(place.path).name, fault.help) == (
        "first used here",
        "cards.yaml",
        "the next free number is 9",
    )


def test_numbers_count_within_a_set() -> None:
    sets = {"core": {"name": "Core"}, "later": {"name": "Later"}}
    assert codes(game_yaml=game(sets=sets), sets__later__a_yaml=card(number=4)) == []


def test_names_are_compared_as_people_read_them() -> None:
    [fault] = checked(sets__core__more_yaml=card(name="  FLÁRE ")).diagnostics
    assert (fault.code, fault.severity) == ("duplicate-name", "warning")


def test_open_word_lists_are_held_to_game_yaml() -> None:
    def open_words(items: dict[str, Any]) -> None:
        items["properties"]["rarity"] = {"type": "string", "x-vocabulary": "rarities"}
        items["properties"]["pays"] = {"type": "object", "x-vocabulary": "resources"}
        items["properties"]["moods"] = {"type": "array", "items": {"x-vocabulary": "keywords"}}

    words = {"rarities": {"rare": {"name": "Rare"}}, "resources": {"ore": {"name": "Ore"}}}
    files = {"game_yaml": game(**words), "card_schema_json": schema(open_words)}
    assert codes(**files, sets__core__more_yaml=card(rarity="rare", pays={"ore": 1}, moods=["swift"])) == []
    wrong = card(rarity="raer", pays={"oer": 1}, moods=["swift", "sad"])
    assert set(codes(**files, sets__core__more_yaml=wrong)) == {
        "unknown-rarity",
        "unknown-resource",
        "unknown-keyword",
    }


def test_closed_word_lists_agree_with_game_yaml() -> None:
    assert found(game_yaml=game(keywords={"guard": {"name": "Guard"}})) == [
        (
            "vocabulary-mismatch",
            'the card schema allows the keyword "swift", and game.yaml does not describe it',
        )
    ]
    more = {**game()["keywords"], "sly": {"name": "Sly"}}
    assert found(game_yaml=game(keywords=more)) == [
        ("vocabulary-mismatch", 'no card can have the keyword "sly": the card schema does not allow it')
    ]


@pytest.mark.parametrize("listed", [[[1]], [{}], [None, 1, "a"], "ab", 7, [["a"], "a"]])
def test_a_word_list_may_be_nonsense(listed: Any) -> None:
    def nonsense(items: dict[str, Any]) -> None:
        items["properties"]["mood"] = {"x-vocabulary": "keywords", "enum": listed}

    assert checked(card_schema_json=schema(nonsense)).diagnostics


# Symbols and pictures ----------------------------------------------------------------------------------


def test_a_symbol_is_found_where_it_stands() -> None:
    text = "- {id: a, number: 9, name: A, faction: ember, type: spell, cost: 1,\n   text: 'Gain {sprak} {}.'}\n"
    faults = checked(sets__core__more_yaml=text.encode()).diagnostics
    assert [(d.message, d.span and (d.span.line, d.span.column)) for d in faults] == [
        ("{sprak} is not a symbol", (2, 16)),
        ("{} is not a symbol", (2, 24)),
    ]


def test_words_of_the_game_may_use_symbols() -> None:
    words = {"fast": {"name": "Fast", "symbol": "sparc"}}
    assert codes(game_yaml=game(rarities=words)) == ["unknown-symbol"]


def test_a_template_may_use_a_symbol() -> None:
    symbols = {**game()["symbols"], "moon": {"name": "Moon", "letters": "M"}}
    assert codes(game_yaml=game(symbols=symbols)) == ["unused-symbol"]
    files = {
        **SMALL,
        "templates/x.typ.j2": b"moon",
        "game.yaml": yaml.safe_dump(game(symbols=symbols)).encode(),
    }
    assert check(in_memory(Path("my-game"), files)).diagnostics == []


@pytest.mark.parametrize(
    ("art", "code"),
    [
        ("art/cat.png", ""),
        ("art/Cat.png", "missing-file"),
        ("flare", "missing-file"),
        ("game.yaml", "missing-file"),
        ("../cat.png", "path-outside-pack"),
        ("art/../../cat.png", "path-outside-pack"),
        ("/etc/passwd", "path-outside-pack"),
        ("\\\\server\\cat.png", "path-outside-pack"),
        ("C:\\cat.png", "path-outside-pack"),
        ("~/cat.png", "path-outside-pack"),
        ("https://example.com/cat.png", "path-outside-pack"),
        ("art/\0.png", "missing-file"),
    ],
)
def test_pictures_are_files_of_the_pack(art: str, code: str) -> None:
    assert codes(art__cat_png=b"", sets__core__more_yaml=card(art=art)) == ([code] if code else [])
    symbols = {**game()["symbols"], "ember": {"name": "Ember", "image": art}}
    assert codes(art__cat_png=b"", game_yaml=game(symbols=symbols)) == ([code] if code else [])


def test_faces_are_templates_of_the_pack_or_arsenals_own() -> None:
    assert codes(game_yaml=game(face="generic", back="generic-back")) == []
    assert codes(game_yaml=game(face="fancy")) == ["missing-file"]
    component = {"dial": {"name": "Dial", "face": "dial"}}
    assert codes(game_yaml=game(components=component)) == ["missing-file"]
    assert codes(game_yaml=game(components=component), templates__dial_typ_j2=b"") == []


# Formats, decks, rulings, translations -----------------------------------------------------------------


def test_a_component_is_a_card_or_has_a_name_and_a_face() -> None:
    def said(**component: Any) -> list[tuple[str, str]]:
        return found(game_yaml=game(components={"c1": component}))

    assert said(card="flare") == said(name="C", face="generic", data={}) == []
    assert said(name="C") == [("missing-key", '"C" needs "face"')]
    assert said(face="generic") == [("missing-key", '"components.c1" needs "name"')]
    assert said() == [("missing-key", '"components.c1" needs "card" or "name"')]
    assert said(name="C", card="flare") == [("unknown-key", '"C" must have only one of "card" or "name"')]
    assert said(face="generic", card="flare")[0][1].endswith('must have only one of "card" or "face"')
    assert said(data={}, card="flare")[0][1].endswith('must have only one of "card" or "data"')


@pytest.mark.parametrize(
    ("described", "said"),
    [
        ({"two-sided": True}, ""),  # by the game's back
        ({"two-sided": True, "back": "none"}, '"spell" is two-sided and has no back'),
        ({"two-sided": True, "form": "token", "size": "25mm"}, '"spell" is two-sided and has no back'),
        ({"two-sided": True, "form": "board", "back": "generic-back"}, ""),
        ({"form": "die"}, '"spell" is a die without a size'),
        ({"form": "die", "size": "16mm"}, ""),
        ({"form": "die", "size": "16x17mm"}, '"spell" is a die, whose faces are squares'),
        ({"form": "die", "size": "16mm", "shape": "circle"}, '"spell" is a die, which has no "shape"'),
        ({"form": "die", "size": "16mm", "two-sided": True}, '"spell" is a die, which has no "two-sided"'),
        ({"form": "die", "size": "16mm", "back": "generic-back"}, '"spell" is a die, which has no "back"'),
        ({"shape": "circle"}, '"spell" is a circle with a width other than its height'),
        ({"shape": "circle", "size": "square"}, ""),
        ({"shape": "circle", "size": "20x30mm"}, '"spell" is a circle with a width other than its height'),
        ({"shape": "hexagon", "size": "20x30mm"}, ""),
    ],
)
def test_types_make_sense(described: dict[str, Any], said: str) -> None:
    types = {**game()["types"], "spell": {"name": "Spell", **described}}
    told = [message for code, message in found(game_yaml=game(types=types)) if code == "contradictory-type"]
    assert told == ([said] if said else [])


@pytest.mark.parametrize("size", ["1mm", "63x1.9mm", "2001x20mm", "79in", "0x0", "25cm"])
def test_sizes_that_can_not_be(size: str) -> None:
    (told,) = checked(game_yaml=game(**{"card-size": size})).diagnostics
    assert told.code == "unknown-size"
    wanted = "one length for both" if size in ("0x0", "25cm") else "its sides are from 2 mm to 2000 mm"
    assert wanted in told.help


def test_what_names_a_format_or_a_resource_is_right() -> None:
    assert codes(game_yaml=game(**{"default-format": "tiny"})) == ["unknown-format"]
    factions = {**game()["factions"], "tide": {"name": "Tide", "resource": "pearls", "symbol": "tide"}}
    assert codes(game_yaml=game(factions=factions)) == ["unknown-resource"]
    assert codes(game_yaml=game(factions=factions, resources={"pearls": {"name": "Pearls"}})) == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"format": "standard"}, []),
        ({"format": "tiny"}, ["unknown-format"]),
        ({"game": "chess"}, ["unknown-game"]),
        ({"cards": {"flare": 0}}, ["out-of-range"]),
        ({"cards": {"flare": 1.5}}, ["wrong-type"]),
        ({"cards": {"Flare": 1, "glare": 2}}, ["unknown-card", "unknown-card"]),
        ({"cards": ["flare"]}, ["wrong-type"]),
        ({"cards": {}}, []),
    ],
)
def test_decks(changes: dict[str, Any], expected: list[str]) -> None:
    assert codes(decks__a_yaml=deck(**changes)) == expected


def test_decks_of_sections() -> None:
    data = {"name": "A", "game": "my-game", "sections": {"main": {"flare": 1}, "side": {"flair": 1}}}
    faults = checked(decks__a_yaml=data).diagnostics
    assert [(d.message, d.help) for d in faults if d.code == "unknown-card"] == [
        ('there is no card "flair"', 'did you mean "flare"?')
    ]


def test_near_ids_are_looked_for_so_many_times_only() -> None:
    cards = {f"flare-{i}": 1 for i in range(MAX_SUGGESTIONS + 10)}
    faults = checked(decks__a_yaml=deck(cards=cards)).diagnostics
    assert {d.code for d in faults} == {"unknown-card"}
    helps = [d.help for d in faults]
    assert helps[:MAX_SUGGESTIONS] == ['did you mean "flare"?'] * MAX_SUGGESTIONS
    assert helps[MAX_SUGGESTIONS:] == ["`arsenal search -g my-game` lists the cards"] * 10


def test_a_card_named_by_its_name_gets_its_id() -> None:
    [fault] = checked(decks__a_yaml=deck(cards={"Tidepool Scout": 1})).diagnostics
    assert fault.help == 'did you mean "tidepool-scout"?'


def test_a_former_id_is_a_warning_everywhere() -> None:
    ruling = {"question": "Q?", "ruling": "A.", "date": "2026-01-01", "cards": ["soot-cat"]}
    pack = checked(
        sets__core__more_yaml=card(aliases=["soot-cat"]),
        decks__a_yaml=deck(cards={"soot-cat": 1}),
        rulings_yaml=[ruling],
        locales__fr_yaml={"cards": {"soot-cat": {"name": "Chat"}}},
    )
    assert [(d.code, d.severity) for d in pack.diagnostics] == [("renamed-card", "warning")] * 3
    assert pack.ok


def test_rulings_name_cards_and_days() -> None:
    ruling = {"question": "Q?", "ruling": "A.", "date": "2026-01-01", "cards": ["flare"]}
    assert codes(rulings_yaml=[ruling]) == []
    assert codes(rulings_yaml=[{**ruling, "cards": ["flair"]}]) == ["unknown-card"]
    assert codes(rulings_yaml=[{**ruling, "date": "2026-02-29"}]) == ["bad-date"]
    assert codes(rulings_yaml=[{**ruling, "date": "29.2.2026"}]) == ["bad-format"]
    assert codes(rulings_yaml=ruling) == ["wrong-type"]


def test_translations_name_cards_and_symbols() -> None:
    assert codes(locales__fr_yaml={"cards": {"flare": {"name": "Éclat", "text": "Gagnez {spark}."}}}) == []
    assert codes(locales__fr_yaml={"cards": {"flair": {"name": "Éclat"}}}) == ["unknown-card"]
    assert codes(locales__fr_yaml={"cards": {"flare": {"text": "Gagnez {sprak}."}}}) == ["unknown-symbol"]
    assert codes(locales__fr_yaml={"cards": {"flare": {}}}) == ["bad-length"]


def test_a_day_that_is_none() -> None:
    sets = {"core": {"name": "Core", "released": "2026-02-30"}}
    assert codes(game_yaml=game(sets=sets)) == ["bad-date"]


# The card schema ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not JSON: expecting value"),
        (b"{", "not JSON: expecting property name"),
        (b'{"minimum": NaN}', "NaN is not a number of JSON"),
        (b"1" * 5000, "can't be used"),
        (b"[]", "a JSON object"),
        (b"{}", '"type": "array"'),
        (b'{"type": "object"}', '"type": "array"'),
        (b'{"type": "array", "items": {}}', "must require id, number, name, type"),
        (b'{"type": "array", "items": {"$ref": "#"}}', "in a circle"),
        (b'{"type": "arry", "items": {}}', "arry"),
        (b"[" * 100_000, "nested too deeply"),
        (schema(lambda items: items.pop("additionalProperties")), '"additionalProperties": false'),
        (schema(lambda items: items["required"].remove("name")), "must require name"),
        (schema(lambda items: items["properties"].update(x={"pattern": "(?=a)"})), "linear time"),
        (schema(lambda items: items.update(properties=[])), "can't be used"),
    ],
)
def test_a_card_schema_that_cannot_be_used(content: bytes, said: str) -> None:
    [fault] = [d for d in checked(card_schema_json=content).diagnostics if d.code == "bad-card-schema"]
    assert said in fault.message


def test_faults_of_a_card_stand_at_the_card() -> None:
    cards = [*card(), *card(id="b", number=10, name="B", cost="two")]
    [fault] = checked(sets__core__more_yaml=cards).diagnostics
    assert fault.span is not None
    assert (fault.message, fault.span.line) == ('"cost" must be a whole number, not "two"', 13)


# Anything at all ---------------------------------------------------------------------------------------

JUNK = [
    *(None, True, -1, 0, 1.5, 10**30, [], {}, [[]], [None]),
    *({"": None}, {"id": {}}, {"name": []}, [{"cards": 1}]),
    *("", "x", "{", "{x}", "../x", "\0", "é" * 300, "core", "flare", "array", "#", "types", "2026-02-30"),
]
DATA = {
    name: json.loads(text) if name.endswith(".json") else yaml.safe_load(text)
    for name, text in {
        **SMALL,
        "rulings.yaml": b"[{question: Q, ruling: A, date: '2026-01-01', cards: [flare]}]",
        "locales/fr.yaml": b"{game: {types: {spell: {name: Sort}}}, cards: {flare: {name: F, text: 'T {spark}'}}}",
        "formats/late.yaml": b"{name: L, extends: standard, history: [{from: '2026-01-01', drop: [copies]}]}",
        "decks/parts.yaml": b"{name: P, game: my-game, sections: {main: {flare: 1}}}",
    }.items()
    if not name.startswith((".", "README"))
}


def paths_of(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(deeper for key, value in items for deeper in paths_of(value, (*path, key)))]


PATHS = [(name, path) for name, data in DATA.items() for path in paths_of(data)]
mutations = st.lists(
    st.tuples(st.sampled_from(PATHS), st.sampled_from(["set", "drop", "rename"]), st.sampled_from(JUNK)),
    min_size=1,
    max_size=4,
)


def mutated(files: dict[str, Any], name: str, path: tuple[Any, ...], how: str, junk: Any) -> None:
    if not path:
        files[name] = junk
        return
    owner = files[name]
    try:
        for part in path[:-1]:
            owner = owner[part]
        if how == "set":
            owner[path[-1]] = copy.deepcopy(junk)
        else:
            value = owner.pop(path[-1])
            if how == "rename" and isinstance(owner, dict):
                owner[str(junk)] = value
    except (KeyError, IndexError, TypeError, AttributeError):
        pass  # an earlier mutation took the place away


@given(mutations)
@settings(max_examples=200)
def test_no_pack_raises(changes: list[tuple[tuple[str, tuple[Any, ...]], str, Any]]) -> None:
    files = copy.deepcopy(DATA)
    for (name, path), how, junk in changes:
        mutated(files, name, path, how, junk)
    written = {
        name: json.dumps(data).encode() if name.endswith(".json") else yaml.safe_dump(data).encode()
        for name, data in files.items()
    }
    pack = check(in_memory(Path("my-game"), written))
    assert all(isinstance(d, Diagnostic) and d.message and d.span for d in pack.diagnostics)
    assert pack.ok or pack.diagnostics
    if pack.ok:
        assert pack.fields
