"""The table of `run_budgets.py`, from rows made by hand, and what it says of those that were measured."""

import pandas as pd
import pytest
from datalab.budget_tables import counts, markdown, transition, turned
from datalab.pages import DOCS
from run_budgets import PAGE, read


def row(said, says):
    """One verdict of both budgets, by its words."""
    outcomes = {"open": "open", "better": "better", "apart": "none"}
    named = [outcomes[words.split(",")[0].split()[-1]] if words else "" for words in (said, says)]
    return {
        "form": "settled",
        "dataset": "wine",
        "pair": "NB - C4.5",
        "seed": 0,
        "outcome_500": named[0],
        "words_500": said,
        "outcome_2000": named[1],
        "words_2000": says,
    }


@pytest.mark.parametrize(
    ("said", "says", "kind"),
    [
        ("NB better", "NB better", "kept"),
        ("not told apart", "not told apart", "kept"),
        ("NB better", "C4.5 better", "turned when settled"),
        ("NB better", "not told apart", "turned when settled"),
        ("NB better", "open, NB ahead", "turned when settled"),
        ("not told apart", "NB better", "turned when settled"),
        ("open, NB ahead", "NB better", "closed"),
        ("open, NB ahead", "not told apart", "closed"),
        ("open, NB ahead", "C4.5 better", "turned while open"),
        ("open, NB ahead", "open, C4.5 ahead", "turned while open"),
        ("open, NB ahead", "open, NB ahead", "still open"),
        ("open", "NB better", "closed"),
    ],
)
def test_what_a_larger_budget_did(said, says, kind):
    assert transition(row(said, says)) == kind


def test_those_that_turned_round_are_counted_and_named():
    rows = pd.DataFrame([row("NB better", "NB better"), row("NB better", "C4.5 better"), row("open", "open")])
    assert counts(rows).splitlines()[-1] == "| `settled` | 3 | 1 | 0 | 1 | 0 | 1 |"
    assert turned(rows).splitlines()[-1] == "| `settled` | wine NB - C4.5 | 0 | NB better | C4.5 better |"


def test_no_verdict_on_the_27_data_sets_turned_round():
    rows = read()
    assert len(rows) == 3 * 81 * 10
    assert turned(rows) == ""
    assert markdown(rows) in (DOCS / PAGE).read_text(encoding="utf-8")
