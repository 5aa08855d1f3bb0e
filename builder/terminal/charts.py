"""Statistics as plain text: aligned bars that read in 80 columns, without colour, in ASCII if need be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len, set_cell_size

from builder.decks.statistics import Amounts, Chance, DieOdds, Statistics, WordCount

WIDTH = 80
TURNS_SHOWN = (1, 2, 3, 5, 8)

_EIGHTHS = "▏▎▍▌▋▊▉█"


def render(statistics: Statistics, *, width: int = WIDTH, ascii_only: bool = False) -> str:
    """The statistics of a deck as lines of at most `width` columns (40 or more); no newline at the end."""
    width = max(width, 40)
    thing = statistics.thing
    blocks = [
        [f"{_one_line(statistics.deck)}: {_many(statistics.cards, thing)}, {statistics.distinct} different"],
        *(_words(w, width, ascii_only) for w in statistics.words if w.counts),
        *(_amounts(a, thing, width, ascii_only) for a in statistics.amounts if any(a.curve)),
        _chances(statistics, width),
        _dice(statistics.dice, width),
        _odds(statistics, width),
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


def _amounts(amounts: Amounts, thing: str, width: int, ascii_only: bool) -> list[str]:
    parts = ", ".join(f"{n:g} {name}" for name, n in amounts.parts.items())
    total = f"{amounts.total:g} in all" + (f" ({parts})" if parts else "")
    heading = f"{amounts.title}: {total}, {amounts.average:.2f} a {thing}"
    heading += f"; {_many(amounts.none, thing)} without" if amounts.none else ""
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
    return "".join(f"{_percent(value):>8}" for value in (chance.opening, *(chance.by_turn[t - 1] for t in turns)))


def _dice(dice: Sequence[DieOdds], width: int) -> list[str]:
    """What each sort of dice shows: a line for symbols that are as likely as each other."""
    if not any(die.symbols for die in dice):
        return []
    label_width = width - 26
    several = any(die.count > 1 for die in dice)
    columns = f"{'one die':>9}{'any die':>9}{'average':>8}" if several else f"{'chance':>9}{'average':>17}"
    lines = [f"{_cell('Chance of a symbol', label_width)}{columns}"]
    for die in dice:
        name = f"{die.name} ({die.count})" if die.die and die.count > 1 else die.name
        lines.append(f"  {_cell(name, width - 2)}")
        alike: dict[tuple[float, float, float], list[str]] = {}
        for symbol in die.symbols:
            alike.setdefault((symbol.one, symbol.any, symbol.expected), []).append(symbol.name)
        for (one, any_die, average), names in alike.items():
            figures = f"{_percent(one):>9}{_percent(any_die) if several else '':>9}{average:>8.2f}"
            label = ", ".join(names) + (", each" if len(names) > 1 else "")
            lines += _beside("    ", label, label_width, figures)
    return lines


def _odds(statistics: Statistics, width: int) -> list[str]:
    """The answers to the format's questions: a line each, or several where the question is long."""
    if not statistics.odds:
        return []
    attacked = any(answer.left is not None for answer in statistics.odds)
    label_width = width - (20 if attacked else 9)
    lines = [f"{_cell('Odds, with best play', label_width)}{'chance':>9}{'left over' if attacked else '':>11}"]
    for answer in statistics.odds:
        left = "" if answer.left is None else f"{answer.left:>11.2f}"
        lines += _beside("  ", answer.name, label_width, f"{_percent(answer.chance):>9}{left}")
    return lines


def _beside(indent: str, label: str, width: int, figures: str) -> Iterator[str]:
    """Figures beside a label, which goes on below where it is long."""
    first, *more = _wrapped(_one_line(label), width - len(indent) - 1)
    yield f"{indent}{_cell(first, width - len(indent))}{figures}"
    yield from (indent + line for line in more)


def _percent(chance: float) -> str:
    """A chance as a percentage; what is not certain never looks so.

    >>> _percent(0.25), _percent(0.0001), _percent(0.99999), _percent(1)
    ('25.0%', '<0.1%', '>99.9%', '100.0%')
    """
    if 0 < chance < 0.0005:
        return "<0.1%"
    return ">99.9%" if 0.9995 <= chance < 1 else f"{chance:.1%}"


def _many(n: int, thing: str) -> str:
    return f"1 {thing}" if n == 1 else f"{n} {thing}s"


def _cell(text: str, width: int) -> str:
    return set_cell_size(_one_line(text), width)


def _one_line(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)


def _fit(line: str, width: int) -> str:
    return (set_cell_size(line, width) if cell_len(line) > width else line).rstrip()


def _wrapped(text: str, width: int) -> list[str]:
    from textwrap import wrap

    return wrap(text, width, subsequent_indent="  ") or [""]
