"""What abilities cost: the text of 1,000 cards in two languages, and validating 10,000 cards against cards with text.

Hardly two abilities are alike, so that nothing is gained by remembering them.
"""

from __future__ import annotations

import tempfile
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from benchmarks.actions import Start, validate_cold
from benchmarks.measuring import Done, Side, in_turns, main_of, require, table
from benchmarks.packs import SET, bare_pack, cards
from builder.checks import check_pack
from builder.checks.abilities import Abilities
from builder.packs.pack import read

TEXTS, VALIDATED = 1_000, 10_000
LANGUAGES = ("en", "fr")


def main(quick: bool = False) -> str:
    """The table of this benchmark, as Markdown."""
    texts, validated, turns = (50, 200, 1) if quick else (TEXTS, VALIDATED, 9)
    with tempfile.TemporaryDirectory(prefix="arsenal-bench-") as name, ExitStack() as stack:
        side = Side(Path(name))
        without: Start = partial(validate_cold, number=validated)
        able: Start = partial(validate_cold, number=validated, able=True)
        ways = {"text": stack.enter_context(without(side)), "abilities": stack.enter_context(able(side))}
        validating = in_turns(ways, turns)
        made = bare_pack(side.new_folder("lines"), {SET: list(cards(texts, able=True))})
        timed = in_turns({"lines": partial(_texts, made)}, turns)["lines"]
    text, abilities = validating["text"], validating["abilities"]
    languages = f"{len(LANGUAGES)} languages"
    rows = [
        [f"validate {validated:,} cards with text", f"{text.seconds:.3f}", "1.00", text.checked],
        ["... with abilities", f"{abilities.seconds:.3f}", str(abilities.times(text)), abilities.checked],
        [f"text of {texts:,} cards in {languages}", f"{timed.seconds:.3f}", "", timed.checked],
    ]
    return table(["", "seconds", "times those with text", "checked"], rows)


def _texts(pack: Path) -> Done:
    """Read the abilities of a pack's cards and say them, with nothing remembered from before."""
    checked = check_pack(read(pack))
    found = checked.abilities
    start = time.perf_counter()
    anew = Abilities(found.verbs, found.own, found.schema, found.symbols)
    texts = [anew.texts(card.definition, language) for language in LANGUAGES for card in checked.cards]
    seconds = time.perf_counter() - start
    said = [text for places in texts for text in places.values()]
    require(len(said) == len(LANGUAGES) * len(checked.cards), f"only {len(said)} texts were made")
    different = len(set(said))
    require(different > len(said) * 0.8, f"only {different} texts differ")
    return Done(seconds, f"{len(said):,} texts, {different:,} different")


if __name__ == "__main__":
    main_of(main)
