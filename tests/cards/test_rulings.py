"""What the rulebooks leave open is answered: each question by a ruling that says the words beside it."""

from __future__ import annotations

from functools import cache

import pytest
import yaml

from tests.support.commands import ROOT

ANSWERS = {
    "future-invaders": {
        "what pays Neutral costs": "takes every resource in any mix",
        "what is known of an arsenal's bottom": "only their owner knows the order",
        "redraws": "Nothing is shuffled. Show the hand to all",
        "who begins": "Chance alone says it",
        "deploying by an effect after drawing twice": "What you gave up is the deployment of that step",
        "when actions are possible": "Never in the middle of a payment, a draw",
        "when the target of an attack is looked at": "whatever faces the ship first when the attack resolves",
        "grids after an elimination": "No card changes its slot",
        "a discarded action": "To the bottom of its owner's arsenal. Only cards with income lie in a scrap pile",
        "a failed ship without income": "any other to the bottom of your arsenal",
        "events inside a resolution": "answered once by a chain of its own",
        "a ship destroyed as a cost, and rescued": "The cost is paid as soon as it is announced",
        "triggers of several players": "The active player's, then the others' in turn order",
        "the cards of an eliminated player": "They leave the game at once",
        "the last player's first combat": "in which each ship must attack",
        "a ship that arrives during combat": "if it has not attacked in this step",
        "who was faster": "Players are asked in turn order, beginning after the one who made it happen",
        "who is asked after a card": "The next player in turn order after that one",
        "recycling with nothing to pay for": "wherever an action could be played",
        "the order of what goes under the arsenal": "The one that went there last",
        "two reactions in a row": "if the second answers the first",
        "weapons below zero": "less than 0 is 0",
        "effects on a captured ship": "You do, as long as it is on your grid",
        "which income counts": "The one printed on it",
        "drawing twice from an empty arsenal": "Yes, and you are eliminated by it",
        "a reaction to a deployment": "On the ship that is about to arrive",
        "an attack on a third player": "An enemy ship is any opponent's, whomever it attacks",
        "nothing to turn an attack to": "so your base is hit. You draw the card",
        "Rail Salvo": "2 to each of them",
        "moving across halves": "Any free slot of its row on that grid will do",
        "a reaction of what is being destroyed": "It is on the grid until the event resolves",
        "who chooses the resource that is lost": "they choose which resource they lose",
        "what is seen of an exchange": "Only the loser changes cards",
        "a drawn game of a series": "nobody exchanges anything",
        "how packs go": "To the left, those of the next round to the right",
        "what of a draft is played": "of 40 cards at least, and nobody sees what you leave out",
    },
    "invasion-tcg": {
        "who begins": "Whoever has the higher sum chooses",
        "hands without limit": "Nothing is ever discarded because there are too many",
        "the start of a turn and the draw": "it is no action that would have to wait for the draw",
        "creatures in response": "Only spells respond",
        "effects of creatures in order": "In the order in which the creatures arrived",
        "effects and the stack": "An effect is no card that is played",
        "effects of both players": "Those of the player whose turn it is, then the other's",
        "creatures' effects in a round": "Once from the start of one of your turns to the start of your next",
        "when spells are possible": "when an attack is declared, after its dice are rolled",
        "rerolls and turning over": "All rerolls come first, then dice are turned over",
        "the third card": "on your opponent's a third spell",
        "the opponent is asked": "also when they have nothing to respond with",
        "too few cards to draw or reveal": "with as many as there are",
        "Burn the Harvest alone": "You must have a second card to discard",
        "a discarded battlefield": "to discard is to put a card from a hand into a graveyard",
        "a die turned over": "the number that a die shows when hits are counted",
        "arriving on the opponent's turn": "On your next turn. It has not arrived in that turn",
        "less than no life": "Less than 0 is 0",
        "the third card and Forced March": "spent only on a play that would not be allowed without it",
        "put into play again": "However it came back, it is a new creature",
        "Shield Aunt among the destroyed": "although she is among them; she is destroyed once",
        "cancelled into the hand": "It goes from the field to its owner's hand",
        "another player's cards": "To the graveyard or the hand of its owner",
        "a failed search": "Its use of the turn is spent, and the deck is shuffled",
    },
    "saucer-people": {
        "the end of the pile": "Fewer than three cards are no attack",
        "nobody or several lead": "whoever led in the last turn leads again; in the first turn, whoever dealt",
        "the high card of two players": "the planetary attack are those of the two cards that are left",
        "suits that are gone": "It is gone before the defense",
        "Venus and two players": "with two players nothing more is discarded",
        "Venus before the leader": "One heart leaves the attack before anything else is reckoned",
        "Earth's own card": "only other players' ships",
        "a navigator's world": "To the world of the Queen's suit",
        "doubling after a change of suit": "It must be of the engineer's suit at that moment",
        "two jokers in an attack": "the attack is worth 0",
        "several attack cards at a world": "Their values are added",
        "called defenders collect": "Every card that has the suit of the world when it is compared",
        "the card that marks a world": "Whoever leads this turn",
        "Mercury leads": "after all others have played, like any other captain of Mercury",
        "Marcus and two jokers": "of two jokers he takes one",
        "the joker that Marcus took": "can do nothing more until the end",
        "a captured heart in the second pass": "It is one of that player's bragging rights",
        "the other Mercury": "An optional one",
        "jokers of the Origins deck": "None, one or two",
        "Origins twice through": "Both are optional rules",
        "doubling after the first battle": "the battle at the asteroid belt is not fought again",
    },
    "saucer-dice": {
        "leaving Rebuilds": "You may leave any of their points, or all",
        "the direction of play": "Clockwise",
        "rerolls": "up to 3 rerolls after the first roll",
        "which city is hit": "outer crater, inner crater, Core",
        "passing through": "Only when all five places are empty is there no damage",
        "the order of dice": "You choose in which order your Invasion dice do their damage",
        "Rebuilds together": "All Rebuilds of a turn are one sum of points",
        "Sector dice for each Missile": "Against each on its own",
        "free Rebuilds": "only on the planet of the player who countered",
        "Missiles without cities": "its points follow the path from there",
        "the order of steps": "A turn goes through its steps in their order",
        "an Interceptor too many": "it repels the rest of that die",
        "a Blaster without saucers": "without one it does nothing",
        "ties that last": "those who are tied for the most against each other",
        "an empty planet": "You take your turns as before",
        "the numbered die": "The Sector die",
        "more dice than needed": "3 Invasion dice of each color and 5 Defense dice",
    },
}


@cache
def rulings(game: str) -> list[str]:
    """The answers of a game's rulings, each on one line."""
    written = yaml.safe_load((ROOT / "cards" / game / "rulings.yaml").read_text("utf-8"))
    return [" ".join(ruling["ruling"].split()) for ruling in written]


@pytest.mark.parametrize(
    ("game", "question"), [(game, question) for game, answers in ANSWERS.items() for question in answers]
)
def test_a_question_is_answered(game: str, question: str) -> None:
    said = ANSWERS[game][question]
    assert [ruling for ruling in rulings(game) if said in ruling], f"no ruling of {game} says: {said}"


@pytest.mark.parametrize("game", ANSWERS)
def test_no_question_is_asked_twice(game: str) -> None:
    written = yaml.safe_load((ROOT / "cards" / game / "rulings.yaml").read_text("utf-8"))
    questions = [ruling["question"] for ruling in written]
    assert len(questions) == len(set(questions))
