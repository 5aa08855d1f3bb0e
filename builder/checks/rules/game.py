"""Rules about game.yaml: what it names is there, its sizes are known, its types can be printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.checks.checked import CheckedPack
from builder.checks.rules.references import known_card, known_format, known_picture
from builder.diagnostics import Diagnostic, KeyPath, UsageError, suggestion
from builder.documents.data import Data, mapping, sequence
from builder.games.game import BUILT_IN_FACES
from builder.games.sizes import card_size
from builder.schema import describe


def game_is_consistent(checked: CheckedPack) -> Iterator[Diagnostic]:
    """What game.yaml names within the pack is there: resources, the default format, templates, pictures."""
    resources = checked.vocabulary("resources")
    named: list[tuple[KeyPath, Data]] = [
        (("factions", faction, "resource"), described.get("resource"))
        for faction, described in checked.described("factions")
    ]
    named += [
        (("resources", paid, "paid-with", index), payer)
        for paid, described in checked.described("resources")
        for index, payer in enumerate(sequence(described.get("paid-with")))
    ]
    for path, resource in named:
        if isinstance(resource, str) and resource not in resources:
            message = f"{describe(resource)} is not a resource"
            yield Diagnostic("unknown-resource", message, checked.game.span(path), suggestion(resource, resources))
    default = checked.words.get("default-format")
    yield from known_format(checked, default, checked.game.span(("default-format",)))
    faces: list[tuple[KeyPath, Data]] = [((key,), checked.words.get(key)) for key in ("face", "back")]
    faces += [
        ((vocabulary, name, key), described.get(key))
        for vocabulary, keys in (("types", ("face", "back")), ("components", ("face",)))
        for name, described in checked.described(vocabulary)
        for key in keys
        if described.get(key) != "none"
    ]
    own = (name for name in checked.pack.files if name.endswith(".typ.j2"))
    templates = [name.removeprefix("templates/").removesuffix(".typ.j2") for name in own] + [*BUILT_IN_FACES]
    for path, face in faces:
        if isinstance(face, str) and face not in templates:
            message = f"there is no template templates/{face}.typ.j2"
            yield Diagnostic("missing-file", message, checked.game.span(path), suggestion(face, templates))
    for name, described in checked.described("components"):
        card_id = described.get("card")
        if isinstance(card_id, str):
            yield from known_card(checked, card_id, checked.game.span(("components", name, "card")))
    for name, described in checked.described("symbols"):
        image = described.get("image")
        if isinstance(image, str):
            yield from known_picture(checked.pack, image, checked.game.span(("symbols", name, "image")))


def supplies_are_types(checked: CheckedPack) -> Iterator[Diagnostic]:
    """The supplies of the table are types of cards."""
    types = checked.vocabulary("types")
    for index, word in enumerate(sequence(checked.words.get("supplies"))):
        if isinstance(word, str) and word not in types:
            message = f"{describe(word)} is not a type of game.yaml"
            place = checked.game.span(("supplies", index))
            yield Diagnostic("unknown-type", message, place, suggestion(word, types, "types"))


def sizes_are_known(checked: CheckedPack) -> Iterator[Diagnostic]:
    """A card size is one that Arsenal knows by name, or a width and a height."""
    places: list[tuple[KeyPath, Data]] = [(("card-size",), checked.words.get("card-size"))]
    places += [(("types", name, "size"), described.get("size")) for name, described in checked.described("types")]
    for path, size in places:
        if isinstance(size, str):
            try:
                card_size(size)
            except UsageError as error:
                yield Diagnostic("unknown-size", str(error), checked.game.span(path), error.help)


def types_make_sense(checked: CheckedPack) -> Iterator[Diagnostic]:
    """How a type is printed makes sense: outlines fit sizes, and only a type with a back has two sides."""
    for name, described in checked.described("types"):
        own = isinstance(described.get("size"), str)
        form = described.get("form", "card")
        sides = _sides(described["size"] if own else checked.words.get("card-size", "standard"))
        for key, message, help_ in _contradictions(described, form, sides if own or form != "die" else None):
            path: KeyPath = ("types", name, key) if key in described else ("types", name)
            place = checked.game.span(path) if key in described else checked.game.key_span(path)
            yield Diagnostic("contradictory-type", f"{describe(name)} {message}", place, help_)


def _contradictions(
    described: Mapping[str, Data], form: Data, sides: tuple[float, float] | None
) -> Iterator[tuple[str, str, str]]:
    """(key, message, help) for each contradiction in a type; `sides` in mm, None where they are not known."""
    square = sides is None or abs(sides[0] - sides[1]) < 1e-6
    if form == "die":
        if "size" not in described:
            yield "form", "is a die without a size", "write the length of its edges: size: 16mm"
        elif not square:
            yield "size", "is a die, whose faces are squares", "write the length of its edges: size: 16mm"
        for key in ("shape", "two-sided", "back"):
            if key in described and described[key] not in (False, "none", "rectangle"):
                yield key, f"is a die, which has no {describe(key)}", "remove it, or change the form"
        return
    if described.get("shape") == "circle" and not square:
        key = "size" if "size" in described else "shape"
        yield key, "is a circle with a width other than its height", "write the diameter alone: size: 25mm"
    back = described.get("back", "none" if form in ("board", "token") else "")
    if described.get("two-sided") is True and back == "none":
        yield "two-sided", "is two-sided and has no back", "name the template of its back: back: ..., or remove it"


def tables_make_sense(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Each area of the table lies in one place, and game.yaml describes only areas that lie somewhere."""
    table = mapping(checked.words.get("table"))
    placed: set[str] = set()
    for whose in ("seat", "table"):
        seen: set[str] = set()
        for line, areas in enumerate(sequence(table.get(whose))):
            for number, area in enumerate(sequence(areas)):
                if not isinstance(area, str):
                    continue
                if area in seen:
                    place = checked.game.span(("table", whose, line, number))
                    yield Diagnostic("contradictory-table", f"{describe(area)} lies twice in {whose}", place)
                seen.add(area)
        placed |= seen
    for area in mapping(table.get("areas")) if placed else ():
        if area not in placed:
            place = checked.game.key_span(("table", "areas", area))
            message = f"{describe(area)} is no area of the lines of seat or table"
            yield Diagnostic("contradictory-table", message, place, suggestion(area, placed, "areas"))


def _sides(size: Data) -> tuple[float, float] | None:
    try:
        known = card_size(size) if isinstance(size, str) else None
    except UsageError:
        return None  # which is a fault of its own
    return (known.width, known.height) if known else None
