"""The fuzzer knows every command, notices what it must, and finds nothing in a few seconds; `make fuzz` goes on."""

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Annotated

import pytest
import typer

from builder.cli import app
from builder.cli.frame import command, report
from builder.diagnostics import Diagnostic, Span
from tests.hostile.fuzzing import calls, cases, inside, mutations, running, shrinking, workers
from tests.hostile.fuzzing.cases import Case, from_text, to_text
from tests.hostile.fuzzing.packs import small_packs
from tests.hostile.fuzzing.running import Sandbox
from tests.hostile.fuzzing.trying import Trial

pytestmark = pytest.mark.long

CASES = 20  # within the suite; CI tries hundreds


def test_nothing_is_found(tmp_path: Path) -> None:
    trial = Trial(tmp_path)
    found = {}
    for number in range(CASES):
        found |= {fault.key: (number, fault.words) for fault in trial.plan(cases.plan(0, number))}
    assert not found
    assert trial.runs > CASES


def test_every_parameter_of_every_command_has_values() -> None:
    assert not calls.unknown(), "give them a line in calls._VALUES"


def test_every_command_is_called() -> None:
    assert {"validate", "new deck", "print", "watch"} <= set(calls.commands())
    assert set(calls.commands()) > calls.DRAWING
    for name in calls.commands():
        assert " ".join(calls.call(name, small_packs()[0], Random(1))).startswith(name)


def test_a_case_is_always_the_same() -> None:
    assert cases.plan(3, 14) == cases.plan(3, 14)
    assert cases.plan(3, 14) != cases.plan(4, 14)


def test_a_minute_reaches_every_kind() -> None:
    """On a slow machine it tries some 500 cases."""
    assert {cases.kind_of(1, number) for number in range(500)} == set(cases.KINDS)


@pytest.mark.parametrize("kind", [kind for kind in cases.KINDS if kind != "flood"])
def test_cases_of_each_kind_come_to_something(tmp_path: Path, kind: str) -> None:
    """Not all of what is sent is refused at its door."""
    sandbox = Sandbox(tmp_path)

    def code(plan: cases.Plan) -> int | None:
        sandbox.write_case(plan.case)
        return sandbox.run(plan.runs[-1], plan.typed).code

    numbers = [number for number in range(2_000) if cases.kind_of(7, number) == kind][:30]
    assert any(code(cases.plan(7, number)) == 0 for number in numbers)


def test_packs_to_begin_with_are_of_every_game() -> None:
    assert len(small_packs()) >= 6
    assert all(pack.cards and pack.formats and pack.decks for pack in small_packs())


def test_cases_come_back_from_files() -> None:
    for number in range(8):
        case = cases.plan(5, number).case
        assert from_text(to_text(case, "about\nit")) == case
    odd = Case({"pack/\udcff.yaml": b"\xff", "'": b"x\ty \n", "a\x1b": b""}, (("games",),), "\ud800 'x'")
    assert from_text(to_text(odd, "")) == odd


# What is noticed


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[Trial]:
    """Tries cases with a command `break`, which does what it must not."""
    command("break", example="arsenal break")(break_)
    calls.program.cache_clear()
    yield Trial(tmp_path)
    app.registered_commands.pop()
    calls.program.cache_clear()


def break_(arguments: Annotated[list[str], typer.Argument(metavar="NAME")]) -> None:
    HARM[arguments[0]][1]()


def leave() -> None:
    raise typer.Exit(3)


HARM: dict[str, tuple[str, Callable[[], object]]] = {  # the kind of fault, and what a command does
    "nothing": ("", lambda: None),
    "raise": ("own-fault", lambda: {}["x"]),
    "exit": ("exit-code", leave),
    "write": ("outside", lambda: Path("../outside.txt").write_text("x")),
    "read": ("outside", lambda: Path("/etc/passwd").read_text()),
    "control": ("control", lambda: typer.echo("\x1b[31mred")),
    "secret": ("leak", lambda: typer.echo(Path("../secret.txt").read_text())),
    "no-place": ("no-place", lambda: report([Diagnostic("unknown-card", "no")], "text")),
    "wrong-place": ("wrong-place", lambda: report([Diagnostic("unknown-card", "no", Span("list.txt", 9, 9))], "text")),
    "unknown-code": ("unknown-code", lambda: report([Diagnostic("no-such-code", "no", Span("list.txt"))], "text")),
    "innards": ("innards", lambda: typer.echo("<class 'str'>")),
    "connect": ("outside", lambda: socket.getaddrinfo("example.invalid", 80)),
    "database": ("", lambda: Path("out/cards.db").write_bytes(b"")),
}


@pytest.mark.parametrize(("how", "kind"), [(how, kind) for how, (kind, _) in HARM.items() if kind])
def test_what_is_wrong_is_noticed(broken: Trial, how: str, kind: str) -> None:
    found = broken.case(Case({"list.txt": b"one line"}, (("break", how),)))
    assert kind in [fault.kind for fault in found]


