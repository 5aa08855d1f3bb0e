"""What cards say: made of verbs that each earn their place, said whole in every language, and held to goldens.

tests/data/texts/ has what every card says, to be read. `pytest --inline-snapshot=fix` writes it anew.
"""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
import yaml
from inline_snapshot import external_file

from builder.abilities import Ability
from builder.abilities.completeness import lacks
from builder.abilities.judging import verb_faults
from builder.abilities.lexicon import words_of
from tests.support.abilities import GAMES, SPOKEN, lexicon, phrases
from tests.support.abilities import read as read_yaml
from tests.support.commands import DATA
from tests.support.gamecards import abilities_of, cards, pack

LONGEST = {"saucer-people": 300}  # letters; King Marcus says three things on a large card
USUAL = 200
LONGEST_FLAVOR = 110
# What YAML 1.1, which many programs still read, takes for true or false.
TRUE_OR_FALSE = {"y", "n", "yes", "no", "on", "off", "true", "false"}
FI, TCG = "future-invaders", "invasion-tcg"

each_game = pytest.mark.parametrize("game", GAMES)
each_spoken = pytest.mark.parametrize(("game", "language"), SPOKEN)


def texts(game: str, language: str) -> Iterator[tuple[str, str, str]]:
    """Each text that abilities make: the card's id, where it stands on the card, the text."""
    checked = pack(game)
    for card_id, card in checked.ids.items():
        for place, text in checked.abilities.texts(card.definition, language).items():
            entries = [str(key + 1) if isinstance(key, int) else key for key in place]
            yield card_id, " ".join(entries), text


def all_abilities(game: str) -> Iterator[tuple[str, Ability]]:
    """Every ability of a game, with its card's id."""
    checked = pack(game)
    for card_id, card in checked.ids.items():
        for _, abilities, _ in checked.abilities.of(card.definition):
            yield from ((card_id, ability) for ability in abilities)


@each_spoken
def test_what_every_card_says_is_as_in_the_golden(game: str, language: str) -> None:
    written = "".join(
        f"{card_id}"
        + ("" if place == "abilities" else f", {place}")
        + "".join(f"\n    {line}" for line in text.split("\n"))
        + "\n"
        for card_id, place, text in texts(game, language)
    )
    assert written == external_file(DATA / "texts" / f"{game}.{language}.txt", format=".txt")


@each_spoken
def test_every_ability_is_said(game: str, language: str) -> None:
    checked = pack(game)
    able = [card for card in checked.ids.values() if any(checked.abilities.of(card.definition))]
    assert len(able) >= (15 if game == "saucer-people" else 45)
    for card in able:
        said = checked.abilities.texts(card.definition, language)
        lines = {place: len(abilities) for place, abilities, _ in checked.abilities.of(card.definition)}
        assert said.keys() >= lines.keys(), card.definition["id"]
        assert all(text for text in said.values())


@each_spoken
def test_a_language_says_all_that_its_game_can_mean(game: str, language: str) -> None:
    assert list(lacks(phrases(game, language), lexicon(game))) == []


@each_game
def test_every_verb_is_on_a_card_or_shared(game: str) -> None:
    used = {effect.op for _, ability in all_abilities(game) for effect in ability.all_effects}
    shared = read_yaml("schemas/verbs.yaml")["verbs"]
    assert [verb for verb in lexicon(game).verbs if verb not in used and verb not in shared] == []


@each_game
def test_a_verb_of_one_card_alone_says_why(game: str) -> None:
    """A verb that only one card uses may be an argument of another one instead; where it may not, it says so."""
    used = {(effect.op, card_id) for card_id, ability in all_abilities(game) for effect in ability.all_effects}
    by_card = Counter(op for op, _ in used)
    shared = read_yaml("schemas/verbs.yaml")["verbs"]
    alone = {verb for verb, count in by_card.items() if count == 1 and verb not in shared}
    reasoned = {verb.name for verb in lexicon(game).verbs.values() if verb.reason}
    assert alone - reasoned == set(), "give each a reason in verbs.yaml, or make it an argument of another verb"
    assert reasoned - alone == set(), "more cards use these by now: their reason can go"


@each_game
def test_no_word_is_two_things(game: str) -> None:
    assert verb_faults(read_yaml(f"cards/{game}/verbs.yaml"), read_yaml("schemas/verbs.yaml")) == []


@each_game
def test_no_word_is_true_or_false_in_yaml(game: str) -> None:
    assert {word for word in words_of(lexicon(game)) if word.lower() in TRUE_OR_FALSE} == set()
    assert yaml.safe_load("[on, off, yes, no]") == [True, False, True, False]  # which is why


@each_game
def test_texts_are_short(game: str) -> None:
    for language in (language for spoken, language in SPOKEN if spoken == game):
        limit = LONGEST.get(game, USUAL) * (4 if language == "en" else 5) // 4
        assert [one for one in texts(game, language) if len(one[2]) > limit] == []
    assert [card["id"] for card in cards(game) if len(card.get("flavor", "")) > LONGEST_FLAVOR] == []


@pytest.mark.parametrize("card", cards(FI), ids=lambda card: card["id"])
def test_conventions_of_future_invaders(card: dict[str, object]) -> None:
    for ability in abilities_of(FI, card):
        assert not ability.use or ability.cost or ability.limit, "it may be used without end"
        assert not ability.use or card["type"] in ("ship", "structure"), "it is not deployed to be used"
        assert card["type"] != "reaction" or ability.when, "it does not say what it responds to"


RESPONSES = {"opponent-plays", "attack-dice-rolled"}  # events that a player can respond to with a spell


@pytest.mark.parametrize("card", cards(TCG), ids=lambda card: card["id"])
def test_conventions_of_invasion_tcg(card: dict[str, object]) -> None:
    for ability in abilities_of(TCG, card):
        passing = ability.during.endswith("this turn")
        if card["type"] == "spell":
            used_later = ability.use or ability.at
            responds = ability.when is not None and ability.when.id in RESPONSES
            assert not used_later, "it is gone before that can happen"
            assert responds or ability.when is None, "nobody can respond with it"
            assert not ability.during or passing, "it does not stay"
        else:
            assert not passing, "it stays"


WRONG_IN_FRENCH = re.compile(r".*(?: [;:!?»]|« |[a-zà-ÿ]'[a-zà-ÿ]|(?<!-)\b[dlqsnjmc]e [aeiouàâéèêëîïôûù]).*")


@each_game
def test_french_is_set_as_french_is(game: str) -> None:
    assert [text for _, _, text in texts(game, "fr") if WRONG_IN_FRENCH.search(text)] == []
