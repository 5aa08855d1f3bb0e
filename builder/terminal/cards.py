"""Cards, lists and games for people who read them in a terminal. Nothing here decides anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from builder.diagnostics.harmless import one_line, printable
from builder.documents.data import Data, mapping, sequence, text, texts
from builder.games import Card, Erratum, Game, Ruling, players_from
from builder.games.card import IN_KIND_LINE, kind_line
from builder.games.fields import for_readers, off_faces
from builder.games.markup import SymbolMark, paragraphs
from builder.terminal.console import PlainConsole
from builder.words import words_here

MOST_OF_A_TEXT = 10_000  # characters that are shown; --output json has all
MOST_OF_A_NAME = 200
MOST_OF_A_NOTE = 400
MOST_OF_A_LINE = 8  # characters read per column, since marks in a text are not shown
MOST_ITEMS = 200
MOST_RULINGS = 100
MOST_PRINTINGS = 20

SENTENCE_ENDS = (".", "!", "?", ":")

# Widths in a table of cards: gap and figure in columns, shares as fractions of its width (4: a fourth).
GAP = 2
NAME_SHARE, TYPE_SHARE, GAME_SHARE = 4, 5, 6  # at most
TEXT_SHARE = 5  # at least
WIDEST_FIGURE = 24
RAREST_FIGURE = 3  # a figure is shown if at least one of three cards has it

# Fields that a panel does not list, since it shows them elsewhere.
_QUIET = ("id", "name", "text", "flavor", "number", "set", "type", "aliases", "art", "artist", "deckbuilding", "errata")
_CAPITAL_NOUNS = ("de", "lb")  # languages whose nouns keep their capitals


def card_panel(card: Card, game: Game, rulings: Sequence[Ruling]) -> Panel:
    """A card as a panel: name and type above, texts, then its figures, then rulings."""
    color, say = _color(card, game), words_here("terminal")
    lines: list[RenderableType] = [Text(one_line(kind_line(card, game)), style="dim")]
    for paragraph in shortened(card.text).splitlines():
        lines += [Text(), rules_text(paragraph, game)]
    if card.flavor:
        lines += [Text(), Text(printable(shortened(card.flavor)), style="italic dim")]
    if facts := _facts(card, game):
        grid = Table.grid(padding=(0, 2))
        for heading, value in facts:
            grid.add_row(Text(heading, style="dim"), value)
        lines += [Text(), grid]
    if expansion := game.expansions.get(card.pack):
        credit = f", {expansion.credit}" if expansion.credit else ""
        name = one_line(shortened(expansion.name + credit, MOST_OF_A_NAME))
        lines += [Text(), Text(say("card.from", name=name), style="dim")]
    if card.printings:
        lines += [Text(), Text(say("card.sets", sets=one_line(_printings(card, game))), style="dim")]
    for erratum in card.errata[-MOST_RULINGS:]:
        lines += [Text(), *_erratum(erratum, game)]
    for ruling in rulings[:MOST_RULINGS]:
        lines += [Text(), Text(say("card.question", text=printable(shortened(ruling.question))), style="bold")]
        lines.append(Text(say("card.answer", text=printable(shortened(ruling.answer)))))
    if len(rulings) > MOST_RULINGS:
        lines += [Text(), Text(say("card.rulings", len(rulings) - MOST_RULINGS), style="dim")]
    title = Text(f" {_name(card)} ", style=f"bold {color}")
    subtitle = Text(f" {one_line(game.set_of(card.set_id).name)} · {card.number} · {card.id} ", style="dim")
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


def _printings(card: Card, game: Game) -> str:
    """The sets that a card is in, with its number in each, the newest first: "Second Wave 3 (2026-05-01), Core 12"."""
    printings = [
        f"{game.set_of(one.set_id).name} {one.number}" + (f" ({one.released})" if one.released else "")
        for one in reversed(card.printings)
    ]
    shown, more = ", ".join(printings[:MOST_PRINTINGS]), len(printings) - MOST_PRINTINGS
    return shortened(words_here()("known.more", more, names=shown) if more > 0 else shown)


def _erratum(erratum: Erratum, game: Game) -> Iterator[Text]:
    """The words of a card before an erratum, until when they were valid, and why they were changed."""
    properties = mapping(game.card_schema.get("properties"))
    say = words_here("terminal")
    yield Text(say("card.changed", date=erratum.date), style="bold")
    for key, old in erratum.previous.items():
        schema = mapping(properties.get(key))
        name = one_line(text(schema.get("title")) or key)
        title = "" if key == "text" else say("said-of", name=name, text="")
        for line in shortened(old).splitlines() if isinstance(old, str) and key == "text" else [old]:
            shown = rules_text(line, game) if key == "text" and isinstance(line, str) else _value(line, schema, game)
            yield Text(f"  {title}", style="dim") + shown
    if erratum.reason:
        yield Text(f"  {printable(shortened(erratum.reason))}", style="italic dim")


def card_table(cards: Sequence[tuple[Card, Game]], width: int) -> Table:
    """A table of cards, `width` columns wide: name, type, the game where there are several, figures, and the text.

    The figures that most cards have are shown, as many as fit. What is longer than its column is cut.
    """
    say = words_here("terminal")
    facts = [dict(_facts(card, game, short=True)) for card, game in cards]
    games = {game.id: game for _, game in cards}.values()
    first = {
        say("head.card"): [Text(_name(card), style=_color(card, game)) for card, game in cards],
        say("head.type"): [Text(one_line(kind_line(card, game))) for card, game in cards],
        **({say("head.game"): [Text(one_line(game.name), style="dim") for _, game in cards]} if len(games) > 1 else {}),
    }
    shares = zip(first.items(), (NAME_SHARE, TYPE_SHARE, GAME_SHARE), strict=False)
    columns = {head: _wide(head, column, width // share) for (head, column), share in shares}
    titles = dict.fromkeys(one_line(title) for game in games for title in _printed(game))
    figures = _fitting(facts, list(titles), width - sum(columns.values()) - GAP * len(columns) - width // TEXT_SHARE)
    left = width - sum((*columns.values(), *figures.values())) - GAP * (len(columns) + len(figures))
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim")
    for head, column in (*columns.items(), *figures.items()):
        table.add_column(head, no_wrap=True, overflow="ellipsis", width=column)
    table.add_column(say("head.text"), no_wrap=True, width=left)
    for number, (card, game) in enumerate(cards):
        text = rules_text(" / ".join(card.text[: MOST_OF_A_LINE * left].splitlines()), game)
        text.truncate(left, overflow="ellipsis")
        cells = [facts[number].get(title, Text()) for title in figures]
        table.add_row(*(column[number] for column in first.values()), *cells, text)
    return table


def _printed(game: Game) -> list[str]:
    """The titles of the fields of a game that its cards may show."""
    unseen = {game.fields[name].title for name in off_faces(game.card_schema, game.definition) if name in game.fields}
    return [field.title for field in game.fields.values() if field.title not in unseen]


def _wide(head: str, cells: Iterable[Text], most: int) -> int:
    """How many columns of a terminal a column of a table takes."""
    return min(most, max(cell_len(head), *(cell.cell_len for cell in cells)))


def _fitting(facts: Sequence[Mapping[str, Text]], titles: Sequence[str], room: int) -> dict[str, int]:
    """The titles of the figures that fit into `room` columns, those of most cards first, with their widths."""
    having = {title: [fact[title] for fact in facts if title in fact] for title in titles}
    found: dict[str, int] = {}
    shown = [title for title in titles if having[title] and len(having[title]) * RAREST_FIGURE >= len(facts)]
    for title in sorted(shown, key=lambda title: -len(having[title])):
        column = _wide(title, having[title], WIDEST_FIGURE)
        if column + GAP <= room:
            found[title] = column
            room -= column + GAP
    return {title: found[title] for title in titles if title in found}


def games_table(rows: Sequence[Mapping[str, Data]]) -> Table:
    """A table of games, each with its cards, its formats and their numbers of players, and its sample decks."""
    say = words_here("terminal")
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("game", "cards", "formats", "decks"):
        table.add_column(say(f"head.{title}"), justify="right" if title == "cards" else "left")
    for row in rows:
        expansions = [one_line(_expansion(mapping(one))) for one in sequence(row.get("expansions"))]
        with_ = "".join(f"\n{say('games.with', name=one)}" for one in expansions)
        name = Text.assemble(
            (one_line(str(row["name"])), "bold"), f"\n{row['id']}", (with_, "dim"), (_how_long(row), "dim")
        )
        can_play = {one: players_from(mapping(players)) for one, players in mapping(row.get("players")).items()}
        formats = [
            say("said-of", name=one, text=can_play[one].in_words(say)) if one in can_play else one
            for one in texts(row["formats"])
        ]
        listed = ("\n".join(map(one_line, names)) for names in (formats, texts(row["decks"])))
        table.add_row(name, str(row["cards"]), *listed)
    return table


def _expansion(row: Mapping[str, Data]) -> str:
    """An expansion in a line: its name, its version and its id."""
    return f"{' '.join(filter(None, [text(row.get('name')), text(row.get('version'))]))} ({row.get('id')})"


def _how_long(row: Mapping[str, Data]) -> str:
    """Lines with a game's playing time and minimum age; "" where it has neither."""
    say, times = words_here("terminal"), [mapping(time) for time in sequence(row.get("playing-time"))]
    lines = [
        say("games.time.more" if i else "games.time", low=time["min"], high=time["max"], players=time.get("players"))
        for i, time in enumerate(times)
    ]
    lines += [say("games.age", age=row["age"])] if "age" in row else []
    return "".join(f"\n{one}" for one in lines)


