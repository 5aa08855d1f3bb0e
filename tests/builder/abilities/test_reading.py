import re

import pytest
import yaml

from builder.abilities import Lexicon, lexicon_from, read_abilities

SHARED = {"verbs": {"draw": {"means": "Draw cards.", "main": "number", "takes": {"who": "players"}}}}
WRITTEN = {
    "kinds": {"ship": ["ship", "ships"], "base": ["base", "bases"], "card": ["card", "cards"]},
    "pairs": ["ship or base"],
    "refs": ["this"],
    "places": {"in graveyard": ["each other"]},
    "played-once": ["action"],
    "players": ["opponent"],
    "counters": ["oil", "life"],
    "costs": ["oil"],
    "values": ["weapons"],
    "fields": ["cost"],
    "zones": ["hand", "scrap pile"],
    "times": ["start of turn"],
    "phases": ["your attack"],
    "uses": ["action"],
    "limits": ["once per turn"],
    "durations": ["end of turn"],
    "modes": ["duel"],
    "events": {
        "destroyed": {"form": "<card> destroyed", "card": {"selector": ["this", "own ship", "ship or base"]}},
        "rolled": {"form": "you roll <n>", "n": {"number": [1, 6]}},
    },
    "conditions": {"hit": {"means": "A hit."}, "scrap pile": {"means": "So many cards.", "value": "range"}},
    "verbs": {
        "draw": {},
        "deal": {"main": "number", "takes": {"to": "selector", "for-each": "each"}, "needs": ["to"]},
        "destroy": {"main": "selector", "takes": {"with": "filter"}},
        "fail": {"main": {"selector": ["it"]}},
        "gain": {"main": "tally"},
        "give": {"main": "change", "takes": {"to": "selector", "until": "durations"}, "needs": ["to"]},
        "add": {
            "main": {"number": [1, 3]},
            "takes": {"for-every": {"number": [2, 2]}, "of": {"each": ["ship"]}},
            "requires": {"for-every": "of"},
        },
        "keep": {"main": {"either": [{"selector": ["this"]}, "number", ["all of them"]]}},
        "play": {"main": "selector", "takes": {"from": "zones", "counted": {"flag": False}}},
        "either": {"main": "effects"},
        "instead": {"main": "effects"},
        "win": {"main": ["the game"], "types": ["base"]},
    },
}
LEXICON: Lexicon = lexicon_from(WRITTEN, SHARED)


def canonical(written, card_type="ship"):
    found, faults = read_abilities(written, LEXICON, card_type)
    assert faults == []
    return [ability.data() for ability in found]


def fault(written, card_type="ship"):
    found, faults = read_abilities(written, LEXICON, card_type, ("abilities",))
    assert found == ()
    (one,) = faults
    return one.code, one.message, one.path[1:], one.help


