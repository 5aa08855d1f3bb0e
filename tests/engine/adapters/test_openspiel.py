"""Games as games of OpenSpiel, by its own tests."""

import pytest

from tests.engine.support import ONE_OF_EACH, loaded, on_each

pyspiel = pytest.importorskip("pyspiel", reason="the extra arsenal[openspiel] is not installed")

from engine.adapters.openspiel import register  # noqa: E402 - it needs the library


@on_each(ONE_OF_EACH)
def test_the_library_plays_it_by_chance(name: str, decks: tuple[str, ...]) -> None:
    game = register(loaded(name, decks), f"test_{name.replace('-', '_')}")
    pyspiel.random_sim_test(game, num_sims=1, serialize=name == "saucer-dice", verbose=False)


def test_chance_deals_the_seed_and_a_copy_is_played_on_alone() -> None:
    game = register(loaded("saucer-dice", ("duel-of-fire-and-ice",), "", 2))
    assert game.get_type().short_name == "arsenal_saucer_dice"
    state = game.new_initial_state()
    for digit in (1, 2, 3):
        assert state.is_chance_node()
        state.apply_action(digit)
    assert state.current_player() == 0
    assert "round" in str(state)
    other = state.clone()
    while not other.is_terminal():
        other.apply_action(other.legal_actions()[0])
    assert state.history() == [1, 2, 3]
    assert sorted(other.returns()) == [-1.0, 1.0]
    again = game.new_initial_state()
    for action in other.history():
        again.apply_action(action)
    assert again.returns() == other.returns()
