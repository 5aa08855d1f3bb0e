"""Cards, lists and games for people who read them in a terminal. Nothing here decides anything."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from builder.database.tables import Card, Game, Ruling
from builder.diagnostics import count_of
from builder.diagnostics.reports import printable
from builder.games.fields import fields_of

if TYPE_CHECKING:
    from builder.catalog.catalog import OpenedDeck
    from builder.legality import Format, Verdict

_QUIET = ("id", "name", "text", "flavor", "number", "set", "type", "aliases", "art", "artist", "deckbuilding")
_IN_KIND_LINE = {"faction": "factions", "type": "types", "rarity": "rarities"}
_MARKUP = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|\{([^{}\n]+)\}")


def card_panel(card: Card, game: Game, rulings: Sequence[Ruling]) -> Panel:
    """A card as a panel: name and type above, texts, then its figures, then rulings."""
    words = game.definition
    color = _color(card, words)
    lines: list[Any] = [Text(_kind_line(card, words), style="dim")]
    for ability in card.text.splitlines():
        lines += [Text(), rules_text(ability, words)]
    if flavor := card.definition.get("flavor"):
        lines += [Text(), Text(printable(flavor), style="italic dim")]
    if facts := _facts(card, game):
        grid = Table.grid(padding=(0, 2))
        for heading, value in facts:
            grid.add_row(Text(heading, style="dim"), value)
        lines += [Text(), grid]
    for ruling in rulings:
        lines += [
            Text(),
            Text(f"Q  {printable(ruling.question)}", style="bold"),
            Text(f"A  {printable(ruling.ruling)}"),
        ]
    set_name = words.get("sets", {}).get(card.set_id, {}).get("name", card.set_id)
    title = Text(f" {printable(card.name)} ", style=f"bold {color}")
    subtitle = Text(f" {printable(set_name)} · {card.number} · {card.id} ", style="dim")
    return Panel(
        Group(*lines),
        title=title,
        subtitle=subtitle,
        title_align="left",
        subtitle_align="right",
        border_style=color,
        width=64,
        padding=(0, 1),
    )


def card_table(cards: Sequence[tuple[Card, Game]], width: int) -> Table:
    """Cards a line each: name, type, a column for each figure, and as much of the text as `width` columns leave."""
    facts = [dict(_facts(card, game, short=True)) for card, game in cards]
    games = {game.id: game for _, game in cards}.values()
    in_order = [spec.title for game in games for spec in fields_of(game.card_schema, game.definition).values()]
    titles = [title for title in dict.fromkeys(in_order) if any(title in row for row in facts)]
    rows = [
        [Text(printable(card.name), style=_color(card, game.definition)), Text(_kind_line(card, game.definition))]
        + [row.get(title, Text()) for title in titles]
        for (card, game), row in zip(cards, facts, strict=True)
    ]
    heads = ["Card", "Type", *titles]
    widths = [min(32, max(len(head), *(row[i].cell_len for row in rows))) for i, head in enumerate(heads)]
    left = max(16, width - sum(widths) - 2 * len(heads))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for head, column in zip(heads, widths, strict=True):
        table.add_column(head, no_wrap=True, overflow="ellipsis", width=column)
    table.add_column("Text", no_wrap=True, width=left)
    for (card, game), row in zip(cards, rows, strict=True):
        text = rules_text(" / ".join(card.text.splitlines()), game.definition)
        text.truncate(left, overflow="ellipsis")
        table.add_row(*row, text)
    return table


def games_table(rows: Sequence[Mapping[str, Any]]) -> Table:
    """The games, each with its cards, formats and sample decks."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("Game", "Cards", "Formats", "Sample decks"):
        table.add_column(title, justify="right" if title == "Cards" else "left")
    for row in rows:
        name = Text.assemble((printable(row["name"]), "bold"), f"\n{row['id']}")
        table.add_row(name, str(row["cards"]), "\n".join(row["formats"]), "\n".join(row["decks"]))
    return table


