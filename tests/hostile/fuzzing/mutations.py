"""What is done to the files of a sound pack: to their data, to their text, and to which files there are."""

import copy
import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import yaml

from tests.hostile.fuzzing import values
from tests.hostile.fuzzing.packs import SmallPack, small_packs

Files = dict[str, bytes]
Place = tuple[Any, Any]  # a list or mapping, and the index or key of something in it

_RAW = re.compile(r"""["']?RAW(\d+)RAW["']?""")
_WEIGHTS = {
    "game.yaml": 4, "formats": 6, "decks": 4, "sets": 4, "locales": 3, "rulings.yaml": 3, "card.schema.json": 4,
    "verbs.yaml": 3, "phrases": 3,
}  # fmt: skip
_ASKING = ("where", "query", "cards", "of", "for", "in", "banned", "pool", "source")  # keys at which queries may stand


def mutated(pack: SmallPack, rng: Random) -> Files:
    """What differs from the files of the pack: by path, the new content. An empty name stands for a file to delete."""
    changed: Files = {}
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        kind = rng.random()
        if kind < 0.68:
            _data(pack, rng, changed)
        elif kind < 0.9:
            _text(pack, rng, changed)
        else:
            _tree(pack, rng, changed)
    return changed


def preset(rng: Random) -> bytes:
    """A preset file of the user's own: a bundled one, changed."""
    names = sorted(_presets())
    data = copy.deepcopy(_presets()[rng.choice(names)])
    if rng.random() < 0.4:
        data["extends"] = rng.choice((*names, "own.yaml", "./own.yaml", values.text(rng)))
    for _ in range(rng.choice((0, 1, 1, 2))):
        data = altered(data, rng, ())
    return written(data, rng, "own.yaml")


def _presets() -> dict[str, Any]:
    if not _PRESETS:
        from builder.printing.presets import FOLDER

        _PRESETS.update({path.stem: yaml.safe_load(path.read_text("utf-8")) for path in FOLDER.glob("*.yaml")})
    return _PRESETS


_PRESETS: dict[str, Any] = {}


def deck(pack: SmallPack, rng: Random) -> bytes:
    """A deck file of the user's own."""
    names = [name for name in pack.data if name.startswith("decks/")]
    data = copy.deepcopy(pack.data[rng.choice(names)])
    for _ in range(rng.choice((0, 1, 1, 2))):
        data = altered(data, rng, pack.fields)
    return written(data, rng, "deck.yaml")


# Data


def _data(pack: SmallPack, rng: Random, changed: Files) -> None:
    name = _pick(pack, rng)
    data = pack.data.get(name)
    if data is None or name in changed:
        _text(pack, rng, changed)
        return
    data = copy.deepcopy(data)
    for _ in range(rng.choice((1, 1, 2))):
        if name.endswith(".json") and rng.random() < 0.5:
            _describe(data, rng)
        else:
            data = altered(data, rng, pack.fields)
    changed[name] = written(data, rng, name)


def _pick(pack: SmallPack, rng: Random) -> str:
    """A file of the pack: a kind of file first, since there are many decks and one game.yaml."""
    kinds: dict[str, list[str]] = {}
    for name in pack.files:
        kinds.setdefault(name.split("/")[0], []).append(name)
    known = sorted(kinds)
    kind = rng.choices(known, [_WEIGHTS.get(kind, 0.7) for kind in known])[0]
    return rng.choice(kinds[kind])


def altered(data: Any, rng: Random, fields: tuple[str, ...]) -> Any:
    """The data with one thing done to it, or something else in its place."""
    places = list(_places(data))
    if not places or rng.random() < 0.02:
        return values.value(rng)
    rng.choice(_CHANGES)(rng, *rng.choice(places), places, fields)
    return data


