"""From trials of a bed to its line, to the criteria, and to the page that shows them."""

from pathlib import Path

import pandas as pd
import pytest
from run_levels import BEGIN, END, NUMBERS, NUMBERS_AGAIN, PAGE, read
from tables import criteria, decided, markdown
from trials import Study, summary

from foldwise import Settled

FIRST = pd.DataFrame(
    {
        "decision": ["a", "none", "b", "none"],
        "pvalue": [0.01, 0.04, 0.03, 0.6],
        "published": [0.01, 0.02, 0.03, 0.04],
        "settled": [True, True, True, False],
        "fits": [150, 50, 250, 2000],
    }
)


def test_a_line_by_hand():
    """One of two executions agrees on the first dataset, and they contradict each other on it; p is small on three."""
    again = FIRST.iloc[:2].assign(decision=["b", "none"])
    line = summary("nn30", FIRST, again)
    assert (line["published"], line["guarded"], line["called"], line["open"]) == (1.0, 0.75, 0.5, 0.25)
    assert (line["agreement"], line["agreement_sets"], line["contradictions"]) == (0.5, 2, 1)
    assert (line["median_fits"], line["median_fits_of_winners"]) == (200.0, 200.0)


def rows(**called):
    kinds = {"one": "null", "two": "fresh null", "three": "at chance", "four": "alternative"}
    return pd.DataFrame(
        [
            {"bed": bed, "kind": kind, "called": called[bed], "guarded": called[bed], "sets": 2000, "agreement": 0.99,
             "contradictions": 0}
            for bed, kind in kinds.items()
        ]
    )  # fmt: skip


def test_the_criteria_are_about_nulls_and_the_rerun_decides():
    measured = rows(one=0.04, two=0.062, three=0.01, four=0.9)
    assert [met for *_, met in criteria(measured, pd.DataFrame())] == [False, False, True, True, True]
    again = pd.DataFrame([{"bed": "two", "called": 0.055, "guarded": 0.055, "sets": 4000}])
    assert decided(measured, again).loc["two", "sets"] == 4000
    assert [met for *_, met in criteria(measured, again)] == [True, True, True, True, True]


def test_trials_are_kept_in_pieces_and_not_done_twice(tmp_path, monkeypatch):
    study = Study(5, Settled(guard=True, max_repeats=5), tmp_path)
    monkeypatch.setattr("trials.PIECE", 2)
    first = study.trials("nn30", 3)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["nn30-0-0-2.csv", "nn30-0-2-1.csv"]
    monkeypatch.setattr(Study, "_trial", lambda *_: pytest.fail("It is there."))
    pd.testing.assert_frame_equal(study.trials("nn30", 3), first, rtol=1e-6)


def test_the_page_shows_the_numbers():
    shown = Path(PAGE).read_text(encoding="utf-8").partition(BEGIN)[2].partition(f"\n{END}")[0]
    numbers = read(NUMBERS)
    assert set(numbers["kind"]) == {"null", "fresh null", "at chance", "alternative"}
    assert shown == markdown(numbers, read(NUMBERS_AGAIN))