SHORT_AND_CANONICAL = """\
{draw: 1}
    {kind: static, effects: [{op: draw, main: 1}]}
{when: this destroyed, draw: 2, who: opponent}
    {kind: triggered, when: {event: destroyed, card: {ref: this}}, effects: [{op: draw, main: 2, who: opponent}]}
{use: action, cost: {oil: 2}, limit: once per turn, deal: 2, to: enemy ship or base}
    {kind: activated, use: action, cost: [{op: pay, main: {oil: 2}}], limit: once per turn, effects: [{op: deal,
      main: 2, to: {take: one, side: enemy, kinds: [ship, base]}}]}
{use: action, cost: {destroy: this}, draw: 1}
    {kind: activated, use: action, cost: [{op: destroy, main: {ref: this}}], effects: [{op: draw, main: 1}]}
{use: action, cost: [{oil: 1}, {destroy: this}], draw: 1}
    {kind: activated, use: action, cost: [{op: pay, main: {oil: 1}}, {op: destroy, main: {ref: this}}], effects:
      [{op: draw, main: 1}]}
{when: own ship destroyed, fail: it}
    {kind: triggered, when: {event: destroyed, card: {take: one, side: own, kinds: [ship]}}, effects: [{op: fail,
      main: {ref: it, kinds: [ship]}}]}
{do: [{destroy: ship or base, with: {cost: 3-}}, {give: {weapons: -1}, to: it}]}
    {kind: static, effects: [{op: destroy, main: {take: one, kinds: [ship, base]}, with: {cost: {most: 3}}}, {op:
      give, main: {weapons: -1}, to: {ref: it, kinds: [ship, base]}}]}
{at: start of turn, if: {scrap pile: 3+}, may: true, draw: 1}
    {kind: triggered, at: start of turn, effects: [{op: draw, main: 1, if: {condition: scrap pile, value: {least:
      3}}, may: true}]}
{during: your attack, mode: duel, add: 1, for-every: 2, of: ship}
    {kind: static, mode: duel, during: your attack, effects: [{op: add, main: 1, for-every: 2, of: {take: each,
      kinds: [ship]}}]}
{deal: 1, to: up to 2 enemy ships, for-each: other card in graveyard}
    {kind: static, effects: [{op: deal, main: 1, to: {take: up-to, n: 2, side: enemy, kinds: [ship]}, for-each:
      {take: each, other: true, kinds: [card], place: in graveyard}}]}
{keep: this}
    {kind: static, effects: [{op: keep, main: {ref: this}}]}
{keep: 2}
    {kind: static, effects: [{op: keep, main: 2}]}
{keep: all of them}
    {kind: static, effects: [{op: keep, main: all of them}]}
{when: own ship destroyed, instead: {destroy: this}}
    {kind: replacement, when: {event: destroyed, card: {take: one, side: own, kinds: [ship]}}, effects: [{op:
      instead, main: [{op: destroy, main: {ref: this}}]}]}
{when: you roll 6, play: card, from: hand, counted: false}
    {kind: triggered, when: {event: rolled, n: 6}, effects: [{op: play, main: {take: one, kinds: [card]}, from:
      hand, counted: false}]}
"""


@pytest.mark.parametrize(
    ("written", "expected"), re.findall(r"^(\S.+)\n((?: +.+\n)+)", SHORT_AND_CANONICAL, re.MULTILINE)
)
def test_a_short_form_becomes_canonical(written, expected):
    assert canonical(yaml.safe_load(written)) == [yaml.safe_load(expected)]


def test_several_abilities_are_a_list():
    found = canonical([{"draw": 1}, {"at": "start of turn", "draw": 1}])
    assert [one["kind"] for one in found] == ["static", "triggered"]


def test_a_card_that_is_played_once_is_played_or_answers():
    assert canonical({"draw": 1}, "action")[0]["kind"] == "played"
    assert canonical({"when": "own ship destroyed", "draw": 1}, "action")[0]["kind"] == "response"


