"""Each mistake ends with code 2 and one line that says what to do."""

import os

import pytest

STUMP = "sklearn.tree.DecisionTreeClassifier(max_depth=1)"
MAJORITY = "sklearn.dummy.DummyClassifier"
BOTH = ("-l", STUMP, "-l", MAJORITY)
REGRESSORS = ("-l", "sklearn.linear_model.LinearRegression", "-l", "sklearn.dummy.DummyRegressor")


@pytest.fixture
def refused(run):
    def call(*words):
        outcome = run(*words)
        assert outcome.code == 2
        return outcome.error

    return call


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["compare", "nowhere.csv", *BOTH], "'nowhere.csv' does not exist"),
        (["compare", "nowhere.arff", *BOTH], "'nowhere.arff' does not exist"),
        (["compare", "nowhere.parquet", *BOTH], "'nowhere.parquet' does not exist"),
        (["compare", "irs", *BOTH], "Did you mean 'iris'"),
        (["compare", "qqqqqqqq", *BOTH], "All names: foldwise data list"),
        (["compare", "uci:no-such-set", *BOTH], "no UCI set 'no-such-set'"),
        (["compare", "openml:x", *BOTH], "must be followed by the number"),
        (["compare", "iris", "--target", "flower", *BOTH], "iris has no column 'flower'"),
        (["compare", "iris", "--groups", "flower", *BOTH], "iris has no column 'flower' for --groups"),
        (["compare", "iris", "--target", "class", "--groups", "class", *BOTH], "both name the column 'class'"),
        (["compare", "iris", "-l", STUMP], "two or more learners, got 1"),
        (["compare", "iris", "-l", STUMP], "for one learner there is foldwise evaluate"),
        (["compare", "iris", "wine", "--groups", "alcohol", *BOTH], "--groups goes with one dataset, got 2"),
        (["compare", "iris", "wine", "iris", *BOTH], "iris is given twice"),
        (["compare", "iris", "wine", "--target", "alcohol", *BOTH], "iris has no column 'alcohol'"),
        (["compare", "iris", "-l", f"a={STUMP}", "-l", f"a={MAJORITY}"], "'a' is given twice"),
        (["compare", "iris", "-l", STUMP, "-l", "sklearn.tree.Tre"], "sklearn.tree has no class 'Tre'"),
        (["compare", "iris", "-l", STUMP, "-l", "sklearn.svm.SVC(gama=1)"], "no argument 'gama'. Did you mean gamma?"),
        (["compare", "iris", "-l", STUMP, "-l", "sklearn.svm.SVC(gamma=-1.0)"], "'gamma' parameter of SVC must be"),
        (["compare", "iris", "-l", STUMP, "-l", "sklearn.svm.SVC(C=eval('1'))"], "\"eval('1')\" is not a literal"),
        (
            ["compare", "iris", "-l", STUMP, "-l", "os.system('true')"],
            "os is a part of Python, which has no class with fit and predict",
        ),
        (
            ["compare", "iris", "-l", STUMP, "-l", "sklearn.linear_model.LinearRegression"],
            "must all be classifiers",
        ),
        (["compare", "iris", *REGRESSORS], "Regressors need numbers"),
        (["compare", "iris", *BOTH, "--scheme", "ten"], "scheme must be one of"),
        (["compare", "iris", *BOTH, "--scheme", "10x1"], "n_folds must be at least 2, got 1"),
        (["compare", "iris", *BOTH, "--scheme", "200"], "at least 200 examples, got 150"),
        (["compare", "iris", *BOTH, "--scheme", "51:stratified"], "class setosa has 50"),
        (["compare", "iris", *BOTH, "--scheme", "settled:lenient"], "'settled:strict' or 'settled:guard', got"),
        (["compare", "iris", *BOTH, "--scheme", "settled", "--test", "mcnemar"], "has a test of its own"),
        (["compare", "iris", *BOTH, "--scheme", "10x10", "--max-fits", "500"], "--max-fits is for --scheme settled"),
        (["compare", "iris", *BOTH, "--max-repeats", "4"], "needs 5 repeats at least, and the budget allows 4"),
        (["compare", "iris", *BOTH, "--test", "t"], "Unknown test 't'"),
        (["compare", "iris", *BOTH, "--test", "mcnemar"], "mcnemar"),
        (["compare", "iris", *BOTH, "--test", "wilcoxon"], "wilcoxon needs two or more datasets"),
        (["compare", "iris", *BOTH, "--adjust", "some"], "adjust must be one of 'holm'"),
        (["compare", "iris", *BOTH, "--tries", "-1"], "tries must be at least 0"),
        (["compare", "iris", *BOTH, "--tries", "many"], "--tries must be a number, or counted"),
        (["compare", "iris", *BOTH, "--scheme", "disjoint:5"], "'rolling:10:24', got 'disjoint:5'"),
        (["compare", "iris", *BOTH, "--metric", "goodness"], "Unknown metric 'goodness'"),
        (["compare", "iris", *BOTH, "--alpha", "0"], "alpha must be strictly between 0 and 1"),
        (["compare", "iris", *BOTH, "--rope", "-0.1"], "rope must be a non-negative number"),
        (["compare", "iris", *BOTH, "--alternative", "more"], "alternative must be one of 'two-sided'"),
        (["compare", "iris", *BOTH, "--seed", "-1"], "seed must be a non-negative integer"),
        (["compare", "iris", *BOTH, "--jobs", "0"], "n_jobs must be at least 1"),
        (["compare", "iris", *BOTH, "--report", "out.doc"], "'.html', '.md', '.tex', '.json', got '.doc'"),
        (["compare", "iris", *BOTH, "--plot", "out"], "'.png', '.svg', '.pdf', got ''"),
        (["compare", "iris", "wine", *BOTH, "--plot", "x.png", "--kind", "rank"], "--kind must be one of 'ranks'"),
        (["compare", "iris", "wine", *BOTH, "--kind", "ranks"], "--kind ranks says which figure --plot writes"),
        (["compare", "iris", *BOTH, "--plot", "x.png", "--kind", "cd"], "--kind cd is about several datasets, got one"),
        (["compare", "iris", *BOTH, "--report", "no/such/out.html"], "there is no folder 'no/such'"),
        (["data", "show", "nowhere.csv"], "'nowhere.csv' does not exist"),
        (["data", "fetch", "iris"], "only uci:NAME and openml:ID can be fetched"),
    ],
)
def test_what_was_asked_cannot_be_done(refused, words, expected):
    assert expected in refused(*words)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["compare"], "missing argument 'DATA'. See: foldwise compare --help"),
        (["compare", "iris"], "missing option '--learner'"),
        (["compare", "iris", *BOTH, "--folds", "3"], "no such option: --folds"),
        (["compare", "iris", *BOTH, "--alpha", "small"], "invalid value for '--alpha'"),
        (["compare", "iris", *BOTH, "--seed"], "option '--seed' requires an argument"),
        (["data", "show", "iris", "wine"], "unexpected extra argument"),
        (["compere"], "no such command 'compere'. Did you mean compare? See: foldwise --help"),
        (["judge", "t.csv", "--metic", "acc"], "no such option: --metic. Did you mean --metric? See: foldwise judge"),
        (["judge", "t.csv", "--alow"], "no such option: --alow. See: foldwise judge --help"),
        (["data", "shove"], "no such command 'shove'"),
    ],
)
def test_usage_errors_point_to_the_help(refused, words, expected):
    line = refused(*words)
    assert expected in line
    assert "--help" in line


