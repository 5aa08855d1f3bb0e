"""The page of a format: what makes a deck legal, clause by clause in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.decks import Deck
from builder.documents.data import Data, mapping, sequence, text, texts, whole
from builder.games import Clause, Format, Game
from builder.legality.kinds import kind_of, sentence_of, titled
from builder.legality.speech import speech_of
from builder.query.language import QueryError, Term, parse
from builder.query.nesting import And, Node, Not, Or
from builder.translations.localized import Localized
from builder.web.pages.cards import named
from builder.web.pages.views import Page, Visit
from builder.words import Words

# Parameters that a clause's sentence or its lists of queries and cards show; all others are shown under their titles.
_SHOWN = frozenset(
    ("clause", "description", "section", "min", "max", "exactly", "per-player", "where", "label", "by", "optional",
     "banned", "cards", "groups", "besides", "restricted", "points", "sets", "of", "across", "sum", "different")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ClauseText:
    """A clause in words. `asked` are its queries: what each is for, the query, what it asks in words, and its address.
    `cards` are its lists of cards by heading.
    """

    id: str
    sentence: str
    description: str
    section: str
    asked: list[tuple[str, str, str, str]]
    cards: list[tuple[str, list[tuple[str, str, str]]]]
    more: list[tuple[str, str]]


def format_page(visit: Visit, game: str, format_id: str) -> Page:
    """The page of a format as it is in force today."""
    found = visit.games.game(game)
    words = visit.localized(found)
    visit.games.check_format(found, format_id)
    formats = visit.catalog.formats(found.id, words.language)
    by = visit.catalog.format(Deck("", found.id), format_id, language=words.language)
    written = formats[format_id]
    extends = texts(written.get("extends")) or tuple(filter(None, [text(written.get("extends"))]))
    decks = []
    for deck_id in visit.catalog.sample_decks(found.id):
        opened = visit.catalog.open_deck(f"{found.id}/{deck_id}", language=words.language)
        verdict = visit.catalog.verdict(opened, visit.games.judge(opened.deck, format_id))
        if verdict.legal:
            decks.append((deck_id, opened.deck.name))
    return Page(
        "format.html",
        f"{by.name} · {words.game.name}",
        {
            "format": by,
            "players": by.can_play.in_words(visit.words),
            "extends": [(one, text(formats[one].get("name")) or one) for one in extends if one in formats],
            "sections": _sections(by, written),
            "clauses": [clause_in_words(visit, words, by, clause) for clause in by.clauses],
            "setup": [(words.fact(name), value) for name, value in by.setup.items()],
            "history": [
                (text(mapping(one).get("from")), text(mapping(one).get("note")))
                for one in sequence(written.get("history"))
            ],
            "decks": decks,
            "language": words.language_of("formats", format_id),
        },
        found,
        visit.addresses.data("games", found.id, "formats"),
    )


def clause_in_words(visit: Visit, words: Localized, by: Format, clause: Clause) -> ClauseText:
    """A clause in words: its description or a sentence about it, with its numbers, queries and cards."""
    say, game = visit.words, words.game
    parameters = clause.parameters
    asked: list[tuple[str, str, str, str]] = []
    cards: list[tuple[str, list[tuple[str, str, str]]]] = []

    def ask(title: str, where: str) -> None:
        asked.append((title, where, query_in_words(where, game, say), visit.url("games", game.id, "cards", q=where)))

    if clause.where:
        ask(say("clause.applies"), clause.where)
    if besides := text(parameters.get("besides")):
        ask(say("clause.besides"), besides)
    for group in map(mapping, sequence(parameters.get("groups"))):
        number = whole(group.get("max") or group.get("each"))
        where = text(group.get("where"))
        label = say.noun(text(group.get("label"))) or query_in_words(where, game, say) or where
        ask(say("clause.group", number=number, what=label), where)
    lists = {
        "clause.banned": [(i, "") for i in texts(parameters.get("banned"))],
        "clause.cards": [(i, f"{n} ×") for i, n in mapping(parameters.get("cards")).items()],
        "clause.restricted": [(i, "") for i in texts(mapping(parameters.get("restricted")).get("cards"))],
        "clause.points": [(i, str(n)) for i, n in mapping(mapping(parameters.get("points")).get("cards")).items()],
    }
    for key, listed in lists.items():
        names = dict(named(visit, words, [card_id for card_id, _ in listed]))
        if listed:
            limit = mapping(parameters.get(key.removeprefix("clause."))).get("max" if "restr" in key else "limit")
            shown = [(card_id, names.get(card_id, card_id), number) for card_id, number in listed]
            cards.append((say(key, limit=limit or 0), shown))
    kind = kind_of(clause.kind)
    schemas = titled({name: kind.parameters.get(name) if kind else None for name in parameters if name not in _SHOWN})
    more = [(text(mapping(schema)["title"]), _plain(parameters[name])) for name, schema in schemas.items()]
    sentence = sentence_of(clause, by, game, speech_of(say.language))
    section = by.sections.get(clause.section, clause.section) if clause.section and len(by.sections) > 1 else ""
    return ClauseText(clause.id, sentence, clause.description, section, asked, cards, more)


def query_in_words(where: str, game: Game, say: Words) -> str:
    """A query in words: "with a rarity", "Leader or Technology"; "" for a query that is too complicated.

    There are words for the game's lists of words, fields that a card has, numbers, and what joins these.
    """
    try:
        return _in_words(parse(where).root, game, say)
    except (QueryError, LookupError):
        return ""


def _in_words(node: Node[Term], game: Game, say: Words) -> str:
    """Raises LookupError for what has no words."""
    if isinstance(node, Not):
        if isinstance(node.part, Term) and node.part.field == "has":
            return say("query.without", what=_titles(node.part, game, say))
        return say("query.not", what=_in_words(node.part, game, say))
    if isinstance(node, And | Or):
        inner = [_in_words(part, game, say) for part in node.parts]
        nested = [
            f"({words})" if isinstance(part, And | Or) else words for part, words in zip(node.parts, inner, strict=True)
        ]
        return f" {say('and' if isinstance(node, And) else 'or')} ".join(nested)
    if node.field == "has":
        return say("query.with", what=_titles(node, game, say))
    known = game.fields[node.field]
    if known.kind in ("number", "tally") and node.operator not in ("", ":"):
        sign = {"<=": "≤", ">=": "≥", "!=": "≠"}.get(node.operator, node.operator)
        return f"{known.title} {sign} {node.values[0].text}"
    lists = [mapping(words) for words in game.definition.values() if isinstance(words, dict)]
    named = {word: name for words in lists for word, one in words.items() if (name := text(mapping(one).get("name")))}
    if known.kind != "word" or not all(value.text in known.values and value.text in named for value in node.values):
        raise LookupError(node.field)
    return say.listing([named[value.text] for value in node.values], "or")


def _titles(term: Term, game: Game, say: Words) -> str:
    titles = [game.fields[value.text].title for value in term.values]
    return say.listing([title[:1].lower() + title[1:] for title in titles], "or")


def _plain(value: Data) -> str:
    """A parameter's value as data in one line."""
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_plain(one)}" for key, one in value.items())
    if isinstance(value, list):
        return ", ".join(_plain(one) for one in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _sections(by: Format, written: Mapping[str, Data]) -> list[tuple[str, str]]:
    """The names of the sections, each with its description from the format file."""
    own = mapping(written.get("sections"))
    return [(name, text(mapping(own.get(section)).get("description"))) for section, name in by.sections.items()]
