"""What lies on which sheet."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.diagnostics import UsageError
from builder.games import Game
from builder.games.sizes import Size
from renderers.layout.cutouts import folded
from renderers.layout.options import SheetOptions
from renderers.layout.pages import Box, Page
from renderers.layout.plan import in_order, number_of_pages, plan_sheets, stacks_of
from renderers.presets.presets import builtin
from tests.support.layout import STANDARD
from tests.support.renders import card, fleet, future_invaders, with_type
from tests.support.things import CUBE, game_of_things, thing


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


@given(
    st.floats(-5, 5, allow_nan=False), st.floats(-5, 5, allow_nan=False), st.floats(-5, 5, allow_nan=False),
    st.sampled_from(["long-edge", "short-edge", "separate"]),
)  # fmt: skip
def test_backs_are_mirrored_and_then_corrected(x: float, y: float, turn: float, backs: Any) -> None:
    front, back = plan(SheetOptions(backs=backs, back_offset=(x, y), back_rotation=turn), 5)
    assert (front.shift, front.turn, back.shift, back.turn) == ((0, 0), 0, (x, y), turn)
    assert back.printed_at(105, 148.5) == pytest.approx((105 + x, 148.5 + y))  # it turns around the middle
    for one, other in zip(front.slots, back.slots, strict=True):
        if backs == "short-edge":
            assert (other.trim.x, other.trim.y) == pytest.approx((one.trim.x, 297 - one.trim.bottom))
        else:
            assert (other.trim.x, other.trim.y) == pytest.approx((210 - one.trim.right, one.trim.y))
        assert other.turned == (backs == "short-edge")


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


@pytest.mark.parametrize("count", [1, 8, 9, 10, 47])
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
def test_pages_are_counted_without_laying_them_out(count: int, options: SheetOptions) -> None:
    copies = [(card(), count), (fleet(2)[1], 3)]
    assert number_of_pages(future_invaders(), copies, options) == len(
        plan_sheets(future_invaders(), copies, options).pages
    )


def test_pages_of_dice_and_boards_are_counted_too(tmp_path: Path) -> None:
    game = game_of_things(tmp_path)
    for what, type_ in game.types.items():
        faces = {"faces": [["a"]] * 6} if type_.form == "die" else {}
        copies = [(thing(what, **faces), 7)]
        for options in (SheetOptions(), SheetOptions(backs="short-edge"), SheetOptions(dice="both")):
            assert number_of_pages(game, copies, options) == len(plan_sheets(game, copies, options).pages)


def test_counting_pages_takes_no_longer_for_more_copies() -> None:
    assert number_of_pages(future_invaders(), [(card(), 9 * 10**12)], SheetOptions()) == 10**12
