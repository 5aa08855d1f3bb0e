"""Gives a card another id: in its file, and wherever the pack names it.

The old id becomes an alias, so that decks elsewhere still load.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from builder.authoring.changes import Changes, write
from builder.checks.checked import CardSource, CheckedPack
from builder.diagnostics import FindingsError, KeyPath, Span, UsageError, suggestion
from builder.documents.data import mapping, sequence, texts
from builder.documents.document import Document
from builder.documents.editing import CannotEditError
from builder.documents.editing.patching import insert_key, source_at, spliced
from builder.documents.reading import parse
from builder.documents.scalars import as_word
from builder.legality.faults import queries_of
from builder.naming import slug
from builder.packs.expansions import Whole, itself
from builder.packs.pack import Pack, read
from builder.storage.files import display

MOST_ROUNDS = 100  # of looking for places that name the card: a round finds as many as a report lists


@dataclass
class Renamed:
    """A card's new id: `places` is how many places were changed, `mentions` are places that only a person can judge."""

    changes: Changes
    old: str
    new: str
    places: int = 0
    mentions: list[str] = field(default_factory=list)


def rename_card(old: str, new: str, root: Path, *, dry_run: bool = False, whole: Whole = itself) -> Renamed:
    """Rename a card of the pack at `root`, in all its files or, where something prevents it, in none.

    Its cards, decks, translations, rulings, formats and game.yaml name it by the new id; comments and layout stay. With
    `dry_run` nothing is written. `whole` finds the game of an expansion, with it. Raises UsageError where there is no
    card `old` or `new` is taken or no id, and FindingsError for a pack with errors, where it is not known what names
    the card.
    """
    renamed = plan_rename(old, new, read(root), whole)
    if not dry_run:
        write(renamed.changes)
    return renamed


def plan_rename(old: str, new: str, pack: Pack, whole: Whole = itself) -> Renamed:
    """The changes that rename a card, see `rename_card`."""
    done = Renamed(Changes(pack, whole=whole), old, new)
    checked = done.changes.checked()
    if not checked.ok:
        raise FindingsError(d for d in checked.diagnostics if d.severity == "error")
    card = _card(checked, old)
    if not done.changes.named(card.document.path):
        message = f'"{old}" is a card of {card.pack or checked.id}'
        raise UsageError(message, "rename it there; decks elsewhere still load")
    _check_new(checked, card, new)
    _rename_at_home(done.changes, card, new)
    done.places += 1 + _rename_in_queries(done.changes, checked, old, new)
    for _ in range(MOST_ROUNDS):
        checked = done.changes.checked()
        if errors := [d for d in checked.diagnostics if d.severity == "error"]:
            raise FindingsError(errors)
        places = [d.span for d in checked.diagnostics if d.code == "renamed-card" and d.fix and d.fix.text == new]
        changed = _replace(done.changes, places, new)
        if not changed:
            break
        done.places += changed
    done.mentions = list(_mentions(done.changes, card, old))
    return done


def _card(checked: CheckedPack, old: str) -> CardSource:
    for card in checked.cards:
        if card.id == old:
            return card
    if old in checked.aliases:
        raise UsageError(f'"{old}" is a former id of "{checked.aliases[old]}"', f"rename {checked.aliases[old]}")
    raise UsageError(f'there is no card "{old}"', suggestion(old, checked.ids, "ids"))


def _check_new(checked: CheckedPack, card: CardSource, new: str) -> None:
    """Raises UsageError where `new` can't be the card's id."""
    if (better := slug(new)) != new:
        help_ = "use lower-case letters, digits and single hyphens" + (f": {better}" if better else "")
        raise UsageError(f'"{new}" can\'t be an id', help_)
    if new == card.id:
        raise UsageError(f'the card is called "{new}" already')
    if new in checked.ids:
        raise UsageError(f'"{new}" is the id of another card', "choose another id")
    if checked.aliases.get(new, card.id) != card.id:
        help_ = "choose another id, or decks would mix them up"
        raise UsageError(f'"{new}" is a former id of "{checked.aliases[new]}"', help_)


