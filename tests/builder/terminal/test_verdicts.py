"""Verdicts on decks as lines of text: what is said of legal decks, and of each fault of others."""

from builder.decks import Deck
from builder.legality import Format, Verdict, Violation
from builder.legality.formats import clause_from
from builder.legality.verdicts import Allowance
from builder.library import OpenedDeck
from builder.terminal.verdicts import verdict_lines

DECK = Deck("First Deck", "test", {"main": {"flare": 3, "undertow": 2}})
NAMES = {"undertow": "Undertow"}
STANDARD = Format("standard", "Standard", (), {"main": "Main"})


def said(verdict: Verdict, name: str = "First Deck", by: Format = STANDARD) -> list[str]:
    return verdict_lines(OpenedDeck(name, DECK), by, verdict, NAMES)


def test_a_legal_deck_takes_a_line() -> None:
    assert said(Verdict("standard")) == ["First Deck: legal in Standard, 5 cards"]


def test_a_deck_that_the_user_names_otherwise_has_both_names() -> None:
    (line,) = said(Verdict("standard", players=1), "decks/first.yaml")
    assert line == "First Deck (decks/first.yaml): legal in Standard for 1 player, 5 cards"


def test_an_inventory_is_counted_in_components() -> None:
    inventory = clause_from("all", {"clause": "inventory", "counts": {}})
    (line,) = said(Verdict("box", players=4), by=Format("box", "Box", (inventory,), {"main": "Main"}))
    assert line == "First Deck: legal in Box for 4 players, 5 components"


def test_a_witness_says_which_copies_use_an_allowance() -> None:
    verdict = Verdict("standard", witness=(Allowance("allies", "tide", "undertow", 2),))
    assert said(verdict)[1:] == ["  2 copies of Undertow let in by allies: tide"]


def test_what_could_not_be_judged_is_noted() -> None:
    assert said(Verdict("standard", notes=("who lost?",)))[1:] == ["  note: who lost?"]
    broken = Verdict("standard", (Violation("too-many", "x"),), notes=("who lost?",))
    assert said(broken)[-1] == "  note: who lost?"


def test_each_fault_has_a_line_and_its_help_another() -> None:
    faults = (Violation("too-few-cards", "5 cards of at least 20", help="add 15"), Violation("too-many", "ab"))
    assert said(Verdict("standard", faults)) == [
        "First Deck: not legal in Standard",
        "  too-few-cards: 5 cards of at least 20",
        "    = help: add 15",
        "  too-many: ab",
    ]


def test_help_that_many_faults_share_is_said_once() -> None:
    faults = [Violation("too-many-copies", f"copies of card {n}", help="Two of each.") for n in range(12)]
    verdict = Verdict("standard", (*faults, Violation("too-few-cards", "few", help="Two of each.")))
    assert [n for n, line in enumerate(said(verdict)) if line == "    = help: Two of each."] == [2, 15]
