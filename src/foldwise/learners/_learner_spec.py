"""Read ``[name=]package.Class(literal arguments)``, short names, and parts joined by ``+``; never evaluate them."""

import ast
from dataclasses import dataclass, field
from typing import Any

from foldwise._core import SHORT_NAMES, STEP_NAMES
from foldwise.learners._learner_hints import meant


def in_full(path: tuple[str, ...]) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Return the dotted path that a short name stands for, any other path as it is, and arguments that go with it.

    >>> in_full(("c45",)), in_full(("scale",))
    ((('foldwise', 'learners', 'C45'), {}), (('sklearn', 'preprocessing', 'StandardScaler'), {}))
    """
    if len(path) == 1 and path[0] in SHORT_NAMES:
        return ("foldwise", "learners", SHORT_NAMES[path[0]]), {}
    if len(path) == 1 and path[0] in STEP_NAMES:
        dotted, usual = STEP_NAMES[path[0]]
        return tuple(dotted.split(".")), usual
    return path, {}


# Long enough for a list of a thousand class weights, short enough that no nesting can exhaust the parser's stack.
_LONGEST = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PartSpec:
    """A class that was asked for, not yet looked up.

    Parameters
    ----------
    path : tuple of str
        The dotted path, cut at the dots.
    args, kwargs : tuple, dict
        The literal arguments.
    is_call : bool
        Whether brackets follow the path.
    """

    path: tuple[str, ...]
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)
    is_call: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnerSpec:
    """What was asked for.

    Parameters
    ----------
    text : str
        As written.
    name : str or None
        The part before ``=``, if there was one.
    parts : tuple of PartSpec
        The learner, after the steps before it, if there are any.
    """

    text: str
    name: str | None
    parts: tuple[PartSpec, ...]


def read_learner_spec(text: str, *, role: str = "learner") -> LearnerSpec:
    """Read one text with `ast`; only literals are accepted as arguments.

    Parameters
    ----------
    text : str
        ``[name=]package.Class`` or ``[name=]package.Class(literal arguments)``, or several of them joined by ``+``.
    role : str, default 'learner'
        What messages call such a text; on the command line ``'--learner'``.

    Examples
    --------
    >>> spec = read_learner_spec("forest=sklearn.ensemble.RandomForestClassifier(50, max_depth=None)")
    >>> (part,) = spec.parts
    >>> spec.name, part.path[-1], part.args, part.kwargs
    ('forest', 'RandomForestClassifier', (50,), {'max_depth': None})
    """
    what = f"{role} {_shortened(text)}"
    if len(text) > _LONGEST:
        raise ValueError(f"{what} has {len(text)} characters; at most {_LONGEST} are read.")
    name, call = _split_name(text, what)
    try:
        node = ast.parse(call.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else "too deeply nested or not text"
        short = None if "+" in call else meant(call.partition("(")[0])
        hint = f"Did you mean {short}? " if short else ""
        raise ValueError(
            f"{what} cannot be read ({reason}). {hint}"
            "Write a dotted path such as sklearn.svm.SVC, or a short name such as c45, with arguments in brackets if "
            "any: 'sklearn.svm.SVC(C=10)'; or such parts joined by +: 'scale + sklearn.svm.SVC'."
        ) from error
    return LearnerSpec(text=text, name=name, parts=tuple(_part(each, call, what) for each in _summands(node)))


def _summands(node: ast.expr) -> list[ast.expr]:
    """Return what is joined by ``+``, in its order."""
    parts: list[ast.expr] = []
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts.append(node.right)
        node = node.left
    return [node, *reversed(parts)]


def _part(node: ast.expr, source: str, what: str) -> PartSpec:
    if not isinstance(node, ast.Call):
        return PartSpec(path=_path(node, what))
    kwargs: dict[str, Any] = {}
    for keyword in node.keywords:
        if keyword.arg is None:
            raise ValueError(_refusal("**", what))
        if keyword.arg in kwargs:
            raise ValueError(f"{what} gives the argument {keyword.arg!r} twice.")
        kwargs[keyword.arg] = _literal(keyword.value, source, what)
    args = tuple(_literal(argument, source, what) for argument in node.args)
    return PartSpec(path=_path(node.func, what), args=args, kwargs=kwargs, is_call=True)


def _split_name(text: str, what: str) -> tuple[str | None, str]:
    head, equals, rest = text.partition("=")
    if not equals or "(" in head:
        return None, text
    name = head.strip()
    if not name or not name.isprintable():
        raise ValueError(f"{what} has no readable name before '='. Write NAME=package.Class(...).")
    return name, rest


def _literal(node: ast.expr, source: str, what: str) -> Any:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError) as error:
        part = ast.get_source_segment(source.strip(), node) or "an argument"
        raise ValueError(_refusal(part, what)) from error


def _path(node: ast.expr, what: str) -> tuple[str, ...]:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        raise ValueError(
            f"{what} must be a dotted path to a class, such as sklearn.svm.SVC or 'sklearn.svm.SVC(C=10)', a short "
            "name such as c45, or such parts joined by +; other code is not run."
        )
    parts.append(node.id)
    hidden = [part for part in parts if part.startswith("__")]
    if hidden:
        raise ValueError(f"{what}: {hidden[0]!r} is not accepted in the path of a learner.")
    return tuple(reversed(parts))


def _refusal(part: str, what: str) -> str:
    return (
        f"{what}: {_shortened(part)} is not a literal. Arguments may be numbers, strings, True, "
        "False, None, and lists, tuples, sets and dicts of them; code is not run."
    )


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:77] + "...")
