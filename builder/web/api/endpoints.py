"""What an endpoint is: its address and parameters, the shape of its body and answer, and the function that answers.

Every request is checked against this description before the function is called; `openapi` publishes the same.
`builder.web.server.app` answers over HTTP, `builder.web.api.answering` in a browser, without a server.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar, Union

from builder.diagnostics import Diagnostic, FindingsError, UsageError, bounded_comparisons, suggestion
from builder.diagnostics.harmless import json_text
from builder.documents.data import Data, mapping
from builder.games import Game
from builder.library import Catalog
from builder.schema import Schema
from builder.web.api.games import Games, best
from builder.web.api.shapes import SchemaPart
from builder.words import DEFAULT, languages, words_here

if TYPE_CHECKING:  # most requests ask for the game's own language
    from builder.translations.localized import Localized

PREFIX = "/api/v1"
MAX_TEXT = 2_000  # characters of a parameter
MAX_COMPARED = 100_000  # known words that the unknown words of a request are compared with

_SURROGATE = re.compile("[\ud800-\udfff]")

_Function = TypeVar("_Function", bound="Callable[[ApiRequest], Answer]")


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """A request that has been checked: the names in its address (`path`), its parameters (`query`) and its body.

    `if_match` is its If-Match header: the tags of the states that may be replaced. `accepted` are the languages of its
    Accept-Language header, the preferred first.
    """

    games: Games
    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Mapping[str, Data] = field(default_factory=dict)
    if_match: str = ""
    accepted: tuple[str, ...] = ()

    def language(self, game: Game) -> str:
        """The language to answer in: the one asked for, or the game's best match for `accepted`; "" for the game's own.

        Raises UsageError for a language that the game does not have.
        """
        if wanted := self.query.get("lang"):
            return self.catalog.localized(game, wanted).language
        return best(self.accepted, self.catalog.languages(game)) if self.accepted else ""

    def language_of_verdicts(self, game_id: str) -> str:
        """The language of verdicts, chosen likewise; they can also be in a language that the game does not have."""
        wanted = self.query.get("lang", "")
        if wanted or not self.accepted:
            self.catalog.check_language([game_id], wanted)
            return wanted
        return best(self.accepted, [*self.catalog.languages(self.catalog.game(game_id)), *languages()])

    @property
    def catalog(self) -> Catalog:
        """The catalog to answer from."""
        return self.games.catalog

    @property
    def game(self) -> Game:
        """The game that the address names. Raises NoSuchThing."""
        return self.games.game(self.path["game"])

    @property
    def localized(self) -> Localized:
        """The game that the address names, in the language to answer in. Raises as `game` and `language` do."""
        return self.catalog.localized(self.game, self.language(self.game))

    def number(self, name: str, default: int) -> int:
        """A parameter that is a number."""
        return int(self.query[name]) if name in self.query else default


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer as bytes of a media type. With a `filename`, browsers offer to save it under that name."""

    content: bytes
    media_type: str
    filename: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Later:
    """An answer that takes seconds to make: `work` makes it in another thread, without reading the database."""

    work: Callable[[], Reply]


Answer = Union[Data, Reply, Later]  # noqa: UP007 - Data is a string at run time


@dataclass(eq=False)
class Endpoint:
    """One endpoint; called with the function that answers, it registers itself.

    `address` is the method and the path, as in "GET /games/{game}". `parameters` are schemas by name; those in
    `required` must be given. `body` and `answer` are schemas; `answer` may also be the name of a file in schemas/,
    without its suffix. Endpoints that change something, or show private data, are `private`: the pages of other sites
    may not use them.
    """

    address: str
    summary: str
    _: KW_ONLY
    parameters: Mapping[str, SchemaPart] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    body: SchemaPart | None = None
    answer: str | SchemaPart = ""
    media_type: str = "application/json"
    private: bool = False
    short: int = 0  # bytes: a body of up to this size is answered at once
    function: Callable[[ApiRequest], Answer] = field(init=False)

    def __post_init__(self) -> None:
        self.method, _, self.path = self.address.partition(" ")

    def __call__(self, function: _Function) -> _Function:
        """Register the function that answers."""
        self.function = function
        ENDPOINTS.append(self)
        return function

    def takes_long(self, sent: int) -> bool:
        """Whether a body of `sent` bytes may take long. Such requests are answered in a thread of their own."""
        return (self.body is not None and sent > self.short) or self.private or self.media_type == "application/pdf"

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Which paths after `PREFIX` are its own; the groups are the names in them."""
        return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.path))

    @cached_property
    def _shape(self) -> Schema | None:
        return Schema(self.body) if self.body is not None else None

    @cached_property
    def _wordless(self) -> Schema | None:
        """The shape of the body without its descriptions, which are English, for faults in other languages."""
        return Schema(mapping(_wordless(self.body))) if self.body is not None else None

    def check_query(self, query: Mapping[str, str]) -> None:
        """Raises UsageError for unknown or missing parameters, and for values that a parameter can't have."""
        _check_letters(*query, *query.values())
        for name, value in query.items():
            if name not in self.parameters:
                help_ = suggestion(name, self.parameters, "parameters", words_here())
                raise UsageError.of("api", "parameter", name=name, help_=help_)
            _check_value(name, value, self.parameters[name])
        for name in self.required:
            if name not in query:
                raise UsageError.of("api", "parameter.missing", name=name)

    def read_body(self, sent: bytes | str) -> Mapping[str, Data]:
        """The body as a mapping; empty where the endpoint has none.

        Raises FindingsError where it does not fit the schema, and what `_data_of` raises.
        """
        shape = self._shape if words_here().language == DEFAULT else self._wordless
        if shape is None:
            return {}
        body = _data_of(sent)
        if found := shape.problems(body):
            raise FindingsError(found)
        return body if isinstance(body, dict) else {}


