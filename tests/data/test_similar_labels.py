import pytest

from foldwise.data import similar_labels


@pytest.mark.parametrize(
    ("labels", "groups"),
    [
        (["no", "yes"], []),
        (["yes", "no", "Yes"], [("yes", "Yes")]),
        (["a b", "ab", "c"], [("a b", "ab")]),
        (["gr\u00fcn", "gru\u0308n"], [("gr\u00fcn", "gru\u0308n")]),
        ([1, 1.0, True, "1"], []),
        (["1", "01", "1.0", "1e0", "2"], [("1", "01", "1.0", "1e0")]),
        (["nan", "NaN", "inf"], [("nan", "NaN")]),
        (["<=50K", ">50K"], []),
    ],
)
def test_by_hand(labels, groups):
    assert similar_labels(labels) == groups
