"""More than ten comparisons: a line each, under the names of their datasets."""

from dataclasses import replace

import numpy as np
import pytest

from foldwise.displays import DifferenceDisplay, plot
from foldwise.verdicts import judge

LONG = "HistGradientBoostingClassifier(max_iter={}, learning_rate=0.03)"


@pytest.fixture(scope="module")
def many(make):
    """Four learners are six pairs, on twelve datasets: 72 rows."""
    names = ["naive Bayes", "tree", "nearest neighbours", "a"]
    return make(names, datasets=[f"set {n}" for n in range(12)], scheme="2")


def test_every_row_has_its_line_its_mark_and_its_words(many, drawn):
    ax = drawn(many, "differences")
    rows = many.comparisons
    assert len(rows) == 72
    lines = {tuple(line.get_xdata()) for line in ax.lines if line.get_linewidth() == 1.4}
    assert lines == {(row.low, row.high) for row in rows if np.isfinite([row.low, row.high]).all()}
    marks = [line.get_xdata()[0] for line in ax.lines if line.get_marker() != "None"]
    assert marks == pytest.approx([row.estimate for row in rows])
    names = [text.get_text() for text in ax.get_yticklabels()]
    assert names[:2] == ["naive Bayes vs tree", "naive Bayes vs nearest neighbours"]
    bold = [text.get_text() for text in ax.texts if text.get_fontweight() == "bold"]
    assert bold == [f"set {n}" for n in range(12)]


def test_72_rows_do_not_meet(many, drawn, assert_apart):
    assert_apart(drawn(many, "differences"))
    assert DifferenceDisplay.from_verdict(many).height < 20


def test_long_names_do_not_meet_either(make, drawn, assert_apart):
    assert_apart(drawn(make([LONG.format(n) for n in (100, 200, 300, 400, 500, 600)], scheme="2")))


def test_one_pair_on_many_datasets_is_named_once(make, drawn):
    ax = drawn(make(["stump", "tree"], datasets=[f"set {n}" for n in range(11)], scheme="2"), "differences")
    assert [text.get_text() for text in ax.texts if text.get_fontweight() == "bold"] == ["stump vs tree"]
    assert [text.get_text() for text in ax.get_yticklabels()] == [f"set {n}" for n in range(11)]


@pytest.mark.parametrize(("n_rows", "has_dots"), [(10, True), (11, False)])
def test_ten_rows_still_have_their_folds(make, drawn, n_rows, has_dots):
    ax = drawn(make(["stump", "tree"], datasets=[f"set {n}" for n in range(n_rows)], scheme="2"), "differences")
    assert any(line.get_alpha() == 0.38 for line in ax.lines) == has_dots


def test_adjusted_p_is_said_once(make, drawn):
    verdict = make(list("abcdef"), scheme="2")
    assert drawn(verdict).get_xlabel() == "difference in accuracy\nbar: 95% interval; p: adjusted"
    assert "p: adjusted" not in drawn(judge(verdict.runs, adjust="none")).get_xlabel()


def test_options_of_a_verdict_without_intervals(make, drawn):
    verdict = make(list("abcdef"), scheme="2")
    bare = replace(verdict, comparisons=tuple(replace(row, low=np.nan, high=np.nan) for row in verdict.comparisons))
    ax = plot(bare)
    assert not [line for line in ax.lines if line.get_linewidth() == 1.4]
    assert "mark: the estimate, no interval" in ax.get_xlabel()