def rules_text(text: str, game: Game) -> Text:
    """A card's text with its marks shown: symbols by their names and colours, *italic* and **bold**."""
    shown = Text()
    for paragraph in paragraphs(text):
        for piece in paragraph:
            if isinstance(piece, SymbolMark):
                shown.append_text(symbol_text(piece.id, game))
            else:
                style = " ".join(["bold"] * piece.bold + ["italic"] * piece.italic)
                shown.append(printable(piece.text), style=style)
    return shown


def symbol_text(symbol: str, game: Game) -> Text:
    """A symbol of the game in a terminal: its name in its colour."""
    known = game.symbols.get(symbol)
    return Text(f"[{one_line(known.name if known else symbol)}]", style=known.color if known else "")


def console() -> PlainConsole:
    """The console for results. In a pipe it is 120 wide, so that the output does not depend on the terminal."""
    found = PlainConsole()
    return found if found.is_terminal else PlainConsole(width=120, no_color=True)


def shortened(text: str, most: int = MOST_OF_A_TEXT) -> str:
    """The beginning of a long text, with its length.

    >>> shortened("word word", 4)
    'word... (9 characters)'
    """
    return text if len(text) <= most else words_here("terminal")("card.cut", len(text), text=text[:most])


def _name(card: Card) -> str:
    return one_line(shortened(card.name, MOST_OF_A_NAME))