def verdict_lines(opened: OpenedDeck, by: Format, verdict: Verdict) -> list[str]:
    """A verdict, a line a fault, and what would mend it."""
    name = printable(f"{opened.deck.name} ({opened.label})" if opened.label != opened.deck.name else opened.label)
    table = f"{by.name} for {count_of(verdict.players, 'player')}" if verdict.players else by.name
    if verdict.legal:
        what = "component" if any(clause.kind == "inventory" for clause in by.clauses) else "card"
        lines = [f"{name}: legal in {table}, {count_of(opened.deck.size, what)}"]
        return [
            *lines,
            *(f"  {part.card} x{part.copies} uses {part.group} of {part.clause}" for part in verdict.witness or ()),
        ]
    lines = [f"{name}: not legal in {table}"]
    for violation in verdict.violations:
        lines.append(f"  {violation.code}: {printable(violation.message)}")
        if violation.help:
            lines.append(f"    = help: {printable(violation.help)}")
    return lines


def rules_text(text: str, words: Mapping[str, Any]) -> Text:
    """Effect text with its marks shown: symbols by their letters and colour, *italic* and **bold**."""
    shown = Text()
    end = 0
    for match in _MARKUP.finditer(text):
        shown.append(printable(text[end : match.start()]))
        bold, italic, symbol = match.groups()
        if symbol is not None:
            shown.append_text(symbol_text(symbol, words))
        else:
            shown.append(printable(bold or italic), style="bold" if bold else "italic")
        end = match.end()
    shown.append(printable(text[end:]))
    return shown


def symbol_text(symbol: str, words: Mapping[str, Any]) -> Text:
    """A symbol of the game in a terminal: its name in its colour."""
    described = words.get("symbols", {}).get(symbol, {})
    return Text(f"[{printable(described.get('name', symbol))}]", style=described.get("color", ""))


def console() -> Console:
    """Where results go. Width 120 in a pipe, so that what is written does not depend on the terminal it came from."""
    found = Console(highlight=False)
    return found if found.is_terminal else Console(highlight=False, width=120, no_color=True)


def _kind_line(card: Card, words: Mapping[str, Any]) -> str:
    """The words that say what a card is: "Pirates Ship, Pinnacle"."""
    parts = []
    for key, vocabulary in _IN_KIND_LINE.items():
        value = card.definition.get(key)
        if isinstance(value, str):
            parts.append(str(words.get(vocabulary, {}).get(value, {}).get("name", value)))
    return printable(", ".join(filter(None, (" ".join(parts[:2]), *parts[2:]))))


def _facts(card: Card, game: Game, *, short: bool = False) -> list[tuple[str, Text]]:
    """The card's figures in the schema's order: (title, value)."""
    facts = []
    fields = fields_of(game.card_schema, game.definition)
    for name, value in card.definition.items():
        spec = fields.get(name)
        if name in _QUIET or name in _IN_KIND_LINE or spec is None:
            continue
        if spec.kind == "tally" and isinstance(value, Mapping):
            shown = Text(" ").join(_amount(key, amount, game.definition, short=short) for key, amount in value.items())
        else:
            shown = _value(value, game.card_schema.get("properties", {}).get(name, {}), game.definition)
        facts.append((spec.title, shown))
    return facts


def _value(value: Any, schema: Mapping[str, Any], words: Mapping[str, Any]) -> Text:
    """A field's value: words by their names in game.yaml, symbols in their colour, the sides of a die one by one."""
    if isinstance(value, list):
        items = schema.get("items", {})
        between = Text(" | " if any(isinstance(item, list) for item in value) else ", ")
        if items.get("x-vocabulary") == "symbols":
            between = Text(" ")
        return between.join(_value(item, items, words) for item in value) if value else Text("blank")
    if isinstance(value, Mapping):
        inner = schema.get("properties", {})
        parts = (Text(f"{key} ") + _value(v, inner.get(key, {}), words) for key, v in value.items())
        return Text(", ").join(parts)
    vocabulary = str(schema.get("x-vocabulary", ""))
    if vocabulary == "symbols" and isinstance(value, str):
        return symbol_text(value, words)
    return Text(printable(str(words.get(vocabulary, {}).get(value, {}).get("name", value) if vocabulary else value)))


def _amount(key: str, amount: int, words: Mapping[str, Any], *, short: bool) -> Text:
    color = words.get("resources", {}).get(key, {}).get("color", "")
    name = key if short else words.get("resources", {}).get(key, {}).get("name", key)
    return Text(f"{amount} {printable(str(name))}", style=color)


def _color(card: Card, words: Mapping[str, Any]) -> str:
    described = words.get("factions", {}).get(card.definition.get("faction", ""), {})
    return str(described.get("accent") or described.get("color") or "default")
