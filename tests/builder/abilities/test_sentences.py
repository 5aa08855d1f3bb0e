import re
from dataclasses import replace
from random import Random

import pytest
import yaml

from builder.abilities import read_abilities
from builder.abilities.lexicon import OPENINGS
from builder.abilities.sentences import Sentences, Speaker, line_on_copies, lines_of
from tests.support.abilities import GAMES, SPOKEN, card_types, lexicon, phrases, random_ability, symbols, wrapped

PER_GAME = 2_500  # random abilities: 10,000 in each language


def lines(game, written, card_type="ship", language="en", **words):
    found, faults = read_abilities(written, lexicon(game), card_type)
    assert faults == []
    return lines_of(found, phrases(game, language), lexicon(game), Speaker(card_type, words))


FI, TCG, SP = "future-invaders", "invasion-tcg", "saucer-people"

SENTENCES = """\
future-invaders ship {when: this destroyed, draw: 1}
    When this ship is destroyed, draw 1 card.
    Quand ce vaisseau est détruit, piochez 1 carte.
future-invaders structure {when: this destroyed, draw: 2}
    When this structure is destroyed, draw 2 cards.
    Quand cette structure est détruite, piochez 2 cartes.
future-invaders ship {use: action, cost: {destroy: this}, gain: {scrap: 2, oil: 1}}
    {action} Destroy this ship: Gain {scrap}{scrap} and {oil}.
    {action} Détruisez ce vaisseau\xa0: Gagnez {scrap}{scrap} et {oil}.
future-invaders reaction {when: opponent deploys ship or structure, fail: it}
    When an opponent deploys a ship or structure, it fails.
    Quand un adversaire déploie un vaisseau ou une structure, le déploiement échoue.
future-invaders action {destroy: enemy ship, with: {durability: 4-}}
    Destroy an enemy ship with durability 4 or less.
    Détruisez un vaisseau ennemi dont la solidité est de 4 ou moins.
future-invaders action {double: weapons, of: own ship, until: end of turn}
    Double the weapons of one of your ships until end of turn.
    Doublez l’armement d’un de vos vaisseaux jusqu’à la fin du tour.
future-invaders action {deal: 1, to: up to 2 enemy ships}
    Deal 1 damage to each of up to 2 enemy ships.
    Infligez 1 dégât à chacun de 2 vaisseaux ennemis au plus.
future-invaders ship {may: true, draw: 1}
    You may draw 1 card.
    Si vous le souhaitez, piochez 1 carte.
invasion-tcg creature {use: once on your turn, cost: {destroy: other own creature}, lose: {life: 1}, who: opponent}
    Once on your turn, destroy one of your other creatures: Your opponent loses 1 life.
    Une fois pendant votre tour, détruisez une de vos autres créatures\xa0: Votre adversaire perd 1 point de vie.
future-invaders action {deal: 2, to: enemy ship or structure}
    Deal 2 damage to an enemy ship or structure.
    Infligez 2 dégâts à un vaisseau ennemi ou à une structure ennemie.
future-invaders action {double: weapons, of: each own ship or structure, until: leaves play}
    Double the weapons of each of your ships and structures until it leaves play.
    Doublez l’armement de chacun de vos vaisseaux et de chacune de vos structures jusqu’à sa sortie du jeu.
future-invaders reaction {when: opponent deploys ship, skip-attacks: it, until: end of turn}
    When an opponent deploys a ship, it skips its attacks until end of turn.
    Quand un adversaire déploie un vaisseau, ce dernier n’attaque pas jusqu’à la fin du tour.
future-invaders ship {ignore: each enemy structure, by: this}
    This ship ignores enemy structures when it attacks.
    Ce vaisseau ignore les structures ennemies quand il attaque.
future-invaders ship {when: this attacks, deal: 1, to: it}
    When this ship attacks, deal 1 damage to it.
    Quand ce vaisseau attaque, infligez 1 dégât à celui-ci.
invasion-tcg spell {when: opponent plays creature or battlefield, do: [{fail: it}, {return: it}]}
    When your opponent plays a creature or battlefield, cancel it. Return it to its owner's hand.
    Quand votre adversaire joue une créature ou un champ de bataille, annulez cette carte. Renvoyez cette carte dans
      la main de son propriétaire.
rone-invasion leader {use: activate, cost: {lose: {health: 1}}, either: [{gain: {screw: 2}}, {recruit: 1}]}
    {activate} Lose 1 {health}: Gain 2 {screw} or recruit 1 card.
    {activate} Perdez 1 {health}\xa0: Gagnez 2 {screw} ou recrutez 1 carte.
rone-invasion invasion-board {mode: competitive, gain: {screw: 2}, who: each opponent}
    *Competitive:* each opponent gains 2 {screw}.
    *Compétitif\xa0:* chaque adversaire gagne 2 {screw}.
"""