def _describe(schema: Any, rng: Random) -> None:
    """One more keyword somewhere in a JSON Schema: with a part of the schema behind it, or a hostile value."""
    parts = [schema, *(within[key] for within, key in _places(schema))]
    mappings = [part for part in parts if isinstance(part, dict)]
    if mappings:
        inner = copy.deepcopy(rng.choice(mappings))
        kind = rng.random()
        behind = inner if kind < 0.3 else [inner] if kind < 0.4 else {"x": inner} if kind < 0.5 else values.value(rng)
        rng.choice(mappings)[rng.choice(values.KEYWORDS)] = rng.choice((behind, behind, True, "abilities.schema.json"))


def _places(data: Any) -> Iterator[Place]:
    for key in list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        yield data, key
        yield from _places(data[key])


def _replace(rng: Random, within: Any, key: Any, *_: Any) -> None:
    within[key] = values.value(rng)


def _replace_alike(rng: Random, within: Any, key: Any, places: Any, fields: tuple[str, ...]) -> None:
    old = within[key]
    if isinstance(old, bool):
        within[key] = not old
    elif isinstance(old, int | float):
        within[key] = rng.choice(values.NUMBERS)
    elif isinstance(old, str) and rng.random() < 0.7:
        at = rng.randrange(len(old) + 1)
        within[key] = old[:at] + values.text(rng) + old[at:]
    elif isinstance(old, str):
        within[key] = values.text(rng)
    elif isinstance(old, list) and old:
        within[key] = old * rng.choice((2, 2, 50)) if rng.random() < 0.6 else old[:1]
    else:
        _replace(rng, within, key)


def _nudge(rng: Random, within: Any, key: Any, places: Any, fields: tuple[str, ...]) -> None:
    """A small change, so that what was right mostly stays right, and what comes behind the checks is tried."""
    old = within[key]
    if isinstance(old, bool):
        within[key] = not old
    elif isinstance(old, int | float):
        within[key] = rng.choice((old + 1, old - 1, 0, 1, old * 2, 12, 99, 100, 9999))
    elif isinstance(old, str) and " " in old:
        words = old.split(" ")
        words.insert(rng.randrange(len(words)), rng.choice(_WORDS_PUT_IN))
        within[key] = " ".join(words)
    elif isinstance(old, str):
        same = [w[k] for w, k in places if k == key and isinstance(w[k], str)]
        within[key] = rng.choice(same)
    elif isinstance(old, list):
        within[key] = rng.sample(old, rng.randint(min(1, len(old)), len(old)))
    elif isinstance(old, dict):
        within[key] = dict(rng.sample(list(old.items()), len(old)))


_WORDS_PUT_IN = (
    "and", "{spark}", "*it*", "**", "é", "星間", "سفينة", "🚀", "x" * 90, "\u200d", "#", "$x$", "//", "-", "Æ" * 30,
)  # fmt: skip


def _delete(rng: Random, within: Any, key: Any, *_: Any) -> None:
    del within[key]


def _rename(rng: Random, within: Any, key: Any, *_: Any) -> None:
    if isinstance(within, dict):
        new = values.text(rng) if rng.random() < 0.6 else str(key)[:-1] or "x"
        items = [(new if k == key else k, v) for k, v in within.items()]
        within.clear()
        within.update(items)


def _wrap(rng: Random, within: Any, key: Any, *_: Any) -> None:
    within[key] = rng.choice(([within[key]], {"a": within[key]}, {str(key): within[key]}, [[within[key]]]))


def _take(rng: Random, within: Any, key: Any, places: list[Place], *_: Any) -> None:
    """What stands somewhere else in the file, here; or the two changed about."""
    other, place = rng.choice(places)
    try:
        found = copy.deepcopy(other[place])
    except (KeyError, IndexError):
        return
    if rng.random() < 0.3:
        other[place] = within[key]
    within[key] = found


def _donate(rng: Random, within: Any, key: Any, *_: Any) -> None:
    """A value that the same key has in another pack."""
    if isinstance(key, str) and (given := _donors().get(key)):
        within[key] = copy.deepcopy(rng.choice(given))
    else:
        _replace(rng, within, key)


