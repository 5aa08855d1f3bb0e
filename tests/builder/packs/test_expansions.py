"""Which expansion belongs to which game, and what is said of one that belongs to none."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.checks import check_pack
from builder.diagnostics import UsageError
from builder.packs.expansions import fits
from builder.packs.pack import Pack
from tests.support.expansions import base, expansion, joined, wave

VERSIONS = st.lists(st.integers(0, 30), min_size=1, max_size=4)


def faults(pack: Pack) -> list[tuple[str, str, int, str]]:
    return [(d.code, d.message, d.span.line if d.span else 0, d.help) for d in check_pack(pack).diagnostics]


def test_an_expansion_is_put_to_the_game_that_it_extends() -> None:
    [whole] = joined(wave())
    assert [member.game_id for member in whole.members] == ["my-game", "wave"]
    assert check_pack(whole).diagnostics == []


def test_the_order_of_folders_does_not_matter() -> None:
    some = [expansion(name) for name in ("alpha", "beta", "gamma")]
    [one], [other] = joined(*some), joined(*some[::-1])
    assert [member.game_id for member in one.members] == ["my-game", "alpha", "beta", "gamma"]
    assert one.key == other.key != base().key


@pytest.mark.parametrize(
    ("said", "code", "message", "line", "help_"),
    [
        ({"extends": "my-gaem"}, "unknown-base", 'there is no game "my-gaem" here', 3, 'did you mean "my-game"?'),
        ({"extends": None}, "wrong-type", "", 3, ""),
        ({"extends": ["my-game"]}, "wrong-type", "", 4, ""),
        ({"id": "my-game"}, "taken-id", '"my-game" is the id of a game', 1, ""),
        ({"requires": ">=2"}, "wrong-version", "version >=2 of my-game is needed, and this is 1.4", 5, ""),
        ({"requires": ">=1.2, <1.4"}, "wrong-version", "version >=1.2, <1.4 of my-game is needed", 5, ""),
    ],
)
def test_an_expansion_that_belongs_to_no_game_says_why(
    said: dict[str, Any], code: str, message: str, line: int, help_: str
) -> None:
    whole, alone = joined(expansion("wave", said), game=base(version='"1.4"'))
    assert whole.expansions == ()
    [found] = faults(alone)
    assert (found[0], found[2]) == (code, line)
    assert found[1].startswith(message)
    assert found[3].startswith(help_)


def test_versions_that_are_asked_for() -> None:
    game = base(version='"1.4"')
    for bounds in (">=1.2", ">= 1.4, <2", "==1.4.0", "<=1.10", ">1"):
        [whole] = joined(expansion("wave", {"requires": bounds}), game=game)
        assert len(whole.expansions) == 1, bounds
    _, alone = joined(expansion("wave", {"requires": ">=1"}))
    assert "this one has no version" in faults(alone)[0][1]
    [whole] = joined(expansion("wave", {"requires": "about 1"}), game=game)  # which its schema has something against
    assert [d.code for d in check_pack(whole).diagnostics] == ["bad-format"]
    assert joined(expansion("wave", {"requires": ">=" + "9" * 5000}), game=game)


@given(VERSIONS, VERSIONS)
def test_exactly_one_of_below_equal_and_above_holds(one: list[int], other: list[int]) -> None:
    first, second = (".".join(map(str, numbers)) for numbers in (one, other))
    results = [fits(first, f"{sign}{second}") for sign in ("<", "==", ">")]
    assert sum(results) == 1
    assert fits(first, f">={second}") == (results[1] or results[2])
    assert fits(second, f"<{first}") == results[2]
    assert fits(first, f"<={second}, >={second}") == results[1]


def test_an_expansion_of_an_expansion_is_shown_the_game() -> None:
    whole, alone = joined(wave(), expansion("ripple", {"extends": "wave"}))
    assert [one.game_id for one in whole.expansions] == ["wave"]
    [(code, message, line, help_)] = faults(alone)
    assert (code, message, line) == ("extended-expansion", '"wave" is no game: it extends "my-game"', 3)
    assert help_ == 'write "my-game", the game that both are for'


def test_a_circle_is_shown() -> None:
    whole, *alone = joined(
        expansion("a", {"extends": "b"}), expansion("b", {"extends": "c"}), expansion("c", {"extends": "a"})
    )
    assert whole.expansions == ()
    assert [faults(one)[0][1] for one in alone] == [
        "this extends itself: a → b → c → a",
        "this extends itself: b → c → a → b",
        "this extends itself: c → a → b → c",
    ]
    _, me = joined(expansion("me", {"extends": "me"}))
    assert faults(me)[0][1] == "this extends itself: me → me"
    _, outside, inner = joined(expansion("z", {"extends": "lost"}), expansion("y", {"extends": "z"}))
    assert [faults(outside)[0][0], faults(inner)[0][0]] == ["extended-expansion", "unknown-base"]


def test_two_expansions_of_one_id_are_refused() -> None:
    with pytest.raises(UsageError, match='two packs say that they are "wave"') as refused:
        joined(wave(), expansion("wave"))
    assert "in one pack.yaml" in refused.value.help


def test_an_expansion_that_cant_be_read_says_so_alone() -> None:
    broken = expansion("wave")
    broken.files["pack.yaml"] = b"id: [\n"
    whole, alone = joined(broken)
    assert whole.expansions == ()
    assert [code for code, *_ in faults(alone)] == ["yaml-syntax"]
    broken.files["pack.yaml"] = b""
    assert [code for code, *_ in faults(joined(broken)[1])] == ["empty-file"]
