"""Statistics as plain text: bars and tables of at most 80 columns, without colour."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from shutil import get_terminal_size
from textwrap import wrap

from rich.cells import cell_len, set_cell_size
from rich.console import ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Column, Table

from builder.decks.comparing import Comparison, SectionChanges, Side
from builder.decks.statistics import Amounts, Chance, DieOdds, Statistics, WordCount
from builder.diagnostics.harmless import one_line
from builder.terminal.console import PlainConsole
from builder.words import words_here

WIDTH = 80
TURNS_SHOWN = (1, 2, 3, 5, 8)

_EIGHTHS = "▏▎▍▌▋▊▉█"


def width_here() -> int:
    """How wide charts are on this terminal: `WIDTH`, or down to 40 where it is narrower."""
    return max(min(WIDTH, get_terminal_size().columns), 40)


def render(statistics: Statistics, *, width: int = WIDTH) -> str:
    """The statistics of a deck as lines of at most `width` columns (40 or more); no newline at the end.

    Where chances were asked for, only those.
    """
    width = max(width, 40)
    thing, say = statistics.thing, words_here("terminal")
    cards = say(f"count.{thing}s", statistics.cards)
    heading = [say("stats", statistics.distinct, deck=statistics.deck, cards=cards)]
    blocks = (
        [heading, _asked_chances(statistics, width)]
        if statistics.asked
        else [
            heading,
            *(_amounts(a, thing, width) for a in statistics.amounts if any(a.curve)),
            *(_words(w, width) for w in statistics.words if w.counts),
            _chances(statistics, width),
            _dice(statistics.dice, width),
            _odds(statistics, width),
        ]
    )
    if statistics.unknown:
        blocks.append([say("stats.unknown", len(statistics.unknown), names=", ".join(statistics.unknown[:5]))])
    return "\n\n".join("\n".join(fitted(line, width) for line in block) for block in blocks if block)


def bars(rows: Sequence[tuple[str, float]], *, width: int = WIDTH) -> list[str]:
    """One line a row: label, value and a bar, aligned; the longest bar fills what is left of the width.

    >>> bars([("ship", 4), ("action", 2)], width=20)
    ['  ship    4  ███████', '  action  2  ███▌']
    """
    label = Column(max_width=max(width // 3, 8), no_wrap=True, overflow="crop")
    table = Table.grid(label, Column(justify="right"), Column(ratio=1), padding=(0, 2, 0, 0), expand=True)
    longest = max((value for _, value in rows), default=0)
    for name, value in rows:
        table.add_row(one_line(name), words_here().decimal(value), _Bar(value / longest if longest > 0 else 0))
    return drawn_lines(Padding(table, (0, 0, 0, 2)), width) if rows else []


def side_by_side(rows: Sequence[tuple[str, float, float]], *, width: int) -> list[str]:
    """One line a row: label, then a value and a bar, twice; the longest bar of all fills its column.

    >>> side_by_side([("0", 4, 2), ("1", 1, 4)], width=23)
    ['  0  4  █████  2  ██▌', '  1  1  █▎     4  █████']
    """
    if not rows:
        return []
    names, first, second = ([cell_len(one_line(str(cell))) for cell in column] for column in zip(*rows, strict=True))
    bar = max((width - 2 - max(names) - max(first) - max(second) - 4 * 2) // 2, 1)

    def half() -> tuple[Column, Column]:
        return Column(justify="right"), Column(width=bar)

    table = Table.grid(Column(no_wrap=True), *half(), *half(), padding=(0, 2, 0, 0))
    longest = max(value for _, *values in rows for value in values)
    for name, *values in rows:
        bars = ((words_here().decimal(value), _Bar(value / longest if longest > 0 else 0)) for value in values)
        table.add_row(one_line(name), *(cell for pair in bars for cell in pair))
    return drawn_lines(Padding(table, (0, 0, 0, 2)), width)


@dataclass(frozen=True, slots=True)
class _Bar:
    """A bar that fills a share (0 to 1) of the width it is given, to an eighth of a column."""

    share: float

    def __rich_console__(self, console: object, options: ConsoleOptions) -> RenderResult:
        eighths = max(round(self.share * options.max_width * 8), 0)
        yield "█" * (eighths // 8) + (_EIGHTHS[eighths % 8 - 1] if eighths % 8 else "")


def _words(words: WordCount, width: int) -> list[str]:
    rows = [*words.counts.items(), *([(words_here("terminal")("stats.none"), words.none)] if words.none else [])]
    return [words.title, *bars(rows, width=width)]


def _amounts(amounts: Amounts, thing: str, width: int) -> list[str]:
    say = words_here("terminal")
    parts = ", ".join(f"{say.decimal(n)} {name}" for name, n in amounts.parts.items())
    key = "stats.total.parts" if parts else "stats.total"
    total = say(key, title=amounts.title, total=say.decimal(amounts.total), parts=parts)
    heading = say(f"stats.{thing}", total=total, average=say.decimal(amounts.average, ".2f"))
    if amounts.none:
        heading = say("stats.without", amounts=heading, things=say(f"count.{thing}s", amounts.none))
    rows = [(label, amounts.curve.get(amount, 0)) for label, amount in filled(amounts.curve)]
    return [*wrap(heading, width, subsequent_indent="  "), *bars(rows, width=width)]


def filled(curve: Collection[float]) -> Iterator[tuple[str, float]]:
    """The amounts of a curve with their counts, including empty ones in between, unless these would fill the screen."""
    amounts = sorted(curve)
    if amounts and all(isinstance(amount, int) for amount in amounts) and amounts[-1] - amounts[0] <= 20:
        amounts = list(range(int(amounts[0]), int(amounts[-1]) + 1))
    yield from ((words_here().decimal(amount), amount) for amount in amounts)


def _chances(statistics: Statistics, width: int) -> list[str]:
    if not statistics.chances:
        return []
    turns = [t for t in TURNS_SHOWN if t <= len(statistics.chances[0].by_turn)]
    while len(turns) > 1 and 12 + 7 * (len(turns) + 1) > width * 2 // 3:
        turns.pop()
    say = words_here("terminal")
    heading = say("seen", hand=statistics.hand, draw=statistics.draw)
    columns = {say("seen.hand"): 8, **{say("seen.turn", turn=turn): 8 for turn in turns}}
    rows = [
        ("  ", _label(c), [_percent(p) for p in (c.opening, *(c.by_turn[turn - 1] for turn in turns))])
        for c in statistics.chances
    ]
    return [*wrap(heading, width, subsequent_indent="  "), *_figures("", columns, rows, width)]


def _asked_chances(statistics: Statistics, width: int) -> list[str]:
    """The chances that were asked for: a line each, or several where the question is long."""
    rows = [
        ("  ", f"{' '.join(asked.text.split())} ({', '.join(map(str, asked.copies))})", [_percent(asked.chance)])
        for asked in statistics.asked
    ]
    return _figures(words_here("terminal")("asked"), {"": 9}, rows, width)


def _label(chance: Chance) -> str:
    """The label of a chance: its query with the number of cards that match, or a number of copies."""
    if ":" in chance.group:
        return f"{chance.group} ({chance.copies})"
    return words_here("terminal")("copies", int(chance.group.split()[0]))


def _dice(dice: Sequence[DieOdds], width: int) -> list[str]:
    """What each kind of dice shows: one line for all symbols with the same chance."""
    if not any(die.symbols for die in dice):
        return []
    say = words_here("terminal")
    several = any(die.count > 1 for die in dice)
    chances = {say("dice.one"): 9, say("dice.any"): 9} if several else {say("chance"): 9}
    columns = {**chances, say("dice.average"): 8 if several else 17}
    rows: list[tuple[str, str, Sequence[str]]] = []
    for die in dice:
        rows.append(("  ", f"{die.name} ({die.count})" if die.die and die.count > 1 else die.name, ()))
        alike: dict[tuple[float, float, float], list[str]] = {}
        for symbol in die.symbols:
            alike.setdefault((symbol.one, symbol.any, symbol.expected), []).append(symbol.name)
        for (one, any_die, average), names in alike.items():
            figures = [_percent(one), *([_percent(any_die)] if several else []), say.decimal(average, ".2f")]
            listed = ", ".join(names)
            rows.append(("    ", say("dice.each", names=listed) if len(names) > 1 else listed, figures))
    return _figures(say("dice"), columns, rows, width)


def _odds(statistics: Statistics, width: int) -> list[str]:
    """The answers to the format's questions: a line each, or several where the question is long."""
    if not statistics.odds:
        return []
    say = words_here("terminal")
    attacked = any(answer.left is not None for answer in statistics.odds)
    columns = {say("chance"): 9, **({say("odds.left"): 11} if attacked else {})}
    rows = [
        ("  ", odds.name, [_percent(odds.chance), *([say.decimal(odds.left, ".2f")] if odds.left is not None else [])])
        for odds in statistics.odds
    ]
    return _figures(say("odds"), columns, rows, width)


