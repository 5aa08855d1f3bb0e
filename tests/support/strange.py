"""Strange words for the names and texts of cards, and what becomes of them on one line."""

from hypothesis import strategies as st

# Names and texts that break what is careless: quotes, tags, commas, tabs, formulas, emoji, right to left, controls.
HOSTILE = (
    'Ash "Cat" O\'Neill', "<b>Bold</b> & Co", "A, B; C", "Tab\tbed", "=1+1", "🐉 Dragon 👩‍🚀", "نار الرماد",
    "\u202eevil", "Line\nbreak", "Bell\x07", "x" * 300, "..", "a/b\\c", "CON", "[brackets] (SET)", "id:label", "back\\",
    "// note", "{{$PLAYER_N}}", "\ufeffmark", "]]>", "# comment", "2x Two", "\ufffe end", "|pipe", "' OR 1=1 --", "%00",
    "&amp;",
)  # fmt: skip
WORDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=60) | st.sampled_from(HOSTILE)


def on_one_line(said: str) -> str:
    """What becomes of a name: words with single spaces between them, and no characters that control anything."""
    codes = ((c, ord(c)) for c in said)
    bare = (" " if c < 32 or 0x7F <= c <= 0x9F or c in (0x2028, 0x2029, 0xFFFE, 0xFFFF) else s for s, c in codes)
    return " ".join("".join(bare).split())
