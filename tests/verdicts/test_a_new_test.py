"""A test is added as CONTRIBUTING says, in a copy of the package, and goes through all that is done with tests."""

import json
import re
import shutil
from pathlib import Path

import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB

import foldwise
from foldwise import FoldwiseError, data, report, stats
from foldwise.evaluation import evaluate
from foldwise.verdicts import NEEDS, READS, card, compare, judge
from foldwise.verdicts.tests import APPROXIMATE, in_order

FUNCTION = '''"""A made-up test."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Alternative, unwrapped
from foldwise.stats._differences import as_differences
from foldwise.stats._results import NormalResult, normal_fields
from foldwise.stats._tails import student_pvalue


def made_up_z(
    differences: ArrayLike, *, alternative: Alternative = "two-sided", score_magnitude: ArrayLike | None = None
) -> NormalResult:
    r"""Compare the mean of all differences with their spread, by Student's t distribution [1]_.

    Parameters
    ----------
    differences : array_like of shape (..., n_repeats, n_folds)
        ``score(a) - score(b)`` on each fold.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        Direction asked for.
    score_magnitude : float, optional
        Size of the scores.

    Returns
    -------
    NormalResult
        Flags `identical_scores`, `zero_variance` and `a_is_far_ahead`.

    Notes
    -----
    With :math:`s^2` the variance of all :math:`n` differences,

    .. math:: z = \\bar d \\Big/ \\sqrt{s^2 / n}.

    The null hypothesis: the two learners score the same on average.

    References
    ----------
    .. [1] Nobody (2000). A made-up test. Journal of Examples 1, 1-2.
    """
    d = as_differences(differences, ("n_repeats", "n_folds"), score_magnitude=score_magnitude)
    error = np.sqrt(d.variance / d.n)
    far = d.mean > 100 * error
    flags = {"identical_scores": d.identical, "zero_variance": d.constant, "a_is_far_ahead": far}
    statistic, _, flags = normal_fields(d.mean, error, alternative, flags)
    pvalue = student_pvalue(statistic, d.n - 1, alternative)
    return NormalResult(
        statistic=unwrapped(statistic),
        pvalue=unwrapped(np.where(d.constant, np.nan, pvalue)),
        df=None,
        estimate=unwrapped(np.ldexp(d.mean, d.exponent)),
        standard_error=unwrapped(np.ldexp(error, d.exponent)),
        alternative=alternative,
        flags=flags,
    )
'''
RECORD = """    Need(
        function=made_up_z,
        rank=1000,
        label="made-up z test",
        symbol="z",
        swapped="negated",
        reads="differences",
        design="any cross-validation",
        fits=lambda setting: setting.is_cross_validation,
        feed=_table_to(made_up_z),
        beside=standardized,
        other_partitions=lambda evidence, found, alternative: normal_score(
            made_up_z([np.delete(evidence.table(), i, axis=0) for i in range(5)]).pvalue, alternative
        ),
        questions=(8,),
        differs="is made up",
        assumes="Nothing holds.",
        avoid="Always: use corrected_repeated_kfold_t.",
        symbols=OF_ONE_FOLD,
        formula="z = mean(d) / sqrt(s^2 / n)",
        df="rk - 1",
        advisable=False,
        flags={"a_is_far_ahead": "The made-up test sees no end of the difference."},
        advised_with=("5x2",),
    ),
"""
ROOT = Path(__file__).parents[2]
# What goes through all tests of the table, or through all that the pages list.
CHECKED = (
    "tests/contracts/test_stats.py",
    "tests/lab/test_check_procedure.py",
    "tests/test_docs.py",
    "tests/verdicts/test_card.py",
    "tests/verdicts/test_every_test.py",
    "tests/verdicts/test_flags.py",
)
SCRIPT = """
import json, runpy, warnings
warnings.simplefilter("ignore")
import numpy as np
import foldwise as fw
from foldwise.lab import check_procedure, sources, type_one_error
from foldwise.verdicts import advise, card
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB

said = {"where": fw.__file__, "stats": fw.stats.made_up_z([[0.1, 0.2], [0.0, 0.3]]).pvalue, "judged": {}}
learners = {"lda": LinearDiscriminantAnalysis(), "nb": GaussianNB()}
for scheme in ("10", "5x2", "3x4", "5x10"):
    run = fw.evaluate(learners, fw.data.load("wdbc"), scheme=scheme, seed=1)
    verdict = fw.judge(run, test="made_up_z")
    (row,) = verdict.comparisons
    scores = run.scores()
    said["judged"][scheme] = [row.pvalue, fw.stats.made_up_z(scores[0] - scores[1]).pvalue, row.forecast.agreement]
    panel = fw.judge(run, test="all")
    assert "made_up_z" in [each.test for each in panel.verdicts] and "made_up_z" in str(panel)
    for name in ("verdict.html", "verdict.md", "verdict.json"):
        fw.report(verdict, name)
    fw.report(panel, "panel.html")
said["page"] = open("verdict.html", encoding="utf-8").read().count("made-up z test")
said["card"] = str(card("made_up_z"))
found = type_one_error("5x10/made_up_z", sources.TwoKinds(0.4), n_trials=200)
said["lab"] = found.frame().loc[0, "rate"]
said["check"] = str(check_procedure("5x10/made_up_z", n_nulls=500))
said["advice"] = advise(domains="one", about="learners", goal="choose", sample="small", fits=10).tests
runpy.run_path("docs/fill_tables.py", run_name="__main__")
print(json.dumps(said, default=float))
"""


