"""Hostile values: texts, numbers, pieces of YAML, queries, names of files; what a schema would never think of."""

from random import Random
from typing import Any

RAW = "RAW{}RAW"  # stands in data for a piece of YAML that no dumper would write; `mutations` puts it in

TEXTS = (
    "", " ", "\n", "\t", "\x00", "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x7f", "\x85", "\u2028", "\u2029",
    "\ufeff", "\ufffe", "\u202egnp.exe", "\u2066x\u2069", "\u200b", "\u200d", "\u00ad", "\U000e0041", "\ud800",
    "e\u0301\u0302\u0303", "İı", "ß", "ﬁ", "星間", "سفينة", "אב", "🚀", "👩‍👩‍👧", "𝔘", "١٢", "½", "Ⅷ", "ᵃ", "K", "ſ",
    "\u1680", "\u3000x", "null", "~", "true", "no", "on", "1", "-0", "1e3", "0x1F", "0o17", "1_000", "12:30:45",
    "2026-02-30", "2026-11-21", "0000-00-00", "9999-12-31", "10000-01-01", ".nan", ".inf", "=", "<<", "*", "&", "!",
    "-", "?", ":", "|", ">", "%", "@", "`", "---", "...", "[]", "{}", "../x", "..", ".", "/etc/passwd", "~/x",
    "C:\\x", "\\\\host\\x", "a/b", "a//b", "./a", "file:///etc/passwd", "http://127.0.0.1:9/x", "con", "nul.yaml",
    "x" * 300, "x" * 5000, "a-" * 60 + "a", "-a", "a-", "a--b", "A", "ä", "a b", "a_b", "a.b", "main", "all", "self",
    "__proto__", "__class__", "constructor", "id", "name", "type", "{", "}", "{}", "{{", "{spark}", "{spark",
    "{no-such}", "{{ 7*7 }}", "{% if %}", "{0.__class__}", "%s%n", "${HOME}", "$(touch harmed)", "`touch harmed`",
    "'; DROP TABLE card; --", "\\", "\\u0000", "\\n", '"', "'", '""', "<b>", "<script>", "&amp;", "*it*", "**bo",
    "***", "_u_", "#x", "#read(\"/etc/passwd\")", "$x$", "<l>", "@ref", "//", "/*", "= T", "+ 1", "type:creature",
    "cost<=2", "(", ")", "-", "/(/", "/(a+)+$/", "is:", "id:", "not", "or", "and or", "#000", "#a63d1f", "#12345",
    "red", "3mm", "0mm", "-3mm", "1e9mm", "3 in", "63x88mm", "0x0mm", "99999x1mm", "1x1in", "mm", "nanmm", "circle",
    "hexagon", "polygon", "a4", "standard",
)  # fmt: skip
NUMBERS: tuple[int | float, ...] = (
    0, -0.0, 1, -1, 2, 3, 0.5, 1.0, 1.5, -1.5, 12, 99, 100, 101, 999, 1000, 10_000, 10_001, 65_536, 999_999,
    1_000_000, 2**31 - 1, 2**31, 2**53, 2**53 + 1, 2**63 - 1, 2**63, -(2**63) - 1, 2**64, 10**30, 10**400, 1e16, 1e22,
    1e300, 1.7976931348623157e308, 5e-324, float("inf"), float("-inf"), float("nan"),
)  # fmt: skip
PIECES: tuple[str, ...] = (
    "*nothing", "&a x", "&a [*a]", "&a {b: *a}", "!!str 1", "!!int x", "!!binary AAAA",
    "!!python/object/apply:os.system ['touch harmed']", "!!python/name:os.system", "!!timestamp 2026-11-21",
    "!!set {a, b}", "!!omap [a: 1]", "!x y", "!<tag:x> y", "{<<: {a: 1}}", "{<<: [{a: 1}, {b: 2}]}", "{<<: 1}",
    "{? [a, b] : c}", "{? {a: 1} : c}", "{1: a, 1.0: b, true: c, null: d}", "{a: 1, a: 2}", "{a, b}", "[a: 1]", "[,]",
    "[1, 2", "{a: 1", "'open", '"open', '"\\x1b[31m"', '"\\uD800"', '"\\0"', '"\\N\\_\\L\\P"', "|\n  text\n   more",
    ">-\n  a\n\n  b", "? a", "- - - a", "a: b: c", "@x", "`x", "%x", "\t1", "1 # c", "#c", "2026-11-21",
    "2026-11-21T10:00:00Z", "2026-02-30", "12:30:45", "190:20:30", "0777", "0o777", "0b11", "1_000", "1e999", "-.inf",
    ".nan", "0x" + "f" * 300, "9" * 400, "9" * 5000, "1." + "0" * 400, "yes", "Off", "~", "", "=", "<<",
)  # fmt: skip
_DEEP = tuple(
    opening * depth + "x" + closing * depth
    for depth in (10, 60, 99, 101, 3000)
    for opening, closing in ("[]", ("{a: ", "}"))
)
PIECES += _DEEP  # as deep as a reader allows, and deeper
NAMES = (  # of files, in any folder of a pack
    "x.yaml", "X.yaml", "a b.yaml", "-x.yaml", "--help.yaml", ".hidden.yaml", "x.yml", "x.YAML", "x", "x.yaml~",
    "é.yaml", "星.yaml", "\x1b[31m.yaml", "\u202ex.yaml", "a\nb.yaml", "'.yaml", '".yaml', "$(x).yaml", "%s.yaml",
    "{{x}}.yaml", "all.yaml", "main.yaml", "en.yaml", "fr.yaml", "zz.yaml", "qaa-Latn-ZZ-x-y.yaml", "con.yaml",
    "x" * 200 + ".yaml", "0.yaml", "null.yaml", "#.yaml", "*.yaml", "a:b.yaml", "a\\b.yaml", "\udcff.yaml",
    "sub/x.yaml", "x.yaml/x.yaml",
)  # fmt: skip
KEYWORDS = (  # of JSON Schema, and those that Arsenal adds
    "$ref", "$defs", "$id", "$anchor", "$dynamicRef", "$schema", "$vocabulary", "type", "enum", "const", "properties",
    "patternProperties", "additionalProperties", "unevaluatedProperties", "propertyNames", "required", "items",
    "prefixItems", "contains", "minContains", "uniqueItems", "minItems", "maxItems", "allOf", "anyOf", "oneOf", "not",
    "if", "then", "else", "dependentSchemas", "dependentRequired", "pattern", "format", "minLength", "multipleOf",
    "minimum", "exclusiveMaximum", "default", "examples", "title", "description", "deprecated", "x-vocabulary",
    "x-abilities", "x-abilities", "abilities", "text", "faces", "name", "art",
)  # fmt: skip
_OPERATORS = (":", "=", "!=", "<", "<=", ">", ">=", "::", "<>", ":=", "")
_STATES = (
    "is", "has", "not", "in", "set", "id", "name", "text", "number", "banned", "format", "legal", "deck", "aliases",
)  # fmt: skip