def _figures(
    heading: str, columns: Mapping[str, int], rows: Iterable[tuple[str, str, Sequence[str]]], width: int
) -> list[str]:
    """A table. `columns` are headings and widths; `rows` have an indent, a label (wrapped if long) and figures."""
    table = Table(Column(heading, ratio=1), box=None, padding=0, expand=True)
    for name, cells in columns.items():
        table.add_column(name, justify="right", width=cells)
    room = width - sum(columns.values()) - 1
    for indent, label, figures in rows:
        lines = wrap(one_line(label), room, initial_indent=indent, subsequent_indent=indent + "  ")
        table.add_row("\n".join(lines), *figures)
    return drawn_lines(table, width)


def drawn_lines(drawn: RenderableType, width: int) -> list[str]:
    """What rich draws, as plain lines."""
    console = PlainConsole(width=width, color_system=None, legacy_windows=False, force_jupyter=False, _environ={})
    lines = console.render_lines(drawn, pad=False)
    return ["".join(segment.text for segment in line).rstrip() for line in lines]


def _percent(chance: float) -> str:
    """A chance (0 to 1) as a percentage; only certain ones are shown as 0 or 100.

    >>> _percent(0.25), _percent(0.0001), _percent(0.99999), _percent(1)
    ('25.0%', '<0.1%', '>99.9%', '100.0%')
    """
    say = words_here()
    if 0 < chance < 0.0005:
        return f"<{say.percent(0.001)}"
    return f">{say.percent(0.999)}" if 0.9995 <= chance < 1 else say.percent(chance)


