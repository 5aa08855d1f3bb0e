"""What is named by a former id, wherever it is named."""

from __future__ import annotations

from builder.checks.checked import MAX_SUGGESTIONS
from tests.support.packs import card, checked, deck


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


def test_near_ids_are_looked_for_so_many_times_only() -> None:
    cards = {f"flare-{i}": 1 for i in range(MAX_SUGGESTIONS + 10)}
    faults = checked(decks__a_yaml=deck(cards=cards)).diagnostics
    assert {d.code for d in faults} == {"unknown-card"}
    helps = [d.help for d in faults]
    assert helps[:MAX_SUGGESTIONS] == ['did you mean "flare"?'] * MAX_SUGGESTIONS
    assert helps[MAX_SUGGESTIONS:] == ["`arsenal search -g my-game` lists the cards"] * 10
