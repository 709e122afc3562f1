import re
from pathlib import Path

import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

from foldwise import InadvisableWarning, data
from foldwise.evaluation import evaluate
from foldwise.splits import parse_scheme
from foldwise.verdicts import TAXONOMY, Branch, Recommendation, advise, card, cards, judge
from foldwise.verdicts.guidance import measured_levels

PATHS = list(TAXONOMY.paths())
EIGHT = {"domains": "one", "about": "learners", "goal": "choose", "sample": "small"}
PLANS = [(question.number, plan) for _, question in PATHS for plan in question.plans]


def test_the_tree_is_dietterichs():
    """His Figure 1: eight questions in one domain, by three forks, and one over several domains."""
    assert [question.number for _, question in PATHS] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    ways = {question.number: answers for answers, question in PATHS}
    assert ways[9] == {"domains": "several"}
    assert ways[8] == EIGHT
    assert ways[1] == {"domains": "one", "about": "classifiers", "goal": "accuracy", "sample": "large"}
    assert {question.number: question.becomes for _, question in PATHS if question.becomes} == {2: 6, 4: 8}


@pytest.mark.parametrize(
    ("number", "test", "scheme"),
    [
        (1, "clopper_pearson", "holdout:0.33"),
        (3, "binomial", "holdout:0.33"),
        (4, "corrected_repeated_kfold_t", "settled"),
        (5, "crossed_mean", "disjoint:5:0.5"),
        (7, "delve_quasi_f", "disjoint:5:0.5"),
        (8, "corrected_repeated_kfold_t", "settled"),
        (9, "wilcoxon", "10"),
    ],
)
def test_each_question_ends_at_its_test(number, test, scheme):
    (answers,) = [answers for answers, question in PATHS if question.number == number]
    advice = advise(**answers)
    assert advice.is_complete
    assert (advice.question, advice.tests[0], advice.scheme) == (number, test, scheme)
    assert number in card(test).questions or advice.becomes in card(test).questions


@pytest.mark.parametrize("number", [2, 6])
def test_one_learner_and_few_examples_end_at_an_estimate(number):
    (answers,) = [answers for answers, question in PATHS if question.number == number]
    advice = advise(**answers)
    assert advice.tests == ()
    assert advice.scheme == "10"
    assert advice.becomes == (6 if number == 2 else None)
    assert "an estimate, scheme 10" in advice.details()
    assert "not a confidence interval" in advice.details().replace("\n  ", " ")


@pytest.mark.parametrize(
    ("fits", "test", "scheme"),
    [
        (100, "corrected_repeated_kfold_t", "10x10"),
        (99, "corrected_repeated_kfold_t", "9x10"),
        (30, "corrected_repeated_kfold_t", "3x10"),
        (20, "corrected_repeated_kfold_t", "2x10"),
        (19, "five_by_two_t", "5x2"),
        (10, "five_by_two_t", "5x2"),
        (9, "binomial", "holdout:0.33"),
        (1, "binomial", "holdout:0.33"),
    ],
)
def test_how_often_a_learner_can_be_run_decides_question_8(fits, test, scheme):
    for about in ("learners", "classifiers"):
        advice = advise(**{**EIGHT, "about": about}, fits=fits)
        assert (advice.tests[0], advice.scheme) == (test, scheme)
        assert advice.command.endswith(f"--scheme {scheme} --test {test}")


@pytest.mark.parametrize(
    ("fits", "budget", "scheme"),
    [
        (None, "", '"settled"'),
        (2000, "", '"settled"'),
        (1000, " --max-fits 1000", "fw.Settled(max_fits=1000)"),
        (101, " --max-fits 101", "fw.Settled(max_fits=101)"),
    ],
)
def test_with_more_than_a_hundred_runs_the_advice_is_the_default_of_compare(fits, budget, scheme):
    """As the guide says: settled, within the budget of 2000 runs that it has, or the one that was given."""
    advice = advise(**EIGHT, fits=fits)
    assert (advice.scheme, advice.tests[0]) == ("settled", "corrected_repeated_kfold_t")
    assert advice.command.endswith(f"DummyClassifier --scheme settled{budget}")
    assert advice.python.endswith(f"scheme={scheme}))")


