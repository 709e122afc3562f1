import io
import json
import shlex

import pytest

from foldwise.verdicts import NEEDS, TAXONOMY, advise, cards

COMMANDS = sorted({plan.command for _, question in TAXONOMY.paths() for plan in question.plans})


@pytest.fixture
def answered(run, monkeypatch):
    """Run the dialogue with these lines on standard input."""

    def call(*lines, options=()):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return run("tests", "--ask", *options)

    return call


def test_help(run):
    outcome = run("tests", "-h")
    assert outcome.code == 0
    assert "foldwise tests --ask" in outcome.out


def test_list(run):
    outcome = run("tests")
    assert outcome.code == 0
    assert outcome.err == ""
    lines = outcome.out.splitlines()
    assert lines[0].split() == ["name", "reads", "advised", "what", "sets", "it", "apart"]
    assert [line.split()[0] for line in lines[1 : len(cards()) + 1]] == [card.name for card in cards()]
    assert lines[len(cards()) + 2] == "What they read:"
    explained = [line.split(":")[0].strip() for line in lines[len(cards()) + 3 : -2]]
    assert set(explained) == {card.reads for card in cards()}
    advised = {line.split()[0]: line.split()[2] for line in lines[1 : len(cards()) + 1]}
    assert [name for name in NEEDS if advised[name] == "no"] == [name for name in NEEDS if not NEEDS[name].advisable]
    assert (advised["kfold_t"], advised["fisher"], advised["binomial"]) == ("no", "no", "yes")
    assert "foldwise tests --ask" in lines[-1]


def test_list_as_json(run):
    document = json.loads(run("tests", "--json").out)
    assert document["schema"] == "foldwise.tests/1"
    assert len(document["tests"]) == len(cards())
    (binomial,) = [row for row in document["tests"] if row["name"] == "binomial"]
    assert binomial["questions"] == [3, 8]
    assert binomial["advisable"] is True


def test_card(run):
    outcome = run("tests", "five_by_two_t")
    assert outcome.code == 0
    assert outcome.out.startswith("five_by_two_t: 5x2cv paired t test\n")
    assert "t = x_11 / sqrt(1/5 sum_{j=1..5} s_j^2)" in outcome.out
    assert "1-nearest neighbour: .106 (n = 200; 3,000 data sets)" in outcome.out


def test_card_as_json(run):
    document = json.loads(run("tests", "five_by_two_t", "--json").out)
    assert document["schema"] == "foldwise.test/1"
    assert document["df"] == "5"
    assert {row["rate"] for row in document["measured"]} >= {0.106, 0.0573}


def test_every_measurement(run):
    short, full = (run("tests", "corrected_repeated_kfold_t", *more).out for more in ((), ("--all",)))
    assert "50x10, unstratified; 1-nearest neighbour: .132" in short
    assert "full tree v Gaussian naive Bayes" not in short
    assert "full tree v Gaussian naive Bayes: .025 to .050" in full


@pytest.mark.parametrize("options", [("--all",), ("--all", "--ask")])
def test_all_goes_with_a_name(run, options):
    outcome = run("tests", *options)
    assert outcome.code == 2
    assert outcome.error == "error: --all goes with the name of a test, got none. Give one, or leave --all out."


def test_unknown_test(run):
    outcome = run("tests", "mcnemars")
    assert outcome.code == 2
    assert outcome.error == "error: There is no card for a test 'mcnemars'. Did you mean mcnemar?"


@pytest.mark.parametrize("lines", [("one", "learners", "choose", "small", "10"), ("1", "2", "2", "2", "2")])
def test_numbers_and_words_answer(answered, lines):
    outcome = answered(*lines)
    assert outcome.code == 0
    assert outcome.out.startswith("Question 8: Two learners, small sample.")
    assert "Use five_by_two_t, scheme 5x2" in outcome.out
    assert "--scheme 5x2 --test five_by_two_t\n" in outcome.out
    asked = outcome.err.splitlines()
    assert asked[:3] == [
        "Do the data come from one domain or from several?",
        "1) one: one dataset, or several samples of one population",
        "2) several: datasets of different kinds",
    ]