def _add(rng: Random, within: Any, key: Any, *_: Any) -> None:
    """One more key or item: of another pack, or a hostile one."""
    if isinstance(within, list):
        within.insert(
            rng.randrange(len(within) + 1), copy.deepcopy(within[key]) if rng.random() < 0.6 else values.value(rng)
        )
        return
    new = rng.choice(_KEYS or _keys())
    within[new] = copy.deepcopy(rng.choice(_donors()[new])) if rng.random() < 0.8 else values.value(rng)


def _ask(rng: Random, within: Any, key: Any, places: list[Place], fields: tuple[str, ...]) -> None:
    """A query where there is one, or anywhere."""
    asking = [(w, k) for w, k in places if k in _ASKING and isinstance(w, dict) and isinstance(w.get(k), str)]
    within, key = rng.choice(asking) if asking else (within, key)
    within[key] = values.query(rng, fields, _words())


_CHANGES: tuple[Callable[..., None], ...] = (
    _replace, _replace, _replace_alike, _replace_alike, _replace_alike, _delete, _rename, _wrap, _take, _donate,
    _donate, _add, _add, _ask, _nudge, _nudge, _nudge, _nudge, _nudge, _nudge,
)  # fmt: skip
_DONORS: dict[str, list[Any]] = {}
_KEYS: list[str] = []
_WORDS: list[str] = []


def _donors() -> dict[str, list[Any]]:
    if not _DONORS:
        for pack in small_packs():
            for data in pack.data.values():
                for within, key in _places(data):
                    if (
                        isinstance(within, dict)
                        and isinstance(key, str)
                        and len(known := _DONORS.setdefault(key, [])) < 40
                    ):
                        known.append(within[key])
    return _DONORS


def _keys() -> list[str]:
    _KEYS.extend(sorted(_donors()))
    return _KEYS


def _words() -> tuple[str, ...]:
    if not _WORDS:
        _WORDS.extend(word for pack in small_packs() for word in pack.words)
    return tuple(_WORDS)


# Writing


def written(data: Any, rng: Random, name: str) -> bytes:
    """The data as YAML in one of its forms, or as JSON, with pieces of YAML at the places that are kept for them."""
    try:
        if name.endswith(".json") or rng.random() < 0.25:
            text = json.dumps(data, ensure_ascii=rng.random() < 0.5, indent=rng.choice((None, 1)), default=str)
        else:
            style = rng.choice((None, None, None, False, True))
            how = {"allow_unicode": rng.random() < 0.7, "default_flow_style": style}
            text = yaml.dump(data, Dumper=_Dumper, sort_keys=False, width=100, **how)
    except (RecursionError, ValueError, TypeError, yaml.YAMLError):
        text = "- " * 3000 + "x"
    text = _RAW.sub(lambda found: values.PIECES[int(found[1]) % len(values.PIECES)], text)
    return text.encode("utf-8", "surrogatepass")


