"""Programs with named steps."""

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import engine
from engine.core import PC, Frame, State
from engine.steps import (
    Steps,
    ask_once_more,
    comes_next,
    finish,
    goto,
    is_before,
    is_over,
    next_step,
    repeat,
    restart,
    skip,
    steps,
)
from tests.support.commands import of_every_game

GAMES = Path(engine.__file__).parent / "games"


def one(_state: State, _frame: Frame) -> bool:
    return False


def two(_state: State, _frame: Frame) -> bool:
    return False


PROGRAM = steps("1 One", one, two, "2 Again", (one, two))


def frame(pc: int) -> Frame:
    return [PROGRAM, pc, -1, 0, -1, -1, -1, 0]


def test_a_program_has_its_steps_in_order_and_names_for_some() -> None:
    assert (one, two, one, two) == PROGRAM
    assert PROGRAM.names == {"1 One": 0, "2 Again": 2}
    with pytest.raises(ValueError, match='two steps are called "a"'):
        steps("a", one, "a", two)
    with pytest.raises(ValueError, match="no step after the last name"):
        steps(one, "a")


def test_a_step_says_what_comes_next() -> None:
    for move, then in (
        (lambda f: goto(f, "2 Again"), 2), (restart, 0), (finish, 4), (skip, 3), (repeat, 1), (ask_once_more, 0),
    ):  # fmt: skip
        at = frame(2)  # the second step is under way
        assert move(at) is False
        assert at[PC] == then
    at = frame(2)
    assert next_step(at) is one
    assert comes_next(at, "2 Again")
    assert is_before(at, "2 Again")
    assert not is_before(frame(3), "2 Again")
    assert is_over(frame(4))
    assert not is_over(at)
    with pytest.raises(KeyError):
        goto(at, "3 Nowhere")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def modules(game: str) -> list[ModuleType]:
    """The modules of a game, also those of games within it."""
    paths = [path.relative_to(GAMES).with_suffix("") for path in (GAMES / game).rglob("*.py")]
    return [import_module(".".join(("engine.games", *path.parts))) for path in paths]


def test_every_step_that_games_go_to_is_in_one_of_their_programs() -> None:
    found = 0
    for folder in sorted(path for path in GAMES.iterdir() if path.is_dir() and path.name != "__pycache__"):
        names = set()
        for module in modules(folder.name):
            names |= {name for value in vars(module).values() if isinstance(value, Steps) for name in value.names}
        wanted = {
            call.args[1].value
            for path in folder.rglob("*.py")
            for call in ast.walk(tree(path))
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
            if call.func.id in ("goto", "comes_next", "is_before") and isinstance(call.args[1], ast.Constant)
        }
        assert wanted <= names, folder.name
        found += len(wanted)
    assert found > 10


SECTIONS = of_every_game({  # of the rulebooks, as steps name them
    "future-invaders": """Architect draft|Card Types|Combat|Deployed Actions and Reactions|Failures|First combat|
        First turn|Game Grid and Deployment|Game Series|Priority|Replacements|Resources|Scrap Pile|Simultaneous Effects|
        Turn structure""",
    "invasion-tcg": r"[1-6]\.\d+",
    "rone-invasion": """Additional setup|Beginning of turn|Clean played cards zone|Cleanup|Damaging effects|Deal damage|
        Deploy Invasion cards|Discover starting technology|Draw phase|End of the scenario|End of turn|Goal of the game|
        Increase the elapsed time|Main phase|Main phase actions|Pick a leader|Play a card|Players' round|
        Playing cards lifecycle|Recycle a card|Refresh protocols|Reroll token usage|Roll phase|Sacrifice a card|
        Screwing in|Setup|Speed training|Store a resource|Store resources|Train Invasion cards|Train cards|Turn a die|
        Use card activated ability|Use protocols|Use spare parts|Use stored resources""",
    "saucer-dice": "[1-6]|Next|Tally",
    "saucer-people": "Human Defense|Jack|Planetary Attack|Queen|System Attack|Turn Sequence",
})  # fmt: skip


@pytest.mark.parametrize("game", SECTIONS)
def test_every_step_says_which_section_of_the_rulebook_it_is(game: str) -> None:
    section = re.compile("|".join(f"{name.strip()}[,:]" for name in SECTIONS[game].split("|")))
    found = {
        step
        for module in modules(game.replace("-", "_"))
        for value in vars(module).values()
        if isinstance(value, Steps)
        for step in value
        if step.__module__.startswith("engine.games") and "<" not in step.__qualname__
    }
    assert found
    assert [step.__qualname__ for step in found if not section.match(step.__doc__ or "")] == []


def test_only_the_core_and_steps_know_the_number_of_a_step() -> None:
    for path in GAMES.rglob("*.py"):
        assert "PC" not in {node.id for node in ast.walk(tree(path)) if isinstance(node, ast.Name)}
