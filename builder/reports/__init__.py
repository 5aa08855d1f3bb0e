"""Reports: one HTML file with its style, pictures and scripts in it, which opens without a network.

A room that makes a report has a template of its own, which extends `report.html` and draws with the macros of
`drawn.html`: figures with their intervals, heat maps, bars and scatters.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path

import jinja2

from builder.version import __version__
from builder.words import Words

TEMPLATES = Path(__file__).with_name("templates")


def html(template: Path, title: str, words: Words, **shown: object) -> str:
    """A report from a template. All texts are escaped; words come as `say`."""
    made = _environment(template.parent).get_template(template.name)
    style = (TEMPLATES / "report.css").read_text("utf-8")
    script = (TEMPLATES / "report.js").read_text("utf-8")
    policy = f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{_hash(script)}'"
    return made.render(shown, title=title, say=words, version=__version__, style=style, script=script, policy=policy)


def _hash(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


@cache
def _environment(folder: Path) -> jinja2.Environment:
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader([folder, TEMPLATES]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.globals.update(min=min, max=max)
    return made
