"""Every sentence on a card is a phrase of its pack's guide to wording; checkers are built from the guides' tables."""

from __future__ import annotations

import re

import pytest

from tests.support.wording import CODE, Card, Guide, lines, texts

GUIDES = [
    Guide("future-invaders", "wording.md"),
    Guide("invasion-tcg", "wording-invasion-tcg.md"),
    Guide("rone-invasion", "wording-rone-invasion.md"),
    Guide("future-invaders", "wording-future-invaders-fr.md", "fr"),
]
FUTURE, TCG, RONE, FRENCH = GUIDES

each_guide = pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.game)
each_table = pytest.mark.parametrize(
    ("guide", "heading"),
    [pytest.param(guide, heading, id=f"{guide.game}-{heading}") for guide in GUIDES for heading in guide.headings],
)
each_card = pytest.mark.parametrize(
    ("guide", "card"),
    [pytest.param(guide, card, id=f"{guide.game}-{card['id']}") for guide in GUIDES for card in guide.cards],
)


@each_guide
def test_the_guide_has_its_tables(guide: Guide) -> None:
    assert all(guide.phrases(heading) for heading in ("Openings", "Effects", "Standing effects"))
    assert len(guide.slots) == len(guide.tables["Slots"])
    assert len(guide.cards) >= (25 if guide is FRENCH else 36)


@each_card
def test_every_sentence_is_a_phrase(guide: Guide, card: Card) -> None:
    lost = [f"{card['name']}: {sentence!r}" for line in lines(card) for sentence in guide.read_line(line)[1]]
    assert not lost, f"no phrase of {guide.document.name} covers " + "; ".join(lost)


@each_card
def test_texts_are_short(guide: Guide, card: Card) -> None:
    for text in texts(card):
        assert len(text) <= 200, f"{card['name']} has {len(text)} characters of text"
    assert len(card.get("flavor", "")) <= 110, f"{card['name']} has {len(card['flavor'])} characters of flavor"


@pytest.mark.parametrize("card", FUTURE.cards, ids=lambda card: card["id"])
def test_conventions_of_future_invaders(card: Card) -> None:
    other = {"ship": "this structure", "structure": "this ship"}.get(card["type"], "this ship")
    assert other not in card.get("text", "").lower(), f"{card['name']} speaks of {other}"
    for line in lines(card):
        used = FUTURE.read_line(line)[0]
        if used and used[0] in ("{action}: <Effect>", "{reaction}: When <event>, <effect>"):
            assert "Use this once per turn" in used, f"{card['name']} may use {line!r} without end"
        if line.startswith("{"):
            assert card["type"] in ("ship", "structure"), f"{card['name']} cannot be deployed to use {line!r}"
        if card["type"] == "reaction":
            assert line.startswith("When "), f"{card['name']} does not say what it responds to"


STAYING = ("When <event>, <cost>", "Once on your turn", "At the start of your turn", "In your attack, ")
RESPONSES = ("your opponent plays", "attack dice are rolled")  # events that a player can respond to with a spell


@pytest.mark.parametrize("card", TCG.cards, ids=lambda card: card["id"])
def test_conventions_of_invasion_tcg(card: Card) -> None:
    if card["type"] != "creature":
        assert "this creature" not in card["text"].lower(), f"{card['name']} is no creature"
    for line in lines(card):
        opening = TCG.read_line(line)[0][0]
        if card["type"] == "spell":
            assert not opening.startswith(STAYING), f"{card['name']} is gone before {line!r} can happen"
            if opening.startswith("When "):
                assert line.removeprefix("When ").startswith(RESPONSES), f"nobody can respond with {card['name']}"
        else:
            assert " this turn, " not in opening, f"{card['name']} stays, and says {line!r}"
        if line.startswith("A deck may hold"):
            assert line == lines(card)[-1], f"{card['name']} speaks of decks before it is done"


