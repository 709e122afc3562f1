"""The papers' learners as scikit-learn classifiers: nominal attributes, missing values, compiled kernels."""

from foldwise.learners._c45 import C45
from foldwise.learners._discretized_naive_bayes import DiscretizedNaiveBayes
from foldwise.learners._make_learners import make_learner, make_learners
from foldwise.learners._mansour_tree import MansourTree
from foldwise.learners._naive_bayes import NaiveBayes
from foldwise.learners._nearest_neighbor import NearestNeighbor
from foldwise.learners._tree_classifier import export_text

__all__ = [
    "C45",
    "DiscretizedNaiveBayes",
    "MansourTree",
    "NaiveBayes",
    "NearestNeighbor",
    "export_text",
    "make_learner",
    "make_learners",
]
