"""Writes the documents that come from the program itself; `--check` compares them and writes nothing.

docs/checks.md comes from builder/catalogue.yaml, its outputs from checking the examples; docs/commands.md from the
command line's own options and help.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from enum import Enum
from itertools import groupby
from pathlib import Path
from typing import Any

import typer.main

from builder.catalogue import Entry, entries, shown_input, shown_output
from builder.cli import app
from builder.files import write_whole

FOLDER = Path(__file__).resolve().parent

_CHECKS = """\
# Checks

Every code that Arsenal reports: why, an example, and what Arsenal says of it. `arsenal explain CODE` shows
the same in a terminal. The examples are laid over the small game that `arsenal new game` writes.

<!-- written by docs/generate.py from builder/catalogue.yaml -->

"""
_LANGUAGES = {"changed": "diff", ".yaml": "yaml", ".txt": "text"}


def checks() -> str:
    """The page of checks."""
    parts = [_CHECKS]
    topics = [(topic, list(group)) for topic, group in groupby(entries().values(), lambda entry: entry.topic)]
    for topic, group in topics:
        parts.append(f"- {topic}: " + ", ".join(f"[{entry.code}](#{entry.code})" for entry in group) + "\n")
    for topic, group in topics:
        parts += [f"\n## {topic}\n", *map(_section, group)]
    return "".join(parts)


def _section(entry: Entry) -> str:
    mark = "" if entry.severity == "error" else " *(a warning)*"
    lines = [f"\n### {entry.code}\n", f"{entry.heading}.{mark}\n", f"{entry.why.strip()}\n"]
    for title, text in shown_input(entry):
        if not text:
            lines.append(f"Example: {title}.\n")
            continue
        language = next(name for ending, name in _LANGUAGES.items() if title.endswith(ending))
        lines.append(f"`{title}`\n" if language != "diff" else f"`{title.removesuffix(', changed')}`, changed\n")
        lines.append(_fenced(text, language))
    lines.append(_fenced(shown_output(entry), "text"))
    return "\n".join(lines)


def _fenced(text: str, language: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```\n"


_COMMANDS = """\
# Commands

Every command with its arguments and options; `arsenal COMMAND --help` says the same. Exit codes: 0 clean, 1 findings
(or an illegal deck), 2 wrong use, 130 stopped by Ctrl-C, 70 a fault of Arsenal's own. `--packs`, `--database` and
`--output` may stand before the command too.

<!-- written by docs/generate.py from the command line itself -->
"""


def commands() -> str:
    """The command reference."""
    group: Any = typer.main.get_command(app)
    return _COMMANDS + "".join(_command(f"arsenal {name}", found) for name, found in sorted(group.commands.items()))


def _command(name: str, command: Any) -> str:
    if hasattr(command, "commands"):
        return "".join(_command(f"{name} {inner}", found) for inner, found in sorted(command.commands.items()))
    rows = [_option(parameter) for parameter in command.params if parameter.name != "help"]
    usage = " ".join([name, *(_metavar(p) for p in _arguments(command)), "[OPTIONS]"])
    table = ["| argument or option | meaning |", "| --- | --- |", *rows]
    return "\n".join([f"\n## {name}\n", command.help.strip(), "", _fenced(usage, "text"), *table, ""])


def _arguments(command: Any) -> list[Any]:
    return [parameter for parameter in command.params if parameter.param_type_name == "argument"]


def _option(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return f"| `{_cell(_metavar(parameter))}` | {_cell(parameter.help or '')} |"
    names = ", ".join(f"`{name}`" for name in [*parameter.opts, *parameter.secondary_opts])
    choices = list(type(parameter.default)) if isinstance(parameter.default, Enum) else []
    takes = "" if parameter.is_flag else " " + ("|".join(choices) if choices else _metavar(parameter))
    notes = [parameter.help or ""]
    if parameter.default not in (None, "", False) and not parameter.required:
        shown = getattr(parameter.default, "value", parameter.default)
        notes.append(f"Default: {'yes' if shown is True else shown}." if str(shown) != "." else "")
    if isinstance(parameter.envvar, str):
        notes.append(f"Variable: `{parameter.envvar}`.")
    return f"| {names}{_cell(takes)} | {_cell(' '.join(filter(None, notes)))} |"


def _metavar(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


DOCUMENTS: dict[str, Callable[[], str]] = {"checks.md": checks, "commands.md": commands}


def main(arguments: list[str] | None = None) -> int:
    """Write the documents; with --check, name those that differ from what would be written, and return 1."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a document is out of date")
    check = parser.parse_args(arguments).check
    stale = []
    for name, made in DOCUMENTS.items():
        path, text = FOLDER / name, made()
        if not path.is_file() or path.read_text("utf-8") != text:
            stale.append(name)
            if not check:
                write_whole(path, text.encode())
    for name in stale:
        sys.stderr.write(f"docs/{name} {'is out of date: run python docs/generate.py' if check else 'written'}\n")
    return int(check and bool(stale))


if __name__ == "__main__":
    raise SystemExit(main())
