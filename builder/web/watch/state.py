"""A pack while its author writes it: read again after each change, with the last good state of each file.

For a file with errors its last good state is shown, so that a half-typed card removes nothing from the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from builder.checks import CardSource, CheckedPack, Read, check_pack
from builder.diagnostics import Diagnostic, FindingsError, Span
from builder.documents.data import text
from builder.games import Card, Game, card_from, game_from, newest
from builder.games.game import DEFAULT_LANGUAGE
from builder.library.search import index_of, matching_ids
from builder.packs.pack import EXPANSION_FILE, GAME_FILE, Pack, read
from builder.storage.listing import named_in
from builder.translations.localized import (
    GAME,
    Translation,
    card_with_words,
    game_with_words,
    no_words,
    schema_with_words,
)
from renderers.layout.cutpaths import guides_svg
from renderers.layout.options import SheetOptions
from renderers.outputs.images import ALONE, PicturePlan, pictures_of, shared_pictures

WITH_GUIDES = replace(ALONE, guides=True)
SHARED_FILES = ("templates/", "fonts/")  # files that any picture may depend on


@dataclass(frozen=True, slots=True)
class WatchedThing:
    """Something with a picture, such as a card or a back: the picture's name, its title, its size in mm, and its card
    if any.
    """

    name: str
    title: str
    width: float
    height: float
    card: str = ""  # its id


@dataclass(frozen=True)
class Snapshot:
    """What the page shows: a game's things in order. `versions` has a number for each, which grows when it may look
    different.
    """

    game: Game
    cards: Mapping[str, Card]
    things: Mapping[str, WatchedThing]
    versions: Mapping[str, int]

    def picture(self, name: str) -> PicturePlan:
        """The picture to draw for the thing of that name."""
        return self._picture(name, ALONE)

    def guides(self, name: str) -> bytes:
        """The cut line and safe zone of the thing of that name, as an SVG overlay for its picture."""
        return guides_svg(self._picture(name, WITH_GUIDES).page)

    def _picture(self, name: str, layout: SheetOptions) -> PicturePlan:
        card = self.things[name].card
        made = pictures_of(self.game, self.cards[card], layout) if card else shared_pictures(self.game, layout)
        return next(picture for picture in made if picture.name == name)


@dataclass(frozen=True, slots=True)
class PackChange:
    """What changed since the pack was last read: the names of things, and whether everything may look different."""

    things: list[str] = field(default_factory=list)
    everything: bool = False


class Watched:
    """A pack that is watched: the cards that match a query, in a language (by default the game's own).

    `game` is the folder of the game that the pack extends, if any; it is read as well. Call `refresh` when a file may
    have changed.
    """

    def __init__(
        self, root: Path, *, is_bundled: bool = False, where: str = "", language: str = "", game: Path | None = None
    ) -> None:
        self.game = game
        self.root, self.is_bundled, self.where, self.language = root, is_bundled, where, language
        self.snapshot: Snapshot | None = None
        self.diagnostics: list[Diagnostic] = []
        self.sources: dict[str, CardSource] = {}  # cards by id, in their last state without errors
        self.translation = Translation(language)  # in its last state without errors
        self.checked: CheckedPack | None = None  # in the state that was read last
        self.good: CheckedPack | None = None  # in the last state without any error
        self._pack: Pack | None = None
        self._stamps: dict[str, tuple[int, int]] = {}
        self._read: Read = {}
        self._good: dict[str, list[CardSource]] = {}  # cards in their last good state, by file
        self._shared: tuple[object, ...] = ()
        self._cards: dict[str, Card] = {}
        self._matching: set[str] = set()
        self._times = 0

    def refresh(self) -> PackChange | None:
        """Read the files again; None where nothing changed. `diagnostics` then has what is wrong with them.

        Raises FindingsError for a faulty query at the first call, UsageError for an unknown language.
        """
        pack = read(self.root, is_bundled=self.is_bundled)
        if self.game:
            pack = replace(read(self.game), expansions=(pack,))
        stamps = {
            named_in("" if one is pack else one.game_id, name): (file.changed, file.size)
            for one in pack.members
            for name, file in one.others.items()
        }
        if self._pack and stamps == self._stamps and _same(pack, self._pack):
            return None
        touched = {name for name in stamps.keys() | self._stamps.keys() if stamps.get(name) != self._stamps.get(name)}
        self._pack, self._stamps = pack, stamps
        self._times += 1
        checked = check_pack(pack, self._read)
        self.good = checked if checked.ok else self.good
        self.checked = checked  # after `good`: for other threads a new `checked` means a new `good`
        self.diagnostics = list(checked.diagnostics)
        faulty = {d.span.path if d.span else "" for d in checked.diagnostics if d.severity == "error"}
        for one in pack.members:
            if one.manifest not in one.files or one.is_expansion != (one is not pack):
                missing = Span(one.shown(GAME_FILE if one is pack else EXPANSION_FILE))
                self.diagnostics = [Diagnostic("unreadable-file", "there is no such file", missing)]
                return PackChange()
        everywhere = ("", "game.yaml", "card.schema.json", "verbs.yaml", f"phrases/{checked.language}.yaml")
        manifests = {one.shown(one.manifest) for one in pack.members}
        if faulty & {"", *map(pack.shown, everywhere), *manifests} or not checked.words:
            return PackChange()
        return self._take(checked, faulty, touched)

    def _take(self, checked: CheckedPack, faulty: set[str], touched: set[str]) -> PackChange:
        """Take over what was read, except the `faulty` files. `touched` are the other files that changed."""
        self._take_translation(checked, faulty)
        files, words = checked.pack.files, checked.words
        schema = checked.card_schema
        if entries := self.translation.entries:
            words = game_with_words(words, entries.get(GAME), self.language)
            schema = schema_with_words(schema, entries.get(GAME), checked.words)
        images = {symbol.get("image") for _, symbol in checked.described("symbols")}
        templates = {name: content for name, content in files.items() if name.startswith(SHARED_FILES)}
        shared = (words, schema, templates)
        everything = shared != self._shared or any(n.startswith(SHARED_FILES) or n in images for n in touched)
        self._shared = shared
        changed = self._take_cards(checked, faulty)
        changed |= {card.id for card in self._cards.values() if card.art in touched}
        places = checked.places_of_game()
        root, expansions = checked.pack.root, checked.expansions
        game = game_from(words, schema, root=root, bundled=self.is_bundled, places=places, expansions=expansions)
        self._match(checked, None if everything else changed)
        known = self.snapshot.versions if self.snapshot else {}
        things = {thing.name: thing for thing in self._things(game)}
        differ = [name for name, thing in things.items() if everything or name not in known or thing.card in changed]
        versions = {name: known.get(name, 0) for name in things} | dict.fromkeys(differ, self._times)
        self.snapshot = Snapshot(game, self._cards, things, versions)
        return PackChange(differ, everything)

    def _take_translation(self, checked: CheckedPack, faulty: set[str]) -> None:
        """Take over the language's file, if it has no errors."""
        own = text(checked.words.get("language")) or DEFAULT_LANGUAGE
        if not self.language or self.language == own:
            return
        document = checked.locales.get(self.language)
        if document is None and self.snapshot is None:
            raise no_words(text(checked.words["name"]), self.language, [own, *checked.locales])
        if document and document.path not in faulty:
            self.translation = checked.translation(self.language)

    def _take_cards(self, checked: CheckedPack, faulty: set[str]) -> set[str]:
        """Take over the cards of the files without errors; returns the ids of those that changed or are new."""
        read_again: dict[str, list[CardSource]] = {}
        for source in checked.cards:
            read_again.setdefault(source.document.path, []).append(source)
        members = checked.pack.members
        files = [one.shown(name) for one in members for name in one.files if name.startswith("sets/")]
        self._good = {path: (self._good if path in faulty else read_again).get(path, []) for path in files}
        place = {set_id: number for number, set_id in enumerate(checked.vocabulary("sets"))}
        sources = [source for good in self._good.values() for source in good if source.set_id in place]
        sources.sort(key=lambda source: (place[source.set_id], source.definition["number"]))
        before, self._cards, self.sources = self._cards, {}, {}
        changed = set()
        for source in sources:
            if source.id in self._cards:
                continue
            card, was = checked.abilities.compiled(source.definition, checked.language), before.get(source.id)
            if source.id in self.translation.entries:
                card = card_with_words(card, self.translation.entries[source.id])
            printings = checked.printings.get(source.id, ())
            if was is None or (was.set_id, was.definition, was.printings) != (source.set_id, card, printings):
                made = newest(card_from(card, checked.id, source.set_id, printings=printings, pack=source.pack))
                if made != was:
                    changed.add(source.id)
                was = made
            self._cards[source.id] = was
            self.sources[source.id] = source
        return changed

    def _match(self, checked: CheckedPack, among: set[str] | None) -> None:
        """Run the query again, on the cards with these ids only, or on all."""
        if not self.where:
            self._matching = set(self._cards)
            return
        sources = [source for card_id, source in self.sources.items() if among is None or card_id in among]
        if sources or self.snapshot is None:
            try:
                found = _matching(checked, sources, self.where)
            except FindingsError as error:
                if self.snapshot is None:
                    raise
                self.diagnostics += error.diagnostics
                return
            self._matching = (self._matching - {source.id for source in sources}) | found

    def _things(self, game: Game) -> Iterator[WatchedThing]:
        sizes: dict[tuple[str, int], list[tuple[str, float, float]]] = {}
        for card_id, card in self._cards.items():
            if card_id not in self._matching:
                continue
            alike = (card.type, len(card.faces))
            if alike not in sizes:
                made = pictures_of(game, card)
                sizes[alike] = [(p.name.removeprefix(card_id), p.page.width, p.page.height) for p in made]
            for ending, width, height in sizes[alike]:
                yield WatchedThing(card_id + ending, card.name + ", back" * bool(ending), width, height, card_id)
        if not self.where:
            for picture in shared_pictures(game):
                yield WatchedThing(
                    picture.name, picture.name.removeprefix(":"), picture.page.width, picture.page.height
                )


def _matching(checked: CheckedPack, sources: list[CardSource], where: str) -> set[str]:
    """The ids of the cards among `sources` that a query finds. Raises QueryError."""
    pairs = [(source, checked.abilities.compiled(source.definition, checked.language)) for source in sources]
    printings = checked.printings
    cards = [
        card_from(d, checked.id, source.set_id, printings=printings.get(source.id, ()), pack=source.pack)
        for source, d in pairs
    ]
    return set(matching_ids(index_of(cards, checked.fields), where))


def _same(one: Pack, other: Pack) -> bool:
    return [(each.files, each.others, each.diagnostics) for each in one.members] == [
        (each.files, each.others, each.diagnostics) for each in other.members
    ]
