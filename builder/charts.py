"""Statistics as plain text: aligned bars that read in 80 columns, without colour, in ASCII if need be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len, set_cell_size

from builder.statistics import Amounts, Chance, Statistics, WordCount

WIDTH = 80
TURNS_SHOWN = (1, 2, 3, 5, 8)

_EIGHTHS = "▏▎▍▌▋▊▉█"


def render(statistics: Statistics, *, width: int = WIDTH, ascii_only: bool = False) -> str:
    """The statistics of a deck as lines of at most `width` columns (40 or more); no newline at the end."""
    width = max(width, 40)
    blocks = [
        [f"{_one_line(statistics.deck)}: {_cards(statistics.cards)}, {statistics.distinct} different"],
        *(_words(w, width, ascii_only) for w in statistics.words if w.counts),
        *(_amounts(a, width, ascii_only) for a in statistics.amounts if any(a.curve)),
        _chances(statistics, width),
    ]
    if statistics.unknown:
        blocks.append([f"Not counted: {len(statistics.unknown)} unknown ({', '.join(statistics.unknown[:5])})"])
    return "\n\n".join("\n".join(_fit(line, width) for line in block) for block in blocks if block)


def bars(rows: Sequence[tuple[str, float]], *, width: int = WIDTH, ascii_only: bool = False) -> list[str]:
    """One line a row: label, value and a bar, aligned; the longest bar fills what is left of the width.

    >>> bars([("ship", 4), ("action", 2)], width=20, ascii_only=True)
    ['  ship    4  #######', '  action  2  ####']
    """
    if not rows:
        return []
    label_width = min(max(cell_len(label) for label, _ in rows), max(width // 3, 8))
    values = [f"{value:g}" for _, value in rows]
    value_width = max(map(len, values))
    space = max(width - label_width - value_width - 6, 1)
    longest = max((value for _, value in rows), default=0)
    return [
        f"  {_cell(label, label_width)}  {shown:>{value_width}}  "
        f"{_bar(value / longest * space if longest > 0 else 0, ascii_only)}".rstrip()
        for (label, value), shown in zip(rows, values, strict=True)
    ]


def _bar(cells: float, ascii_only: bool) -> str:
    eighths = max(round(cells * 8), 0)
    if ascii_only:
        return "#" * round(eighths / 8)
    return "█" * (eighths // 8) + (_EIGHTHS[eighths % 8 - 1] if eighths % 8 else "")


def _words(words: WordCount, width: int, ascii_only: bool) -> list[str]:
    rows = [*words.counts.items(), *([("none", words.none)] if words.none else [])]
    return [words.title, *bars(rows, width=width, ascii_only=ascii_only)]


def _amounts(amounts: Amounts, width: int, ascii_only: bool) -> list[str]:
    parts = ", ".join(f"{n:g} {name}" for name, n in amounts.parts.items())
    total = f"{amounts.total:g} in all" + (f" ({parts})" if parts else "")
    heading = f"{amounts.title}: {total}, {amounts.average:.2f} a card"
    heading += f"; {_cards(amounts.none)} without" if amounts.none else ""
    rows = list(_filled(amounts.curve))
    return [*_wrapped(heading, width), *bars(rows, width=width, ascii_only=ascii_only)]


def _filled(curve: dict[float, int]) -> Iterator[tuple[str, float]]:
    """The curve with its gaps, so that its form shows; without them where they would fill the screen."""
    whole = all(isinstance(amount, int) for amount in curve) and max(curve) - min(curve) <= 20
    amounts: Iterable[float] = range(int(min(curve)), int(max(curve)) + 1) if whole else curve
    for amount in amounts:
        yield f"{amount:g}", curve.get(amount, 0)


def _chances(statistics: Statistics, width: int) -> list[str]:
    if not statistics.chances:
        return []
    turns = [t for t in TURNS_SHOWN if t <= len(statistics.chances[0].by_turn)]
    while len(turns) > 1 and 12 + 7 * (len(turns) + 1) > width * 2 // 3:
        turns.pop()
    columns = ["hand", *(f"turn {t}" for t in turns)]
    label_width = width - 8 * len(columns) - 2
    heading = f"Chance to see one or more, from a hand of {statistics.hand} and {statistics.draw} a turn"
    return [
        *_wrapped(heading, width),
        " " * (label_width + 2) + "".join(f"{c:>8}" for c in columns),
        *(f"  {_cell(_label(c), label_width)}{_percentages(c, turns)}" for c in statistics.chances),
    ]


def _label(chance: Chance) -> str:
    return chance.group if ":" not in chance.group else f"{chance.group} ({chance.copies})"


def _percentages(chance: Chance, turns: Sequence[int]) -> str:
    return "".join(f"{value:>8.1%}" for value in (chance.opening, *(chance.by_turn[t - 1] for t in turns)))


def _cards(n: int) -> str:
    return "1 card" if n == 1 else f"{n} cards"


def _cell(text: str, width: int) -> str:
    return set_cell_size(_one_line(text), width)


def _one_line(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)


def _fit(line: str, width: int) -> str:
    return (set_cell_size(line, width) if cell_len(line) > width else line).rstrip()


def _wrapped(text: str, width: int) -> list[str]:
    from textwrap import wrap

    return wrap(text, width, subsequent_indent="  ") or [""]
