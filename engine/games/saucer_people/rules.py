"""How Invasion of the Saucer People! is played, in the order of its rulebook: the steps of a turn, and the end.

After a step that offers options comes the one that does what was chosen; without options it is skipped. Options that
would change nothing, such as calling a ship to where it is, are not offered.
"""

from __future__ import annotations

from bisect import insort
from typing import Final

from engine.core import ANSWER, EXTRA, IT, SOURCE, SUBJECT, Frame, Instruction, ask, ask_again, shuffle, tell
from engine.games.saucer_people.cards import (
    CALL,
    CAPTURE,
    CHANGE,
    DOUBLE,
    ESCAPE,
    FLY,
    HYPERTHRUST,
    MALFUNCTION,
    NEVER_LEADS,
    NONE,
    ODD,
    SUITS,
    TURN_DOWN,
)
from engine.games.saucer_people.table import (
    BRAG,
    CAPTURED,
    CHANGE_TO,
    DEFEAT,
    DISCARD,
    DOUBLED,
    FLOWN,
    MARK,
    PASS,
    PLAY,
    TAKE_JOKER,
    Setting,
    Table,
)
from engine.steps import again, ask_once_more, next_step, restart, skip, steps, window

OVERRUN: Final = -1  # a world that was not defended


def deal(state: Table) -> None:
    """Deals hands from a shuffled pile, and removes cards unseen where the rules say so."""
    game = state.game
    state.round += 1
    state.hands = [[] for _ in range(game.players)]
    shuffle(state, state.pile)
    for _ in range(game.hand):
        for hand in state.hands:
            if state.pile:
                hand.append(state.pile.pop())
    state.removed = [state.pile.pop() for _ in range(min(game.removed, len(state.pile)))]
    state.shown = [0] * game.players
    state.lacks = [0] * game.players
    tell(state, "pass", number=state.round)
    for seat, hand in enumerate(state.hands):
        hand.sort()
        if state.conceded >> seat & 1:  # so that the number of attacks stays the same
            state.removed += hand
            hand.clear()
            continue
        if state.log is not None:
            tell(state, "hand", seat, cards=game.named(hand))


def use(state: Table, seat: int, card: int) -> None:
    """Notes that a crew card has acted: it is turned face down, or waits for the next turn."""
    if state.game.deck.powers[card] & TURN_DOWN:
        state.down |= 1 << card
        tell(state, "turn-down", seat, card)
    else:
        state.used |= 1 << card


# Three cards are turned up


def reveal(state: Table, frame: Frame) -> bool:
    """Turn Sequence: three cards are turned up. With too few left the pass is over, and after the last the game."""
    game = state.game
    if len(state.pile) < game.revealed:
        if state.round == game.passes:
            end(state)
            return False
        for cards in (*state.hands, *state.jokers, state.removed, state.discard):
            state.pile.extend(cards)
        state.discard = []
        state.jokers = [[] for _ in state.jokers]
        state.pile.sort()
        deal(state)
        return restart(frame)
    state.turn += 1
    frame[SUBJECT] = frame[EXTRA] = 0
    tell(state, "turn", number=state.turn)
    for _ in range(game.revealed):
        state.attack.append(state.pile.pop())
        tell(state, "reveal", -1, state.attack[-1])
    return False


def captures(state: Table, seat: int, captain: int) -> list[int]:
    """King of hearts: he may capture one heart of the attack."""
    suits, span = state.game.deck.suits, state.game.spans[CAPTURED]
    return [span + card for card in state.attack if suits[card] == suits[captain]]


def capture(state: Table, seat: int, captain: int, option: int) -> None:
    """King of hearts: the captured card is the captain's; the others will be added, and nothing more is discarded."""
    card = option - state.game.spans[CAPTURED]
    state.attack.remove(card)
    state.bragging[seat].append(card)
    state.summed = True
    tell(state, "capture", seat, card)
    use(state, seat, captain)


def reckon(state: Table, frame: Frame) -> bool:
    """System Attack: its value. If several cards could be the one to discard, the last leader chooses."""
    game = state.game
    values, powers = game.deck.values, game.deck.powers
    if state.summed:
        state.value = sum(values[card] for card in state.attack)
        return skip(frame)
    cards = sorted(state.attack, key=values.__getitem__)
    third = cards[game.formula.third]
    tied = [card for card in cards if values[card] == values[third]]
    for card in cards:
        if powers[card] & ODD:
            third = card
            tied = [card]
            break
    state.value = 1
    for card in cards:
        if card != third:
            state.value *= values[card]
    if not game.formula.discards:
        state.value += values[third]
        return skip(frame)
    return ask(state, frame, leading(state), [game.spans[DISCARD] + card for card in sorted(tied)])


