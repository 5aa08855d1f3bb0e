"""Options for rendering."""

from renderers.typst.options import DEFAULTS, RenderOptions


def test_nothing_is_kept_and_nobody_listens_by_default() -> None:
    assert RenderOptions(cache=None, progress=None, time_limit=None, run=None) == DEFAULTS
    DEFAULTS.advance(1, 2)


def test_progress_is_reported_to_who_listens() -> None:
    heard: list[tuple[int, int]] = []
    RenderOptions(progress=lambda done, of: heard.append((done, of))).advance(1, 2)
    assert heard == [(1, 2)]
