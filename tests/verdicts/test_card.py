import re
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import get_type_hints

import pandas as pd
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

from foldwise import data, stats
from foldwise.evaluation import evaluate
from foldwise.stats import kfold_t
from foldwise.verdicts import NEEDS, READS, card, cards, judge, salzberg
from foldwise.verdicts.guidance._measured import _table, level_lines, measured_levels, short_level_lines
from foldwise.verdicts.tests import ARRAY_TESTS, array_test_hint
from foldwise.verdicts.tests._docstring import read_docstring, unmarked

NAMES = [known.name for known in cards()]


def with_pvalue():
    """Functions of the room whose result has a p-value."""
    for name in stats.__all__:
        function = getattr(stats, name)
        if not callable(function) or isinstance(function, type):
            continue
        result = get_type_hints(function)["return"]
        if is_dataclass(result) and "pvalue" in {field.name for field in fields(result)}:
            yield name


def test_every_test_has_a_card():
    named = set(with_pvalue())
    assert {"corrected_repeated_kfold_t", "cochran_q", "delong", "one_way_anova"} <= named
    assert named | set(NEEDS) <= set(NAMES)
    assert {"clopper_pearson", "wilson", "bayesian_correlated_t", "corrected_tost", "label_randomization"} <= set(NAMES)
    assert len(NAMES) == len(set(NAMES))


@pytest.mark.parametrize("name", NAMES)
def test_every_part_is_there(name):
    known = card(name)
    parts = (
        "label",
        "differs",
        "about",
        "question",
        "null",
        "formula",
        "symbols",
        "df",
        "reads",
        "needs",
        "assumptions",
        "avoid",
        "references",
    )
    for part in parts:
        assert getattr(known, part), part
    text = str(known)
    assert text.isascii()
    assert "\\" not in text
    assert "`" not in text
    assert max(map(len, text.splitlines())) <= 110
    headings = ("Question", "Null", "Formula", "Symbols", "df", "Reads", "Needs", "Assumes", "Avoid it", "Measured")
    places = [text.index(f"\n{heading} ") for heading in (*headings, "References")]
    assert places == sorted(places)
    assert known.measured or "has not been measured here" in text


def letters(formula):
    """Names in a formula that are not functions or words: x_ij and s stay, rk is r and k."""
    found = re.findall(r"[A-Za-z]+(?:_\w+|_\(\w+\))?", re.sub(r"sum_(\{[^}]*\}|\w+)|min_\{[^}]*\}", "", formula))
    words = {"sqrt", "mean", "sum", "max", "min", "ln", "sign", "P", "C", "error", "mu", "nu", "rho", "chi", "St"}
    for name in found:
        if name not in words:
            yield from name if re.fullmatch("rk|te", name) else [name]


@pytest.mark.parametrize("name", [name for name in NAMES if card(name).before_formula])
def test_every_letter_of_a_formula_is_explained(name):
    known = card(name)
    explained = " ".join((known.before_formula, known.after_formula, known.symbols))
    for letter in set(letters(known.formula)):
        # A statistic, left of the sign of equality, is what the formula explains.
        if not re.search(rf"(^|; ){re.escape(letter)}(\^2)? = ", known.formula):
            general = re.sub(r"_\d[a-z]", "_ij", letter)
            assert re.search(rf"(?<![A-Za-z_]){re.escape(general)}(?![A-Za-z_])", explained), letter


@pytest.mark.parametrize("name", NAMES)
def test_every_reference_is_cited(name):
    known = card(name)
    text = str(known).partition("\nReferences")[0]
    assert [f"[{place}]" in text for place in range(1, len(known.references) + 1)] == [True] * len(known.references)


def test_options_are_those_that_papers_give():
    assert card("mcnemar").options == (
        "method: Chi-square with continuity correction, the exact test binomial, or its mid-p-value [3].",
    )
    assert card("kfold_t").options == ()


@pytest.mark.parametrize(
    ("name", "formula"),
    [
        ("corrected_resampled_t", "t = mean(d) / sqrt((1/n + n_2/n_1) s^2)"),
        ("five_by_two_t", "t = x_11 / sqrt(1/5 sum_{j=1..5} s_j^2); s_j^2 = (x_1j - m_j)^2 + (x_2j - m_j)^2"),
        ("five_by_two_f", "F = sum_ij x_ij^2 / (2 sum_{j=1..5} s_j^2)"),
        ("mcnemar", "chi^2 = (max(|b - c| - 1, 0)^2)/(b + c)"),
        ("binomial", "P(S >= s) = 2^-m sum_{i=s..m} C(m, i)"),
        ("running_twice_the_mean", "p = min(1, min_{l <= M} 2/l sum_{i=1..l} p_i)"),
        ("bayesian_correlated_t", "mu | d ~ St(n - 1, mean(d), (1/n + rho/(1 - rho)) s^2)"),
        (
            "one_way_anova",
            "F = (sum_i n_i (mean(x_i) - mean(x))^2 / (k - 1))/(sum_i sum_j (x_ij - mean(x_i))^2 / (N - k))",
        ),
        ("sign_flip", "p = P(|sum_i +- d_i| >= |sum_i d_i|)"),
    ],
)
def test_formulas_can_be_read_in_a_terminal(name, formula):
    """Each is the displayed formula of the docstring, transcribed by hand."""
    assert card(name).formula == formula


