"""Sheets as one HTML file that needs no other, to print from a browser."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from builder.games import Game
from renderers.layout.pages import Page

TEMPLATES = Path(__file__).with_name("templates")


def html_of(game: Game, pages: Sequence[Page], pictures: Sequence[bytes]) -> bytes:
    """An HTML file with a page for each of `pages`; `pictures` are their SVG."""
    import jinja2  # slow to import

    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, undefined=jinja2.StrictUndefined
    )
    sizes = dict.fromkeys((page.width, page.height) for page in pages)
    papers = {size: f"paper{n}" for n, size in enumerate(sizes)}
    return (
        env.get_template("sheets.html.j2")
        .render(
            title=game.name,
            language=game.language,
            papers=[(name, width, height) for (width, height), name in papers.items()],
            sheets=[
                (papers[page.width, page.height], _inline(picture.decode("utf-8")))
                for page, picture in zip(pages, pictures, strict=True)
            ],
        )
        .encode()
    )


def laid_over(pictures: Sequence[bytes]) -> bytes:
    """SVG pictures of one size as one, the first lowest."""
    lowest, *others = pictures
    inner = [picture[picture.index(b">", picture.index(b"<svg")) + 1 : picture.rindex(b"</svg>")] for picture in others]
    end = lowest.rindex(b"</svg>")
    return b"".join((lowest[:end], *inner, lowest[end:]))


def _inline(svg: str) -> str:
    """The SVG as it is written within HTML, without XML namespaces."""
    start = svg.index("<svg")
    end = svg.index(">", start)
    parts = [part for part in svg[start:end].split(" ") if not part.startswith("xmlns")]
    return " ".join(parts) + svg[end:]
