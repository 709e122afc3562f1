"""Tuning on the test set against tuning inside the training set."""

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

import foldwise as fw
from foldwise.papers.paper import experiment
from foldwise.papers.salzberg_1997 import limits
from foldwise.papers.salzberg_1997.worked_examples import printed_number
from foldwise.papers.workbench import LoadedSets, Workbench
from foldwise.reports import Check, Exhibit, SideBySide

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]

SETTINGS: Final = tuple(range(1, 20, 2))
ALPHA: Final = 0.05
FIXED: Final = "one setting, fixed beforehand"
INSIDE: Final = "chosen inside the training set"
PEEKED: Final = "the best on the test set"
_DATASET: Final = "balance-scale"
_N_COINS: Final = 200
# Of the rows that are not trained on, so many test; the others tell what is true.
_N_TESTED: Final = 50


@dataclass(frozen=True, slots=True)
class Tuning:
    """What every setting, and last the learner that chooses its own, gets on examples that it was not trained on.

    Parameters
    ----------
    coins : ndarray of shape (n_datasets, n_learners, n_tested)
        Which answers are right, where labels are coin flips.
    dataset : ndarray of shape (n_samples, n_learners, n_tested)
        Which answers are right, on a real dataset.
    truth : ndarray of shape (n_samples, n_learners)
        Accuracy of the same classifiers on all other rows of that dataset.
    n_others : int
        How many these rows are.
    n_tries : int
        Settings counted by the ledger of the runs.
    """

    coins: Booleans
    dataset: Booleans
    truth: Floats
    n_others: int
    n_tries: int


@experiment("tuning on the test set and inside the training set", seconds=21)
def tuning(bench: Workbench) -> Tuning:
    """Evaluate every setting, and the learner that chooses its own."""
    learners: dict[str, Any] = {f"k={k}": fw.learners.NearestNeighbor(n_neighbors=k) for k in SETTINGS}
    learners[INSIDE] = fw.tuning.Tuned(fw.learners.NearestNeighbor(), {"n_neighbors": list(SETTINGS)})
    rng = np.random.default_rng([bench.seed, _N_COINS])
    source = fw.lab.sources.CoinFlips(n_examples=_N_COINS)
    names = [f"coin flips {number}" for number in range(bench.size(200, 4))]
    flips = LoadedSets(datasets={name: fw.data.Dataset(*source.draw(rng), name=name) for name in names}, incomplete="")
    # Not stratified: the tested labels are then coins, whatever the training labels are.
    coins = [_outside(run) for run in bench.evaluate(learners, flips, "holdout:0.5:plain").values()]
    one = LoadedSets(datasets={_DATASET: fw.data.load(_DATASET)}, incomplete="")
    run = bench.evaluate(learners, one, f"resampled:{bench.size(120, 3)}:0.8:plain")[_DATASET]
    # Rows come in the order of the file, where classes may be sorted.
    outside = _shuffled(_outside(run), rng)
    return Tuning(
        coins=np.concatenate(coins),
        dataset=outside[:, :, :_N_TESTED],
        truth=outside[:, :, _N_TESTED:].mean(axis=2),
        n_others=outside.shape[2] - _N_TESTED,
        n_tries=run.ledger.tries(INSIDE),
    )


def _outside(run: fw.runs.Run) -> Booleans:
    """Which answers are right on the examples that were left out: splits by learners by examples."""
    tested, correct = run.tested()[0], run.correct()
    return np.array([correct[:, split][:, rows] for split, rows in enumerate(tested)])


def _shuffled(correct: Booleans, rng: np.random.Generator) -> Booleans:
    order = rng.permuted(np.tile(np.arange(correct.shape[2]), (len(correct), 1)), axis=1)
    return np.take_along_axis(correct, order[:, np.newaxis], axis=2)


def make(bench: Workbench) -> Exhibit:
    """Make the exhibit."""
    return exhibit(bench.once(tuning), incomplete=bench.incomplete)


