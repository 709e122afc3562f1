"""Claims about partitions, C1, C2 and C9: what they count, by hand, and a quick look."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm

from foldwise.papers.bradford_brodley_2001.accuracies import Accuracies
from foldwise.papers.claims.growing import C2, is_significant
from foldwise.papers.claims.half_the_data import C9, example_words, lead, turned
from foldwise.papers.claims.one_partition import C1, named_words

NAMED = ("heart", "tic-tac-toe")


@pytest.mark.parametrize(("part", "name", "n_checks"), [(C1, "c1", 2), (C2, "c2", 4), (C9, "c9", 3)])
def test_a_quick_look(partition_bench, part, name, n_checks):
    exhibit = part.make(partition_bench)
    assert (part.name, exhibit.name, exhibit.paper, exhibit.is_claim) == (name, name, "claims", True)
    assert exhibit.statement == "not judged"
    assert len(exhibit.checks) == n_checks


def test_exact_numbers_of_the_second_claim(partition_bench):
    """All signs alike: 2 / 2^n. Fisher's tail at 55 is that of the table of worked examples."""
    exhibit = C2.make(partition_bench)
    assert [check.met for check in exhibit.checks[:3]] == [True, True, True]
    assert exhibit.checks[0].found == "21; 0.0046"
    fisher, wilcoxon, averaged = zip(*exhibit.tables[0].cells, strict=True)
    assert exhibit.tables[0].rows == ("1", "6", "21", "55")
    assert [cell.measured for cell in wilcoxon] == pytest.approx([1.0, 2**-5, 2**-20, 2**-54])
    assert fisher[3].measured == pytest.approx(0.0045879578078951265)
    assert fisher[3].agreement == "same"
    assert [cell.measured for cell in averaged] == pytest.approx([0.25] * 4)


@pytest.mark.parametrize("sign", [1, -1])
def test_several_partitions_together(sign):
    """t = 0.7 with 9 degrees of freedom: area 0.2508, never significant alone."""
    row = SimpleNamespace(statistics=sign * np.full(55, 0.7))
    assert not is_significant("averaged t", row, 55, 9.0)
    assert [is_significant("wilcoxon", row, n, 9.0) for n in (5, 6)] == [False, True]
    # -2 n ln .2508 = 2.766 n passes the .975 point of chi-square with 2n degrees of freedom between 30 and 35.
    assert [is_significant("fisher", row, n, 9.0) for n in (25, 40)] == [False, True]


def test_growth_is_counted_from_where_wilcoxon_can_be_significant():
    """t of 0.7 on six partitions of ten: Wilcoxon's p is 2 / 2^6 at first, so that its share cannot grow."""
    row = SimpleNamespace(statistics=np.full(10, 0.7))
    analysis = SimpleNamespace(rows=[row], df=9.0)
    found = SimpleNamespace(of_paper={("tddt2", "1x10cv"): analysis}, incomplete="")
    exhibit = C2.make(SimpleNamespace(once=lambda _: found))
    assert exhibit.tables[1].rows == ("6", "10")
    assert exhibit.checks[3].found == "Fisher 0.00 to 0.00, Wilcoxon 1.00 to 1.00, averaged t 0.00 to 0.00"
    assert not exhibit.checks[3].met


@pytest.mark.parametrize(
    ("groups", "words"), [((2, 2), "on neither"), ((2, 1), "on tic-tac-toe"), ((1, 1), "on heart and tic-tac-toe")]
)
def test_datasets_that_the_paper_names(groups, words):
    rows = [
        SimpleNamespace(dataset=name, group=group, n_partitions=55) for name, group in zip(NAMED, groups, strict=True)
    ]
    found = SimpleNamespace(by={("tddt2", "1x10cv"): SimpleNamespace(rows=rows)})
    assert named_words(found)[0].endswith(f"of our 55 partitions they do {words}.")


def test_a_comparison_that_turns():
    """TDDT-1 leads TDDT-2 by 2 +- .1 points with ten folds and trails by 1 with halves; naive Bayes keeps behind."""
    noise = np.array([-0.1, 0.1, -0.1, 0.1])

    def table(first, second):
        return pd.DataFrame({"tddt1": [first + noise], "tddt2": [second - noise], "naive_bayes": [50 + noise]}, ["zoo"])

    found = Accuracies(ten_folds=table(82.0, 80.0), halves=table(70.0, 71.0))
    mean, reach = lead(found, "zoo", "tddt2", "1x10cv")
    # The difference is 2 + 2 noise: standard deviation .2 sqrt(4/3), over sqrt(4). There are four leads: 1 - .025 / 4.
    assert (mean, reach) == (pytest.approx(2.0), pytest.approx(norm.ppf(0.99375) * 0.1 * (4 / 3) ** 0.5))
    assert turned(found) == [("zoo", "tddt2")]
    still = Accuracies(ten_folds=table(82.0, 80.0), halves=table(70.0, 70.1))
    assert turned(still) == []


def test_whether_the_example_of_the_paper_turns_here():
    """In print TDDT-1 leads by 94.7 - 92.7 = 2.0 with ten folds, and by 86.1 - 86.6 = -0.5 with halves."""
    noise = np.array([-0.1, 0.1, -0.1, 0.1])

    def table(lead):
        columns = {"tddt1": [90 + lead + noise], "tddt2": [90 - noise], "naive_bayes": [50 + noise]}
        return pd.DataFrame(columns, ["monk1-full"])

    def words(ten_folds, halves):
        return example_words(Accuracies(ten_folds=table(ten_folds), halves=table(halves)))

    assert "monk1-full, turns here, too" in words(3.0, -1.0)
    assert "turns here only within chance" in words(3.0, -0.01)
    said = words(3.0, 1.0)
    assert "does not turn here: TDDT-1 is ahead of TDDT-2 by +3.0 (within 0.3)" in said
    assert said.endswith("in the paper by +2.0 and -0.5.")
    elsewhere = table(1.0).rename({"monk1-full": "zoo"})
    assert "not among" in example_words(Accuracies(ten_folds=elsewhere, halves=elsewhere))
