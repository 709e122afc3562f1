import json

import pandas as pd
import pytest

from foldwise.data import load, write_arff

STUMP = "stump=sklearn.tree.DecisionTreeClassifier(max_depth=1)"
MAJORITY = "majority=sklearn.dummy.DummyClassifier"
BOTH = ("--learner", STUMP, "--learner", MAJORITY)
CLOSE = ("-l", "sklearn.naive_bayes.GaussianNB", "-l", "sklearn.neighbors.KNeighborsClassifier")


def strict(text):
    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    return json.loads(text, parse_constant=refuse)


def test_a_csv_file_gets_a_verdict(run, table):
    """Two of twenty labels are against the rule that a stump finds, so it is right on 90 percent at best."""
    rows = [f"{i},{'ny'[(i > 9) ^ (i in (3, 16))]}" for i in range(20)]
    outcome = run("compare", table("size,label", rows), "--target", "label", *BOTH, "--scheme", "2x5")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("stump is better than majority on table: accuracy 0.900 against 0.500, 0.400 higher")
    assert outcome.out.splitlines()[-1].split() == ["details", "--details"]


def test_every_format_holds_the_same_data(run, table, tmp_path):
    """The mean scores by hand: size separates the classes, and half of the examples are in each."""
    dataset = load(table())
    write_arff(dataset, tmp_path / "table.arff")
    pd.concat([dataset.X, pd.Series(dataset.y, name="label")], axis=1).to_parquet(tmp_path / "table.parquet")
    for name in ("table.csv", "table.arff", "table.parquet"):
        outcome = run("compare", tmp_path / name, "--target", "label", *BOTH, "--scheme", "2", "--json")
        (row,) = strict(outcome.out)["comparisons"]
        assert (row["dataset"], row["score_a"], row["score_b"]) == ("table", 1.0, 0.5)


def test_built_in_data_by_name(run):
    outcome = run("compare", "iris", *BOTH, "--scheme", "2", "--json")
    assert strict(outcome.out)["runs"][0]["dataset"]["n_examples"] == 150


def test_json_is_one_strict_document_and_the_rest_goes_to_stderr(run, table, tmp_path):
    figure = tmp_path / "figure.svg"
    outcome = run("compare", table(), *BOTH, "--scheme", "2", "--json", "--plot", figure)
    document = strict(outcome.out)
    assert document["schema"] == "foldwise.verdict/1"
    assert document["comparisons"][0]["winner"] in ("stump", None)
    assert (
        outcome.err == f"table: predicted is 'label', the last column. --target COLUMN takes another.\nplot: {figure}\n"
    )
    assert outcome.out.isascii()


def test_without_a_scheme_the_verdict_is_settled(run):
    """Five repeats of ten folds are the first look, at which the nearest neighbour is clearly better than a guess."""
    outcome = run("compare", "iris", "-l", "nn", "-l", MAJORITY, "--json")
    document = strict(outcome.out)
    settled = document["comparisons"][0]["settlement"]
    assert document["settled"] == dict.fromkeys(("strict", "guard"), False) | dict.fromkeys(
        ("max_fits", "max_repeats", "max_seconds")
    )
    assert (settled["form"], settled["settled"], settled["n_repeats"], settled["n_fits"]) == ("ten-fold", True, 5, 50)


def test_a_budget_ends_what_is_not_settled(run):
    """C4.5 and naive Bayes on wine are so close that 200 repeats do not tell them apart, and 12 still less."""
    outcome = run("compare", "wine", "-l", "nb", "-l", "c45", "--max-repeats", "12", "--seed", "1")
    assert outcome.out.startswith("NaiveBayes is ahead of C45 on wine, but this is open: ")
    assert "; not settled after 12 x 10 folds\n" in outcome.out


def test_strict_and_guard_by_their_short_names(run):
    """The strict form has two folds; its first look is at 50 repeats, beside 100 fits for the ten-fold estimate."""
    words = ("compare", "iris", "-l", "nn", "-l", MAJORITY, "--json", "--scheme")
    (row,) = strict(run(*words, "settled:strict").out)["comparisons"]
    assert (row["settlement"]["form"], row["settlement"]["n_fits"]) == (
        "two-fold",
        2 * row["settlement"]["n_repeats"] + 100,
    )
    (row,) = strict(run(*words, "settled:guard").out)["comparisons"]
    assert (row["settlement"]["form"], row["settlement"]["guard_repeats"]) == ("guarded", 50)


