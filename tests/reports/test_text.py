"""Words and numbers of results, escaped as each format needs it."""

from dataclasses import replace

import pytest

from foldwise.reports import report

pytestmark = pytest.mark.usefixtures("undrawn")


def written(obj, tmp_path, ending):
    return report(obj, tmp_path / f"report{ending}").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "expected"),
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
def test_markdown(randomization, tmp_path, name, expected):
    assert written(replace(randomization, name=name), tmp_path, ".md").startswith(f"# {expected} on noise\n")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("\\input{x}", r"\textbackslash{}input\{x\}"),
        ("a--b---c", "a-{}-b-{}-{}-c"),
        ("[4pt]", "{[}4pt{]}"),
        ('"?`', "{''}?{`}"),
        ("\N{PLUS-MINUS SIGN} \N{MINUS SIGN}1", r"\(\pm\) \(-\)1"),
    ],
)
def test_latex(randomization, tmp_path, name, expected):
    assert f"\\caption{{{expected} on noise: " in written(replace(randomization, name=name), tmp_path, ".tex")


def test_numbers(randomization, pair, tmp_path):
    """Minus signs are minus signs; p near a level is not rounded onto it, and is undefined where it is NaN."""
    below = replace(randomization, bias=-0.25, bias_low=-1.0, bias_high=2.5, pvalue=9.94e-5)
    text = written(below, tmp_path, ".md")
    assert "\N{MINUS SIGN}0.25, 95% Monte Carlo interval \\[\N{MINUS SIGN}1, 2.5\\]" in text
    assert "| p | 9.9e-05 |" in text
    (row,) = pair.comparisons
    for p, words in ((0.0504, "0.0504"), (0.04996, "0.050"), (float("nan"), "undefined")):
        verdict = replace(pair, comparisons=(replace(row, pvalue=p),))
        assert f" | {words} | " in written(verdict, tmp_path, ".md")
