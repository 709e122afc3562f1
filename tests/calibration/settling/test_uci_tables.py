"""The tables of `run_uci.py`, from rows made by hand, and the driver on one small data set."""

import os

import pandas as pd
import pytest
from datalab.executions import LEARNERS, verdicts
from datalab.pages import DOCS
from datalab.uci_tables import (
    agreement,
    changed,
    contradictions,
    costs,
    disagreement,
    edges,
    markdown,
    risks,
    verdict_counts,
)
from run_uci import PAGE, PROCEDURES, execute, read

from foldwise.data import load
from foldwise.evaluation import evaluate
from foldwise.verdicts import Procedure, judge

needs_data = pytest.mark.skipif("FOLDWISE_DATA" not in os.environ, reason="FOLDWISE_DATA names no folder of data sets")


def made(procedure, decisions, *, settled=True, risk=0.1, statistic=2.0):
    """Rows of two comparisons: one that always says none, and one with these decisions."""
    rows = [
        {"pair": pair, "execution": execution, "decision": decision}
        for pair, said in (("p", ["none"] * len(decisions)), ("q", decisions))
        for execution, decision in enumerate(said)
    ]
    fixed = {"procedure": procedure, "dataset": "d", "settled": settled, "risk": risk, "statistic": statistic}
    spent = {"cpu_seconds": 0.5, "repeats": 10}
    return pd.DataFrame(rows).assign(fits=range(100, 100 + len(rows)), **fixed, **spent)


def cells(text, line):
    return [cell.strip() for cell in text.splitlines()[line].strip("|").split("|")]


def test_agreement_by_hand():
    """Of the second comparison's four executions three reject: 6 of 12 ordered pairs agree; the mean with 1 is .75.

    Of the three one is in favour of the other learner: 2 of 12 agree also on that, and the mean is 7/12.
    """
    line = cells(agreement(made("x", ["a", "a", "none", "b"])), 2)
    assert line[:4] == ["`x`", "2", "4", ".7500"]
    assert line[5:] == [".5833", "1", ".000", "1"]
    assert cells(agreement(made("x", ["a", "a"], settled=None)), 2)[7:] == ["", ""]


def test_every_ten_of_executions_has_a_line():
    """Ten that agree and ten of which one does not: 72 of 90 pairs, the mean with 1 is .9; all: 1 of 20 differs."""
    text = agreement(made("x", [*["a"] * 19, "none"]))
    assert [cells(text, line)[:4] for line in range(2, 5)] == [
        ["`x`", "2", "20", ".9500"],
        ["`x`, ten 1", "2", "10", "1.0000"],
        ["`x`, ten 2", "2", "10", ".9000"],
    ]


def test_cost_by_hand():
    """20 executions with 100 to 119 fits; half a second each is five for a ten of one comparison and ten for both."""
    assert cells(costs(made("x", ["a"] * 10)), 2) == ["`x`", "110", "110", "117", "10", "10"]


def test_comparisons_on_the_edge_are_named():
    text = edges(made("x", ["a", "a", "none", "b"]))
    assert cells(text, 2) == ["d q", "`x`", "2", "1", "1", ".000", ".167", "2.00"]
    assert len(text.splitlines()) == 3


def test_only_settled_verdicts_contradict():
    rows = made("x", ["a", "none", "a", "b"])
    assert contradictions(rows) == ["d q"]
    rows["settled"] = rows["decision"] != "none"
    assert contradictions(rows) == ["d q"]
    rows["settled"] = rows["decision"] == "a"
    assert contradictions(rows) == []


def test_disagreement_is_with_the_other_executions():
    rows = made("x", ["a", "a", "none", "b"])
    found = disagreement(rows)
    assert found.loc[("d", "p")].tolist() == [0, 0, 0, 0]
    assert found.loc[("d", "q")].tolist() == pytest.approx([2 / 3, 2 / 3, 1, 1])
    # 4 executions that never disagree and 4 with a mean of 5/6; resamples of both reach from one to the other.
    text = risks({"one": rows, "two": pd.concat([rows, rows.assign(procedure="y")])})
    assert cells(text, 2) == ["one", "0.05 to 0.2", "8", "2", ".1000", ".4167", ".0000 to .8333"]
    assert cells(text, 3)[2:6] == ["16", "2", ".1000", ".4167"]


def test_what_the_guard_changes_is_named():
    before, after = made("settled", ["a", "a", "none"]), made("guard", ["none", "none", "a"], statistic=1.5)
    text = changed(pd.concat([before, after]), "settled", "guard")
    assert cells(text, 2) == ["d q", "a", "none", "2.00", "1.50"]
    assert len(text.splitlines()) == 3
    same = pd.concat([before, before.assign(procedure="guard")])
    assert changed(same, "settled", "guard") == "`guard` changes no verdict of `settled`."
    assert cells(verdict_counts(before), 2) == ["`settled`", "1", "1", "0"]


def test_page_is_written_from_the_numbers():
    assert markdown(read()) in (DOCS / PAGE).read_text(encoding="utf-8")


def test_executions_are_independent_and_the_first_is_what_judge_says():
    """Iris is built in; the first execution has the seed of the driver."""
    data, procedure = load("iris"), Procedure("10x10")
    found = list(verdicts(procedure, data, 3))
    first = judge(evaluate(LEARNERS, data, scheme="10x10", seed=1, progress=False), adjust="none")
    assert [one.pvalue for one in found[0].comparisons] == [one.pvalue for one in first.comparisons]
    assert len({verdict.comparisons[0].pvalue for verdict in found}) == 3


@needs_data
@pytest.mark.slow
def test_rows_of_a_clear_comparison():
    """C4.5 is better than naive Bayes on vote in all executions: t is about -4.7."""
    rows = execute(PROCEDURES["10x10"], "uci:vote", n=4)
    assert len(rows) == 3 * 4
    assert rows["fits"].unique().tolist() == [100]
    clear = rows[rows["pair"] == "NB - C4.5"]
    assert clear["decision"].unique().tolist() == ["b"]
    assert clear["statistic"].mean() == pytest.approx(-4.7, abs=0.7)
    assert clear["risk"].max() < 0.01


@needs_data
@pytest.mark.slow
def test_rows_of_settled_executions():
    """Labor, second ten: ten fits a repeat; what is settled is three errors away, a risk of t_9(-3/sqrt(2)) at most."""
    rows = execute(PROCEDURES["settled"], "uci:labor", n=4, ten=1)
    assert rows["execution"].unique().tolist() == [10, 11, 12, 13]
    assert rows["fits"].between(100, 2000).all()
    assert (rows["fits"] == 10 * rows["repeats"]).all()
    assert rows["settled"].any()
    assert rows.loc[rows["settled"], "risk"].max() < 0.0315
