"""All that is worth knowing about one test, on a card."""

import re
from dataclasses import asdict, dataclass
from textwrap import fill
from typing import TYPE_CHECKING, Final

import foldwise.stats as stats
from foldwise._core import close_names, listed
from foldwise.verdicts.guidance._measured import MeasuredLevel, level_lines, measured_levels, short_level_lines
from foldwise.verdicts.guidance._questions import QUESTIONS
from foldwise.verdicts.randomization import label_randomization
from foldwise.verdicts.tests._array_record import ArrayTest
from foldwise.verdicts.tests._docstring import read_docstring
from foldwise.verdicts.tests._on_arrays import ARRAY_TESTS
from foldwise.verdicts.tests._record import READS, Need
from foldwise.verdicts.tests._table import CALLED, NEEDS

if TYPE_CHECKING:
    import pandas as pd

_WIDTH: Final = 96
_MARGIN: Final = 13
_HANGING: Final = ("Measured", "References", "Options")
_TRUE_NULL: Final = (
    "How often it rejected a null hypothesis that was true, at nominal {levels} (n: examples in a dataset):"
)
_NAMES: Final = (
    *(name for name, need in NEEDS.items() if need.advisable),
    *(name for name, need in NEEDS.items() if not need.advisable),
    *ARRAY_TESTS,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What a test asks, how it works, what it needs, how it behaves, and when not to use it.

    Parameters
    ----------
    name : str
        Name of the function in `foldwise.stats`.
    label : str
        The test in words.
    advisable : bool
        Whether foldwise would use it for a conclusion of its own.
    differs : str
        In a clause, what sets its answer apart from those of other tests.
    about : tuple of str
        What it does, by paragraph.
    questions : tuple of int
        Which of Dietterich's nine questions it serves.
    question : str
        These questions in words.
    null : str
        The null hypothesis.
    formula : str
        As plain text.
    before_formula, after_formula : str
        What some letters mean, and what the formula is referred to.
    symbols : str
        What the other letters mean.
    df : str
        Degrees of freedom, or the distribution where there are none.
    options : tuple of str
        Variants of the test that papers give: argument and what it does.
    reads : str
        What it reads: ``'differences'``, ``'disagreements'``, ...; ``'arrays'`` if no run feeds it.
    needs : str
        The designs that feed it.
    assumptions : str
        What must hold for its p-value to mean what it says.
    measured : tuple of MeasuredLevel
        How often it rejected true null hypotheses; empty if that has not been measured.
    behaviour : tuple of str
        What else is known, by paragraph.
    avoid : str
        When not to use it.
    references : tuple of str
        Where it comes from.

    See Also
    --------
    foldwise.verdicts.card : Makes it.

    Examples
    --------
    >>> from foldwise.verdicts import cards
    >>> card = next(card for card in cards() if card.name == "kfold_t")
    >>> card.label, card.questions, card.advisable
    ('k-fold cross-validated t test', (8,), False)
    """

    name: str
    label: str
    advisable: bool
    differs: str
    about: tuple[str, ...]
    questions: tuple[int, ...]
    question: str
    null: str
    formula: str
    before_formula: str
    after_formula: str
    symbols: str
    df: str
    options: tuple[str, ...]
    reads: str
    needs: str
    assumptions: str
    measured: tuple[MeasuredLevel, ...]
    behaviour: tuple[str, ...]
    avoid: str
    references: tuple[str, ...]

    def frame(self) -> "pd.DataFrame":
        """Return a table of the measured levels, one row for each setting."""
        import pandas as pd

        columns = ["test", "design", "setting", "n", "learner", "level", "rate", "trials", "source"]
        rows = [asdict(row) for row in self.measured]
        return pd.DataFrame(rows, columns=columns).astype({"n": "Int64", "trials": "Int64"})

    def text(self, *, every_measurement: bool = False) -> str:
        """Return the card as text.

        Parameters
        ----------
        every_measurement : bool, default False
            Show how often the test rejected true null hypotheses in all that was measured, not only in a few lines.
        """
        return _card_text(self, every_measurement=every_measurement)

    def __str__(self) -> str:
        return self.text()


def card(name: str) -> Card:
    """Return what a test asks, how it works and when not to use it.

    Parameters
    ----------
    name : str
        Name of a test in `foldwise.stats`.

    Returns
    -------
    Card
        Print it.

    See Also
    --------
    foldwise.verdicts.advise : Finds a test for a question.

    Examples
    --------
    >>> from foldwise.verdicts import card
    >>> kfold = card("kfold_t")
    >>> kfold.formula, kfold.df, kfold.questions
    ('t = mean(d) / sqrt(s^2 / k)', 'n_folds - 1', (8,))
    >>> kfold.frame().query("design == '10 folds' and n == 200")["rate"].tolist()
    [0.1283, 0.0623]
    """
    if name not in _NAMES:
        close = close_names(name, _NAMES, called=CALLED)
        there = (
            f"Did you mean {' or '.join(close)}?" if close else f"There are: {listed(_NAMES, most=80, quote=False)}."
        )
        raise ValueError(f"There is no card for a test {name!r}. {there}")
    text = read_docstring(getattr(stats, name, label_randomization))
    reads: str
    row: Need | ArrayTest = NEEDS[name] if name in NEEDS else ARRAY_TESTS[name]
    if isinstance(row, Need):
        advisable, reads, needs, question, null = row.advisable, row.reads, row.design, "", text.null
    else:
        advisable, reads, needs = True, "arrays", row.needs or f"arrays: foldwise.stats.{name}"
        question, null = row.question, text.null or row.null
    return Card(
        name=name,
        label=row.label,
        advisable=advisable,
        differs=row.differs,
        about=text.about,
        questions=row.questions,
        question=question or "\n".join(map(_question, row.questions)),
        null=null,
        formula=row.formula or text.formula,
        before_formula=text.before_formula,
        after_formula=text.after_formula,
        symbols=row.symbols,
        df=text.df or row.df,
        options=text.options,
        reads=reads,
        needs=needs,
        assumptions=row.assumes,
        measured=measured_levels(name),
        behaviour=text.behaviour,
        avoid=row.avoid,
        references=text.references,
    )


def cards() -> tuple[Card, ...]:
    """Return the cards of all tests: those that a run feeds, the advised ones first, then those for arrays.

    Examples
    --------
    >>> from foldwise.verdicts import cards
    >>> [card.name for card in cards() if 5 in card.questions]
    ['crossed_mean']
    """
    return tuple(map(card, _NAMES))


def _question(number: int) -> str:
    question = QUESTIONS[number - 1]
    return f"{number}. {question.title}: {question.text}"


def _card_text(card: Card, *, every_measurement: bool) -> str:
    """Return all parts of a card; what was measured in a few lines, or in full."""
    parts = [
        ("Does", " ".join(card.about)),
        ("Question", card.question),
        ("Null", card.null),
        ("Formula", _formula_lines(card)),
        ("Symbols", f"{card.symbols}." if card.symbols else ""),
        ("df", card.df),
        (
            "Options",
            "\n  ".join([f"As arguments of foldwise.stats.{card.name}:", *card.options]) if card.options else "",
        ),
        ("Reads", f"{card.reads}: {READS[card.reads]}"),
        ("Needs", card.needs),
        ("Assumes", card.assumptions),
        ("Avoid it", re.sub(r"^Always: use (.+)\.$", r"Always: take \1 instead.", card.avoid)),
        ("Measured", _measured(card, every=every_measurement)),
        ("Known", "\n".join(card.behaviour)),
        ("References", "\n".join(f"[{place}] {entry}" for place, entry in enumerate(card.references, 1))),
    ]
    advised = "" if card.advisable else " (not advised)"
    return "\n".join([f"{card.name}: {card.label}{advised}", "", *(_part(*part) for part in parts if part[1])])


def _formula_lines(card: Card) -> str:
    """Put the formula on a line of its own between what is said before and after it."""
    own = f"  {card.formula}" if card.before_formula else card.formula
    return "\n".join(line for line in (card.before_formula, own, card.after_formula) if line)


def _measured(card: Card, *, every: bool) -> str:
    rows = card.measured
    if not rows:
        return "Its Type I error has not been measured here with learners."
    levels = " and ".join(sorted({f"{row.level:g}".removeprefix("0") for row in rows}))
    in_full, in_short = level_lines(rows), short_level_lines(rows)
    lines = [_TRUE_NULL.format(levels=levels), *(in_full if every else in_short)]
    if not every and in_short != in_full:
        lines.append(f"All {len(rows)} measurements: foldwise tests {card.name} --all, or card({card.name!r}).frame().")
    return "\n".join(lines)


def _part(heading: str, text: str) -> str:
    """Return one part with its heading in the margin, each line wrapped; what goes on in a list is indented."""
    hang = "  " if heading in _HANGING else ""
    lines = []
    for line in text.splitlines():
        own = " " * (_MARGIN + len(line) - len(line.lstrip()))
        lines.append(
            fill(
                line.strip(),
                _WIDTH,
                initial_indent=own,
                subsequent_indent=own + hang,
                break_on_hyphens=False,
                break_long_words=False,
            )
        )
    return f"{heading:<{_MARGIN}}" + "\n".join(lines)[_MARGIN:]