def text(rng: Random) -> str:
    """A hostile text, or two joined."""
    first = rng.choice(TEXTS)
    return first if rng.random() < 0.8 else first + rng.choice(TEXTS)


def value(rng: Random, depth: int = 0) -> Any:
    """A hostile value of any type."""
    kind = rng.random()
    if kind < 0.35:
        return text(rng)
    if kind < 0.6:
        return rng.choice(NUMBERS)
    if kind < 0.72:
        return rng.choice((None, True, False, [], {}))
    if kind < 0.84 or depth > 2:
        return RAW.format(rng.randrange(len(PIECES)))
    if kind < 0.92:
        return [value(rng, depth + 1) for _ in range(rng.choice((1, 2, 3)))]
    if kind < 0.98:
        return {text(rng): value(rng, depth + 1) for _ in range(rng.choice((1, 2, 3)))}
    return RAW.format(len(PIECES) - 1 - rng.randrange(len(_DEEP)))


def query(rng: Random, fields: tuple[str, ...], words: tuple[str, ...], depth: int = 0) -> str:
    """A query, right or not, about these fields and words of a game."""
    kind = rng.random()
    if kind < 0.12:
        return text(rng)
    if kind < 0.3 and depth < 4:
        joined = rng.choice((" ", " or ", " OR ", " and ", " | ", "\n"))
        return joined.join(query(rng, fields, words, depth + 1) for _ in range(rng.choice((2, 2, 3))))
    if kind < 0.42 and depth < 4:
        inner = query(rng, fields, words, depth + 1)
        return rng.choice(("({})", "-{}", "-({})", "not {}", "(({})", "{})", '"{}"', "--{}", "!{}")).replace(
            "{}", inner
        )
    field = rng.choice((*fields, *_STATES, text(rng)) if rng.random() < 0.5 else fields or _STATES)
    return field + rng.choice(_OPERATORS) + _asked(rng, words)


