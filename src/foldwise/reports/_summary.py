"""Results as plain dictionaries: what machines read, and what every report is made from."""

from typing import Any

from foldwise.reports._beside import beside
from foldwise.reports._kinds import kind_of
from foldwise.reports._plain import Document


def summary(obj: Any) -> Document:
    """Turn a verdict, a run, another result, or a list of them into a dictionary that `json` can write.

    Undefined and infinite numbers become None. The keys ``'timings'`` and ``'environment'`` hold all that differs
    from one computer or execution to another; the rest is the same for the same data, learners, design and seed.

    Parameters
    ----------
    obj : a result of foldwise, or list
        What to summarize: a Verdict, Run, Panel, Estimates, LabelRandomization, StudyResults, Replicability,
        PartitionAnalysis, a study of `foldwise.lab`, a Certificate, an Exhibit of `foldwise.papers`, or several of
        them.

    Returns
    -------
    dict
        With a key ``'schema'``: ``'foldwise.verdict/1'``, ``'foldwise.run/1'``, ``'foldwise.panel/1'``,
        ``'foldwise.estimates/1'``, ``'foldwise.randomization/1'``, ``'foldwise.study/1'``,
        ``'foldwise.replicability/1'``, ``'foldwise.partitions/1'``, ``'foldwise.lab/1'``, ``'foldwise.certificate/1'``,
        ``'foldwise.exhibit/1'``, or for a list ``'foldwise.collection/1'``. The keys are described in
        ``docs/report-json.md``; keys may be added under the same schema, none is renamed or removed.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from foldwise.reports import summary
    >>> from foldwise.verdicts import compare
    >>> learners = {"stump": DecisionTreeClassifier(max_depth=1), "majority": DummyClassifier()}
    >>> document = summary(compare(learners, [[0.0], [1.0]] * 10, [0, 1] * 10, scheme="10", seed=1))
    >>> document["schema"], document["comparisons"][0]["estimate"]
    ('foldwise.verdict/1', 0.5)
    """
    if isinstance(obj, list | tuple):
        return {"schema": "foldwise.collection/1", "items": [summary(item) for item in beside(list(obj))]}
    return kind_of(obj, "summary takes").document(obj)
