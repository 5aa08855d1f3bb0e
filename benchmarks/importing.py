"""Import 10,000 rows of CSV, whole processes: all of them new, none changed, and one changed.

What was imported is looked at: the cards are counted, and the one that changed says so. The processor's time is that of
the whole process, which other programs on the machine do not make longer.
"""

from __future__ import annotations

import csv
import random
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.measuring import Done, Side, in_turns, main_of, require, table, worked

NUMBER = 10_000
AT_MOST = 3.0  # seconds of the processor
COLUMNS = ("Name", "Faction", "Type", "Cost", "Power", "Keywords", "Text", "Flavor", "Qty")


def main(quick: bool = False) -> str:
    """The table of this benchmark, as Markdown."""
    number, turns = (200, 1) if quick else (NUMBER, 5)
    with tempfile.TemporaryDirectory(prefix="arsenal-bench-") as name:
        side = Side(Path(name))
        first, second = spreadsheet(side.folder / "cards.csv", number), side.folder / "changed.csv"
        second.write_text(first.read_text("utf-8").replace("once", "twice", 1), "utf-8")
        side.arsenal("new", "game", "Moon Duel")
        cards = side.folder / "moon-duel/sets/core/cards.yaml"
        empty = cards.read_bytes()
        own_map = side.folder / "moon-duel/import.yaml"

        def new() -> Done:
            cards.write_bytes(empty)
            own_map.unlink(missing_ok=True)
            return imported(side, first, f"{number} new, 0 changed", cards, number + 8)

        ways: dict[str, Callable[[], Done]] = {
            "all rows are new": new,
            "nothing has changed": lambda: imported(side, first, "nothing has changed", cards, number + 8),
        }
        measured = in_turns(ways, turns)
        one = imported(side, second, "0 new, 1 changed", cards, number + 8)
    rows = [[what, f"{m.seconds:.2f}", m.checked] for what, m in measured.items()]
    rows.append(["one row has changed", f"{one.seconds:.2f}", one.checked])
    rows.append(["wanted", f"at most {AT_MOST}", ""])
    return table((f"{number:,} rows", "seconds of the processor", "checked"), rows)


def spreadsheet(path: Path, number: int) -> Path:
    """A spreadsheet of so many cards, the same whenever it is made."""
    draw = random.Random(1)
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(COLUMNS)
        for index in range(number):
            creature = draw.random() < 0.6
            keywords = draw.choice(("", "Guard", "Guard, Swift")) if creature else ""
            text = f'When you play this, gain {{spark}} once: "well" said.\nThen draw {draw.randint(1, 4)} cards.'
            name, faction = f"Card {index} of the Deep, {draw.choice(('Old', 'New'))}", draw.choice(("Ember", "Tide"))
            cost, power = draw.randint(0, 9), draw.randint(1, 9) if creature else ""
            flavor, copies = draw.choice(("", "Nobody knows why.")), draw.randint(1, 3)
            kind = "Creature" if creature else "Spell"
            writer.writerow([name, faction, kind, cost, power, keywords, text, flavor, copies])
    return path


def imported(side: Side, file: Path, said: str, cards: Path, number: int) -> Done:
    """`arsenal import`, whose output must contain `said`."""
    before = worked()
    run = side.arsenal("import", file.name, "--game", "moon-duel")
    seconds = worked() - before
    require(said in run.output, f"it should say {said}: {run.output[-300:]}")
    found = cards.read_text("utf-8").count("\n- id: ")
    require(found == number, f"{found} cards are there, and should be {number}")
    return Done(seconds, f"{found} cards, {said}")


if __name__ == "__main__":
    main_of(main)