def discard(state: Table, frame: Frame) -> None:
    """System Attack: discards the card."""
    card = frame[ANSWER] - state.game.spans[DISCARD]
    state.attack.remove(card)
    state.discard.append(card)
    tell(state, "discard", -1, card)


# One card is played by each


def lead(state: Table, frame: Frame) -> None:
    """Human Defense: finds the leader: the crews are searched post by post for the suits of the highest attack card."""
    game = state.game
    suits, values = game.deck.suits, game.deck.values
    highest = max([values[card] for card in state.attack], default=0)
    high = threat = 0
    for card in state.attack:
        suit = suits[card]
        if suit != NONE:
            threat |= 1 << suit
            if values[card] == highest:
                high |= 1 << suit
    state.threat = threat
    state.leader = _leader(state, high)
    tell(state, "system-attack", value=state.value)
    tell(state, "lead", state.leader)


def leading(state: Table) -> int:
    """The leader, or if that player has left the next one clockwise."""
    return next(seat for seat in state.game.around[state.leader] if not state.conceded >> seat & 1)


def _leader(state: Table, high: int) -> int:
    """The leader among the players whose crews fit best; face down cards count. Marcus's player never leads."""
    game = state.game
    suits, powers, crews = game.deck.suits, game.deck.powers, state.crews
    left = state.remaining if state.conceded else range(game.players)
    able = [seat for seat in left if not powers[crews[seat][0]] & NEVER_LEADS]
    candidates = able
    for post in game.posts:
        fitting = []
        for seat in candidates:
            suit = suits[crews[seat][post]]
            if suit != NONE and high >> suit & 1:
                fitting.append(seat)
        if len(fitting) == 1:
            return fitting[0]
        candidates = fitting or candidates
    if state.leader in able or not able:
        return leading(state)
    return next(seat for step in range(1, game.players) if (seat := (state.leader + step) % game.players) in able)


def playable(state: Table, hand: list[int]) -> list[int]:
    """The cards of a hand that may be played: those of a suit of the attack, else all. Of copies only the first."""
    game = state.game
    suits, threat = game.deck.suits, state.threat
    cards = [card for card in hand if suits[card] != NONE and threat >> suits[card] & 1] if game.follow else hand
    return game.different(cards or hand)


def defend(state: Table, frame: Frame) -> bool:
    """Human Defense: the next player clockwise plays a card, if there is one."""
    game = state.game
    while state.played < game.players:
        seat = (state.leader + state.played) % game.players
        hand = state.hands[seat]
        if hand:
            frame[IT] = seat
            span = game.spans[PLAY]
            return ask(state, frame, seat, [span + card for card in playable(state, hand)])
        state.played += 1
        if not state.conceded >> seat & 1:
            tell(state, "no-card", seat)
    return skip(frame)


def play(state: Table, frame: Frame) -> bool:
    """Human Defense: a card is played; one that doesn't match the attack shows that its player can't."""
    seat = frame[IT]
    card = frame[ANSWER] - state.game.spans[PLAY]
    _lay(state, seat, card)
    state.played += 1
    tell(state, "play", seat, card)
    return ask_once_more(frame)


def _lay(state: Table, seat: int, card: int) -> None:
    suit = state.game.deck.suits[card]
    state.hands[seat].remove(card)
    state.shown[seat] &= ~(1 << card)
    state.defense[seat] = card
    state.suits[seat] = suit
    if state.game.follow and (suit == NONE or not state.threat >> suit & 1):
        state.lacks[seat] |= state.threat


# All have played


def changes(state: Table, seat: int, captain: int) -> list[int]:
    """King of diamonds: he may take a card back and play another, or trade crews where that was agreed."""
    game = state.game
    if game.trades:
        return [game.trade + other * 4 + posts for other in state.remaining if other != seat for posts in (1, 2, 3)]
    if state.defense[seat] == NONE:
        return []
    return [game.spans[CHANGE_TO] + card for card in playable(state, state.hands[seat])]


def change(state: Table, seat: int, captain: int, option: int) -> None:
    """King of diamonds: another card is played; all have seen the one that goes back to the hand."""
    game = state.game
    if game.trades:
        _trade(state, seat, *divmod(option - game.trade, 4))
        state.down |= 1 << captain
        tell(state, "turn-down", seat, captain)
        return
    card = option - game.spans[CHANGE_TO]
    old = state.defense[seat]
    _lay(state, seat, card)
    insort(state.hands[seat], old)
    state.shown[seat] |= 1 << old
    tell(state, "change", seat, card, back=game.id_of(old))
    use(state, seat, captain)


