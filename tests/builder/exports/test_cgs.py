"""Card Game Simulator: games held to what its closed schema says, decks read as it reads them."""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from builder.decks import Deck
from builder.games import game_from
from tests.support.clients import a_card, deck_bundle, drawn, exported, game_bundle, hostile_cards, tidy_game
from tests.support.commands import GAMES
from tests.support.properties import examples
from tests.support.shipped import shipped_decks, shipped_game, without_machine
from tests.support.strange import WORDS, on_one_line

WORD = {"type": "string"}
ADDRESS = {"type": "string", "pattern": r"^https?://[!-~]+$"}
KINDS = [
    *("string", "escapedString", "integer", "boolean", "object", "stringEnum", "stringList", "stringEnumList"),
    *("objectEnum", "objectList", "objectEnumList"),
]


def closed(required: str = "", **properties: Any) -> dict[str, Any]:
    """An object that has nothing else."""
    named = {name.rstrip("_"): schema for name, schema in properties.items()}
    return {"type": "object", "additionalProperties": False, "required": required.split(), "properties": named}


# Of what docs/schema/cgs.json allows, which allows nothing else, what we write.
GAME = closed(
    "name",
    name=WORD,
    autoUpdate={"type": "integer"},
    **dict.fromkeys(("autoUpdateUrl", "allCardsUrl", "allSetsUrl", "cardBackImageUrl"), ADDRESS),
    cardBackFaceImageUrls={"type": "array", "items": closed("id url", id=WORD, url=ADDRESS)},
    cardImageUrl={"type": "string", "pattern": r"^https?://[!-~]+\{cardSet\}/\{cardId\}\.\{cardImageFileType\}$"},
    **dict.fromkeys(("cardIdIdentifier", "cardPrimaryProperty", "cardImageFileType", "copyright"), WORD),
    cardNameIsUnique={"type": "boolean"},
    cardProperties={"type": "array", "items": closed("name type", name=WORD, type={"enum": KINDS}, display=WORD)},
    cardSize=closed("x y", x={"type": "number"}, y={"type": "number"}),
    deckFileTxtId={"enum": ["id", "set"]},
    deckFileType={"enum": ["dec", "hsd", "lor", "txt", "ydk"]},
    deckUrls={"type": "array", "items": closed("name url", name=WORD, url=ADDRESS)},
    enums={"type": "array", "items": closed(property=WORD, values={"type": "object", "additionalProperties": WORD})},
)
SETS = {"type": "array", "items": closed("code name", code={**WORD, "minLength": 1}, name=WORD)}


def checked(files: Mapping[str, bytes]) -> list[dict[str, Any]]:
    """The cards of a game that is as the schemas say, and whose parts fit each other."""
    game = json.loads(files["cgs.json"])
    Draft202012Validator(GAME).validate(game)
    sets = json.loads(files["AllSets.json"])
    Draft202012Validator(SETS).validate(sets)
    cards: list[dict[str, Any]] = json.loads(files["AllCards.json"])
    names = [one["name"] for one in game["cardProperties"]]
    assert len(names) == len(set(names))
    assert not {"id", "name", "set"} & set(names), "these are Card Game Simulator's own"
    kinds = {one["name"]: one["type"] for one in game["cardProperties"]}
    enums = {one["property"]: one["values"] for one in game["enums"]}
    assert enums.keys() == {name for name, kind in kinds.items() if kind == "stringEnum"}
    assert game["cardPrimaryProperty"] in names
    assert len({card["id"] for card in cards}) == len(cards)
    for card in cards:
        assert card["set"] in {one["code"] for one in sets}
        assert all(re.fullmatch("[a-z0-9-]+(_back)?", back) for back in card.get("backs", []))
        for name in card.keys() - {"id", "name", "set", "backs"}:
            assert isinstance(card[name], int if kinds[name] == "integer" else str)
            assert name not in enums or card[name] in enums[name]
    known = {one.id for one in library(cards)}
    for path in files:
        if path.startswith("decks/"):
            assert counted(files[path].decode()).keys() <= known
    return cards


class Loaded(NamedTuple):
    """A card as UnityCardGame.cs has it, once for each of its backs, by which it is known."""

    id: str
    name: str
    set: str
    back: str = ""

    @property
    def image(self) -> str:
        """What Card.cs asks for: the id without that of the back."""
        return self.id.removesuffix(f".{self.back}") if self.back else self.id


def library(cards: Iterable[Mapping[str, Any]]) -> list[Loaded]:
    """The cards as they are loaded."""
    return [
        Loaded(f"{card['id']}.{back}" if back else card["id"], card["name"], card["set"], back)
        for card in cards
        for back in card.get("backs") or [""]
    ]


def opened(said: str, cards: Sequence[Loaded], sets: Collection[str]) -> Counter[Loaded]:
    """Copies of the cards that a deck's text finds, line by line, as UnityDeck.cs looks for them."""
    found: Counter[Loaded] = Counter()
    spoken = [(card, card.id.lower(), card.name.strip().lower(), card.set.lower()) for card in cards]
    for line in (one.strip() for one in said.split("\n")):
        if not line or line.startswith(("#", "//")):
            continue
        count, *tokens = line.split(" ")
        known = tokens.pop(0)[1:-1] if tokens[0].startswith("[") and tokens[0].endswith("]") else ""
        in_set = line[line.rindex(" (") + 2 : -1] if " (" in line and line.endswith(")") else ""
        in_set = in_set if in_set in sets else ""
        name = " ".join(tokens[: -in_set.count(" ") - 1] if in_set else tokens)
        for card, card_id, card_name, card_set in spoken:
            named = card_name == name.lower() and (not in_set or in_set.lower() == card_set)
            if known.lower() in card_id and (card.id == known or named):
                found[card] += int(count)
                break
    return found


