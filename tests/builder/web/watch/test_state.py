"""A pack as last read: what changed, what it shows in which language, and what remains while a file has errors."""

import json
from pathlib import Path

import pytest

from builder.diagnostics import FindingsError, UsageError
from builder.web.watch import served
from builder.web.watch.state import PackChange, Watched
from tests.support.commands import Arsenal
from tests.support.packs import PHRASES, VERBS, able_schema
from tests.support.watching import SECONDS, Watch, card, french, low, shown, write

pytestmark = pytest.mark.usefixtures("alone")


@pytest.mark.long
def test_a_translation_is_followed(pack: Path, watch: Watch) -> None:
    french(pack, **{"card-2": "Carte deux", "card-3": "Carte trois"})
    page = watch(language="fr")
    titles = {thing["name"]: thing["title"] for thing in page.state()["things"]}
    assert [titles[f"card-{n}"] for n in (1, 2, 3)] == ["Card 1", "Carte deux", "Carte trois"]
    before, count = page.picture("card-2"), page.state()["event"]
    french(pack, **{"card-2": "Carte numéro deux", "card-3": "Carte trois"})
    assert page.wait_for(count, lambda e: "changed" in e)["changed"] == ["card-2"]
    assert page.picture("card-2") != before
    mended, count = page.picture("card-2"), page.state()["event"]
    write(pack / "locales/fr.yaml", "cards: {card-2: [")
    assert page.wait_for(count, lambda e: e.get("findings"))["findings"][0]["code"] == "yaml-syntax"
    assert page.picture("card-2") == mended
    french(pack, **{"card-2": "Mot " * 29})
    page.picture("card-2")
    found = page.wait_for(count, lambda e: any(f["code"] == "text-overflow" for f in e.get("findings", ())))
    assert any("locales/fr.yaml:1:" in f["place"] for f in found["findings"] if f["code"] == "text-overflow")


def test_a_language_that_is_not_there_is_refused(pack: Path, arsenal: Arsenal) -> None:
    french(pack)
    said = arsenal("watch", str(pack), "--no-browser", "--lang", "fra", code=2).stderr
    assert 'Moon Duel has no words in "fra"' in said
    assert 'did you mean "fr"?' in said


def test_cards_come_and_go(pack: Path, watch: Watch) -> None:
    page = watch()
    write(pack / "sets/core/more.yaml", [card(31)])
    page.wait_for(0, lambda e: e.get("list"))
    assert "card-31" in [thing["name"] for thing in page.state()["things"]]
    assert page.picture("card-31").startswith(b"<svg")
    count = page.state()["event"]
    (pack / "sets/core/more.yaml").unlink()
    page.wait_for(count, lambda e: e.get("list"))
    assert "card-31" not in [thing["name"] for thing in page.state()["things"]]
    assert page.ask("/watch/pictures/card-31")[0] == 404


def test_a_card_that_matches_no_more_goes(pack: Path) -> None:
    watched = Watched(pack, where="cost>=4")
    usual = [f"card-{n}" for n in (4, 9, 14, 19, 24, 29)]
    for cost, more in ((2, []), (9, ["card-2"]), (2, [])):
        low(pack, cost=cost)
        assert [*shown(watched).things] == more + usual


def test_what_did_not_change_says_nothing(pack: Path) -> None:
    watched = Watched(pack)
    assert watched.refresh() == PackChange([*(f"card-{n}" for n in range(1, 31)), ":back"], everything=True)
    assert watched.refresh() is None


def test_a_changed_card_has_a_newer_version_and_no_other(pack: Path) -> None:
    watched = Watched(pack)
    before = shown(watched).versions
    low(pack, text="Another text.")
    assert watched.refresh() == PackChange(["card-2"])
    after = shown(watched).versions
    assert after["card-2"] > before["card-2"]
    assert {**after, "card-2": 0} == {**before, "card-2": 0}
    assert shown(watched).picture("card-2").name == "card-2"


def test_a_file_with_errors_is_shown_as_it_last_was(pack: Path) -> None:
    watched = Watched(pack)
    watched.refresh()
    write(pack / "sets/core/low.yaml", "- id: [\n")
    assert watched.refresh() == PackChange()
    assert [found.code for found in watched.diagnostics] == ["yaml-syntax"]
    assert shown(watched).cards["card-2"].name == "Card 2"
    low(pack, name="Mended")
    assert watched.refresh() == PackChange(["card-2"])
    assert (watched.diagnostics, shown(watched).cards["card-2"].name) == ([], "Mended")


def test_a_faulty_query_or_language_is_refused_at_the_beginning(pack: Path) -> None:
    with pytest.raises(FindingsError) as refused:
        Watched(pack, where="costt>=4").refresh()
    assert [found.code for found in refused.value.diagnostics] == ["unknown-field"]
    with pytest.raises(UsageError, match='no words in "fr"'):
        Watched(pack, language="fr").refresh()