FAULTS = [
    ({"drwa": 1}, "unknown-verb", '"drwa" is not a verb of this game', ("drwa",), 'did you mean "draw"?'),
    ({"draw": 1, "from": "hand"}, "unknown-argument", '"draw" takes no "from"', ("from",), "it takes: if, may, who"),
    ({"draw": 1, "deal": 2}, "several-verbs", '"draw" and "deal" stand in one effect', ("deal",), "an effect has one"),
    ({"when": "this destoryed", "draw": 1}, "unknown-event", '"this destoryed" is not an event', ("when",), "did you"),
    ({"destroy": "enmy ship"}, "unknown-selector", '"enmy ship" is not a selector', ("destroy",), '"enemy ship"'),
    ({"destroy": "it"}, "no-antecedent", '"it" stands for nothing', ("destroy",), 'write "this"'),
    ({"draw": 1, "if": {"scrap": 3}}, "unknown-condition", '"scrap" is not a condition', ("if",), '"scrap pile"'),
    ({"draw": 1, "if": {"scrap pile": "3>"}}, "bad-format", '"3>" is not a range', ("if", "scrap pile"), "4- is 4 or"),
    ({"draw": 1, "if": "scrap pile"}, "missing-key", 'the condition "scrap pile" needs a value', ("if",), "a range"),
    ({"draw": 1, "if": {"hit": 1}}, "wrong-type", "nothing can stand after", ("if",), ""),
    ({"draw": "two"}, "wrong-type", '"two" can\'t stand here', ("draw",), "a number from 1 to 99"),
    ({"draw": 0}, "out-of-range", "0 can't stand here", ("draw",), "a number from 1 to 99"),
    ({"draw": True}, "wrong-type", "true can't stand here", ("draw",), "a number"),
    ({"draw": 1, "may": False}, "wrong-type", 'only true can stand after "may"', ("may",), "delete it"),
    ({"gain": {"gold": 1}}, "unknown-key", '"gold" is not counted here', ("gain", "gold"), "known: life, oil"),
    ({"gain": {"oil": 0}}, "out-of-range", "0 is not an amount", ("gain", "oil"), "from 1 to 99"),
    ({"gain": {}}, "bad-length", "no amount stands here", ("gain",), "amounts such as"),
    ({"deal": 2}, "missing-argument", '"deal" needs "to"', ("deal",), 'a selector such as "own card"'),
    ({"add": 1, "for-every": 2}, "missing-argument", '"for-every" needs "of"', ("for-every",), "ship"),
    ({"destroy": "ship", "with": {"size": 3}}, "unknown-key", '"size" can\'t be compared', ("with", "size"), "cost"),
    ({"play": "card", "counted": True}, "unknown-value", "true says nothing here", ("counted",), "delete the key"),
    ({"play": "card", "from": "deck"}, "unknown-value", '"deck" can\'t stand here', ("from",), "hand, scrap pile"),
    ({"win": "the game"}, "verb-not-allowed", 'a card of type "ship" can\'t have "win"', ("win",), "base"),
    ({"use": "reaction", "draw": 1}, "unknown-value", '"reaction" can\'t stand after "use"', ("use",), "action"),
    ({"limit": "once per turn", "draw": 1}, "missing-key", "a limit needs a use", ("limit",), 'add "use"'),
    ({"cost": {"oil": 1}, "draw": 1}, "missing-key", "a cost needs to say when", ("cost",), 'add "use"'),
    ({"use": "action", "cost": {"life": 1}, "draw": 1}, "unknown-key", '"life" is not', ("cost", "life"), "oil"),
    ({"use": "action", "cost": [], "draw": 1}, "bad-length", "no cost stands in this list", ("cost",), ""),
    ({"do": [{"draw": 1}], "may": True}, "unknown-key", '"may" can\'t stand next to "do"', ("may",), ""),
    ({"do": [{"draw": 1}], "deal": 1}, "unknown-key", '"deal" can\'t stand next to', ("deal",), 'within "do"'),
    ({"do": []}, "bad-length", "no effect stands in this list", ("do",), ""),
    ({"do": [1]}, "wrong-type", "an effect is a mapping such as {draw: 1}, not 1", ("do", 0), ""),
    ({"either": [{"either": [{"draw": 1}]}]}, "too-deep", "effects within effects", ("either", 0, "either"), ""),
    ({"at": "start of turn"}, "missing-key", "nothing is done here", (), "verbs: "),
    ("draw 1 card", "wrong-type", 'an ability is a mapping such as {draw: 1}, not "draw 1 card"', (), ""),
    ([], "bad-length", "no ability stands in this list", (), "delete the key"),
    ([["draw"]], "wrong-type", "an ability is a mapping such as {draw: 1}, not a list", (0,), ""),
    (None, "wrong-type", "an ability is a mapping such as {draw: 1}, not nothing", (), ""),
]


@pytest.mark.parametrize(("written", "code", "message", "place", "help_"), FAULTS)
def test_a_fault_is_placed_and_helped(written, code, message, place, help_):
    found_code, found_message, found_place, found_help = fault(written)
    assert (found_code, found_place) == (code, place)
    assert found_message.startswith(message)
    assert help_ in found_help


def test_each_fault_of_an_ability_is_found():
    _, faults = read_abilities({"when": "x", "do": [{"dra": 1}, {"deal": 1, "of": 2}]}, LEXICON, "ship")
    assert [one.code for one in faults] == ["unknown-event", "unknown-verb", "unknown-argument", "missing-argument"]


def test_an_ability_with_a_fault_does_not_hide_the_others():
    found, faults = read_abilities([{"draw": 1}, {"dra": 1}], LEXICON, "ship")
    assert len(found) == 1
    assert [one.path for one in faults] == [(1, "dra")]
