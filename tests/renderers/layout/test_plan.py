"""What lies on which sheet."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder.diagnostics import UsageError
from builder.games import Game
from builder.games.sizes import Size
from builder.printing.presets import builtin
from renderers.layout.cutouts import folded
from renderers.layout.options import SheetOptions
from renderers.layout.pages import Box, Page
from renderers.layout.plan import in_order, number_of_pages, plan_sheets, stacks_of
from tests.support.layout import STANDARD, lies_behind
from tests.support.properties import examples
from tests.support.renders import card, changed, fleet, future_invaders, with_type
from tests.support.things import CUBE, TYPES, game_of_things, thing


def plan(options: SheetOptions, count: int = 10) -> list[Page]:
    """The pages of so many copies of a ship."""
    return plan_sheets(future_invaders(), [(card(), count)], options).pages


def test_orders() -> None:
    one, other = (Page(1, 1, (), labels=()) for _ in range(2))
    pages = [replace(one, turn=1), replace(other, back=True), replace(one, turn=2), replace(other, back=True, turn=3)]
    turns = {order: [p.turn for p in in_order(pages, order)] for order in ("front-back", "back-front", "fronts-first")}  # type: ignore[arg-type]  # literals
    assert turns == {"front-back": [1, 0, 2, 3], "back-front": [0, 1, 3, 2], "fronts-first": [1, 2, 0, 3]}


def test_backs_of_their_own_come_before_each_front() -> None:
    game = with_type(future_invaders(), "ship", back="back")
    pages = plan_sheets(game, [(one, 1) for one in fleet(3)], builtin("drivethru").options).pages
    assert [page.back for page in pages] == [True, False] * 3


@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "separate"])
def test_backs_are_mirrored_and_then_corrected(backs: Any) -> None:
    front, back = plan(SheetOptions(backs=backs, back_offset=(1.5, -2), back_rotation=0.4), 5)
    assert (front.shift, front.turn, back.shift, back.turn) == ((0, 0), 0, (1.5, -2), 0.4)
    for one, other in zip(front.slots, back.slots, strict=True):
        lies_behind(one, other, back, backs)


def test_cards_fold_to_their_backs() -> None:
    (page,) = plan(SheetOptions(backs="fold"), 4)
    assert (page.width, page.height) == (297, 210)
    assert len(page.slots) == 8
    assert [slot.turned for slot in page.slots] == [True, False] * 4
    back, front = page.slots[:2]
    assert back.trim == Box(front.trim.x, front.trim.y - 88, 63, 88)
    assert page.folds[0].y1 == page.folds[0].y2 == front.trim.y
    assert page.outlines[0].box == Box(front.trim.x, back.trim.y, 63, 176)
    assert folded(STANDARD).outlines[0].radius == 3


@pytest.fixture
def things(tmp_path: Path) -> Game:
    return game_of_things(tmp_path)


def test_things_of_one_size_and_cut_lie_together(things: Game) -> None:
    copies = [(thing("hero"), 1), (thing("hex"), 2), (thing("hero", 2), 1), (thing("cube", faces=CUBE), 1)]
    planned = plan_sheets(things, copies, SheetOptions(mix=False))
    assert [size.size.width for size in planned.sizes] == [63, 63, 30, *[16] * 6]
    assert [face.id for face in planned.faces] == ["hero-1", "hero-2", "hex-1", *["cube-1"] * 6]
    assert [len(page.slots) for page in planned.pages] == [2, 2, 6]


def test_a_back_that_is_shared_is_one_face(things: Game) -> None:
    planned = plan_sheets(things, [(thing("hero"), 2), (thing("hero", 2), 1)], SheetOptions(backs="long-edge"))
    assert [face.id for face in planned.faces] == ["hero-1", "back", "hero-2"]
    front, back = planned.pages
    assert [slot.card for slot in front.slots] == [0, 0, 2]
    assert [slot.card for slot in back.slots] == [1, 1, 1]


def test_components_lie_among_the_cards_or_are_refused(things: Game) -> None:
    planned = plan_sheets(things, [(thing("hero"), 1)], SheetOptions(), [("track", 2), (thing("hero", 2), 1)])
    assert [face.id for face in planned.faces] == ["hero-1", "track", "hero-2"]
    assert len(planned.pages[0].slots) == 4
    with pytest.raises(UsageError, match='no component "trakc"') as caught:
        plan_sheets(things, [], SheetOptions(), [("trakc", 1)])
    assert 'did you mean "track"?' in caught.value.help


def test_each_page_of_its_own_is_as_large_as_its_face() -> None:
    (stack,) = stacks_of([STANDARD, STANDARD], 3)
    assert [(page.width, page.height) for page in stack.pages] == [(69, 94)] * 2
    assert [page.slots[0].card for page in stack.pages] == [0, 1]
    assert stack.pages[0].slots[0].trim == Box(3, 3, 63, 88)
    assert len(stacks_of([STANDARD, Size(25, 25), STANDARD])) == 2


@pytest.mark.parametrize(
    "options",
    [
        SheetOptions(),
        SheetOptions(backs="long-edge"),
        SheetOptions(backs="fold"),
        SheetOptions(paper="a3", marks="registration"),
        builtin("drivethru").options,
        builtin("silhouette").options,
    ],
)
def test_pages_are_counted_without_laying_them_out(options: SheetOptions) -> None:
    for count in (1, 8, 9, 47):
        copies = [(card(), count), (fleet(2)[1], 3)]
        pages = plan_sheets(future_invaders(), copies, options).pages
        assert number_of_pages(future_invaders(), copies, options) == len(pages), count


def test_pages_of_dice_and_boards_are_counted_too(tmp_path: Path) -> None:
    game = game_of_things(tmp_path)
    for what, type_ in game.types.items():
        faces = {"faces": [["a"]] * 6} if type_.form == "die" else {}
        copies = [(thing(what, **faces), 7)]
        for options in (SheetOptions(), SheetOptions(backs="short-edge"), SheetOptions(dice="both")):
            assert number_of_pages(game, copies, options) == len(plan_sheets(game, copies, options).pages)


def boards(game: Game, **changes: Any) -> Game:
    """The game with boards that have backs of their own."""
    types = {**TYPES, "map": {**TYPES["map"], "back": "tails", "two-sided": True, **changes}}
    return changed(game, types=types)


@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "separate"])
def test_the_backs_of_tiles_lie_behind_their_fronts(things: Game, backs: Any) -> None:
    planned = plan_sheets(boards(things), [(thing("map"), 2)], SheetOptions(backs=backs, back_offset=(1, 2)))
    front, back = 0, 1
    assert [face.template for face in planned.faces] == ["face", "tails"]
    assert [page.back for page in planned.pages] == [False, True] * 8
    for one, other in zip(planned.pages[::2], planned.pages[1::2], strict=True):
        assert (one.width, one.height) == (other.width, other.height)
        assert other.shift == (1, 2)
        ((before,), (behind,)) = one.slots, other.slots
        assert (before.card, behind.card) == (front, back)
        assert "back" in other.labels[0].text
        lies_behind(before, behind, other, backs)


@pytest.mark.parametrize("backs", ["none", "fold"])
def test_without_pages_of_backs_a_boards_back_has_tiles_of_its_own(things: Game, backs: Any) -> None:
    pages = plan_sheets(boards(things), [(thing("map"), 1)], SheetOptions(backs=backs)).pages
    assert [page.slots[0].card for page in pages] == [0] * 4 + [1] * 4
    assert [page.labels[0].text.startswith("Map 1, back: row") for page in pages] == [False] * 4 + [True] * 4


def test_what_is_too_large_to_fold_is_glued_back_to_back(things: Game) -> None:
    game = boards(things, size="190x190mm")
    (page, other) = plan_sheets(game, [(thing("map"), 1)], SheetOptions()).pages
    assert ([slot.card for slot in page.slots], [slot.card for slot in other.slots]) == ([0], [1])
    assert not page.folds
    (large,) = plan_sheets(game, [(thing("map"), 1)], SheetOptions(paper="a3")).pages
    assert len(large.slots) == 2
    assert len(large.folds) == 1


@pytest.mark.parametrize("mix", [False, True])
@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "separate"])
def test_nothing_is_printed_behind_what_has_no_back(things: Game, backs: Any, mix: bool) -> None:
    copies = [(thing("mat"), 1), (thing("map"), 1), (thing("hero"), 12), (thing("hex"), 80)]
    pages = plan_sheets(things, copies, SheetOptions(backs=backs, mix=mix)).pages
    assert [page.back for page in pages] == [False, True] * (len(pages) // 2)
    assert any(page.back and not page.slots for page in pages)
    without = plan_sheets(things, [(thing("mat"), 1), (thing("hex"), 80)], SheetOptions(backs=backs, mix=mix))
    assert not any(page.back for page in without.pages)


KINDS = st.lists(
    st.tuples(st.sampled_from(["hero", "mat", "map", "coin", "hex", "cube"]), st.integers(0, 30)),
    max_size=5, unique_by=lambda one: one[0],
)  # fmt: skip


@settings(examples(40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    KINDS,
    st.sampled_from(["none", "long-edge", "fold", "separate"]),
    st.booleans(),
    st.sampled_from(["crops", "registration"]),
)
def test_every_copy_is_printed_once_and_its_back_behind_it(
    things: Game, kinds: list[tuple[str, int]], backs: Any, mix: bool, marks: Any
) -> None:
    game = boards(things)
    copies = [(thing(kind, faces=CUBE if kind == "cube" else []), count) for kind, count in kinds]
    options = SheetOptions(backs=backs, mix=mix, marks=marks)
    planned = plan_sheets(game, copies, options)
    assert number_of_pages(game, copies, options) == len(planned.pages)
    tiled = 4
    slots = [slot for page in planned.pages for slot in page.slots if not page.back and not slot.turned]
    there = Counter(planned.faces[slot.card].id for slot in slots)
    for one, count in copies:
        if one.type == "map":  # in tiles: the front's, and without pages of backs those of the back
            assert there[one.id] == count * tiled * (1 if backs in ("long-edge", "separate") else 2)
        else:
            assert there[one.id] == count * (6 if one.type == "cube" else 1)
    if any(page.back for page in planned.pages):
        for front, back in zip(planned.pages[::2], planned.pages[1::2], strict=True):
            assert (front.back, back.back) == (False, True)
            behind = {(round(back.width - slot.trim.right, 3), round(slot.trim.y, 3)) for slot in back.slots}
            upside = {(round(slot.trim.x, 3), round(back.height - slot.trim.bottom, 3)) for slot in back.slots}
            fronts = {(round(slot.trim.x, 3), round(slot.trim.y, 3)) for slot in front.slots}
            assert (behind if back.width <= back.height else upside) <= fronts


def test_sheets_of_one_size_do_not_depend_on_mixing(things: Game) -> None:
    heroes, coins, cubes = (
        [(thing("hero"), 20), (thing("hero", 2), 3)],
        [(thing("coin"), 40)],
        [(thing("cube", faces=CUBE), 9)],
    )
    for copies in (heroes, coins, cubes):
        for options in (SheetOptions(), SheetOptions(backs="long-edge"), SheetOptions(marks="registration")):
            apart = plan_sheets(things, copies, replace(options, mix=False))
            assert plan_sheets(things, copies, options).pages == apart.pages


def test_counting_pages_takes_no_longer_for_more_copies() -> None:
    assert number_of_pages(future_invaders(), [(card(), 9 * 10**12)], SheetOptions()) == 10**12
