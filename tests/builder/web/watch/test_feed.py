"""What is new, for every page that is open."""

from queue import Queue
from threading import Thread

from builder.web.watch import Feed
from tests.support.watching import SECONDS


def test_a_feed_tells_each_page_what_it_has_missed() -> None:
    feed = Feed()
    for number in range(300):
        feed.publish({"number": number})
    assert feed.after(300, 0) == []
    assert feed.after(298, 0) == [(299, '{"number": 298}'), (300, '{"number": 299}')]
    assert feed.after(99, 0) is None  # forgotten
    assert len(feed.after(100, 0) or ()) == 200
    assert feed.after(301, 0) is None  # of another run
    feed.close()
    assert feed.after(300, SECONDS) == []


def test_who_waits_hears_of_the_next_event() -> None:
    feed, heard = Feed(), Queue[object]()
    Thread(target=lambda: heard.put(feed.after(0, SECONDS)), daemon=True).start()
    feed.publish({"list": True})
    assert heard.get(timeout=SECONDS) == [(1, '{"list": true}')]
    assert (feed.count, feed.after(0, 0)) == (1, [(1, '{"list": true}')])
    assert feed.after(1, 0.01) == []  # nothing came in time