def fitted(line: str, width: int) -> str:
    """The line without control characters, cut off at the width."""
    line = one_line(line)
    return (set_cell_size(line, width) if cell_len(line) > width else line).rstrip()


# Comparisons of decks: cards added and removed, and curves side by side


def comparison_lines(found: Comparison, *, width: int = WIDTH) -> list[str]:
    """The comparison as lines of at most `width` columns; equal curves are left out."""
    say = words_here("terminal")
    lines = [say("said-of", name=_called(side), text=say("count.cards", side.cards)) for side in found.decks]
    if found.same:
        return [fitted(line, width) for line in [*lines, "", say("compare.same")]]
    for section in found.sections:
        lines += ["", *_section(section)]
    for first, second in found.curves:
        if first.curve != second.curve:
            lines += ["", *_curve((first, second), width)]
    return [fitted(line, width) for line in lines]


def _called(side: Side) -> str:
    return f"{side.name} ({side.label})" if side.label != side.name else side.name


def _section(section: SectionChanges) -> Iterator[str]:
    more = sum(max(change.after - change.before, 0) for change in section.changes)
    less = sum(max(change.before - change.after, 0) for change in section.changes)
    yield words_here("terminal")("compare.section", section=section.name, came=more, went=less, kept=section.in_both)
    for change in section.came_in:
        yield f"  + {change.after} {change.name}"
    for change in section.went_out:
        yield f"  - {change.before} {change.name}"
    for change in section.changed:
        yield f"    {change.before} -> {change.after} {change.name}"


def _curve(pair: Sequence[Amounts], width: int) -> Iterator[str]:
    """A curve of each deck, side by side."""
    first, second = pair
    say = words_here("terminal")
    averages = [say.decimal(one.average, ".2f") for one in pair]
    yield say("compare.curve", title=one_line(first.title), first=averages[0], second=averages[1])
    rows = [
        (label, first.curve.get(amount, 0), second.curve.get(amount, 0))
        for label, amount in filled({**first.curve, **second.curve})
    ]
    yield from side_by_side(rows, width=width)