def test_french_is_set_as_french_is() -> None:
    said = FRENCH.locale.read_text(encoding="utf-8")
    words = re.sub(r"(?m)^ *[a-z-]+:|#.*$|[,{] *(name|plural|text):", "", said, flags=re.IGNORECASE)
    for wrong in re.findall(r".*(?: [;!?»]|« | :|[a-zà-ÿ]'[a-zà-ÿ]).*", words):
        pytest.fail(f"no no-break space, or a straight apostrophe: {wrong}")


@each_table
def test_every_phrase_is_used(guide: Guide, heading: str) -> None:
    used = guide.used_phrases()
    unused = [phrase for phrase in guide.phrases(heading) if phrase not in used]
    assert not unused, f"no card uses {unused}"


@each_guide
def test_every_form_of_a_slot_is_used(guide: Guide) -> None:
    said = "\n".join(text for card in guide.cards for text in texts(card))
    unused = [
        f"<{name}>: {form}"
        for name, forms in guide.slots.items()
        for form in forms
        if not re.search(guide.inner(form), said, re.IGNORECASE)
    ]
    assert not unused, f"no card uses {unused}"


@each_table
def test_every_example_is_its_phrase(guide: Guide, heading: str) -> None:
    wrong = []
    for row in guide.tables[heading]:
        used, lost = guide.read_line(row[2])
        if lost or CODE.findall(row[0])[0] not in used:
            wrong.append(row[2])
    assert not wrong, f"not an instance of its own phrase: {wrong}"


MADE_UP = {
    FUTURE: [
        "Explode an enemy ship.",
        "Draw two cards.",
        "Draw 1 cards.",
        "draw 1 card.",
        "Draw 1 card",
        "When this ship is deployed, Draw 1 card.",
        "When the moon is full, draw 1 card.",
        "{action} {gold}: Draw 1 card.",
        "{action} {oil}: draw 1 card.",
        "At the start of your turn, repair 3 on your base. Then dance.",
        "Deal 2 damage to an enemy ship or two.",
        "If it rains, draw 1 card.",
    ],
    TCG: [
        "Win the game.",
        "Draw 1 cards.",
        "You may Draw 1 card.",
        "When you play this creature, Draw 1 card.",
        "When you play this creature, you may you may dance.",
        "Once on your turn, discard 1 card: draw 1 card.",
        "Once on your turn, Draw 1 card.",
        "In your attack, 7s are hits.",
        "In your attack, 6s are 1 hits.",
        "If it rains, draw 1 card.",
        "A deck may hold up to 1 of this card.",
    ],
    FRENCH: [
        "Gagnez la partie.",
        "Piochez 1 cartes.",
        "Infligez 2 dégât à un vaisseau ennemi.",
        "piochez 1 carte.",
        "Quand ce vaisseau est détruit, Piochez 1 carte.",
        "{action}: Réparez 1 sur un de vos vaisseaux.",
        "{action} {oil}\u00a0: réparez 1 sur un de vos vaisseaux.",
        "S’il pleut, piochez 1 carte.",
        "Draw 1 card.",
    ],
    RONE: [
        "Win the game.",
        "Gain 2.",
        "draw 1 card.",
        "When the dust settles, draw 1 card.",
        "If it rains, draw 1 card.",
    ],
}


@pytest.mark.parametrize(
    ("guide", "line"),
    [pytest.param(guide, line, id=f"{guide.game}-{line}") for guide, found in MADE_UP.items() for line in found],
)
def test_a_made_up_sentence_is_rejected(guide: Guide, line: str) -> None:
    assert guide.read_line(line)[1]


@pytest.mark.parametrize(
    ("guide", "line", "phrases"),
    [
        (
            FUTURE,
            "{reaction} {oil}: When an enemy ship attacks, it fails. Use this once per turn.",
            ["{reaction} <cost>: When <event>, <effect>", "It fails", "Use this once per turn"],
        ),
        (
            TCG,
            "In your attack, if your graveyard holds 8 or more cards, roll 2 more dice. You may draw 1 card.",
            ["In your attack, <effect>", "If <condition>, <effect>", "Roll <more>", "You may <effect>", "Draw <cards>"],
        ),
    ],
)
def test_a_line_is_read_into_its_phrases(guide: Guide, line: str, phrases: list[str]) -> None:
    assert guide.read_line(line) == (phrases, [])
