"""The files that are published for a game, by their paths from its folder. Nothing in them depends on the day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise

from builder.decks import MAX_COPIES
from builder.diagnostics.harmless import json_text
from builder.documents.data import Data
from builder.exports import Bundle, target
from builder.games import Format, Game
from builder.legality import Judge, compose
from builder.legality.allowed import allowed
from builder.legality.faults import queries_of
from builder.legality.formats import Definitions, chain_of, changes_of
from builder.library import Catalog, card_json, ruling_json
from builder.library.published import catalog_json, judge_json
from builder.schema.resolving import schema_document

SHARED_SCHEMAS = ("deck", "format", "rulings", "publish-output")


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a game's files, which is compared between two states of a game.

    `cards`, `formats` and `decks` are by id, `rulings` by their questions.
    """

    name: str = ""
    definition: Mapping[str, Data] = field(default_factory=dict)
    cards: Mapping[str, Mapping[str, Data]] = field(default_factory=dict)
    formats: Mapping[str, Mapping[str, Data]] = field(default_factory=dict)
    decks: Mapping[str, Mapping[str, Data]] = field(default_factory=dict)
    rulings: Mapping[str, Mapping[str, Data]] = field(default_factory=dict)


def content_of(catalog: Catalog, game: Game) -> Content:
    """The content of a game of the catalog."""
    decks = catalog.loaded(game.id).sample_decks
    return Content(
        game.name,
        game.definition,
        {card.id: card_json(card) for card in catalog.loaded(game.id).cards},
        catalog.formats(game.id),
        {deck: catalog.loaded(game.id).sample_deck(deck).to_document() for deck in decks},
        {ruling.question: ruling_json(ruling) for ruling in catalog.loaded(game.id).rulings},
    )


def documents_of(
    catalog: Catalog, game: Game, content: Content, languages: Iterable[str], phrases: Mapping[str, Data] | None = None
) -> dict[str, bytes]:
    """A game's files without its database, the cards also in these languages. `phrases` are for playing it."""
    files = {
        "game.json": as_json(
            {
                "id": game.id,
                "name": game.name,
                "definition": dict(content.definition),
                "languages": [*catalog.languages(game)],
            }
        ),
        "rulings.json": as_json({"rulings": [dict(ruling) for ruling in content.rulings.values()]}),
        "formats.json": as_json({name: dict(written) for name, written in content.formats.items()}),
        "legal.json": as_json(legal_when(catalog, game)),
        "judge.json": as_json(_judged(catalog, game)),
        "catalog.json": as_json(catalog_json(catalog.loaded(game.id), phrases)),
        "schemas/card.schema.json": as_json(dict(game.card_schema)),
        **_cards(catalog, game),
    }
    for deck, document in content.decks.items():
        files[f"decks/{deck}.json"] = as_json(dict(document))
    for language in languages:
        if language != game.language:
            files |= {f"locales/{language}/{name}": data for name, data in _cards(catalog, game, language).items()}
    return files


def shared_documents(catalog: Catalog, games: Iterable[str]) -> dict[str, bytes]:
    """The files that belong to no game: the list of games, and the schemas that all of them share."""
    chosen = set(games)
    overview: list[Data] = [one for one in catalog.overview() if one["id"] in chosen]
    schemas = {f"schemas/{name}.schema.json": _schema(name) for name in SHARED_SCHEMAS}
    return {"games.json": as_json({"games": overview}), **schemas}


def as_json(value: Data) -> bytes:
    """A value as the bytes of a published file: UTF-8, a line."""
    return (json_text(value, indent=None) + "\n").encode()


def _cards(catalog: Catalog, game: Game, language: str = "") -> dict[str, bytes]:
    words = catalog.localized(game, language)
    bundle = Bundle(words.game, [words.card(card) for card in catalog.loaded(game.id).cards])
    return {f"cards{one.suffix}": one.export(bundle).content for one in map(target, ("json", "csv"))}


def _judged(catalog: Catalog, game: Game) -> dict[str, Data]:
    """All that a judge of the game needs without a database."""
    queries = [query.word for written in catalog.formats(game.id).values() for query in queries_of(written)]
    return judge_json(catalog.loaded(game.id), queries)


def _schema(name: str) -> bytes:
    return as_json(schema_document(f"{name}.schema.json"))


def legal_when(catalog: Catalog, game: Game) -> dict[str, Data]:
    """Every format of a game with its versions in order, each valid `from` a day (None: always) `until` another.

    A version has its clauses, and in `cards` the cards that it admits, with the most copies, None for no limit.
    """
    formats = catalog.formats(game.id)
    found: dict[str, Data] = {}
    for format_id in formats:
        versions = list(_versions(catalog, game, format_id, formats))
        for version, following in pairwise(versions):
            version["until"] = following["from"]
        found[format_id] = {"name": formats[format_id]["name"], "versions": [*versions]}
    return {"formats": found}


def _versions(catalog: Catalog, game: Game, format_id: str, formats: Definitions) -> Iterator[dict[str, Data]]:
    before: dict[str, Data] = {}
    for day in _days(format_id, formats):
        by = compose(format_id, formats, date.fromisoformat(day) if day else date.min)
        version = _composed(by)
        if version != before:
            cards = _admitted(catalog.loaded(game.id).judge_by(by))
            yield {"from": day or None, "until": None, **version, "cards": cards}
        before = version


def _days(format_id: str, formats: Definitions) -> list[str]:
    """The days on which a format changes, in order; first "", the beginning."""
    chain, _ = chain_of(format_id, formats)
    return sorted({"", *(change.day for definition in chain for change in changes_of(definition))})


def _composed(by: Format) -> dict[str, Data]:
    clauses: dict[str, Data] = {clause.id: {"clause": clause.kind, **clause.parameters} for clause in by.clauses}
    version: dict[str, Data] = {
        "description": by.description,
        "sections": {**by.sections},
        "setup": {**by.setup},
        "clauses": clauses,
    }
    return version if by.can_play.anybody else {**version, "players": by.can_play.to_json()}


def _admitted(judge: Judge) -> dict[str, Data]:
    """Each card that a section admits, with the most copies in each section and in the deck."""
    found: dict[str, Data] = {}
    can_have = allowed(judge)
    for card_id in judge.cards.cards:
        limits = [cards[card_id] for cards in can_have.sections.values() if card_id in cards]
        if limits:
            most = min(
                MAX_COPIES if None in limits else max(limit for limit in limits if limit is not None),
                can_have.deck.get(card_id, MAX_COPIES),
            )
            found[card_id] = most if most < MAX_COPIES else None
    return found
