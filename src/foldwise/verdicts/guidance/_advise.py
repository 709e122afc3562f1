"""The verb that finds a test for a question."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from textwrap import fill, indent
from typing import TYPE_CHECKING

from foldwise._core import Glance, check_choice, check_integer, listed, notebook_html
from foldwise.verdicts.guidance._advice_glance import advice_glance
from foldwise.verdicts.guidance._card import card
from foldwise.verdicts.guidance._questions import Question, Recommendation, fewer_repeats
from foldwise.verdicts.guidance._taxonomy import DIETTERICH, TAXONOMY, Branch
from foldwise.verdicts.settling._settled import DEFAULT_FITS

if TYPE_CHECKING:
    import pandas as pd

_WIDTH = 96


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """A test for a question, with a command to run; or, while answers are missing, what to ask next.

    ``str(advice)`` is the answer at a glance, ``advice.details()`` all of it in words.

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

    Examples
    --------
    >>> from foldwise.verdicts import advise
    >>> advice = advise(domains="one", about="learners", goal="choose", sample="small", fits=10)
    >>> advice.is_complete, advice.tests, advice.scheme
    (True, ('five_by_two_t', 'five_by_two_f'), '5x2')
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
        """Return a table with one row for each test named."""
        import pandas as pd

        rows = [(self.question, test, place == 0, self.scheme) for place, test in enumerate(self.tests)]
        return pd.DataFrame(rows, columns=["question", "test", "advised", "scheme"])

    def __str__(self) -> str:
        return str(self.glance())

    def glance(self) -> Glance:
        """Return what a reader sees first: the test and a command, or the questions that are left, with their tests."""
        return advice_glance(self)

    def details(self) -> str:
        """Return all of it in words: the reasons, what to beware of, how to run it; or what to answer next."""
        return _complete(self) if self.next_question is None else _open(self.answers, self.next_question)

    def _repr_html_(self) -> str:
        return notebook_html(self)


def advise(
    *,
    question: int | None = None,
    domains: str | None = None,
    about: str | None = None,
    goal: str | None = None,
    sample: str | None = None,
    fits: int | None = None,
    misses_are_worse: bool = False,
) -> Advice:
    """Find the test for a question, by Dietterich's taxonomy [1]_.

    Answer what you can: while something is missing, the advice lists the questions that are left, each with its scheme
    and its test, and says what to answer next.

    Parameters
    ----------
    question : int, optional
        The number of a question in that list, instead of the answers that lead to it.
    domains : {'one', 'several'}, optional
        Whether the data come from one domain.
    about : {'classifiers', 'learners'}, optional
        Whether the question is about trained classifiers, or about what learners make of training data like these.
    goal : {'accuracy', 'choose'}, optional
        To know how accurate one is, or which of two is better.
    sample : {'large', 'small'}, optional
        Whether there are examples to spare for a test set.
    fits : int, optional
        How often each learner can be run; as often as needed by default. It decides between tests for two learners
        and a small sample (question 8, and question 4, which becomes it): from 20 on, ten-fold cross-validation is
        repeated as often as they allow, up to ten times, and above 100 until the verdict is settled.
    misses_are_worse : bool, default False
        Whether missing a difference is worse than a false alarm. For the same questions, it adds the test that
        Dietterich would then allow.

    Returns
    -------
    Advice
        Print it. Complete, it has a test, a scheme, a command and Python lines that run; else `next_question`. Its
        `details()` have the reasons.

    References
    ----------
    .. [1] T. G. Dietterich (1998). Approximate statistical tests for comparing supervised
       classification learning algorithms. Neural Computation 10, 1895-1923.

    Examples
    --------
    >>> from foldwise.verdicts import advise
    >>> print(advise(domains="one", about="learners"))
    Do you want to know how accurate one is, or which of two learners is better?
    <BLANKLINE>
    your question                scheme           test
    5 One learner, large sample    disjoint:5:0.5   an estimate
    6 One learner, small sample    10               an estimate
    7 Two learners, large sample   disjoint:5:0.5   delve_quasi_f
    8 Two learners, small sample   settled          corrected_repeated_kfold_t
    <BLANKLINE>
    go on     fw.advise(question=8), or answer goal='accuracy' or goal='choose'
    details   advice.details()
    >>> advice = advise(domains="one", about="learners", goal="choose", sample="small", fits=10)
    >>> advice.question, advice.tests, advice.scheme
    (8, ('five_by_two_t', 'five_by_two_f'), '5x2')
    >>> advise(domains="one", about="learners", goal="choose", sample="small", fits=30).scheme
    '3x10'
    """
    arguments = {"domains": domains, "about": about, "goal": goal, "sample": sample}
    if question is not None:
        arguments = _leading_to(question, arguments)
    for key, value in arguments.items():
        if value is not None:
            check_choice(value, key, _values(key))
    if fits is not None:
        check_integer(fits, "fits", least=1)
    answers: dict[str, str | int | bool] = {key: value for key, value in arguments.items() if value is not None}
    place: Branch | Question = TAXONOMY.root
    keys = []
    while isinstance(place, Branch):
        keys.append(place.key)
        value = arguments[place.key]
        if value is None:
            return Advice(answers=answers, next_question=place)
        place = next(answer.then for answer in place.answers if answer.value == value)
    answers |= {} if fits is None else {"fits": fits}
    answers |= {"misses_are_worse": True} if misses_are_worse else {}
    return _advice(place, answers, keys, fits=fits, misses_are_worse=misses_are_worse)


