"""How to say something about results, in Python and on the command line: the last words of a refusal."""

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from foldwise._core import one_line


def how_columns(roles: Mapping[str, Any]) -> str:
    """Return how to say which column plays which role; several columns of a role as a list.

    >>> print(how_columns({"score": "f1"}))
    columns={'score': 'f1'}, --column score=f1
    >>> print(how_columns({"repeat": "Random seed"}))
    columns={'repeat': 'Random seed'}, --column "repeat=Random seed"
    """
    options = [
        f"--column {_word(f'{role}={single}')}"
        for role, name in roles.items()
        for single in (name if isinstance(name, list) else [name])
    ]
    written = {
        role: [str(single) for single in name] if isinstance(name, list) else str(name) for role, name in roles.items()
    }
    return f"columns={written!r}, {' '.join(options)}"


def how_metric(name: object) -> str:
    """Return how to say what the scores are.

    >>> print(how_metric("f1"))
    metric='f1', --metric f1
    """
    return f"metric={str(name)!r}, --metric {_word(str(name))}"


def how_learners(names: Sequence[str]) -> str:
    """Return how to say which learners to take.

    >>> print(how_learners(["nb", "my svm"]))
    learners=['nb', 'my svm'], --learner nb --learner "my svm"
    """
    return f"learners={list(names)!r}, {' '.join(f'--learner {_word(name)}' for name in names)}"


def how_scheme(text: str) -> str:
    """Return how to say how the splits were made.

    >>> print(how_scheme("10x10"))
    scheme='10x10', --scheme 10x10
    """
    return f"scheme={text!r}, --scheme {_word(text)}"


def _word(text: str) -> str:
    """Quote for a shell, where it is needed; in the quotes that most shells know, where they are enough."""
    text = one_line(text)
    if re.fullmatch(r"[\w./:=+,@-]+", text):
        return text
    return shlex.quote(text) if re.search(r'["$`\\!]', text) else f'"{text}"'
