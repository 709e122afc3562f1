"""Drawing stratified 10 times 10-fold partitions of 846 examples in four classes (the sizes of vehicle).

"codes" is what a run stores; "and indices" also makes the 100 pairs of index arrays, which is what
RepeatedStratifiedKFold makes. CPU milliseconds, best round.
"""

import numpy as np
from sklearn.model_selection import RepeatedStratifiedKFold

from benchmarks._timing import interleaved, milliseconds, print_table, ratios
from foldwise.splits import RepeatedKFold

CLASS_SIZES = (212, 217, 218, 199)


def run() -> None:
    classes = np.random.default_rng(1).permutation(np.repeat(np.arange(len(CLASS_SIZES)), CLASS_SIZES))
    X = np.zeros((len(classes), 1))
    scheme = RepeatedKFold(10, 10)
    splitter = RepeatedStratifiedKFold(n_splits=10, n_repeats=10, random_state=1)
    ways = {
        "codes": lambda: scheme.assign(len(classes), classes=classes, seed=1),
        "and indices": lambda: list(scheme.assign(len(classes), classes=classes, seed=1).splits()),
        "RepeatedStratifiedKFold": lambda: list(splitter.split(X, classes)),
    }
    times = interleaved(ways, 50)
    theirs = times["RepeatedStratifiedKFold"].cpu
    rows = [(name, milliseconds(min(each.cpu)), ratios(theirs, each.cpu)) for name, each in times.items()]
    print_table(("way", "CPU", "times faster"), rows)
