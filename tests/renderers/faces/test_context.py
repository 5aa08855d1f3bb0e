"""What a template is told of a card."""

from dataclasses import replace

from builder.games import with_definition
from renderers.faces.faces import collector_mark, context_of, printed_fields
from tests.support.renders import card, changed, future_invaders


def test_a_card_is_given_as_it_was_written_with_what_its_set_adds() -> None:
    context = context_of(future_invaders(), card(text="Draw.", flavor="Quick.", made_up=[1, 2]))
    assert context["made_up"] == [1, 2]
    assert (context["set"], context["mark"]) == ("first-light", "FL 007")
    assert context["original"] == {"name": "Test Ship", "text": "Draw.", "flavor": "Quick."}
    assert card().text == context_of(future_invaders(), card())["text"] == ""


def test_a_translated_card_keeps_what_it_is_called_at_home() -> None:
    one = card(name="Schiff", original={"name": "Ship", "text": "", "flavor": ""})
    assert context_of(future_invaders(), one)["original"] == {"name": "Ship", "text": "", "flavor": ""}


def test_a_set_that_nobody_described_is_marked_by_its_id() -> None:
    assert collector_mark(changed(future_invaders(), sets={}), card(number=12)) == "FIRS 012"


def test_fields_have_titles_and_are_numbers_words_or_tallies() -> None:
    one = card(rarity="pinnacle", keywords=["shield"], cost={"oil": 2, "scrap": 1}, text="Draw.")
    fields = {field["id"]: field for field in map(dict, printed_fields(future_invaders(), one))}  # type: ignore[arg-type]  # each is a mapping
    assert fields["weapons"] == {"id": "weapons", "title": "Weapons", "kind": "number", "value": 3}
    assert fields["cost"]["kind"] == "tally"
    assert fields["cost"]["value"] == {"oil": 2, "scrap": 1}
    assert fields["cost"]["symbols"] == {"oil": "oil", "scrap": "scrap"}
    assert (fields["faction"]["kind"], fields["faction"]["value"]) == ("words", "Terrans")
    assert not {"name", "text", "id", "type"} & set(fields)


def test_what_says_nothing_is_no_field() -> None:
    schema = {"properties": {name: {"type": "x"} for name in ("flag", "off", "none", "empty", "list", "odd")}}
    game = with_definition(future_invaders(), future_invaders().definition, schema)
    one = card(flag=True, off=False, empty={}, list=["a", 1], odd={"x": "y"})
    shown = {field["id"]: field["value"] for field in map(dict, printed_fields(game, one))}  # type: ignore[arg-type]  # each is a mapping
    assert shown == {"flag": "flag", "list": "a, 1"}


def test_a_field_may_be_left_off_faces() -> None:
    schema = {"properties": {"weapons": {"x-face": False}, "durability": {"x-face": True}, "income": {}}}
    game = with_definition(future_invaders(), future_invaders().definition, schema)
    assert [field["id"] for field in map(dict, printed_fields(game, card()))] == ["durability", "income"]  # type: ignore[arg-type]  # each is a mapping


def test_how_many_are_in_the_box_is_on_no_face() -> None:
    schema = {"properties": {"copies": {"type": "integer"}, "income": {}}}
    game = with_definition(future_invaders(), future_invaders().definition, schema)
    assert [field["id"] for field in map(dict, printed_fields(game, card(copies=3)))] == ["income"]  # type: ignore[arg-type]  # each is a mapping


def test_a_fields_own_words_are_called_as_the_schema_says() -> None:
    names = {"x-names": {"hull": "Hull Plate"}}
    schema = {"properties": {"part": {"enum": ["hull", "bow"], **names}, "parts": {"items": names}}}
    game = with_definition(future_invaders(), future_invaders().definition, schema)
    fields = map(dict, printed_fields(game, card(part="hull", parts=["bow", "hull"])))  # type: ignore[arg-type]  # each is a mapping
    assert [field["value"] for field in fields] == ["Hull Plate", "bow, Hull Plate"]


def test_reminders_stand_in_the_text_where_the_game_prints_them() -> None:
    swift = {"swift": {"name": "Swift", "reminder": "It need not wait."}}
    one = card(text="Swift.")
    assert context_of(changed(future_invaders(), keywords=swift), one)["text"] == "Swift."
    prints = replace(changed(future_invaders(), keywords=swift), print_reminders=True)
    assert context_of(prints, one)["text"] == "Swift. *(It need not wait.)*"
    assert context_of(prints, one)["original"] == {"name": "Test Ship", "text": "Swift.", "flavor": ""}
