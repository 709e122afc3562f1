"""What stands in docs about ranks and coverage can be made again, and pages say what the tables say."""

from pathlib import Path

import pandas as pd
import pytest
import run_posteriors

from foldwise import stats

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize("name", ["populations", "tournaments"])
def test_a_small_run_fills_the_page(tmp_path, capsys, name):
    page = tmp_path / "posteriors.md"
    page.write_text(
        f"Text.\n<!-- posterior-{name} -->\nold\n<!-- end of posterior-{name} -->\nMore.\n", encoding="utf-8"
    )
    run_posteriors.main(["--only", name, "--trials", "2"], out=tmp_path)
    table = pd.read_csv(tmp_path / f"posterior-{name}.csv")
    assert (table["n_trials"] == 2).all()
    lines = page.read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(table) + 6
    assert "old" not in lines
    assert table.columns[0] in capsys.readouterr().out


@pytest.mark.parametrize("name", run_posteriors.TABLES)
def test_the_page_shows_what_was_measured(name):
    table = pd.read_csv(DOCS / f"posterior-{name}.csv")
    page = (DOCS / "posteriors.md").read_text(encoding="utf-8")
    assert run_posteriors.fill(page, name, table) == page


def test_ranks_were_uniform():
    """Twenty p-values: the smallest of so many uniform ones is below .0005 in one of a hundred sets."""
    table = pd.read_csv(DOCS / "posterior-ranks.csv")
    assert len(table) == 20
    assert table["p"].min() > 0.0005


def words(function):
    return " ".join(function.__doc__.split())


def test_docstrings_say_what_was_held():
    tournaments = pd.read_csv(DOCS / "posterior-tournaments.csv").groupby("tournament")["held"].agg(["min", "max"])
    low, high = tournaments.loc["the model itself"]
    assert f"in {100 * low:.0f} and {100 * high:.0f} % of the cases" in words(stats.bradley_terry)
    low, high = tournaments.loc["scores, equally steady"]
    assert f"only in {100 * low:.0f} to {100 * high:.0f} %" in words(stats.bradley_terry)
    low, high = tournaments.loc["scores, unequally steady"]
    assert f"in {100 * low:.0f} to {100 * high:.0f} % where some learners" in words(stats.bradley_terry)
    populations = pd.read_csv(DOCS / "posterior-populations.csv").set_index("population").filter(like="held")
    good = populations.loc[["normal", "Student t, 3 df"]].to_numpy()
    assert f"in {100 * good.min():.0f} to {100 * good.max():.0f} % of the cases" in words(stats.bayesian_hierarchical)
    bad = populations.loc[["two kinds", "skewed"], "held_inside"]
    assert f"in {100 * bad.min():.0f} to {100 * bad.max():.0f} %:" in words(stats.bayesian_hierarchical)
