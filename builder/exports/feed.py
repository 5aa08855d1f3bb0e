"""Cards as a table and as JSON with the addresses of their pictures, for tools that read them again when they change.

Source of the format: RFC 4180. The columns are those of the `csv` target; `Copies` is the one that Dextrous knows
(docs.dextrous.com.au, Google Sheets), `Front` and `Back` name pictures as its zones for images take them. The tools
print the cells, so no apostrophe is put before a text that a spreadsheet would run; the `csv` target does that.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.documents.data import Data
from builder.exports import Bundle, Exported, Target, json_file, lost, lost_of_lists
from builder.exports.atlases import draw_alone
from builder.exports.csv import rows_of, written
from builder.exports.things import drawing_of, thing_of
from builder.games import newest

PICTURES = "pictures"  # the folder


def export(bundle: Bundle) -> Exported:
    """A row and an object for each card, with its copies (for a whole game 1)."""
    drawing = drawing_of(bundle)
    things = [thing_of(bundle.game, newest(card)) for card in bundle.cards]
    drawn = draw_alone(things, drawing, bundle.settings)
    columns, rows, losses = rows_of(bundle)
    pictures: dict[str, bytes] = {}

    def address(name: str, data: bytes) -> str:
        pictures[f"{name}.png"] = data
        return bundle.settings.address(f"{name}.png") if bundle.settings.base_url else f"{PICTURES}/{name}.png"

    listed: list[Data] = []
    listed_rows: list[dict[str, Data]] = []
    counts = bundle.counts
    for card, thing, row in zip(bundle.cards, things, rows, strict=True):
        front, back = address(thing.name, drawn[thing.name]), ""
        if thing.own_back:
            back = address(f"{thing.name}.back", drawn[f"{thing.name}.back"])
        elif thing.has_back:
            back = address("back", bundle.shared_pictures[":back"])
        own: dict[str, Data] = {"Copies": counts[card.id], "Front": front, "Back": back}
        of_size: dict[str, Data] = {"form": thing.form, "width": thing.size.width, "height": thing.size.height}
        listed.append({**own, **of_size, "card": {"set": card.set_id, **card.definition}})
        listed_rows.append({**row, **own})
    document = {"game": bundle.game.id, "name": bundle.deck.name if bundle.deck else bundle.game.name, "cards": listed}
    files = {
        "cards.csv": written(["Copies", *columns, "Front", "Back"], listed_rows),
        "cards.json": json_file(document),
        **{f"{PICTURES}/{name}": data for name, data in pictures.items()},
    }
    return Exported(files=files, losses=[*losses, *_lost(bundle)])


def _lost(bundle: Bundle) -> Iterator[str]:
    yield from lost_of_lists(bundle, "feed")
    if bundle.extras:
        yield lost("extras")
    if not bundle.settings.base_url:
        yield lost("only-here", folder=PICTURES)


TARGET = Target("feed", "", "", export, draws=True)
