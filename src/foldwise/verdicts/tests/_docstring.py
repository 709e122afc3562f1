"""What a test asks and how it behaves, in words: its docstring is the one place where that is written."""

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

_MARKUP: Final = re.compile(r":\w+:`([^`]*)`|``([^`]*)``|`([^`]*)`|\*([^*\s][^*]*)\*")
_HEADING: Final = re.compile(r"\n?^([^\n]+)\n-{3,}$\n?", flags=re.MULTILINE)
_NULL: Final = "The null hypothesis:"
_MATH: Final = ".. math::"


@dataclass(frozen=True, slots=True, kw_only=True)
class Docstring:
    """The parts of the docstring of a test, without markup.

    Parameters
    ----------
    about : tuple of str
        What stands before the first section, by paragraph.
    formula : str
        The first displayed formula of the notes, in LaTeX; their first paragraph if nothing is displayed.
    before_formula, after_formula : str
        What is said just before it, and in the same sentence after it: what its letters mean, what it is referred to.
    null : str
        The null hypothesis, from the notes.
    behaviour : tuple of str
        The paragraphs after it; those after the formula if no null hypothesis is stated.
    df : str
        The degrees of freedom that the result is said to have; empty if it is not.
    options : tuple of str
        Arguments that a reference is cited for, each with its description.
    references : tuple of str
        Where the test comes from.
    """

    about: tuple[str, ...]
    formula: str
    before_formula: str
    after_formula: str
    null: str
    behaviour: tuple[str, ...]
    df: str
    options: tuple[str, ...]
    references: tuple[str, ...]


def read_docstring(test: Callable[..., Any]) -> Docstring:
    """Take the docstring of a test apart.

    >>> from foldwise.stats import kfold_t
    >>> parts = read_docstring(kfold_t)
    >>> parts.before_formula, parts.df
    ('With mean(d) and s^2 the mean and variance of the k differences,', 'n_folds - 1')
    """
    sections = _sections(inspect.getdoc(test) or "")
    notes = _paragraphs(sections.get("Notes", ""))
    place = next((place for place, paragraph in enumerate(notes) if paragraph.startswith(_NULL)), None)
    before, formula, after, n_read = _formula(notes[:place])
    match = re.search(r"``df = ([^`]+)``", sections.get("Returns", ""))
    return Docstring(
        about=tuple(map(unmarked, _paragraphs(sections[""]))),
        formula=formula,
        before_formula=before,
        after_formula=after,
        null=_null(notes, place),
        behaviour=tuple(map(unmarked, notes[n_read if place is None else place + 1 :])),
        df=match.group(1) if match else "",
        options=_options(sections.get("Parameters", "")),
        references=_references(sections.get("References", "")),
    )


def read_references(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return what the docstring of a function cites.

    >>> from foldwise.stats import kfold_t
    >>> [reference[:24] for reference in read_references(kfold_t)]
    ['T. G. Dietterich (1998).']
    """
    return _references(_sections(inspect.getdoc(function) or "").get("References", ""))


def unmarked(text: str) -> str:
    r"""Strip the markup of a docstring.

    >>> unmarked("Widens\n the variance of ``n_folds`` [1]_ by ``rho``.")
    'Widens the variance of n_folds [1] by rho.'
    """
    bare = _MARKUP.sub(lambda match: match[match.lastindex or 0], text)
    return " ".join(re.sub(r"\[(\w+)\]_", r"[\1]", bare).split())


def _sections(text: str) -> dict[str, str]:
    """Cut a numpydoc docstring at its headings; what comes first has none."""
    opening, *rest = _HEADING.split(text)
    return {"": opening, **dict(zip(rest[::2], rest[1::2], strict=True))}


def _paragraphs(text: str) -> list[str]:
    return [paragraph.strip() for paragraph in text.split("\n\n") if paragraph.strip()]


def _formula(notes: list[str]) -> tuple[str, str, str, int]:
    """Find what is said before the first displayed formula, the formula, and what ends its sentence.

    The last item is the number of paragraphs up to there.
    """
    place = next((place for place, paragraph in enumerate(notes) if paragraph.startswith(_MATH)), None)
    if place is None:
        return "", unmarked(notes[0]), "", 1
    before = unmarked(notes[place - 1]) if place else ""
    goes_on = place + 1 < len(notes) and notes[place + 1][0].islower()
    after = _sentences(notes[place + 1])[0] if goes_on else ""
    return before, notes[place].removeprefix(_MATH).strip(), after, place + 1 + goes_on


def _sentences(paragraph: str) -> list[str]:
    return re.split(r"(?<=\.) (?=[A-Z])", unmarked(paragraph))


def _null(notes: list[str], place: int | None) -> str:
    if place is not None:
        words = unmarked(notes[place]).removeprefix(_NULL).strip()
        return f"{words[0].upper()}{words[1:]}"
    sentences = [sentence for paragraph in notes for sentence in _sentences(paragraph)]
    return next((sentence for sentence in sentences if "null hypothesis" in sentence), "")


def _options(text: str) -> tuple[str, ...]:
    """Describe the arguments for which a paper is cited: they make another test of it."""
    arguments = re.findall(r"^(\w+) : [^\n]*\n((?:[ ]+[^\n]*\n?)+)", text, flags=re.MULTILINE)
    return tuple(f"{name}: {unmarked(words)}" for name, words in arguments if re.search(r"\[\w+\]_", words))


def _references(text: str) -> tuple[str, ...]:
    entries = re.split(r"^\.\. \[\w+\] ", text, flags=re.MULTILINE)[1:]
    return tuple(map(unmarked, entries))
