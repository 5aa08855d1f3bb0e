"""Writes the documents that come from the program itself; `--check` compares them and writes nothing.

docs/checks.md comes from builder/authoring/codes.yaml, its outputs from checking the examples; docs/commands.md from
the command line's own options and help; the tables between marks in docs/authoring.md from schemas/, from the
templates' kit and from docs/reference.yaml, which has an example for each key; docs/wording.md and the schemas of
abilities from the packs' verbs, phrases and cards; docs/openapi.json from the endpoints of `arsenal serve`.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import typer.main

from builder.abilities.schema import schema_text
from builder.authoring.explaining import Explanation, entries, shown_input, shown_output
from builder.authoring.new import TEMPLATE
from builder.checks import check_pack
from builder.cli import app
from builder.cli.frame import EXAMPLE
from builder.diagnostics.harmless import json_text
from builder.documents.data import Data, mapping
from builder.documents.editing import scalar_text, to_yaml
from builder.documents.reading import own_data
from builder.games.sizes import card_size, size_names
from builder.packs.pack import read
from builder.schema import bundled_schema, resolve
from builder.storage.files import write_whole
from builder.storage.resources import bundled
from builder.web.api.openapi import description

FOLDER = Path(__file__).resolve().parent

_CHECKS = """\
# Checks

Every code that Arsenal reports: why, an example, and what Arsenal says of it. `arsenal explain CODE` shows
the same in a terminal. The examples are laid over the small game that `arsenal new game` writes.

<!-- written by docs/generate.py from builder/authoring/codes.yaml -->

"""
_LANGUAGES = {"changed": "diff", ".yaml": "yaml", ".txt": "text", ".j2": "jinja"}


def checks() -> str:
    """The page of checks."""
    parts = [_CHECKS]
    topics = [(topic, list(group)) for topic, group in groupby(entries().values(), lambda entry: entry.topic)]
    for topic, group in topics:
        parts.append(f"- {topic}: " + ", ".join(f"[{entry.code}](#{entry.code})" for entry in group) + "\n")
    for topic, group in topics:
        parts += [f"\n## {topic}\n", *map(_section, group)]
    return "".join(parts)


def _section(entry: Explanation) -> str:
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
    example = f"Example: `{command.epilog.removeprefix(EXAMPLE)}`"
    return "\n".join([f"\n## {name}\n", command.help.strip(), "", _fenced(usage, "text"), *table, "", example, ""])


def _arguments(command: Any) -> list[Any]:
    return [parameter for parameter in command.params if parameter.param_type_name == "argument"]


def _option(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return f"| `{_cell(_metavar(parameter))}` | {_cell(parameter.help or '')} |"
    names = ", ".join(f"`{name}`" for name in [*parameter.opts, *parameter.secondary_opts])
    choices = list(type(parameter.default)) if isinstance(parameter.default, Enum) else []
    takes = (
        "" if parameter.is_flag or parameter.count else " " + ("|".join(choices) if choices else _metavar(parameter))
    )
    notes = [parameter.help or ""]
    if parameter.default not in (None, "", False, 0) and not parameter.required:
        shown = getattr(parameter.default, "value", parameter.default)
        notes.append(f"Default: {'yes' if shown is True else shown}." if str(shown) != "." else "")
    if isinstance(parameter.envvar, str):
        notes.append(f"Variable: `{parameter.envvar}`.")
    return f"| {names}{_cell(takes)} | {_cell(' '.join(filter(None, notes)))} |"


def _metavar(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


_PART = re.compile(r"(<!-- table: (.+?) -->\n).*?(<!-- end of table -->)", re.DOTALL)


def authoring() -> str:
    """docs/authoring.md with the tables between its marks made anew. Raises KeyError for a mark of no table."""
    text = (FOLDER / "authoring.md").read_text("utf-8")
    return _PART.sub(lambda found: f"{found[1]}\n{TABLES[found[2]]()}\n{found[3]}", text)


class Key(NamedTuple):
    """A key of a kind of file, by its path: `ID` stands for a name of the author's own, `[]` for an item of a list."""

    path: str
    schema: Mapping[str, Any]
    required: bool


def keys(name: str) -> list[Key]:
    """The keys that schemas/`name`.schema.json describes; those of a shape that several words share come once."""
    return list(_keys(bundled_schema(name).schema, "", []))


def _keys(schema: Mapping[str, Any], path: str, shown: list[Any]) -> Iterator[Key]:
    for key, inner in schema.get("properties", {}).items():
        yield Key(path + key, inner, key in schema.get("required", ()))
        for step in ("ID", "[]", ""):
            of = inner if not step else inner.get("additionalProperties" if step == "ID" else "items")
            if isinstance(of, Mapping) and "properties" in of and of["properties"] not in shown:
                shown.append(of["properties"])
                yield from _keys(of, f"{path}{key}.{step}." if step else f"{path}{key}.", shown)
    if not path:
        for step, word in (("ID", "additionalProperties"), ("[]", "items")):
            if isinstance(schema.get(word), Mapping):
                yield from _keys(schema[word], f"{step}.", shown)


def words() -> dict[str, dict[str, Any]]:
    """docs/reference.yaml."""
    return {name: mapping(of) for name, of in mapping(own_data(FOLDER / "reference.yaml")).items()}


