"""What to do about a question, and why."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from textwrap import fill, indent
from typing import TYPE_CHECKING

from foldwise.verdicts._taxonomy import Branch

if TYPE_CHECKING:
    import pandas as pd

_WIDTH = 96


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """A test for a question, with a command to run; or, while answers are missing, what to ask next.

    Parameters
    ----------
    answers : dict
        What has been answered.
    next_question : Branch, optional
        What still has to be answered; None when the advice is complete. Its `key` is the argument of `advise`, its
        `answers` are what that takes.
    question : int, optional
        The number, 1 to 9, in Dietterich's taxonomy.
    title, text : str
        The question in few and in more words.
    becomes : int, optional
        The question into which it has to be turned.
    tests : tuple of str
        Names of functions in `foldwise.stats`, the advised one first; empty where only an estimate can be had.
    scheme : str
        How to split the data.
    command : str
        For the shell. It runs as it stands, on built-in data.
    python : str
        The same in Python.
    reasons, cautions, references : tuple of str
        Why so, what to beware of, where it comes from.

    See Also
    --------
    foldwise.verdicts.advise : Makes it.
    """

    answers: Mapping[str, str | int | bool]
    next_question: Branch | None = None
    question: int | None = None
    title: str = ""
    text: str = ""
    becomes: int | None = None
    tests: tuple[str, ...] = ()
    scheme: str = ""
    command: str = ""
    python: str = ""
    reasons: tuple[str, ...] = ()
    cautions: tuple[str, ...] = ()
    references: tuple[str, ...] = field(default=())

    @property
    def is_complete(self) -> bool:
        """Whether everything needed has been answered."""
        return self.next_question is None

    def frame(self) -> "pd.DataFrame":
        """Give a table with one row for each test named."""
        import pandas as pd

        rows = [(self.question, test, place == 0, self.scheme) for place, test in enumerate(self.tests)]
        return pd.DataFrame(rows, columns=["question", "test", "advised", "scheme"])

    def __str__(self) -> str:
        return _open(self.answers, self.next_question) if self.next_question is not None else _complete(self)


def _open(answers: Mapping[str, str | int | bool], asked: Branch) -> str:
    given = "".join(f"{key}={value!r}, " for key, value in answers.items())
    lines = [asked.text, *(f"  {given}{asked.key}={answer.value!r}: {_gloss(answer.text)}" for answer in asked.answers)]
    return "\n".join(lines)


def _gloss(text: str) -> str:
    return text.partition(": ")[2]


def _complete(advice: Advice) -> str:
    turned = f" It becomes question {advice.becomes}." if advice.becomes else ""
    use = f"{advice.tests[0]}, scheme {advice.scheme}" if advice.tests else f"an estimate, scheme {advice.scheme}"
    others = f" (also: {', '.join(advice.tests[1:])})" if advice.tests[1:] else ""
    parts = [
        _wrapped(f"Question {advice.question}: {advice.title}. {advice.text}{turned}"),
        _wrapped(f"Use {use}{others}."),
        *(_wrapped(reason) for reason in advice.reasons),
        *(_wrapped(f"Beware: {caution}") for caution in advice.cautions),
        f"On the command line:\n  {advice.command}",
        f"In Python:\n{indent(advice.python, '  ')}",
        "References:\n" + "\n".join(_wrapped(f"- {entry}") for entry in advice.references),
    ]
    return "\n".join(parts)


def _wrapped(text: str) -> str:
    return fill(text, _WIDTH, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False)
