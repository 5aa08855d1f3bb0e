"""What is new, for every page that is open."""

from builder.web.watch.feed import Feed


def test_a_feed_says_each_page_what_it_has_missed() -> None:
    feed = Feed()
    for number in range(300):
        feed.publish({"number": number})
    assert feed.after(300) == []
    assert feed.after(298) == [(299, '{"number": 298}'), (300, '{"number": 299}')]
    assert feed.after(99) is None  # forgotten
    assert len(feed.after(100) or ()) == 200
    assert feed.after(301) is None  # of another run


def test_who_listens_hears_of_each_event_and_of_the_end() -> None:
    feed, heard = Feed(), list[int]()
    with feed.heard_by(lambda: heard.append(feed._count)):
        feed.publish({"list": True})
        feed.publish({"list": True})
        feed.close()
    feed.publish({"list": True})
    assert heard == [1, 2, 2]
    assert (feed.closed, feed.count) == (True, 3)