@pytest.mark.parametrize(
    ("game", "card_type", "written", "english", "french"),
    re.findall(r"^(\S+) (\S+) (.+)\n    (.+)\n    (.+(?:\n      .+)*)", SENTENCES, re.MULTILINE),
)
def test_an_ability_is_said_in_both_languages(game, card_type, written, english, french):
    ability = yaml.safe_load(written)
    assert lines(game, ability, card_type) == [english]
    assert lines(game, ability, card_type, "fr") == [french.replace("\n     ", "")]


GERMAN = [
    ({"draw": 1, "who": "each player"}, "Jeder Spieler zieht 1 Karte."),
    ({"at": "start of turn", "draw": 2, "who": "each player"}, "Zu Beginn deines Zuges zieht jeder Spieler 2 Karten."),
    ({"deal": 1, "to": "each other own structure"}, "Füge jeder deiner anderen Anlagen 1 Schaden zu."),
    ({"deal": 1, "to": "up to 2 enemy ships"}, "Füge bis zu 2 gegnerischen Schiffen je 1 Schaden zu."),
    ({"double": "weapons", "of": "this", "until": "end of turn"},
     "Verdopple die Feuerkraft dieses Schiffes bis zum Ende des Zuges."),
    ({"give": {"durability": 1}, "to": "up to 2 own ships", "until": "leaves play"},
     "Bis zu 2 deiner Schiffe erhalten +1 Stabilität, bis sie das Spiel verlassen."),
    ({"if": {"scrap pile": "1-"}, "give": {"weapons": 1}, "to": "other own ship"},
     "Falls dein Schrottstapel höchstens 1 Karte enthält, erhält eines deiner anderen Schiffe +1 Feuerkraft."),
    ({"when": "this attacks", "if": {"scrap pile": "2+"}, "attack": "other ship"},
     ("Wenn dieses Schiff angreift, greift ein anderes Schiff an,"
      " falls dein Schrottstapel mindestens 2 Karten enthält.")),
    ({"may": True, "attack": "each enemy structure"}, "Wenn du möchtest, greift jede gegnerische Anlage an."),
]  # fmt: skip


@pytest.mark.parametrize(("written", "german"), GERMAN)
def test_a_language_has_three_genders_and_cases_and_another_word_order_after_a_clause(written, german):
    assert lines(FI, written, "ship", "de") == [german]


def test_what_may_be_left_undone_reads_right_with_any_verb():
    effects = [
        {"give": {"weapons": 2}, "to": "own ship"},
        {"draw": 1, "who": "each player"},
        {"discount": {"oil": 1}, "of": "ship"},
        {"draw": 1},
    ]
    assert [lines(FI, {"may": True, **effect})[0] for effect in effects] == [
        "You may have one of your ships get +2 weapons.",
        "If you wish, each player draws 1 card.",
        "If you wish, your ships cost {oil} less.",
        "You may draw 1 card.",
    ]