def test_the_guide_gives_the_same_advice():
    """Rows of one dataset in its table: time, scheme and test."""
    text = (Path(__file__).parents[2] / "docs" / "guide-which-test.md").read_text("utf-8")
    rows = re.findall(
        r"^\| one dataset, and time for ([\d to]+) fits[^|]*\|[^|]*\| (.*?) \| `(\w+)`", text, re.MULTILINE
    )
    assert [row[0] for row in rows] == ["100 to 2000", "100", "20 to 99", "10"]
    for fits, schemes, test in rows:
        for number in {int(number) + (fits == "100 to 2000") for number in fits.split(" to ")}:
            advice = advise(**EIGHT, fits=number)
            assert f'"{advice.scheme}"' in schemes
            assert advice.tests[0] == test


def test_where_two_schemes_compete_both_are_named():
    """Ten to 99 runs: Dietterich's 5x2, and ten folds, which train on more."""
    ten, thirty = advise(**EIGHT, fits=10), advise(**EIGHT, fits=30)
    assert "--scheme 10 --test corrected_repeated_kfold_t" in ten.reasons[1]
    assert "nine tenths" in ten.reasons[1]
    assert "--scheme 5x2 --test five_by_two_t" in thirty.reasons[1]
    assert thirty.python.endswith('scheme="3x10", test="corrected_repeated_kfold_t"))')
    # No other question has a choice that depends on it.
    assert advise(domains="several", fits=30).scheme == "10"


def test_kfold_t_is_named_where_misses_are_worse():
    advice = advise(**EIGHT, misses_are_worse=True)
    assert advice.tests == ("corrected_repeated_kfold_t", "corrected_resampled_t", "kfold_t")
    assert ".128 of the time" in advice.cautions[-1]
    assert "(--scheme 10 --test kfold_t; foldwise warns)" in advice.cautions[-1]
    run = evaluate([GaussianNB(), DummyClassifier()], data.load("iris"), scheme="10", seed=1, progress=False)
    with pytest.warns(InadvisableWarning, match="^kfold_t takes the folds for independent"):
        judge(run, test="kfold_t")
    assert advise(**EIGHT).tests[-1] != "kfold_t"
    once = advise(**EIGHT, fits=1, misses_are_worse=True)
    assert "kfold_t" not in once.tests
    assert "runs each learner ten times" in once.cautions[-1]


def test_over_domains_sizes_are_compared_or_left_out():
    """Ranks are of sizes; six signs alike have probability 2/64, five 1/32 one-sided."""
    advice = advise(domains="several")
    assert advice.tests == ("wilcoxon", "sign_test")
    assert "ranks them by size" in advice.reasons[-1]
    assert "take sign_test" in advice.reasons[-1]
    assert advice.cautions[0] == (
        "With fewer than six domains no outcome is significant two-sided at .05, with fewer than five none one-sided."
    )


def test_levels_in_the_words_are_the_measured_ones():
    def rates(test, design):
        rows = [row for row in measured_levels(test) if row.design == design and row.source.startswith("null true")]
        return [f"{row.rate:.3f}"[1:] for row in rows]

    words = " ".join(advise(**EIGHT, misses_are_worse=True).cautions)
    assert re.findall(r"\.\d{3}", words) == [
        *rates("corrected_repeated_kfold_t", "10x10"),
        *rates("kfold_t", "10 folds"),
    ]
    single, ten = rates("corrected_repeated_kfold_t", "1x10"), rates("corrected_repeated_kfold_t", "10x10")
    assert re.findall(r"\.\d{3}", advise(**EIGHT, fits=10).reasons[1]) == [*single, *rates("five_by_two_t", "5x2")]
    assert re.findall(r"\.\d{3}", advise(**EIGHT, fits=30).cautions[0]) == [*single, *ten]


