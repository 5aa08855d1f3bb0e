"""What the tests share: a cache folder of their own, and a PostgreSQL server where Debian's is installed."""

import gc
import getpass
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import settings
from typer import testing
from typer.main import get_command
from typer.testing import CliRunner, Result

from tests.support.chromium import end_browser
from tests.support.commands import ROOT, Arsenal, InJson, bundle_nothing
from tests.support.git import Git, pack_with_history, run_git
from tests.support.outputs import fits

# Tests say what is right, not how fast a machine is. `examples` has the numbers that properties ask for.
settings.register_profile("all", deadline=None)
settings.register_profile("quarter", deadline=None, max_examples=25)
settings.load_profile("quarter")

yaml.SafeLoader = yaml.CSafeLoader  # type: ignore[misc,assignment]  # ten times as fast
testing._get_command = cache(get_command)  # type: ignore[attr-defined]  # or else each command in a test makes all anew

# Tests write many small files: in memory, where there is room for them, that takes a tenth less of the processor.
_MEMORY = "/dev/shm"  # noqa: S108 - pytest makes folders of the user's own in it
if os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > 4 * 1024**3:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", _MEMORY)

# What a shell in the background and nohup ignore, all they start ignores too, and tests of Ctrl-C would hear nothing.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are processors: while one waits for a server or a signal, another works."""
    return len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)) + 1


def pytest_collection() -> None:
    """What is collected stays, and need not be looked through for garbage again and again."""
    gc.disable()


