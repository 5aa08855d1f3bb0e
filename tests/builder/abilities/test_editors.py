"""What editors offer and underline, asked of the yaml-language-server that they run; skipped where it is not there.

`.ci/run` installs it where there is npm, and sets ARSENAL_YLS to the folder that holds it.
"""

from pathlib import Path

import pytest

from builder.authoring.new import new_game
from tests.support.language_server import LanguageServer, is_there

pytestmark = pytest.mark.skipif(not is_there(), reason="there is no node with yaml-language-server (ARSENAL_YLS)")

CARD = """\
# yaml-language-server: $schema=../../card.schema.json
- id: ash-cat
  number: 9
  name: Ash Cat
  faction: ember
  type: creature
  cost: 2
  power: 2
  abilities:
"""


@pytest.fixture(scope="module")
def cards(tmp_path_factory):
    """The folder of the cards of a new game."""
    folder = tmp_path_factory.mktemp("games")
    new_game("Moon Duel", folder)
    return folder / "moon-duel/sets/core"


@pytest.fixture(scope="module")
def editor():
    """A running server."""
    with LanguageServer() as server:
        yield server


def test_verbs_are_offered_first(editor: LanguageServer, cards: Path) -> None:
    offered = editor.completions(cards, f"{CARD}    |")
    assert offered[:6] == ["draw", "discard", "deal", "gain", "lose", "return"]
    assert {"when", "at", "cost", "do", "if", "may"} <= set(offered)


@pytest.mark.parametrize(
    ("written", "first"),
    [("    deal: 2\n    |", "to"), ("    - discard: 1\n      |", "who"), ("    do:\n      - deal: 2\n        |", "to")],
)
def test_then_what_the_verb_takes(editor: LanguageServer, cards: Path, written: str, first: str) -> None:
    offered = editor.completions(cards, CARD + written)
    assert offered[0] == first
    assert len({"who", "to"} & set(offered)) == 1, "and nothing that only other verbs take"


@pytest.mark.parametrize(
    ("written", "some", "none"),
    [
        ("    deal: 2\n    to: |", {"it", "this", "own creature", "each other own creature"}, {"opponent"}),
        ("    discard: 1\n    who: |", {"opponent", "each player"}, {"creature"}),
        ("    return: |", {"creature", "own creature", "enemy creature"}, {"each creature", "this"}),
        ("    when: |", {"this played", "other own creature destroyed"}, {"<card> played"}),
        ("    at: |", {"start of turn"}, set()),
    ],
)
def test_then_the_values_that_fit(
    editor: LanguageServer, cards: Path, written: str, some: set[str], none: set[str]
) -> None:
    offered = set(editor.completions(cards, CARD + written))
    assert some <= offered
    assert not none & offered


def test_what_is_wrong_is_underlined(editor: LanguageServer, cards: Path) -> None:
    [(words, message)] = editor.underlined(cards, f"{CARD}    - {{when: this destoryed, draw: 1}}\n")
    assert words == "this destoryed"
    assert '"this destroyed"' in message
    [(_, message)] = editor.underlined(cards, f"{CARD}    - {{deal: 1}}\n")
    assert message == 'Missing property "to".'
    assert editor.underlined(cards, f"{CARD}    - {{deal: 1, to: enemy creature}}\n") == []
