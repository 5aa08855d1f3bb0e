"""Writes the documents that come from the program itself; `--check` compares them and writes nothing.

docs/checks.md comes from builder/authoring/codes.yaml, its outputs from checking the examples; docs/commands.md from
the command line's own options and help; the tables between marks in docs/keys.md, docs/legality.md and
docs/templates.md from schemas/, the templates' kit and docs/reference.yaml, which has an example for each key;
docs/wording.md and the schemas of abilities from the packs' verbs, phrases and cards; docs/openapi.json from the
endpoints of `arsenal serve`; builder/words/words.json from the YAML files in its folder.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache, partial
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
from builder.games import sizes
from builder.legality.kinds import kind_of, own_kinds
from builder.packs.pack import read
from builder.schema import bundled_schema
from builder.storage.files import write_whole
from builder.storage.resources import bundled
from builder.web.server.openapi import description
from builder.words import DEFAULT, FILE

FOLDER = Path(__file__).resolve().parent
LONGEST_LINE = 140  # of a schema

_CHECKS = """\
# Checks

Every code that Arsenal reports: why, an example, and the finding. `arsenal explain CODE` shows the same in a terminal.
The examples change the small game that `arsenal new game` writes. A finding shows the line at fault; here only where
the example does not.

<!-- written by docs/generate.py from builder/authoring/codes.yaml -->

"""
_LANGUAGES = {"changed": "diff", ".yaml": "yaml", ".txt": "text", ".csv": "text", ".j2": "jinja"}
_SOURCE_LINE = re.compile(r"\s*\d* \|")
_SUM = re.compile(r"\d+ (error|warning)s?\b.* in \d+ file")


def checks() -> str:
    """The page of checks."""
    parts = [_CHECKS]
    topics = [(topic, list(group)) for topic, group in groupby(entries().values(), lambda entry: entry.topic)]
    for topic, group in topics:
        parts.append(f"- {topic}: " + ", ".join(f"[{entry.code}](#{entry.code})" for entry in group) + "\n")
    for topic, group in topics:
        parts += [f"\n## {topic}\n", *[_section(entry) for entry in group]]
    return "".join(parts)


def _section(entry: Explanation) -> str:
    mark = "" if entry.severity == "error" else " *(a warning)*"
    lines = [f"\n### {entry.code}\n", f"{entry.heading}.{mark} {entry.why.strip()}\n"]
    shown = shown_input(entry)
    in_the_finding = len(shown) == 1 and shown[0][0].endswith(".yaml") and entry.line > 4
    for title, text in [] if in_the_finding else shown:
        if not text:
            lines.append(f"Example: {title.removesuffix('.')}.\n")
            continue
        language = _language(title)
        lines.append(f"`{title}`\n" if language != "diff" else f"`{title.removesuffix(', changed')}`, changed\n")
        lines.append(_fenced(text, language))
    lines.append(_fenced(_finding(shown_output(entry), in_the_finding), "text"))
    return "\n".join(lines)


def _language(title: str) -> str:
    """How the text of an example is marked, by the ending of its title."""
    [language] = (name for ending, name in _LANGUAGES.items() if title.endswith(ending))
    return language


def _finding(text: str, with_its_line: bool) -> str:
    """What Arsenal says of an example: with the line of the fault where no example shows it, and without the sum."""
    lines = [line for line in text.splitlines() if line.strip(" |") and not _SUM.match(line)]
    return "\n".join(line for line in lines if with_its_line or not _SOURCE_LINE.match(line))


def _fenced(text: str, language: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```\n"


_COMMANDS = """\
# Commands

Every command with its arguments and options; `arsenal COMMAND --help` says the same. Exit codes: 0 clean, 1 findings
(or an illegal deck), 2 wrong use, 130 stopped by Ctrl-C, 70 a fault of Arsenal's own. `--packs`, `--database` and
`--output` may stand before the command too.

<!-- written by docs/generate.py from the command line itself -->

