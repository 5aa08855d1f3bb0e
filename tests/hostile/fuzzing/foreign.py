"""Decks as other programs save them, XML and JSON, with something hostile done to their elements, text and bytes."""

from random import Random
from typing import Any
from xml.sax.saxutils import quoteattr

from tests.hostile.fuzzing import mutations, values
from tests.hostile.fuzzing.packs import SmallPack
from tests.hostile.fuzzing.workbooks import DOCTYPES, ENCODINGS

FILES = ("deck.cod", "deck.o8d", "deck.dek", "saved.json", "list.json", "deck-of-engine.json")
_TIMES = (2, 101, 2_001, 20_001)
_FLOOD = 300_000  # elements, in about as many bytes as may be read


def foreign(name: str, pack: SmallPack, rng: Random) -> bytes:
    """The content of one of FILES."""
    return _json(name, pack, rng) if name.endswith(".json") else _xml(name, pack, rng)


def _xml(name: str, pack: SmallPack, rng: Random) -> bytes:
    cards = "".join(_card(name, pack, rng) for _ in range(rng.choice((0, 1, 3, 8))))
    if rng.random() < 0.2:
        one = _card(name, pack, rng)
        cards += one * (_FLOOD // 20 if rng.random() < 0.05 else rng.choice(_TIMES))
    if rng.random() < 0.1:
        times = rng.choice((3, 21, 5_000, 200_000))
        cards += "<x>" * times + "</x>" * times
    if rng.random() < 0.05:
        cards += "<x/>" * rng.choice((*_TIMES, _FLOOD))
    zone = quoteattr(rng.choice((*pack.sections, "main", "side", _text(rng))))
    game = quoteattr(rng.choice((pack.id, "00000000-0000-0000-0000-000000000000", _text(rng))))
    text = {
        "deck.cod": f'<cockatrice_deck version="1"><deckname>{_text(rng)}</deckname><zone name={zone}>{cards}</zone>'
        "</cockatrice_deck>",
        "deck.o8d": f'<deck game={game}><section name={zone} shared="False">{cards}</section><notes>x</notes></deck>',
        "deck.dek": f'<deck version="0.8"><meta><game>{pack.id}</game></meta><superzone name={zone}>{cards}</superzone>'
        "</deck>",
    }[name]
    if rng.random() < 0.15:
        text = "<!--" + "c" * rng.choice((1, 5_000, 1_000_000)) + "-->" + text
    if rng.random() < 0.15:
        text = rng.choice(DOCTYPES) + text.replace("<card", "&a;<card", 1)
    encoding = rng.choice(ENCODINGS) if rng.random() < 0.4 else "UTF-8"
    declared = f'<?xml version="1.0" encoding={quoteattr(encoding)}?>' if rng.random() < 0.8 else ""
    return _noisy(_encoded(declared + text, encoding if rng.random() < 0.5 else "utf-8"), rng)


def _card(name: str, pack: SmallPack, rng: Random) -> str:
    known = quoteattr(rng.choice((*pack.cards, _text(rng))))
    count = quoteattr(str(rng.choice((1, 2, 3, *values.NUMBERS, _text(rng)))))
    code = quoteattr(rng.choice(("C", "CORE", _text(rng))))
    return {
        "deck.cod": f"<card number={count} name={known} setShortName={code}/>",
        "deck.o8d": f"<card qty={count} id={known}>{known[1:-1]}</card>",
        "deck.dek": f"<card><name id={known}>{known[1:-1]}</name><set>{code[1:-1]}</set></card>",
    }[name]


def _json(name: str, pack: SmallPack, rng: Random) -> bytes:
    cards = [{"id": rng.choice(pack.cards), "count": rng.choice((1, 2, 60)), "game": pack.id} for _ in range(3)]
    things = [{"Name": "Card", "Nickname": card["id"], "GMNotes": card["id"], "Memo": "main"} for card in cards]
    pile = {"Name": "Deck", "Nickname": "Deck", "ContainedObjects": things}
    data: dict[str, Any] = {
        "saved.json": {"SaveName": "Deck", "ObjectStates": [pile]},
        "list.json": {"cards": cards},
        "deck-of-engine.json": {
            "schema": "arsenal/engine-deck", "version": 4, "game": {"id": pack.id}, "format": {"id": pack.formats[0]},
            "deck": {"name": "Deck", "players": 1, "dice": [{"faces": [["blue"]]}]}, "sections": {"main": cards},
        },
    }[name]  # fmt: skip
    for _ in range(rng.choice((0, 1, 1, 2))):
        data = mutations.altered(data, rng, pack.fields)
    if rng.random() < 0.1:
        data = {**(data if isinstance(data, dict) else {}), "cards": cards * rng.choice((700, 7_000))}
    if rng.random() < 0.1:
        for _ in range(rng.choice((3, 21, 900))):
            data = {"Name": "Bag", "ContainedObjects": [data]}
    text = mutations.written(data, rng, "x.json").decode("utf-8", "surrogatepass")
    return _noisy(
        _encoded(text, rng.choice(ENCODINGS)) if rng.random() < 0.15 else text.encode("utf-8", "surrogatepass"), rng
    )


def _text(rng: Random) -> str:
    """A hostile text as XML may hold it, or as it may not."""
    text = values.text(rng)
    return text.replace("&", "&amp;").replace("<", "&lt;") if rng.random() < 0.8 else text


def _encoded(text: str, encoding: str) -> bytes:
    try:
        return text.encode(encoding, "replace")
    except (LookupError, ValueError, TypeError):
        return text.encode("utf-8", "surrogatepass")


def _noisy(content: bytes, rng: Random) -> bytes:
    if content and rng.random() < 0.15:
        at = rng.randrange(len(content))
        return (
            content[:at]
            + rng.choice((b"", b"\0", b"\xff\xfe", b"<", b"\r", b"]]>", b'"', rng.randbytes(9)))
            + content[at + 1 :]
        )
    return rng.choice((b"\xef\xbb\xbf", b" \n", b"\xff\xfe")) + content if rng.random() < 0.08 else content
