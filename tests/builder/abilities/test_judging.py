"""What is wrong with a game's verbs, where their shape does not show it."""

import re

import pytest
import yaml

from builder.abilities.judging import verb_faults

SHARED = {
    "verbs": {"draw": {"main": "number"}, "deal": {"main": "number", "takes": {"to": "selector"}, "needs": ["to"]}}
}
KINDS = {"ship": ["ship", "ships"]}
EVENT = {"form": "<card> lost", "means": "A card is lost."}


def test_verbs_that_make_sense_have_no_faults():
    event = {**EVENT, "card": {"selector": ["this", "own ship"]}}
    written = {"kinds": KINDS, "refs": ["this"], "verbs": {"draw": {}, "deal": {}}, "events": {"lost": event}}
    assert verb_faults(written, SHARED) == []


FAULTS = """
verbs.drwa            {verbs: {drwa: {}}}
    "drwa" is no shared verb | did you mean "draw"?
verbs.deal            {verbs: {deal: {takes: {}}}}
    "deal" needs "to", and does not take it | "needs"
pairs.0               {kinds: {ship: [ship, ships]}, pairs: [ship or moon]}
    "ship or moon" is not two kinds | kinds: ship
events.lost.form      {events: {lost: {form: <card> lost, means: A card is lost.}}}
    nothing says what can stand for "<card>" | add card
events.lost.card {kinds: {ship: [ship, ships]}, events: {lost: {form: <card> lost, card: {selector: [own shp]}}}}
    "own shp" is not a selector | did you mean "own ship"?
verbs.draw.takes.deal {verbs: {draw: {takes: {deal: number}}, deal: {takes: {to: number}}}}
    "deal" is a verb, and an argument of "draw" | another name
verbs.when            {verbs: {when: {main: number}}}
    "when" is a verb, and a word | another name
verbs.draw.takes.if   {verbs: {draw: {takes: {if: number}}}}
    "if" is an argument of "draw", and a word | another name
"""


@pytest.mark.parametrize(
    ("path", "written", "message", "help_"), re.findall(r"^(\S+) +(.+)\n    (.+) \| (.+)$", FAULTS, re.MULTILINE)
)
def test_a_fault_is_placed_and_helped(path, written, message, help_):
    (fault,) = verb_faults(yaml.safe_load(written), SHARED)
    assert (fault.code, ".".join(map(str, fault.path))) == ("bad-verb", path)
    assert fault.message.startswith(message)
    assert help_ in fault.help


def test_events_that_can_be_written_in_too_many_ways_are_not_listed():
    kinds = {f"k{number}": [f"k{number}", f"k{number}s"] for number in range(30)}
    places = {f"in {number}": ["", "own", "enemy", "each"] for number in range(20)}
    met = {"form": "<one> meets <other>", "means": "They meet.", "one": "selector", "other": {"selector": ["this"]}}
    written = {"kinds": kinds, "places": places, "refs": ["this"], "verbs": {"draw": {}}, "events": {"met": met}}
    assert verb_faults(written, SHARED) == []
    (fault,) = verb_faults({**written, "events": {"met": {**met, "other": "selector"}}}, SHARED)
    assert (fault.code, fault.path) == ("bad-verb", ("events", "met"))
    assert "ways, and all events in 20,000 at most" in fault.message