## Options of many commands

Below, a command only names those of these that it takes.

"""
_TABLE = "| argument or option | meaning |\n| --- | --- |\n"


def commands() -> str:
    """The command reference: first the options that several commands take with the same meaning."""
    found = list(_commands("arsenal", typer.main.get_command(app)))
    options = [option for _, command in found for option in _options(command).items() if option[0].startswith("`-")]
    shared = {row for (_, row), count in Counter(options).items() if count >= 3}
    table = _TABLE + "".join(f"{row}\n" for row in sorted(shared, key=lambda row: row.replace("`-", "`")))
    return _COMMANDS + table + "".join(_command(name, command, shared) for name, command in found)


def _commands(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    if not hasattr(command, "commands"):
        yield name, command
        return
    for inner, found in sorted(command.commands.items()):
        yield from _commands(f"{name} {inner}", found)


def _options(command: Any) -> dict[str, str]:
    """The rows of a command's table, each under how the option or argument is called."""
    return {_called(parameter): _option(parameter) for parameter in command.params if parameter.name != "help"}


def _command(name: str, command: Any, shared: set[str]) -> str:
    rows = _options(command)
    usage = " ".join([name, *(_metavar(p) for p in _arguments(command)), "[OPTIONS]"])
    parts = [f"\n## {name}\n\n{command.help.strip()}\n\n{_fenced(usage, 'text')}\n"]
    own = [row for row in rows.values() if row not in shared]
    if own:
        parts.append(_TABLE + "".join(f"{row}\n" for row in own) + "\n")
    if len(own) < len(rows):
        parts.append("Also " + ", ".join(called for called, row in rows.items() if row in shared) + ".\n\n")
    return "".join([*parts, f"Example: `{command.epilog.removeprefix(EXAMPLE)}`\n"])


def _called(parameter: Any) -> str:
    return f"`{parameter.opts[0]}`" if parameter.param_type_name != "argument" else f"`{_metavar(parameter)}`"


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
PAGES_WITH_TABLES = ("developing.md", "keys.md", "legality.md", "templates.md")


def with_tables(name: str) -> str:
    """A page with the tables between its marks made anew. Raises KeyError for a mark of no table."""
    text, tables = (FOLDER / name).read_text("utf-8"), all_tables()
    if name == "legality.md":
        marks = {kind: f"<!-- table: clause {kind} -->" for kind in own_kinds()}
        new = [f"### {kind}\n\n{mark}\n<!-- end of table -->\n\n" for kind, mark in marks.items() if mark not in text]
        text = text.replace("## Odds\n", f"{''.join(new)}## Odds\n")
    return _PART.sub(lambda found: f"{found[1]}\n{tables[found[2]]()}\n{found[3]}", text)


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


@cache
def words() -> dict[str, dict[str, Any]]:
    """docs/reference.yaml."""
    return {name: mapping(of) for name, of in mapping(own_data(FOLDER / "reference.yaml")).items()}


def heads(name: str) -> list[list[Key]]:
    """The keys of a kind of file; those that are called alike and mean the same stand together."""
    found: dict[tuple[str, str], list[Key]] = {}
    for key in keys(name):
        found.setdefault((key.path.rpartition(".")[2], _line(name, key)), []).append(key)
    return list(found.values())


def _line(name: str, key: Key) -> str:
    return str(words()[name].get(key.path, {}).get("line") or key.schema.get("description", ""))


def key_table(name: str) -> str:
    """The keys of a kind of file, with what they mean and an example of each. `*` marks those that must be there."""
    rows = ["| key | what it says | example |", "| --- | --- | --- |"]
    for group in heads(name):
        word = group[0].path.rpartition(".")[2]
        shown = ", ".join(f"`{_shown_path(key.path)}`" + (" *" if key.required else "") for key in group)
        said = words()[name].get(group[0].path, {})
        example = f"`{word}: {_flow(said['example'])}`" if "example" in said else ""
        rows.append(f"| {shown} | {_cell(_line(name, group[0]))} | {_cell(example)} |")
    return "\n".join(rows) + "\n"