def _facts(card: Card, game: Game, *, short: bool = False) -> list[tuple[str, Text]]:
    """The card's figures in the order of its file, as pairs of title and value."""
    facts = []
    properties = mapping(game.card_schema.get("properties"))
    for name, value in card.definition.items():
        field, schema = game.fields.get(name), mapping(properties.get(name))
        if name in _QUIET or name in IN_KIND_LINE or field is None:
            continue
        if field.kind == "tally" and isinstance(value, Mapping) and not any(isinstance(n, str) for n in value.values()):
            inner = mapping(schema.get("properties"))
            amounts = islice(value.items(), MOST_ITEMS)
            shown = Text(" ").join(_amount(key, n, mapping(inner.get(key)), game, short=short) for key, n in amounts)
        else:
            shown = _value(for_readers(value, schema), schema, game)
        facts.append((one_line(field.title), shown))
    return facts


def cost(card: Card, game: Game) -> Text:
    """What a card costs, by its field `cost`; empty for one that has none."""
    field = game.fields.get("cost")
    return dict(_facts(card, game, short=True)).get(one_line(field.title), Text()) if field else Text()


def note_on(card: Card, game: Game, *, costs: bool = True, says: bool = True) -> str:
    """A card in a few words: what it costs, and the beginning of its text."""
    note = rules_text(" / ".join(card.text[:MOST_OF_A_NOTE].splitlines()) if says else "", game)
    return " · ".join(part.plain for part in (cost(card, game) if costs else Text(), note) if part)


def _value(value: Data, schema: Mapping[str, Data], game: Game) -> Text:
    """A field's value: words by their names in game.yaml, symbols in their colour, the sides of a die one by one."""
    if isinstance(value, list):
        items = mapping(schema.get("items"))
        usual = " | " if any(isinstance(item, list) for item in value) else ", "
        between = " " if items.get("x-vocabulary") == "symbols" else usual
        shown = [_value(item, items, game) for item in value[:MOST_ITEMS]]
        if len(value) > MOST_ITEMS:
            shown.append(Text(words_here("terminal")("card.items", len(value))))
        return _joined(shown, between) if shown else Text(words_here("terminal")("card.blank"))
    if isinstance(value, dict):
        inner = mapping(schema.get("properties"))
        parts = [_part(key, v, mapping(inner.get(key)), game) for key, v in islice(value.items(), MOST_ITEMS)]
        return _joined(parts, ", ")
    vocabulary = str(schema.get("x-vocabulary", ""))
    if vocabulary == "symbols" and isinstance(value, str):
        return symbol_text(value, game)
    if not isinstance(value, str):
        return Text(one_line(shortened(str(value))))
    if vocabulary or "enum" in schema:
        return Text(one_line(shortened(game.word(value, schema))))
    return rules_text(" ".join(shortened(value).split()), game)


def _joined(parts: Sequence[Text], between: str) -> Text:
    """Texts in a line. After a sentence there is only a space."""
    found = Text()
    for number, part in enumerate(parts):
        if number:
            found.append(" " if parts[number - 1].plain.endswith(SENTENCE_ENDS) else between)
        found.append_text(part)
    return found


def _part(key: str, value: Data, schema: Mapping[str, Data], game: Game) -> Text:
    """A part of a field's value. Words are shown as they are; anything else has its key's name before it."""
    shown = _value(value, schema, game)
    if value is True:
        return Text(one_line(text(schema.get("title")) or key))
    return shown if isinstance(value, str) else Text(f"{one_line(text(schema.get('title')) or key)} ") + shown


def _amount(key: str, amount: Data, schema: Mapping[str, Data], game: Game, *, short: bool) -> Text:
    known = game.resources.get(key) or game.symbols.get(key)
    name = known.name if known else text(schema.get("title")) or key
    small = short and game.language.partition("-")[0] not in _CAPITAL_NOUNS
    return Text(f"{amount} {one_line(name.lower() if small else name)}", style=known.color if known else "")


def _color(card: Card, game: Game) -> str:
    faction = game.factions.get(card.word("faction"))
    return (faction.accent or faction.color if faction else "") or "default"
