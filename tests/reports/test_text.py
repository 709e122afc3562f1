import pytest

from foldwise.reports import _latex, _markdown, _text


def test_p_near_the_level_is_not_rounded_onto_it():
    assert _text.probability(0.0504, 0.05) == "0.0504"
    assert _text.probability(0.04996, 0.05) == "0.05"
    assert _text.probability(0.01004, 0.01) == "0.01004"
    assert _text.probability(0.0001) == "0.0001"
    assert _text.probability(9.94e-5) == "9.9e-05"
    assert _text.probability(None) == "undefined"


def test_minus_signs_are_minus_signs():
    assert _text.difference(-0.25) == "\N{MINUS SIGN}0.25"
    assert _text.interval(-1, 2.5) == "[\N{MINUS SIGN}1, 2.5]"
    assert _text.interval(None, 1.0) == "none"
    assert _text.natural_interval(-2.5, -1.5, {"lower_is_better": True}) == "[1.5, 2.5]"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("- item", "\\- item"),
        ("1. item", "1\\. item"),
        ("===", "\\==="),
        ("+0.5", "+0.5"),
        ("# title", "\\# title"),
        ("www.x.org @me", "www&#46;x.org &#64;me"),
        ("&lt;", "&amp;lt;"),
        ("a\\|b", "a\\\\\\|b"),
    ],
)
def test_markdown(value, expected):
    assert _markdown.escape(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("\\input{x}", r"\textbackslash{}input\{x\}"),
        ("a--b---c", "a-{}-b-{}-{}-c"),
        ("[4pt]", "{[}4pt{]}"),
        ('"?`', "{''}?{`}"),
        ("\N{PLUS-MINUS SIGN} \N{MINUS SIGN}1", r"\(\pm\) \(-\)1"),
    ],
)
def test_latex(value, expected):
    assert _latex.escape(value) == expected
