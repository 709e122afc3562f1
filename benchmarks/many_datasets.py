"""Twenty learners on 100 datasets: every pair by Wilcoxon's test and Holm's adjustment; one pair by Bayesian ranks.

Milliseconds of CPU, best round, and how many times as long as foldwise. Ours are p-values of all 190 pairs, exact also
where differences tie, from one call; SciPy's `wilcoxon` in a loop is the normal approximation beyond 50 datasets.
scikit-posthocs has the same test with Holm's adjustment; aeon's p-values are one-sided and not adjusted; autorank makes
Friedman's and Nemenyi's tests, and effect sizes; critdd the exact test without ties, and its groups. The signed rank
test draws 50,000 times, as baycomp does by default.

The others are timed where they are installed, in the Python that runs this: an environment of their own, with foldwise
in it (``docs/coming-from.md`` says which they are).
"""

import contextlib
import io
import warnings
from collections.abc import Callable

import numpy as np
import pandas as pd
import scipy.stats

from benchmarks._timing import interleaved, milliseconds, print_table, ratios
from foldwise.stats import bayesian_signed_rank, friedman, holm, nemenyi, wilcoxon

N_LEARNERS, N_DATASETS = 20, 100
FIRST, SECOND = np.triu_indices(N_LEARNERS, 1)


def table() -> pd.DataFrame:
    """Accuracies with three digits, so that some tie."""
    rng = np.random.default_rng(1)
    hard, skill = rng.uniform(0.5, 0.9, (N_DATASETS, 1)), rng.normal(0, 0.01, N_LEARNERS)
    scores = np.round(hard + skill + rng.normal(0, 0.02, (N_DATASETS, N_LEARNERS)), 3)
    return pd.DataFrame(scores, columns=[f"learner {number}" for number in range(N_LEARNERS)])


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
