"""From texts, or a class with its arguments, to scikit-learn estimators with names."""

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from foldwise._core import listed
from foldwise.learners._find_class import did_you_mean, find_class, find_step, refuse_arguments
from foldwise.learners._learner_names import GivenLearner, GivenPart, name_learners
from foldwise.learners._learner_spec import PartSpec, in_full, read_learner_spec


def make_learners(texts: Sequence[str] | Mapping[str, str], *, said: str = "learner") -> dict[str, Any]:
    """Make learners from texts, under names that differ.

    Parameters
    ----------
    texts : sequence of str, or mapping of names to texts
        Each ``[name=]package.Class`` or ``[name=]package.Class(literal arguments)``; for foldwise's own learners
        the short names ``nb``, ``c45``, ``nn``, ``dnb`` and ``mansour``. Parts joined by ``+`` make a pipeline, for
        whose steps there are short names, too: ``scale``, ``minmax``, ``robust``, ``impute``, ``onehot``, ``poly``,
        ``pca`` and ``select``. Nothing is evaluated. In a mapping the texts give no names.
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
    >>> make_learners(["pca(2) + scale + sklearn.svm.SVC"])["pca + scale + SVC"].steps
    [('pca', PCA(n_components=2)), ('standardscaler', StandardScaler()), ('svc', SVC())]
    """
    named = list(texts.items()) if isinstance(texts, Mapping) else [(None, text) for text in texts]
    descriptions = []
    learners = []
    for name, text in named:
        spec = read_learner_spec(text, role=said)
        if name is not None and spec.name is not None:
            raise ValueError(f"{said} {text!r} has a name before '=', and is called {name!r} already. Leave one out.")
        learner, parts = _assembled(spec.parts, text)
        learners.append(learner)
        descriptions.append(GivenLearner(name=spec.name if name is None else name, parts=parts))
    return dict(zip(name_learners(descriptions, role=said), learners, strict=True))


def make_learner(path: str, arguments: Mapping[str, Any], *, name: str, part: bool = False) -> Any:
    """Make one learner from the path of its class and the arguments of its constructor.

    Parameters
    ----------
    path : str
        A dotted path such as ``sklearn.svm.SVC``, or a short name such as ``c45``; steps before it are joined to it by
        ``+``, with their arguments in brackets: ``pca(2) + sklearn.svm.SVC``.
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
    >>> make_learner("scale + sklearn.svm.SVC", {"C": 10}, name="svm")
    Pipeline(steps=[('standardscaler', StandardScaler()), ('svc', SVC(C=10))])
    """
    spec = read_learner_spec(path)
    *steps, last = spec.parts
    if spec.name is not None or last.is_call:
        raise ValueError(
            f"class must be a dotted path such as sklearn.svm.SVC and nothing else, with steps before it joined by + "
            f"if any, got {path!r}."
        )
    learner, _ = _assembled((*steps, replace(last, kwargs=dict(arguments))), name, part=part)
    return learner


def _assembled(specs: Sequence[PartSpec], text: str, *, part: bool = False) -> tuple[Any, tuple[GivenPart, ...]]:
    """Make the learner of a text, a pipeline if it has several parts, and tell what it is made of."""
    parts, made = [], []
    for number, spec in enumerate(specs, start=1):
        path, usual = in_full(spec.path)
        cls = find_class(path, part=part) if number == len(specs) else find_step(path, text)
        arguments = _bind(cls, spec.args, spec.kwargs, text)
        refuse_arguments(arguments, text)
        made.append(_construct(cls, spec.args, {**usual, **spec.kwargs}, text))
        label = spec.path[0] if number < len(specs) and len(spec.path) == 1 else path[-1]
        parts.append(GivenPart(label=label, path=".".join(path), arguments=arguments))
    if len(made) == 1:
        return made[0], tuple(parts)
    from sklearn.pipeline import make_pipeline

    return make_pipeline(*made), tuple(parts)


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
        reason = error if isinstance(error, Exception) else f"it raised {error!r}"
        raise ValueError(f"learner {text!r} cannot be made: {reason}") from error
    return learner