def _leading_to(number: int, arguments: dict[str, str | None]) -> dict[str, str | None]:
    """Return the answers that lead to a question, which no other answer may contradict."""
    check_integer(number, "question", least=1)
    paths = {question.number: answers for answers, question in TAXONOMY.paths()}
    if number not in paths:
        raise ValueError(f"question must be a number from 1 to {len(paths)}, got {number}.")
    for key, value in arguments.items():
        if value is not None and paths[number].get(key, value) != value:
            raise ValueError(
                f"Question {number} is about {key}={paths[number][key]!r}, got {key}={value!r}. Leave one of them out."
            )
    return {**arguments, **paths[number]}


def _values(key: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(answers[key] for answers, _ in TAXONOMY.paths() if key in answers))


def _advice(
    question: Question,
    answers: dict[str, str | int | bool],
    keys: list[str],
    *,
    fits: int | None,
    misses_are_worse: bool,
) -> Advice:
    settled = question if question.becomes is None else TAXONOMY.question(question.becomes)
    depends = len(settled.plans) > 1
    plan = _plan(settled, fits)
    tests, cautions = plan.tests, list(plan.cautions)
    if depends and misses_are_worse:
        more_tests, caution = _if_misses_are_worse(plan)
        tests += more_tests
        cautions.append(caution)
    unused = [key for key in answers if key not in keys and not (depends and key in ("fits", "misses_are_worse"))]
    if unused:
        cautions.append(f"Not needed for this question, and not used: {listed(unused, quote=False)}.")
    return Advice(
        answers=answers,
        question=question.number,
        title=question.title,
        text=question.text,
        becomes=question.becomes,
        tests=tests,
        scheme=plan.scheme,
        command=plan.command,
        python=plan.python,
        reasons=(*([question.because] if question.because else []), *plan.reasons),
        cautions=tuple(cautions),
        references=_references(plan),
    )


def _plan(question: Question, fits: int | None) -> Recommendation:
    if len(question.plans) > 1 and fits is not None and 20 <= fits < 100:
        return fewer_repeats(fits // 10)
    if len(question.plans) > 1 and fits is not None and 100 < fits < DEFAULT_FITS:
        return replace(question.plans[0], max_fits=fits)
    return next((plan for plan in question.plans if fits is None or plan.fits <= fits), question.plans[-1])


def _if_misses_are_worse(plan: Recommendation) -> tuple[tuple[str, ...], str]:
    words = "Dietterich would use kfold_t where missing a difference is worse than a false alarm"
    if plan.fits < 10:
        return (), f"{words}, but it runs each learner ten times."
    levels = "it rejected true nulls .128 of the time with 1-nearest neighbour and .062 with linear discriminants"
    return ("kfold_t",), f"{words} (--scheme 10 --test kfold_t; foldwise warns): {levels}, at nominal .05."


def _references(plan: Recommendation) -> tuple[str, ...]:
    """Return Dietterich's paper, and what the plan and the docstring of the advised test cite."""
    cited = (*plan.references, *(card(plan.tests[0]).references if plan.tests else ()))
    return (DIETTERICH, *(entry for entry in cited if not entry.startswith("T. G. Dietterich (1998)")))


def _open(answers: Mapping[str, str | int | bool], branch: Branch) -> str:
    prefix = "".join(f"{key}={value!r}, " for key, value in answers.items())
    lines = [
        branch.text,
        *(f"  {prefix}{branch.key}={answer.value!r}: {_gloss(answer.text)}" for answer in branch.answers),
    ]
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
