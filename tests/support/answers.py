"""What a deck builder asks, of every shipped game. All carriers, such as the server and Python in a browser, must
answer these requests alike.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from builder.exports import PLAIN
from builder.games import Game
from builder.web.api.answering import answer
from builder.web.api.games import Games

Request = tuple[str, str, dict[str, str], Any]  # method, path, what is asked, what is sent
Answered = tuple[int, str]

QUERIES = (
    "", " ", "the", "draw 2", '"when you"', "Élan", "a or b", "-the", "(a or e) -i", "/draw [0-9]/", "/^(a|the) /",
    "/[/", "/(?=a)/", "/[",
    "name:a", 'name:"the"', "name:/s$/", "id:a", "text:the or text:a", "number<5", "number>=3 number<=9", "number=1",
    "number:x", "-number>4", "set:nothing", "is:reprinted", "is:nothing", "has:text", "has:flavor", "has:nothing",
    "-has:text",
    "nmae:a", "cost<=", "(a", "a)", '"a', "a,b", "name:a,e", "name=Earthwall", "type:", "-", "or", "a and b", "not a",
    "artist:a", "flavor:the", "x:y:z", "number!=2", "text:/\\bthe\\b/", "/\\p{Ll}{9}/", "tgu", "the shipp", "é",
)  # fmt: skip

DAYS = ("2026-01-01", "2027-01-01")


def requests(games: Games, game_id: str = "") -> list[Request]:
    """The requests of all games, or of one game."""
    chosen = [game for game in games.catalog.games if game_id in ("", game.id)]
    return [one for game in chosen for one in (*_looked_up(games, game), *_of_decks(games, game))]


def _looked_up(games: Games, game: Game) -> Iterator[Request]:
    catalog = games.catalog
    at = f"/games/{game.id}"
    languages = [name for name in catalog.languages(game) if name != game.language]
    for lang in ({}, *({"lang": name} for name in (*languages, "xx"))):
        yield "GET", f"{at}/building", lang, None
        for query in QUERIES if not lang else QUERIES[::3]:
            yield "GET", f"{at}/cards", {"q": query, **lang}, None
    for field in game.fields.values():
        for value in field.values[:4]:
            yield "GET", f"{at}/cards", {"q": f'{field.name}:"{value}"', "sort": f"-{field.name}"}, None
        yield "GET", f"{at}/cards", {"q": f"{field.name}>1 or has:{field.name}", "sort": field.name, "size": "5"}, None
    for asked in ({"page": "2", "size": "7"}, {"page": "0"}, {"size": "x"}, {"sort": "nothing"}, {"qq": "a"}):
        yield "GET", f"{at}/cards", asked, None
    for card in [*catalog.cards(game)][::9]:
        for lang in ({}, *({"lang": name} for name in languages)):
            yield "GET", f"/cards/{game.id}/{card.id}", lang, None
    yield "GET", f"/cards/{game.id}/{quote('no such card')}", {}, None
    yield "GET", f"{at}/formats", {}, None
    for name in catalog.formats(game.id):
        yield "GET", f"{at}/formats/{name}/copies", {}, None
    for deck in (*catalog.sample_decks(game.id), "nothing"):
        yield "GET", f"{at}/decks/{deck}", {}, None
    yield "GET", at, {}, None
    yield "GET", "/nothing", {}, None


def _of_decks(games: Games, game: Game) -> Iterator[Request]:
    catalog = games.catalog
    decks = [catalog.loaded(game.id).sample_deck(name).to_document() for name in catalog.sample_decks(game.id)]
    first, last = decks[0], decks[-1]
    for deck in decks:
        yield "POST", "/judge", {}, {"deck": deck, "all": True, "date": "2026-06-01"}
    for day in DAYS:
        for one in (*broken(first), *broken(last)):
            yield "POST", "/judge", {}, {"deck": one, "all": True, "date": day}
    name = next(iter(catalog.cards(game))).name
    yield "POST", "/stats", {}, {"deck": first, "chances": [f"{name} >= 1 in 3 cards", "[number<5] = 2 in 6 cards"]}
    if not any(kind.faces for kind in catalog.cards(game)):  # of which the odds take long
        for chance in ("nobody >= 1 by turn 2", "[nmae:a] >= 1 by turn 1", "?"):
            yield "POST", "/stats", {}, {"deck": first, "chances": [chance]}
        for one in broken(first):
            yield "POST", "/stats", {}, {"deck": one}
    for seed in range(4):
        yield "POST", "/hands", {}, {"deck": first, "seed": seed, "redraws": seed % 2, "size": 5}
    yield "POST", "/hands", {}, {"deck": first, "section": "nowhere"}
    yield "POST", "/compare", {}, {"before": first, "after": last}
    for target in PLAIN:
        yield "POST", "/export", {}, {"deck": first, "to": target, "force": True}
    yield "POST", "/export", {}, {"deck": {**first, "cards": {"nothing": 2}}, "to": "text"}
    for have in ("", "3 Nothing\n", f"1 {name}\n2 {name}\n", f"count,name\n2,{name}\n"):
        yield "POST", "/proxies", {}, {"deck": first, "have": have}
    yield from (("POST", "/parse", {}, {"text": text, "game": game.id}) for text in _lists(games, game, first))
    yield from (("POST", "/judge", {}, body) for body in _refused(game, first))


def broken(deck: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The deck with what players get wrong."""
    whole = dict(deck)
    sections = whole.pop("sections", None) or {"main": whole.pop("cards")}

    def made(new: Mapping[str, Mapping[str, int]], **more: object) -> dict[str, Any]:
        return {**whole, "sections": new, **more}

    yield made({name: dict(list(cards.items())[::2]) for name, cards in sections.items()})
    yield made({name: {card: 7 * count for card, count in cards.items()} for name, cards in sections.items()})
    yield made({name: {card[:-1] + "x": count for card, count in cards.items()} for name, cards in sections.items()})
    yield made({f"{name}s": cards for name, cards in sections.items()})
    yield made({name: {} for name in sections})
    yield made({"main": {card: count for cards in sections.values() for card, count in cards.items()}}, players=9)
    yield made(sections, dice=[[["star"], []]], lost=True)


