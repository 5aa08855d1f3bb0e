"""A match or a scenario from its set-up to its end, and what players take into the next one."""

from __future__ import annotations

from typing import Final

from engine.core import ANSWER, SUBJECT, Frame, question, roll, shuffle, tell
from engine.games.rone_invasion import moves
from engine.games.rone_invasion.invasion import CLEAN_UP, INVASION_TURN
from engine.games.rone_invasion.moves import begin, distinct, lead, leader
from engine.games.rone_invasion.rules import TURN, turn_order
from engine.games.rone_invasion.speed import SPEED_TURN
from engine.games.rone_invasion.table import CARD, COLORS, HEALTH, LEVEL, MOST_MATCHES, MOST_TURNS, UNROLLED, Table
from engine.state import begin as begin_slots
from engine.steps import ask_once_more, goto, repeat, skip, steps

OF_A_MATCH: Final = (
    "phase", "ended", "out", "turn", "acts", "tokens", "time", "past", "mast", "marks", "exhausted", "stores",
    "rerolls", "parts", "may_keep", "pool", "stored", "off", "cards_played", "keeps", "damage", "laid", "waiting",
)  # fmt: skip

# Set-up


def prepare(state: Table, _frame: Frame) -> None:
    """Setup: boards, supplies, decks, dice. A later match or scenario goes on with what players took into it."""
    game = state.game
    begin_slots(state, game, OF_A_MATCH)
    armor, health, _ = game.life
    for seat in range(game.players):
        state.armor[seat] = armor
        state.health[seat] = health
        state.used[seat] = [UNROLLED] * len(state.dice[seat])
        shuffle(state, state.deck[seat])
    for pile in (state.recruitment, state.technologies, state.invasion, state.invasion_supply, state.protocol_deck):
        shuffle(state, pile)
    state.first = roll(state, game.teams) if game.teams > 1 else 0
    tell(state, "match", match=state.match)


def choose_leaders(state: Table, frame: Frame) -> bool:
    """Pick a leader: each player without a leader picks one; the second player first (Q2)."""
    cards = state.game.cards
    order = [seat for team in reversed(turn_order(state)) for seat in state.game.seats[team]]
    for seat in order:
        if not any(cards[card].type == "leader" for card in state.base[seat]) and state.leaders:
            frame[SUBJECT] = seat
            return question(state, frame, "lead", seat, distinct(state, state.leaders))
    return skip(frame)


def take_leader(state: Table, frame: Frame) -> bool:
    """Pick a leader: the leader lies in the base."""
    card = frame[ANSWER] - CARD
    state.leaders.remove(card)
    state.base[frame[SUBJECT]].insert(0, card)
    tell(state, "leads", frame[SUBJECT], card)
    return ask_once_more(frame)


def discover_first(state: Table, _frame: Frame) -> None:
    """Discover starting technology: each player without a technology draws three and takes one."""
    cards = state.game.cards
    for seat in reversed(range(state.game.players)):
        if not any(cards[card].type == "technology" for card in state.base[seat]):
            begin(state, moves.DISCOVER, -1, seat)


def recruit_first(state: Table, _frame: Frame) -> None:
    """Setup: recruits until each player has `recruits` cards in training."""
    for seat in reversed(range(state.game.players)):
        if (lacking := state.game.recruits - len(state.training[seat])) > 0:
            begin(state, moves.RECRUIT, -1, seat, lacking)


def set_scenario(state: Table, frame: Frame) -> bool:
    """Setup: the scenario with the lowest number that was not played; the players choose the difficulty."""
    game = state.game
    if not game.cooperative:
        return skip(frame)
    state.level = 0
    first = game.scenarios[state.scenario].number == 1
    levels = [LEVEL + level for level in game.levels if level or first]
    return question(state, frame, "level", leader(state), levels)


def take_level(state: Table, frame: Frame) -> None:
    """Setup: opens strips of the scenario, by the chosen difficulty."""
    state.level = frame[ANSWER] - LEVEL
    tell(state, "level", -1, state.scenario, strips=state.level)


def set_up_invasion(state: Table, frame: Frame) -> None:
    """Setup: follows the back of the scenario, except for cards that are already there."""
    if state.game.cooperative:
        programs = state.game.scenarios[state.scenario].set_up
        protocols = len(state.game.start["protocols"]) if state.match == 1 else 0
        for program, is_protocol in reversed(programs):
            if is_protocol and protocols:
                protocols -= 1
            else:
                begin(state, program, state.scenario, leader(state))


# The turns of a match


def next_turn(state: Table, frame: Frame) -> bool:
    """Players' round: teams take turns; with the Invasion a round is its turn, that of the players, and the cleanup."""
    game = state.game
    if state.ended:
        return goto(frame, "4 End")
    if state.turn >= MOST_TURNS:
        tell(state, "limit", limit="turns", most=MOST_TURNS)
        moves.end(state, "limit", range(game.players))
        return goto(frame, "4 End")
    repeat(frame)
    if game.cooperative:
        begin(state, CLEAN_UP, -1, leader(state))
        begin(state, TURN, -1, leader(state), subject=0)
        begin(state, INVASION_TURN, -1, leader(state))
        return False
    team = turn_order(state)[state.turn % game.teams]
    state.turn += 1
    begin(state, SPEED_TURN if game.parallel else TURN, -1, lead(state, team), subject=team)
    return False


