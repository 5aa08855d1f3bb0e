"""Sessions: what is taken back leaves no trace, and who is asked after passing."""

from random import Random

import pytest

from builder.playing.session import HUMAN, Session
from engine.passing import concerned
from tests.engine.support import loaded

TERRANS_AND_PIRATES = ("faction=terrans", "faction=pirates")


def played_on(session: Session, most: int) -> list[int]:
    """Play until so many options are taken: where one was asked. Each option is drawn from how many there were."""
    asked = []
    while session.state.options and len(session.options) < most:
        unasked = session.unasked()
        if unasked is None:
            asked.append(len(session.options))
            session.take(Random(len(session.options)).choice(session.state.options))  # noqa: S311 - drawn from a seed
        else:
            session.take(unasked, asked=False)
    return asked


@pytest.mark.parametrize(("seed", "most"), [(0, 80), (1, 80), *((seed, 4) for seed in range(4))])  # all redraw at first
def test_what_is_taken_back_leaves_no_trace(seed: int, most: int) -> None:
    session = Session(loaded("future-invaders", TERRANS_AND_PIRATES), seed, [HUMAN, HUMAN])
    asked = played_on(session, most)
    whole = session.saved()
    for back in range(1, len(asked) + 1):
        for _ in range(back):
            assert session.undo()
        assert len(session.options) == asked[-back]
        assert played_on(session, most) == asked[-back:]
        assert session.saved() == whole


def test_who_has_passed_is_asked_again_if_what_followed_is_about_them() -> None:
    passed: dict[int, int] = {}  # by seat that passed, how many events there were before
    asked = 0
    for seed in range(5):
        session = Session(loaded("future-invaders", TERRANS_AND_PIRATES), seed, [HUMAN, HUMAN])
        passed.clear()
        for _ in range(150):
            state, unasked = session.state, session.unasked()
            if not state.options:
                break
            seat, log = state.who, state.log or []
            happened = log[passed[seat] :] if state.about in state.game.windows and seat in passed else ()
            if any(seat in concerned(state.game, event) for event in happened):
                assert unasked is None
                asked += 1
            option = unasked
            if option is None:
                option = Random(len(log)).choice(state.options)  # noqa: S311 - drawn from a seed
            passed.pop(seat, None)
            if state.describe(option).role == "pass":
                passed[seat] = len(log)
            session.take(option, asked=unasked is None)
    assert asked > 20


def test_a_decision_before_somebody_conceded_is_not_taken_back() -> None:
    session = Session(loaded("future-invaders", (*TERRANS_AND_PIRATES, "faction=terrans")), 0, [HUMAN] * 3)
    for _ in range(4):
        session.take(session.state.options[-1])
    assert session.back_to(0) == 3
    session.concede(1)
    assert session.back_to(0) is None
