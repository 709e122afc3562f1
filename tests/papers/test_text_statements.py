"""What the papers say in words: single partitions, variation, section 4.1, R and truth; on made-up data, on print."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import foldwise as fw
from foldwise.papers import PAPERS
from foldwise.papers.bouckaert_frank_2004 import high_r, statements
from foldwise.papers.bouckaert_frank_2004.experiments import PAIR_NAMES
from foldwise.papers.bradford_brodley_2001 import section_three, variation
from foldwise.papers.bradford_brodley_2001.partitions import Judged
from foldwise.papers.printed_numbers import printed

FIRST = next(iter(PAIR_NAMES.values()))


def judged_on(differences, name):
    """Judge differences of shape (n_partitions, n_folds) of TDDT-1 to TDDT-2, as they might be on one dataset."""
    rows = [
        {"dataset": name, "learner": learner, "repeat": repeat, "fold": fold, "score": 0.5 + (value if ahead else 0.0)}
        for learner, ahead in (("TDDT-1", True), ("TDDT-2", False))
        for (repeat, fold), value in np.ndenumerate(np.asarray(differences))
    ]
    run = fw.runs.Run.from_scores(pd.DataFrame(rows), metric="accuracy")
    analysis = fw.replicability.partition_analysis(run, test="kfold_t")
    return Judged(
        by={(other, how): analysis for other in ("tddt2", "naive_bayes") for how in ("1x10cv", "5x2cv")}, incomplete=""
    )


class TestSectionThree:
    def test_the_least_p_of_either_direction(self):
        """Two partitions with t = 3 and t = -2 on four folds: p = .0577 and .1393 by scipy."""
        unit = np.array([-1.0, 1.0, -1.0, 1.0]) * 0.01
        # With these deviations the standard error of the mean is .01 / sqrt(3).
        up, down = (t * 0.01 / 3**0.5 + unit for t in (3.0, -2.0))
        said = section_three.one_partition_each(judged_on([up, down], "tic-tac-toe"))
        assert said.found == pytest.approx((0.0576688, 0.1393256), abs=1e-6)
        assert not said.holds

    def test_the_range_of_p_must_reach_both_printed_values(self):
        rng = np.random.default_rng(0)
        judgements = judged_on(0.02 + rng.normal(0, 0.03, (40, 10)), "monk1-full")
        said = section_three.range_of_p(judgements, "1x10cv", (0.05, 0.2))
        assert said.found[0] < 0.05 < 0.2 < said.found[1]
        assert said.holds
        assert not section_three.range_of_p(judgements, "1x10cv", (1e-9, 0.2)).holds

    def test_significant_throughout_for_the_same_learner(self):
        unit = np.tile([-1.0, 1.0], 5) * 0.001
        assert section_three.significant_throughout(judged_on([0.1 + unit, 0.2 + unit], "zoo"), "tddt2", "1x10cv") == [
            "zoo"
        ]
        turned = judged_on([0.1 + unit, -0.2 + unit], "zoo")
        assert section_three.significant_throughout(turned, "tddt2", "1x10cv") == []


class TestVariation:
    def test_typical_ratio_is_a_geometric_mean(self):
        above, below = pd.Series([4.0, 1.0, 0.0, np.nan]), pd.Series([1.0, 1.0, 1.0, 1.0])
        assert variation.typical_ratio(above, below) == (2.0, 1, 2)

    @pytest.mark.parametrize(("n_above", "n", "answer"), [(6, 6, True), (5, 5, False), (12, 23, False), (0, 9, True)])
    def test_a_direction_is_consistent_by_the_sign_test(self, n_above, n, answer):
        assert variation.consistent_direction(n_above, n) is answer

    def test_a_quick_look_has_all_four_columns(self, partition_bench):
        exhibit = variation.VARIATION.make(partition_bench)
        assert exhibit.tables[1].columns == (
            "1x10 without strata",
            "1x10 with strata",
            "5x2 without strata",
            "5x2 with strata",
        )
        assert exhibit.statement == "not judged"


class TestSectionFourOne:
    """The readings of the statements hold of the printed table, from which they were made."""

    def test_shares_of_the_printed_table(self):
        shares = statements.shares_of(statements.printed_rejections())
        assert shares.consistent == pytest.approx((9 / 27, 12 / 27, 13 / 27))
        assert shares.almost == pytest.approx((14 / 27, 17 / 27, 17 / 27))
        assert shares.r == pytest.approx((0.737, 0.783, 0.816), abs=0.0005)
        assert max(shares.consistent) < 0.5
        assert max(shares.almost) < 0.66

    def test_vehicle_alone_is_always_different(self):
        datasets = tuple(printed("bouckaert_frank_2004_table1")["dataset"])
        counts = statements.printed_rejections()
        assert statements.always_different(datasets, counts)[FIRST] == ["vehicle"]
        assert statements._vehicle(datasets, counts).met
        assert statements._iris(datasets, counts).met
        counts[0, datasets.index("iris")] = (9, 1)
        assert not statements._iris(datasets, counts).met


class TestHighR:
    def test_claims_by_hand(self):
        decisions = np.array([[1] * 9 + [0], [-1] * 10, [1] * 8 + [0] * 2, [0] * 9 + [1], [0] * 10])
        assert high_r.counted(decisions, 1) == {"n_datasets": 5, "n_high": 4, "n_claims": 2, "n_right": 1}
        assert high_r.counted(decisions, 0)["n_right"] == 0

    def test_shares_by_hand(self):
        """Of 10 unequal datasets 4 have claims, 3 right; of 10 equal ones 1: .3 / (.4 + .1) is right at half."""
        rows = [("t", "u", 1, 10, 6, 4, 3), ("t", "e", 0, 10, 8, 1, 0)]
        frame = pd.DataFrame(
            rows, columns=["procedure", "population", "better", "n_datasets", "n_high", "n_claims", "n_right"]
        )
        found = high_r.summary(frame).loc["t"]
        assert found.to_dict() == pytest.approx(
            {"high_r": 0.7, "right_if_different": 0.75, "claims_if_equal": 0.1, "right_at_half": 0.6}
        )

    def test_the_kept_numbers_answer_as_the_page_does(self):
        table = pd.read_csv(Path(__file__).parents[2] / "docs" / "high-r.csv")
        found = high_r.summary(table)
        assert (found.loc[list(high_r.VALID), "right_if_different"] > 0.99).all()
        corrected, not_corrected = (found.loc[f"10x10 folds, {how}"] for how in ("corrected", "uncorrected"))
        assert not_corrected["claims_if_equal"] > 0.4 > 0.1 > corrected["claims_if_equal"]


def test_the_parts_are_on_the_pages():
    names = {
        paper: [part.name for part in PAPERS[paper].parts]
        for paper in ("bradford_brodley_2001", "bouckaert_frank_2004")
    }
    assert {"section3", "variation"} <= set(names["bradford_brodley_2001"])
    assert {"statements", "high_r"} <= set(names["bouckaert_frank_2004"])
