"""Dietterich's figure of Type I error against the number of splits and folds, at full size."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from foldwise.lab import replication_count, sources


@pytest.mark.slow
def test_figure_six_anew():
    reference = pd.read_csv(Path(__file__).parent / "two_kinds_reference.csv")
    figure = reference[reference["figure"] == "figure6"]
    assert len(figure) == 12
    found = replication_count(sources.TwoKinds(), n_trials=4000, seed=6, n_jobs=2).frame()
    rates = found.set_index(["test", "number"])["rate"]
    names = {"resampled_t": "resampled_t", "kfold_cv_t": "kfold_t"}
    for row in figure.to_dict("records"):
        known, n = row["type1_error_at_0.05"], row["replications_or_folds"]
        error = np.sqrt(known * (1 - known) * (1 / 4000 + 1 / row["trials"]))
        assert abs(rates[names[row["test"]], int(n)] - known) < 4 * error, row
    # Five halvings are Dietterich's test: figure 5 has its rate from 10,000 trials.
    (known,) = reference.query("figure == 'figure5' and beta == 'common' and epsilon == 0.1 and test == '5x2cv_t'")[
        "type1_error_at_0.05"
    ]
    assert abs(rates["halvings_t", 5] - known) < 4 * np.sqrt(known * (1 - known) * (1 / 4000 + 1 / 10_000))
