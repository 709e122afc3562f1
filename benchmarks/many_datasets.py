"""Twenty learners on 100 datasets: every pair by Wilcoxon's test and Holm's adjustment; one pair by Bayesian ranks.

Milliseconds of CPU, best round, and how many times as long as foldwise. Ours are p-values of all 190 pairs, exact also
where differences tie, from one call; SciPy's `wilcoxon` in a loop is the normal approximation beyond 50 datasets.
scikit-posthocs has the same test with Holm's adjustment; aeon's p-values are one-sided and not adjusted; autorank makes
Friedman's and Nemenyi's tests, and effect sizes; critdd the exact test without ties, and its groups; the Multiple
Comparison Matrix draws one for all pairs. The signed rank test draws 50,000 times, as baycomp does by default.

Judged: all that `judge` makes of a table, with reading it; of means that is every pair, ranks and their intervals; of
scores of 50 folds also 19,000 comparisons on single datasets, their intervals, forecasts and partial conjunctions. Its
parts: the functions behind it, from arrays.

The others are timed where they are installed, in the Python that runs this: an environment of their own, with foldwise
in it (``docs/coming-from.md`` says which they are).
"""

import contextlib
import io
import tempfile
import warnings
from collections.abc import Callable

import numpy as np
import pandas as pd
import scipy.stats

from benchmarks._timing import interleaved, milliseconds, print_table, ratios
from foldwise import judge
from foldwise.stats import (
    bayesian_signed_rank,
    bergmann_hommel,
    friedman,
    holm,
    nemenyi,
    partial_conjunction,
    rank_intervals,
    wilcoxon,
)

N_LEARNERS, N_DATASETS, N_FOLDS = 20, 100, 50
FIRST, SECOND = np.triu_indices(N_LEARNERS, 1)


def table() -> pd.DataFrame:
    """Accuracies with three digits, so that some tie."""
    rng = np.random.default_rng(1)
    hard, skill = rng.uniform(0.5, 0.9, (N_DATASETS, 1)), rng.normal(0, 0.01, N_LEARNERS)
    scores = np.round(hard + skill + rng.normal(0, 0.02, (N_DATASETS, N_LEARNERS)), 3)
    return pd.DataFrame(scores, columns=[f"learner {number}" for number in range(N_LEARNERS)])


def folds(means: pd.DataFrame) -> pd.DataFrame:
    """Accuracies of five times ten folds around those means, one row each."""
    rng = np.random.default_rng(2)
    hard = rng.normal(0, 0.03, (N_DATASETS, 1, N_FOLDS))
    own = rng.normal(0, 0.02, (N_DATASETS, N_LEARNERS, N_FOLDS))
    scores = np.clip(np.round(means.to_numpy()[..., np.newaxis] + hard + own, 4), 0, 1)
    dataset, learner, fold = (index.ravel() for index in np.indices(scores.shape))
    return pd.DataFrame(
        {
            "dataset": np.array([f"data {number}" for number in range(N_DATASETS)])[dataset],
            "learner": means.columns.to_numpy()[learner],
            "repeat": fold // 10,
            "fold": fold % 10,
            "accuracy": scores.ravel(),
        }
    )


def ranks(pvalues: np.ndarray, estimates: np.ndarray) -> object:
    """Make intervals of ranks from all pairs."""
    found, better = holm(pvalues) <= 0.05, np.zeros((N_LEARNERS, N_LEARNERS), dtype=bool)
    better[FIRST, SECOND], better[SECOND, FIRST] = found & (estimates > 0), found & (estimates < 0)
    return rank_intervals(better)


def parts(x: np.ndarray) -> dict[str, Callable[[], object]]:
    """Return what an answer over datasets is made of."""
    rng = np.random.default_rng(1)
    on_datasets, nine = rng.random((2 * FIRST.size, N_DATASETS)), rng.random(36)
    d = np.ascontiguousarray((x[:, FIRST] - x[:, SECOND]).T)
    result = wilcoxon(d, zeros="pratt", method="exact", score_magnitude=1.0)
    pairs, estimates = result.pvalue, result.estimate
    return {
        "wilcoxon, exact": lambda: wilcoxon(d, zeros="pratt", method="exact", score_magnitude=1.0),
        "estimates of Hodges and Lehmann": lambda: result.estimate,
        "their intervals": result.confidence_interval,
        "holm and rank_intervals": lambda: ranks(pairs, estimates),
        "partial_conjunction, 380 x 100": lambda: partial_conjunction(on_datasets, method="fisher"),
        "friedman": lambda: friedman(x),
        "nemenyi": lambda: nemenyi(x),
        "bergmann_hommel, 9 learners": lambda: bergmann_hommel(nine),
    }