def test_what_is_wrong_inside_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(file: Path, work: Path, faults: inside.Faults) -> str:
        faults.append(("answer", "GET /", "it has no policy"))
        return str(bytearray(1024**3)[:9])

    monkeypatch.setattr(running, "INSIDE", {"~careless": careless})
    found = Trial(tmp_path).case(Case({}, (("~careless", "x"),)))
    assert [fault.kind for fault in found] == ["too-large", "answer"]


def test_a_server_that_fails_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from builder.web.pages.rendering import Rendering

    monkeypatch.setattr(Rendering, "html", lambda *_: {}["x"])
    asked = b'[{"method": "GET", "path": "/", "headers": {"accept": "text/html"}}]'
    pack = {f"pack/{name}": content for name, content in small_packs()[0].files.items()}
    found = Trial(tmp_path).case(Case({**pack, "asked.json": asked}, (("~request", "asked.json"),)))
    inside.Server.close()
    assert [fault.kind for fault in found] == ["own-fault"]


def test_a_good_run_is_good(broken: Trial) -> None:
    assert broken.case(Case({}, (("break", "nothing"),))) == []


def test_a_lost_database_is_noticed(broken: Trial) -> None:
    good = cases.Plan(small_packs()[0], {}, (("games", "--packs", "pack", "--database", calls.DATABASE),), "")
    lost = cases.Plan(small_packs()[0], {}, (("break", "database", calls.DATABASE),), "")
    assert broken.plan(good) == []
    assert [fault.kind for fault in broken.plan(lost)] == ["database"]


def test_a_database_of_a_game_whose_cards_went_is_not_lost(tmp_path: Path) -> None:
    pack = small_packs()[0]
    none = {f"pack/{name}": b"[]" for name in pack.files if name.startswith("sets/")}
    of_cards = ("decks/", "formats/duel", "locales/", "rulings")
    none |= {f"pack/{name}": mutations.DELETED for name in pack.files if name.startswith(of_cards)}
    build = ("build", "--packs", "pack", "--database", calls.DATABASE)
    assert Trial(tmp_path).plan(cases.Plan(pack, none, (build,), "")) == []


# Making small, and processes


def test_a_failing_case_is_made_small() -> None:
    pack = small_packs()[0]
    case = Case(
        {f"pack/{name}": content for name, content in pack.files.items()}, (("validate", "pack", "--faces"), ("games",))
    )

    def fails(tried: Case) -> bool:
        return b"moon-whale" in tried.files.get("pack/decks/first-deck.yaml", b"") and ("games",) in tried.runs

    small = shrinking.shrunk(case, fails)
    assert small.runs == (("games",),)
    assert list(small.files) == ["pack/decks/first-deck.yaml"]
    assert len(small.files["pack/decks/first-deck.yaml"].split()) <= 3


def test_processes_try_cases_and_count_them() -> None:
    result = workers.fuzz(seed=0, seconds=60, processes=2, most=6)
    assert (result.cases, result.first) == (6, {})
    assert result.runs >= 6
    assert sum(result.kinds.values()) == 6


def test_a_case_that_never_ends_is_ended_and_the_next_ones_are_tried(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    guard = workers._Guard(tmp_path, seed=0, first=0, step=1, most=4)
    while not guard._read()[1]:  # it tries none yet
        time.sleep(0.01)
    os.killpg(guard._process.pid, signal.SIGSTOP)
    time.sleep(0.1)
    stopped, _, done, _ = guard._read()
    assert guard.look()
    monkeypatch.setattr(workers, "HANGS", 0.05)
    assert guard.look()
    monkeypatch.undo()
    while guard.look():
        time.sleep(0.05)
    assert [(number, fault.kind) for number, fault in guard.faults()] == [(stopped, "hang")]
    assert (guard.cases, done) == (3, stopped)


def test_a_case_that_only_waited_for_the_machine_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = {3: [workers.Fault("hang", "show", "more than 30 s")], 5: []}
    monkeypatch.setattr(workers, "plan", lambda _, number: cases.Plan(small_packs()[0], {}, (("show",),), str(number)))
    monkeypatch.setattr(workers, "faults_of", lambda case: alone[int(case.typed)])
    monkeypatch.setattr(workers._Guard, "look", lambda _: False)
    noted = [(number, workers.Fault("hang", "show", "more than 30 s")) for number in alone]
    monkeypatch.setattr(workers._Guard, "faults", lambda _: iter(noted))
    assert {key: number for key, (number, _) in workers.fuzz(0, 60, 1).first.items()} == {"hang: show": 3}


def test_a_case_that_ends_its_process_is_found(tmp_path: Path) -> None:
    waits = workers._Guard(tmp_path, 0, 0, 1, 100)
    waits._process.kill()
    waits._process.wait()
    assert waits.look()
    waits.stop()
    assert [fault.kind for _, fault in waits.faults()] == ["crash"]
