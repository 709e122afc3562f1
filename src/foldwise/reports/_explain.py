"""What a test asks, in words: its docstring is the one place where that is written."""

import inspect
import re
from typing import Any, Final

import foldwise.stats as stats
from foldwise.verdicts import NEEDS

_MARKUP: Final = re.compile(r":\w+:`([^`]*)`|``([^`]*)``|`([^`]*)`|\*([^*\s][^*]*)\*")
_NULL: Final = "The null hypothesis:"


def explain(test: str) -> dict[str, Any]:
    """Say what a test is called and does, what its null hypothesis is, how it behaves, and where it comes from.

    >>> explanation = explain("kfold_t")
    >>> explanation["label"], explanation["null"][0][:20]
    ('k-fold cross-validated t test', 'The null hypothesis:')
    """
    text = inspect.getdoc(getattr(stats, test)) or ""
    return {
        "label": NEEDS[test].label,
        "about": _opening(text),
        "null": _from_the_null_on(text),
        "references": _references(text),
    }


def _from_the_null_on(text: str) -> list[str]:
    """Return the paragraph of the notes that states the null hypothesis, and those after it in the same section."""
    _, found, rest = text.partition(f"\n\n{_NULL}")
    return _opening(f"{_NULL}{rest}") if found else []


def _opening(text: str) -> list[str]:
    """Return the paragraphs before the first section of a numpydoc docstring."""
    before = re.split(r"\n[^\n]+\n-{3,}\n", text, maxsplit=1)[0]
    return [unmarked(paragraph) for paragraph in before.split("\n\n") if paragraph.strip()]


def _references(text: str) -> list[str]:
    found = re.search(r"\nReferences\n-+\n(.*?)(?=\n[^\n]+\n-{3,}\n|\Z)", text, flags=re.DOTALL)
    entries = re.split(r"^\.\. \[\w+\] ", found.group(1), flags=re.MULTILINE)[1:] if found else []
    return [unmarked(entry) for entry in entries]


def unmarked(text: str) -> str:
    r"""Strip the markup of a docstring.

    >>> unmarked("Widens\n the variance of ``n_folds`` [1]_ by :math:`1/k`.")
    'Widens the variance of n_folds [1] by 1/k.'
    """
    bare = _MARKUP.sub(lambda match: next(group for group in match.groups() if group is not None), text)
    return " ".join(re.sub(r"\[(\w+)\]_", r"[\1]", bare).split())
