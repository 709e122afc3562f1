"""The driver of the ranking, at the smallest size: batches, forecasts, tables, and going on from a store."""

import numpy as np
import pandas as pd
import pytest
import run_ranking
from ranklab.procedures import CANDIDATES, FIXED, RANKED, SETTLED
from ranklab.studies import Batch, Sizes, batches, merged

from foldwise import lab
from foldwise.lab import sources

NULLS = {"same": sources.ExchangeableBlocks(n_examples=40)}
OTHERS = {"less": sources.ExchangeableBlocks(n_examples=40, second_shift=0.0)}
ONLY = ["corrected 10x10", "5x2cv F", "HS10, 53 halvings", "max(corrected, HS10), 53 halvings", "conservative Z"]
SMALL = ["--levels", "3", "--candidate-levels", "5", "--power", "4", "--again", "2", "--settled-again", "3"]


def test_numbers_of_datasets():
    sizes = Sizes()
    assert [sizes.of("levels", name) for name in (*CANDIDATES, "5x2cv F")] == [2000] * 5 + [800]
    assert {sizes.of("power", name) for name in RANKED} == {1000}
    assert {name for name in RANKED if sizes.of("again", name) == 200} == set(SETTLED)
    assert set(CANDIDATES) < set(RANKED)


def test_every_procedure_is_in_one_batch_of_each_study():
    several = batches(RANKED, NULLS, OTHERS, Sizes())
    for study in ("levels", "power", "again"):
        names = [name for batch in several if batch.study == study for name in batch.procedures]
        assert sorted(names) == sorted(RANKED)
    together = [set(batch.procedures) for batch in several if batch.study == "power"]
    assert set(FIXED) in together
    assert {"HS10, 180 halvings", "max(corrected, HS10), 180 halvings"} in together
    assert all({name} in together for name in SETTLED)


def test_studies_of_different_sizes_are_one():
    one, two = (
        Batch("levels", {name: RANKED[name]}, NULLS, n).measure({"progress": False})
        for name, n in (("5x2cv F", 3), ("5x2cv t", 5))
    )
    whole = merged([one, two])
    assert whole.frame()["n_trials"].tolist() == [3, 5]
    assert isinstance(whole, type(one))
    np.testing.assert_array_equal(whole.trials[0].found["5x2cv t"].pvalue, two.trials[0].found["5x2cv t"].pvalue)


@pytest.mark.parametrize("all_of_them", [False, True])
def test_a_small_run_writes_its_tables_and_goes_on(tmp_path, monkeypatch, capsys, all_of_them):
    """Some procedures are printed; all of them, here a few, are written. The second time nothing is left to do."""
    if all_of_them:
        monkeypatch.setattr(run_ranking, "RANKED", {name: RANKED[name] for name in [*ONLY, "Settled()"]})
    given = [*SMALL, "--store", str(tmp_path / "lab.db"), "--out", str(tmp_path)]
    given += [] if all_of_them else ["--only", *ONLY]
    for times in range(2):
        run_ranking.main(given, without=NULLS, between=OTHERS)
        out, err = capsys.readouterr()
        assert ("all there" if times else "minutes") in err.splitlines()[0]
        assert "levels: corrected 10x10, " in err
    assert (tmp_path / "lab-ranking.csv").exists() == all_of_them
    if not all_of_them:
        assert all(name in out for name in ONLY)
        return
    ranking = pd.read_csv(tmp_path / "lab-ranking.csv")
    assert sorted(ranking["procedure"]) == sorted([*ONLY, "Settled()"])
    levels = pd.read_csv(tmp_path / "lab-ranking-levels.csv").set_index("procedure")["n_trials"]
    assert levels["corrected 10x10"] == levels["Settled()"] == 5
    assert levels["conservative Z"] == 3
    again = pd.read_csv(tmp_path / "lab-ranking-replicability.csv")
    assert again.groupby("procedure")["n_trials"].first()["Settled()"] == 3
    assert (tmp_path / "img" / "lab-ranking.png").exists()
    same = lab.type_one_error({"c": RANKED["corrected 10x10"]}, NULLS, n_trials=5, seed=1, progress=False)
    table = pd.read_csv(tmp_path / "lab-ranking-levels.csv").set_index("procedure")
    assert table.loc["corrected 10x10", "n_rejections"] == same.frame().loc[0, "n_rejections"]
