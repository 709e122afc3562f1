"""Names of learners and datasets that may be one name, written in two ways."""

from foldwise._core import Caveat, listed
from foldwise.data import similar_labels


def similar_names(learners: tuple[str, ...], datasets: tuple[str, ...]) -> tuple[Caveat, ...]:
    """Return a caveat about names that differ only by blanks or case, if there are any.

    >>> similar_names(("SVM", "svm"), ("iris",))[0].code
    'similar_labels'
    >>> similar_names(("SVM", "tree"), ("iris",))
    ()
    """
    groups = [
        (role, group)
        for role, names in (("learners", learners), ("datasets", datasets))
        for group in similar_labels(names)
    ]
    if not groups:
        return ()
    words = [f"{role} {listed(group)}" for role, group in groups]
    message = f"Names differ only in the way they are written, and count as different: {listed(words, quote=False)}."
    return (Caveat(code="similar_labels", message=message),)