def test_a_test_without_a_scheme_reads_ten_times_ten_folds(run):
    outcome = run("compare", "iris", "-l", "nn", "-l", MAJORITY, "--json", "--test", "averaged_t")
    document = strict(outcome.out)
    assert document["settled"] is None
    assert document["runs"][0]["design"]["scheme"] == "RepeatedKFold(10, 10)"


def test_undefined_numbers_are_null_in_json(run, table):
    """All differences are the same nonzero number (every fold is half of each class): no variance, no p-value."""
    outcome = run("compare", table(), *BOTH, "--scheme", "2", "--json")
    (row,) = strict(outcome.out)["comparisons"]
    assert row["decision"] == "undetermined"
    assert row["pvalue"] is None


def test_files_are_written_and_named(run, table, tmp_path):
    reports = [tmp_path / f"out.{ending}" for ending in ("md", "tex", "json")]
    figures = [tmp_path / f"figure.{ending}" for ending in ("png", "svg", "pdf")]
    for report, figure in zip(reports, figures, strict=True):
        outcome = run("compare", table(), *BOTH, "--scheme", "2x5", "--report", report, "--plot", figure)
        assert outcome.out.splitlines()[-2:] == [f"plot: {figure}", f"report: {report}"]
    assert reports[0].read_text(encoding="utf-8").startswith("# ")
    assert strict(reports[2].read_text(encoding="utf-8"))["schema"] == "foldwise.verdict/1"
    assert [figure.read_bytes()[:4] for figure in figures] == [b"\x89PNG", b"<?xm", b"%PDF"]


def test_quiet_leaves_only_the_verdict(run, table, tmp_path):
    report = tmp_path / "out.md"
    outcome = run("compare", table(), *BOTH, "--scheme", "2x5", "--report", report, "--quiet")
    assert outcome.out.splitlines()[-1].startswith("details ")
    assert outcome.err == ""
    assert report.exists()


def test_groups_stay_together_and_are_hidden_from_the_learners(run, table):
    """The group tells the class: seen, it would make every prediction right; the other column is noise."""
    rows = [f"g{i % 8},{i},{('no', 'yes')[i % 2]}" for i in range(40)]
    path = table("patient,visit,label", rows)
    seen = run("compare", path, *BOTH, "--scheme", "4", "--json")
    hidden = run("compare", path, *BOTH, "--scheme", "4", "--json", "--groups", "patient")
    assert strict(seen.out)["runs"][0]["dataset"]["n_attributes"] == 2
    assert strict(hidden.out)["runs"][0]["dataset"]["n_attributes"] == 1
    assert strict(hidden.out)["comparisons"][0]["score_a"] < 1


def test_several_datasets_are_one_family(run):
    """Holm's rule by hand: of three p-values the smallest is multiplied by three."""
    words = ("compare", "iris", "wine", "monk2", *CLOSE, "--scheme", "5", "--json")
    document, unadjusted, bonferroni = (
        strict(run(*words, *more).out) for more in ((), ("--adjust", "none"), ("--adjust", "bonferroni"))
    )
    rows = document["comparisons"]
    assert [row["dataset"] for row in rows] == ["iris", "wine", "monk2"]
    assert (document["adjust"], document["family"]) == ("holm", 3)
    pvalues = [row["pvalue"] for row in rows]
    least = pvalues.index(min(pvalues))
    assert rows[least]["adjusted_pvalue"] == pytest.approx(3 * pvalues[least])
    assert [row["adjusted_pvalue"] for row in unadjusted["comparisons"]] == pvalues
    assert [row["adjusted_pvalue"] for row in bonferroni["comparisons"]] == pytest.approx(
        [min(1, 3 * p) for p in pvalues]
    )


def test_files_of_one_name_are_told_apart_by_their_paths(run, table, tmp_path):
    (tmp_path / "other").mkdir()
    first, second = table(), table(name="other/table.csv")
    document = strict(run("compare", first, second, *BOTH, "--scheme", "2", "--json").out)
    assert [row["dataset"] for row in document["comparisons"]] == [str(first), str(second)]


def test_tries_enlarge_the_family(run):
    document = strict(run("compare", "wine", *CLOSE, "--scheme", "5", "--tries", "20", "--json").out)
    (row,) = document["comparisons"]
    assert document["family"] == 20
    assert row["adjusted_pvalue"] == pytest.approx(20 * row["pvalue"])