ENDPOINTS: list[Endpoint] = []


def is_open(method: str, path: str) -> bool:
    """Whether pages of other sites may ask for this path of a server: nothing is changed, nothing private is shown."""
    method = "GET" if method == "HEAD" else method
    if method == "GET" and path.startswith("/pictures/"):
        return True
    if method not in ("GET", "POST") or not (path == PREFIX or path.startswith(f"{PREFIX}/")):
        return False
    rest = path.removeprefix(PREFIX)
    return not any(one.private and one.method == method and one.pattern.fullmatch(rest) for one in ENDPOINTS)


def language_asked(query: Mapping[str, str], accepted: Sequence[str]) -> str:
    """The language to write errors in; "" where no language is asked for that Arsenal speaks."""
    wanted = [*filter(None, (query.get("lang"), *accepted))]
    return best(wanted, languages()) if wanted else ""


def reply_of(one: Endpoint, request: ApiRequest) -> Reply | Later:
    """What an endpoint answers, as bytes or as work that makes them. Raises UsageError and FindingsError."""
    with bounded_comparisons(MAX_COMPARED):
        made = one.function(request)
    if isinstance(made, Reply | Later):
        return made
    return Reply(json_text(made, indent=None).encode(), "application/json")


def _data_of(sent: bytes | str) -> object:
    """The data of a JSON text. Raises UsageError for what is no JSON, FindingsError for lone surrogates in it."""
    try:
        written = sent if isinstance(sent, str) else sent.decode().removeprefix("\ufeff")
        data = _JSON.decode(written)
        if "\\u" in written or not written.isascii():  # only then there can be a lone surrogate, or its escape
            _check_letters(json.dumps(data, ensure_ascii=False))
    except (ValueError, RecursionError) as error:
        if isinstance(error, json.JSONDecodeError):
            raise UsageError.of("api", "no-json.at", line=str(error.lineno), column=str(error.colno)) from None
        raise UsageError.of("api", "no-json") from None
    return data


def _check_letters(*texts: str) -> None:
    """Raises FindingsError for a lone surrogate (half a character), which can't be written as UTF-8."""
    for text in texts:
        if not text.isascii() and (found := _SURROGATE.search(text)):
            what, help_ = words_here("api").with_help("half", code=f"U+{ord(found[0]):04X}")
            raise FindingsError([Diagnostic("not-utf8", what, help=help_)])


def _wordless(schema: Data) -> Data:
    if isinstance(schema, dict):
        described = isinstance(schema.get("description"), str)  # and it is no property of that name
        return {key: _wordless(value) for key, value in schema.items() if not (described and key == "description")}
    return [_wordless(one) for one in schema] if isinstance(schema, list) else schema


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is no number")


_JSON = json.JSONDecoder(parse_constant=_no_number)


def _check_value(name: str, value: str, words: SchemaPart) -> None:
    if len(value) > MAX_TEXT:
        raise UsageError.of("api", "parameter.long", name=name, most=MAX_TEXT)
    if words.get("type") == "integer":
        least, most = words.get("minimum", 0), words.get("maximum", 10**6)
        digits = value.isascii() and value.isdigit() and len(value) < 10
        if not digits or not (isinstance(least, int) and isinstance(most, int) and least <= int(value) <= most):
            least, most = str(least), str(most)
            raise UsageError.of("api", "parameter.number", name=name, value=value, least=least, most=most)
    known = words.get("enum")
    if isinstance(known, list) and value not in known:
        help_ = suggestion(value, [str(one) for one in known], say=words_here())
        raise UsageError.of("api", "parameter.value", name=name, value=value, help_=help_)
