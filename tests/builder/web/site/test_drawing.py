"""The pictures of a site: in the language of their page, in each width, and drawn once."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from builder.storage.cache import DiskCache
from builder.web.api.games import Games
from builder.web.site.addresses import WIDTHS, Linked, Site
from builder.web.site.drawing import SitePictures
from builder.web.site.walking import portraits
from builder.workspace import Workspace

pytestmark = pytest.mark.usefixtures("alone")


def test_a_picture_is_in_its_language_and_drawn_once(own_pack: Path, tmp_path: Path) -> None:
    (own_pack / "locales").mkdir()
    (own_pack / "locales/de.yaml").write_text("cards: {flare: {name: Fackel}}", "utf-8")
    linked, cache, drawn = Linked(), DiskCache(tmp_path / "cache"), []
    wanted = {f"{language or 'en'}.{width}": (language, width) for language in ("", "de") for width in WIDTHS}
    for path, (language, width) in wanted.items():
        linked.pictures[path] = "moon-duel", "flare", width, language

    def files(workspace: Workspace) -> dict[str, bytes]:
        source = Games(workspace.catalog, "1")
        with SitePictures(source, linked, cache, lambda done, number: drawn.append((done, number))) as pictures:
            return pictures.files()

    with Workspace([own_pack], tmp_path / "cards.db") as workspace:
        first = files(workspace)
        assert drawn == [(1, 2), (1, 2)]
        assert {path: Image.open(BytesIO(data)).width for path, data in first.items()} == {
            path: width for path, (_, width) in wanted.items()
        }
        assert first["en.720"] != first["de.720"]
        assert files(workspace) == first
        assert len(drawn) == 2
        next(path for path in (tmp_path / "cache").rglob("*") if path.is_file()).unlink()
        assert files(workspace) == first


@pytest.mark.bundled
def test_backs_that_only_some_cards_have_are_drawn() -> None:
    linked = Linked()
    with Workspace() as workspace:
        game = workspace.catalog.game("rone-invasion")
        portraits(Site(Games(workspace.catalog, "1"), [game], ["en"]), linked)
    backs = {name for _, name, _, _ in linked.pictures.values() if "back" in name}
    assert len(backs) > 1
    assert ":back" in backs