def exhibit(tuned: Tuning, *, incomplete: str) -> Exhibit:
    """Compare what would be reported with what is true."""
    coins = {way: _of(tuned.coins, chosen).mean(axis=1) - 0.5 for way, chosen in _chosen(tuned.coins).items()}
    chosen = _chosen(tuned.dataset)
    data = {
        way: _of(tuned.dataset, which).mean(axis=1) - tuned.truth[np.arange(len(which)), which]
        for way, which in chosen.items()
    }
    level = float(fw.stats.bonferroni_level(ALPHA, tuned.n_tries))
    pvalues = {way: _pvalues(_of(tuned.coins, which)) for way, which in _chosen(tuned.coins).items()}
    return Exhibit(
        paper="salzberg_1997",
        name="tuning",
        title="Tuning on the test set, and inside the training set",
        about=f"Nearest neighbours with {len(SETTINGS)} settings of k. Where labels are coin flips ({len(tuned.coins)} "
        f"datasets of {_N_COINS} examples, half to train and half to test) nothing can be right more often than half "
        f"of the time. On {_DATASET} ({len(tuned.dataset)} random samples to train, {_N_TESTED} examples to test) the "
        f"other {tuned.n_others} rows tell how good the reported classifier really is. The setting is fixed "
        "beforehand; or chosen by foldwise.tuning.Tuned, which divides the training set; or it is the one that does "
        "best on the test set.",
        tables=(_bias_table(coins, data), _error_table(pvalues, level)),
        checks=(
            *_bias_checks("coin flips", coins),
            *_bias_checks(_DATASET, data),
            Check(
                asked=f"The ledger counts the {len(SETTINGS)} settings, and the level becomes "
                f"{printed_number('salz_tuning_10'):g}",
                found=f"{tuned.n_tries} settings, {level:g}",
                met=tuned.n_tries == len(SETTINGS) and math.isclose(level, printed_number("salz_tuning_10")),
            ),
            _above_check(pvalues[PEEKED] <= ALPHA),
            _kept_check(f"at {level:g} for the best on the test set", pvalues[PEEKED] <= level),
            _kept_check(f"at {ALPHA:g} for the one chosen inside", pvalues[INSIDE] <= ALPHA),
        ),
        notes=(
            f"Bonferroni's level repairs the test, not the reported accuracy: on coin flips that is still "
            f"{100 * coins[PEEKED].mean():.1f} points too high.",
            "Settings that were tried on the test set by hand leave nothing in the ledger: count them yourself.",
        ),
        incomplete=incomplete,
    )


def _chosen(correct: Booleans) -> dict[str, npt.NDArray[np.intp]]:
    """Return the number of the learner that each way of choosing reports, for each dataset or sample."""
    n = len(correct)
    return {
        FIXED: np.zeros(n, dtype=np.intp),
        INSIDE: np.full(n, len(SETTINGS), dtype=np.intp),
        PEEKED: correct[:, : len(SETTINGS)].mean(axis=2).argmax(axis=1),
    }


def _of(correct: Booleans, chosen: npt.NDArray[np.intp]) -> Booleans:
    return np.asarray(correct[np.arange(len(correct)), chosen])


def _pvalues(correct: Booleans) -> Floats:
    """Ask of every dataset whether so many right answers could be guesses: the exact binomial test against one half."""
    right = correct.sum(axis=1)
    return np.asarray(fw.stats.binomial(right, correct.shape[1] - right, alternative="greater").pvalue)


def _bias_table(coins: dict[str, Floats], data: dict[str, Floats]) -> SideBySide:
    return SideBySide(
        title="Reported accuracy minus the true one, in percentage points",
        index="setting",
        rows=tuple(coins),
        columns=("coin flips", _DATASET),
        cells=tuple(tuple(limits.mean_cell(100 * each[way], digits=2) for each in (coins, data)) for way in coins),
        note=f"Means with 95% Monte Carlo intervals. The true accuracy is one half on coin flips; on {_DATASET} it is "
        "that of the same classifier on the rows that took no part.",
    )


def _error_table(pvalues: dict[str, Floats], level: float) -> SideBySide:
    return SideBySide(
        title="Coin flips called better than chance",
        index="setting",
        rows=tuple(pvalues),
        columns=(f"at {ALPHA:g}", f"at {level:g}"),
        cells=tuple(tuple(limits.share_cell(p <= alpha) for alpha in (ALPHA, level)) for p in pvalues.values()),
        note="Share of datasets, exact binomial test of the right answers against one half, with exact 95% Monte Carlo "
        f"intervals. {level:g} is Bonferroni's level for as many tries as the ledger counts.",
    )


def _bias_checks(name: str, bias: dict[str, Floats]) -> tuple[Check, Check]:
    inside, peeked = (limits.mean_limits(100 * bias[way], limits.WIDE) for way in (INSIDE, PEEKED))
    return (
        Check(
            asked=f"On {name}, what is tuned on the test set is too optimistic: the lower 99.9% limit is above 0",
            found=f"{100 * bias[PEEKED].mean():+.2f} points ({limits.in_words(peeked, 2)})",
            met=peeked[0] > 0,
        ),
        Check(
            asked=f"On {name}, what is tuned inside the training set is not: 0 is within the 99.9% limits",
            found=f"{100 * bias[INSIDE].mean():+.2f} points ({limits.in_words(inside, 2)})",
            met=inside[0] <= 0 <= inside[1],
        ),
    )


def _above_check(hits: Booleans) -> Check:
    low, _ = limits.share_limits(hits, limits.WIDE)
    return Check(
        asked=f"The best on the test set beats chance too often at {ALPHA:g}: the lower 99.9% limit is above that",
        found=f"{hits.mean():.3f} (from {low:.3f})",
        met=low > ALPHA,
    )


def _kept_check(words: str, hits: Booleans) -> Check:
    low, _ = limits.share_limits(hits, limits.WIDE)
    return Check(
        asked=f"Not too often {words}: the lower 99.9% limit is not above {ALPHA:g}",
        found=f"{hits.mean():.3f} (from {low:.3f})",
        met=low <= ALPHA,
    )
