"""Breiman's waveform recognition problem."""

import numpy as np
import pandas as pd

from foldwise._core import check_integer, check_seed
from foldwise.data._dataset import Dataset

# Centres of the two triangular waves that each class mixes; the numbering of the classes is that of UCI's file.
CENTRES = ((7, 15), (7, 11), (11, 15))


def make_waveform(n: int, *, seed: int) -> Dataset:
    r"""Draw examples of the waveform problem [1]_: three classes, 21 noisy attributes.

    Parameters
    ----------
    n : int
        Number of examples.
    seed : int
        The same seed gives the same examples, and fewer of them are a prefix of more.

    Returns
    -------
    Dataset
        Attributes ``x1`` to ``x21``, rounded to two decimals as in the UCI file, and labels ``'0'``, ``'1'``, ``'2'``.

    Notes
    -----
    With the triangular waves :math:`h_c(i) = \max(6 - |i - c|, 0)` centred at 7, 11 and 15,

    .. math:: x_i = u\, h_a(i) + (1 - u)\, h_b(i) + \varepsilon_i, \quad i = 1, \dots, 21,

    where :math:`u` is uniform on (0, 1), :math:`\varepsilon_i` is standard normal, and (a, b) is (7, 15), (7, 11)
    or (11, 15) for the three equally probable classes. The best possible accuracy is about 86%.

    References
    ----------
    .. [1] L. Breiman, J. H. Friedman, R. A. Olshen and C. J. Stone (1984). Classification and Regression
       Trees. Wadsworth. Pages 49-55.

    Examples
    --------
    >>> from foldwise.data import make_waveform
    >>> make_waveform(300, seed=1)
    Dataset('waveform-21': 300 examples, 21 attributes (21 numeric, 0 nominal), 0 missing values, classes 0, 1, 2)
    """
    check_integer(n, "n", least=1)
    # RandomState's streams are frozen by NumPy, those of Generator are not; the data must stay what they are.
    random = np.random.RandomState(np.random.MT19937(np.random.SeedSequence(check_seed(seed))))
    position = np.arange(1, 22)
    waves = {centre: np.maximum(6 - np.abs(position - centre), 0) for centre in (7, 11, 15)}
    labels = np.empty(n, dtype=np.int64)
    values = np.empty((n, 21))
    for row in range(n):
        labels[row] = random.randint(3)
        first, second = CENTRES[labels[row]]
        share = random.uniform()
        values[row] = share * waves[first] + (1 - share) * waves[second] + random.normal(size=21)
    # Rounding also hides the last bits, in which mathematical libraries differ; adding 0 removes negative zeros.
    frame = pd.DataFrame(values.round(2) + 0.0, columns=[f"x{i}" for i in position])
    return Dataset(frame, labels.astype(str), "waveform-21", target_names=("0", "1", "2"))
