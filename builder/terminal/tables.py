"""The table of a game that is played, drawn with rich: an area for each player, side by side where there is room."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from rich.box import SQUARE
from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from builder.diagnostics.harmless import one_line, printable
from builder.games import Card, Game
from builder.terminal.areas import Area, Drawing, Hand, Named, Slots
from builder.terminal.cards import card_table, cost, rules_text, shortened

MOST_LINES = 60  # lines of an area at most
NARROWEST = 30  # columns of an area at least
WITH_ROWS = 72  # columns of an area that has rows of places or a hand, at least
WIDEST_PLACE = 22
GAP = 3 * " "  # between what stands in one line


def table(areas: Sequence[Area], game: Game, width: int, cards: Mapping[str, Card]) -> RenderableType:
    """The table of a game: shared areas over the whole width, players' side by side unless they face each other."""
    parts: list[RenderableType] = []
    for titled, group in groupby(areas, lambda area: bool(area.title)):
        several = list(group)
        if not titled:
            parts += [_content(area, game, width, cards) for area in several]
            continue
        blocks = [block for area in several for block in area.blocks]
        narrowest = WITH_ROWS if any(isinstance(block, Slots | Hand) for block in blocks) else NARROWEST
        across = 1 if any(area.faces for area in several) else max(1, min(len(several), width // narrowest))
        panels = [_panel(area, game, width // across, cards) for area in several]
        parts.append(Columns(panels, padding=(0, 0), expand=False))
    return Group(*parts)


def _panel(area: Area, game: Game, width: int, cards: Mapping[str, Card]) -> Panel:
    title = Text(
        f" {'▶ ' if area.acts else ''}{one_line(shortened(area.title, 60))} ", style="bold" if area.own else ""
    )
    style = "green" if area.own else "dim"
    content = _content(area, game, width - 4, cards)
    return Panel(content, title=title, title_align="left", border_style=style, width=width, padding=(0, 1))


def _content(area: Area, game: Game, width: int, cards: Mapping[str, Card]) -> RenderableType:
    parts: list[RenderableType] = []
    for kind, group in groupby(area.blocks, type):
        if kind is Named:
            parts += _lines([block for block in group if isinstance(block, Named)], game, width)
            continue
        for block in group:
            if isinstance(block, Slots):
                parts.append(_slots(block, game, width))
            elif isinstance(block, Hand):
                parts.append(_hand(block, game, width, cards))
            elif isinstance(block, Drawing):
                parts.append(Text(printable(block.picture)))
    return Group(*parts)


def _lines(named: Sequence[Named], game: Game, width: int) -> Iterator[RenderableType]:
    """Names with their contents: those of a line side by side if there is room, otherwise below each other."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    for _, group in groupby(named[:MOST_LINES], lambda one: one.line):
        pairs = [(Text(one_line(one.label), style="dim"), rules_text(shortened(one.words), game)) for one in group]
        joined = Text(GAP).join(Text(" ").join(pair) for pair in pairs)
        if len(pairs) > 1 and joined.cell_len <= width:
            if grid.row_count:
                yield grid
                grid = Table.grid(padding=(0, 2, 0, 0))
            yield joined
            continue
        for label, words in pairs:
            grid.add_row(label, words)
    if grid.row_count:
        yield grid


def _slots(slots: Slots, game: Game, width: int) -> RenderableType:
    """Rows of places, below the numbers of their columns."""
    drawn = Table(box=SQUARE, show_header=bool(slots.columns), show_lines=True, border_style="dim", padding=(0, 1))
    widest = max(len(cells) for _, cells in slots.rows)
    labels = max(cell_len(label) for label, _ in slots.rows)
    each = max(8, min(WIDEST_PLACE, (width - labels - 4) // widest - 3))
    drawn.add_column(width=labels)
    for number in range(widest):
        drawn.add_column(str(slots.columns[number]) if slots.columns else "", width=each, header_style="dim")
    for label, cells in slots.rows:
        drawn.add_row(Text(one_line(label), style="dim"), *(rules_text(shortened(words), game) for words in cells))
    return drawn


def _hand(hand: Hand, game: Game, width: int, cards: Mapping[str, Card]) -> RenderableType:
    """A hand as a table of its cards with costs and texts; as a line if the cards have neither."""
    there = [(cards[card], number) for card, number in hand.cards if card in cards]
    if not any(card.text or cost(card, game) for card, _ in there):
        return next(iter(_lines([Named(hand.label, hand.words)], game, width)))
    counted = [replace(card, name=f"{card.name} ×{number}" if number > 1 else card.name) for card, number in there]
    return Group(Text(one_line(hand.label), style="dim"), card_table([(card, game) for card in counted], width))


def options_table(options: Sequence[tuple[str, str, str]], game: Game, width: int) -> RenderableType:
    """The options, each with what to type for it, and a note, cut if there is no room."""
    widest = max((rules_text(words, game).cell_len for _, words, _ in options), default=0)
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", style="bold")
    grid.add_column()
    noted = any(note for _, _, note in options)
    for typed, words, note in options:
        cut = Text(printable(note), style="dim")
        cut.truncate(max(0, width - widest - 9), overflow="ellipsis")
        grid.add_row(typed, rules_text(words, game), *([cut] if noted else []))
    return grid


def results_table(rows: Sequence[Sequence[str]], heads: Sequence[str]) -> Table:
    """A table whose first column has names, the others numbers."""
    found = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    for number, head in enumerate(heads):
        found.add_column(head, justify="right" if number else "left")
    for row in rows:
        found.add_row(*map(one_line, row))
    return found
