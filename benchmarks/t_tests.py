"""Statistic and p-value of 100,000 experiments of 10 x 10 differences, in one call.

Microseconds of CPU per experiment, best round. scipy.stats.ttest_1samp computes the plain t test: along an axis, and in
a loop, which is timed on 200 experiments only. "decisions" compares with one critical value and computes no p-value.
"""

import numpy as np
from scipy.stats import ttest_1samp

from benchmarks._timing import interleaved, print_table, ratios
from foldwise.stats import corrected_repeated_kfold_t, corrected_resampled_t
from foldwise.stats._differences import as_differences
from foldwise.stats._five_by_two_f import five_by_two_f
from foldwise.stats._five_by_two_t import five_by_two_t
from foldwise.stats._tails import student_critical
from foldwise.stats._uncorrected_repeated_kfold_t import uncorrected_repeated_kfold_t

N, LOOPED = 100_000, 200


def decisions(differences: np.ndarray) -> np.ndarray:
    """Count on one core what the corrected test rejects at .05."""
    d = as_differences(differences, ("n_repeats", "n_folds"))
    return np.square(d.mean) >= student_critical(0.95, d.n - 1) ** 2 * (1 / d.n + 1 / 9) * d.variance


def run() -> None:
    d = np.random.default_rng(1).normal(0.1, 1, (N, 10, 10))
    flat, ten = d.reshape(N, 100), np.ascontiguousarray(d[:, :5, :2])
    ways = {
        "corrected_repeated_kfold_t": lambda: corrected_repeated_kfold_t(d),
        "corrected_resampled_t": lambda: corrected_resampled_t(flat, n_train=90, n_test=10),
        "uncorrected_repeated_kfold_t": lambda: uncorrected_repeated_kfold_t(d),
        "five_by_two_t": lambda: five_by_two_t(ten),
        "five_by_two_f": lambda: five_by_two_f(ten),
        "decisions": lambda: decisions(d),
        "ttest_1samp, axis": lambda: ttest_1samp(flat, 0, axis=1),
        "ttest_1samp, loop": lambda: [ttest_1samp(row, 0) for row in flat[:LOOPED]],
    }
    times = interleaved(ways, 7)
    each = {name: [s / (LOOPED if name.endswith("loop") else N) for s in t.cpu] for name, t in times.items()}
    rows = [
        (name, f"{min(s) * 1e6:.3f}", ratios(each["ttest_1samp, axis"], s), ratios(each["ttest_1samp, loop"], s))
        for name, s in each.items()
    ]
    print_table(("way", "us", "times faster than axis", "than loop"), rows)