def key_table(name: str) -> str:
    """The keys of a kind of file, with what they mean and an example of each. `*` marks those that must be there."""
    own = words()[name]
    rows = ["| key | what it says | example |", "| --- | --- | --- |"]
    for key in keys(name):
        said = own.get(key.path, {})
        line = said.get("line") or key.schema.get("description", "")
        word = key.path.rpartition(".")[2]
        shown = _shown_path(key.path) + ("` *" if key.required else "`")
        example = f"`{word}: {_flow(said['example'])}`" if "example" in said else ""
        rows.append(f"| `{shown} | {_cell(line)} | {_cell(example)} |")
    return "\n".join(rows) + "\n"


def _shown_path(path: str) -> str:
    return path.removeprefix("[].").replace(".[]", "[]")


def _flow(value: Data) -> str:
    """A value as YAML on one line."""
    return to_yaml(value, flow=True).strip() if isinstance(value, dict | list) else scalar_text(value)


def clause_kinds() -> dict[str, Mapping[str, Any]]:
    """The kinds of clauses and the schema of each."""
    schema = json.loads((bundled("schemas") / "format.schema.json").read_text("utf-8"))
    kinds = schema["$defs"]["clause"]["properties"]["clause"]["else"]["enum"]
    return {kind: resolve({**schema["$defs"][kind], "$defs": schema["$defs"]}) for kind in kinds}


def clause_table() -> str:
    """Every kind of clause in a line, with its parameters."""
    rows = ["| clause | what it limits | parameters |", "| --- | --- | --- |"]
    for kind, schema in clause_kinds().items():
        parameters = ", ".join(_parameters(schema, leave_out=("clause", "description")))
        rows.append(f"| [{kind}](legality.md#{kind}) | {_cell(schema['description'])} | {parameters} |")
    return "\n".join(rows) + "\n"


def _parameters(schema: Mapping[str, Any], leave_out: tuple[str, ...] = ()) -> Iterator[str]:
    for key, inner in schema["properties"].items():
        if key in leave_out:
            continue
        of = inner if "properties" in inner else inner.get("items", {})
        nested = ", ".join(f"`{name}`" for name in of.get("properties", ()))
        star = "\\*" if key in schema.get("required", ()) else ""
        yield f"`{key}`{star}" + (f" ({nested})" if nested else "")


def kit_names() -> dict[str, str]:
    """The names that the kit defines, each with how it is called: `icon(id, size: 1em, tint: none)`."""
    kit = (FOLDER.parent / "renderers" / "faces" / "templates" / "kit.typ").read_text("utf-8")
    defined = re.finditer(r"^#let ([a-z-]+)(\(.*?\))? =", kit, re.MULTILINE)
    return {found[1]: found[1] + (found[2] or "") for found in defined}


def kit_table() -> str:
    """What faces take from the kit."""
    calls = kit_names()
    rows = ["| name | what it is |", "| --- | --- |"]
    rows += [f"| `{_cell(calls.get(name, name))}` | {_cell(line)} |" for name, line in words()["kit"].items()]
    return "\n".join(rows) + "\n"


def size_table() -> str:
    """The card sizes that have a name."""
    rows = ["| size | mm |", "| --- | --- |"]
    rows += [f"| `{name}` | {(size := card_size(name)).width:g} x {size.height:g} |" for name in size_names()]
    return "\n".join(rows) + "\n"


TABLES: dict[str, Callable[[], str]] = {
    "keys of game.yaml": partial(key_table, "game"),
    "keys of formats": partial(key_table, "format"),
    "keys of decks": partial(key_table, "deck"),
    "keys of rulings.yaml": partial(key_table, "rulings"),
    "keys of reprints.yaml": partial(key_table, "reprints"),
    "keys of import.yaml": partial(key_table, "import"),
    "keys of translations": partial(key_table, "locale"),
    "keys of verbs.yaml": partial(key_table, "verbs"),
    "keys of phrases": partial(key_table, "phrases"),
    "clauses": clause_table,
    "kit": kit_table,
    "sizes": size_table,
}


def wording() -> str:
    """The page of wording, which docs/wording.py makes."""
    spec = importlib.util.spec_from_file_location("wording", FOLDER / "wording.py")
    if spec is None or spec.loader is None:
        raise ImportError("docs/wording.py is not there")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    made: str = module.wording()
    return made


def abilities_schema(game: str) -> str:
    """The JSON Schema of a shipped game's abilities, for editors."""
    return schema_text(check_pack(read(bundled("cards") / game, is_bundled=True)).abilities.lexicon)


def template_schema() -> str:
    """The JSON Schema of the abilities of the game that `arsenal new game` writes."""
    return schema_text(check_pack(read(TEMPLATE)).abilities.lexicon)


def openapi() -> str:
    """The description of the HTTP API."""
    return json_text(description()) + "\n"


def games_with_verbs() -> list[str]:
    """The shipped games whose cards have abilities."""
    return sorted(path.parent.name for path in bundled("cards").glob("*/verbs.yaml"))


DOCUMENTS: dict[str, Callable[[], str]] = {
    "authoring.md": authoring,
    "checks.md": checks,
    "commands.md": commands,
    "openapi.json": openapi,
    "wording.md": wording,
    f"../{TEMPLATE.relative_to(FOLDER.parent).as_posix()}/abilities.schema.json": template_schema,
    **{f"../schemas/{game}.abilities.schema.json": partial(abilities_schema, game) for game in games_with_verbs()},
}


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
        done = "is out of date: run python docs/generate.py" if check else "written"
        sys.stderr.write(f"{(FOLDER / name).resolve().relative_to(FOLDER.parent)} {done}\n")
    return int(check and bool(stale))


if __name__ == "__main__":
    raise SystemExit(main())
