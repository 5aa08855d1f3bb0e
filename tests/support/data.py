"""Data of any shape, as a YAML file may hold it."""

from hypothesis import strategies as st

words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cn", "Co"]), max_size=12)
numbers = st.integers(-(10**15), 10**15) | st.floats(allow_nan=False, allow_infinity=False)
plain_data = st.recursive(
    st.none() | st.booleans() | numbers | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=20,
)