def _shown_path(path: str) -> str:
    return path.removeprefix("[].").replace(".[]", "[]")


def _flow(value: Data) -> str:
    """A value as YAML on one line."""
    return to_yaml(value, flow=True).strip() if isinstance(value, dict | list) else scalar_text(value)


def clause_kinds() -> dict[str, Mapping[str, Any]]:
    """The kinds of clauses and the schema of each."""
    return {name: kind.schema(name) for name in own_kinds() if (kind := kind_of(name))}


def format_schema() -> str:
    """schemas/format.schema.json with what it says of clauses made anew from their kinds."""
    schema = json.loads((bundled("schemas") / "format.schema.json").read_text("utf-8"))
    shapes, kinds = schema["$defs"], clause_kinds()
    said = [
        f"`{name}` {(what := kind['description'])[0].lower()}{what[1:].split('. ')[0].rstrip('.')}"
        for name, kind in kinds.items()
    ]
    of_kind = shapes["clause"]["properties"]["clause"]
    for gone in shapes["clause"]["allOf"]:
        shapes.pop(gone["if"]["properties"]["clause"]["const"], None)
    of_kind["description"] = f"The kind of clause: {'; '.join(said)}."
    of_kind["else"]["enum"] = list(kinds)
    shapes["clause"]["allOf"] = [
        {
            "if": {"required": ["clause"], "properties": {"clause": {"const": name}}},
            "then": {"$ref": f"#/$defs/{name}"},
        }
        for name in kinds
    ]
    before = list(shapes).index("clause") + 1
    schema["$defs"] = dict([*list(shapes.items())[:before], *kinds.items(), *list(shapes.items())[before:]])
    return laid_out(schema) + "\n"


def laid_out(value: Any, indent: str = "", before: int = 0) -> str:
    """A value as JSON, of which a list or a mapping stands on one line where it fits there, `before` characters in."""
    line = _one_line(value)
    if not isinstance(value, dict | list) or len(indent) + before + len(line) < LONGEST_LINE:
        return line
    inner = f"{indent}  "
    names, items = _parts_of(value)
    parts = ",\n".join(inner + key + laid_out(item, inner, len(key)) for key, item in zip(names, items, strict=True))
    return f"{line[0]}\n{parts}\n{indent}{line[-1]}"


def _one_line(value: Any) -> str:
    if not isinstance(value, dict | list) or not value:
        return json.dumps(value, ensure_ascii=False)
    names, items = _parts_of(value)
    parts = ", ".join(key + _one_line(item) for key, item in zip(names, items, strict=True))
    return f"{{ {parts} }}" if isinstance(value, dict) else f"[{parts}]"


def _parts_of(value: dict[str, Any] | list[Any]) -> tuple[list[str], list[Any]]:
    if isinstance(value, list):
        return [""] * len(value), value
    return [f"{json.dumps(key)}: " for key in value], list(value.values())


def clause_table(kind: str) -> str:
    """What a kind of clause limits, and its parameters."""
    schema = clause_kinds()[kind]
    rows = [f"{schema['description']}\n", "| parameter | what it says |", "| --- | --- |"]
    rows += [row for row in _parameters(schema) if not row.startswith(("| `clause`", "| `description`"))]
    return "\n".join(rows) + "\n"


def _parameters(schema: Mapping[str, Any]) -> Iterator[str]:
    for key, inner in schema["properties"].items():
        of = inner if "properties" in inner else inner.get("items", {})
        nested = ", ".join(f"`{name}`" for name in of.get("properties", ()))
        star = " *" if key in schema.get("required", ()) else ""
        yield f"| `{key}`{star} | {_cell(inner['description'])}" + (f" Has {nested}." if nested else "") + " |"


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
    known = sizes.size_table(sizes.SIZES)
    rows = ["| size | mm |", "| --- | --- |"]
    rows += [f"| `{name}` | {size['width']:g} x {size['height']:g} |" for name, size in known.items()]
    return "\n".join(rows) + "\n"


