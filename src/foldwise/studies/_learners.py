"""The learners of a study file."""

from collections.abc import Mapping
from typing import Any

from foldwise.learners import make_learner, make_learners
from foldwise.studies._dataset import check_name
from foldwise.studies._values import PlacedError, kind_of, placed, texts_of


def read_learners(value: Any) -> dict[str, Any]:
    """Make the learners that a table of names, or an array of texts, asks for.

    Parameters
    ----------
    value : dict or list
        As tomllib reads it.
    """
    if isinstance(value, dict):
        learners = {name: _named(name, item) for name, item in value.items()}
    elif isinstance(value, list):
        texts = texts_of(value, "learners")
        for number, text in enumerate(texts):
            # One by one, so that an error has its place; their names depend on all of them.
            with placed(number):
                make_learners([text])
        learners = make_learners(texts)
    else:
        raise TypeError(f'learners must be a table or an array such as ["nb", "c45"], got {kind_of(value)}.')
    if not learners:
        raise ValueError("there are no learners. Name at least one.")
    return learners


def learner_from_table(name: str, table: Mapping[str, Any], *, part: bool = False) -> Any:
    """Make a learner from its ``class`` and the arguments beside it.

    A table inside that has a ``class`` is made, too: the learner of an ensemble, a step of a pipeline. An array that
    begins with a text and holds such a table becomes a tuple, as the steps of pipelines are.

    Parameters
    ----------
    name : str
        What messages call the learner.
    table : mapping
        As tomllib reads it.
    part : bool, default False
        Whether it is the table of a part, which need not predict.

    Raises
    ------
    PlacedError
        Whose path ends at the argument to blame, or at ``class``.

    Examples
    --------
    >>> learner_from_table("bag", {"class": "sklearn.ensemble.BaggingClassifier", "estimator": {"class": "c45"}})
    BaggingClassifier(estimator=C45())
    """
    dotted = table.get("class")
    if not isinstance(dotted, str):
        came = "got none" if dotted is None else f"got {kind_of(dotted)}"
        raise PlacedError(
            f'learner {name!r}: class must be the dotted path of a class, such as "sklearn.svm.SVC", {came}.',
            ("class",),
        )
    arguments = {}
    for key, value in table.items():
        if key != "class":
            with placed(key):
                arguments[key] = _argument(name, value)
    try:
        return make_learner(dotted, arguments, name=name, part=part)
    except ValueError as error:
        raise PlacedError(error, (_blamed(arguments, str(error)),)) from error


def _named(name: str, item: Any) -> Any:
    with placed(name):
        check_name(name, "the name of a learner")
        if isinstance(item, str):
            return make_learners({name: item})[name]
        if isinstance(item, dict):
            return learner_from_table(name, item)
        raise TypeError(f"learner {name!r} must be a text or a table with class, got {kind_of(item)}.")


def _argument(name: str, value: Any) -> Any:
    if isinstance(value, dict) and "class" in value:
        return learner_from_table(name, value, part=True)
    if isinstance(value, dict):
        return {key: _inside(name, key, item) for key, item in value.items()}
    if isinstance(value, list):
        items = [_inside(name, number, item) for number, item in enumerate(value)]
        has_part = any(isinstance(item, dict) and "class" in item for item in value)
        return tuple(items) if has_part and isinstance(value[0], str) else items
    return value


def _inside(name: str, key: str | int, value: Any) -> Any:
    with placed(key):
        return _argument(name, value)


def _blamed(arguments: Mapping[str, Any], message: str) -> str:
    """Guess from a message which argument it is about."""
    quoted = [key for key in arguments if repr(key) in message]
    named = [key for key in arguments if any(f" {key}{after}" in message for after in (" must", "=", ":"))]
    return next(iter([*quoted, *named]), "class")
