"""Rules about the word lists of game.yaml, symbols among them: cards and the card schema use their words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from builder.checks.checked import CardSource, CheckedPack
from builder.checks.rules.references import unknown_symbols
from builder.diagnostics import Diagnostic, KeyPath, Span, suggestion, sure_fix
from builder.documents.data import Data, mapping, sequence, text
from builder.games.game import VOCABULARIES
from builder.games.markup import symbols_in
from builder.schema import describe, word_code

_PRINTED = re.compile(rb"""\bword-of\(\s*"([^"\n]{1,80})"|\bgame\.words(?:\.(\w{1,80})|\[["']([^"'\n]{1,80})["']\])""")

MAX_SEARCHED = 256 * 1024**2  # bytes of templates and phrases that are searched for symbols, all searches together


def words_are_known(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Where the card schema names a word list of game.yaml, cards use its words."""
    open_uses = [use for use in _vocabulary_uses(checked.card_schema) if not use[2]]
    for card, at, word, vocabulary in _words_of_cards(checked, open_uses):  # the schema has refused others of its own
        known = checked.vocabulary(vocabulary)
        if isinstance(word, str) and word not in known:
            message = f"{describe(word)} is not a {VOCABULARIES.get(vocabulary, 'word')}"
            help_, fix = suggestion(word, known), sure_fix(word, known)
            yield Diagnostic(word_code(vocabulary), message, card.span(*at), help_, fix=fix)


def schema_and_game_agree(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Where the card schema lists words itself, game.yaml describes the same ones."""
    uses = dict.fromkeys(
        (name, frozenset(closed)) for _, name, closed in _vocabulary_uses(checked.card_schema) if closed
    )
    for vocabulary, closed in uses:
        kind = VOCABULARIES.get(vocabulary, "word")
        described = checked.vocabulary(vocabulary).keys()
        for word in sorted(closed - described):
            message = f'the card schema allows the {kind} "{word}", and game.yaml does not describe it'
            help_ = f'add "{word}" below {vocabulary}; or `arsenal sync` takes it out of the card schema'
            yield Diagnostic("vocabulary-mismatch", message, checked.game.key_span((vocabulary,)), help_)
        for word in sorted(described - closed):
            message = f'no card can have the {kind} "{word}": the card schema does not allow it'
            place = checked.game.key_span((vocabulary, word))
            help_ = f"`arsenal sync` adds it there; {suggestion(word, closed, 'the schema allows')}"
            yield Diagnostic("vocabulary-mismatch", message, place, help_)


def symbols_are_known(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Every {symbol} in a text, and every symbol that stands for a word, is one of game.yaml's."""
    known = checked.vocabulary("symbols")
    for card in checked.cards:
        symbols = symbols_in(text(card.definition.get("text")))
        yield from unknown_symbols(known, card.document, (card.index, "text"), symbols)
    for vocabulary, word, symbol in _symbols_of_words(checked):
        if symbol not in known:
            place = checked.game.span((vocabulary, word, "symbol"))
            help_, fix = suggestion(symbol, known), sure_fix(symbol, known)
            yield Diagnostic("unknown-symbol", f"{describe(symbol)} is not a symbol", place, help_, fix=fix)


def symbols_are_used(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Every symbol of game.yaml is used: in a text, for a word, on a die, in a template, or in abilities."""
    if checked.misses_cards:
        return
    texts = (value for card in checked.cards for value in card.definition.values() if isinstance(value, str))
    used = {symbol for value in texts for symbol in symbols_in(value)}
    used |= {symbol for _, _, symbol in _symbols_of_words(checked)}
    uses = [use for use in _vocabulary_uses(checked.card_schema) if use[1] == "symbols"]
    used |= {text(word) for _, _, word, _ in _words_of_cards(checked, uses)}
    value = [content for name, content in checked.pack.files.items() if name.startswith(("templates/", "phrases/"))]
    others = b"\n".join([*value, checked.pack.files.get("verbs.yaml", b"")])
    searched = 0
    for symbol in checked.vocabulary("symbols"):
        if symbol in used:
            continue
        searched += len(others)
        if searched > MAX_SEARCHED:
            return
        if symbol.encode() not in others:
            place = checked.game.key_span(("symbols", symbol))
            message = f'nothing uses the symbol "{symbol}"'
            yield Diagnostic("unused-symbol", message, place, "use it in a text, or remove it")


def printed_words_are_there(checked: CheckedPack) -> Iterator[Diagnostic]:
    """The words that templates print are those of game.yaml."""
    known = checked.vocabulary("words")
    for name, content in checked.pack.files.items():
        if not name.startswith("templates/"):
            continue
        for found in _PRINTED.finditer(content):
            group = found.lastindex or 0
            word = found[group].decode("utf-8", "replace")
            if word not in known and not (word in _METHODS and group == 2):
                before = content[: found.start(group)].decode("utf-8", "replace")
                begin = Span.behind(checked.pack.shown(name), before)
                place = replace(begin, end_column=begin.column + len(word))
                message = f"{describe(word)} is not in the words of game.yaml"
                help_ = suggestion(word, known, "words") if known else f"add it there: words: {{{word}: ...}}"
                yield Diagnostic("missing-word", message, place, help_)


_METHODS = frozenset(dir(dict))


def reminders_are_of_words(checked: CheckedPack) -> Iterator[Diagnostic]:
    """A reminder belongs to a verb of the game's abilities, and is a term of the glossary."""
    verbs, terms = checked.abilities.lexicon.verbs, checked.vocabulary("glossary")
    for verb, term in checked.vocabulary("reminders").items():
        if verb not in verbs:
            place = checked.game.key_span(("reminders", verb))
            yield Diagnostic("unknown-verb", f"{describe(verb)} is not a verb", place, suggestion(verb, verbs, "verbs"))
        if isinstance(term, str) and term not in terms:
            place = checked.game.span(("reminders", verb))
            message = f"{describe(term)} is not a term of the glossary"
            yield Diagnostic("unknown-value", message, place, suggestion(term, terms, "terms"))


def _symbols_of_words(checked: CheckedPack) -> Iterator[tuple[str, str, str]]:
    """(word list, word, symbol) for every word of game.yaml that a symbol stands for."""
    for vocabulary in VOCABULARIES:
        for word, described in checked.described(vocabulary):
            if isinstance(described.get("symbol"), str):
                yield vocabulary, word, text(described["symbol"])


Uses = tuple[tuple[str, ...], str, tuple[str, ...]]


def _words_of_cards(checked: CheckedPack, uses: Iterable[Uses]) -> Iterator[tuple[CardSource, KeyPath, Data, str]]:
    """The words of game.yaml that cards use: (card, key path in it, word, word list)."""
    by_key: dict[str, list[Uses]] = {}
    for use in uses:
        by_key.setdefault(use[0][0], []).append(use)
    for card in checked.cards if by_key else ():
        few: Iterable[str] = by_key if len(by_key) < len(card.definition) else card.definition
        for key in few:
            for path, vocabulary, _ in by_key.get(key, ()):
                for at, word in _words_at(card.definition, path):
                    yield card, at, word, vocabulary


def _vocabulary_uses(card_schema: Mapping[str, Data]) -> Iterator[Uses]:
    """Where cards use words of game.yaml: (key path, word list, the words if the schema lists any).

    A "*" in a path stands for every item of a list.
    """
    for name, schema in mapping(card_schema.get("properties")).items():
        path: tuple[str, ...] = (name,)
        inner = mapping(schema)
        while inner:
            if isinstance(inner.get("x-vocabulary"), str):
                listed = inner.get("enum", inner.get("properties"))
                words = sequence(listed) or mapping(listed)
                yield path, text(inner["x-vocabulary"]), tuple(str(word) for word in words)
            path, inner = (*path, "*"), mapping(inner.get("items"))


def _words_at(definition: Mapping[str, Data], path: tuple[str, ...]) -> Iterator[tuple[KeyPath, Data]]:
    """The values at a path of a card, each with its own key path; for a mapping, its keys."""
    value = definition.get(path[0])
    if "*" in path:
        yield from _items_at((path[0],), value, len(path) - 1)
    elif isinstance(value, dict):
        yield from (((path[0], word), word) for word in value)
    elif value is not None:
        yield (path[0],), value


def _items_at(path: KeyPath, value: Data, depth: int) -> Iterator[tuple[KeyPath, Data]]:
    """The items of lists within lists, `depth` levels deep."""
    for index, item in enumerate(sequence(value)):
        if depth > 1:
            yield from _items_at((*path, index), item, depth - 1)
        else:
            yield (*path, index), item
