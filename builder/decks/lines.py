"""What a line of a list may say: so many copies of which card, or the section that begins."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from builder.decks.deck import MAX_COPIES
from builder.decks.index import CardIndex
from builder.games import MAIN
from builder.naming import fold

_HEADING = re.compile(r"\[(?P<bracketed>[^\[\]]+)\]|(?P<named>[^\[\]]+?)\s*(?:\(\d+\))?\s*:")
_COUNT_FIRST = re.compile(r"(?P<count>[-+]?\d+)(?P<times>\s*[xX×*])?(?:\s+(?P<words>.+))")
_COUNT_LAST = re.compile(r"(?P<words>.+?)\s+(?:[xX×*]\s*(?P<count>[-+]?\d+))")
_PRINTING = re.compile(
    r"(?P<words>[^()]+?) \((?P<set>[^()]*[^()0-9 ][^()]*)\)(?: #?(?P<number>[0-9]{1,6})[a-z]?)?"
)  # the number says which of two cards with one name
_COMMENT = re.compile(r"\s(?:#|//)")
MAIN_WORDS = frozenset({MAIN, "mainboard", "maindeck", "main-deck", "deck"})
SIDE_WORDS = frozenset({"side", "sideboard", "side-board", "reserve", "reserves"})
_BEFORE = re.compile(r"(?:[-*•·–—]|\d{1,4}[.)])\s+(?=\S)")  # of a list with points or numbers
_BEHIND = re.compile(
    r"(?:\s(?:\*[A-Za-z]{1,12}\*|\^[^^]{0,80}\^|\[[^\[\]]{0,80}\]|<[^<>]{0,80}>))$"
)  # marks of other sites
_UNSEEN = re.compile("[\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad]")
_CELLS = re.compile(r"""(?P<first>"[^"]+"|[^,;]+?)\s*[,;]\s*(?P<second>"[^"]+"|[^,;]+)""")
_NUMBER_BEHIND = re.compile(r"(?P<words>.+?)\s+[(\[]?(?P<count>\d{1,5})[)\]]?")
_TOGETHER = re.compile(r"(?P<count>\d{1,5})[xX×*](?P<words>\S.*)")
_ID_FIRST = re.compile(r"\[(?P<id>[^\[\]]+)\]\s*(?P<words>.*)")


def heading_of(text: str) -> str:
    """The section that a line begins, where the line can be nothing else."""
    found = _HEADING.fullmatch(text)
    return "" if found is None or _COUNT_FIRST.match(text) else (found["bracketed"] or found["named"]).strip()


def bare_heading(text: str, sections: Mapping[str, str], groups: Collection[str]) -> str:
    """The section that a line begins which is no card: `Side`, `Ships (12)`."""
    counted = re.fullmatch(r"(?P<name>\D+?)\s*\(\d+\)", text)
    if counted:
        return counted["name"]
    folded = fold(text)
    known = folded in groups or folded in SIDE_WORDS | MAIN_WORDS
    return text if known or any(folded in (fold(s), fold(n)) for s, n in sections.items()) else ""


def _readings(text: str) -> Iterator[tuple[int, str]]:
    """What a line may say, as (count, name or id), likeliest first."""
    comment = _COMMENT.search(text)
    for words in (text, text[: comment.start()].rstrip()) if comment else (text,):
        first = _COUNT_FIRST.fullmatch(words)
        if first:
            yield int(first["count"]), first["words"]
            times = re.match(r"[xX×*]\s+(.+)", first["words"])
            if times and not first["times"]:
                yield int(first["count"]), times[1]
        last = _COUNT_LAST.fullmatch(words)
        if last:
            yield int(last["count"]), last["words"]
        yield 1, words


def _loose_readings(text: str) -> Iterator[tuple[int, str]]:
    """What a line may say in other ways, as (count, name or id): `2,Flare`, `Flare (2)`, `2 [flare] Flare`."""
    if cells := _CELLS.fullmatch(text):
        first, second = cells["first"].strip("'\" "), cells["second"].strip("'\" ")
        if first.isdecimal():
            yield _whole(first), second
        elif second.isdecimal():
            yield _whole(second), first
    if behind := _NUMBER_BEHIND.fullmatch(text):
        yield _whole(behind["count"]), behind["words"]
    if together := _TOGETHER.fullmatch(text):
        yield int(together["count"]), together["words"]
    for count, words in _readings(text):
        if known := _ID_FIRST.fullmatch(words):
            yield count, known["id"].partition(".")[0]  # Card Game Simulator adds that of a back
            yield count, known["words"]
        if words[:1] in _QUOTES and words[-1:] in _QUOTES and len(words) > 2:
            yield count, words[1:-1]


_QUOTES = "\"'“”„«»‘’"


def _whole(digits: str) -> int:
    """The number that digits say; one too many for any deck where they are many."""
    return int(digits) if len(digits) < 6 else MAX_COPIES + 1


def _bare(text: str) -> str:
    """A line without points and numbers before it, marks behind it and letters that nobody sees."""
    text = _BEFORE.sub("", " ".join(_UNSEEN.sub("", text).split()), count=1)
    while marked := _BEHIND.search(text):
        text = text[: marked.start()]
    return text


class Reading(NamedTuple):
    """So many copies of a card, and the words that name it; `found` is empty where no card is called so."""

    copies: int
    words: str
    found: tuple[str, ...]  # ids of cards
    in_set: str = ""  # as the line calls it


def read_line(text: str, cards: CardIndex) -> Reading:
    """The first reading of a line that names a card; where none does, the likeliest, with no ids."""
    bare = _bare(text)
    for written in dict.fromkeys((text, bare)):
        for count, words in _readings(written):
            if found := cards.find(words):
                return Reading(count, words, found)
        for count, words in _readings(written):
            named = _PRINTING.fullmatch(words)
            if named and (found := cards.find(named["words"])):
                in_set = named["set"].strip()
                return Reading(count, named["words"], cards.narrowed(found, in_set, named["number"] or ""), in_set)
    for count, words in _loose_readings(bare):
        if found := cards.find(words):
            return Reading(count, words, found)
    comment = _COMMENT.search(bare)
    count, words = next(_readings(bare[: comment.start()].rstrip() if comment else bare))
    return Reading(count, words, ())