def put(path, before, added):
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1, before
    path.write_text(text.replace(before, added), encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The package with the first three places; the other two, a test file and a note, are not part of it."""
    folder = tmp_path_factory.mktemp("copy")
    leave_out = shutil.ignore_patterns("img", "made_up")
    shutil.copytree(Path(foldwise.__file__).parent, folder / "foldwise", ignore=leave_out)
    shutil.copytree(ROOT / "docs", folder / "docs", ignore=leave_out)
    for path in (*CHECKED, "tests/conftest.py"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, folder / path)
    (folder / "src").mkdir()
    (folder / "src" / "foldwise").symlink_to(folder / "foldwise", target_is_directory=True)
    (folder / "foldwise" / "stats" / "_made_up_z.py").write_text(FUNCTION, encoding="utf-8")
    door = folder / "foldwise" / "stats" / "__init__.py"
    put(
        door,
        "from foldwise.stats._mcnemar",
        "from foldwise.stats._made_up_z import made_up_z\nfrom foldwise.stats._mcnemar",
    )
    put(door, '    "mcnemar",\n', '    "made_up_z",\n    "mcnemar",\n')
    family = folder / "foldwise" / "verdicts" / "tests" / "_on_differences.py"
    put(family, "    kfold_t,\n    resampled_t,\n", "    kfold_t,\n    made_up_z,\n    resampled_t,\n")
    family.write_text(re.sub(r"\)\n\Z", lambda _: f"{RECORD})\n", family.read_text("utf-8")), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def python(copy, finished):
    """What a Python prints that sees the copy."""

    def run(*arguments):
        done = finished(*arguments, cwd=copy, PYTHONPATH=copy, PYTHONDONTWRITEBYTECODE=1)
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    return run


@pytest.fixture(scope="module")
def said(copy, python):
    answers = json.loads(python("-c", SCRIPT).splitlines()[-1])
    assert Path(answers["where"]).parent == copy / "foldwise"
    return answers


def test_stats_has_it(said):
    # Mean .15 over a standard error of .12910 / 2: 2.3238 on three degrees of freedom, and twice its tail is .1027.
    assert said["stats"] == pytest.approx(0.1027, abs=1e-4)


def test_judge_applies_it_on_every_scheme_that_it_fits(said):
    assert list(said["judged"]) == ["10", "5x2", "3x4", "5x10"]
    for scheme, (pvalue, direct, _) in said["judged"].items():
        assert pvalue == pytest.approx(direct, rel=1e-12), scheme


def test_its_forecast_leaves_out_one_repeat_at_a_time(said):
    for scheme in ("5x2", "5x10"):
        assert 0.5 <= said["judged"][scheme][2] <= 1, scheme


def test_its_report_and_its_card_name_it(said):
    assert said["page"] >= 1
    assert said["card"].startswith("made_up_z: made-up z test (not advised)")
    for part in ("z = mean(d) / sqrt(s^2 / n)", "rk - 1", "Nobody (2000)"):
        assert part in said["card"]


def test_the_lab_measures_it(said):
    # Fifty differences of five repeats of the same data, taken for independent: far too many false alarms.
    assert said["lab"] > 0.1
    assert said["check"].splitlines()[0].startswith("5x10/made_up_z ")


def test_advice_names_it(said):
    assert said["advice"] == ["five_by_two_t", "five_by_two_f", "made_up_z"]


def test_no_list_of_ours_asks_for_more(copy, python, said):
    """Contracts, tests of judge, of cards and of the lab, and pages take it in; its lines have been written."""
    which = "made_up_z or forgotten or listed_once or caveat"
    assert "passed" in python("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", which, *CHECKED)
    line = "| `made_up_z` | score(a) - score(b) of two learners on every fold or split | is made up |"
    assert line in (copy / "docs" / "stats.md").read_text("utf-8").splitlines()
    assert "| `a_is_far_ahead` | The made-up test sees no end of" in (copy / "docs" / "caveats.md").read_text("utf-8")


def test_no_two_records_share_a_name_or_a_rank():
    one = NEEDS["kfold_t"]
    with pytest.raises(ValueError, match="two records with 'kfold_t'"):
        in_order([one, one])
    assert list(in_order(list(reversed(NEEDS.values())))) == list(NEEDS)


@pytest.mark.parametrize("name", NEEDS)
def test_every_fact_of_a_record_is_there(name):
    need = NEEDS[name]
    for fact in (
        "label",
        "symbol",
        "design",
        "questions",
        "differs",
        "assumes",
        "avoid",
        "symbols",
        "other_partitions",
    ):
        assert getattr(need, fact), fact
    assert getattr(foldwise.stats, name) is need.function
    assert need.reads in READS
    assert need.reads == "datasets" or need.reads in APPROXIMATE
    assert card(name).df


def over_repeats(differences):
    means = differences.mean(axis=1)
    return stats.kfold_t(means)


def pvalue_alone(differences, n_train, n_test):
    assert n_train.shape == n_test.shape == differences.shape
    return 0.01


@pytest.fixture(scope="module")
def repeated():
    learners = {"lda": LinearDiscriminantAnalysis(), "nb": GaussianNB()}
    return evaluate(learners, data.load("wdbc"), scheme="5x4", seed=1)


def test_judge_applies_a_function_of_ones_own(repeated, tmp_path):
    verdict = judge(repeated, test=over_repeats)
    scores = repeated.scores()
    direct = stats.kfold_t((scores[0] - scores[1]).mean(axis=1))
    (row,) = verdict.comparisons
    assert (row.statistic, row.pvalue) == (direct.statistic, direct.pvalue)
    assert row.estimate == pytest.approx((scores[0] - scores[1]).mean())
    assert row.forecast.unknown == "unknown (how a test of one's own varies over partitions is not known)"
    assert "Test: user's own test over_repeats (statistic = " in verdict.details()
    assert "own_test" in [caveat.code for caveat in verdict.caveats]
    assert "how often it rejects a true null hypothesis is not known here" in verdict.details()
    for ending in ("html", "md", "tex", "json"):
        report(verdict, tmp_path / f"page.{ending}")
    assert "test=over_repeats" in (tmp_path / "page.html").read_text("utf-8")


def test_one_that_wants_sizes_and_returns_a_pvalue_alone(repeated):
    verdict = judge(repeated, test=pvalue_alone)
    assert verdict.comparisons[0].winner == ("lda" if verdict.comparisons[0].estimate > 0 else "nb")
    assert "nan" not in verdict.details()


def test_it_gets_the_differences_in_an_array_of_its_own(repeated):
    seen = []

    def spoil(differences):
        seen.append(differences.copy())
        differences[:] = 0
        return 1.0

    judge(repeated, test=spoil)
    scores = repeated.scores()
    assert (seen[0] == scores[0] - scores[1]).all()


def test_one_difference_is_enough_and_more_repeats_are_not_promised_to_tell():
    learners = {"lda": LinearDiscriminantAnalysis(), "nb": GaussianNB()}
    run = evaluate(learners, data.load("iris"), scheme="holdout:0.3", seed=1)
    verdict = judge(run, test=pvalue_alone)
    assert verdict.comparisons[0].pvalue == 0.01
    assert "would tell" not in verdict.details()


def test_compare_says_who_takes_a_function():
    with pytest.raises(TypeError, match=r"A test of your own: judge\(run, test=...\)\.$"):
        compare({"lda": LinearDiscriminantAnalysis(), "nb": GaussianNB()}, data.load("iris"), test=over_repeats)


def test_what_a_function_of_ones_own_may_not_do(repeated):
    with pytest.raises(FoldwiseError, match=r"^boom failed for lda and nb on wdbc: ZeroDivisionError: "):
        judge(repeated, test=boom)
    with pytest.raises(FoldwiseError, match=r"must return a p-value.*the p-value was 2, not between 0 and 1\.$"):
        judge(repeated, test=lambda differences: 2.0)
    with pytest.raises(ValueError, match="whose sides are not known, got alternative='less'"):
        judge(repeated, test=over_repeats, alternative="less")
    with pytest.raises(ValueError, match="Unknown test 'own:over_repeats'"):
        judge(repeated, test="own:over_repeats")


def boom(differences):
    return 1 / 0
