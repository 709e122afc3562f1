from dataclasses import fields, is_dataclass
from typing import get_type_hints

import pytest

from foldwise import stats
from foldwise.stats import kfold_t
from foldwise.verdicts import NEEDS, card, cards
from foldwise.verdicts._docstring import read_docstring, unmarked
from foldwise.verdicts._measured import _table, level_lines, measured_levels
from foldwise.verdicts._plain_math import plain_math

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
    for heading in ("Question", "Null", "Formula", "df", "Needs", "Assumes", "Measured", "Do not use", "References"):
        assert f"\n{heading} " in text
    assert known.measured or "has not been measured here" in text


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


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"\frac{a + b}{c}", "(a + b)/c"),
        (r"\tfrac15", "1/5"),
        (r"a \Big/ b c", "a / (b c)"),
        (r"x^{5/2}", "x^(5/2)"),
        (r"p_{(k)}", "p_(k)"),
        (r"\lceil M/2 \rceil", "ceil(M/2)"),
        (r"1 - \alpha", "1 - alpha"),
        (r"a,\qquad b", "a; b"),
    ],
)
def test_plain_math(latex, plain):
    assert plain_math(latex) == plain


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
    assert unmarked("As ``df`` of `t` is *not* :math:`\\bar d` in [2]_,\n see :func:`f`.") == (
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
        "(13 settings; n = 30 to 1000; most: 5 normal attributes, 3% outliers)"
    )
    # Halves are rounded up: .0615.
    assert "  5 splits of 2/3 and 1/3; simulated classifiers: .062 (n = 300; 4,000 data sets)" in level_lines(
        card("resampled_t").measured
    )


def test_a_card_says_which_tests_are_not_advised():
    assert str(card("resampled_t")).startswith("resampled_t: resampled paired t test (not advised)\n")
    assert "not advised" not in str(card("binomial")).splitlines()[0]


def test_an_unknown_test_gets_close_matches():
    with pytest.raises(ValueError, match=r"no card for a test 'mcnemars'\. Did you mean mcnemar\?$"):
        card("mcnemars")
    with pytest.raises(ValueError, match=r"'zzz'\. There are: five_by_two_t, .*wilson\.$"):
        card("zzz")