_PATTERNS = (
    "a", ".*", "(a|b)+", "[", "(?P<x>a)", "(?i)X", "\\1", "(?=a)", "a{1000}", "a{99999}", "\\p{L}", "x{2}{3}",
    "(" * 300,
)  # fmt: skip


def _asked(rng: Random, words: tuple[str, ...]) -> str:
    kind = rng.random()
    if kind < 0.4:
        return rng.choice(words or TEXTS)
    if kind < 0.6:
        return str(rng.choice(NUMBERS))
    if kind < 0.72:
        return f"/{rng.choice(_PATTERNS)}/"
    if kind < 0.82:
        return '"' + rng.choice((*words, *TEXTS)) + rng.choice(('"', ""))
    return text(rng)


def spreadsheet(rng: Random, fields: tuple[str, ...], words: tuple[str, ...]) -> bytes:
    """A spreadsheet of cards: headings of fields among others, cells of words among anything; or bytes of any kind."""
    headings = ["Name", "Type", "Faction", "Cost", "Power", "Qty", *(rng.choice(fields) for _ in "ab"), text(rng)]
    rng.shuffle(headings)
    rows = [[rng.choice((*words, *NUMBERS, "yes", "", text(rng))) for _ in headings] for _ in range(rng.randint(0, 6))]
    mark = rng.choice(",;\t")
    lines = [mark.join('"' + str(cell).replace('"', '""') + '"' for cell in row) for row in (headings, *rows)]
    content = rng.choice(("\n", "\r\n")).join(lines).encode(rng.choice(("utf-8", "utf-16")), "replace")
    return content if rng.random() < 0.9 else content[: rng.randint(0, len(content))] + rng.randbytes(20)


def deck_list(rng: Random, names: tuple[str, ...], sections: tuple[str, ...]) -> str:
    """A list of cards as somebody would paste it."""
    lines = []
    for _ in range(rng.choice((0, 1, 3, 8, 30))):
        kind = rng.random()
        if kind < 0.55:
            count = rng.choice(
                ("1 ", "2x ", "3 x ", "", "0 ", "-1 ", "1e3 ", "9" * 30 + " ", "٣ ", "1.5 ", "+2 ", "1000000 ")
            )
            lines.append(
                count
                + (rng.choice(names) if names and rng.random() < 0.8 else text(rng))
                + rng.choice(("", "", " x2", " (C) 1", " #1", " *F*"))
            )
        elif kind < 0.75:
            lines.append(
                rng.choice(
                    ("{}:", "## {}", "[{}]", "// {}", "{}", "Deck: {}", "Players: {}", "Format: {}", "Name: {}")
                ).replace("{}", rng.choice((*sections, *TEXTS)))
            )
        else:
            lines.append(text(rng))
    return rng.choice(("\n", "\n", "\r\n", "\r", "\n\n")).join(lines) + rng.choice(("\n", ""))


def flood(name: str, rng: Random) -> bytes:
    """A file that says next to nothing, very often: empty lines, comments, or the same card."""
    if name == "cards.csv":
        row = rng.choice((b"\n", b",,\n", b"Bat,spell,1\n", b'"",""\n'))
        return b"Name,Type,Cost\n" + row * rng.choice((19_000, 200_000, 15_000_000 // len(row)))
    line = rng.choice((b"#\n", b"\n", b"- {}\n", b"1 Bat\n", b"a: 1\n", b"--- x\n", b"<x/>\n", b"  \n"))
    return line * rng.choice((6_000, 200_000, 15_000_000 // len(line)))
