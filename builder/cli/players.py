"""Commands for those who play decks: compare two, draw a test hand, find what is missing."""

from __future__ import annotations

from typing import Annotated

from builder.cli.frame import command, opened
from builder.cli.options import (
    DataOption,
    DeckArgument,
    FormatOption,
    GameOption,
    LanguageOption,
    PlayersOption,
    Sources,
    argument,
    option,
)
from builder.cli.saying import note, print_json, say, say_aside
from builder.words import words_here


@command(example="arsenal compare first-deck my-deck.txt")
def compare(
    sources: Sources,
    before: DeckArgument,
    after: Annotated[str, argument("OTHER", "Another deck of the same game, or a later state of it.")],
    section: Annotated[
        str, option("--section NAME", "The section whose curves are shown; the main one otherwise.")
    ] = "",
    game: GameOption = "",
    lang: LanguageOption = "",
    output: DataOption = "text",
) -> None:
    """Compare two decks: the cards that come in, go out, or change in number, and the curves side by side.

    The exit code is 0, whether they differ or not; --output json says `same`.
    """
    with opened(sources, game, before, after) as workspace:
        named = [workspace.catalog.open_deck(name, game, language=lang) for name in (before, after)]
        found = workspace.compare(*named, section=section, lang=lang)
    for deck in named:
        for problem in deck.problems:
            note(words_here()("said-of", name=deck.label, text=problem.message))
    if output == "json":
        print_json(found.to_json())
        return
    from builder.terminal.charts import comparison_lines, width_here

    say(*comparison_lines(found, width=width_here()))


@command(example="arsenal hand first-deck --seed 7 --redraw")
def hand(
    sources: Sources,
    deck: DeckArgument,
    seed: Annotated[
        int | None, option("--seed N", "Draw what this number drew before; by chance otherwise.", min=0)
    ] = None,
    redraw: Annotated[int, option("--redraw", "Draw anew by the game's rule; repeatable.", count=True)] = 0,
    size: Annotated[
        int | None, option("--size N", "How many cards; what the format says otherwise.", min=1, max=200)
    ] = None,
    format: FormatOption = "",  # noqa: A002 - the option's name
    section: Annotated[str, option("--section NAME", "The section to draw from; the main one otherwise.")] = "",
    players: PlayersOption = None,
    game: GameOption = "",
    lang: LanguageOption = "",
    output: DataOption = "text",
) -> None:
    """Draw a test hand from a shuffled deck, as large as the format says."""
    with opened(sources, game, deck) as workspace:
        named = workspace.catalog.open_deck(deck, game, format, language=lang)
        drawn = workspace.hand(
            named, format=format, section=section, players=players, size=size, seed=seed, redraws=redraw
        )
        localized = workspace.catalog.localized(workspace.game(drawn.game), lang)
    for problem in named.problems:
        note(problem.message)
    if output == "json":
        print_json(drawn.to_json())
        return
    from builder.terminal.cards import card_table, console

    terminal, words = console(), words_here("terminal")
    for number, cards in enumerate(drawn.hands):
        what = words("hand.redraw", redraw=number) if number else words("hand", len(cards), seed=str(drawn.seed))
        say(*[""] * bool(number), words("said-of", name=drawn.deck, text=what))
        terminal.print(card_table([(localized.card(card), localized.game) for card in cards], terminal.width))
    left, more = words("hand.left", drawn.left), drawn.redraws - len(drawn.hands) + 1
    say_aside(words("hand.may", more, left=left) if more else left)


@command(example="arsenal proxies first-deck --have collection.csv")
def proxies(
    sources: Sources,
    deck: DeckArgument,
    have: Annotated[
        str,
        option(
            "--have LIST",
            "The collection: CSV with counts and names (or ids), a list as decks are pasted, or another deck.",
        ),
    ],
    game: GameOption = "",
    lang: LanguageOption = "",
    output: DataOption = "text",
) -> None:
    """List the cards of a deck that are missing from a collection, as a list that other commands read.

    `arsenal print DECK --have LIST` prints them.
    """
    from builder.library.decks import missing_of, proxies

    with opened(sources, game, deck, have) as workspace:
        named = workspace.catalog.open_deck(deck, game, language=lang)
        found, problems = proxies(workspace.catalog, named, have)
        index = workspace.catalog.index(found.game)
    for problem in problems:
        note(f"{have}:{problem.span.line if problem.span else 1}: {problem.message}")
    if output == "json":
        print_json(found.to_json())
        return
    if found.lacks:
        from builder.decks import MAIN, Deck, to_text

        missing = {lack.card: lack.missing for lack in found.lacks}
        lacking = Deck(words_here("terminal")("missing.of", deck=named.deck.name), found.game, {MAIN: missing})
        say(*to_text(lacking, index).rstrip().split("\n"))
    say_aside(missing_of(found.missing, found.cards))
