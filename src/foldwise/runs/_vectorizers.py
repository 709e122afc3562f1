"""Which learners read documents, and which read tables: told before the first fit where it is known."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from sklearn.pipeline import Pipeline
from sklearn.utils import get_tags

from foldwise._core import counted, listed
from foldwise.data import Dataset

# Of this module of scikit-learn; what else is there takes counts.
_MODULE: Final = "sklearn.feature_extraction.text"
_READERS: Final = ("CountVectorizer", "HashingVectorizer", "TfidfVectorizer")
_OWN: Final = ("sklearn", "foldwise")


def first_step(learner: Any) -> Any:
    """Return what sees X first: the learner itself, or the first step of a pipeline, however deep.

    >>> from sklearn.feature_extraction.text import TfidfVectorizer
    >>> from sklearn.pipeline import make_pipeline
    >>> first_step(make_pipeline(make_pipeline(TfidfVectorizer()), "passthrough"))
    TfidfVectorizer()
    """
    while isinstance(learner, Pipeline) and learner.steps:
        learner = learner.steps[0][1]
    return learner


def reads_documents(learner: Any) -> bool:
    """Whether a learner is a pipeline that begins with a vectorizer of scikit-learn, or of a class made from one."""
    kinds = type(first_step(learner)).__mro__
    return any(kind.__module__ == _MODULE and kind.__name__ in _READERS for kind in kinds)


def as_documents_for(learners: Mapping[str, Any], dataset: Dataset) -> Dataset:
    """Return a table of one column of texts, as a file has them, as documents if a learner reads nothing else.

    >>> import pandas as pd
    >>> from sklearn.feature_extraction.text import CountVectorizer
    >>> from sklearn.pipeline import make_pipeline
    >>> table = Dataset(pd.DataFrame({"review": ["a good film", "a poor plot"]}), ["yes", "no"])
    >>> as_documents_for({"count": make_pipeline(CountVectorizer(), "passthrough")}, table)
    Dataset('data': 2 documents, classes no, yes)
    """
    is_column = dataset.n_attributes == 1 and len(dataset.nominal) == 1
    if not is_column or not any(map(reads_documents, learners.values())):
        return dataset
    return replace(dataset, X=dataset.X.iloc[:, 0])


def check_reads_documents(name: str, learner: Any, *, only_numbers: bool) -> None:
    """Refuse a learner that is known to need a table; of learners from elsewhere nothing is known.

    Parameters
    ----------
    name : str
        What messages call it.
    learner : estimator
        As given.
    only_numbers : bool
        Whether it is a pipeline whose first step computes with numbers.
    """
    if not only_numbers and (isinstance(learner, Pipeline) or _may_read_texts(learner)):
        return
    first = type(first_step(learner)).__name__
    raise ValueError(
        f"{name} cannot use documents: {first} takes a table. Put a vectorizer before it, e.g. "
        f"make_pipeline(TfidfVectorizer(), {first}())."
    )


def _may_read_texts(learner: Any) -> bool:
    if type(learner).__module__.partition(".")[0] not in _OWN:
        return True
    try:
        tags = get_tags(learner).input_tags
    except (AttributeError, TypeError):
        return True
    # foldwise's own take texts as categories in the columns of a table.
    return type(learner).__module__.startswith("sklearn.") and (tags.string or get_tags(learner).no_validation)


def check_reads_tables(name: str, learner: Any, columns: list[str], texts: list[str]) -> None:
    """Refuse a vectorizer before a table: it would take the names of the columns for the documents."""
    if not reads_documents(learner):
        return
    kind = type(first_step(learner)).__name__
    which = f"X[{(texts or columns)[0]!r}]"
    has = f"{counted(len(columns), 'column')}" + (f", texts in {listed(texts)}" if texts else ", none of them texts")
    raise ValueError(
        f"{name} begins with {kind}, which takes one document for each example, and X is a table ({has}). Pass a "
        f"column of texts as X, such as {which}, or use ColumnTransformer([('text', {kind}(), 'COLUMN')])."
    )
