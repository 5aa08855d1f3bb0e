"""Pictures that take long to draw: a page that waits for them still has connections for what is typed."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from builder.web.server.pages import HOLD, MOST_AGAIN
from builder.web.server.pictures import Pictures
from renderers.typst.processes import RenderWorker
from tests.support.serving import asked

PICTURE = "/pictures/moon-duel/flare.250.webp?v=1"
OF_A_PAGE = {"sec-fetch-dest": "image"}


@pytest.mark.long
@pytest.mark.usefixtures("alone")
def test_a_page_is_sent_round_while_a_picture_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    get = Pictures.get

    async def slow(*given: object) -> bytes:
        await asyncio.sleep(2 * HOLD)
        return await get(*given)  # type: ignore[arg-type]  # whatever it is given

    monkeypatch.setattr(Pictures, "get", slow)
    with asked(tmp_path) as client:
        first = client.get(PICTURE, headers=OF_A_PAGE, follow_redirects=False)
        assert (first.status_code, first.headers["cache-control"]) == (307, "no-store")
        assert first.headers["location"] == f"{PICTURE}&again=1"
        for path, headers in ((PICTURE, {}), (f"{PICTURE}&again={MOST_AGAIN}", OF_A_PAGE)):  # a program; a patient page
            whole = client.get(path, headers=headers, follow_redirects=False)
            assert (whole.status_code, whole.headers["content-type"]) == (200, "image/webp")
        monkeypatch.setattr(Pictures, "get", get)
        ready = client.get(first.headers["location"], headers=OF_A_PAGE, follow_redirects=False)
        assert (ready.status_code, ready.content) == (200, whole.content)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such priorities")
def test_drawing_makes_way_for_what_is_asked() -> None:
    with RenderWorker(7) as nice, RenderWorker() as usual:
        own = os.getpriority(os.PRIO_PROCESS, 0)
        for worker, niceness in ((nice, 7), (usual, own)):
            worker.start()
            assert worker._process
            assert os.getpriority(os.PRIO_PROCESS, worker._process.popen.pid) == niceness