def test_every_displayed_formula_is_told_in_plain_text():
    assert [card.name for card in cards() if "\\" in card.text()] == []


def test_the_null_is_that_of_the_docstring():
    null = card("kfold_t").null
    assert null == (
        "Trained on random samples of the population that the data came from, of the size of one training set (not of "
        "the whole data), the two learners score the same on average."
    )
    assert card("enough_partitions").null.startswith("None about learners.")
    assert card("wilson").null == (
        "It inverts the score test of the null hypothesis that the accuracy is a given number."
    )
    assert read_docstring(kfold_t).behaviour[0].startswith("In a simulation where the null holds exactly")


@pytest.mark.parametrize(
    ("name", "df"),
    [
        ("five_by_two_f", "(10, 5)"),
        ("corrected_repeated_kfold_t", "n_repeats * n_folds - 1"),
        ("mcnemar", "1"),
        ("binomial", "none: the distribution is exact"),
        ("averaged_t", "those of the test of one partition"),
    ],
)
def test_degrees_of_freedom(name, df):
    assert card(name).df == df


def test_markup_is_removed():
    assert unmarked("As ``df`` of `t` is *not* ``mean(d)`` in [2]_,\n see :func:`f`.") == (
        "As df of t is not mean(d) in [2], see f."
    )


def test_measured_levels_are_the_published_ones():
    """The numbers that the docstrings of the tests print, from the same simulation."""
    table = card("corrected_repeated_kfold_t").frame()
    own = table[(table.design == "10x10") & (table.n == 200)].set_index("learner")["rate"]
    assert own.round(3).to_dict() == {"1-nearest neighbour": 0.103, "linear discriminant": 0.044}
    outliers = table[table.setting.str.contains("outliers")]
    assert outliers["rate"].tolist() == [0.123, 0.143, 0.144, 0.098]
    assert table[table.learner.eq("majority rule v linear discriminant")]["rate"].max() == 0.17
    grown = card("resampled_t").frame().query("setting == 'error .10'").set_index("design")["rate"]
    assert grown["100 splits of 2/3 and 1/3"] == 0.22925


def test_levels_by_other_losses_are_those_of_the_lab():
    """docs/lab-mirror-images.csv: five procedures by four losses; that of a hold-out is about models, not learners."""
    ours = pd.concat([card(name).frame() for name in NAMES]).query("design.str.endswith(', other losses')")
    table = pd.read_csv(Path(__file__).parents[2] / "docs" / "lab-mirror-images.csv")
    table = table[~table["procedure"].str.startswith(("settled", "sign-flip"))]
    assert len(ours) == len(table) == 20
    assert sorted(ours["rate"]) == pytest.approx(sorted(table["rate"]), abs=5e-5)
    assert sorted(ours["trials"]) == sorted(table["n_trials"])


@pytest.mark.parametrize("name", NAMES)
def test_measurements_are_complete(name):
    for row in measured_levels(name):
        assert row.design
        assert row.setting
        assert row.learner
        assert row.source
        assert 0 <= row.rate < 1
        assert row.level == 0.05
        assert row.trials is None or row.trials >= 300
        assert row.n is None or 20 <= row.n <= 1000
    assert set(card(name).frame().columns) >= {"test", "design", "rate", "source"}


def test_no_measurement_is_of_an_unknown_test():
    known = sum(len(measured_levels(name)) for name in NAMES)
    assert known == len(_table()) > 200


def test_several_settings_are_one_line_and_name_the_worst():
    lines = level_lines(card("corrected_repeated_kfold_t").measured)
    (line,) = [line for line in lines if "10x10, unstratified; linear discriminant: .002" in line]
    assert line == (
        "  10x10, unstratified; linear discriminant: .002 to .144 "
        "(13 kinds of data; n = 30 to 1000; most often: 5 normal attributes, 3% outliers)"
    )
    # Halves are rounded up: .0615.
    assert "  5 splits of 2/3 and 1/3; simulated classifiers: .062 (n = 300; 4,000 data sets)" in level_lines(
        card("resampled_t").measured
    )


def test_a_card_shows_a_few_measurements_unless_asked_for_all():
    known = card("corrected_repeated_kfold_t")
    short = short_level_lines(known.measured)
    assert len(short) == 8
    # 49 of 50: the one with rows that occur twice breaks what the test assumes, and is left to the full list.
    table = known.frame().query("design == '10x10, unstratified'")
    assert len(table) == 50
    assert (table["rate"].min(), table["rate"].max()) == (0.002, 0.17)
    assert (
        "10x10, unstratified: from .002 (linear discriminant) to .170 (majority rule v linear discriminant); 49 m"
        in ("\n".join(short))
    )
    assert "All 76 measurements: foldwise tests corrected_repeated_kfold_t --all" in str(known)
    in_full = known.text(every_measurement=True)
    assert "every row occurs twice" in in_full
    assert "every row occurs twice" not in str(known)
    assert " measurements:" not in in_full
    # Few lines are shown as they are.
    assert card("binomial").text(every_measurement=True) == str(card("binomial"))