def rows(*labels):
    return [f"{i},{label}" for i, label in enumerate(labels)]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([], "has a header and no rows"),
        (rows("a"), "At least 3 examples"),
        (rows("a", "b"), "At least 3 examples"),
        (rows(*"ababababa"), "at least 10 examples, got 9"),
        (rows(*"aaaaaaaaaaaa"), "at least two classes, got only 'a'."),
        (rows(*"aaaaaabbbbb?bbbb"), "missing value"),
        ([",a", ",b"] * 10, "empty columns: 'x'"),
        (["1,a,2"], "expected 2 values as in the header, got 3"),
    ],
)
def test_the_data_cannot_be_compared_on(refused, table, lines, expected):
    assert expected in refused("compare", table("x,label", lines), *BOTH)


def test_a_class_of_one_is_refused_only_where_strata_are_asked_for(refused, run, table):
    path = table("x,label", rows(*"aaaaaaaaaaaab"))
    assert "class b has 1: drop the class" in refused("compare", path, *BOTH, "--scheme", "10:stratified")
    outcome = run("compare", path, *BOTH, "--scheme", "10")
    assert outcome.code == 0
    assert "small_class" in outcome.out


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\0\1\2", b"x,x\n1,2\n", b"1,2\n3,4\n", b"x\n1\n"])
def test_a_file_that_is_no_table(refused, tmp_path, content):
    path = tmp_path / "broken.csv"
    path.write_bytes(content)
    assert "broken.csv" in refused("compare", path, *BOTH)


@pytest.mark.parametrize("ending", ["arff", "parquet", "arff.gz"])
def test_a_file_of_another_kind(refused, tmp_path, ending):
    path = tmp_path / f"broken.{ending}"
    path.write_bytes(b"x,y\n1,2\n")
    assert f"broken.{ending}" in refused("compare", path, *BOTH)


def test_a_folder_is_not_a_file(refused, tmp_path):
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "folder.html").mkdir()
    assert "is a folder" in refused("compare", tmp_path / "folder.csv", *BOTH)
    assert "is a folder" in refused("compare", "iris", *BOTH, "--report", tmp_path / "folder.html")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read and write everything")
def test_permissions(refused, table, tmp_path):
    path = table()
    path.chmod(0)
    assert "ermission denied" in refused("compare", path, *BOTH)
    tmp_path.chmod(0o500)
    assert "ermission denied" in refused("compare", "iris", *BOTH, "--report", tmp_path / "out.html")


def test_a_group_for_every_row(refused, table):
    path = table("patient,x,label", ["p1,1,a", "?,2,b"] * 10)
    assert "10 missing values" in refused("compare", path, *BOTH, "--groups", "patient")


def test_fewer_groups_than_folds(refused, table):
    path = table("patient,x,label", [f"p{i % 4},{i},{'ab'[i % 2]}" for i in range(40)])
    assert "at least 5 groups, got 4" in refused("compare", path, *BOTH, "--groups", "patient", "--scheme", "5")


def test_nothing_is_run_before_the_outputs_are_known_to_be_possible(refused):
    assert "ending" in refused("compare", "nowhere.csv", *BOTH, "--report", "out.doc")
