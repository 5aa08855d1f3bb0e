"""A few commands ended at random moments; `make kills` ends hundreds."""

import sys

import pytest

from tests.hostile.kills import FEW, trials


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals and sessions are POSIX's")
def test_commands_that_are_ended_lose_nothing() -> None:
    assert [str(trial) for trial in trials(8, 7, FEW) if trial.faults] == []
