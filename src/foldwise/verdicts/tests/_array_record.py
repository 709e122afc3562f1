"""What is known about a procedure of `foldwise.stats` that no run feeds, in one record."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrayTest:
    """What `Need` says of the tests that a run feeds, for one that takes arrays.

    Parameters
    ----------
    label : str
        The procedure in words.
    questions : tuple of int
        Which of Dietterich's nine questions it serves.
    differs : str
        In a clause, what sets it apart.
    assumes : str
        What must hold for its answer to mean what it says.
    avoid : str
        When not to use it.
    symbols : str
        Letters of the formula, as far as the docstring does not say beside it what they are.
    instead : str
        Why no run feeds it, and what to do: what follows its name in a sentence.
    question : str, default ''
        The question in words where it is none of the nine.
    null : str, default ''
        The null hypothesis where the docstring states none.
    needs : str, default ''
        What it takes, if not arrays.
    formula : str, default ''
        The displayed formula of the docstring as a line of text.
    df : str, default ''
        What the statistic is referred to, where the docstring gives the result no `df`.
    advised_with : tuple of str, default ()
        Schemes with which `advise` names it for its questions.
    """

    label: str
    questions: tuple[int, ...]
    differs: str
    assumes: str
    avoid: str
    symbols: str
    instead: str
    question: str = ""
    null: str = ""
    needs: str = ""
    formula: str = ""
    df: str = ""
    advised_with: tuple[str, ...] = ()