def _trade(state: Table, seat: int, other: int, posts: int) -> None:
    """Trades the navigator (1), the engineer (2) or both (3), and turns those that were traded face up."""
    crews = [crew[:] for crew in state.crews]
    for post in (1, 2):
        if posts & post:
            crews[seat][post], crews[other][post] = crews[other][post], crews[seat][post]
            state.down &= ~(1 << crews[seat][post] | 1 << crews[other][post])
            tell(state, "trade", seat, crews[seat][post], **{"with": other}, gives=state.game.id_of(crews[other][post]))
    state.crews = crews


def jokers(state: Table, seat: int, captain: int) -> list[int]:
    """Origins 2008 Deck: Marcus may swap his card for a joker in the defense, or keep his own, for a hyperthrust."""
    powers, own = state.game.deck.powers, state.defense[seat]
    if own == NONE:
        return []
    span = state.game.spans[TAKE_JOKER]
    there = [own] if powers[own] & MALFUNCTION else state.defense
    return sorted(span + card for card in there if card != NONE and powers[card] & MALFUNCTION)


def take_joker(state: Table, seat: int, captain: int, option: int) -> None:
    """Origins 2008 Deck: the joker lies next to him until the pass ends; the player who played it gets his card."""
    joker = option - state.game.spans[TAKE_JOKER]
    owner = state.defense.index(joker)
    state.defense[owner], state.defense[seat] = state.defense[seat], NONE
    state.suits[owner], state.suits[seat] = state.suits[seat], NONE
    if owner == seat:
        state.defense[seat] = NONE
    state.jokers[seat].append(joker)
    state.thrust |= 1 << seat
    tell(state, "take-joker", seat, joker, **{"from": owner})
    use(state, seat, captain)


def doubles(state: Table, seat: int) -> list[int]:
    """The options to double a player's card: the crew cards with this power of the suit that the card counts as."""
    return [] if state.doubled[seat] > 1 else _with_power(state, seat, DOUBLE, DOUBLED, of_suit=True)


def flights(state: Table, seat: int) -> list[int]:
    """The options to fly a player's ship: the crew cards with this power of another suit than the card counts as."""
    return _with_power(state, seat, FLY, FLOWN, of_suit=False)


def _with_power(state: Table, seat: int, power: int, kind: int, *, of_suit: bool) -> list[int]:
    suit = state.suits[seat]
    if suit == NONE:
        return []
    deck, span = state.game.deck, state.game.spans[kind]
    gone = state.down | state.used
    return [
        span + card
        for card in state.crews[seat]
        if (deck.suits[card] == suit) is of_suit and deck.powers[card] & power and not gone >> card & 1
    ]


def after_doubler(state: Table, frame: Frame) -> tuple[int, ...]:
    """Jack: the playing order; after a doubling it begins with the next player, until all have passed in a row."""
    first: int = (state.leader + frame[SUBJECT]) % state.game.players
    return state.game.around[first]


def double(state: Table, frame: Frame, seat: int) -> bool:
    """Jack: a card is doubled for the rest of the turn."""
    frame[SUBJECT] = seat + 1 - state.leader
    _double(state, seat, frame[ANSWER] - state.game.spans[DOUBLED])
    return again(frame)


def doubled(_state: Table, frame: Frame) -> None:
    """Jack: all have passed."""
    frame[SUBJECT] = 0


def _double(state: Table, seat: int, by: int) -> None:
    state.doubled[seat] = 2
    tell(state, "double", seat, state.defense[seat], by=state.game.id_of(by))
    use(state, seat, by)


DOUBLING: Final = steps(
    window(
        "", after_doubler, lambda state, _frame, seat: [PASS, *found] if (found := doubles(state, seat)) else [], double
    ),
    doubled,
)


def compare(state: Table, frame: Frame) -> bool:
    """Human Defense: a defense that equals the attack beats it, and the turn is over."""
    values = state.game.deck.values
    total = 0
    for card, factor in zip(state.defense, state.doubled, strict=True):
        if card != NONE:
            total += values[card] * factor
    if total < state.value:
        tell(state, "break-through", attack=state.value, defense=total)
        return False
    tell(state, "defeated", attack=state.value, defense=total)
    return clear(state, frame)


# The planetary attack


def calls(state: Table, seat: int, captain: int) -> list[int]:
    """King of spades: he may call any set of other players' ships."""
    home = state.game.deck.suits[captain]
    ships = 0
    for other, suit in enumerate(state.suits):
        if other != seat and suit not in (NONE, home):
            ships |= 1 << other
    return [state.game.calls + called for called in range(1, ships + 1) if called & ships == called]