def test_what_is_open_is_said():
    advice = advise(domains="one")
    assert not advice.is_complete
    assert isinstance(advice.next_question, Branch)
    assert advice.next_question.key == "about"
    assert advice.details().splitlines() == [
        "Is the question about trained classifiers or about the learners that make them?",
        "  domains='one', about='classifiers': these very ones, already trained",
        "  domains='one', about='learners': what they make of training data like these",
    ]
    assert advise().next_question is TAXONOMY.root
    # A later answer does not skip an open question.
    assert advise(about="learners").next_question.key == "domains"


def test_the_list_of_all_questions_is_short(same_words):
    same_words("advise", advise())
    assert len(str(advise()).splitlines()) <= 15
    same_words("advise_learners", advise(domains="one", about="learners"))
    same_words("advise_settled", advise(question=8))
    same_words("advise_estimate", advise(question=2))


@pytest.mark.parametrize(("answers", "question"), PATHS)
def test_a_number_is_as_good_as_the_answers(answers, question):
    assert advise(question=question.number) == advise(**answers)
    assert advise(question=question.number, domains=answers["domains"]) == advise(**answers)


def test_numbers_that_lead_nowhere_are_refused():
    with pytest.raises(ValueError, match=r"question must be a number from 1 to 9, got 10\."):
        advise(question=10)
    with pytest.raises(ValueError, match="Question 9 is about domains='several', got domains='one'"):
        advise(question=9, domains="one")


def test_answers_can_be_walked_in_a_loop():
    answers = {}
    while (asked := advise(**answers).next_question) is not None:
        answers[asked.key] = asked.answers[-1].value
    assert advise(**answers).question == 9


def test_what_is_not_used_is_said():
    advice = advise(domains="several", sample="small", fits=3)
    assert advice.cautions[-1] == "Not needed for this question, and not used: sample, fits."
    assert "not used" not in advise(**EIGHT, fits=3).details()


@pytest.mark.parametrize(
    ("answers", "error", "words"),
    [
        ({"domains": "many"}, ValueError, "domains must be one of 'one', 'several', got 'many'"),
        ({"goal": 1}, ValueError, "goal must be one of 'accuracy', 'choose', got 1"),
        ({"fits": 0}, ValueError, "fits must be at least 1, got 0"),
        ({"fits": 2.5}, TypeError, "fits must be an integer"),
    ],
)
def test_wrong_answers_are_refused(answers, error, words):
    with pytest.raises(error, match=words):
        advise(**answers)


def test_references_are_named_once():
    references = advise(**EIGHT, fits=10).references
    assert references[0].startswith("T. G. Dietterich (1998)")
    assert len(references) == len(set(references)) == 2
    assert "Kohavi" in advise(**{**EIGHT, "goal": "accuracy"}).references[1]


def test_frames():
    table = TAXONOMY.frame()
    assert table["question"].tolist() == list(range(1, 10))
    assert table.loc[table.question == 4, "tests"].item() == "corrected_repeated_kfold_t, corrected_resampled_t"
    assert advise(**EIGHT, fits=1).frame()["test"].tolist() == ["binomial", "mcnemar"]


@pytest.mark.parametrize(("number", "plan"), PLANS, ids=[f"{number}-{plan.scheme}" for number, plan in PLANS])
def test_the_python_lines_run(number, plan, capsys):
    exec(plan.python, {})
    said = capsys.readouterr().out
    assert "accuracy" in said
    if plan.tests and number not in (1, 5):
        assert card(plan.tests[0]).label in said
    assert f'scheme="{plan.scheme}"' in plan.python


def test_plans_name_what_exists():
    known = {item.name for item in cards()}
    for _, plan in PLANS:
        assert isinstance(plan, Recommendation)
        assert set(plan.tests) <= known
        assert plan.reasons
        assert plan.cautions
        assert plan.scheme == "settled" or parse_scheme(plan.scheme)
        compares = plan.command.startswith("foldwise compare ")
        fixed = compares and plan.scheme != "settled"
        assert plan.command.endswith(f"--scheme {plan.scheme} --test {plan.tests[0]}" if fixed else plan.scheme)
    assert "iris" in data.available()["name"].tolist()
