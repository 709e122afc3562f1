import pytest

from foldwise._core import close_names


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("acuracy", "accuracy"), ("irsi", "iris"), ("Min-Leaf", "min_leaf"), ("C54", "C45"), ("pensoin", "pension")],
)
def test_slips_of_the_pen(wrong, right):
    assert close_names(wrong, ["something", right]) == [right]


@pytest.mark.parametrize(
    ("wrong", "other"),
    [
        ("acc", "jaccard"),
        ("friedman", "crossed_mean"),
        ("iris.xlsx", "iris"),
        ("mean_accuracy", "accuracy"),
        ("accuracy", "accuracy_std"),
        ("fold1", "fold2"),
        ("a", "b"),
        ("", ""),
    ],
)
def test_what_merely_looks_similar_is_not_proposed(wrong, other):
    assert close_names(wrong, [other]) == []


def test_only_the_nearest():
    """One letter is missing of the first, two are wrong in the second."""
    assert close_names("f1_micr", ["f1_micro", "f1_macro"]) == ["f1_micro"]
    assert close_names("f1_mcro", ["f1_micro", "f1_macro"]) == ["f1_micro", "f1_macro"]
    assert len(close_names("abcd", [f"abc{letter}" for letter in "efghij"])) == 3
