"""The judge against a naive oracle that reads clauses card by card, on decks and formats drawn at random."""

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.support.cards import INDEX, TWO_SECTIONS, WRITTEN, judge_of, resolve
from tests.support.properties import examples
from tests.support.sharing import places_for_all

CARD_IDS = [c["id"] for c in WRITTEN]
QUERIES = ["type:ship", "-type:ship", "has:rarity", "faction:terrans|neutral", "type:structure|action", "type:none"]

ids = st.sampled_from(CARD_IDS)
cards = st.dictionaries(ids, st.integers(1, 5), max_size=8)
decks = st.fixed_dictionaries({}, optional={"main": cards, "side": cards})
queries = st.sampled_from(QUERIES)
sections = st.sampled_from(["main", "side"])
small = st.integers(0, 8)
bounds = st.tuples(small, small).map(lambda pair: {"min": min(pair), "max": max(pair)})


def clause(kind: str, needed: dict[str, Any], **optional: Any) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"clause": st.just(kind), **needed}, optional=optional)


def group(amount: str) -> st.SearchStrategy[list[dict[str, Any]]]:
    return st.lists(st.fixed_dictionaries({"where": queries, amount: small}), min_size=1, max_size=3)


some_ids = st.lists(ids, min_size=1, max_size=4, unique=True)
clauses = st.one_of(
    st.builds(
        lambda b, s: {"clause": "size", **b, **s}, bounds, st.fixed_dictionaries({}, optional={"section": sections})
    ),
    st.builds(lambda b, c: {**c, **b}, bounds, clause("count", {"where": queries}, section=sections)),
    clause("copies", {"max": small}, where=queries, by=st.sampled_from(["id", "name", "faction"])),
    clause("copies", {"max": small}, where=queries, section=sections),
    clause("pool", {}, where=queries, sets=st.just(["first"]), banned=some_ids, section=sections),
    clause("pool", {"restricted": st.fixed_dictionaries({"max": small, "cards": some_ids})}),
    clause(
        "pool", {"points": st.fixed_dictionaries({"limit": small, "cards": st.dictionaries(ids, small, min_size=1)})}
    ),
    clause("allowance", {"groups": group("max")}, where=queries),
    clause("exchange", {"max": small}),
    st.just({"clause": "within", "section": "side", "of": "main"}),
    clause("composition", {"groups": group("each")}, cards=st.dictionaries(ids, small, min_size=1), besides=queries),
)
formats = st.dictionaries(st.sampled_from("abcdef"), clauses, max_size=4)


class Oracle:
    """Says whether a deck is legal, slowly."""

    def __init__(self, deck: dict[str, dict[str, int]], previous: dict[str, dict[str, int]] | None) -> None:
        self.deck, self.previous = deck, previous

    def cards(self, section: str | None) -> Counter[str]:
        total: Counter[str] = Counter()
        for name, held in self.deck.items():
            if section is None or name == section:
                total.update(held)
        return total

    def legal(self, format_: dict[str, dict[str, Any]]) -> bool:
        judged = [getattr(self, c["clause"])(c) for c in format_.values()]
        return all(judged) and self.cards(None)["relic"] <= 3  # the only card of the game with a number of its own

    def size(self, c: dict[str, Any]) -> bool:
        return bool(c["min"] <= sum(self.cards(c.get("section", "main")).values()) <= c["max"])

    def count(self, c: dict[str, Any]) -> bool:
        return bool(
            c["min"] <= sum(n for i, n in self.cards(c.get("section")).items() if i in resolve(c["where"])) <= c["max"]
        )

    def copies(self, c: dict[str, Any]) -> bool:
        groups: Counter[str] = Counter()
        for i, n in self.cards(c.get("section")).items():
            definition = INDEX.cards[i].definition
            if "deckbuilding" not in definition and ("where" not in c or i in resolve(c["where"])):
                groups[definition[c.get("by", "id")]] += n
        return all(n <= c["max"] for n in groups.values())

    def pool(self, c: dict[str, Any]) -> bool:
        held = self.cards(c.get("section"))
        good = all(
            ("where" not in c or i in resolve(c["where"]))
            and ("sets" not in c or INDEX.cards[i].set_id in c["sets"])
            and i not in c.get("banned", ())
            for i in held
        )
        restricted = c.get("restricted", {"max": 0, "cards": []})
        points = c.get("points", {"limit": 0, "cards": {}})
        return (
            good
            and len(set(restricted["cards"]) & held.keys()) <= restricted["max"]
            and sum(points["cards"].get(i, 0) * n for i, n in held.items()) <= points["limit"]
        )

    def allowance(self, c: dict[str, Any]) -> bool:
        held = {i: n for i, n in self.cards(None).items() if "where" not in c or i in resolve(c["where"])}
        return places_for_all(held, [(resolve(g["where"]), g["max"]) for g in c["groups"]])

    def exchange(self, c: dict[str, Any]) -> bool:
        if self.previous is None:
            return True
        now, before = Counter(self.deck.get("main", {})), Counter(self.previous.get("main", {}))
        return max((now - before).total(), (before - now).total()) <= int(c["max"])

    def within(self, c: dict[str, Any]) -> bool:
        return not self.cards(c["section"]) - self.cards(c["of"])

    def composition(self, c: dict[str, Any]) -> bool:
        wanted: dict[str, int] = {}
        for g in c["groups"]:
            wanted |= dict.fromkeys(resolve(g["where"]), g["each"])
        wanted |= c.get("cards", {})
        besides = resolve(c["besides"]) if "besides" in c else frozenset()
        held = self.cards("main")
        return all(held[i] == wanted.get(i, 0) for i in CARD_IDS if i not in besides)


@examples(200)
@given(formats, decks, st.none() | decks)
def test_a_deck_is_legal_when_the_oracle_says_so(format_: Any, deck: Any, previous: Any) -> None:
    verdict = judge_of(format_, TWO_SECTIONS).judge(deck, previous=previous, witness=True)
    assert verdict.legal == Oracle(deck, previous).legal(format_)
    for violation in verdict.violations:
        assert violation.message
        assert violation.code


@examples(100)
@given(formats, decks, st.none() | decks, st.randoms())
def test_the_order_of_a_deck_does_not_matter(format_: Any, deck: Any, previous: Any, random: Any) -> None:
    def shuffled(mapping: dict[str, Any]) -> dict[str, Any]:
        items = list(mapping.items())
        random.shuffle(items)
        return dict(items)

    judge = judge_of(format_, TWO_SECTIONS)
    other = shuffled({section: shuffled(held) for section, held in deck.items()})
    assert judge.judge(deck, previous=previous, witness=True) == judge.judge(other, previous=previous, witness=True)


@examples(100)
@given(decks)
def test_what_the_message_says_mends_the_deck(deck: Any) -> None:
    judge = judge_of(
        {"copies": {"clause": "copies", "max": 2}, "marked": {"clause": "copies", "max": 1, "where": "has:rarity"}},
        TWO_SECTIONS,
    )
    for violation in judge.judge(deck).violations:
        (card_id,) = violation.cards
        excess = int(violation.message.rpartition("remove ")[2])
        assert violation.actual is not None
        assert excess == violation.actual - (violation.limit or 0)
        for held in deck.values():
            taken = min(excess, held.get(card_id, 0))
            excess -= taken
            if taken:
                held[card_id] -= taken
    clean = {section: {i: n for i, n in held.items() if n} for section, held in deck.items()}
    assert judge.judge(clean).legal
