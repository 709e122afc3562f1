"""Names on one line, whatever is in them."""

import pytest

from foldwise._core import one_line


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a\r\n\tb", "a b"),
        ("x\u2028y", "x y"),
        ("\u202eabc\u202c", "abc"),
        ("\ud800", "\ufffd"),
        ("👩‍🚀", "👩‍🚀"),
        (3, "3"),
    ],
)
def test_one_line(value, expected):
    assert one_line(value) == expected