def _rename_at_home(changes: Changes, card: CardSource, new: str) -> None:
    """Change the card's own entry: its id, and the old one among its aliases.

    Where the card had the new id before, id and alias are swapped.
    """
    document, home = card.document, changes.named(card.document.path)
    words = {document.span((card.index, "id")): new}
    if new in card.former_ids:
        words[document.span((card.index, "aliases", card.former_ids.index(new)))] = card.id
    text = _with_words(document.text, words)
    if new not in card.former_ids:
        text = _with_alias(parse(text, document.path), (card.index, "aliases"), card.former_ids, card.id)
    changes.texts[home] = text


def _with_words(text: str, words: Mapping[Span, str]) -> str:
    """The text with other words at these places, each in the quotes that its author gave it."""
    return spliced(text, [(span, as_word(source_at(text, span), word)) for span, word in words.items()])


def _with_alias(document: Document, path: KeyPath, aliases: Sequence[str], old: str) -> str:
    """The text with one more alias, below the card's other keys where it had none. Raises UsageError."""
    try:
        if not aliases:
            return insert_key(document, path, [old])
        last = document.span((*path, len(aliases) - 1))
        in_brackets = source_at(document.text, document.span(path)) == "["
        column = last.end_column if in_brackets else len(document.lines[last.end_line - 1]) + 1
        added = f", {old}" if in_brackets else f"\n{' ' * (last.column - 3)}- {old}"
        end = Span(last.path, last.end_line, column, last.end_line, column)
        text = spliced(document.text, [(end, added)])
        card = mapping(sequence(parse(text, document.path).data)[int(path[0])])
        if list(texts(card.get("aliases"))) == [*aliases, old]:
            return text
    except (CannotEditError, IndexError):
        pass
    place = f"{document.path}:{document.span(path[:1]).line}"
    raise UsageError(f"no alias can be added to the card at {place} by itself", f"add {old} to its aliases first")


def _rename_in_queries(changes: Changes, checked: CheckedPack, old: str, new: str) -> int:
    """Change queries of formats that name the id, since queries don't know former ids; returns how many."""
    asked = re.compile(rf"(?<![\w-])(id\s*[:=]\s*(?:[\w\"-]+,)*\"?){re.escape(old)}(?![\w-])")
    count = 0
    for document in checked.formats.values():
        places = {}
        for _, query, path, at_key in queries_of(document.data):
            if asked.search(query):
                places[document.key_span(path) if at_key else document.span(path)] = path
                if at_key:  # a label that the clause gives the query is below this key
                    label = document.key_span((*path[:-2], "labels", path[-1]))
                    places |= {label: path} if query in source_at(document.text, label) else {}
        spans = [(span, asked.sub(rf"\g<1>{new}", source_at(document.text, span))) for span in places]
        if spans:
            changes.texts[changes.named(document.path)] = spliced(document.text, spans)
        count += len(spans)
    return count


def _replace(changes: Changes, spans: Iterable[Span | None], new: str) -> int:
    """Change the words at these places; returns how many were changed."""
    by_name: dict[str, list[Span]] = {}
    for span in dict.fromkeys(spans):
        if span and (name := changes.named(span.path)):
            by_name.setdefault(name, []).append(span)
    for name, listed in by_name.items():
        changes.texts[name] = _with_words(changes.text(name), dict.fromkeys(listed, new))
    return sum(map(len, by_name.values()))


def _mentions(changes: Changes, card: CardSource, old: str) -> Iterator[str]:
    """Places where files of the pack still have the old id as a word: templates, comments, names of pictures."""
    word = re.compile(rf"(?<![\w-]){re.escape(old)}(?![\w-])")
    home = changes.named(card.document.path)
    for name, content in changes.pack.files.items():
        text = changes.texts[name] if name in changes.texts else content.decode("utf-8", "replace")
        for number, line in enumerate(text.split("\n"), 1):
            is_alias = name == home and re.match(r"\s*(- +|aliases:)", line)
            if word.search(line) and not is_alias:
                yield f"{display(changes.pack.root / name)}:{number}"