CARD_WORDS = {"suit": "{suit}", "rank": "queen", "world": "earth"}
REQUEST = re.compile(
    r"You may (act|call|capture|deal|deploy|destroy|discard|discover|double|draw|fly|gain|have|keep|lose|move|place"
    r"|play|prevent|put|recruit|recycle|refresh|repair|reroll|return|reveal|roll|sacrifice|search|shuffle|store|swap|take"
    r"|train|treat|turn) "
)


@pytest.mark.parametrize("game", GAMES)
def test_you_may_stands_before_requests_alone(game):
    random, types, said = Random(3), card_types(game), set()  # noqa: S311 - the same abilities every time
    for _ in range(1_000):
        effect = {k: v for k, v in random_ability(lexicon(game), random).items() if k not in (*OPENINGS, "if")}
        found, faults = read_abilities({**effect, "may": True}, lexicon(game), types[0])
        if not faults:
            speaker = Speaker(types[0], CARD_WORDS)
            said.update(lines_of(found, phrases(game, "en"), lexicon(game), speaker))
    assert [line for line in said if line.startswith("You may") and not REQUEST.match(line)] == []
    assert sum(line.startswith("If you wish") for line in said) > 3


def test_a_line_speaks_of_nothing_in_the_line_above_it():
    (fails,), _ = read_abilities({"when": "opponent deploys ship or structure", "fail": "it"}, lexicon(FI), "reaction")
    sentences = Sentences(phrases(FI, "fr"), lexicon(FI), Speaker("reaction"))
    said = [sentences.line(one) for one in (replace(fails, when=None), fails, replace(fails, when=None))]
    assert said[0] == said[2] == "Elle échoue."


def test_words_of_the_card_are_said():
    navigator = {"use": "once per game", "during": "planetary attack", "do": [{"fly": "home"}, {"turn-down": "this"}]}
    said = lines(SP, navigator, "court", suit="{spades}", world="earth", rank="queen")
    assert said == ["Once per game, in the planetary attack: Fly to Earth. Turn this Queen face down."]


def test_copies_in_a_deck_are_said():
    assert [line_on_copies(n, phrases(TCG, "en")) for n in (1, 5, None)] == [
        "A deck may hold only 1 of this card.",
        "A deck may hold up to 5 of this card.",
        "A deck may hold any number of this card.",
    ]


def _random_lines(game, count, *languages):
    """Random abilities: what they stand on, how they are written, what they mean, and their line in each language."""
    random, types = Random(1), card_types(game)  # noqa: S311 - the same abilities every time
    for _ in range(count):
        written, card_type = random_ability(lexicon(game), random), random.choice(types)
        found, faults = read_abilities(written, lexicon(game), card_type)
        if not faults:
            speaker = Speaker(card_type, CARD_WORDS)
            lines_ = [line for language in languages for line in lines_of(found, language, lexicon(game), speaker)]
            yield card_type, written, found[0].data(), lines_


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_no_two_abilities_read_the_same(game):
    first: dict[tuple[str, str, str], object] = {}
    said = 0
    names = [language for spoken, language in SPOKEN if spoken == game]
    languages = [phrases(game, language) for language in names]
    for card_type, written, canonical, lines_ in _random_lines(game, PER_GAME, *languages):
        said += 1
        for language, line in zip(names, lines_, strict=True):
            known = first.setdefault((language, card_type, line), (canonical, written))
            assert known[0] == canonical, f"{line!r} says {known[1]} and {written}"
    assert said > PER_GAME / 2


@pytest.mark.parametrize("game", GAMES)
def test_every_word_comes_from_the_phrases(game):
    marked, known = wrapped(phrases(game, "en")), symbols(game) | {"suit"}
    for card_type, written, _, (line,) in _random_lines(game, 500, marked):
        plain = re.sub(r"\{([a-z-]+)\}", lambda found: "" if found[1] in known else found[0], line)
        words = {"queen", "earth"} if game == SP else set()
        left = [word for word in re.findall(r"[A-Za-z]+", plain) if word.lower() not in words]
        assert left == [], f"{line} of {written} on a {card_type}"