@pytest.mark.parametrize("name", NAMES)
def test_few_lines_are_few(name):
    assert sum(line[:1] == " " for line in short_level_lines(measured_levels(name))) <= 8
    assert len(short_level_lines(measured_levels(name))) <= 11


def test_what_is_read_is_explained():
    assert {known.reads for known in cards()} == set(READS)
    assert "Reads        disagreements: on how many test examples only one" in str(card("binomial"))


def test_when_to_avoid_it_is_a_sentence():
    assert "\nAvoid it     Always: take binomial instead.\n" in str(card("difference_of_proportions"))


def test_intervals_say_which_command_gives_them():
    assert "foldwise evaluate DATA -l LEARNER --scheme holdout:0.33" in card("clopper_pearson").needs
    assert "foldwise evaluate DATA -l LEARNER --scheme holdout:0.33" in card("wilson").needs
    assert "foldwise evaluate DATA -l LEARNER --scheme disjoint:5:0.5" in card("crossed_mean").needs


@pytest.mark.parametrize("name", ARRAY_TESTS)
def test_who_asks_for_what_no_run_feeds_is_told_what_to_do(name):
    hint = array_test_hint(name)
    assert hint.startswith(f"{name} ")
    assert "\n" not in hint
    assert hint.endswith(".")
    for test in re.findall(r"test='(\w+)'", hint):
        assert test in NEEDS


def test_judge_gives_the_hint():
    run = evaluate([GaussianNB(), DummyClassifier()], data.load("iris"), scheme="holdout:0.33", seed=1, progress=False)
    with pytest.raises(
        ValueError, match=r"^clopper_pearson is an interval for one classifier, no test of two: evaluate"
    ):
        judge(run, test="clopper_pearson")


@pytest.mark.parametrize(("name", "rates"), [("binomial", (".111", ".044")), ("mcnemar", (".109", ".042"))])
def test_tests_of_counts_show_how_they_fare_on_pooled_answers(name, rates):
    """The rates of docs/calibration.md, each beside its learner; wrapped lines joined."""
    words = " ".join(str(card(name)).split())
    for learner, rate in zip(("1-nearest neighbour", "linear discriminant"), rates, strict=True):
        assert f"pooled answers of one 10-fold cross-validation; {learner}: {rate} (n = 200; 3,000 data sets)" in words
    pooled = [f"{row.rate:.3f}"[1:] for row in measured_levels("binomial") if row.design.startswith("pooled")]
    assert pooled == [".111", ".044"]
    assert "{} of the time with 1-nearest neighbour and {} with linear".format(*pooled) in (
        " ".join(salzberg.__doc__.split())
    )


def test_tests_over_datasets_say_what_they_compare():
    """Six heads in a row have probability 2/64 two-sided, five 2/32, or 1/32 one-sided."""
    for name, test in (("wilcoxon", stats.wilcoxon), ("sign_test", stats.sign_test)):
        words = " ".join(str(card(name)).split())
        assert "With fewer than six datasets: no outcome is significant two-sided at .05." in words
        assert "commensur" not in words
        ahead = [0.01, 0.02, 0.03, 0.04, 0.05, 0.06]
        assert test(ahead).pvalue == pytest.approx(1 / 32)
        assert test(ahead[:5]).pvalue == pytest.approx(1 / 16)
        assert test(ahead[:5], alternative="greater").pvalue == pytest.approx(1 / 32)
    assert "comparable in size" in card("wilcoxon").assumptions


def test_a_test_that_runs_feed_needs_no_such_hint():
    assert [name for name in (*NEEDS, "zzz") if array_test_hint(name) is not None] == []


def test_the_lines_on_cochrans_card_run():
    """With two learners Q is (b - c)^2 / (b + c), the chi-square of McNemar without correction."""
    learners = {"bayes": GaussianNB(), "guess": DummyClassifier()}
    run = evaluate(learners, data.load("iris"), scheme="holdout:0.33", seed=1, progress=False)
    result = stats.cochran_q(run.correct()[:, 0].T)
    row = judge(run, test="binomial").comparisons[0]
    right = run.correct()[:, 0]
    b, c = (right[0] & ~right[1]).sum(), (right[1] & ~right[0]).sum()
    assert result.statistic == pytest.approx((b - c) ** 2 / (b + c))
    assert row.winner == "bayes"


def test_a_card_says_which_tests_are_not_advised():
    assert str(card("resampled_t")).startswith("resampled_t: resampled paired t test (not advised)\n")
    assert str(card("kfold_t")).startswith("kfold_t: k-fold cross-validated t test (not advised)\n")
    assert "not advised" not in str(card("binomial")).splitlines()[0]


def test_an_unknown_test_gets_close_matches():
    with pytest.raises(ValueError, match=r"no card for a test 'mcnemars'\. Did you mean mcnemar\?$"):
        card("mcnemars")
    with pytest.raises(ValueError, match=r"'zzz'\. There are: five_by_two_t, .*wilson\.$"):
        card("zzz")