def call(state: Table, seat: int, captain: int, option: int) -> None:
    """King of spades: the called ships defend the captain's world."""
    called = option - state.game.calls
    home = state.game.deck.suits[captain]
    seats = tuple(seat for seat in range(state.game.players) if called >> seat & 1)
    for other in seats:
        state.suits[other] = home
    tell(state, "call", seat, players=list(seats), world=state.game.deck.worlds[home])
    use(state, seat, captain)


# The questions for captains, by the moment on their cards: the options, and what the chosen one does.
ASKED: Final = {
    CAPTURE: (captures, capture),
    CHANGE: (changes, change),
    HYPERTHRUST: (jokers, take_joker),
    CALL: (calls, call),
}


def at(moment: str) -> tuple[Instruction, Instruction]:
    """Face Card Abilities: the steps that ask the players with a card for a moment, and do what was chosen."""

    def offer(state: Table, frame: Frame) -> bool:
        moments, gone = state.game.deck.moments, state.down | state.used
        for seat in range(state.game.players):
            for card in state.crews[seat]:
                power = moments[card].get(moment, 0)
                if power and not gone >> card & 1 and (options := ASKED[power][0](state, seat, card)):
                    frame[IT], frame[SUBJECT], frame[SOURCE] = card, power, card
                    return ask(state, frame, seat, [PASS, *options])
        return skip(frame)

    def take(state: Table, frame: Frame) -> None:
        power, frame[SUBJECT], frame[SOURCE] = frame[SUBJECT], 0, -1
        if frame[ANSWER] != PASS:
            ASKED[power][1](state, state.who, frame[IT], frame[ANSWER])

    return offer, take


def offer_ship(state: Table, frame: Frame) -> bool:
    """Queen: in playing order each may fly, and double before or after that; a hyperthrust reaches an attack card."""
    game = state.game
    while frame[SUBJECT] < game.players:
        seat = (state.leader + frame[SUBJECT]) % game.players
        if state.thrust >> seat & 1:
            targets = [game.spans[DEFEAT] + card for card in state.attack if game.deck.suits[card] != NONE]
            if targets:
                frame[IT] = seat
                return ask(state, frame, seat, sorted(targets))
        flown = flights(state, seat)
        if flown:
            frame[IT] = seat
            return ask(state, frame, seat, [PASS, *doubles(state, seat), *flown])
        frame[SUBJECT] += 1
    frame[SUBJECT] = 0
    return skip(frame)


def ship(state: Table, frame: Frame) -> bool:
    """Queen: does what the player has chosen; only a player who passes is not asked again."""
    game = state.game
    seat, option = frame[IT], frame[ANSWER]
    if option == PASS:
        frame[SUBJECT] += 1
        return ask_once_more(frame)
    kind, card = game.kind_of(option)
    if kind == DEFEAT:
        state.thrust &= ~(1 << seat)
        state.attack.remove(card)
        state.bragging[seat].append(card)
        tell(state, "hyperthrust", seat, card, world=game.deck.worlds[game.deck.suits[card]])
    elif kind == FLOWN:
        state.suits[seat] = game.deck.suits[card]
        tell(state, "fly", seat, state.defense[seat], by=game.id_of(card), world=game.deck.worlds[state.suits[seat]])
        use(state, seat, card)
    else:
        _double(state, seat, card)
    return ask_once_more(frame)


def fight(state: Table, frame: Frame) -> bool:
    """Planetary Attack, world by world: defenders choose attack cards; the leader those that mark captured worlds.

    `frame[SUBJECT]` is the world, `frame[EXTRA]` who may still take a card, 0 before the battle, or OVERRUN.
    """
    game = state.game
    suits = game.deck.suits
    while frame[SUBJECT] < len(SUITS):
        world = frame[SUBJECT]
        attackers = [card for card in state.attack if suits[card] == world]
        if attackers and frame[EXTRA] == 0:
            frame[EXTRA] = defenders(state, world)
            if not _holds(state, world, attackers, frame[EXTRA]):
                frame[EXTRA] = OVERRUN
        if attackers and frame[EXTRA] == OVERRUN and state.marks[world] == NONE:
            return ask(state, frame, leading(state), [game.spans[MARK] + card for card in sorted(attackers)])
        if attackers and frame[EXTRA] not in (OVERRUN, ()):
            options = [game.spans[BRAG] + card for card in sorted(attackers)]
            return ask(state, frame, frame[EXTRA][0], options)
        frame[SUBJECT] += 1
        frame[EXTRA] = 0
    return skip(frame)


