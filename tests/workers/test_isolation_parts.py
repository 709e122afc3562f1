"""What isolation is made of, without any process: limits, data laid out in files."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from foldwise import FoldwiseError
from foldwise.workers import Limits
from foldwise.workers._job_parts import read_part, write_part


def test_a_part_is_read_from_its_file(tmp_path):
    table = np.arange(1e6).reshape(1000, 1000)
    frame = pd.DataFrame({"a": [1.5, None], "b": ["x", "y"], "c": pd.Categorical(["u", "v"])})
    write_part((table, table.T, frame, table[:0], np.array(["a", None], dtype=object)), tmp_path / "part")
    read, transposed, again, empty, objects = read_part(tmp_path / "part")
    np.testing.assert_array_equal(read, table)
    np.testing.assert_array_equal(transposed, table.T)
    pd.testing.assert_frame_equal(again, frame)
    assert empty.shape == (0, 1000)
    assert objects.tolist() == ["a", None]
    assert type(read) is np.ndarray
    assert not read.flags.owndata
    # As writable as any array, but for the reader alone.
    read[0, 0] = 7.0
    assert read_part(tmp_path / "part")[0][0, 0] == 0.0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_no_room_for_the_data():
    with pytest.raises(
        FoldwiseError, match=r"laid out for worker processes in /dev: No space left on device\. Set TMPDIR"
    ):
        write_part(np.arange(10.0), Path("/dev/full"))


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
