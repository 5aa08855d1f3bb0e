"""Careless authors of YAML, whose files are valid all the same."""


class Author:
    """Writes documents as carelessly as YAML allows, and remembers the comments."""

    keys = ("id", "name", "cost", "text", "Zoë", "a key", "'quoted'", '"q # q"', "no", "1", "x:y")
    words = (
        "word", "two words", "''", '"a # b"', "'it''s'", "a#b", "x:y", "-1", "~", "界", "no", '"\\" \\\\"', "http://a/#b",
    )  # fmt: skip

    def __init__(self, rng):
        self.rng = rng
        self.comments = []

    def document(self):
        root = self.rng.choice((self.mapping, self.mapping, self.sequence, self.sequence, self.flow_document))
        parts = [self.lines_between(0), root(self.rng.choice((0, 0, 0, 2)), 0), self.lines_between(0)]
        text = "".join(parts)
        if self.rng.random() < 0.1:
            text = text.rstrip("\n")
        if self.rng.random() < 0.1:
            text = text.replace("\n", "\r\n")
        return ("\ufeff" if self.rng.random() < 0.1 else "") + text

    def flow_document(self, indent, depth):
        return " " * indent + self.flow(indent, depth) + self.eol()

    def maybe(self, chance=0.2):
        return self.rng.random() < chance

    def comment(self):
        self.comments.append(f"#{self.rng.choice(('', ' '))}c{len(self.comments)}. {self.rng.choice(self.words)}")
        return self.comments[-1]

    def eol(self, tab="\t"):
        blanks = self.rng.choice(("", "", " ", "  " + tab))
        return (" " * self.rng.randint(1, 4) + self.comment() if self.maybe() else "") + blanks + "\n"

    def lines_between(self, indent):
        lines = []
        while self.maybe(0.3):
            column = max(0, indent + self.rng.choice((0, 0, 0, -2, 2, 5, -9)))
            lines.append(" " * column + self.comment() + "\n" if self.maybe(0.6) else self.rng.choice(("\n", "  \n")))
        return "".join(lines)

    def mapping(self, indent, depth):
        text = ""
        for key in self.rng.sample(self.keys, self.rng.randint(1, 5)):
            text += self.lines_between(indent) + " " * indent + key + self.rng.choice(("", "", " ")) + ":"
            text += self.value(indent, depth, in_list=False)
        return text + self.lines_between(indent)

    def sequence(self, indent, depth):
        text = ""
        for _ in range(self.rng.randint(1, 4)):
            text += self.lines_between(indent) + " " * indent + "-"
            if depth < 4 and self.maybe(0.4):
                step = self.rng.randint(1, 4)
                inner = self.rng.choice((self.mapping, self.sequence))(indent + 1 + step, depth + 1)
                body = inner.lstrip(" ")
                compact = (
                    body[:1] not in ("#", "\n") and inner[: len(inner) - len(body)].count(" ") == indent + 1 + step
                )
                text += " " * step + body if compact else self.eol(tab="") + inner
            else:
                text += self.value(indent, depth, in_list=True)
        return text + self.lines_between(indent)

    def value(self, indent, depth, in_list):
        inner = indent + self.rng.randint(1, 4)
        tab = "" if in_list else "\t"  # YAML has none behind a dash
        kind = self.rng.choice(("word", "word", "word", "none", "block", "folded", "flow", "map", "list", "below"))
        if depth >= 4 and kind in ("map", "list"):
            kind = "word"
        if kind == "none":
            return self.eol(tab)
        if kind == "map":
            return self.eol(tab) + self.mapping(inner, depth + 1)
        if kind == "list":
            return self.eol(tab) + self.sequence(indent if not in_list and self.maybe(0.5) else inner, depth + 1)
        if kind == "below":
            return self.eol(tab) + self.lines_between(inner) + " " * inner + self.rng.choice(self.words) + self.eol()
        start = self.rng.choice((" ", " ", "   ", tab or " "))
        if kind == "flow":
            return start + self.flow(inner, depth) + self.eol()
        if kind == "block":
            return start + self.block_scalar(indent, inner)
        if kind == "folded":
            return start + self.folded(inner) + self.eol()
        return start + self.rng.choice(self.words) + self.eol()

    def block_scalar(self, indent, inner):
        digit, chomp = self.rng.choice(("", str(inner - indent))), self.rng.choice(("", "-", "+"))
        lines = [" " * inner + ("  " if digit and self.maybe() else "") + "text"]
        lines += [self.rng.choice(("", " " * inner + "# no comment", " " * inner + "  more")) for _ in range(3)]
        head = self.rng.choice("|>") + self.rng.choice((digit + chomp, chomp + digit))
        return head + self.eol() + "".join(line + "\n" for line in lines)

    def folded(self, inner):
        quote = self.rng.choice(("", "'", '"'))
        lines = ["one", "two", "", "three"][: self.rng.choice((2, 4))]
        if quote == '"':
            lines[0] += self.rng.choice(("\\", "\\ ", "  ", "\\\\ "))
        return quote + "\n".join(line and " " * (inner if n else 0) + line for n, line in enumerate(lines)) + quote

    def gap(self, indent):
        if not self.maybe(0.3):
            return self.rng.choice(("", " ", "  "))
        return self.eol() + self.lines_between(indent) + " " * (indent + self.rng.randint(0, 3))

    def flow(self, indent, depth):
        opening, closing = self.rng.choice(("[]", "{}"))
        items = []
        for key in self.rng.sample(self.keys, self.rng.randint(0, 3)):
            value = self.flow(indent, depth + 1) if depth < 5 and self.maybe() else self.rng.choice(self.words)
            if opening == "{" or self.maybe():
                value = f"{key}: {value}" if self.maybe(0.8) or "#c" in value or "# c" in value else f"{key}: "
            items.append(self.gap(indent) + value + self.gap(indent))
        end = self.gap(indent) if not items else self.rng.choice(("", "", ","))
        return opening + ",".join(items) + end + closing
