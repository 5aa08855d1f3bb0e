"""The codes under which Arsenal reports something: how grave each is, and what it means in a few words.

Codes of a deck's violations are with the kinds of clauses, see `builder.legality.kinds`. For each code,
`builder/authoring/codes.yaml` says why it matters and shows an example; `arsenal explain` prints both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Code:
    """What a code stands for: its severity, and its title, which begins in lower case and has no full stop."""

    severity: Severity
    title: str


def error(title: str) -> Code:
    """A code of something that must be mended."""
    return Code("error", title)


def warning(title: str) -> Code:
    """A code of something that may be intended."""
    return Code("warning", title)


def note(title: str) -> Code:
    """A code of something that is right, but good to know."""
    return Code("note", title)


CODES: dict[str, Code] = {
    # Reading files
    "unreadable-file": error("a file is missing, or can't be read"),
    "too-large": error("a file or a pack is larger than Arsenal reads"),
    "not-utf8": error("a file is not UTF-8"),
    "empty-file": error("a file says nothing"),
    "misplaced-file": warning("a YAML file stands where nothing reads it"),
    "missing-file": error("a picture or a template is named and is not in the pack"),
    "unused-spreadsheet": warning("a spreadsheet lies in a pack, where nothing reads it"),
    "bad-spreadsheet": error("a spreadsheet can't be read as cards"),
    "bad-cell": error("a cell of a spreadsheet can't be read by the field that it is of"),
    "path-outside-pack": error("a path leads out of the pack"),
    "more-findings": warning("there are more findings than are listed"),
    # Writing YAML
    "yaml-syntax": error("the text is not YAML"),
    "yaml-tab": error("a tab indents a line"),
    "yaml-tag": error("a tag starts a value"),
    "yaml-alias": error("an alias refers to nothing, or repeats too much"),
    "yaml-key": error("a key is not a word"),
    "duplicate-key": error("a key is written twice"),
    "several-documents": error("a second document starts in the file"),
    "too-deep": error("data is nested too deeply"),
    # The shape of what is written
    "missing-key": error("something that is needed is not there"),
    "unknown-key": error("a key is not one that belongs here"),
    "key-not-allowed": error("a key does not belong on a card of this type"),
    "wrong-type": error("a value is of the wrong kind"),
    "unknown-value": error("a value is not one of those that can stand here"),
    "bad-id": error("an id is not made of lower-case words with hyphens"),
    "bad-format": error("a text is not written the way it must be"),
    "bad-date": error("a date is not in the calendar"),
    "bad-length": error("a text or a list is too long, too short or empty"),
    "out-of-range": error("a number is too large or too small"),
    # Abilities
    "unknown-verb": error("a verb is not one of the game's"),
    "unknown-argument": error("a verb takes no such argument"),
    "missing-argument": error("a verb lacks an argument that it needs"),
    "several-verbs": error("an effect has two verbs"),
    "verb-not-allowed": error("cards of this type can't have a verb"),
    "unknown-event": error("an ability waits for something that is not an event of the game"),
    "unknown-selector": error("a selector selects nothing"),
    "unknown-condition": error("a condition is not one of the game's"),
    "no-antecedent": error('what "it" stands for was not said'),
    "text-and-abilities": error("a card has abilities and a text for them"),
    "no-phrase": error("a language can't say something that abilities can mean"),
    "untranslated-phrase": warning("a translation can't say something that abilities can mean"),
    "says-less": error("a phrase leaves something unsaid"),
    "bad-phrase": error("a phrase or a rule of orthography can't be used"),
    "bad-verb": error("what abilities are made of contradicts itself"),
    "not-played": note("the engine can't play what the pack says"),
    "stale-schema": warning("a schema that editors complete by is out of date"),
    "repeated-item": error("a list has an item twice"),
    "shape": error("a value breaks some other rule of its schema"),
    "bad-card-schema": error("the game's card schema can't be used"),
    "schema-too-costly": error("checking cards by the game's schema takes too long or too much memory"),
    # The words of the game
    "unknown-type": error("a card's type is not one of the game's"),
    "unknown-faction": error("a card's faction is not one of the game's"),
    "unknown-keyword": error("a keyword is not one of the game's"),
    "unknown-rarity": error("a rarity is not one of the game's"),
    "unknown-resource": error("a resource is not one of the game's"),
    "unknown-symbol": error("a symbol in a text is not one of the game's"),
    "unused-symbol": warning("nothing uses a symbol"),
    "vocabulary-mismatch": error("the card schema and game.yaml list different words"),
    "missing-word": error("a template prints a word that game.yaml does not have"),
    "unknown-size": error("no card size has that name"),
    "contradictory-type": error("how a type is printed contradicts itself"),
    "contradictory-table": error("how a table is drawn contradicts itself"),
    "unknown-set": error("a folder of sets/ is not a set of game.yaml"),
    "empty-set": warning("a set has no cards"),
    # Cards
    "duplicate-id": error("two cards have the same id"),
    "duplicate-number": error("two cards of a set have the same number"),
    "duplicate-name": warning("two cards have the same name"),
    "long-line": warning("the words of a card may be too long for their line"),
    "quoted-name": warning("a name has quotes around it that are no quotes in YAML"),
    "repeated-printing": error("a card is printed twice in a set"),
    "early-erratum": error("a card was changed before it came out"),
    "idle-erratum": error("what a card said before is what it says afterwards"),
    # Expansions
    "unknown-base": error("an expansion extends a game that is not there"),
    "extended-expansion": error("an expansion extends an expansion"),
    "wrong-version": error("an expansion is for another version of its game"),
    "taken-id": error("an expansion has the id of a game"),
    "taken-name": error("an expansion adds what is there already"),
    "foreign-card": error("an expansion has words for a card that is not its own"),
    "not-in-expansion": error("an expansion has a file that only a game can have"),
    "faulty-base": error("the game that an expansion extends has errors"),
    # Decks, rulings and translations
    "unknown-card": error("a card is named that the game does not have"),
    "stale-translation": warning("words have changed since they were translated"),
    "unknown-language": error("a file of locales/ is not called by another language"),
    "renamed-card": warning("a card is named by a former id"),
    "unknown-game": error("a deck is of another game than its pack"),
    "unknown-format": error("a format is named that the game does not have"),
    "bad-line": error("a line of a pasted list can't be a card"),
    "bad-count": error("a number of copies makes no sense"),
    "bad-player-count": warning("a list is for a number of players that makes no sense"),
    "unreadable-deck": error("a file is no deck of the program that it seems to be of"),
    "near-card": warning("a name that is no card's was taken for the one that is near"),
    "unknown-heading": warning("a heading of a list is no section of its format"),
    "unknown-printing": warning("a card is not in the set that is named for it"),
    "ambiguous-card": warning("a name on a list belongs to several cards"),
    "list-too-long": error("a list has more lines than any deck"),
    # Formats
    "circular-format": error("a format extends itself"),
    "unknown-clause": error("a format drops a clause that it does not inherit"),
    "unknown-section": error("a section is named that the format does not have"),
    "misplaced-main": error("the section called main is not the first"),
    "history-order": error("a format's history is not in the order of its dates"),
    "contradictory-clause": error("a clause contradicts itself"),
    "not-a-die": error("a question about odds rolls a card that has no faces"),
    "odds-too-large": error("a question about odds has more outcomes than are worked through"),
    "no-amounts": error("a clause adds up a field in which no card has a number"),
    # Queries
    "bad-query": error("a query is not written as queries are"),
    "unknown-field": error("a query asks for a field that the game's cards don't have"),
    "bad-comparison": error("a query compares what has no order"),
    "bad-chance": error("a chance is not asked for as chances are"),
    # Legal decks
    "wrong-player-count": error("a deck is for a number of players that can't play"),
    "illegal-deck": error("a deck is not exported because it is not legal"),
    # Printing and formatting
    "text-overflow": error("a text doesn't fit its box"),
    "text-outside": error("words run over the edge of the card"),
    "missing-glyph": warning("no font has a character"),
    "unknown-template": error("there is no such template"),
    "template-error": error("a template can't be rendered"),
    "unknown-font": error("there is no font of this name"),
    "bad-font": error("a file in fonts/ is no font that can be used"),
    "template-limit": error("a template takes more time or memory than it may"),
    "renderer-crash": error("the program that sets the pages stopped"),
    "low-resolution": warning("a picture is printed too coarsely"),
    "unsafe-text": warning("a text is too near to the cut"),
    "too-much-ink": warning("more ink than the paper takes"),
    "unprintable-color": warning("a colour that ink can't print"),
    "font-not-embedded": warning("a font is not in the file"),
    "preflight-stopped": warning("the faces could not be measured"),
    "cannot-format": error("a file can't be formatted without changing what it says"),
    "changed-meanwhile": error("a file was saved by somebody else while it was formatted"),
    # What stops a command
    "wrong-use": error("a command was asked for something that it can't do"),
    "unusable-file": error("the system refuses a file or a folder"),
    "out-of-memory": error("there is not enough memory"),
    "stopped": error("a command was stopped"),
    "own-fault": error("a fault of Arsenal's own"),
}


def severity_of(code: str) -> Severity:
    """How grave a fault with this code is; a code that is not registered is an error."""
    known = CODES.get(code)
    return known.severity if known else "error"


def register(code: str, severity: Severity, title: str) -> None:
    """Add a code, for plugins. Raises ValueError for a code that is taken."""
    if code in CODES and CODES[code] != Code(severity, title):
        raise ValueError(f'the code "{code}" is taken')
    CODES[code] = Code(severity, title)
