"""The pages' own words in each language they speak: a YAML file a language in `words/`."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from builder.documents.data import Data, mapping
from builder.documents.reading import own_data

FOLDER = Path(__file__).parent / "words"
DEFAULT = "en"
FEW_FROM_TWO = frozenset({"fr"})  # languages that count 0 as they count 1 (Unicode CLDR, cardinal plurals)


@dataclass(frozen=True)
class Words:
    """The words of a language: texts by key, of which some have a form for one and one for all other numbers."""

    language: str
    texts: dict[str, Data] = field(repr=False)

    def __call__(self, key: str, n: int | None = None, **parts: object) -> str:
        """The words of that key with their {parts} filled in. Raises KeyError for a key that there is not.

        >>> words_of("en")("count.cards", 1), words_of("en")("count.cards", 1200), words_of("fr")("count.cards", 0)
        ('1 card', '1,200 cards', '0 carte')
        """
        found = self.texts[key]
        if isinstance(found, dict):
            one = n == 1 or (n == 0 and self.language in FEW_FROM_TWO)
            found = found["one" if one else "other"]
        shown = {} if n is None else {"n": self.number(n)}
        return str(found).format(**shown, **parts)

    def under(self, beginning: str) -> dict[str, Data]:
        """The texts whose keys begin so, without the beginning: for scripts, which fill them in themselves.

        >>> words_of("en").under("view")
        {'pictures': 'Pictures', 'rows': 'Rows', 'text': 'Text'}
        """
        start = f"{beginning}."
        return {key.removeprefix(start): text for key, text in self.texts.items() if key.startswith(start)}

    def number(self, n: int) -> str:
        """A whole number with its thousands apart, as the language sets them apart."""
        return f"{n:,}".replace(",", str(self.texts["number.thousands"]))


@cache
def languages() -> tuple[str, ...]:
    """The languages that pages speak, the default one first."""
    return tuple(sorted((path.stem for path in FOLDER.glob("*.yaml")), key=lambda name: (name != DEFAULT, name)))


@cache
def words_of(language: str) -> Words:
    """The words of a language that `languages` names."""
    return Words(language, dict(mapping(own_data(FOLDER / f"{language}.yaml"))))


@cache
def builder_words(language: str) -> dict[str, Data]:
    """The words of the deck builder in a language that `languages` names, which its script fills in."""
    return dict(mapping(own_data(FOLDER / "building" / f"{language}.yaml")))
