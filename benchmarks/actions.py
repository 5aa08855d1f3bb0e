"""What a user does with Arsenal, as a benchmark does it: through the command line alone, each time with proof.

An action is a context: it prepares what it needs in a side's folder and yields what is measured, one turn a call.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from math import ceil
from pathlib import Path

from benchmarks.decks import deck_files, is_spoilt, made_up_decks, own_cards
from benchmarks.measuring import (
    Done,
    Run,
    Side,
    cards_drawn,
    from_cache,
    made_from_nothing,
    made_now,
    pdf_pages,
    require,
    said,
)
from benchmarks.packs import GAME, SET, bare_pack, cards, cards_file, printable_pack
from benchmarks.watching import watched

DECK = "earthwall"
QUERY = "type:ship cost<=4 -is:pinnacle draw"
A_PAGE = 9  # cards

Turn = Callable[[], Done]
Start = Callable[[Side], AbstractContextManager[Turn]]


@dataclass(frozen=True, slots=True)
class Amounts:
    """How much the actions do."""

    validated: int = 10_000
    printed: int = 900
    judged: int = 500
    judged_in_process: int = 4_000


@dataclass(frozen=True, slots=True)
class Action:
    """An action of that name, and how often it is measured."""

    name: str
    start: Start
    turns: int


def actions(of: Amounts | None = None) -> Mapping[str, Action]:
    """All actions by name."""
    of = of or Amounts()
    listed = [
        Action("help", help_, 15),
        Action("check", check, 15),
        Action("print", print_from_cache, 15),
        Action("print-cold", print_cold, 7),
        Action("validate", partial(validate_unchanged, number=of.validated), 15),
        Action("validate-cold", partial(validate_cold, number=of.validated), 7),
        Action("search", partial(search, number=of.validated), 9),
        Action("check-many", partial(check_many, number=of.judged), 7),
        Action("legality", partial(judge_in_process, number=of.judged_in_process), 7),
        Action("print-many", partial(print_many_from_cache, number=of.printed), 9),
        Action("print-many-cold", partial(print_many_cold, number=of.printed), 5),
        Action("watch", partial(watch, number=of.printed), 20),
    ]
    return {action.name: action for action in listed}


@contextmanager
def help_(side: Side) -> Iterator[Turn]:
    """`arsenal --help`."""

    def turn() -> Done:
        run = side.arsenal("--help")
        return Done(run.seconds, f"{len(said(run, 'Usage:(?s:.*)').splitlines())} lines", run.output.encode())

    yield turn


@contextmanager
def check(side: Side) -> Iterator[Turn]:
    """`arsenal check` of a sample deck, with a current database."""
    cache = side.compiled()
    side.arsenal("check", DECK, cache=cache)

    def turn() -> Done:
        run = side.arsenal("check", DECK, cache=cache)
        return Done(run.seconds, f'"{said(run, "legal in .*")}", {from_cache(run)}', run.output.encode())

    yield turn


@contextmanager
def print_from_cache(side: Side) -> Iterator[Turn]:
    """`arsenal print` of a sample deck whose pages were drawn before."""
    cache, out = side.compiled(), side.folder / f"{DECK}.pdf"
    size = len(_printed(side.arsenal("print", DECK, "-o", out.name, cache=cache), out)[0])

    def turn() -> Done:
        run = side.arsenal("print", DECK, "-o", out.name, cache=cache)
        pdf, pages = _printed(run, out)
        require(len(pdf) == size, f"{len(pdf)} bytes came from the cache, {size} when they were drawn")
        return Done(run.seconds, f"{pages}, {from_cache(run)}", pdf)

    yield turn


@contextmanager
def print_cold(side: Side) -> Iterator[Turn]:
    """`arsenal print` of a sample deck with an empty cache: packs are read, checked and compiled, pages drawn."""
    out = side.folder / f"{DECK}-cold.pdf"

    def turn() -> Done:
        run = side.arsenal("print", DECK, "-o", out.name)
        pdf, pages = _printed(run, out)
        return Done(run.seconds, f"{pages}, {made_from_nothing(run, len(pdf) // 2)}", pdf)

    yield turn


@contextmanager
def validate_unchanged(side: Side, number: int) -> Iterator[Turn]:
    """`arsenal validate` of a large pack that was found to be without faults before."""
    pack = _bare(side, number)
    cache = side.new_folder("cache")
    made_from_nothing(side.arsenal("validate", str(pack), cache=cache))

    def turn() -> Done:
        run = side.arsenal("validate", str(pack), cache=cache)
        return Done(run.seconds, f'"{said(run, "1 pack checked.*")}", {from_cache(run)}', run.output.encode())

    yield turn


@contextmanager
def validate_cold(side: Side, number: int, *, able: bool = False) -> Iterator[Turn]:
    """`arsenal validate` of a large pack with an empty cache; its cards have abilities where they are `able`."""
    pack = _bare(side, number, able=able)
    found = finds_a_fault(lambda: side.arsenal("validate", str(pack), code=1), cards_file(pack))

    def turn() -> Done:
        run = side.arsenal("validate", str(pack))
        what = f'"{said(run, "1 pack checked.*")}", {found}, {made_from_nothing(run)}'
        return Done(run.seconds, what, run.output.encode())

    yield turn


def finds_a_fault(validate: Callable[[], Run], file: Path) -> str:
    """Prove that a validator reads a file of cards to its end: it finds a fault that is put in the last card. Returns
    the proof in words.

    `validate` runs it. Raises NotDoneError where its output does not name the fault.
    """
    text = file.read_text("utf-8")
    head, key, tail = text.rpartition("\n  faction: ")
    file.write_text(f"{head}{key}nobody-{tail}", "utf-8")
    try:
        run = validate()
    finally:
        file.write_text(text, "utf-8")
    output = run.output + run.errors
    require("faction" in output or "nobody-" in output, f"a fault in the last card was not found: {output[:300]!r}")
    return "a fault in the last card is found"


@contextmanager
def search(side: Side, number: int) -> Iterator[Turn]:
    """`arsenal search` in a large pack that is compiled."""
    pack, cache = _bare(side, number), side.new_folder("cache")
    command = ["search", QUERY, "-g", GAME, "--packs", str(pack), "--output", "json"]
    side.arsenal(*command, cache=cache)
    wanted = sum(
        card["type"] == "ship" and sum(card.get("cost", {}).values()) <= 4 and card.get("rarity") != "pinnacle"
        and "draw" in f"{card['name']} {card['text']} {card['flavor']}".lower()
        for card in cards(number)
    )  # fmt: skip

    def turn() -> Done:
        run = side.arsenal(*command, cache=cache)
        found = len(json.loads(run.output)["cards"])
        require(found == wanted, f"{found} cards were found, and {wanted} match")
        return Done(run.seconds, f"{found} cards found, {from_cache(run)}", run.output.encode())

    yield turn


@contextmanager
def check_many(side: Side, number: int) -> Iterator[Turn]:
    """`arsenal check` of many deck files, with a current database."""
    cache = side.compiled()
    decks = made_up_decks(own_cards(side.root), number)
    names = deck_files(side.folder, decks)

    def turn() -> Done:
        run = side.arsenal("check", *names, "--output", "json", cache=cache, code=1)
        verdicts = [deck["legal"] for deck in json.loads(run.output)["decks"]]
        require(verdicts == [not is_spoilt(n) for n in range(number)], "other decks are legal than should be")
        return Done(run.seconds, f"{number} verdicts, {sum(verdicts)} legal, {from_cache(run)}", run.output.encode())

    yield turn


@contextmanager
def judge_in_process(side: Side, number: int) -> Iterator[Turn]:
    """Judging decks in process, by the checkout's own benchmark, since the modules to call may differ between
    checkouts.
    """
    command = ["-m", "benchmarks.legality", "--decks", str(number), "--repeat", "3"]

    def turn() -> Done:
        run = side.python(*command)
        rate = said(run, r"(?<=\| Arsenal \| )[\d,]+")
        return Done(number / float(rate.replace(",", "")), f"{said(run, '.* legal')}, {rate} decks/s")

    yield turn


@contextmanager
def print_many_from_cache(side: Side, number: int) -> Iterator[Turn]:
    """`arsenal print` of a large pack whose pages were drawn before."""
    pack = printable(side, number)
    cache = side.compiled(pack)
    drawn = print_all(side, pack, number, cache)

    def turn() -> Done:
        run, pdf, cards_said = print_all(side, pack, number, cache)
        require(pdf == drawn[1], "what comes from the cache is not what was drawn")
        return Done(run.seconds, f"{cards_said}, {from_cache(run)}", pdf)

    yield turn


@contextmanager
def print_many_cold(side: Side, number: int) -> Iterator[Turn]:
    """`arsenal print` of a large pack that is compiled and of which nothing was drawn."""
    pack = printable(side, number)
    side.compiled(pack)

    def turn() -> Done:
        run, pdf, cards_said = print_all(side, pack, number, side.compiled(pack))
        return Done(run.seconds, f"{cards_said}, {made_now(run, len(pdf) // 2)}", pdf)

    yield turn


def print_all(side: Side, pack: Path, number: int, cache: Path) -> tuple[Run, bytes, str]:
    """Print a pack's cards. Returns the run, the PDF, and in words that all cards are in it."""
    out = side.folder / "cards.pdf"
    out.unlink(missing_ok=True)
    run = side.arsenal("print", GAME, "--packs", str(pack), "--no-components", "-o", out.name, cache=cache)
    pdf = out.read_bytes()
    return run, pdf, cards_drawn([pdf], (card["name"] for card in cards(number)), ceil(number / A_PAGE))


@contextmanager
def watch(side: Side, number: int) -> Iterator[Turn]:
    """`arsenal watch`: from a saved card to its picture."""
    with watched(side, number) as watching:
        watching.first_pictures()
        yield watching.save


def _printed(run: Run, out: Path) -> tuple[bytes, str]:
    """Read a deck's PDF, and in words what it has. Its file is removed, so that the next run has to make it."""
    pdf = out.read_bytes()
    out.unlink()
    copies, pages = said(run, r"\d+ cards on \d+ pages").split(" cards on ")
    require(len(pdf_pages(pdf)) == int(pages.split()[0]), f"the PDF has other pages than the {pages} that are said")
    return pdf, f"{copies} cards on {pages}, {len(pdf) / 1e3:.0f} kB"


def _bare(side: Side, number: int, *, able: bool = False) -> Path:
    return bare_pack(side.new_folder("pack"), {SET: list(cards(number, able=able))}, side.root)


@cache
def printable(side: Side, number: int) -> Path:
    """A pack of so many cards that can be printed, one for all of a side."""
    return printable_pack(side.new_folder("pack"), list(cards(number)), side.root)
