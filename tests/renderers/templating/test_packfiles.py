"""Templates reach nothing but what is really inside their pack."""

import os
from pathlib import Path

import pytest

from renderers.outputs.sheets import check_faces
from renderers.templating.packfiles import PackFiles, is_built_in
from renderers.templating.sandbox import RenderError, place_in
from tests.support.renders import card, fault, pack


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "x/../../secret", ".."])
def test_jinja_reads_nothing_but_the_packs_templates(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.typ.j2").write_text("secret", "utf-8")
    found = fault(tmp_path / "pack", f'{{% include "../{name}.typ.j2" %}}')
    assert found.code in ("path-outside-pack", "missing-file", "unknown-template")


@pytest.mark.parametrize("art", ["../secret.svg", "/etc/passwd", "art/../../secret.svg", "link.svg"])
def test_art_stays_in_the_pack(tmp_path: Path, art: str) -> None:
    (tmp_path / "secret.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", "utf-8")
    game = pack(tmp_path / "pack", "#image({{ art }})")
    (tmp_path / "pack" / "link.svg").symlink_to("../secret.svg")
    assert [(found.code, found.subject) for found in check_faces(game, [card(art=art)])] == [
        ("path-outside-pack", "test-ship")
    ]


def test_art_that_is_not_there(tmp_path: Path) -> None:
    (found,) = check_faces(pack(tmp_path, "#image({{ art }})"), [card(art="art/none.png")])
    assert (found.code, found.message) == ("missing-file", 'test-ship: the pack has no file "art/none.png"')


@pytest.mark.parametrize("name", ["../art", "/etc/passwd", "none"])
def test_a_drawing_stays_in_the_pack(tmp_path: Path, name: str) -> None:
    assert fault(tmp_path, f"#image({{{{ draw('{name}') }}}})").code in ("path-outside-pack", "missing-file")


def test_a_template_linked_from_elsewhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.typ").write_text("#let secret = 1", "utf-8")
    game = pack(tmp_path / "pack", '#import "/templates/link.typ": secret')
    (tmp_path / "pack" / "templates" / "link.typ").symlink_to(tmp_path / "secret.typ")
    (finding,) = check_faces(game, [card()])
    assert finding.code == "path-outside-pack"


def test_files_have_one_name_however_they_are_named(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art/x.svg").write_text("<svg/>", "utf-8")
    files = PackFiles(tmp_path)
    assert {files.attach(name) for name in ("art/x.svg", "./art//x.svg", "art/y/../x.svg")} == {"/art/x.svg"}
    assert files.files == {"art/x.svg": b"<svg/>"}
    assert files.names() == ["art/x.svg"]
    with pytest.raises(RenderError, match="has no file") as caught:
        files.attach("art/y.svg")
    assert caught.value.diagnostic.help == 'did you mean "art/x.svg"?'


def test_templates_are_found_by_name_and_our_own_come_first(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates/face.typ.j2").write_text("mine", "utf-8")
    (tmp_path / "templates/generic.typ.j2").write_text("mine", "utf-8")
    (tmp_path / "templates/bad.typ.j2").write_bytes(b"\xff")
    files = PackFiles(tmp_path)
    assert files.template("face.typ.j2") == ("mine", "templates/face.typ.j2", None)
    generic = files.template("generic.typ.j2")
    assert generic
    assert generic[0] != "mine"
    assert is_built_in(generic[1])
    with pytest.raises(RenderError, match="not UTF-8"):
        files.template("bad.typ.j2")
    with pytest.raises(RenderError) as caught:
        files.template("fase.typ.j2")
    assert caught.value.diagnostic.help == 'did you mean "face"?'
    assert (files.text("templates/none"), files.text("templates/face.typ.j2")) == ("", "mine")


def test_a_file_of_the_pack_is_never_taken_for_one_of_arsenal(tmp_path: Path) -> None:
    picture = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>"
    for name in ("arsenal/faces/x.svg", "arsenal/drawn/0-d.svg", "arsenal/kit.typ"):
        path = tmp_path / f"{name.count('/')}{len(name)}" / name
        path.parent.mkdir(parents=True)
        path.write_text(picture, "utf-8")
        template = "#import \"/arsenal/kit.typ\": *\n{% if art.endswith('svg') %}#image({{ art }}){% endif %}"
        game = pack(path.parents[name.count("/")], template)
        assert check_faces(game, [card(art=name)]) == []


def test_hidden_files_and_linked_folders_are_not_there(tmp_path: Path) -> None:
    (tmp_path / "elsewhere/art").mkdir(parents=True)
    (tmp_path / "elsewhere/art/x.svg").write_text("<svg/>", "utf-8")
    game = pack(tmp_path / "pack", "#image({{ art }})")
    (tmp_path / "pack/.art").mkdir()
    (tmp_path / "pack/.art/x.svg").write_text("<svg/>", "utf-8")
    (tmp_path / "pack/art").symlink_to("../elsewhere/art")
    (tmp_path / "pack/templates/more").symlink_to("/usr")
    (tmp_path / "pack/linked.svg").symlink_to(".art/x.svg")
    files = PackFiles(tmp_path / "pack")
    assert files.names() == ["templates/face.typ.j2"]
    assert set(files.listed) == {"art", "linked.svg", "templates/face.typ.j2", "templates/more"}
    for art, code in {
        ".art/x.svg": "missing-file", "art/x.svg": "missing-file", "linked.svg": "path-outside-pack",
    }.items():  # fmt: skip
        assert [fault.code for fault in check_faces(game, [card(art=art)])] == [code]


def test_a_pipe_among_the_templates_is_not_waited_for(tmp_path: Path) -> None:
    game = pack(tmp_path, "x")
    os.mkfifo(tmp_path / "templates/pipe.typ")
    (finding,) = check_faces(game, [card()])
    assert (finding.code, finding.span) == ("unreadable-file", place_in(str(tmp_path / "templates/pipe.typ"), 1))


def test_only_our_own_templates_have_absolute_paths(tmp_path: Path) -> None:
    (tmp_path / "secret.typ.j2").write_text("secret", "utf-8")
    assert not is_built_in(str(tmp_path / "secret.typ.j2"))
    assert PackFiles(tmp_path / "pack").text(str(tmp_path / "secret.typ.j2")) == ""
