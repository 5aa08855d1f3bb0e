"""Games on a Ray cluster are the same games."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.balancing import measure, plan
from engine.faults import EngineError
from engine.running import Processes
from engine.simulating import simulate
from tests.engine.support import bundle

ray = pytest.importorskip("ray", reason="arsenal[ray] is not installed")

from engine.adapters.ray import Ray  # noqa: E402 - it needs the library

pytestmark = pytest.mark.long
DECKS = [bundle("future-invaders", deck) for deck in ("earthwall", "the-accord")]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A real cluster of this machine alone."""
    yield Ray()
    ray.shutdown()


def test_a_cluster_that_is_not_there_is_named() -> None:
    with pytest.raises(EngineError, match=r"no Ray cluster at 127\.0\.0\.1:1"):
        list(Ray("127.0.0.1:1").play(plan(DECKS, 2, bots=["random"]).main, [(0, range(2))]))


def test_the_figures_are_the_same(cluster: Any) -> None:
    alone = simulate(DECKS, 20, bots=["random"], seed=3).to_json()
    spread = simulate(DECKS, 20, bots=["random"], seed=3, runner=cluster).to_json()
    assert {**spread, "seconds": 0} == {**alone, "seconds": 0}
    wanted = [plan(DECKS, 20, bots=["random"], seed=4) for _ in range(2)]
    assert measure(wanted[0], cluster).to_json() == measure(wanted[1], Processes()).to_json()


def test_what_goes_wrong_in_a_game_is_said(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = plan(DECKS, 2, bots=["random"])
    wanted.main.entries = tuple(wanted.main.entries[:1])  # the second deck is gone
    with pytest.raises(EngineError, match="a game failed"):
        measure(wanted, cluster)
