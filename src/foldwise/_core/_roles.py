"""Which column plays which role, as a user types it."""

from collections.abc import Sequence
from typing import Any


def read_roles(words: Sequence[str]) -> dict[str, Any]:
    """Read ``ROLE=NAME`` pairs; several learners, datasets, or columns of predictions, make a list.

    >>> read_roles(["score=f1", "learner=nb", "learner=svm"])
    {'score': 'f1', 'learner': ['nb', 'svm']}
    """
    roles: dict[str, Any] = {}
    for word in words:
        role, equals, name = word.partition("=")
        if not (role and equals and name):
            raise ValueError(f"--column needs ROLE=NAME, such as score=f1, got {word!r}.")
        if role in roles and role not in ("learner", "dataset", "predicted"):
            raise ValueError(f"--column {role} was given twice: {roles[role]!r} and {name!r}. Choose one.")
        earlier = roles.get(role)
        roles[role] = name if earlier is None else [*(earlier if isinstance(earlier, list) else [earlier]), name]
    return roles
