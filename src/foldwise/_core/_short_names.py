"""Short names of foldwise's own learners: here, where reading the table costs no learner's import."""

from typing import Final

SHORT_NAMES: Final = {
    "nb": "NaiveBayes",
    "c45": "C45",
    "nn": "NearestNeighbor",
    "dnb": "DiscretizedNaiveBayes",
    "mansour": "MansourTree",
}