class _Dumper(yaml.CSafeDumper):
    """A dumper that writes what is there twice twice, and integers of any size."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _whole(dumper: Any, number: int) -> Any:
    return dumper.represent_scalar("tag:yaml.org,2002:int", hex(number) if abs(number) > 10**1000 else str(number))


_Dumper.add_representer(int, _whole)

# Text


def _text(pack: SmallPack, rng: Random, changed: Files) -> None:
    name = _pick(pack, rng)
    lines = changed.get(name, pack.files[name]).split(b"\n")
    at = rng.randrange(len(lines))
    changed[name] = rng.choice((b"\n", b"\n", b"\n", b"\r\n", b"\r")).join(rng.choice(_EDITS)(lines, at, rng))


Lines = list[bytes]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _line_gone(lines: Lines, at: int, rng: Random) -> Lines:
    return lines[:at] + lines[at + 1 :]


def _line_again(lines: Lines, at: int, rng: Random) -> Lines:
    return [*lines[:at], rng.choice(lines), *lines[at:]]


def _line_added(lines: Lines, at: int, rng: Random) -> Lines:
    return [*lines[:at], _bytes(values.text(rng)), *lines[at:]]


def _line_moved(lines: Lines, at: int, rng: Random) -> Lines:
    moved = b" " * rng.choice((1, 2, 7)) + lines[at] if rng.random() < 0.5 else lines[at].lstrip()
    return [*lines[:at], moved, *lines[at + 1 :]]


def _value_replaced(lines: Lines, at: int, rng: Random) -> Lines:
    key, colon, _ = lines[at].partition(b":")
    return [*lines[:at], key + colon + b" " + _bytes(rng.choice(values.PIECES)), *lines[at + 1 :]]


def _cut_off(lines: Lines, at: int, rng: Random) -> Lines:
    return lines[:at]


def _text_put_in(lines: Lines, at: int, rng: Random) -> Lines:
    there = rng.randrange(len(lines[at]) + 1)
    return [*lines[:at], lines[at][:there] + _bytes(values.text(rng)) + lines[at][there:], *lines[at + 1 :]]


def _noise(lines: Lines, at: int, rng: Random) -> Lines:
    odd = b"\x00\x09\x1b\x80\xc0\xff:{}[]&*!|>'\"%@`#-? "
    return [*lines[:at], bytes(rng.choice(odd) if rng.random() < 0.1 else b for b in lines[at]), *lines[at + 1 :]]


def _head(lines: Lines, at: int, rng: Random) -> Lines:
    heads = (b"\xef\xbb\xbf", b"%YAML 1.1\n---\n", b"---\n", b"%TAG ! x\n---\n", b"\xff\xfe")
    return [rng.choice(heads) + lines[0], *lines[1:]]


def _anchored(lines: Lines, at: int, rng: Random) -> Lines:
    """An anchor at one value and an alias or a merge of it at another."""
    key, colon, rest = lines[at].partition(b": ")
    there = rng.randrange(len(lines))
    other, also, _ = lines[there].partition(b": ")
    if colon and also:
        lines[at] = key + b": &a " + rest
        lines[there] = (
            (other + b": *a") if rng.random() < 0.7 else other[: len(other) - len(other.lstrip())] + b"<<: *a"
        )
    return lines


_EDITS: tuple[Callable[[Lines, int, Random], Lines], ...] = (
    _line_gone, _line_again, _line_added, _line_moved, _line_moved, _value_replaced, _value_replaced, _cut_off,
    _text_put_in, _noise, _head, _anchored,
)  # fmt: skip

# Which files there are


_CONTENTS = (  # of a whole file
    b"", b"\n", b"# c\n", b"\x00", bytes(range(256)), b"[]", b"{}", b"null", b"0", b"''", b"[" * 2000, b"x" * 100_000,
)  # fmt: skip


def _tree(pack: SmallPack, rng: Random, changed: Files) -> None:
    name = _pick(pack, rng)
    folder = name.rpartition("/")[0]
    kind = rng.randrange(8)
    hostile = (folder + "/" if folder else "") + rng.choice(values.NAMES)
    if kind == 0:
        changed[name] = DELETED
    elif kind in (1, 2):
        changed[hostile] = pack.files[name]
    elif kind == 3:
        changed[hostile], changed[name] = pack.files[name], DELETED
    elif kind == 4:
        changed[name] = rng.choice(_CONTENTS)
    elif kind == 5:
        changed[name] = FOLDER
    elif kind == 6:
        changed[name if rng.random() < 0.5 else hostile] = LINK + rng.choice(_TARGETS)
    else:
        other = rng.choice(small_packs())
        taken = rng.choice(sorted(other.files))
        changed[name if taken.split("/")[0] == name.split("/")[0] else taken] = other.files[taken]


DELETED = b"\0deleted"  # contents that stand for something else than a file
FOLDER = b"\0folder"
LINK = b"\0link "
_TARGETS = (
    b"/etc/passwd", b"../secret.txt", b"..", b".", b"game.yaml", b"nothing", b"/dev/zero", b"/dev/stdin",
    b"/proc/self/environ", b"../../../secret.txt",
)  # fmt: skip
