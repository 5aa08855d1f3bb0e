"""Every sentence on a Future Invaders card is a phrase of docs/wording.md; the checker is built from it."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
GUIDE = ROOT / "docs" / "wording.md"
SETS = ROOT / "cards" / "future-invaders" / "sets"
NUMBERS = {"N": r"[1-9][0-9]?", "many": r"(?:[2-9]|[1-9][0-9])"}
SLOT = re.compile(r"<([A-Za-z]+)>")
CODE = re.compile(r"`([^`]+)`")
MARKS = {"effect", "Effect"}

Card = dict[str, Any]


@cache
def tables() -> dict[str, list[list[str]]]:
    """The rows of the guide's tables by heading, each row as its cells, without head and rule."""
    found: dict[str, list[list[str]]] = {}
    heading = ""
    for line in GUIDE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line[3:].strip()
        elif line.startswith("| ") and heading:
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if cells[0] not in ("Slot", "Phrase") and not cells[0].startswith("---"):
                found.setdefault(heading, []).append(cells)
    return found


@cache
def slots() -> dict[str, list[str]]:
    return {CODE.findall(row[0])[0][1:-1]: CODE.findall(row[1]) for row in tables()["Slots"]}


def phrases(heading: str) -> list[str]:
    return [CODE.findall(row[0])[0] for row in tables()[heading]]


def first_letter(pattern: str, upper: bool) -> str:
    """The form with its first letter in the wanted case; a symbol or a digit has none."""
    return (pattern[0].upper() if upper else pattern[0].lower()) + pattern[1:]


@cache
def expand(phrase: str, upper: bool) -> str:
    """A phrase as a regex, its first letter in upper or lower case whether it stands in a slot or not."""
    out, at = "", 0
    for match in SLOT.finditer(phrase):
        literal = phrase[at : match.start()]
        out += re.escape(first_letter(literal, upper) if at == 0 and literal else literal)
        name = match[1] if match[1] in NUMBERS else match[1].lower()
        if name in NUMBERS:
            out += NUMBERS[name]
        else:
            starts = upper and match.start() == 0
            forms = [expand(form, True) if starts else inner(form) for form in slots()[name]]
            out += "(?:" + "|".join(forms) + ")"
        at = match.end()
    rest = phrase[at:]
    return out + re.escape(first_letter(rest, upper) if at == 0 and rest else rest)


@cache
def inner(form: str) -> str:
    """A slot's form as it stands in the guide."""
    out, at = "", 0
    for match in SLOT.finditer(form):
        out += re.escape(form[at : match.start()])
        name = match[1]
        out += NUMBERS[name] if name in NUMBERS else "(?:" + "|".join(inner(each) for each in slots()[name]) + ")"
        at = match.end()
    return out + re.escape(form[at:])


@cache
def openings() -> list[tuple[str, bool, re.Pattern[str]]]:
    """Each opening with its mark cut off: the phrase, whether a capital follows it, and its regex."""
    found = []
    for phrase in phrases("Openings"):
        head, mark = phrase.rsplit("<", 1)
        assert mark.rstrip(">") in MARKS, f"the opening {phrase!r} ends with <effect> or <Effect>"
        found.append((phrase, mark == "Effect>", re.compile(expand(head, True))))
    return found


@cache
def sentences() -> list[tuple[str, dict[bool, re.Pattern[str]]]]:
    return [
        (phrase, {upper: re.compile(expand(phrase, upper)) for upper in (True, False)})
        for heading in ("Effects", "Standing effects")
        for phrase in phrases(heading)
    ]


def conditional(phrase: str) -> bool:
    return phrase.startswith("If ")


def read_sentence(sentence: str, upper: bool) -> list[str]:
    """The phrases that a sentence (without its full stop) is made of; empty when none covers it."""
    for phrase, forms in sentences():
        if forms[upper].fullmatch(sentence):
            return [phrase]
    for phrase, capital, pattern in openings():
        start = pattern.match(sentence)
        if conditional(phrase) and upper and start:
            rest = read_sentence(sentence[start.end() :], capital)
            return [phrase, *rest] if rest else []
    return []


