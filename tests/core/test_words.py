"""Names on one line, whatever is in them, and which was meant by one that is not known."""

import json
import sys
import unicodedata

import pytest

from foldwise import FoldwiseError


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
def test_one_line(core, value, expected):
    assert core.one_line(value) == expected


def test_every_control_character_separator_and_turning_mark_is_replaced(core):
    """By what Unicode says of each character, not by a list of our own."""
    turning = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    for char in map(chr, range(sys.maxunicode + 1)):
        is_obeyed = unicodedata.category(char) in {"Cc", "Zl", "Zp"} or unicodedata.bidirectional(char) in turning
        is_half = unicodedata.category(char) == "Cs"
        expected = " " if is_obeyed and char != "\n" else "\ufffd" if is_half else char
        assert core.printable(char) == expected, hex(ord(char))


def test_lines_stay_where_they_are_meant(core):
    assert core.printable("a\nb  c") == "a\nb  c"
    assert core.printable("a\nb  c", lines=False) == "a b  c"


def test_errors_and_lists_of_names_are_printable(core):
    assert str(FoldwiseError("no \x1b[2J\n\u202efile")) == "no  [2J  file"
    assert core.listed(["a\x1b", "b\nc"], quote=False) == "a , b c"


def test_escaped_json_is_read_back_as_it_was(core):
    document = {"a\u202e": "\x1b\x9b\x7f\ud800\u2028é👩‍🚀"}
    text = core.escaped_json(json.dumps(document, ensure_ascii=False))
    assert core.printable(text) == text
    assert "é👩‍🚀" in text
    assert json.loads(text) == document


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("acuracy", "accuracy"), ("irsi", "iris"), ("Min-Leaf", "min_leaf"), ("C54", "C45"), ("pensoin", "pension")],
)
def test_slips_of_the_pen(core, wrong, right):
    assert core.close_names(wrong, ["something", right]) == [right]


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
def test_what_merely_looks_similar_is_not_proposed(core, wrong, other):
    assert core.close_names(wrong, [other]) == []


def test_only_the_nearest(core):
    """One letter is missing of the first, two are wrong in the second."""
    assert core.close_names("f1_micr", ["f1_micro", "f1_macro"]) == ["f1_micro"]
    assert core.close_names("f1_mcro", ["f1_micro", "f1_macro"]) == ["f1_micro", "f1_macro"]
    assert len(core.close_names("abcd", [f"abc{letter}" for letter in "efghij"])) == 3