def test_candidates_that_tuning_tried_are_counted(run, table, tmp_path, monkeypatch):
    """Three depths are tried in each training fold: three different candidates."""
    source = """
from sklearn.tree import DecisionTreeClassifier
from foldwise.tuning import Tuned
class Pruned(Tuned):
    def __init__(self, estimator=DecisionTreeClassifier(), grid={"max_depth": [1, 2, 3]}):
        super().__init__(estimator, grid)
"""
    (tmp_path / "pruned_for_this_test.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    path = table("size,label", [f"{i},{'ny'[(i > 19) ^ (i in (3, 30))]}" for i in range(40)])
    words = ("compare", path, "-l", "pruned_for_this_test.Pruned", "-l", MAJORITY, "--scheme", "4", "--json")
    families = [strict(run(*words, *more).out)["family"] for more in ((), ("--tries", "counted"))]
    assert families == [1, 3]


def test_all_tests_side_by_side(run, tmp_path):
    figure = tmp_path / "out.svg"
    for report in (tmp_path / "out.html", tmp_path / "out.json"):
        words = ("--scheme", "2x5", "--test", "all", "--report", report, "--plot", figure)
        outcome = run("compare", "iris", *BOTH, *words)
        assert (outcome.code, outcome.err) == (0, "")
        assert report.stat().st_size > 1000
        assert figure.stat().st_size > 1000
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert page.lstrip().lower().startswith("<!doctype html>")
    assert outcome.out.startswith("The advised test cannot decide between stump and majority on iris: accuracy 0.667")
    heading = "stump against majority on iris (positive: stump ahead):"
    details = run("compare", "iris", *BOTH, "--scheme", "2x5", "--test", "all", "--details").out
    assert details.startswith(f"{heading}\n    corrected_repeated_kfold_t ")
    assert strict((tmp_path / "out.json").read_text(encoding="utf-8"))["schema"] == "foldwise.panel/1"
    document = strict(run("compare", "iris", "wine", *BOTH, "--scheme", "5", "--test", "all", "--json").out)
    assert document["schema"] == "foldwise.panel/1"


@pytest.mark.filterwarnings("default")
def test_a_test_that_is_not_advised_warns_in_one_line(run):
    outcome = run("compare", "iris", *BOTH, "--scheme", "2x5", "--test", "fisher")
    assert outcome.code == 0
    assert outcome.err.startswith("warning: fisher takes partitions of the same data for independent experiments.")
    assert outcome.err.count("\n") == 1


def test_options_reach_the_verdict(run, table):
    outcome = run(
        *(
            "compare",
            table(),
            *BOTH,
            "--scheme",
            "resampled:5:0.5",
            "--test",
            "corrected_resampled_t",
            "--alpha",
            "0.1",
        ),
        *("--rope", "0.9", "--alternative", "greater", "--metric", "balanced_accuracy", "--seed", "7", "--json"),
    )
    document = strict(outcome.out)
    assert document["test"] == "corrected_resampled_t"
    assert (document["alpha"], document["rope"], document["alternative"]) == (0.1, 0.9, "greater")
    assert document["metric"]["name"] == "balanced_accuracy"
    assert document["runs"][0]["design"]["seed"] == 7


def test_folds_that_share_work_change_nothing(run):
    words = ("compare", "iris", "-l", "nb", "-l", "c45", "--scheme", "2x5", "--json")
    shared, apart = strict(run(*words).out), strict(run(*words, "--no-sharing").out)
    assert [row["sharing"] for row in shared.pop("timings")] == ["its folds share their work"] * 2
    assert [row["sharing"] for row in apart.pop("timings")] == ["", ""]
    assert shared == apart


def test_the_same_learner_twice_is_no_difference(run, table):
    outcome = run("compare", table(), "-l", "sklearn.svm.SVC", "-l", "sklearn.svm.SVC", "--scheme", "2x2", "--json")
    (row,) = strict(outcome.out)["comparisons"]
    assert (row["a"], row["b"], row["decision"], row["pvalue"]) == ("SVC", "SVC (2)", "none", 1.0)
    assert "identical_scores" in [caveat["code"] for caveat in row["caveats"]]


def test_columns_of_text_are_encoded_and_the_verdict_says_so(run, table):
    logit = "sklearn.linear_model.LogisticRegression"
    outcome = run("compare", table(), "-l", logit, "-l", MAJORITY, "--scheme", "2x2", "--details")
    assert outcome.code == 0
    assert "1 nominal column one-hot encoded" in outcome.out


def test_short_names_take_the_table_as_it_is(run, table):
    """The papers' learners need neither an encoder nor an imputer."""
    rows = [
        f"{'' if i == 3 else i % 10 + 20 * (i // 10)},{('red', '', 'blue')[i % 3]},{('no', 'yes')[i // 10]}"
        for i in range(20)
    ]
    words = ["compare", table(rows=rows), "--scheme", "2", "--seed", 1, "--quiet", "--details"]
    outcome = run(*words, "--learner", "nb", "--learner", "tree=c45(min_leaf=5)")
    assert outcome.code == 0
    assert "between NaiveBayes and tree" in outcome.out
    assert "encoded" not in outcome.out
    assert "median" not in outcome.out


def test_short_names_are_in_the_help(run):
    for command in ("compare", "evaluate"):
        assert "nb, c45, nn, dnb, mansour" in " ".join(run(command, "--help").out.split())


def test_identifiers_and_dates_are_warned_of_once(run, table):
    path = table("patient,day,label", [f"p{i},2024-02-{i + 1:02},{'ab'[i % 2]}" for i in range(20)])
    outcome = run("compare", path, *BOTH, "--scheme", "2x2", "--json")
    assert strict(outcome.out)["schema"] == "foldwise.verdict/1"
    assert outcome.err == (
        "warning: table: taken as categories: 'patient' (identifier?), 'day' (dates?). "
        "Drop identifiers, and turn dates into numbers.\n"
        "table: predicted is 'label', the last column. --target COLUMN takes another.\n"
    )
    grouped = run("compare", path, *BOTH, "--scheme", "2x2", "--groups", "patient")
    assert "taken as categories: 'day' (dates?)." in grouped.err


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_unicode_and_line_ends(run, table, end):
    rows = [f"{i % 10 + 20 * (i // 10)},été,{('žena', '男')[i // 10]}" for i in range(20)]
    path = table("größe,época,ラベル", rows, end=end)
    outcome = run("compare", path, "--target", "ラベル", *BOTH, "--scheme", "2", "--json")
    assert outcome.code == 0
    document = strict(outcome.out)
    assert sorted(document["runs"][0]["dataset"]["classes"]) == ["žena", "男"]


def test_a_failed_fit_ends_with_1_unless_allowed(run, table):
    """Sixteen neighbours cannot be found among ten training examples."""
    words = ("compare", table(), "-l", "sklearn.neighbors.KNeighborsClassifier(16)", "-l", MAJORITY, "-l", STUMP)
    refused = run(*words, "--scheme", "2")
    assert refused.code == 1
    told, error = refused.err.splitlines()
    assert told.startswith("warning: KNeighborsClassifier failed on table, repeat 0, fold 0: ValueError: ")
    assert error.startswith("error: 2 of 6 fits failed")
    assert "KNeighborsClassifier" in error
    # It failed on every fold: without these there would be nothing to judge.
    assert error.endswith(" Mend the learner.")


def test_partial_runs_are_judged_when_allowed(run, table, tmp_path, monkeypatch):
    """The row with a zero is trained on in one of the two folds of each of the four repeats."""
    source = """
import numpy as np
from sklearn.dummy import DummyClassifier
class Moody(DummyClassifier):
    def fit(self, X, y):
        if np.any(np.asarray(X) == 0): raise RuntimeError("zero was seen")
        return super().fit(X, y)
"""
    (tmp_path / "moody_for_this_test.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    path = table("size,label", [f"{i},{'ab'[i % 2]}" for i in range(20)])
    words = ("compare", path, "-l", "moody_for_this_test.Moody", "-l", STUMP, "--scheme", "4x2")
    refused = run(*words)
    assert refused.code == 1
    told, error = refused.err.splitlines()
    assert "RuntimeError: zero was seen" in told
    assert error.startswith("error: 4 of 16 fits failed")
    assert "RuntimeError: zero was seen" in error
    allowed = run(*words, "--allow-partial")
    assert allowed.code == 0
    assert "[partial_design, approximate, half_size]" in allowed.out