def run() -> None:
    scores = table()
    x = scores.to_numpy()

    def ours(method: str) -> np.ndarray:
        differences = (x[:, FIRST] - x[:, SECOND]).T
        return holm(wilcoxon(differences, zeros="pratt", method=method).pvalue)

    ways = {
        "foldwise, exact": lambda: ours("exact"),
        "foldwise, normal": lambda: ours("normal"),
        "foldwise, Friedman and Nemenyi": lambda: (friedman(x), nemenyi(x)),
        "SciPy in a loop": lambda: [scipy.stats.wilcoxon(x[:, a], x[:, b]) for a, b in zip(FIRST, SECOND, strict=True)],
        **_installed(
            scores, {"scikit-posthocs": _scikit_posthocs, "aeon": _aeon, "autorank": _autorank, "critdd": _critdd}
        ),
    }
    _compare("all 190 pairs", ways)
    named, every = scores.rename_axis("dataset").reset_index().astype({"dataset": str}), folds(scores)
    ways = {
        "judge, scores of 50 folds": lambda: judge(every),
        "judge, means": lambda: judge(named, metric="accuracy"),
        **_installed(scores, {"scikit-posthocs": _scikit_posthocs, "Multiple Comparison Matrix": _matrix}),
    }
    _compare("judged", ways)
    _compare("parts", parts(x))
    ways = {
        "foldwise": lambda: bayesian_signed_rank(x[:, 0] - x[:, 1], rope=0.01),
        **_installed(scores, {"baycomp": _baycomp}),
    }
    _compare("one pair, signed rank", ways)


def _compare(what: str, ways: dict[str, Callable[[], object]]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        times = interleaved(ways, 3)
    first = next(iter(times))
    rows = [(name, milliseconds(min(t.cpu)), ratios(t.cpu, times[first].cpu)) for name, t in times.items()]
    print_table((what, "ms", f"times {first}"), rows)
    print()


def _installed(
    scores: pd.DataFrame, peers: dict[str, Callable[[pd.DataFrame], Callable[[], object]]]
) -> dict[str, Callable[[], object]]:
    """Make ready those that are installed; the others are named."""
    found: dict[str, Callable[[], object]] = {}
    for name, ready in peers.items():
        try:
            found[name] = ready(scores)
        except ImportError as error:
            print(f"No {name}: {error}.\n")
    return found


def _scikit_posthocs(scores: pd.DataFrame) -> Callable[[], object]:
    from scikit_posthocs import posthoc_wilcoxon

    column = scores.melt(var_name="learner", value_name="score")
    return lambda: posthoc_wilcoxon(column, val_col="score", group_col="learner", p_adjust="holm")


def _aeon(scores: pd.DataFrame) -> Callable[[], object]:
    from aeon.benchmarking.stats import wilcoxon_test

    return lambda: wilcoxon_test(scores.to_numpy(), list(scores))


def _matrix(scores: pd.DataFrame) -> Callable[[], object]:
    from multi_comp_matrix import MCM

    folder = tempfile.mkdtemp()

    def quietly() -> object:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            return MCM.compare(df_results=scores, output_dir=folder, png_savename="matrix", pvalue_correction="Holm")

    return quietly


def _autorank(scores: pd.DataFrame) -> Callable[[], object]:
    from autorank import autorank

    def quietly() -> object:
        with contextlib.redirect_stdout(io.StringIO()):
            return autorank(scores, force_mode="nonparametric")

    return quietly


def _critdd(scores: pd.DataFrame) -> Callable[[], object]:
    from critdd import Diagram

    return lambda: Diagram(scores.to_numpy(), maximize_outcome=True).get_groups()


def _baycomp(scores: pd.DataFrame) -> Callable[[], object]:
    from baycomp import SignedRankTest

    a, b = scores.to_numpy().T[:2]
    return lambda: SignedRankTest.probs(a, b, rope=0.01)
