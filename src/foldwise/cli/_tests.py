"""``foldwise tests``: the list of tests, the card of one, and a dialogue that finds the right one."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from foldwise.cli._completion import complete_card
from foldwise.cli._output import hold_stdout, note, say, say_json, say_table

if TYPE_CHECKING:
    from foldwise.verdicts import Advice, Branch

TESTS_HELP = """List the tests, show the card of one, or find the right one.

--ask asks a few questions and ends with a test and a command that runs as it stands.

\b
Examples:
  foldwise tests
  foldwise tests corrected_repeated_kfold_t
  foldwise tests corrected_repeated_kfold_t --all
  foldwise tests --ask
"""

_TRIES = 3


def show_tests(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            autocompletion=complete_card,
            help="The test whose card to print; without it: a list.",
        ),
    ] = None,
    all_: Annotated[
        bool, typer.Option("--all", help="With NAME: every measurement of its level, not only a few lines.")
    ] = False,
    ask: Annotated[bool, typer.Option("--ask", help="Answer a few questions and get a test and a command.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document instead.")] = False,
) -> None:
    """List, print a card, or ask."""
    hold_stdout()
    if all_ and (ask or name is None):
        raise ValueError("--all goes with the name of a test, got none. Give one, or leave --all out.")
    if ask:
        if name is not None:
            raise ValueError(f"--ask finds a test, so it takes no name, got {name!r}. Give one or the other.")
        _ask(json=json)
    elif name is None:
        _list(json=json)
    else:
        _card(name, every_measurement=all_, json=json)


def _list(*, json: bool) -> None:
    from foldwise.verdicts import READS, cards

    known = cards()
    if json:
        keys = ("name", "label", "reads", "needs", "advisable", "differs", "questions")
        rows = [{key: getattr(card, key) for key in keys} for card in known]
        say_json({"schema": "foldwise.tests/1", "tests": rows})
        return
    columns = ("name", "reads", "advised", "what sets it apart")
    say_table(columns, [(card.name, card.reads, "yes" if card.advisable else "no", card.differs) for card in known])
    say("\nWhat they read:")
    for word, meaning in READS.items():
        say(f"  {word}: {meaning}")
    say("\nThe card of one of them: foldwise tests NAME. Which one to use: foldwise tests --ask")


def _card(name: str, *, every_measurement: bool, json: bool) -> None:
    from dataclasses import asdict

    from foldwise.verdicts import card

    known = card(name)
    if json:
        say_json({"schema": "foldwise.test/1", **asdict(known)})
    else:
        say(known.text(every_measurement=every_measurement))


def _ask(*, json: bool) -> None:
    from foldwise.verdicts import TAXONOMY, advise

    answers: dict[str, Any] = {}
    while (question := advise(**answers).next_question) is not None:
        answers[question.key] = _answer(question)
    advice = advise(**answers)
    if 8 in (advice.question, advice.becomes):
        advice = advise(**answers, fits=int(_answer(TAXONOMY.refinement)))
    if json:
        say_json(_document(advice))
    else:
        say(advice.details())


def _answer(question: "Branch") -> str:
    """Ask on stderr until a line of standard input is the number or the word of an answer."""
    values = [answer.value for answer in question.answers]
    for _ in range(_TRIES):
        note(question.text)
        for place, answer in enumerate(question.answers, 1):
            note(f"{place}) {answer.text}")
        line = "" if sys.stdin is None else sys.stdin.readline()
        if not line:
            raise ValueError(f"{question.text} No answer: the input ended. Answer {_either(values)}.")
        word = line.strip().lower()
        if word in values:
            return word
        if word.isdecimal() and 1 <= int(word) <= len(values):
            return values[int(word) - 1]
        note(f"{word!r} is not an answer. Type a number from 1 to {len(values)}, or {_either(values)}.")
    raise ValueError(f"{question.text} No answer in {_TRIES} tries. Answer {_either(values)}.")


def _either(values: list[str]) -> str:
    return f"{', '.join(values[:-1])} or {values[-1]}"


def _document(advice: "Advice") -> dict[str, Any]:
    keys = ("question", "title", "text", "becomes", "tests", "scheme", "command", "python")
    more = ("reasons", "cautions", "references")
    answers = dict(advice.answers)
    return {"schema": "foldwise.advice/1", "answers": answers, **{key: getattr(advice, key) for key in (*keys, *more)}}