def pytest_collection_finish() -> None:
    """It need not be later, either, and what tests leave seldom."""
    gc.enable()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """With `--dist loadscope`, tests of a file that shares fixtures go to one worker, or each would make these."""
    if config.getoption("dist") != "loadscope":
        return None
    from xdist.scheduler import LoadScopeScheduling

    @cache
    def shares(file: str) -> bool:
        return "/web/pages/" in file or 'scope="module"' in (config.rootpath / file).read_text("utf-8")

    class ByFixtures(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.split("::")[0]
            return file if shares(file) else nodeid

    return ByFixtures(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first, or one worker does it alone at the end: the documents, then pages in a browser."""
    items.sort(key=lambda item: (item.path.name != "test_docs.py", "web" not in item.path.parts))


@pytest.fixture
def arsenal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Arsenal:
    """Runs the command in an empty folder."""
    from builder.cli import after_command, app

    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, typed: str | bytes = "", code: int = 0) -> Result:
        result = CliRunner().invoke(app, after_command(arguments), input=typed)
        assert result.exit_code == code, result.output
        assert "Traceback" not in result.output
        return result

    return run


@pytest.fixture
def in_json(arsenal: Arsenal) -> InJson:
    """Runs the command with `--output json`: what it answers, which fits the `schema` if one is named."""

    def run(*arguments: str, schema: str = "", **options: Any) -> Any:
        answer = json.loads(arsenal(*arguments, "--output", "json", **options).stdout)
        if schema:
            fits(answer, schema)
        return answer

    return run


@pytest.fixture(scope="session")
def started(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game as `arsenal new game` writes it, to be read; a test that changes it asks for `own_pack`."""
    from builder.authoring.new import new_game

    folder = tmp_path_factory.mktemp("started")
    new_game("Moon Duel", folder)
    return folder / "moon-duel"


@pytest.fixture
def own_pack(started: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game as `arsenal new game` writes it, in an empty folder that is the current one."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(started, tmp_path / "moon-duel"))


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled games as `arsenal publish` writes them; a test that changes a file copies it."""
    from builder.workspace import Workspace

    folder = tmp_path_factory.mktemp("published")
    with Workspace() as workspace:
        workspace.publish(folder)
    return folder / "games"


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test sees the user's cache; all of a run share one, so that the bundled packs compile once."""
    ours = tmp_path_factory.getbasetemp()
    whole = ours.parent if "PYTEST_XDIST_WORKER" in os.environ else ours
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ARSENAL_CACHE", str(whole / "cache"))
        patch.setattr(os, "fsync", lambda _: None)  # no test outlives a loss of power
        for name in ("ARSENAL_PACKS", "ARSENAL_DATABASE"):
            patch.delenv(name, raising=False)
        yield


@pytest.fixture(scope="session", autouse=True)
def _bundled_packs_are_read_once() -> Iterator[None]:
    """No test writes to the bundled packs, and each command would read their hundreds of files anew."""
    from builder import workspace
    from builder.packs.pack import Pack, read

    @cache
    def once(root: Path) -> Pack:
        pack = read(root, is_bundled=True)
        assert pack.key  # copies of the pack have it, too
        return pack

    def read_once(root: Path, *, is_bundled: bool = False) -> Pack:
        ours = is_bundled and root.is_relative_to(ROOT / "cards")
        return copy(once(root)) if ours else read(root, is_bundled=is_bundled)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workspace, "read", read_once)
        yield


@pytest.fixture
def alone(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No games are bundled, but for tests marked `bundled`: no other pack is compiled than a test's own."""
    if not request.node.get_closest_marker("bundled"):
        bundle_nothing(monkeypatch, tmp_path_factory)


@pytest.fixture(scope="session", autouse=True)
def _one_renderer() -> Iterator[None]:
    """What is drawn in the tests' own process is drawn by one process for all of them: to start one takes longest."""
    from renderers.typst import typesetting
    from renderers.typst.processes import RenderWorker

    with RenderWorker() as worker, pytest.MonkeyPatch.context() as patch:
        patch.setattr(typesetting, "run_alone", worker.run)
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_browser_stays() -> Iterator[None]:
    yield
    end_browser()


@pytest.fixture
def git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Git:
    """Runs git in an empty folder that is the current one, without the user's configuration."""
    monkeypatch.chdir(tmp_path)
    _without_git_configuration(monkeypatch)
    return run_git


def _without_git_configuration(patch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        patch.delenv(name)
    patch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    patch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.fixture(scope="session")
def _repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository of `pack_in_git`, made once: git takes longer than copying it."""
    folder = tmp_path_factory.mktemp("repository")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        _without_git_configuration(patch)
        pack_with_history()
    return folder


@pytest.fixture
def pack_in_git(git: Git, _repository: Path) -> Path:
    """A pack in a folder of a repository, with two commits: in the second, a card has another name."""
    shutil.copytree(_repository, Path(), dirs_exist_ok=True)
    os.chdir("games")
    return Path("my-game").resolve()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of an empty database on a PostgreSQL server started for this run; skips where there is no server."""
    if given := os.environ.get("ARSENAL_TEST_POSTGRES"):
        yield given
        return
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if not programs:
        if os.environ.get("ARSENAL_REQUIRE_POSTGRES"):
            pytest.fail("ARSENAL_REQUIRE_POSTGRES is set, and there is no PostgreSQL server to start")
        pytest.skip("no PostgreSQL server is installed (Debian: apt-get install postgresql)")
    # PostgreSQL refuses to run as root; Debian's package brings the user postgres for it.
    user = "postgres" if os.geteuid() == 0 else getpass.getuser()
    run_as = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
    folder = Path(tempfile.mkdtemp(prefix="arsenal-postgres-", dir="/tmp"))
    data = folder / "data"
    if run_as:
        shutil.chown(folder, user, user)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def run(program: str, *arguments: str) -> None:
        command = [*run_as, str(programs[0] / program), *arguments]
        subprocess.run(command, check=True, capture_output=True, cwd=folder)

    run("initdb", "--auth=trust", "--encoding=UTF8", "--no-sync", f"--username={user}", str(data))
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c fsync=off -k {folder}"
    run("pg_ctl", "start", "--wait", f"--pgdata={data}", f"--options={options}", f"--log={folder / 'log'}")
    try:
        yield f"postgresql://{user}@127.0.0.1:{port}/postgres"
    finally:
        run("pg_ctl", "stop", "--mode=immediate", f"--pgdata={data}")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def empty_postgres_url(postgres_url: str) -> str:
    """The PostgreSQL database of this run, emptied."""
    from sqlalchemy import text

    from builder.library.store.building import connect

    with connect(postgres_url).begin() as connection:
        connection.execute(text("drop schema public cascade"))
        connection.execute(text("create schema public"))
    return postgres_url
