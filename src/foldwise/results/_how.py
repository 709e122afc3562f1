"""How to say something about results, in Python and on the command line: the last words of a refusal."""

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any, Final

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


_NUMBER: Final = r"[-+]?(?:\d+(?:[.,]\d+)?|\.\d+)(?:[eE][-+]?\d+)?"
_WITH_SPREAD: Final = re.compile(rf"\s*{_NUMBER}\s*%?\s*(?:±|\+/?-|\\pm|\$\\pm\$|\()\s*{_NUMBER}\s*%?\)?\s*")
_PERCENT: Final = re.compile(rf"\s*{_NUMBER}\s*%\s*")
# As tables of papers mark the best, or a significant difference.
_MARK: Final = r"(?:\\(?:textbf|mathbf|underline|emph)\b|[*†‡§^•◦●○_$~{}\s])"
_MARKED: Final = re.compile(rf"{_MARK}*({_NUMBER}){_MARK}*")


def how_to_write(cell: object) -> str:
    """Return what to do about a cell that holds a number in another form; nothing if it holds none.

    >>> print(how_to_write("81.2 %"))
    Write 81.2 instead of '81.2 %', and say what it is, such as metric='percent_correct', --metric percent_correct.
    >>> print(how_to_write("0.81 ± 0.02"))
    '0.81 ± 0.02' is a mean with its spread: keep the mean alone, or, which tells more, give the score of every fold.
    >>> print(how_to_write("**0.81**"))
    Write 0.81 instead of '**0.81**': a score is a number without marks.
    >>> how_to_write("timeout")
    ''
    """
    text = one_line(str(cell))
    if _PERCENT.fullmatch(text):
        number = text.replace("%", "").strip()
        return f"Write {number} instead of {text!r}, and say what it is, such as {how_metric('percent_correct')}."
    if _WITH_SPREAD.fullmatch(text):
        return (
            f"{text!r} is a mean with its spread: keep the mean alone, or, which tells more, give the score of every "
            "fold."
        )
    if (marked := _MARKED.fullmatch(text)) is not None and marked[1] != text.strip():
        return f"Write {marked[1]} instead of {text!r}: a score is a number without marks."
    return ""


def _word(text: str) -> str:
    """Quote for a shell, where it is needed; in the quotes that most shells know, where they are enough."""
    text = one_line(text)
    if re.fullmatch(r"[\w./:=+,@-]+", text):
        return text
    return shlex.quote(text) if re.search(r'["$`\\!]', text) else f'"{text}"'
