"""From texts, or a class with its arguments, to scikit-learn estimators."""

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from foldwise._core import listed
from foldwise.learners._find_class import did_you_mean, find_class
from foldwise.learners._learner_names import GivenLearner, name_learners
from foldwise.learners._learner_spec import read_learner_spec
from foldwise.learners._refused_arguments import refuse_arguments
from foldwise.learners._short_names import in_full


def make_learners(texts: Sequence[str] | Mapping[str, str], *, said: str = "learner") -> dict[str, Any]:
    """Make learners from texts, under names that differ.

    Parameters
    ----------
    texts : sequence of str, or mapping of names to texts
        Each ``[name=]package.Class`` or ``[name=]package.Class(literal arguments)``; for foldwise's own learners
        the short names ``nb``, ``c45``, ``nn``, ``dnb`` and ``mansour``. Nothing is evaluated. In a mapping the texts
        give no names.
    said : str, default 'learner'
        What messages call such a text; on the command line ``'--learner'``.

    Returns
    -------
    dict of str to estimator
        Learners without a name are called by their class, and by the arguments that set them apart.

    Examples
    --------
    >>> from foldwise.learners import make_learners
    >>> make_learners(["c45", "sklearn.svm.SVC", "ten=sklearn.svm.SVC(C=10)"])
    {'C45': C45(), 'SVC': SVC(), 'ten': SVC(C=10)}
    """
    named = list(texts.items()) if isinstance(texts, Mapping) else [(None, text) for text in texts]
    given = []
    learners = []
    for name, text in named:
        spec = read_learner_spec(text, said=said)
        if name is not None and spec.name is not None:
            raise ValueError(f"{said} {text!r} has a name before '=', and is called {name!r} already. Leave one out.")
        path = in_full(spec.path)
        cls = find_class(path)
        arguments = _bind(cls, spec.args, spec.kwargs, text)
        refuse_arguments(arguments, text)
        learners.append(_construct(cls, spec.args, spec.kwargs, text))
        given.append(GivenLearner(name=spec.name if name is None else name, path=".".join(path), arguments=arguments))
    return dict(zip(name_learners(given, said=said), learners, strict=True))


def make_learner(path: str, arguments: Mapping[str, Any], *, name: str, part: bool = False) -> Any:
    """Make one learner from the path of its class and the arguments of its constructor.

    Parameters
    ----------
    path : str
        A dotted path such as ``sklearn.svm.SVC``, or a short name such as ``c45``.
    arguments : mapping of str to object
        For the constructor.
    name : str
        What messages call it.
    part : bool, default False
        Whether it is only a part of a learner, such as a step of a pipeline, which need not predict.

    Returns
    -------
    estimator
        With its parameters checked as far as its class can do so before fitting.

    Examples
    --------
    >>> from foldwise.learners import make_learner
    >>> make_learner("c45", {"min_leaf": 5}, name="tree")
    C45(min_leaf=5)
    """
    spec = read_learner_spec(path)
    if spec.name is not None or "(" in path:
        raise ValueError(f"class must be a dotted path such as sklearn.svm.SVC and nothing else, got {path!r}.")
    cls = find_class(in_full(spec.path), part=part)
    refuse_arguments(_bind(cls, (), arguments, name), name)
    return _construct(cls, (), arguments, name)


def _bind(cls: type, args: tuple[Any, ...], kwargs: Mapping[str, Any], text: str) -> dict[str, Any]:
    """Return the arguments under the names that the constructor gives them."""
    try:
        signature = inspect.signature(cls)
    except (TypeError, ValueError):
        return {**{str(i): value for i, value in enumerate(args)}, **kwargs}
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError as error:
        names = [name for name, p in signature.parameters.items() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
        unknown = [name for name in kwargs if name not in names]
        reason = f"no argument {unknown[0]!r}" if unknown else f"a problem: {error}"
        close = did_you_mean(unknown[0], names) if unknown else ""
        takes = listed(names, most=60, quote=False) or "no arguments"
        raise ValueError(f"learner {text!r}: {cls.__name__} has {reason}.{close} It takes: {takes}.") from error
    return dict(bound.arguments)


def _construct(cls: type, args: tuple[Any, ...], kwargs: Mapping[str, Any], text: str) -> Any:
    try:
        learner = cls(*args, **kwargs)
        # scikit-learn checks values only when fitting: asking now spares a run that can only fail. Classes of users
        # inherit the method without what it reads.
        if hasattr(learner, "_parameter_constraints") and hasattr(learner, "_validate_params"):
            learner._validate_params()
        elif callable(getattr(learner, "check_parameters", None)):
            learner.check_parameters()
    except (Exception, SystemExit) as error:
        said = error if isinstance(error, Exception) else f"it raised {error!r}"
        raise ValueError(f"learner {text!r} cannot be made: {said}") from error
    return learner