def _refused(game: Game, first: Mapping[str, Any]) -> list[Any]:
    """What is no deck, or of no shape that is asked for."""
    return [
        {}, {"deck": []}, {"deck": {"name": "x"}}, {"deck": {**first, "players": 0}}, {"deck": {**first, "more": 1}},
        {"deck": {**first, "sections": {"Main!": {"a": 1}}}}, {"deck": first, "formats": [1]},
        {"deck": {"name": "", "game": game.id, "cards": {"a": "2"}}}, {"deck": {**first, "dice": [[["A"], []]]}},
        {"deck": {**first, "format": "nothing"}}, {"deck": {**first, "cards": None}}, {"deck": first, "date": "soon"},
        {"deck": first, "players": 2.5, "lost": "yes"},
        {"deck": {**first, "printings": {"a": {}}, "name": 7}}, [],
    ]  # fmt: skip


def _lists(games: Games, game: Game, deck: Mapping[str, Any]) -> Iterator[str]:
    """Pasted lists: as they are exported, in other languages, with slips, as deck files, and what is none."""
    content = answer(games, "POST", "/export", {}, json.dumps({"deck": deck, "to": "text", "force": True}))[2].decode()
    yield content
    yield content.replace("e", "ee", 5).replace("1 ", "1x ", 2)
    yield "\n".join(line[::-1] if number % 3 == 0 else line for number, line in enumerate(content.splitlines()))
    for language in games.catalog.languages(game):
        words = games.catalog.localized(game, language)
        yield "".join(f"2 {words.card(card).name}\n" for card in games.catalog.cards(game)[:9])
    yield json.dumps(deck)
    yield f"name: A deck\ngame: {game.id}\ncards:\n  nothing: 2\n  other: 1 # and more\n"
    yield f"name: A deck\ngame: {game.id}\ncards: [\n"
    yield from ("", "\n\n", "2 Nothing At All\n3 x\n", "Sideboard:\n2 Nothing", "cards:\n- 1\n")


def answered(games: Games, asked: list[Request]) -> list[Answered]:
    """What the function that all carriers share answers, called in this process."""
    found = []
    for method, path, words, body in asked:
        status, _, content = answer(games, method, path, words, None if body is None else json.dumps(body))
        found.append((status, shared(path, content.decode())))
    return found


def shared(path: str, content: str) -> str:
    """An answer without the parts that differ between carriers: what else each makes, and its data's version."""
    if not path.endswith("/building") or '"formats"' not in content:
        return re.sub(r', "_links": \{[^{}]*\}', "", content)
    found = json.loads(content)
    return json.dumps({key: found[key] for key in found if key not in ("keeps", "presets", "targets", "version")})


PROGRAM = """
import json, sys
from builder.web.api.answering import answer, opened

def answers(games, asked):
    ready = opened([(json.loads(judge), json.loads(beside)) for judge, beside in games])
    found = []
    for method, path, words, body in asked:
        status, _, content = answer(ready, method, path, words, None if body is None else json.dumps(body))
        found.append((status, content.decode()))
    return found
"""
"""The program for a Python that has nothing but its own library and the core."""


def given(folder: Path, asked: list[Request]) -> str:
    """What that Python reads: what is published of all games, and the requests."""
    games = [[(game / f"{name}.json").read_text("utf-8") for name in ("judge", "catalog")] for game in folder.iterdir()]
    return json.dumps({"games": games, "asked": asked})
