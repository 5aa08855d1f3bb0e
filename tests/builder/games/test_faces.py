"""The faces that come with Arsenal."""

from builder.games.game import BUILT_IN_FACES, DEFAULT_BACK, DEFAULT_COMPONENT, DEFAULT_FACES, FORMS, OWN_PAGES
from tests.support.commands import ROOT


def test_each_built_in_face_has_a_template() -> None:
    templates = (ROOT / "renderers" / "faces" / "templates").glob("*.typ.j2")
    assert sorted(path.name.removesuffix(".typ.j2") for path in templates) == sorted((*BUILT_IN_FACES, *OWN_PAGES))


def test_every_form_has_a_built_in_face() -> None:
    assert set(DEFAULT_FACES) == set(FORMS)
    assert {*DEFAULT_FACES.values(), DEFAULT_BACK, DEFAULT_COMPONENT} <= set(BUILT_IN_FACES)
