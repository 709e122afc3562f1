"""What both naive Bayes learners share: the constructor, and what can be read off a model."""

from typing import Any

from foldwise.learners._bayes_model import BayesModel, Floats
from foldwise.learners._table_classifier import TableClassifier


class BayesClassifier(TableClassifier):
    """Classifier by a naive Bayes model, which a subclass sets in `_learn`."""

    _model: BayesModel

    def __init__(self, *, categorical_features: Any = "from_dtype") -> None:
        self.categorical_features = categorical_features

    @property
    def class_prior_(self) -> Floats:
        """Probability of each class before anything is known of an example."""
        return self._model.prior[self._sorted]

    @property
    def value_probabilities_(self) -> list[Floats | None]:
        """Probability of each value or interval in each class, one array per attribute; None for a density."""
        return self._model.value_probabilities(self._sorted)
