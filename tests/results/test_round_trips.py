"""Tables of random shapes, with random cells missing, written in every form and read again."""

import numpy as np
import pandas as pd
import pytest

from foldwise.results import as_results

WORDS = ["timeout", "OOM", "failed", "NA", "?", "-", ""]
# Commas, quotes, letters of other scripts, numbers, and words that are columns elsewhere.
ODD = ["a, b", 'c "d"', "\u00e9\u00df", "\u6a21\u578b", "C4.5+m", "fold", "1NN", "score", "x=1;y=2", "nb"]


def drawn(rng):
    """Scores of 2 to 10 learners on 2 to 8 datasets; in each row and column one is left."""
    learners = [str(name) for name in rng.permutation(ODD)[: rng.integers(2, len(ODD) + 1)]]
    datasets = [f"{name} {i}" for i, name in enumerate(rng.choice(ODD, size=rng.integers(2, 9)))]
    scores = rng.uniform(0.01, 1, size=(len(learners), len(datasets)))
    lost = rng.random(scores.shape) < rng.choice([0, 0.2, 0.5])
    for i in range(max(lost.shape)):
        lost[i % lost.shape[0], i % lost.shape[1]] = False
    return learners, datasets, np.where(lost, np.nan, scores)


def long(learners, datasets, scores):
    cells = [(d, m) for d in range(len(datasets)) for m in range(len(learners))]
    return pd.DataFrame(
        {
            "dataset": [datasets[d] for d, _ in cells],
            "learner": [learners[m] for _, m in cells],
            "accuracy": [scores[m, d] for d, m in cells],
        }
    )


def with_words(frame, rng, columns):
    """Missing cells say something, as in a file."""
    words = pd.DataFrame(rng.choice(WORDS, size=frame.shape), columns=frame.columns)
    return frame.astype(object).where(frame.notna() | ~frame.columns.isin(columns), words)


@pytest.mark.parametrize("seed", range(60))
def test_every_form_of_a_random_table(seed, tmp_path):
    rng = np.random.default_rng(seed)
    learners, datasets, scores = drawn(rng)
    rows = long(learners, datasets, scores)
    wide = pd.DataFrame({"dataset": datasets, **dict(zip(learners, scores, strict=True))})
    turned = pd.DataFrame({"learner": learners, **dict(zip(datasets, scores.T, strict=True))})
    nested = {m: dict(zip(datasets, row, strict=True)) for m, row in zip(learners, scores.tolist(), strict=True)}
    path = tmp_path / "table.csv"
    with_words(wide, rng, learners).to_csv(path, index=False, sep=str(rng.choice([",", ";", "\t"])))
    for source, columns in (
        (rows, None),
        (rows.dropna().sample(frac=1, random_state=seed), None),
        (with_words(rows, rng, ["accuracy"]), None),
        (wide, {"learner": learners}),
        (path, {"learner": learners}),
        (turned, {"dataset": datasets}),
        (nested, None),
    ):
        table, reading = as_results(source, metric="accuracy", columns=columns, learners=learners)
        order = [table.datasets.index(name) for name in datasets]
        assert np.array_equal(table.scores[:, order], scores, equal_nan=True)
        assert table.learners == reading.learners == tuple(learners)
        lost = {(learners[m], datasets[d]) for m, d in np.argwhere(np.isnan(scores))}
        assert set(table.reasons) == set(reading.reasons) == lost


@pytest.mark.parametrize("seed", range(30))
def test_folds_of_a_random_table(seed):
    """Fold scores are those of the table minus thousandths, so that each tells its place."""
    rng = np.random.default_rng(seed)
    learners, datasets, scores = drawn(rng)
    n_folds = int(rng.integers(2, 6))
    parts = [(fold, scores - fold / 1000) for fold in range(n_folds)]
    rows = pd.concat([long(learners, datasets, part).assign(fold=fold) for fold, part in parts])
    wide = pd.concat(
        [pd.DataFrame({"dataset": datasets, "the fold": f, **dict(zip(learners, p, strict=True))}) for f, p in parts]
    )
    roles = {"learner": learners, "fold": "the fold"}
    for source, columns in ((rows, None), (rows.dropna(), None), (wide, roles)):
        runs, reading = as_results(source, metric="accuracy", columns=columns, learners=learners)
        assert [run.data.name for run in runs] == list(dict.fromkeys(source["dataset"]))
        for run in runs:
            here = scores[:, datasets.index(run.data.name)]
            assert run.learner_names == tuple(m for m, score in zip(learners, here, strict=True) if score == score)
            assert run.scores()[:, 0] == pytest.approx(here[here == here][:, np.newaxis] - np.arange(n_folds) / 1000)
        assert len(reading.reasons) == np.isnan(scores).sum()
