"""Games and cards to render: the bundled Future Invaders, and small packs made for one test."""

import json
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2

from builder.diagnostics import Diagnostic
from builder.documents.data import Data, mapping
from builder.documents.reading import own_data
from builder.games import Card, Game, card_from, game_from, with_definition
from renderers.outputs.images import card_images
from renderers.outputs.sheets import check_faces
from renderers.typst import typesetting
from renderers.typst.jobs import ProcessResult, RenderJob, RunJob
from tests.support.commands import ROOT

PACK = ROOT / "cards" / "future-invaders"
KIT = '#import "/arsenal/kit.typ": *\n'  # how a template begins that uses the kit


@cache
def _future_invaders() -> Game:
    schema = json.loads((ROOT / "schemas" / "future-invaders.card.schema.json").read_text("utf-8"))["$defs"]["card"]
    return game_from(mapping(own_data(PACK / "game.yaml")), schema, root=PACK)


def future_invaders(**changes: Data) -> Game:
    """The bundled game, with other words of game.yaml; `_` in a key stands for `-`."""
    return changed(_future_invaders(), **changes)


def changed(game: Game, **changes: Data) -> Game:
    """The game with other words of game.yaml; `_` in a key stands for `-`."""
    words = {key.replace("_", "-"): value for key, value in changes.items()}
    return with_definition(game, {**game.definition, **words}, game.card_schema)


def with_type(game: Game, type_id: str, **changes: Data) -> Game:
    """The game with other words of a type; `_` in a key stands for `-`."""
    types = mapping(game.definition["types"])
    words = {key.replace("_", "-"): value for key, value in changes.items()}
    return changed(game, types={**types, type_id: {**mapping(types[type_id]), **words}})


def card(**written: Any) -> Card:
    """A ship of Future Invaders; a field that is None is left out."""
    definition = {
        "id": "test-ship", "number": 7, "name": "Test Ship", "faction": "terrans", "type": "ship", "cost": {"oil": 2},
        "income": {"oil": 1}, "weapons": 3, "durability": 5, **written,
    }  # fmt: skip
    return card_from({k: v for k, v in definition.items() if v is not None}, "future-invaders", "first-light")


def fleet(count: int) -> list[Card]:
    """So many different ships."""
    return [card(id=f"ship-{i}", number=i + 1, name=f"Ship {i}") for i in range(count)]


def pack(folder: Path, template: str, **files: str) -> Game:
    """A game of its own whose face is this template; `files` are more files of its templates/."""
    templates = folder / "templates"
    templates.mkdir(parents=True)
    (templates / "face.typ.j2").write_text(template, "utf-8")
    for name, text in files.items():
        (templates / name.replace("__", ".")).write_text(text, "utf-8")
    definition = {"id": "small", "name": "Small", "face": "face", "types": {"ship": {"name": "Ship"}}, "sets": {}}
    return game_from(definition, {}, root=folder)


def faces_of(folder: Path, templates: Sequence[str], **written: Any) -> tuple[Game, list[Card]]:
    """A game with a type of cards for each of these templates, and a card of each, whose id is `c` and its number."""
    files = {f"face{number}__typ__j2": template for number, template in enumerate(templates)}
    types = {
        f"t{number}": {"name": "Ship", "color": "#336699", "face": f"face{number}"} for number in range(len(templates))
    }
    cards = [card(id=f"c{number}", type=f"t{number}", **written) for number in range(len(templates))]
    return changed(pack(folder, "", **files), types=types), cards


def fault(folder: Path, template: str, **files: str) -> Diagnostic:
    """The one thing wrong with the faces of a pack with this template."""
    (finding,) = check_faces(pack(folder, template, **files), [card()])
    return finding


def drawn(game: Game, one: Card) -> bytes:
    """The picture of a card as SVG, with which nothing is wrong."""
    (image,) = card_images(game, [one], "svg")
    assert image.findings == []
    return image.data


def counted(runs: list[int], run: RunJob | None = None) -> RunJob:
    """Does jobs, in the process that all tests share by default, and notes how many faces each had."""

    def count(job: RenderJob) -> ProcessResult:
        runs.append(len(job.faces))
        return (run or typesetting.run_alone)(job)

    return count


def pdf_text(data: bytes) -> str:
    with pypdfium2.PdfDocument(data) as pdf:
        return "\n".join(page.get_textpage().get_text_bounded() for page in pdf)


def pdf_pages(data: bytes) -> list[str]:
    """The text of each page, its words parted by single spaces."""
    with pypdfium2.PdfDocument(data) as pdf:
        return [" ".join(page.get_textpage().get_text_bounded().split()) for page in pdf]


def page_count(data: bytes) -> int:
    with pypdfium2.PdfDocument(data) as pdf:
        return len(pdf)


def fonts_in(data: bytes) -> list[tuple[str, bool]]:
    """The fonts of a PDF by name, and whether each is in the file."""
    found = []
    with pikepdf.open(BytesIO(data)) as pdf:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font" and thing.Subtype != "/Type0":
                inside = {"/FontFile", "/FontFile2", "/FontFile3"} & set(thing.get("/FontDescriptor", {}))
                found.append((str(thing.BaseFont), bool(inside)))
    return found


def job_of_nothing(folder: Path) -> RenderJob:
    """A job without faces, whose Typst sees this folder."""
    return RenderJob(
        {}, [], [], "none", None, "", "full", root="", packs={}, folder=str(folder), fonts="", cache=None,
        font_lines={}, seconds=60, processor_seconds=60, memory=1 << 32,
    )  # fmt: skip