def read_line(line: str) -> tuple[list[str], list[str]]:
    """The phrases used on a line, and its sentences that no phrase covers."""
    if not line.endswith("."):
        return [], [line]
    used: list[str] = []
    body, upper = line[:-1], True
    heads = [(start, found) for found in openings() if not conditional(found[0]) and (start := found[2].match(line))]
    if heads:
        start, (phrase, capital, _) = max(heads, key=lambda head: head[0].end())
        used.append(phrase)
        body, upper = body[start.end() :], capital
    lost = []
    for sentence in body.split(". "):
        found = read_sentence(sentence, upper)
        used += found
        if not found:
            lost.append(sentence)
        upper = True
    return used, lost


@cache
def cards() -> list[Card]:
    return [card for path in sorted(SETS.rglob("*.yaml")) for card in yaml.safe_load(path.read_text(encoding="utf-8"))]


def lines(card: Card) -> list[str]:
    return str(card.get("text", "")).strip().splitlines()


def test_the_guide_has_its_tables() -> None:
    assert all(phrases(heading) for heading in ("Openings", "Effects", "Standing effects"))
    assert len(set(slots())) == len(tables()["Slots"])


@pytest.mark.parametrize("card", cards(), ids=lambda card: card["id"])
def test_every_sentence_is_a_phrase(card: Card) -> None:
    lost = [f"{card['name']}: {sentence!r}" for line in lines(card) for sentence in read_line(line)[1]]
    assert not lost, "no phrase of docs/wording.md covers " + "; ".join(lost)


@pytest.mark.parametrize("card", cards(), ids=lambda card: card["id"])
def test_conventions(card: Card) -> None:
    text = card.get("text", "")
    other = {"ship": "this structure", "structure": "this ship"}.get(card["type"], "this ship")
    assert other not in text.lower(), f"{card['name']} speaks of {other}"
    assert len(text.strip()) <= 200, f"{card['name']} has {len(text.strip())} characters of text"
    assert len(card.get("flavor", "")) <= 110, f"{card['name']} has {len(card['flavor'])} characters of flavor"
    for line in lines(card):
        used = read_line(line)[0]
        if used and used[0] in ("{action}: <Effect>", "{reaction}: When <event>, <effect>"):
            assert "Use this once per turn" in used, f"{card['name']} may use {line!r} without end"
        if line.startswith("{"):
            assert card["type"] in ("ship", "structure"), f"{card['name']} cannot be deployed to use {line!r}"
        if card["type"] == "reaction":
            assert line.startswith("When "), f"{card['name']} does not say what it responds to"


def used_phrases() -> set[str]:
    return {phrase for card in cards() for line in lines(card) for phrase in read_line(line)[0]}


@pytest.mark.parametrize("heading", ["Openings", "Effects", "Standing effects"])
def test_every_phrase_is_used(heading: str) -> None:
    unused = [phrase for phrase in phrases(heading) if phrase not in used_phrases()]
    assert not unused, f"no card uses {unused}"


def test_every_form_of_a_slot_is_used() -> None:
    texts = "\n".join(card.get("text", "") for card in cards())
    unused = [
        f"<{name}>: {form}"
        for name, forms in slots().items()
        for form in forms
        if not re.search(inner(form), texts, re.IGNORECASE)
    ]
    assert not unused, f"no card uses {unused}"


def test_every_example_is_its_phrase() -> None:
    wrong = []
    for heading in ("Openings", "Effects", "Standing effects"):
        for row in tables()[heading]:
            used, lost = read_line(row[2])
            if lost or CODE.findall(row[0])[0] not in used:
                wrong.append(row[2])
    assert not wrong, f"not an instance of its own phrase: {wrong}"


@pytest.mark.parametrize(
    "line",
    [
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
)
def test_a_made_up_sentence_is_rejected(line: str) -> None:
    assert read_line(line)[1]


def test_a_line_is_read_into_its_phrases() -> None:
    used, lost = read_line("{reaction} {oil}: When an enemy ship attacks, it fails. Use this once per turn.")
    assert (used, lost) == (
        ["{reaction} <cost>: When <event>, <effect>", "It fails", "Use this once per turn"],
        [],
    )
