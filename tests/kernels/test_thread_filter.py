"""An expression that matches where it was entered, and nowhere else."""

import pickle
import re
import threading


def in_a_thread(action):
    said = []
    thread = threading.Thread(target=lambda: said.append(action()))
    thread.start()
    thread.join()
    return said[0]


def test_it_matches_in_the_thread_that_entered(kernels):
    here = kernels.thread_filter.ThreadFilter("slow")
    assert not here.match("slowly")
    thread = here.enter()
    assert here.match("Slowly")
    assert not here.match("very slowly")
    assert in_a_thread(lambda: here.match("slowly")) is False
    assert in_a_thread(lambda: here.fits("slowly")) is True
    here.leave(thread)
    assert not here.match("slowly")


def test_it_is_left_as_often_as_it_was_entered_by_whatever_thread(kernels):
    here = kernels.thread_filter.ThreadFilter("")
    threads = [here.enter(), here.enter()]
    in_a_thread(lambda: here.leave(threads[0]))
    assert here.match("anything")
    in_a_thread(lambda: here.leave(threads[1]))
    assert not here.match("anything")
    here.leave(threads[1])
    assert not here.match("anything")


def test_another_process_gets_its_text(kernels):
    copy = pickle.loads(pickle.dumps(kernels.thread_filter.ThreadFilter("a|b")))
    assert copy == re.compile("a|b", re.IGNORECASE)