def counted(said: str) -> Counter[str]:
    """Copies by cards' ids, as a deck's text is read: a number, an id in brackets, a name, a set in brackets."""
    found: Counter[str] = Counter()
    for line in said.split("\n"):
        if line.strip() and not line.startswith(("#", "//")):
            read = re.fullmatch(r"(\d+) \[([a-z0-9_.-]+)\] (\S.*) \(([a-z0-9-]+)\)", line)
            assert read, line
            found[read[2]] += int(read[1])
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_game_and_deck_is_as_the_schema_says(game: str) -> None:
    made, found = without_machine(game, "cgs")
    cards = checked(found.files)
    assert len(cards) == len(made.cards)
    assert len([path for path in found.files if path.startswith("decks/")]) == len(made.decks)
    loaded, sets = library(cards), {one["code"] for one in json.loads(found.files["AllSets.json"])}
    for of_deck, written in shipped_decks(game, "cgs"):
        copies = opened(written.content.decode(), loaded, sets)
        assert {card.image: count for card, count in copies.items()} == of_deck.counts


@pytest.mark.parametrize("game", GAMES)
def test_every_card_has_its_pictures_where_the_program_looks(game: str) -> None:
    base = "https://example.org/g"
    made, _ = shipped_game(game, "cgs")
    files = dict(exported("cgs", drawn(made, base_url=base)).files)
    definition, cards = json.loads(files["cgs.json"]), library(checked(files))
    backs = {one["id"]: one["url"].removeprefix(f"{base}/") for one in definition["cardBackFaceImageUrls"]}
    assert {card.back for card in cards} - {""} == backs.keys()
    assert set(backs.values()) == {path for path in files if path.startswith("backs/")}
    assert backs == {back: f"backs/{back}.png" for back in backs}, "where a folder without an address has them"
    for card in cards:
        url = definition["cardImageUrl"].format(cardSet=card.set, cardId=card.image, cardImageFileType="png")
        assert url.removeprefix(f"{base}/") in files
    own = {card.id for card in made.cards if made.game.type_of(card.type).back not in ("", "none")}
    assert {card.image for card in cards if card.back} == own


@given(WORDS, WORDS)
@examples(30)
def test_any_words_come_through(name: str, text: str) -> None:
    game = tidy_game(name=name, types={"ship": {"name": text}}, credit=text)
    card = a_card(name=name, text=text.translate(str.maketrans("*{", "  ")))
    (read,) = checked(exported("cgs", game_bundle([card], game)).files)
    assert read["name"] == on_one_line(name)
    deck = exported("cgs", deck_bundle([card], game, name=text)).content.decode()
    if on_one_line(name):
        assert counted(deck) == {"flare": 2}
        assert f" [flare] {on_one_line(name)} (core)\n" in deck


def test_its_own_word_for_backs_is_not_taken() -> None:
    words = {name: {"type": "string"} for name in ("id", "name", "type", "backs")}
    named = {"name": "Moon", "types": {"ship": {"name": "Ship"}}, "sets": {"core": {"name": "Core", "code": "C"}}}
    game = game_from({"id": "moon", **named}, {"properties": words})
    found = exported("cgs", game_bundle([a_card(backs="two")], game))
    assert "backs" not in checked(found.files)[0]
    assert "what cards say as backs is left out: the word is the program's own" in found.losses


def test_decks_of_any_names_have_files() -> None:
    names = ("..", "CON", "a/b", "Pair", "PAIR", "one", "x" * 300, "=1+1", "nul.txt", "\u202eevil")
    decks = {f"deck-{n}": Deck(name, "moon", {"main": {"flare": 1}}) for n, name in enumerate(names)}
    decks["one"] = Deck("deck-3", "moon", {"main": {"flare": 1}})
    found = exported("cgs", game_bundle(decks=decks))
    checked(found.files)
    files = sorted(path.removeprefix("decks/") for path in found.files if path.startswith("decks/"))
    assert len(set(map(str.casefold, files))) == len(decks)
    assert not {name.partition(".")[0].casefold() for name in files} & {"con", "nul", ""}


def test_all_hostile_names_at_once_are_all_there() -> None:
    cards = hostile_cards()
    found = exported("cgs", drawn(game_bundle(cards)))
    assert len(checked(found.files)) == len(cards)
    assert {path for path in found.files if path.endswith(".png")} == {
        "CardBack.png",
        *(f"sets/core/{card.id}.png" for card in cards),
    }
    assert counted(exported("cgs", deck_bundle(cards)).content.decode()).keys() == {card.id for card in cards}


def test_an_address_makes_a_game_that_updates_itself() -> None:
    made = game_bundle(decks={"pair": deck_bundle().deck})
    found = exported("cgs", drawn(made, base_url="https://example.org/moon/"))
    checked(found.files)
    game = json.loads(found.files["cgs.json"])
    assert game["autoUpdateUrl"] == "https://example.org/moon/cgs.json"
    assert game["deckUrls"] == [{"name": "Pair", "url": "https://example.org/moon/decks/Pair.txt"}]
    url = game["cardImageUrl"].format(cardSet="core", cardId="flare", cardImageFileType="png")
    assert url.removeprefix("https://example.org/moon/") in found.files


def test_printings_of_a_deck_are_left_out() -> None:
    losses = exported("cgs", deck_bundle(printings={"flare": {"core": 1}})).losses
    assert "which printings of its cards the deck names is left out" in losses
