"""Options and events as plain data, in the rulebook's words. Phrases for people are made of these elsewhere."""

from __future__ import annotations

from typing import Any, Final

from engine.core import EXTRA, IT, SOURCE, Choice, Event
from engine.games.future_invaders.cards import ACTION, REACTION
from engine.games.future_invaders.state import (
    CARD,
    CHOICE,
    PASS,
    RESOURCE,
    SEAT,
    SLOT,
    WHO,
    YES,
    Table,
)
from engine.games.future_invaders.turn import STEPS

# What an option does, by its kind, and what its values are. Columns are counted from 1, players from 0.
KINDS: Final = {
    "pass": "do nothing now; in the deployment, no more",
    "keep-hand": "keep the first hand",
    "redraw": "show the first hand, put it at the bottom and draw as many",
    "choice": "one of the three choices of a turn; step: deploy, draw or discard",
    "play": "play an action from the hand",
    "react": "play a reaction from the hand",
    "use": "use a deployed action or reaction; column: where the card is, line: which of several",
    "recycle": "recycle a card of the scrap pile",
    "deploy": "deploy a card; where is asked next",
    "place": "deploy the card into this column of its row; replaces: what lies there",
    "attack": "a ship attacks; column: where it is",
    "discard": "discard a card; player: whose, where it is another's",
    "bury": "put a card at the bottom of the arsenal before the others",
    "target": "the card that an effect is about; player, column: where it is, place: scrap-pile where it lies there",
    "enough": "no further card",
    "move": "move the card to this column of its row",
    "keep": "take a revealed card into the hand",
    "opponent": "the opponent that an effect is about; player: the seat",
    "pay": "pay a part of a cost that takes any resource; resource: which",
    "gain": "gain a resource of one's choice; resource: which",
    "lose": "lose a resource of one's choice; resource: which",
    "order": "what this card does comes first; line: which, where several of its lines wait",
    "do": "do what a card allows",
    "leave": "leave it undone",
}

# What happens, and what the values of each event are. All but `end` and `limit` have a player, and most have a card.
EVENTS: Final = {
    "redraw": "a player redraws",
    "reveal": "a card is shown to all",
    "first-player": "chance has said who begins",
    "turn": "a turn begins; turn: of all players, from 1",
    "income": "the reset and the income; resources by name",
    "choice": "the choice of a turn; step: deploy, draw or discard",
    "draw": "a card is drawn; it is left out for those who don't see it",
    "discard": "a card is discarded",
    "deploy": "a card is about to be deployed; row, column",
    "replace": "a card makes room",
    "deployed": "a card has arrived",
    "play": "an action is played",
    "react": "a reaction is played",
    "use": "a deployed action or reaction is used; line",
    "fail": "what the card was about to do does not happen",
    "trigger": "what a deployed card does of itself begins",
    "recycle": "a card is recycled",
    "pay": "resources are paid; by name",
    "gain": "resources are gained; by name",
    "lose": "resources are lost; by name",
    "attack": "a ship is about to attack; target: a card or base, opponent: whose",
    "redirect": "the attack meets this card instead",
    "damage": "a deployed card takes damage; amount, left",
    "base-damage": "a base takes damage; amount, left",
    "repair": "a deployed card is repaired; amount, left",
    "base-repair": "a base is repaired; amount, left",
    "give": "a deployed card gets weapons or durability; weapons, durability",
    "double": "the weapons of a ship are doubled",
    "skip-attacks": "a ship will skip its attacks",
    "move": "a card has moved; row, column",
    "destroy": "a card is destroyed",
    "scrap": "a card goes to its owner's scrap pile",
    "bottom": "a card goes to the bottom of its owner's arsenal; it is left out where only the owner sees the order",
    "return": "a card goes to its owner's hand",
    "eliminated": "a player is out; why: base-destroyed, empty-arsenal or concession",
    "concede": "a player gives up",
    "limit": "a limit of the engine is met; limit: turns, events (of one turn) or games, most: how many",
    "end": "the game is over",
}

_PASS: Final = {"redraw": "keep-hand", "target": "enough", "may": "leave"}
_CARDS: Final = {
    "discard": "discard",
    "bury": "bury",
    "keep": "keep",
    "deploy-free": "deploy",
}


def describe(state: Table, option: int) -> Choice:
    """What an option of the state means."""
    game = state.game
    about = state.about
    if option == PASS:
        return Choice(option, _PASS.get(about, "pass"))
    if option == YES:
        return Choice(option, "redraw" if about == "redraw" else "do", _asking(state) if about == "may" else "")
    if option < RESOURCE:
        return Choice(option, "choice", "", {"step": STEPS[option - CHOICE]})
    if option < SEAT:
        return Choice(option, about, "", {"resource": game.resources[option - RESOURCE]})
    if option < SLOT:
        return Choice(option, "opponent", "", {"player": option - SEAT})
    if option < CARD:
        return _slot(state, option)
    return _card(state, option)


def _asking(state: Table) -> str:
    source = state.stack[-1][SOURCE]
    return state.game.cards[source].id if source >= 0 else ""


def _slot(state: Table, option: int) -> Choice:
    game = state.game
    frame = state.stack[-1]
    place = option - SLOT
    values: dict[str, Any] = {"column": place % game.columns + 1}
    if state.about == "attack":
        ship = state.grid[state.who * game.stride + place]
        return Choice(option, "attack", game.cards[ship].id, values)
    if state.about == "move":
        return Choice(option, "move", game.cards[frame[IT]].id, values)
    card = frame[IT] if frame[IT] >= 0 else frame[SOURCE]
    old = state.grid[state.who * game.stride + place]
    if old >= 0:
        values["replaces"] = game.cards[old].id
    return Choice(option, "place", game.cards[card].id, values)


def _card(state: Table, option: int) -> Choice:
    game = state.game
    about = state.about
    line, card = divmod(option - CARD, game.instances_count)
    definition = game.cards[card]
    slot = state.where[card]
    column = {"column": slot % game.stride % game.columns + 1} if slot >= 0 else {}
    if about == "order":
        lines = {index for _, other, index, _ in state.stack[-1][EXTRA] if other == card}
        return Choice(option, "order", definition.id, {"line": line + 1} if len(lines) > 1 else {})
    if about in _CARDS:
        return Choice(option, _CARDS[about], definition.id)
    if about == "discard-of":
        return Choice(option, "discard", definition.id, {"player": state.stack[-1][WHO]})
    if about == "attack-with":
        return Choice(option, "attack", definition.id, column)
    if about == "target":
        if slot >= 0:
            return Choice(option, "target", definition.id, {"player": slot // game.stride, **column})
        return Choice(option, "target", definition.id, {"player": game.owner[card], "place": "scrap-pile"})
    if slot >= 0:
        several = {"line": line + 1} if len(definition.uses) > 1 else {}
        return Choice(option, "use", definition.id, {**column, **several})
    if card in state.scrap[state.who]:
        return Choice(option, "recycle", definition.id)
    kind = {ACTION: "play", REACTION: "react"}.get(definition.type, "deploy")
    return Choice(option, kind, definition.id)


def event(game: Any, entry: Event, seat: int | None) -> dict[str, Any]:
    """An entry of the log as plain data, without what the seat has not seen."""
    name, player, card, values = entry
    said: dict[str, Any] = {"event": name}
    if player >= 0:
        said["player"] = player
    shown = dict(values or {})
    hidden = shown.pop("known", True) is False and seat is not None and seat != player
    if card >= 0 and not hidden:
        said["card"] = game.cards[card].id
    return {**said, **shown}
