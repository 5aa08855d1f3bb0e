"""Changes between two states: exactly what differs, and a feed that any XML parser reads."""

from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.checks import check_pack
from builder.publishing.documents import Content, content_of
from builder.publishing.earlier import changes_between, content_of_pack, feed
from builder.workspace import Workspace
from tests.support.commands import ROOT

CARDS = st.dictionaries(
    st.sampled_from("abcdef"),
    st.fixed_dictionaries({"name": st.text(max_size=4)}, optional={"cost": st.integers(0, 2)}),
)


@given(CARDS, CARDS)
def test_changes_are_exactly_what_differs(old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    said: Any = changes_between({"game": Content(cards=old)}, {"game": Content(cards=new)}, {})
    if old == new:
        assert said["games"] == []
        return
    [game] = said["games"]
    found = {how: {card["id"] for card in game["cards"][how]} for how in ("added", "removed", "changed")}
    assert found["added"] == new.keys() - old.keys()
    assert found["removed"] == old.keys() - new.keys()
    assert found["changed"] == {i for i in old.keys() & new.keys() if old[i] != new[i]}
    for card in game["cards"]["changed"]:
        before, after = old[card["id"]], new[card["id"]]
        assert set(card["fields"]) == {key for key in {**before, **after} if before.get(key) != after.get(key)}


@given(st.text(), st.text())
def test_whatever_names_hold_the_feed_is_xml(game: str, card: str) -> None:
    said = changes_between({}, {"game": Content(game, cards={"a": {"name": card}})}, {})
    entries = list(ET.fromstring(feed(said, "2026-11-21")).iter("{http://www.w3.org/2005/Atom}entry"))  # noqa: S314
    assert len(entries) == 1


def test_the_feed_links_games_that_are_on_the_site() -> None:
    cards = {"a": {"name": "A"}}
    changes = changes_between({"old": Content("Old", cards=cards)}, {"new": Content("New", cards=cards)}, {})
    for address, wanted in (("", []), ("https://a.org/", ["https://a.org/games/new/index.html"])):
        root = ET.fromstring(feed(changes, "2026-11-21", address))  # noqa: S314
        assert [link.get("href") for link in root.findall("{*}entry/{*}link")] == wanted


@pytest.mark.parametrize("game_id", sorted(path.parent.name for path in ROOT.glob("cards/*/game.yaml")))
def test_a_pack_that_is_only_checked_says_what_the_catalog_says(game_id: str) -> None:
    workspace = Workspace()
    [pack] = [pack for pack in workspace.packs if pack.game_id == game_id]
    assert content_of_pack(check_pack(pack)) == content_of(workspace.catalog, workspace.game(game_id))
