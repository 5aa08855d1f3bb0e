"""Bundles, saved games, and abilities that set each other off: what the engine is given to play."""

import copy
import json
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from builder.workspace import Workspace
from engine import modules, saves
from engine.bundles import read
from engine.faults import EngineError
from engine.modules import SHIPPED
from tests.hostile.fuzzing import mutations
from tests.support.commands import ROOT

DECKS = 3  # of each game
TRIES = 6  # of abilities for a card
OPTIONS = 40  # of a saved game, at most
_LOOPING = ("invasion-tcg", "invasion-tcg", "future-invaders", "saucer-people")


@cache
def documents(game: str) -> Sequence[Mapping[str, Any]]:
    """What bundles of a game's sample decks hold."""
    found = []
    decks = sorted((ROOT / "cards" / game / "decks").glob("*.yaml"))
    with tempfile.TemporaryDirectory() as folder, Workspace(ROOT / "cards", "sqlite://") as workspace:
        for deck in decks[:DECKS]:
            path = Path(folder) / "deck.json"
            workspace.export(deck, to="engine", path=path, force=True)
            found.append(json.loads(path.read_bytes()))
    return found


def bundle(rng: Random) -> bytes:
    """A bundle in which something is wrong, as a rule."""
    data: Any = copy.deepcopy(rng.choice(documents(rng.choice(sorted(SHIPPED)))))
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        data = mutations.altered(data, rng, ())
    return mutations.written(data, rng, "x.json")


def saved(game: str, rng: Random) -> bytes:
    """A saved game in which something is wrong, as a rule; of any game where this one can't be played."""
    data: Any = copy.deepcopy(_saved(game if game in SHIPPED else rng.choice(sorted(SHIPPED)), rng.randrange(4)))
    for _ in range(rng.choice((0, 1, 1, 2))):
        if rng.random() < 0.5:
            data.pop("digest", None)
            at = rng.randrange(len(data["options"]) or 1)
            data["options"][at : at + 1] = rng.choice(
                ([rng.randrange(-2, 400)], [], [0] * rng.choice((1, 50, 100_001)))
            )
            continue
        data = mutations.altered(data, rng, ())
        if not isinstance(data, dict) or not isinstance(data.get("options"), list):
            break
    return mutations.written(data, rng, "x.json")


@cache
def _saved(game: str, seed: int) -> Mapping[str, Any]:
    played = modules.load([read(documents(game)[0])] * (1 if modules.find(game).shared else 2), 0)
    rng = Random(seed)
    state, options = played.new(seed), []
    while not state.over and len(options) < OPTIONS:
        options.append(rng.choice(list(state.options)))
        state.apply(options[-1])
    return saves.save(played, seed, options, ["human"] * played.players)


def looping(rng: Random) -> bytes:
    """A bundle of few different cards, whose abilities are put together anew from those of all cards of their type."""
    game = rng.choice(_LOOPING)
    data: Any = copy.deepcopy(rng.choice(documents(game)))
    for section, listed in data["sections"].items():
        chosen = rng.sample(listed, min(len(listed), rng.choice((1, 2, 3, 6))))
        if game != "saucer-people":  # which needs cards of every suit
            share = max(1, sum(card["count"] for card in listed) // len(chosen))
            data["sections"][section] = [{**card, "count": share} for card in chosen]
        for card in chosen:
            _give_abilities(data, card["id"], rng)
    return json.dumps(data).encode()


def _give_abilities(data: Any, card_id: str, rng: Random) -> None:
    """Other abilities for a card: the first few that the engine can play, or else any."""
    card = data["cards"][card_id]
    own = card.get("abilities")
    known = _abilities(data["game"]["id"], card.get("type", ""))
    if not known or rng.random() < 0.15:
        return
    for _ in range(TRIES):
        card["abilities"] = [_ability(known, rng) for _ in range(rng.choice((1, 1, 2, 3)))]
        try:
            modules.load([read(data)] * (1 if modules.find(data["game"]["id"]).shared else 2), 0)
        except EngineError:
            continue
        return
    if own is not None and rng.random() < 0.9:
        card["abilities"] = own


@cache
def _abilities(game: str, kind: str) -> Sequence[Mapping[str, Any]]:
    """The abilities of the game's cards of a type."""
    cards = [card for data in documents(game) for card in data["cards"].values() if card.get("type", "") == kind]
    return [ability for card in cards for ability in card.get("abilities", ())]


def _ability(known: Sequence[Mapping[str, Any]], rng: Random) -> dict[str, Any]:
    """An ability with the effects of others of its kind; more of them are set off by events than not."""
    set_off = [ability for ability in known if "when" in ability]
    ability = dict(copy.deepcopy(rng.choice(set_off if set_off and rng.random() < 0.6 else known)))
    alike = [other for other in known if other["kind"] == ability["kind"]]
    for name in ("when", "may", "cost", "use", "during"):
        if rng.random() < 0.25 and (others := [other for other in alike if name in other]):
            ability[name] = copy.deepcopy(rng.choice(others)[name])
    if rng.random() < 0.6 and (others := [other for other in alike if "effects" in other]):
        ability["effects"] = [
            copy.deepcopy(effect) for _ in range(rng.choice((1, 1, 2, 4))) for effect in rng.choice(others)["effects"]
        ]
    if rng.random() < 0.3:
        ability.pop("cost", None)
    return ability