def defenders(state: Table, world: int) -> tuple[int, ...]:
    """The defenders of a world, the highest card first; of equal cards the one played earlier."""
    game = state.game
    values = game.deck.values
    there = [seat for seat in game.around[state.leader] if state.suits[seat] == world]
    return tuple(sorted(there, key=lambda seat: -values[state.defense[seat]] * state.doubled[seat]))


def _holds(state: Table, world: int, attackers: list[int], there: tuple[int, ...]) -> bool:
    values = state.game.deck.values
    attack = sum(values[card] for card in attackers)
    defense = sum(values[state.defense[seat]] * state.doubled[seat] for seat in there)
    holds = defense >= attack
    name = state.game.deck.worlds[world]
    tell(state, "held" if holds else "overrun", world=name, attack=attack, defense=defense)
    return holds


def spoils(state: Table, frame: Frame) -> bool:
    """Planetary Attack: a card of the attack goes to a defender, or marks the world that has fallen."""
    kind, card = state.game.kind_of(frame[ANSWER])
    state.attack.remove(card)
    if kind == MARK:
        state.marks[frame[SUBJECT]] = card
        tell(state, "captured", -1, card, world=state.game.deck.worlds[frame[SUBJECT]])
        return ask_once_more(frame)
    seat = frame[EXTRA][0]
    frame[EXTRA] = frame[EXTRA][1:]
    state.bragging[seat].append(card)
    tell(state, "brag", seat, card)
    return ask_once_more(frame)


def clear(state: Table, frame: Frame) -> bool:
    """Turn Sequence: discards what is left of the turn; the next one begins."""
    players = state.game.players
    state.discard.extend(state.attack)
    state.discard.extend(card for card in state.defense if card != NONE)
    state.attack = []
    state.defense = [NONE] * players
    state.suits = [NONE] * players
    state.doubled = [1] * players
    state.value = state.threat = state.played = state.thrust = state.used = 0
    state.summed = False
    return restart(frame)


def end(state: Table) -> None:
    """The end after the last attack: notes the meaning of the number of captured worlds, and the bragging cards."""
    game = state.game
    state.over = True
    if state.log is None:
        return
    lost = sum(mark != NONE for mark in state.marks)
    tell(state, "end", captured=lost, result=game.results[lost])
    for seat in game.remaining(state):
        if cards := fame(state, seat):
            tell(state, "fame", seat, cards=game.named(cards))
    if (seat := escaped(state)) != NONE:
        tell(state, "alpha-centauri", seat)


def leave(_game: Setting, state: Table, seat: int) -> None:
    """A player who concedes discards all cards and loses the crew; the others are asked again, and go on."""
    state.conceded |= 1 << seat
    if not state.remaining:
        state.over = True
        return
    ask_again(state)
    state.discard += state.hands[seat]
    state.hands[seat] = []
    state.shown[seat] = state.lacks[seat] = 0
    if state.defense[seat] != NONE:
        state.discard.append(state.defense[seat])
    state.defense[seat] = state.suits[seat] = NONE
    state.doubled[seat] = 1
    state.thrust &= ~(1 << seat)
    for card in state.crews[seat]:
        state.down |= 1 << card
    frame = state.stack[-1]
    if next_step(frame) is fight and frame[EXTRA] != OVERRUN:
        frame[EXTRA] = tuple(other for other in frame[EXTRA] if other != seat)


def fame(state: Table, seat: int) -> list[int]:
    """The bragging cards of a player that are of worlds which haven't fallen."""
    suits = state.game.deck.suits
    return [card for card in state.bragging[seat] if state.marks[suits[card]] == NONE]


def escaped(state: Table) -> int:
    """The player who can escape with a joker when every world has fallen, or NONE."""
    powers = state.game.deck.powers
    if NONE in state.marks:
        return NONE
    for seat in state.game.remaining(state):
        jokers = state.jokers[seat] or [card for card in state.hands[seat] if powers[card] & MALFUNCTION]
        if powers[state.crews[seat][0]] & ESCAPE and jokers:
            return seat
    return NONE


TURN: Final = steps(
    "Three cards", reveal, at("system attack"),
    "System Attack", reckon, discard,
    "Human Defense", lead, defend, play, at("all have played"), at("joker-defends"), DOUBLING, compare,
    "Planetary Attack", at("planetary attack begins"), offer_ship, ship, DOUBLING, fight, spoils,
    "New turn", clear,
)  # fmt: skip
