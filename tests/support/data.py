"""Data of any shape, as a YAML file may hold it."""

from collections.abc import Iterator

from hypothesis import strategies as st

from builder.diagnostics import KeyPath
from builder.documents.data import Data

words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cn", "Co"]), max_size=12)
numbers = st.integers(-(10**15), 10**15) | st.floats(allow_nan=False, allow_infinity=False)
plain_data = st.recursive(
    st.none() | st.booleans() | numbers | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=20,
)


def walk(data: Data, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Data]]:
    """All values that data is made of, with their paths; data itself is the first."""
    yield path, data
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from walk(value, (*path, key))
