"""P-values of comparisons in which nothing differs."""

import numpy as np
import numpy.typing as npt

import foldwise as fw

Floats = npt.NDArray[np.float64]

# Every learner is right on an example with this probability, by a coin of its own.
ACCURACY = 0.8
# Ten test sets, each with a training set of its own: as the t test supposes.
N_TEST_SETS = 10
TEST_SIZE = 1000
# In between, memory stays small.
_AT_ONCE = 250


def null_pvalues(n_families: int, n_datasets: int, n_variants: int, *, one_default: bool, seed: list[int]) -> Floats:
    """Compare variants of a learner with the default by the paired t test; all are right equally often.

    Parameters
    ----------
    n_families : int
        How often the whole study is repeated.
    n_datasets, n_variants : int
        Size of the study.
    one_default : bool
        Whether the variants are compared with the same answers of the default, as it is in a study, or each with
        answers of its own, which makes the tests independent.
    seed : list of int
        Of the answers.

    Returns
    -------
    ndarray of shape (n_families, n_datasets * n_variants)
    """
    rng = np.random.default_rng(seed)
    n_defaults = 1 if one_default else n_variants
    parts = []
    for start in range(0, n_families, _AT_ONCE):
        shape = (min(_AT_ONCE, n_families - start), n_datasets, n_variants + n_defaults, N_TEST_SETS)
        accuracies = rng.binomial(TEST_SIZE, ACCURACY, shape) / TEST_SIZE
        differences = accuracies[:, :, :n_variants] - accuracies[:, :, n_variants:]
        parts.append(np.asarray(fw.stats.kfold_t(differences).pvalue).reshape(shape[0], -1))
    return np.concatenate(parts)


def in_words() -> str:
    """Return what is simulated."""
    return (
        f"{N_TEST_SETS} test sets of {TEST_SIZE} examples, on each of which every learner is right with probability "
        f"{ACCURACY:g} by a coin of its own; the two-sided paired t test on the {N_TEST_SETS} differences"
    )
