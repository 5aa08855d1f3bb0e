"""Moon Duel, played: its turn and its attacks. What cards say is played by `engine.effects`."""

from engine.core import ANSWER, PLAYER, SOURCE, Frame, push, question
from engine.effects import cardgame
from engine.effects.cardgame import CARD, PASS, SEAT, CardModule, Table
from engine.steps import ask_once_more, steps


def start(state: Table, frame: Frame) -> None:
    """A turn gives one spark more than the one before, and a card."""
    cardgame.begin_turn(state, frame[PLAYER])
    cardgame.change(state, frame[PLAYER], "spark", (state.turn + 1) // 2)
    cardgame.draw(state, frame[PLAYER])


def offer(state: Table, frame: Frame) -> bool:
    """A card to play, a creature to attack with, or the end of the turn."""
    options = [PASS, *cardgame.playable(state, frame[PLAYER]), *cardgame.ready(state, frame[PLAYER], "swift")]
    return question(state, frame, "turn", frame[PLAYER], options)


def take(state: Table, frame: Frame) -> bool:
    """What was chosen."""
    card = frame[ANSWER] - CARD
    if frame[ANSWER] == PASS:
        return False
    if card in state.hand[frame[PLAYER]]:
        cardgame.play(state, frame[PLAYER], card)
    else:
        state.tired |= 1 << card
        push(state, (aim, hit), card, frame[PLAYER])
    return ask_once_more(frame)


def aim(state: Table, frame: Frame) -> bool:
    """A creature attacks another, or the other player where no guard stands there."""
    other = state.field[1 - frame[PLAYER]]
    player = [] if any(state.game.cards[card].has("guard") for card in other) else [SEAT + 1 - frame[PLAYER]]
    return question(state, frame, "target", frame[PLAYER], [*player, *(CARD + card for card in other)])


def hit(state: Table, frame: Frame) -> None:
    """It deals its power."""
    power = state.game.cards[frame[SOURCE]].number("power")
    if frame[ANSWER] < CARD:
        cardgame.change(state, frame[ANSWER] - SEAT, "health", -power)
    else:
        cardgame.deal(state, [frame[ANSWER] - CARD], power)


class Duel(cardgame.CardGame):
    values, pays_with = {"health": 12, "spark": 0}, "spark"
    turn_steps = steps("Start", start, "Play and attack", offer, take, "End", cardgame.end_turn)


MODULE = CardModule("moon-duel", Duel)
