"""Bradford and Brodley (2001): what follows from the printed numbers. Expected values are counted by hand from them."""

import pytest

from foldwise.papers import PAPERS, reproduce
from foldwise.papers.bradford_brodley_2001 import arithmetic, averages, printed_values, worked
from foldwise.papers.bradford_brodley_2001.printed_values import printed_accuracies


@pytest.fixture(scope="module")
def exhibits():
    made = reproduce("bradford_brodley_2001/text", "bradford_brodley_2001/recomputed")
    return {exhibit.name: exhibit for exhibit in made}


def test_table_one():
    """Sums of the printed columns, and a row to see that the columns are not swapped."""
    table = printed_accuracies()
    assert len(table) == 23
    sums = table.filter(like="_1x10cv").sum()
    assert sums.tolist() == pytest.approx([1920.0, 1924.5, 1898.7])
    assert table.loc["tic-tac-toe"].tolist() == [84.6, 80.5, 84.4, 80.9, 69.7, 70.7]


def test_table_four_follows_from_table_two_and_not_from_the_bold_counts():
    by_areas, by_bold = arithmetic.tallies(arithmetic.by_areas()), arithmetic.tallies(arithmetic.by_bold())
    assert by_areas["tddt2", "1x10cv"] == by_bold["tddt2", "1x10cv"] == (1192, 0, 73, 0)
    assert by_areas["tddt2", "5x2cv"] == (1066, 56, 89, 54)
    assert by_bold["tddt2", "5x2cv"] == (1094, 29, 116, 26)
    assert by_areas["naive_bayes", "5x2cv"] == (371, 717, 69, 108)
    assert by_bold["naive_bayes", "5x2cv"] == (400, 691, 95, 79)
    assert (arithmetic.incorrect(by_areas), arithmetic.incorrect(by_bold)) == (496, 492)
    assert arithmetic.disputed() == [(("tddt2", "5x2cv"), "vehicle"), (("naive_bayes", "5x2cv"), "soybean-large")]


def test_halves_are_more_significant_in_print():
    assert arithmetic.more_and_less_significant("tddt2") == (13, 8)
    assert arithmetic.more_and_less_significant("naive_bayes") == (17, 4)
    assert list(arithmetic.rejections().values()) == [73, 145, 640, 786]


def test_the_first_count_is_for_the_other_learner():
    # TDDT-1 has 80.5 percent on tic-tac-toe and naive Bayes 70.7; on waveform-21 it is 76.0 and 80.6.
    counts = printed_values.printed_outcomes()["naive_bayes", "5x2cv"]
    assert counts["tic-tac-toe"] == (0, 0, 55)
    assert counts["waveform-21"] == (55, 0, 0)
    assert arithmetic.opposed() == (28, 28)


def test_groups_in_print():
    groups = printed_values.printed_groups()
    first = groups["tddt2", "1x10cv"]
    assert [name for name, group in first.items() if group == 1] == ["heart", "tic-tac-toe"]
    assert [name for name, group in first.items() if group == 4] == ["monk3-full", "mushroom"]
    assert list(first.values()).count(2) == 13
    assert list(groups["naive_bayes", "1x10cv"].values()).count(2) == 14


@pytest.mark.parametrize(
    ("area", "conclusion", "value"), [(0.018, 1, 0.982), (-0.0, -1, 0.0), (0.0, 1, 1.0), (-0.3, 0, 0.3), (0.5, 0, 0.5)]
)
def test_signed_areas(area, conclusion, value):
    assert printed_values.conclusion_of(area) == conclusion
    assert averages.as_figure_value(area) == pytest.approx(value)


def test_a_minus_before_zero_is_read():
    areas = printed_values.printed_areas()["naive_bayes", "5x2cv"]
    assert printed_values.conclusion_of(areas["waveform-21"]) == -1
    assert printed_values.conclusion_of(areas["mushroom"]) == 1


def test_recomputed(exhibits):
    exhibit = exhibits["recomputed"]
    assert exhibit.statement == "reproduced"
    assert (exhibit.n_same, exhibit.n_printed) == (16, 16)
    assert all(check.met for check in exhibit.checks)
    assert exhibit.checks[-1].found == "62, 5, 2"


def test_worked_examples(exhibits):
    """The chi-square tails and rank sums are those of the table of worked examples, to its twelve digits."""
    exhibit = exhibits["text"]
    assert [check.met for check in exhibit.checks] == [True, True]
    # Three of Fisher's numbers are printed from rounded logarithms, or as the level that is passed.
    assert (exhibit.n_same, exhibit.n_printed) == (15, 18)
    assert exhibit.statement == "reproduced in kind"


def test_weak_significances_together():
    """Wilcoxon: 2 of 2^n signs are as extreme; Fisher: exp(-x/2) for one partition is its significance itself."""
    assert worked.combined("wilcoxon", 5) == 2 / 2**5
    assert worked.combined("wilcoxon", 1) == 1.0
    # Eight of nine other folds: ten folds of ten examples.
    assert worked.worked_numbers()["bb_overlap_10fold"] == pytest.approx(80 / 90)
    assert worked.combined("fisher", 1) == pytest.approx(0.25)
    assert worked.combined("averaged t", 7) == pytest.approx(0.25, abs=1e-12)
    assert [worked.partitions_until(0.05, method) for method in ("fisher", "wilcoxon")] == [21, 6]


def test_errata_have_their_numbers():
    errata = PAPERS["bradford_brodley_2001"].errata
    assert [text.partition(".")[0] for text in errata] == [f"B{number}" for number in range(1, 17)]
    assert "28 of 28" in errata[0]
    assert "145 against 73" in errata[4]
    assert "0.0430" in errata[7]
    assert "496" in errata[9]
    assert "492" in errata[9]
