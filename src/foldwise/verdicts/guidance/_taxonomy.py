"""Dietterich's taxonomy of statistical questions, as a tree to walk."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from foldwise.verdicts.guidance._questions import QUESTIONS, Question

if TYPE_CHECKING:
    import pandas as pd

DIETTERICH: Final = (
    "T. G. Dietterich (1998). Approximate statistical tests for comparing supervised classification learning "
    "algorithms. Neural Computation 10, 1895-1923."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A place where the tree forks.

    Parameters
    ----------
    key : str
        Name of the argument of `advise` that answers it.
    text : str
        What is asked.
    answers : tuple of Answer
        What can be answered.

    Examples
    --------
    >>> from foldwise.verdicts import TAXONOMY
    >>> TAXONOMY.root.text
    'Do the data come from one domain or from several?'
    """

    key: str
    text: str
    answers: tuple["Answer", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer at a fork, and where it leads.

    Parameters
    ----------
    value : str
        The word that `advise` takes.
    text : str
        The answer in words.
    then : Branch or Question
        The next fork, or one of the nine questions.

    Examples
    --------
    >>> from foldwise.verdicts import TAXONOMY
    >>> answer = TAXONOMY.root.answers[0]
    >>> answer.value, answer.text
    ('one', 'one: one dataset, or several samples of one population')
    """

    value: str
    text: str
    then: Branch | Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Taxonomy:
    """The tree of questions that lead to a test.

    Parameters
    ----------
    root : Branch
        What is asked first.
    refinement : Branch
        What decides between the plans of question 8; it is not a fork of the tree.
    source : str
        Where the tree comes from.

    Examples
    --------
    >>> from foldwise.verdicts import TAXONOMY
    >>> TAXONOMY.root.text
    'Do the data come from one domain or from several?'
    >>> TAXONOMY.question(8).title
    'Two learners, small sample'
    >>> TAXONOMY.frame()[["about", "goal", "sample"]].iloc[7].tolist()
    ['learners', 'choose', 'small']
    """

    root: Branch
    refinement: Branch
    source: str

    def question(self, number: int) -> Question:
        """Return one of the nine questions by its number."""
        return next(question for _, question in self.paths() if question.number == number)

    def paths(self) -> Iterator[tuple[dict[str, str], Question]]:
        """Go through the nine questions in order, each with the answers that lead to it."""
        yield from sorted(_paths(self.root), key=lambda path: path[1].number)

    def frame(self) -> "pd.DataFrame":
        """Return a table with one row for each question: the answers that lead to it, and what it leads to."""
        import pandas as pd

        rows = []
        for answers, question in self.paths():
            plan = (question if question.becomes is None else self.question(question.becomes)).plans[0]
            rows.append(
                {
                    "question": question.number,
                    **{key: answers.get(key, "") for key in ("domains", "about", "goal", "sample")},
                    "title": question.title,
                    "text": question.text,
                    "becomes": question.becomes,
                    "tests": ", ".join(plan.tests),
                    "scheme": plan.scheme,
                }
            )
        return pd.DataFrame(rows).astype({"becomes": "Int64"})

    def __repr__(self) -> str:
        return "Taxonomy(9 questions)"


def _paths(branch: Branch) -> Iterator[tuple[dict[str, str], Question]]:
    for answer in branch.answers:
        if isinstance(answer.then, Question):
            yield {branch.key: answer.value}, answer.then
        else:
            for answers, question in _paths(answer.then):
                yield {branch.key: answer.value, **answers}, question


def _sample(large: int, small: int) -> Branch:
    return Branch(
        key="sample",
        text="Is the sample large enough to set a test set aside?",
        answers=(
            Answer(value="large", text="large: yes, there are examples to spare", then=QUESTIONS[large - 1]),
            Answer(value="small", text="small: no, all are needed for training", then=QUESTIONS[small - 1]),
        ),
    )


def _goal(things: str, one: Branch, two: Branch) -> Branch:
    return Branch(
        key="goal",
        text=f"Do you want to know how accurate one is, or which of two {things} is better?",
        answers=(
            Answer(value="accuracy", text="accuracy: how accurate one is", then=one),
            Answer(value="choose", text="choose: which of two is better", then=two),
        ),
    )


#: Dietterich's nine questions, and the forks that lead to them.
TAXONOMY: Final = Taxonomy(
    source=DIETTERICH,
    refinement=Branch(
        key="fits",
        text="How often can each learner be run?",
        answers=(
            # In this order the number of an answer is never the value of another.
            Answer(value="1", text="once (1)", then=QUESTIONS[7]),
            Answer(value="10", text="about ten times (10)", then=QUESTIONS[7]),
            Answer(value="100", text="a hundred times or more (100)", then=QUESTIONS[7]),
        ),
    ),
    root=Branch(
        key="domains",
        text="Do the data come from one domain or from several?",
        answers=(
            Answer(
                value="one",
                text="one: one dataset, or several samples of one population",
                then=Branch(
                    key="about",
                    text="Is the question about trained classifiers or about the learners that make them?",
                    answers=(
                        Answer(
                            value="classifiers",
                            text="classifiers: these very ones, already trained",
                            then=_goal("classifiers", _sample(1, 2), _sample(3, 4)),
                        ),
                        Answer(
                            value="learners",
                            text="learners: what they make of training data like these",
                            then=_goal("learners", _sample(5, 6), _sample(7, 8)),
                        ),
                    ),
                ),
            ),
            Answer(value="several", text="several: datasets of different kinds", then=QUESTIONS[8]),
        ),
    ),
)