def floors(package: str) -> list[list[str]]:
    """The rooms of a package from the top floor down, as its contract in pyproject.toml has them."""
    project = tomllib.loads((FOLDER.parent / "pyproject.toml").read_text("utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    [layers] = (one["layers"] for one in contracts if one.get("containers") == [package])
    return [[room for room in re.split(r"[ :|]+", layer) if not room.startswith("__")] for layer in layers]


def room_table() -> str:
    """The rooms of builder from the top floor down, and what lives in each: the first sentence of its docstring."""
    rows = ["| room | what lives there |", "| --- | --- |"]
    for room in (room for floor in floors("builder") for room in floor):
        path = FOLDER.parent / "builder" / room
        source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        said = re.match(r'"""(.+?[.?])(?:\s|""")', source.read_text("utf-8"), re.DOTALL)
        shown = f"{room}/" if path.is_dir() else f"{room}.py"
        rows.append(f"| `{shown}` | {_cell(' '.join(said[1].split()))} |" if said else f"| `{shown}` | |")
    return "\n".join(rows) + "\n"


_FLOOR, _ROOM, _STREET = 34, 26, 640  # heights of a floor and of a room, and the width of the house


def house() -> str:
    """The picture of the house: each room stands on those that it may import."""
    parts = [_block("builder", floors("builder"), 0, _STREET)]
    height = _FLOOR * (len([floor for floor in floors("builder") if floor]) + 1)
    parts += [_block("renderers", floors("renderers"), _STREET + 20, 180)]
    parts += [_block("engine", floors("engine"), _STREET + 220, 180)]
    size = f"{_STREET + 400} {height + 10}"
    style = "text{font:13px sans-serif;text-anchor:middle;fill:#222}.name{font-weight:bold}"
    ground = '<rect width="100%" height="100%" fill="#fff"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}">\n<style>{style}</style>\n{ground}\n' + (
        "".join(parts) + "</svg>\n"
    )


def _block(name: str, rows: list[list[str]], left: int, width: int) -> str:
    """A package: its name, and below it its floors."""
    shapes = [f'<text class="name" x="{left + width / 2:g}" y="22">{name}</text>\n']
    for number, rooms in enumerate([floor for floor in rows if floor], 1):
        wide = width / len(rooms)
        for at, room in enumerate(rooms):
            x, y = left + at * wide, number * _FLOOR
            box = f'x="{x + 3:g}" y="{y}" width="{wide - 6:g}" height="{_ROOM}" rx="4" fill="#e8eef6" stroke="#7a8ca5"'
            shapes.append(f'<rect {box}/><text x="{x + wide / 2:g}" y="{y + 18}">{room}</text>\n')
    return "".join(shapes)


def all_tables() -> dict[str, Callable[[], str]]:
    """What makes each table, by its mark."""
    kinds = {f"clause {kind}": partial(clause_table, kind) for kind in clause_kinds()}
    return {**TABLES, **kinds}


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
    "kit": kit_table,
    "sizes": size_table,
    "rooms": room_table,
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


def all_words(folder: Path = FILE.parent) -> str:
    """What is said in each language, as programs read it: of the YAML files of a folder, the default language first."""
    files = sorted(folder.glob("*.yaml"), key=lambda file: (file.stem != DEFAULT, file.stem))
    return json_text({file.stem: own_data(file) for file in files}) + "\n"


DOCUMENTS: dict[str, Callable[[], str]] = {
    "../builder/words/words.json": all_words,  # first, as all others say something
    "../schemas/format.schema.json": format_schema,  # which the checks' examples are read by
    **{name: partial(with_tables, name) for name in PAGES_WITH_TABLES},
    "images/house.svg": house,
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
