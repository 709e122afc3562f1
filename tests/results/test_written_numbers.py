"""Cells that hold numbers in another form, averages beside learners: the refusal says what to do."""

import pandas as pd
import pytest

from foldwise import DataFormatError
from foldwise.verdicts import judge

MEANS = pd.DataFrame(
    {
        "dataset": list("abcdef"),
        "nb": [0.8, 0.7, 0.6, 0.9, 0.8, 0.75],
        "svm": [0.82, 0.74, 0.65, 0.91, 0.83, 0.8],
    }
)


def written(how):
    return MEANS.assign(**{name: [how.format(score) for score in MEANS[name]] for name in ("nb", "svm")})


@pytest.mark.parametrize(
    ("cells", "advice"),
    [
        ("{:.1%}", "Write 80.0 instead of '80.0%', and say what it is, such as metric='percent_correct'"),
        ("{:.2f} \u00b1 0.01", "is a mean with its spread: keep the mean alone"),
        ("{:.2f} +- 0.01", "is a mean with its spread"),
        ("{:.2f} (0.01)", "is a mean with its spread"),
        ("{:.2f}\u00b1.01", "is a mean with its spread"),
        ("**{:.2f}**", "Write 0.80 instead of '**0.80**': a score is a number without marks."),
        ("\\textbf{{{:.2f}}}", "a score is a number without marks"),
        ("{:.2f}\u2020", "a score is a number without marks"),
    ],
)
def test_a_number_in_another_form_is_told_how_to_be_written(cells, advice):
    table = written(cells)
    long = table.melt("dataset", var_name="learner", value_name="accuracy")
    for each in (table, long):
        with pytest.raises(DataFormatError, match=r"'.*(80|0.8)") as refused:
            judge(each, metric="accuracy" if each is table else None)
        assert advice in str(refused.value)


def test_what_it_says_about_percent_works():
    percent = MEANS.assign(nb=100 * MEANS["nb"], svm=100 * MEANS["svm"])
    expected = judge(MEANS, metric="accuracy").pairs[0]
    assert judge(percent, metric="percent_correct").pairs[0].estimate == pytest.approx(expected.estimate, rel=1e-12)


def test_a_row_of_average_ranks_and_columns_of_different_lengths_are_refused():
    ranks = pd.concat([MEANS, pd.DataFrame({"dataset": ["Average rank"], "nb": [1.2], "svm": [1.8]})])
    with pytest.raises(DataFormatError, match="'Average rank' among others: rows of averages, or of ranks, are no"):
        judge(ranks, metric="accuracy")
    with pytest.raises(DataFormatError, match="must be of the same length, got dataset 2, nb 1"):
        judge({"dataset": ["iris", "wine"], "nb": [0.8]}, metric="accuracy")


def test_a_column_of_averages_is_not_offered_as_a_learner():
    with pytest.raises(DataFormatError) as refused:
        judge(MEANS.assign(Average=0.7), metric="accuracy")
    assert "columns={'learner': ['nb', 'svm']}" in str(refused.value)
    assert "'Average' seems to be an average" in str(refused.value)


def test_a_mapping_with_a_column_of_datasets_is_a_table():
    columns = {name: MEANS[name].tolist() for name in MEANS}
    assert judge(columns, metric="accuracy").pairs[0].pvalue == judge(MEANS, metric="accuracy").pairs[0].pvalue
