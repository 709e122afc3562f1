"""Where the names in an expression are imported from."""

import ast
import builtins
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final

# What the text of an estimator or of its parameters may name beside classes.
_NUMPY: Final = ("array", "inf", "nan")
# By which functions and distributions are written.
_MODULES: Final = {"functools": "functools", "numpy": "numpy", "scipy": "scipy.stats", "sklearn": "sklearn.metrics"}


def is_complete(expression: str) -> bool:
    """Whether a text is an expression that Python can evaluate, with nothing left out.

    >>> is_complete("Tuned(SVC(), {'C': [1, 10]})"), is_complete("SVC(C=...)"), is_complete("<Mine at 0x7f>")
    (True, False, False)
    """
    try:
        tree = ast.parse(expression, mode="eval")
    except (SyntaxError, ValueError):
        return False
    return not _has_ellipsis(tree)


def has_gaps(code: str) -> bool:
    """Whether some statements have a ``...`` that is to be filled in.

    >>> has_gaps("data = ..."), has_gaps("name = '...'")
    (True, False)
    """
    return _has_ellipsis(ast.parse(code))


def undefined_names(code: str) -> list[str]:
    """List the names that some statements use and do not define, each once.

    >>> undefined_names("x = SVC(C=np.float64(1.0)); y = fit(x, key=lambda z: z * 2)")
    ['SVC', 'fit', 'np']
    """
    nodes = list(ast.walk(ast.parse(code)))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    defined = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    # Those of a lambda.
    defined |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    return sorted({node.id for node in names if node.id not in defined and not hasattr(builtins, node.id)})


@cache
def import_line(name: str) -> str | None:
    """Write the import that defines a name, or None if only the reader knows where it is from.

    >>> import_line("C45"), import_line("SVC"), import_line("Mine")
    ('from foldwise.learners import C45', 'from sklearn.svm import SVC', None)
    """
    if name == "np":
        return "import numpy as np"
    if name in _NUMPY:
        return f"from numpy import {name}"
    if name in _MODULES:
        return f"import {_MODULES[name]}"
    for module in _modules():
        found = getattr(import_module(module), name, None)
        # Modules also hold what they have imported themselves.
        if f"{getattr(found, '__module__', '')}.".startswith(f"{module}."):
            return f"from {module} import {name}"
    return None


def _has_ellipsis(tree: ast.AST) -> bool:
    return any(isinstance(node, ast.Constant) and node.value is ... for node in ast.walk(tree))


def _modules() -> Iterator[str]:
    """Name the rooms and packages whose classes a learner is made of."""
    import sklearn

    yield from ("foldwise.learners", "foldwise.tuning")
    # sklearn lists some functions among its modules.
    yield from (f"sklearn.{name}" for name in sorted(sklearn.__all__) if find_spec(f"sklearn.{name}"))