@pytest.mark.parametrize(("word", "test"), [("1", "binomial"), ("2", "five_by_two_t"), ("100", "corrected_repeated")])
def test_the_number_of_an_answer_is_not_mistaken_for_a_number_of_runs(answered, word, test):
    assert f"Use {test}" in answered("one", "classifiers", "choose", "small", word).out


def test_the_shortest_way(answered):
    outcome = answered("SEVERAL ")
    assert outcome.code == 0
    assert "Use wilcoxon, scheme 10 (also: sign_test)." in outcome.out
    assert "On the command line:\n  foldwise compare iris wine wdbc monk1-full monk2 monk3-full -l" in outcome.out
    assert "In Python:\n  import foldwise as fw\n" in outcome.out


def test_the_advice_as_json(answered):
    outcome = answered("one", "classifiers", "choose", "large", options=["--json"])
    document = json.loads(outcome.out)
    assert document["schema"] == "foldwise.advice/1"
    assert document["question"] == 3
    assert document["tests"] == ["binomial", "mcnemar"]
    assert document["answers"] == {"domains": "one", "about": "classifiers", "goal": "choose", "sample": "large"}


def test_a_wrong_answer_is_asked_again(answered):
    outcome = answered("perhaps", "0", "2")
    assert outcome.code == 0
    assert "'perhaps' is not an answer. Type a number from 1 to 2, or one or several." in outcome.err
    assert outcome.err.count("Do the data come from one domain") == 3


def test_three_wrong_answers_end_it(answered):
    outcome = answered("a", "b", "", "one")
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.splitlines()[-1] == (
        "error: Do the data come from one domain or from several? No answer in 3 tries. Answer one or several."
    )


def test_the_end_of_the_input_ends_it(answered):
    outcome = answered("one", "learners")
    assert outcome.code == 2
    assert outcome.err.splitlines()[-1].endswith("No answer: the input ended. Answer accuracy or choose.")


def test_ask_takes_no_name(run):
    outcome = run("tests", "binomial", "--ask")
    assert outcome.code == 2
    assert outcome.error == "error: --ask finds a test, so it takes no name, got 'binomial'. Give one or the other."


def document_of(run, command):
    program, *words = shlex.split(command)
    assert program == "foldwise"
    outcome = run(*words, "--json")
    assert (outcome.code, outcome.err) == (0, "")
    return words, json.loads(outcome.out)


@pytest.mark.parametrize("command", [c for c in COMMANDS if "compare" in c], ids=lambda command: command.split()[-1])
def test_every_comparison_that_is_advised_runs(run, command):
    words, document = document_of(run, command)
    assert document["test"] == (words[words.index("--test") + 1] if "--test" in words else "corrected_repeated_kfold_t")
    (row,) = document["comparisons"]
    assert row["score_a"] > row["score_b"]
    # On one of six domains guessing is a little better: W = 1, and 2 of 64 sign patterns are as extreme on each side.
    assert row["winner"] == ("GaussianNB" if document["test"] != "wilcoxon" else None)
    assert document["test"] != "wilcoxon" or row["pvalue"] == pytest.approx(4 / 64)


@pytest.mark.parametrize(("scheme", "question"), [("holdout:0.33", 1), ("disjoint:5:0.5", 5), ("10", 6)])
def test_every_estimate_that_is_advised_runs(run, scheme, question):
    (command,) = [command for command in COMMANDS if "evaluate" in command and command.endswith(f" {scheme}")]
    _, document = document_of(run, command)
    (row,) = document["estimates"]
    assert (row["question"], row["learner"]) == (question, "GaussianNB")
    assert (row["low"] is None) == (question == 6)


def test_every_way_through_the_dialogue_ends_at_a_command():
    """Four comparisons of question 8, of which question 3 has one, those of 7 and 9, and three estimates."""
    assert len(COMMANDS) == 9
    assert all(advise(**answers).command in COMMANDS for answers, _ in TAXONOMY.paths())
