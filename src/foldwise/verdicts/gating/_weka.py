"""Two result files of Weka's Experimenter made into one."""

from collections.abc import Sequence

import pandas as pd

from foldwise._core import DataFormatError, listed
from foldwise.results._door import is_weka, weka_learners
from foldwise.verdicts.gating._asked import WHICH, Asked, Names
from foldwise.verdicts.gating._files import choose


def one_experiment(frames: Sequence[pd.DataFrame], asked: Asked) -> tuple[pd.DataFrame, Names] | None:
    """Return the rows of a learner of each file, and what the two are called there; None if no file is Weka's."""
    are = [is_weka(frame) for frame in frames]
    if not any(are):
        return None
    if not all(are):
        raise DataFormatError(
            f"Both must be of one kind: the {WHICH[are.index(True)]} is a file of Weka, the {WHICH[are.index(False)]} "
            "is not. Give two files of one."
        )
    sets = [list(dict.fromkeys(frame["Key_Dataset"].astype(str))) for frame in frames]
    if set(sets[0]) != set(sets[1]):
        old, new = (listed(each, most=4) for each in sets)
        raise DataFormatError(f"The baseline was scored on {old}, the candidate on {new}. Both need the same dataset.")
    own, parts = [], []
    for frame, label, which in zip(frames, asked.names, WHICH, strict=True):
        learners = weka_learners(frame)
        name = choose(list(dict.fromkeys(learners)), label, which)
        own.append(name)
        parts.append(frame[(learners == name).to_numpy()])
    # Of the same class twice, what tells them apart is whose file they are in; a class may have dots in its options.
    names = (own[0], own[1]) if own[0] != own[1] and "." not in "".join(own) else WHICH
    parts = [part.assign(Key_Scheme=name, Key_Scheme_options="") for part, name in zip(parts, names, strict=True)]
    return pd.concat(parts, ignore_index=True), names
