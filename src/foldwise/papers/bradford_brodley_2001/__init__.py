"""Bradford & Brodley (2001)."""

from typing import Final

from foldwise.papers.bradford_brodley_2001.accuracies import TABLE1
from foldwise.papers.bradford_brodley_2001.arithmetic import RECOMPUTED
from foldwise.papers.bradford_brodley_2001.averages import TABLE2
from foldwise.papers.bradford_brodley_2001.conclusions import TABLE4
from foldwise.papers.bradford_brodley_2001.errata import ERRATA
from foldwise.papers.bradford_brodley_2001.outcomes import GROUPS, TABLE3
from foldwise.papers.bradford_brodley_2001.pictures import FIGURES
from foldwise.papers.bradford_brodley_2001.worked import TEXT
from foldwise.papers.paper import Paper

BRADFORD_BRODLEY_2001: Final = Paper(
    name="bradford_brodley_2001",
    title="Bradford & Brodley (2001)",
    reference="J. P. Bradford and C. E. Brodley (2001). The effect of instance-space partition on significance. "
    "Machine Learning 42, 269-286.",
    about="One partition of the data into folds can lead to another conclusion than the next: the paper judges 55 of "
    "them, one by one, on 23 datasets, and averages their t. Here all is done again with foldwise's own learners: a "
    "tree with Mansour's pruning (TDDT-1), one with C4.5's (TDDT-2) and naive Bayes on discretized columns.",
    parts=(TABLE1, *FIGURES, TABLE2, TABLE3, GROUPS, TABLE4, TEXT, RECOMPUTED),
    errata=ERRATA,
)

__all__ = ["BRADFORD_BRODLEY_2001"]
