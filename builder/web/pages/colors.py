"""Each game's colours as a stylesheet, made from what its game.yaml says; docs/serving.md says how they are chosen.

Colours of text, or behind text, are made darker or lighter until there is enough contrast (WCAG 2.2, 1.4.3).
"""

from __future__ import annotations

import colorsys
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping

from builder.games import Game
from builder.games.game import Symbol, Word
from renderers.typst.fonts import FAMILIES

Color = tuple[float, float, float]  # red, green, blue from 0 to 1

OWN_FONT, TEXT_FONT = "RedHatDisplay-Bold.woff2", "RedHatDisplay-Regular.woff2"  # for titles and text, as in site.css
LISTS = ("factions", "types", "resources", "symbols", "rarities")  # the first with colours makes the palette
MOST = 12  # colours of a palette at most
VIVID = 0.25  # least difference between the strongest and weakest part of a leading colour
LIGHT, DARK = (0.96, 0.95, 0.925), (0.122, 0.125, 0.15)  # backgrounds: --ground, and --raised in dark mode
READ = 4.7  # contrast ratio; text needs 4.5

_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def palette(game: Game) -> list[Color]:
    """The game's colours in the order of game.yaml; where it has none, three derived from its id."""
    for name in LISTS:
        colors = (color_of(word.color) for word in _words(game, name).values())
        if found := list(dict.fromkeys(filter(None, colors))):
            return found[:MOST]
    hue = hashlib.blake2b(game.id.encode(), digest_size=1).digest()[0] / 256
    return [colorsys.hls_to_rgb((hue + turn) % 1, 0.36, 0.45) for turn in (0.0, 0.42, 0.58)]


def leading(colors: list[Color]) -> tuple[Color, Color]:
    """A game's leading colour, which is the first vivid one, and the colour that differs most from it."""
    first = next((color for color in colors if max(color) - min(color) >= VIVID), colors[0])
    return first, max(colors, key=lambda color: _distance(color, first))


def stylesheet(games: Iterable[Game], version: str) -> str:
    """The colours of all games (`.g-ID` for a game, within it `.w-LIST-ID` for a word of its lists), and the fonts that
    come with Arsenal, with one for each game's titles.
    """
    light: list[str] = [*_fonts(version)]
    dark: list[str] = []
    for game in games:
        if not _ID.fullmatch(game.id):
            continue
        colors = palette(game)
        first, second = leading(colors)
        bands = ", ".join(f"{_hex(c)} {i / len(colors):.1%} {(i + 1) / len(colors):.1%}" for i, c in enumerate(colors))
        deep, deep_second = (_readable_on((1.0, 1.0, 1.0), color, 7.5) for color in (first, second))
        family = _family(game)
        named = f';--title:"{family}", var(--text)' if family else ""
        own = f"--lead:{_hex(_readable_on(LIGHT, first))};--second:{_hex(_readable_on(LIGHT, second))}"
        light.append(
            f".g-{game.id}{{{own};--deep:{_hex(deep)};--deep-second:{_hex(deep_second)};"
            f"--bands:linear-gradient(90deg, {bands}){named}}}"
        )
        own = f"--lead:{_hex(_readable_on(DARK, first))};--second:{_hex(_readable_on(DARK, second))}"
        dark.append(f".g-{game.id}{{{own}}}")
        for name in reversed(LISTS):  # where a card has several words, the rule of the first list must come last
            for word_id, word in _words(game, name).items():
                if _ID.fullmatch(word_id) and (color := color_of(word.color)):
                    rule = f".g-{game.id} .w-{name}-{word_id}"
                    light.append(f"{rule}{{--own:{_hex(_readable_on(LIGHT, color))};--plain:{_hex(color)}}}")
                    dark.append(f"{rule}{{--own:{_hex(_readable_on(DARK, color))}}}")
    return "\n".join([*light, "@media screen and (prefers-color-scheme: dark) {", *dark, "}"]) + "\n"


def color_of(written: str) -> Color | None:
    """A colour written as #rrggbb; None for anything else."""
    if not _HEX.fullmatch(written):
        return None
    red, green, blue = (int(written[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def tint_of(symbol: Symbol, game: Game) -> str:
    """The colour of a symbol: its own, or else that of the first word that it stands for; "" where there is none."""
    stands_for = (word for name in LISTS for word in _words(game, name).values())
    words = [word.color for word in stands_for if isinstance(word, Word) and word.symbol == symbol.id]
    return next(filter(color_of, [symbol.color, *words]), "")


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of two colours (WCAG 2.2), from 1 to 21."""
    high, low = sorted((_light(one), _light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def title_font(game: Game) -> str:
    """The file of the font for the game's titles, where it comes with Arsenal; "" otherwise."""
    return _bold(_family(game))


def _family(game: Game) -> str:
    wanted = game.fonts.get("title", "").casefold()
    return next((name for name in FAMILIES if name.casefold() == wanted), "")


def _bold(family: str) -> str:
    """The file of a family's bold font, or of its only one."""
    files = FAMILIES[family].files if family else ()
    bold = next((file for file in files if file.endswith("-Bold.ttf")), next(iter(files), ""))
    return bold.replace(".ttf", ".woff2")


def _fonts(version: str) -> Iterator[str]:
    """The bold fonts of the families that come with Arsenal, and that of the text. Pages don't wait for them and never
    reflow.
    """
    asked = f"?v={version}" if version else ""
    families = {name: _bold(name) for name in FAMILIES}
    for name, file, weights in (*((n, f, "400 900") for n, f in families.items()), *_TEXT):
        yield (
            f'@font-face{{font-family:"{name}";font-weight:{weights};font-display:optional;'
            f'src:url("fonts/{file}{asked}") format("woff2")}}'
        )


_TEXT = (("Text", TEXT_FONT, "400 500"), ("Text", OWN_FONT, "600 900"))


def _readable_on(ground: Color, color: Color, least: float = READ) -> Color:
    """The colour, mixed with as little black or white as gives it a contrast of `least` on this ground."""
    toward = (0.0, 0.0, 0.0) if _light(ground) > 0.18 else (1.0, 1.0, 1.0)
    for part in range(21):
        mixed = _mixed(color, toward, part / 20)
        if contrast(mixed, ground) >= least:
            return mixed
    return toward


def _mixed(color: Color, other: Color, share: float) -> Color:
    red, green, blue = (a + (b - a) * share for a, b in zip(color, other, strict=True))
    return red, green, blue


def _light(color: Color) -> float:
    """Relative luminance (WCAG 2.2)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _distance(one: Color, other: Color) -> float:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _words(game: Game, name: str) -> Mapping[str, Word | Symbol]:
    words: Mapping[str, Word | Symbol] = getattr(game, name)
    return words


def _hex(color: Color) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in color)
