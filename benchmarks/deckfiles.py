"""How many decks in memory become deck files in a second, for each program: `python -m benchmarks.deckfiles`.

Random legal decks of about 60 Future Invaders cards from a seed are judged by the format `prepared` and written as each
target writes decks, one after another in this process; its processor time counts. Each file is read for how many cards
it has, outside of what is measured.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable

from benchmarks.decks import Deck, is_spoilt, made_up_decks, own_cards
from benchmarks.measuring import main_of, require, table
from benchmarks.packs import GAME
from builder.decks import Deck as Opened
from builder.exports import target
from builder.exports.bundling import bundle
from builder.exports.writing import made
from builder.library import Catalog, OpenedDeck
from builder.workspace import Workspace

NUMBER, AT_LEAST = 10_000, 2_000  # decks, and how many a second are wanted

# How many cards a file of each target has.
COUNTED: dict[str, Callable[[str], int]] = {
    "text": lambda said: sum(map(int, re.findall(r"(?m)^(\d+)x? ", said))),
    "cockatrice": lambda said: sum(map(int, re.findall(r'<card number="(\d+)"', said))),
    "octgn": lambda said: sum(map(int, re.findall(r'<card qty="(\d+)"', said))),
    "lackey": lambda said: said.count("<card>"),
    "cgs": lambda said: sum(map(int, re.findall(r"(?m)^(\d+) \[", said))),
    "dragncards": lambda said: sum(card["quantity"] for card in json.loads(said)),
}


def main(quick: bool = False) -> str:
    """The table of this benchmark, as Markdown."""
    number = 100 if quick else NUMBER
    every = made_up_decks(own_cards(), number * 5 // 4 + 1)
    decks = [deck for place, deck in enumerate(every) if not is_spoilt(place)][:number]
    require(len({str(deck) for deck in decks}) == number, "some decks are the same: a file could be known already")
    rows = []
    with Workspace() as workspace:
        for name, counted in COUNTED.items():
            exported(workspace.catalog, name, decks[:1])  # loads what it needs
            began = time.process_time()
            files = exported(workspace.catalog, name, decks)
            seconds = time.process_time() - began
            found = [counted(content.decode()) for content in files]
            require(
                found == [sum(deck.values()) for deck in decks], f"files of {name} have other cards than their decks"
            )
            rows.append(
                [name, f"{number / seconds:,.0f}", f"{sum(map(len, files)) // number:,}", f"{sum(found):,} cards"]
            )
    rows.append(["wanted", f"at least {AT_LEAST:,}", "", ""])
    return table((f"{number:,} decks", "a second of processor time", "bytes each", "checked"), rows)


def exported(catalog: Catalog, name: str, decks: list[Deck]) -> list[bytes]:
    """The decks' files, each judged and written."""
    chosen = target(name).for_deck
    opened = [
        OpenedDeck(str(n), Opened(f"Deck {n}", GAME, {"main": deck}, format="prepared")) for n, deck in enumerate(decks)
    ]
    return [made(chosen, bundle(catalog, one, chosen)).content for one in opened]


if __name__ == "__main__":
    main_of(main)
