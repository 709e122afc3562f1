"""What varies behind scores of items, and what does not: Dietterich's four sources of variation."""

from __future__ import annotations

from collections.abc import Sequence

from foldwise.results import ItemScores
from foldwise.verdicts.evidence._designs import VariationSource


def sources_of_items(items: Sequence[ItemScores]) -> tuple[VariationSource, ...]:
    """Return the four sources, and which of them the scores let vary; of several test sets the one that covers least.

    Parameters
    ----------
    items : sequence of ItemScores
        One for each test set.

    Returns
    -------
    tuple of VariationSource
        Test set, training set, randomness of the learners, errors in the labels.
    """
    is_whole = any(len(scores.items) == 1 for scores in items)
    seeds = [scores for scores in items if scores.again == "seed" and scores.scores.shape[2] > 1]
    epochs = [scores for scores in items if scores.again == "epoch" and scores.scores.shape[2] > 1]
    test = VariationSource(name="test set", status="covered", why="the items are taken as a random sample")
    if is_whole:
        test = VariationSource(name="test set", status="not covered", why="one test set, of which only means are known")
    random = VariationSource(
        name="randomness of the learners", status="not covered", why="every model answered once, as it is"
    )
    if len(seeds) == len(items):
        random = VariationSource(name=random.name, status="covered", why="every learner was trained with several seeds")
    elif len(epochs) == len(items):
        random = VariationSource(
            name=random.name, status="partly", why="items were answered several times, by models trained once"
        )
    return (
        test,
        VariationSource(name="training set", status="not covered", why="the same for all trainings, as far as known"),
        random,
        VariationSource(name="errors in the labels", status="not covered", why="scores are taken as they are"),
    )
