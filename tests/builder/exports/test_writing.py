"""Exports written to files, and plugins whose targets fail."""

from pathlib import Path

import pytest

from builder import exports
from builder.diagnostics import UsageError
from builder.exports import Exported, Target
from builder.exports.writing import Written, export_to
from tests.support.catalogs import small_catalog
from tests.support.commands import Arsenal
from tests.support.plugins import install


@pytest.mark.parametrize(
    ("name", "reason"), [("failing", "KeyError: 'power'"), ("wordy", "it makes str, not Exported")]
)
def test_a_target_of_a_plugin_that_fails_is_named(
    monkeypatch: pytest.MonkeyPatch, arsenal: Arsenal, name: str, reason: str
) -> None:
    install(monkeypatch, exports.GROUP, **{name: f"{__name__}:{name.upper()}"})
    said = arsenal("export", "earthwall", "--to", name, "-o", "out.txt", code=2).stderr
    assert f'the plugin "{name}" can\'t be used: {reason}' in said
    assert not Path("out.txt").exists()


FAILING = Target("failing", "nothing", ".txt", lambda bundle: Exported(bundle.cards[0].definition["power"]))  # type: ignore[arg-type]
WORDY = Target("wordy", "words", ".txt", lambda bundle: "words")  # type: ignore[arg-type,return-value]
REFUSING = Target("refusing", "nothing", ".txt", lambda bundle: refuse())


def refuse() -> Exported:
    raise UsageError("not today")


def test_a_target_of_a_plugin_may_refuse_in_its_own_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install(monkeypatch, exports.GROUP, refusing=f"{__name__}:REFUSING")
    with pytest.raises(UsageError, match=r"^not today$"):
        export_to(small_catalog(), "my-game", "refusing", tmp_path / "out.txt")


def test_a_deck_is_written_and_its_copies_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    done = export_to(small_catalog(), "first-deck", "text", path)
    assert done == Written(path, f"{path}: 22 cards as a text list")
    assert "3 Coal Sprite\n" in path.read_text("utf-8")


def test_a_game_is_written_a_card_each(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    done = export_to(small_catalog(), "my-game", "csv", path, where="type:spell")
    assert done.line == f"{path}: 2 cards as CSV, a row a card"
    assert len(path.read_text("utf-8").splitlines()) == 3


def test_losses_name_the_target(tmp_path: Path) -> None:
    deck = "name: Two\ngame: my-game\nsections: {main: {flare: 1}, side: {flare: 1}}\n"
    (tmp_path / "deck.yaml").write_text(deck, "utf-8")
    done = export_to(small_catalog(), str(tmp_path / "deck.yaml"), "json", tmp_path / "out.json", force=True)
    assert done.losses == ("json: the deck's sections are added together: json has one count a card",)


def test_nothing_is_written_for_an_unknown_target(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no export target"):
        export_to(small_catalog(), "my-game", "papyrus", tmp_path / "out.txt")
    assert list(tmp_path.iterdir()) == []
