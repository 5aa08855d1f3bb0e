"""What checks see: a deck by sections, and a game's cards by the names that a format uses."""

from builder.games import Clause, Format
from builder.legality import Check, Context, Counted, one_by_one
from tests.support.cards import INDEX, resolve

SECTIONS = {"main": {"probe": 2, "mine": 1}, "side": {"probe": 1}}
CONTEXT = Context(INDEX, Format("test", "Test", sections={"main": "Main", "side": "Side"}), resolve)
ONE_SECTION = Context(INDEX, Format("test", "Test", sections={"deck": "Deck"}), resolve)


def test_cards_are_counted_by_section_and_together() -> None:
    deck = Counted(SECTIONS)
    assert deck.cards("side") == {"probe": 1}
    assert deck.cards("pool") == {}
    assert deck.cards() == deck.all == deck.across(()) == {"probe": 3, "mine": 1}
    assert deck.across(["main"]) == SECTIONS["main"]
    assert deck.across(["main", "side", "pool"]) == deck.all


def test_unknown_cards_count_where_cards_are_only_counted() -> None:
    deck = Counted(SECTIONS, {"side": {"porbe": 4}})
    assert deck.listed("side") == {"probe": 1, "porbe": 4}
    assert deck.listed("main") is SECTIONS["main"]
    assert "porbe" not in deck.all


def test_a_context_answers_queries_and_knows_former_ids() -> None:
    assert CONTEXT.matching(None) == set(INDEX.cards)
    assert CONTEXT.matching("faction:pirates") == {"scrap-tug"}
    assert CONTEXT.ids(["vim", "elan", "gone"]) == {"vim": "elan", "elan": "elan"}


def test_cards_in_messages() -> None:
    assert CONTEXT.names(["probe"]) == "Probe"
    assert CONTEXT.names(["probe", "mine", "gone"]) == "Probe, Mine and gone"
    assert CONTEXT.names(["probe"] * 6) == "Probe, Probe, Probe, Probe, Probe and Probe"
    assert CONTEXT.names(["probe"] * 9, most=2) == "Probe, Probe and 7 more"


def test_what_a_query_matches_is_called_by_a_label_or_a_name_before_the_query() -> None:
    assert CONTEXT.kind("faction:pirates", "pirates") == "pirates"
    assert CONTEXT.kind("faction:pirates") == "Scrap Tug"
    assert CONTEXT.kind("type:ship") == "cards that match `type:ship`"
    assert CONTEXT.counted(1, "faction:pirates", "pirates") == "1 pirates"
    assert CONTEXT.counted(0, "faction:pirates") == "0 copies of Scrap Tug"
    assert CONTEXT.counted(1, "type:ship", one="component") == "1 component that matches `type:ship`"
    assert CONTEXT.counted(2, "type:ship") == "2 cards that match `type:ship`"


def test_a_section_is_named_where_there_are_several() -> None:
    assert (CONTEXT.section("side"), CONTEXT.section("")) == ("side", "")
    assert (CONTEXT.in_section("side"), CONTEXT.in_section("")) == (" in Side", "")
    assert (ONE_SECTION.section(""), ONE_SECTION.in_section("deck")) == ("deck", "")


def test_clauses_are_judged_one_by_one() -> None:
    def make(clause: Clause, context: Context) -> Check:
        """What users read."""
        return lambda deck: [clause.id]  # type: ignore[list-item]  # a test needs no violation

    kind = one_by_one(make)
    checks = list(kind([Clause("a", "x"), Clause("b", "x")], CONTEXT))
    assert [list(check(Counted({}))) for check in checks] == [["a"], ["b"]]
    assert kind.__doc__ == "What users read."
