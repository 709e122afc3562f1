"""From texts, or a class with its arguments, to scikit-learn estimators with names."""

import inspect
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from foldwise._core import listed
from foldwise.learners._find_class import did_you_mean, find_class, refuse_arguments
from foldwise.learners._learner_spec import in_full, read_learner_spec


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenLearner:
    """What names are made of.

    Parameters
    ----------
    name : str or None
        The name given by the user, if any.
    path : str
        Dotted path of the class.
    arguments : dict
        The arguments that were given, by name.
    """

    name: str | None
    path: str
    arguments: dict[str, Any]

    @property
    def class_name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition(".")[2]


def name_learners(learners: Sequence[GivenLearner], *, role: str = "learner") -> list[str]:
    """Return names: as given, else by the class of a learner and the arguments in which it differs from its namesakes.

    `role` is what messages call the text that gives a learner.

    Examples
    --------
    >>> given = [{"C": 1, "kernel": "rbf"}, {"C": 10, "kernel": "rbf"}, {"C": 10, "kernel": "rbf"}]
    >>> name_learners([GivenLearner(name=None, path="sklearn.svm.SVC", arguments=arguments) for arguments in given])
    ['SVC(C=1)', 'SVC(C=10)', 'SVC(C=10) (2)']
    """
    counts = Counter(learner.name for learner in learners if learner.name is not None)
    repeated = [name for name, count in counts.items() if count > 1]
    if repeated:
        raise ValueError(f"learner name {listed(repeated)} is given twice. Give each {role} NAME=... another name.")
    made = iter(_distinct(_made([learner for learner in learners if learner.name is None]), set(counts)))
    return [next(made) if learner.name is None else learner.name for learner in learners]


def _made(learners: Sequence[GivenLearner]) -> list[str]:
    """Return names by classes, and by the arguments that not all learners of a class share."""
    paths: defaultdict[str, set[str]] = defaultdict(set)
    siblings: Counter[str] = Counter()
    # How many learners of a class have an argument with this value.
    sharing: Counter[tuple[str, str, str]] = Counter()
    for learner in learners:
        paths[learner.class_name].add(learner.path)
        siblings[learner.path] += 1
        sharing.update((learner.path, argument, repr(value)) for argument, value in learner.arguments.items())
    names = []
    for learner in learners:
        label = learner.class_name if len(paths[learner.class_name]) == 1 else learner.path
        n_siblings = siblings[learner.path]
        own = [
            f"{argument}={value!r}"
            for argument, value in learner.arguments.items()
            if 1 < n_siblings != sharing[learner.path, argument, repr(value)]
        ]
        names.append(f"{label}({', '.join(own)})" if own else label)
    return names


def _distinct(names: Sequence[str], taken: set[str]) -> Iterator[str]:
    counts: Counter[str] = Counter()
    for name in names:
        chosen = name
        while chosen in taken:
            counts[name] += 1
            chosen = f"{name} ({counts[name] + 1})"
        taken.add(chosen)
        yield chosen


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
    descriptions = []
    learners = []
    for name, text in named:
        spec = read_learner_spec(text, role=said)
        if name is not None and spec.name is not None:
            raise ValueError(f"{said} {text!r} has a name before '=', and is called {name!r} already. Leave one out.")
        path = in_full(spec.path)
        cls = find_class(path)
        arguments = _bind(cls, spec.args, spec.kwargs, text)
        refuse_arguments(arguments, text)
        learners.append(_construct(cls, spec.args, spec.kwargs, text))
        descriptions.append(
            GivenLearner(name=spec.name if name is None else name, path=".".join(path), arguments=arguments)
        )
    return dict(zip(name_learners(descriptions, role=said), learners, strict=True))


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
        reason = error if isinstance(error, Exception) else f"it raised {error!r}"
        raise ValueError(f"learner {text!r} cannot be made: {reason}") from error
    return learner