# 4 The end


def survives(state: Table, seat: int) -> bool:
    """Survival check: a card of the garbage dump is removed for each technology; each remaining card costs health."""
    cards = state.game.cards
    base = [cards[card] for card in state.base[seat]]
    number = sum(card.type == "technology" for card in base) + sum(card.survival for card in base)
    for _ in range(min(number, len(state.dump[seat]))):
        state.removed[seat].append(state.dump[seat].pop())
    lost = len(state.dump[seat])
    tell(state, "survival", seat, removed=number, left=lost)
    moves.change(state, seat, HEALTH, -lost)
    return state.health[seat] > 0


def end_match(state: Table, frame: Frame) -> bool:
    """Goal of the game: who has won the match."""
    return end_scenario(state, frame) if state.game.cooperative else end_duel(state, frame)


def end_duel(state: Table, frame: Frame) -> bool:
    """Goal of the game: the survivors make their survival check. It is a tie if both lost their health at once, or
    nobody survives the check.
    """
    game = state.game
    standing = [team for team in range(game.teams) if not any(seat in state.out for seat in game.seats[team])]
    winner = -1
    if len(standing) == 1:
        team = standing[0]
        checked = [survives(state, seat) for seat in game.seats[team]] if state.ended == "health" else [True]
        winner = team if all(checked) else -1
    if winner >= 0:
        state.won[winner] += 1
        tell(state, "wins", lead(state, winner), match=state.match)
    else:
        tell(state, "tie", match=state.match)
    if max(state.won) >= game.wins or state.match >= (MOST_MATCHES if game.wins > 1 else 1):
        best = [team for team in range(game.teams) if state.won[team] == max(state.won)]
        share = 1.0 if len(best) == 1 else 0.5
        state.scores = tuple(share if game.team[seat] in best else 0.0 for seat in range(game.players))
        state.over = True
        return False
    clear(state)
    state.match += 1
    return goto(frame, "2 Set-up")


def end_scenario(state: Table, frame: Frame) -> bool:
    """End of the scenario: a lost one loses the campaign. After a won one all must survive the check, unless it was won
    because the Invasion had no cards.
    """
    game = state.game
    won = state.ended in ("won", "exhausted")
    if won and state.ended == "won":
        checked = [survives(state, seat) for seat in range(game.players)]
        won = all(checked)
    tell(state, "scenario-won" if won else "scenario-lost", -1, state.scenario, round=state.turn)
    number = game.scenarios[state.scenario].number
    later = [card for card in state.scenarios if game.scenarios[card].number > number]
    if not won or not later:
        state.scores = (float(won),) * game.players
        state.over = True
        return False
    clear(state)
    clear_invasion(state)
    state.scenario = min(later, key=lambda card: game.scenarios[card].number)
    state.match += 1
    return goto(frame, "2 Set-up")


def clear(state: Table) -> None:
    """End of the scenario: players' playing cards become a new deck; cards in training are destroyed, and new supplies
    are made.
    """
    for seat in range(state.game.players):
        piles = (state.hand, state.played, state.discard, state.dump, state.removed)
        for pile in piles:
            state.deck[seat] += pile[seat]
            pile[seat] = []
        for card in state.training[seat]:
            moves.put_away(state, card)
        state.training[seat] = []
    state.known = [0] * state.game.players
    for card in (*state.playing, *state.drawn):
        moves.put_away(state, card)
    state.playing, state.drawn = [], []
    state.recruitment += state.recruits_gone
    state.recruits_gone = []
    state.technologies += state.technologies_gone
    state.technologies_gone = []


def clear_invasion(state: Table) -> None:
    """End of the scenario: the Invasion's piles become its new deck, and its protocols stay; in the variant with equal
    chances it destroys cards of the deck.
    """
    for card in (*state.deployed, *(card for card in state.zone_cards if card >= 0)):
        state.invasion_gone.append(card)
    state.deployed = []
    state.zone_cards = [-1] * COLORS
    state.invasion += [*state.invasion_discard, *state.invasion_dump]
    state.invasion_discard, state.invasion_dump = [], []
    shuffle(state, state.invasion)
    for _ in range(min(state.game.destroyed_after, len(state.invasion))):
        state.invasion_gone.append(state.invasion.pop())
    state.invasion_supply += state.invasion_gone
    state.invasion_gone = []
    state.protocol_deck += state.protocols_gone
    state.protocols_gone = []


TABLE: Final = steps(
    "2 Set-up", prepare, set_scenario, take_level, choose_leaders, take_leader, discover_first, recruit_first,
    set_up_invasion,
    "3 Turns", next_turn,
    "4 End", end_match,
)  # fmt: skip
