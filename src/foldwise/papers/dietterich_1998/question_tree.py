"""Figure 1: the tree of questions that leads to a test."""

from typing import Final

import foldwise as fw
from foldwise.papers.dietterich_1998.words import PAPER
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, ComparedValue, Exhibit, Figure, SideBySide

# Where the questions are explained, seen from a page about a paper; its pictures lie two folders below.
_PAGE: Final = "choosing.md"
_UP: Final = "../../"
# What becomes of questions about classifiers when no test set can be spared.
_BECOMES: Final = {2: 6, 4: 8}
# What the paper advises for its main question, by how often a learner can be run.
_ADVICE: Final = {1: "mcnemar", 10: "five_by_two_t"}


def figure1(_bench: Workbench) -> Exhibit:
    """Show the nine questions, and what answers each."""
    taxonomy = fw.verdicts.TAXONOMY
    questions = [question for _, question in taxonomy.paths()]
    display = fw.displays.TaxonomyDisplay.from_taxonomy(taxonomy, page=f"{_UP}{_PAGE}")
    links = display.frame().set_index("question")["link"]
    return Exhibit(
        paper=PAPER,
        name="figure1",
        title="Figure 1: a taxonomy of statistical questions",
        about="Four forks lead to nine questions, and each to a test or to another question. In the docs the boxes of "
        "the picture, when it is opened by itself, lead to the explanation of their question and its tests, and so "
        "does the last column of the table.",
        tables=(
            SideBySide(
                title="Questions and what answers them",
                index="question",
                rows=tuple(f"{question.number}. {question.title}" for question in questions),
                columns=("answered by", "explained at"),
                cells=tuple(
                    (
                        ComparedValue(measured=_answer(question)),
                        ComparedValue(
                            measured=f"{_PAGE}, question {question.number}",
                            link=links[question.number].removeprefix(_UP),
                        ),
                    )
                    for question in questions
                ),
                note="Questions 5 to 8 are numbered in the order of the text that survives. What is recommended first "
                "for question 8 is younger than the paper; its own advice is among the answers.",
            ),
        ),
        checks=checks(taxonomy),
        figures=(
            Figure(
                name="taxonomy",
                caption="A tree: one domain or several, classifiers or learners, accuracy or choice, large or small "
                "sample; at its leaves nine questions with their tests.",
                shown=display,
            ),
        ),
        notes=(
            "Question 9 asks for tests that count the uncertainty of each dataset. Two do: partial conjunction, on how "
            "many datasets a learner is better, and the Bayesian hierarchical model, on the next one. See choosing.md, "
            "question 9, and many-datasets.md.",
        ),
        # Nothing here is smaller in a quick look.
        incomplete="",
    )


def _answer(question: fw.verdicts.Question) -> str:
    if question.becomes is not None:
        return f"becomes question {question.becomes}"
    several = [
        ", ".join(fw.verdicts.card(test).label for test in plan.tests)
        or "an estimate: stratified ten-fold cross-validation"
        for plan in question.plans
    ]
    # One test may serve several numbers of runs.
    return "; ".join(dict.fromkeys(several))


def checks(taxonomy: fw.verdicts.Taxonomy) -> tuple[Check, ...]:
    """Ask whether the tree is that of the paper."""
    questions = {question.number: question for _, question in taxonomy.paths()}
    turned = {number: question.becomes for number, question in questions.items() if question.becomes is not None}
    # By the least number of runs for which they are advised.
    advised = {plan.fits: plan.tests for plan in questions[8].plans}
    runs = {tests: fits for fits, tests in advised.items()}
    known = {test for question in questions.values() for plan in question.plans for test in plan.tests}
    absent = [test for test in known if not hasattr(fw.stats, test)]
    return (
        Check(
            asked="nine questions; two of them become another",
            found=f"{len(questions)}; {', '.join(f'{a} becomes {b}' for a, b in turned.items())}",
            met=sorted(questions) == list(range(1, 10)) and turned == _BECOMES,
        ),
        Check(
            asked="for two learners and a small sample: McNemar's test if each can be run once, the 5x2 t if ten times",
            found="; ".join(f"{fits} run{'s' if fits > 1 else ''}: {', '.join(tests)}" for tests, fits in runs.items()),
            met=all(test in advised.get(fits, ()) for fits, test in _ADVICE.items()),
        ),
        Check(
            asked="every test that is named can be called",
            found=f"{len(known) - len(absent)} of {len(known)} in foldwise.stats",
            met=not absent,
        ),
    )
