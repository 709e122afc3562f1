"""What isolation is made of, without any process: limits, data laid out in files, answers with a mark."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from foldwise import FoldwiseError
from foldwise.workers import Limits
from foldwise.workers._answer import GarbledError, Inbox, pack_answer
from foldwise.workers._parcel import read_parcel, write_parcel


def test_a_parcel_is_read_from_its_file(tmp_path):
    table = np.arange(1e6).reshape(1000, 1000)
    frame = pd.DataFrame({"a": [1.5, None], "b": ["x", "y"], "c": pd.Categorical(["u", "v"])})
    write_parcel((table, table.T, frame, table[:0], np.array(["a", None], dtype=object)), tmp_path / "parcel")
    read, transposed, again, empty, objects = read_parcel(tmp_path / "parcel")
    np.testing.assert_array_equal(read, table)
    np.testing.assert_array_equal(transposed, table.T)
    pd.testing.assert_frame_equal(again, frame)
    assert empty.shape == (0, 1000)
    assert objects.tolist() == ["a", None]
    assert type(read) is np.ndarray
    assert not read.flags.owndata
    # As writable as any array, but for the reader alone.
    read[0, 0] = 7.0
    assert read_parcel(tmp_path / "parcel")[0][0, 0] == 0.0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_no_room_for_the_data():
    with pytest.raises(
        FoldwiseError, match=r"laid out for worker processes in /dev: No space left on device\. Set TMPDIR"
    ):
        write_parcel(np.arange(10.0), Path("/dev/full"))


def test_answers_come_in_pieces_and_garbage_is_noticed():
    inbox = Inbox()
    inbox.token = b"0123456789abcdef"
    message = pack_answer(inbox.token, "done", [1, 2])
    for byte in message[:-1]:
        inbox.put(bytes([byte]))
        assert inbox.take() is None
    assert inbox.is_begun
    inbox.put(message[-1:])
    assert inbox.take() == ("done", [1, 2])
    assert not inbox.is_begun
    for broken in (b"x", b"0123x", pack_answer(b"fedcba9876543210", 1), message[:-1] + b"x"):
        inbox = Inbox()
        inbox.token = b"0123456789abcdef"
        inbox.put(broken)
        with pytest.raises(GarbledError):
            inbox.take()


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"seconds": 0}, ValueError, "seconds must be positive and finite, got 0. Use None for no limit."),
        ({"seconds": float("inf")}, ValueError, "seconds must be positive and finite, got inf. Use None for no limit."),
        ({"seconds": float("nan")}, ValueError, "seconds must be positive and finite, got nan. Use None for no limit."),
        ({"seconds": "2"}, TypeError, "seconds must be a number or None, got '2' of type str."),
        ({"seconds": True}, TypeError, "seconds must be a number or None, got True of type bool."),
        ({"megabytes": 0}, ValueError, "megabytes must be at least 1, got 0."),
        ({"megabytes": 0.5}, TypeError, "megabytes must be an integer, got 0.5 of type float."),
    ],
    ids=str,
)
def test_limits_that_make_no_sense(wrong, error, words):
    with pytest.raises(error) as raised:
        Limits(**wrong)
    assert str(raised.value) == words


def test_limits():
    assert Limits(seconds=np.int64(2), megabytes=np.int32(5)) == Limits(seconds=2.0, megabytes=5)
    assert Limits(seconds=None, megabytes=None).seconds is None
