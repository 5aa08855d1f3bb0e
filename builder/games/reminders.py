"""Reminder text: what a keyword means, in brackets and italics after the line of a card that has it.

A keyword's reminder is in game.yaml; it is printed where a card names the keyword, in a field or in its text. The
reminder of a verb of abilities is a term of the glossary. Each is printed once on a card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from builder.documents.data import Data, sequence, text, texts
from builder.games.game import Game
from builder.games.markup import KeywordMark, paragraphs, with_keywords

_ABILITIES, _TEXT = "abilities", "text"


def with_reminders(definition: Mapping[str, Data], game: Game) -> dict[str, Data]:
    """The card with reminders in its text, and in those of its other lists of abilities (`support-text`)."""
    made = dict(definition)
    reminded: set[str] = set()
    first = _reminders(dict.fromkeys(_of_fields(definition, game)), reminded, game, named=True)
    for key in (_TEXT, *(key for key in definition if key.endswith(f"-{_TEXT}"))):
        abilities = sequence(definition.get(key.removesuffix(_TEXT) + _ABILITIES))
        lines = text(definition.get(key)).split("\n")
        reminded_lines = [
            " ".join((line, *_reminders(_of_line(line, abilities[i : i + 1], game), reminded, game)))
            for i, line in enumerate(lines)
        ]
        if key == _TEXT and first:
            reminded_lines = [" ".join(first), *(line for line in reminded_lines if line)]
        if reminded_lines != lines:
            made[key] = "\n".join(reminded_lines)
    return made


def _reminders(found: Mapping[str, None], reminded: set[str], game: Game, *, named: bool = False) -> list[str]:
    """The reminders of a line that are not in `reminded` yet, and adds them. If several, each begins with its word."""
    new = {what: reminder for what in found if what not in reminded and (reminder := _reminder(what, game))}
    reminded.update(new)
    named = named or len(new) > 1
    return [f"*({f'{name} – ' * named}{meaning.replace('*', '')})*" for name, meaning in new.values()]


def _reminder(what: str, game: Game) -> tuple[str, str] | None:
    """The name of a keyword or a verb, and its meaning; None where it has no reminder."""
    keyword = game.keywords.get(what)
    if keyword and keyword.reminder:
        return keyword.name, keyword.reminder
    term = game.reminders.get(what, "")
    return (term, game.glossary[term]) if term in game.glossary else None


def _of_fields(definition: Mapping[str, Data], game: Game) -> Iterator[str]:
    """The keywords that a card has in its fields."""
    for field in game.fields.values():
        if field.vocabulary == "keywords":
            value = definition.get(field.name)
            words = (value,) if isinstance(value, str) else texts(value)
            yield from (word for word in words if word in game.keywords and game.keywords[word].reminder)


def _of_line(line: str, abilities: Sequence[Data], game: Game) -> dict[str, None]:
    """The keywords that a line names, and the verbs of the ability that it says."""
    names = {word.id: word.name for word in game.keywords.values() if word.reminder}
    marked = (piece for paragraph in paragraphs(line) for piece in with_keywords(paragraph, names)) if names else ()
    found = dict.fromkeys(piece.id for piece in marked if isinstance(piece, KeywordMark))
    return found | dict.fromkeys(verb for ability in abilities for verb in _verbs(ability))


def _verbs(value: Data) -> Iterator[str]:
    """The verbs of an ability in its canonical form, in the order of its text.

    The glossary speaks to the player of the card, so verbs that another player does (`who`) are left out.
    """
    if isinstance(value, Mapping):
        if isinstance(value.get("op"), str) and "who" not in value:
            yield text(value["op"])
        for inner in value.values():
            yield from _verbs(inner)
    elif isinstance(value, list):
        for item in value:
            yield from _verbs(item)
