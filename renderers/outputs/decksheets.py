"""A deck written out on paper, as organisers of tournaments collect them: fields to fill in, the verdict, all cards.

All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.diagnostics import UsageError
from builder.documents.data import Data
from builder.games import Game
from builder.games.game import OWN_PAGES
from builder.games.sizes import Size
from renderers.faces.faces import PrintedFace
from renderers.layout.pages import Box, Page, Slot, Stack, in_words, paper_size
from renderers.outputs.documents import joined
from renderers.outputs.sheets import PrintedSheets
from renderers.typst.jobs import DEFAULTS, RenderOptions, TypesetJob
from renderers.typst.typesetting import typeset

(TEMPLATE,) = OWN_PAGES
LEAST = (140.0, 200.0)  # a smaller paper has no room
MOST_PAGES = 100
MOST_NOTES = 12

MARGIN = 14.0
GAP = 7.0  # between the columns
FIELDS_END = 52.0  # below the name of the deck and the fields to fill in
LATER_TOP = 25.0  # where cards begin on pages after the first
FOOT = 16.0
FACT, NOTE, AROUND = 5.2, 4.3, 5.5  # a line of what was judged, a line of a note, and what is around them
LETTER = 1.62  # the width of a letter of a note, on average
HEIGHTS = {"section": 9.5, "type": 6.2, "card": 5.4, "die": 7.2}
DIE_FACES = 6  # in a row


@dataclass(frozen=True, slots=True)
class DeckSheet:
    """What a sheet says. `fields` are to be filled in by hand; `facts` are pairs of a title and a value; `verdict` says
    whether the deck is `legal`, and `notes` why not. `rows` are what is listed, each with a `kind`: a `section` or a
    `type` with `name` and `count`, a `card` with `copies`, `name` and `mark`, a `die` with a `number` and its `faces`.
    `page` and `again` are texts with {parts}: a page's number, and the heading of a section that goes on.
    """

    game: str
    title: str
    deck: str
    fields: Sequence[str]
    facts: Sequence[tuple[str, str]]
    verdict: str
    legal: bool
    notes: Sequence[str]
    rows: Sequence[dict[str, Data]]
    total: tuple[str, int]
    page: str = "{page}/{pages}"
    again: str = "{section}"


def print_deck_sheet(
    game: Game, sheet: DeckSheet, paper: str = "a4", options: RenderOptions = DEFAULTS
) -> PrintedSheets:
    """Print a sheet. The same sheet always gives the same bytes.

    Raises UsageError where the paper is unknown or too small, and for a deck that takes too many pages.
    """
    size = paper_size(paper)
    if size.width < LEAST[0] or size.height < LEAST[1]:
        raise UsageError.of("paper", "sheet", paper=in_words(size.width, size.height), least=in_words(*LEAST))
    notes = _notes(sheet, size.width - 2 * MARGIN)
    facts = [{"title": title, "value": value} for title, value in sheet.facts]
    judged = AROUND + FACT * (1 + -(-len(facts) // 2)) + NOTE * sum(lines for _, lines in notes)
    top = FIELDS_END + judged + 2
    columns = _columns(sheet, size.height - FOOT - top, size.height - FOOT - LATER_TOP)
    if len(columns) > MOST_PAGES:
        raise UsageError.of("paper", "sheet.pages", pages=len(columns), most=MOST_PAGES)
    width = (size.width - 2 * MARGIN - GAP) / 2
    shown: dict[str, Data] = {
        "game": sheet.game,
        "title": sheet.title,
        "deck": sheet.deck,
        "fields": [*sheet.fields],
        "facts": [*facts],
        "verdict": sheet.verdict,
        "legal": sheet.legal,
        "notes": [{"text": text, "height": lines * NOTE} for text, lines in notes],
        "total": {"title": sheet.total[0], "count": sheet.total[1]},
        "width": size.width,
        "height": size.height,
        "column": width,
    }
    faces = [
        PrintedFace(
            "deck-sheet",
            TEMPLATE,
            {
                "sheet": shown,
                "page": {
                    "first": number == 0,
                    "last": number == len(columns) - 1,
                    "top": LATER_TOP if number else top,
                    "said": sheet.page.format(page=number + 1, pages=len(columns)),
                    "columns": [[*one] for one in page],
                },
            },
        )
        for number, page in enumerate(columns)
    ]
    whole = Box(0, 0, size.width, size.height)
    pages = [Page(size.width, size.height, (Slot(number, whole, whole),)) for number in range(len(faces))]
    made = typeset(TypesetJob(game, faces, [Stack(Size(size.width, size.height, 0), pages)], "pdf"), options)
    if made.failed:
        return PrintedSheets(b"", 0, made.findings)
    return PrintedSheets(joined(made.files, pages), len(pages), made.findings)


def _notes(sheet: DeckSheet, width: float) -> list[tuple[str, int]]:
    """The notes with the lines that each takes, at most three; what is longer ends in dots."""
    letters = max(40, int(width / LETTER))
    found = []
    for text in sheet.notes[: MOST_NOTES + 1]:
        shown = text if len(text) <= 3 * letters - 8 else f"{text[: 3 * letters - 9]}…"
        found.append((shown, -(-(len(shown) + 6) // letters)))
    return found


Rows = list[dict[str, Data]]


def _columns(sheet: DeckSheet, first: float, later: float) -> list[list[Rows]]:
    """The rows in two columns a page, whose heights are those of the first page and of all later ones."""
    left = [{**row, "height": HEIGHTS[str(row["kind"])]} for row in sheet.rows]
    pages: list[list[Rows]] = []
    section: Data = ""
    while left or not pages:
        room = later if pages else first
        if pages and left[0]["kind"] != "section" and section:
            again = sheet.again.format(section=section)
            left.insert(0, {"kind": "section", "name": again, "count": None, "height": HEIGHTS["section"]})
        page = [_taken(left, room)]
        rest = sum(map(_height, left))
        if rest and rest <= room:  # the last page: both columns about as long
            whole = page[0] + left
            half = (sum(map(_height, whole))) / 2
            one = _taken(whole, min(room, half + HEIGHTS["section"]))
            page = [one, whole] if sum(map(_height, whole)) <= room else [*page, _taken(left, room)]
            left = [] if page[1] is whole else left
        else:
            page.append(_taken(left, room))
        for row in (row for column in page for row in column):
            if row["kind"] == "section" and row["count"] is not None:
                section = row["name"]
        pages.append(page)
    return pages


def _height(row: dict[str, Data]) -> float:
    height = row["height"]
    return height if isinstance(height, float) else 0.0


def _taken(left: Rows, room: float) -> Rows:
    """Removes from `left` as many rows as there is room for, and returns them. A heading is never the last."""
    used, number = 0.0, 0
    while number < len(left) and used + _height(left[number]) <= room:
        used += _height(left[number])
        number += 1
    while 1 < number < len(left) and left[number - 1]["kind"] in ("section", "type"):
        number -= 1
    number = max(1, number) if left else 0
    taken = left[:number]
    del left[:number]
    return taken
