"""What a process is asked and answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.diagnostics import Diagnostic
from renderers.jobs import RenderAnswer


@given(
    st.lists(st.binary(max_size=20), max_size=3),
    st.lists(st.builds(Diagnostic, st.text(), st.text(), subject=st.sampled_from(["", "0", "12"])), max_size=2),
    st.booleans(),
)
def test_an_answer_is_read_as_it_was_written(files: list[bytes], findings: list[Diagnostic], failed: bool) -> None:
    answer = RenderAnswer(findings, files, failed)
    assert RenderAnswer.from_bytes(answer.to_bytes()) == answer


@pytest.mark.parametrize("data", [b"", b"no json", b'{"files": [], "failed": false, "findings": [1]}'])
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - of whatever kind
        RenderAnswer.from_bytes(data)
