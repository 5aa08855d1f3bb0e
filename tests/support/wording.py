"""A pack's guide to wording, read from its document: the phrases that cards say, and what reads a card by them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tests.support.commands import ROOT

NUMBERS = {"N": r"[1-9][0-9]?", "many": r"(?:[2-9]|[1-9][0-9])"}
SLOT = re.compile(r"<([A-Za-z]+)>")
CODE = re.compile(r"`([^`]+)`")
MARKS = {"effect", "Effect"}

Card = dict[str, Any]
Row = list[str]


class Guide:
    """A pack's guide to wording: the tables of its document, and the checker that they make.

    A table is under a heading. `Slots` has the forms of each slot, `Openings` what may stand at the start of a line or,
    where the meaning begins with "Opens a sentence", of a sentence; any other table has the phrases of sentences.
    """

    def __init__(self, game: str, document: str, language: str = "") -> None:
        self.game = f"{game}-{language}".rstrip("-")
        self.document = ROOT / "docs" / document
        self.locale = ROOT / "cards" / game / "locales" / f"{language}.yaml"
        self.sets = ROOT / "cards" / game / "sets"
        self.tables = read_tables(self.document)
        self.slots = {CODE.findall(row[0])[0][1:-1]: CODE.findall(row[1]) for row in self.tables["Slots"]}
        self.headings = [heading for heading in self.tables if heading != "Slots"]  # those with phrases
        self.openings: list[tuple[str, bool, re.Pattern[str]]] = []
        self.sentence_openings: list[tuple[str, bool, dict[bool, re.Pattern[str]]]] = []
        for row in self.tables["Openings"]:
            phrase = CODE.findall(row[0])[0]
            head, mark = phrase.rsplit("<", 1)
            assert mark.rstrip(">") in MARKS, f"the opening {phrase!r} ends with <effect> or <Effect>"
            capital = mark == "Effect>"
            if row[1].startswith("Opens a sentence"):
                cases = {upper: re.compile(self.expand(head, upper)) for upper in (True, False)}
                self.sentence_openings.append((phrase, capital, cases))
            else:
                self.openings.append((phrase, capital, re.compile(self.expand(head, True))))
        self.sentences = [
            (phrase, {upper: re.compile(self.expand(phrase, upper)) for upper in (True, False)})
            for heading in self.headings
            if heading != "Openings"
            for phrase in self.phrases(heading)
        ]

    def phrases(self, heading: str) -> list[str]:
        return [CODE.findall(row[0])[0] for row in self.tables[heading]]

    def expand(self, phrase: str, upper: bool) -> str:
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
                forms = [self.expand(form, True) if starts else self.inner(form) for form in self.slots[name]]
                out += "(?:" + "|".join(forms) + ")"
            at = match.end()
        rest = phrase[at:]
        return out + re.escape(first_letter(rest, upper) if at == 0 and rest else rest)

    def inner(self, form: str) -> str:
        """A slot's form as it stands in the guide."""
        out, at = "", 0
        for match in SLOT.finditer(form):
            out += re.escape(form[at : match.start()])
            name = match[1]
            out += NUMBERS.get(name) or "(?:" + "|".join(self.inner(each) for each in self.slots[name]) + ")"
            at = match.end()
        return out + re.escape(form[at:])

    def read_sentence(self, sentence: str, upper: bool) -> list[str]:
        """The phrases that a sentence (without its full stop) is made of; empty when none covers it."""
        for phrase, forms in self.sentences:
            if forms[upper].fullmatch(sentence):
                return [phrase]
        for phrase, capital, cases in self.sentence_openings:
            start = cases[upper].match(sentence)
            if start and (rest := self.read_sentence(sentence[start.end() :], capital)):
                return [phrase, *rest]
        return []

    def read_line(self, line: str) -> tuple[list[str], list[str]]:
        """The phrases used on a line, and its sentences that no phrase covers."""
        if not line.endswith("."):
            return [], [line]
        used: list[str] = []
        body, upper = line[:-1], True
        heads = [(start, opening) for opening in self.openings if (start := opening[2].match(line))]
        if heads:
            start, (phrase, capital, _) = max(heads, key=lambda head: head[0].end())
            used.append(phrase)
            body, upper = body[start.end() :], capital
        lost = []
        for sentence in body.split(". "):
            found = self.read_sentence(sentence, upper)
            used += found
            if not found:
                lost.append(sentence)
            upper = True
        return used, lost

    @property
    def cards(self) -> list[Card]:
        return read_locale(self.locale) if self.locale.is_file() else read_cards(self.sets)

    def used_phrases(self) -> set[str]:
        return {phrase for card in self.cards for line in lines(card) for phrase in self.read_line(line)[0]}


def read_tables(document: Path) -> dict[str, list[Row]]:
    """The rows of a document's tables by heading, each row as its cells, without head and rule."""
    found: dict[str, list[Row]] = {}
    heading = ""
    for line in document.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line[3:].strip()
        elif line.startswith("| ") and heading:
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if cells[0] not in ("Slot", "Phrase") and not cells[0].startswith("---"):
                found.setdefault(heading, []).append(cells)
    return found


@cache
def read_cards(sets: Path) -> list[Card]:
    return [card for path in sorted(sets.rglob("*.yaml")) for card in yaml.safe_load(path.read_text(encoding="utf-8"))]


@cache
def read_locale(locale: Path) -> list[Card]:
    """The cards of a translation, as far as it has their words."""
    said = yaml.safe_load(locale.read_text(encoding="utf-8"))["cards"]
    return [{"id": card_id, **words} for card_id, words in said.items()]


def first_letter(pattern: str, upper: bool) -> str:
    """The form with its first letter in the wanted case; a symbol or a digit has none."""
    return (pattern[0].upper() if upper else pattern[0].lower()) + pattern[1:]


def texts(thing: Any) -> Iterator[str]:
    """Every rules text of a card: `text` and what ends in `-text`, also inside other fields, as on a board."""
    if isinstance(thing, dict):
        for key, value in thing.items():
            if isinstance(value, str) and (key == "text" or key.endswith("-text")):
                yield value.strip()
            else:
                yield from texts(value)
    elif isinstance(thing, list):
        for each in thing:
            yield from texts(each)


def lines(card: Card) -> list[str]:
    return [line for text in texts(card) for line in text.splitlines()]