def test_what_abilities_say_is_shown_and_found(pack: Path) -> None:
    write(pack / "card.schema.json", able_schema().decode())
    write(pack / "verbs.yaml", json.dumps(VERBS))
    (pack / "phrases").mkdir(exist_ok=True)
    (pack / "abilities.schema.json").unlink(missing_ok=True)
    write(pack / "phrases/en.yaml", json.dumps(PHRASES["en"]))
    two = card(2, type="creature", power=2, abilities={"draw": 2}, win={"do": {"draw": 7}})
    del two["text"]
    write(pack / "sets/core/low.yaml", [two])
    watched = Watched(pack, where="op:draw and text:2 and win:7")
    assert shown(watched).cards["card-2"].text == "Draw 2 cards."
    assert (watched.diagnostics, [*shown(watched).things]) == ([], ["card-2"])
    otherwise = {**PHRASES["en"], "effects": {**PHRASES["en"]["effects"], "draw": "take {main}"}}
    for said, change in ((json.dumps(otherwise), PackChange(["card-2"])), ("{", PackChange())):
        write(pack / "phrases/en.yaml", said)
        assert watched.refresh() == change
        assert shown(watched).cards["card-2"].text == "Take 2."


ODD_FACES = [
    [["spark"], []], [["spark"] * 9] * 20, [["spark"], ["no-such-symbol"]], [["spark"], [{"a": 1}]],
    [[["spark"]], []], [[]], [], [None, []], {}, [1.5, []], ["spark", "spark"], [["spark", None], []],
    [["spark"] * 400, []],
    [["spark"]] * 400, "spark", 5, True, None, {"spark": 1}, 10**30, "\0",
]  # fmt: skip


def test_odd_faces_of_a_die_end_nothing(pack: Path) -> None:
    schema = json.loads((pack / "card.schema.json").read_text("utf-8"))
    schema["items"]["properties"]["faces"] = True  # the pack's own schema lets all of them pass
    (pack / "card.schema.json").write_text(json.dumps(schema), "utf-8")
    watched = Watched(pack)
    watched.refresh()
    harmless = []
    for odd in ODD_FACES:
        low(pack, faces=odd)
        assert watched.refresh() is not None
        if watched.diagnostics:
            assert {d.span.path.split("/")[-1] for d in watched.diagnostics if d.span} == {"low.yaml"}
        else:
            harmless.append(odd)
        assert "card-2" in shown(watched).things
    assert harmless == ODD_FACES[:3]
    low(pack, faces=harmless[2])  # of a symbol that is not there
    with served(Watched(pack), 0) as (preview, _):
        assert preview.drawing.get("card-2", SECONDS)


def test_a_card_in_several_sets_is_shown_as_in_the_newest(pack: Path) -> None:
    watched = Watched(pack)
    watched.refresh()
    text = (pack / "game.yaml").read_text("utf-8")
    write(pack / "game.yaml", text.replace("    code: C\n", "    code: C\n  zeta: {name: Zeta, code: Z}\n", 1))
    (pack / "sets/zeta").mkdir()
    write(pack / "sets/zeta/reprints.yaml", [{"card": "card-2", "number": 7}])
    watched.refresh()
    assert watched.diagnostics == []
    for number in (8, 9):
        write(pack / "sets/zeta/reprints.yaml", [{"card": "card-2", "number": number}])
        assert watched.refresh() == PackChange(["card-2"])
        found = shown(watched).cards["card-2"]
        assert (found.set_id, found.number) == ("zeta", number)
    assert list(shown(watched).things)[1] == "card-2"
    write(pack / "sets/core/more.yaml", [card(31)])
    assert watched.refresh() == PackChange(["card-31"])


def test_an_expansion_is_watched_with_its_game(pack: Path) -> None:
    root = pack.parent / "far-side"
    (root / "sets/far-side").mkdir(parents=True)
    (root / "art").mkdir()
    said = "{id: far-side, name: Far Side, extends: moon-duel, credit: Me., sets: {far-side: {name: Far Side}}}"
    write(root / "pack.yaml", said)
    write(root / "art/cat.svg", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>")
    write(root / "sets/far-side/cards.yaml", [{**card(99), "art": "art/cat.svg"}])
    watched = Watched(root, where="pack:far-side", game=pack)
    assert watched.refresh() == PackChange(["card-99"], everything=True)
    assert watched.diagnostics == []
    assert shown(watched).cards["card-99"].art == ".packs/far-side/art/cat.svg"
    assert watched.refresh() is None
    write(root / "art/cat.svg", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 2'/>")
    assert watched.refresh() == PackChange(["card-99"])
    write(pack / "sets/core/more.yaml", [card(31)])
    assert watched.refresh() == PackChange([])
    write(root / "pack.yaml", said.replace("name: Far Side, ext", "nam: Far Side, ext"))
    assert watched.refresh() == PackChange()
    assert {d.code for d in watched.diagnostics} == {"unknown-key"}
