"""A study file is read whole or refused in one line."""

import os
import re
import time
from pathlib import Path

import numpy as np
import pytest
from sklearn.ensemble import BaggingClassifier, RandomForestClassifier
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler

import foldwise
from foldwise import StudyFileError
from foldwise.learners import C45, NaiveBayes
from foldwise.splits import KFold, RepeatedKFold
from foldwise.studies import Study

REST = """
[datasets]
iris = "iris"

[learners]
bayes = "nb"
tree = "c45"
"""


@pytest.fixture
def refused(read):
    """Read a file that cannot be used, and return the line of the error and what it says."""

    def call(text):
        with pytest.raises(StudyFileError) as caught:
            read(text)
        message = str(caught.value)
        assert "\n" not in message
        place = re.fullmatch(r"study\.toml, line (\d+): (.+)", message)
        return int(place[1]), place[2]

    return call


def test_the_example_is_read(read, example, folder):
    study = read(example)
    assert study.name == "first"
    assert study.scheme == RepeatedKFold(10, 10)
    assert study.tests == ("corrected_repeated_kfold_t",)
    assert study.metrics == ("accuracy", "roc_auc")
    assert (study.alpha, study.rope, study.seed) == (0.05, 0.01, 1)
    assert (study.alternative, study.adjust, study.missing) == ("two-sided", "holm", "pairs")
    assert study.store == folder / "first.db"
    assert study.path == folder / "study.toml"
    assert study.text == example
    assert [source.source for source in study.datasets.values()] == ["iris", "uci:vote", folder / "visits.csv"]
    assert list(study.learners) == ["bayes", "tree", "forest"]
    assert [type(learner) for learner in study.learners.values()] == [NaiveBayes, C45, RandomForestClassifier]
    assert (study.learners["tree"].min_leaf, study.learners["forest"].n_estimators) == (5, 200)


def test_the_examples_of_the_documentation(example, read):
    page = (Path(__file__).parents[2] / "docs" / "studies.md").read_text(encoding="utf-8")
    first = re.search(r"```toml\n(.*?)```", page, re.DOTALL)[1]
    assert read(first).store.name == "first.db"
    docstring = re.sub(r"^       ", "", Study.__doc__, flags=re.MULTILINE)
    assert example in docstring


def test_the_data_are_those_of_the_folder_of_the_file(read, example, tmp_path, monkeypatch):
    study = read(example)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    dataset, groups = study.datasets["visits"].load()
    assert dataset.name == "visits"
    assert dataset.feature_names == ("x",)
    assert dataset.target == "relapse"
    assert list(groups) == [f"p{i // 4}" for i in range(24)]
    iris, none = study.datasets["iris"].load()
    assert (iris.name, iris.n_examples, none) == ("iris", 150, None)


def test_a_relative_path_of_the_file(folder, example, monkeypatch):
    (folder / "study.toml").write_text(example)
    monkeypatch.chdir(folder.parent)
    study = Study.read(f"{folder.name}/study.toml")
    monkeypatch.chdir("/")
    assert study.datasets["visits"].load()[0].n_examples == 24


def test_defaults(read, folder):
    study = read(REST)
    assert (study.name, study.store) == ("study", folder / "study.db")
    assert study.scheme == RepeatedKFold(10, 10)
    assert (study.tests, study.metrics, study.alpha, study.rope, study.seed) == ((), (), 0.05, None, None)


def test_arrays_name_as_the_command_line_does(read, folder):
    (folder / "other").mkdir()
    (folder / "other" / "visits.csv").write_bytes((folder / "visits.csv").read_bytes())
    study = read("""\
        datasets = ["iris", "uci:vote", "openml:61", "visits.csv", "other/visits.csv"]
        learners = ["nb", "c45", "c45(min_leaf=5)", "mine=nn"]
    """)
    assert list(study.datasets) == ["iris", "vote", "openml:61", "visits.csv", "other/visits.csv"]
    assert list(study.learners) == ["NaiveBayes", "C45", "C45(min_leaf=5)", "mine"]


def test_one_test_one_metric_and_a_number_of_folds(read):
    budgeted = read('scheme = "settled:guard"\nmax_fits = 500\nmax_repeats = 20' + REST)
    assert budgeted.scheme == foldwise.Settled(guard=True, max_fits=500, max_repeats=20)
    study = read('test = "all"\nmetric = "f1_macro"\nscheme = 5' + REST)
    assert (study.tests, study.metrics, study.scheme) == (("all",), ("f1_macro",), KFold(5))


def test_tables_make_learners_of_learners(read):
    study = read("""\
        datasets = ["iris"]
        [learners]
        bag = { class = "sklearn.ensemble.BaggingClassifier", estimator = { class = "c45", min_leaf = 3 } }
        pipe = { class = "sklearn.pipeline.Pipeline", steps = [
            ["scale", { class = "sklearn.preprocessing.StandardScaler", with_mean = false }],
            ["bayes", { class = "sklearn.naive_bayes.GaussianNB" }],
        ] }
        [learners.near]
        class = "sklearn.neighbors.KNeighborsClassifier"
        n_neighbors = 3
        metric_params = { w = [1, 2.5] }
        [learners.search]
        class = "sklearn.model_selection.GridSearchCV"
        param_grid.min_leaf = [2, 5]
        cv = { class = "sklearn.model_selection.KFold", n_splits = 3 }
        [learners.search.estimator]
        class = "c45"
    """)
    bag, pipe, near, search = study.learners.values()
    assert type(bag) is BaggingClassifier
    assert (type(bag.estimator), bag.estimator.min_leaf) == (C45, 3)
    assert type(pipe) is Pipeline
    assert [type(step) for step in pipe.steps] == [tuple, tuple]
    assert (type(pipe["scale"]), pipe["scale"].with_mean) == (StandardScaler, False)
    assert (near.n_neighbors, near.metric_params) == (3, {"w": [1, 2.5]})
    assert (search.param_grid, search.cv.n_splits) == ({"min_leaf": [2, 5]}, 3)
    run = foldwise.evaluate(study.learners["pipe"], foldwise.data.load("iris"), scheme="3", seed=1)
    assert 0.9 < np.mean(run.scores()) < 1


@pytest.mark.parametrize("name", ["two\\nlines", "\\u0007", "../x", "\\U0001F4A9", "<b>", "=1+1", "a" * 10_000])
def test_names_may_be_anything_but_empty(read, name):
    study = read(f"""\
        name = "{name}"
        [datasets]
        "{name}" = "iris"
        [learners]
        "{name}" = "nb"
    """)
    decoded = name.encode().decode("unicode_escape")
    assert [study.name, *study.datasets, *study.learners] == [decoded] * 3
    assert study.datasets[decoded].load()[0].name == decoded


@pytest.mark.parametrize("name", ["../x", "/etc/passwd", "..", "a/b", "C:\\\\x", "\\u0000", "ä" * 500, "-", "~"])
def test_the_default_store_stays_in_the_folder(read, folder, name):
    store = read(f'name = "{name}"{REST}').store
    assert store.parent == folder
    assert store.name.endswith(".db")
    store.touch()
    assert store.resolve().parent == folder.resolve()


def test_names_that_differ_have_stores_that_differ(read):
    names = ["a_b", "a/b", "a:b", "a b", "x" * 300, "x" * 301, ".a_b"]
    assert len({read(f'name = "{name}"{REST}').store for name in names}) == len(names)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("\n\nalhpa = 0.05", 3, "unknown key 'alhpa'. Did you mean alpha? There are: name, scheme, test"),
        ("name = 1", 1, "name must be a text that is not empty, got 1."),
        ('name = " "', 1, "name must be a text that is not empty"),
        ("scheme = '10x1'", 1, "n_folds must be at least 2, got 1"),
        ("scheme = 'ten'", 1, "scheme must be one of '10x10'"),
        ("scheme = [1]", 1, 'scheme must be a text such as "10x10", got an array.'),
        ("scheme = true", 1, "scheme must be a text such as"),
        ("tests = 'mcnemar'", 1, "tests must be an array of texts such as"),
        ("test = ['mcnemar']", 1, "test must be a text in quotes, got an array."),
        ("tests = [\n'mcnemar',\n\n'mcnema',\n]", 4, "Unknown test 'mcnema'. Did you mean mcnemar"),
        ("tests = [\n'mcnemar',\n'mcnemar']", 3, "test 'mcnemar' is given twice"),
        ("tests = [\n'mcnemar',\n'all']", 3, "test 'all' stands for every test that fits"),
        ("tests = [\n'mcnemar',\n1]", 3, "tests must be an array of texts, got 1 in it."),
        ("\ntest = 'mcnemar'\ntests = ['binomial']", 2, "test and tests are the same: keep one of them."),
        ("metric = 'acuracy'", 1, "Unknown metric 'acuracy'. Did you mean 'accuracy'"),
        ("metrics = [\n'accuracy',\n'accuracy']", 3, "metric 'accuracy' is given twice"),
        ("metrics = {}", 1, "metrics must be an array of texts such as"),
        ("alpha = 1", 1, "alpha must be strictly between 0 and 1, got 1."),
        ("alpha = nan", 1, "alpha must be strictly between 0 and 1, got nan."),
        ("alpha = '0.05'", 1, "alpha must be a number between 0 and 1, got '0.05' of type str."),
        ("rope = -0.1", 1, "rope must be a non-negative number"),
        ("rope = false", 1, "rope must be a non-negative number"),
        ("alpha = 0.6\nrope = 0.1", 2, "With a rope, alpha must be below 0.5, got 0.6"),
        ("alternative = 'more'", 1, "alternative must be one of 'two-sided'"),
        ("adjust = ['holm']", 1, "adjust must be one of 'holm'"),
        ("missing = 'zero'", 1, "missing must be one of 'pairs'"),
        ("scheme = 'settled:odd'", 1, "scheme must be 'settled', 'settled:strict' or 'settled:guard'"),
        ("scheme = 'settled'\nmax_fits = 0", 2, "max_fits must be at least 1, got 0"),
        ("scheme = '10x10'\nmax_fits = 500", 2, 'max_fits is for scheme = "settled"; a fixed design has as many'),
        ("scheme = 'settled'\ntest = 'kfold_t'", 1, "A settled verdict has a test of its own"),
        ("seed = 1.5", 1, "seed must be a non-negative integer, got 1.5"),
        ("seed = -1", 1, "seed must be a non-negative integer, got -1"),
        ("store = ''", 1, "store must be a text that is not empty"),
        ("store = 'no/such.db'", 1, "there is no folder"),
        ("store = '.'", 1, "is a folder. Give the name of a file in it."),
        ("rope = 0x1" + "0" * 300, 1, "an integer has more than 300 digits. Give a smaller one."),
        ("seed = 1979-05-27\nalpha = 7", 1, "seed must be a non-negative integer"),
    ],
)
def test_options_that_will_not_do(refused, text, line, words):
    found, message = refused(text + REST)
    assert words in message
    assert found == line


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("datasets = 'iris'", 1, "datasets must be a table or an array such as"),
        ("datasets = []", 1, "there are no datasets. Name at least one."),
        ("\n[datasets]", 2, "there are no datasets. Name at least one."),
        ("datasets = [\n'iris',\n'irs']", 3, "'irs' is neither a known data set nor a file"),
        ("datasets = [\n'iris',\n'irs']", 3, "Did you mean 'iris'"),
        ("datasets = [\n'iris',\n\n'iris']", 4, "dataset name 'iris' is given twice"),
        ("datasets = [\n'iris',\n{ source = 'iris' }]", 3, "datasets must be an array of texts, got a table in it."),
        ("[datasets]\na = 'iris'\nb = 'iris'", 3, "dataset 'b' is the same as 'a'. Name each dataset once."),
        ("[datasets]\na = 'uci:vot'", 2, "There is no UCI set 'vot'. Did you mean 'uci:vote'"),
        ("[datasets]\na = 'openml:x'", 2, "openml: must be followed by the number"),
        ("[datasets]\na = 'iris'\nb = 'no.csv'", 3, "no.csv' does not exist. Check the path."),
        ("[datasets]\na = 'visits.doc'", 2, "nor a file that ends in .arff, .csv or .parquet"),
        ("[datasets]\na = 1", 2, "dataset 'a' must be a text or a table with source, got 1."),
        ("[datasets]\na = ''", 2, "source of dataset 'a' must be a text that is not empty"),
        ("[datasets]\n'' = 'iris'", 2, "the name of a dataset must be a text that is not empty, got ''."),
        ("[datasets]\na = 'iris'\nseed = 1", 3, "If seed is an option of the study, write it above the first [table]."),
        ("[datasets]\na = { target = 'x' }", 2, "dataset 'a' has no source"),
        ("[datasets.a]\nsource = 'iris'\n# why\ntarget = 3", 4, "target of dataset 'a' must be a text that is not"),
        (
            "[datasets.a]\nsource = 'iris'\ntraget = 'x'",
            3,
            "unknown key 'traget'. Did you mean target? There are: source",
        ),
        ("[datasets.a]\ntarget = 'x'\nsource = 'irs'", 3, "'irs' is neither a known data set"),
        ("[datasets.'a\nb']\nsource = 'irs'", 1, "this is not TOML at column"),
        ('[datasets]\n"a\\nb" = true', 2, "dataset 'a\\nb' must be a text or a table"),
    ],
)
def test_datasets_that_will_not_do(refused, text, line, words):
    learners = "learners = ['nb']\n"
    found, message = refused(learners + text)
    assert words in message
    assert found == line + 1


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("learners = 'nb'", 1, "learners must be a table or an array such as"),
        ("learners = []", 1, "there are no learners. Name at least one."),
        ("\n\n[learners]", 3, "there are no learners. Name at least one."),
        ("learners = [\n'nb',\n'C45']", 3, "learner 'C45' is neither a dotted path such as sklearn.svm.SVC nor one of"),
        (
            "learners = ['a=nb', 'a=c45']",
            1,
            "learner name 'a' is given twice. Give each learner NAME=... another name.",
        ),
        ("learners = [\n'nb',\n{ class = 'c45' }]", 3, "learners must be an array of texts, got a table in it."),
        ("[learners]\na = 'nb'\nb = 'c45(leaf=5)'", 3, "C45 has no argument 'leaf'. Did you mean min_leaf?"),
        ("[learners]\na = 'c45(min_leaf=-5)'", 2, "cannot be made: min_leaf must be"),
        ("[learners]\na = 'eval(1)()'", 2, "learner 'eval(1)()' must be a dotted path"),
        ("[learners]\na = 'b=nb'", 2, "learner 'b=nb' has a name before '=', and is called 'a' already."),
        ("[learners]\na = 5", 2, "learner 'a' must be a text or a table with class, got 5."),
        ("[learners]\n' ' = 'nb'", 2, "the name of a learner must be a text that is not empty, got ' '."),
        ("[learners]\na = 'nb'\nrope = 0.5", 3, "If rope is an option of the study, write it above the first [table]."),
        ("[learners]\na = 'nb'\nstore = 'x.db'", 3, "If store is an option of the study, write it above"),
        ("[learners]\na = { depth = 1 }", 2, "learner 'a': class must be the dotted path of a class"),
        ("[learners]\na = { class = 1 }", 2, 'such as "sklearn.svm.SVC", got 1.'),
        ("[learners]\na = { class = 'c45(min_leaf=5)' }", 2, "class must be a dotted path such as sklearn.svm.SVC and"),
        ("[learners]\na = { class = 'os.system' }", 2, "os is a part of Python"),
        ("[learners]\na = { class = 'joblib.os.system' }", 2, "is a builtin_function_or_method, not a class with fit"),
        (
            "[learners]\na = { class = 'joblib.externals.loky.backend.context.subprocess.Popen' }",
            2,
            "has no method fit and no method predict",
        ),
        (
            "[learners.a]\nclass = 'sklearn.ensemble.BaggingClassifier'\n"
            "estimator.class = 'joblib.externals.loky.backend.context.subprocess.Popen'\n"
            "estimator.args = 'true'",
            3,
            "has none of the methods fit, get_params and split",
        ),
        (
            "[learners.a]\nclass = 'sklearn.svm.SVC'\nkernel = 'rbf'\nc = 1",
            4,
            "SVC has no argument 'c'. Did you mean C?",
        ),
        ("[learners.a]\nkernel = 'rbf'\nC = -1.0\nclass = 'sklearn.svm.SVC'", 3, "The 'C' parameter of SVC must be"),
        ("[learners.a]\nclass = 'c45'\npruned = true\nmin_leaf = 0", 4, "min_leaf must be"),
        ("[learners.a]\nC = 1\nclass = 'sklearn.svm.SVX'", 3, "sklearn.svm has no class 'SVX'"),
        (
            "[learners.a]\nclass = 'sklearn.ensemble.BaggingClassifier'\n[learners.a.estimator]\nclass = 'c45'\nx = 1",
            5,
            "learner 'a': C45 has no argument 'x'",
        ),
        (
            "[learners.a]\nclass = 'sklearn.pipeline.Pipeline'\nsteps = [\n['s', { class = 'nb' }],\n"
            "['t', { class = 'nbb' }]]",
            5,
            "learner 'nbb' is neither a dotted path",
        ),
        ("test = 'mcnemar'\n[learners]\na = 'nb'", 1, "A test compares two learners, but there is only 'a'."),
    ],
)
def test_learners_that_will_not_do(refused, text, line, words):
    found, message = refused("datasets = ['iris']\n" + text)
    assert words in message
    assert found == line + 1


def test_the_first_error_of_the_file_is_reported(refused):
    text = "[learners]\na = 'nbb'\n[datasets]\nb = 'irs'\n"
    assert refused("\nseed = -1\nalpha = 2\n" + text)[0] == 2
    assert refused("\n\n\n" + text)[0] == 5


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("name = first", 1, "this is not TOML at column 8. Invalid value: texts stand in quotes."),
        ("seed = 1\n\nseed = 2", 3, "Cannot overwrite a value: the key seed is given twice."),
        ("tests = [\n'a']\ntests = [\n'b',\n'c']", 5, "the key tests is given twice."),
        ("[datasets]\na = 'iris'\na = 'wine'", 3, "the key a is given twice."),
        ("[datasets]\n[learners]\n[datasets]", 3, "a key or a table is given twice."),
        ("[datasets\na = 1", 1, "this is not TOML at column 10."),
        ("learners = ['nb',\n'c45'\n\n", 2, "this is not TOML. Unclosed array."),
        ('name = """\n\n', 1, "this is not TOML."),
        ("seed = 1\r\nname = '\x01'", 2, "this is not TOML"),
        ("name = 'a'\nseed = " + "9" * 5000 + "\n# comment", 2, "Exceeds the limit (4300 digits)"),
    ],
)
def test_what_is_not_toml(refused, text, line, words):
    found, message = refused(text)
    assert words in message
    assert found == line


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("x = " + "[" * 33 + "]" * 33, 1, "arrays or tables are nested more than 32 deep. Write it flatter."),
        ("\nx = " + "[" * 200_000, 2, "arrays or tables are nested more than 32 deep."),
        ("x = " + "{a = " * 33 + "1" + "}" * 33, 1, "arrays or tables are nested more than 32 deep."),
        ("a" + ".a" * 100_000 + " = 1", 1, "a key has more than 32 parts between dots. Write it flatter."),
        ("'a'" + " . 'a'" * 32 + " = 1", 1, "a key has more than 32 parts between dots."),
        ("seed = 1\n[a" + ".a" * 100_000 + "]", 2, "a key has more than 32 parts between dots."),
        ("x = {a" + ".a" * 100_000 + " = 1}", 1, "a key has more than 32 parts between dots."),
        ("seed = 1\nalpha = 0x" + "f" * 251, 2, "an integer has more than 300 digits. Give a smaller one."),
        ("alpha = [\n1,\n0x" + "f" * 100_000 + "]", 3, "an integer has more than 300 digits."),
    ],
)
def test_bombs_are_refused_before_they_burst(refused, text, line, words):
    found, message = refused(text + REST)
    assert words in message
    assert found == line


def test_depth_counts_no_dots_and_brackets_in_texts_comments_and_numbers(refused):
    text = "x = [" + "0.5, " * 99 + '"[[{{....' + "[." * 99 + '"] # ' + "[a." * 99
    assert refused(text + REST) == (1, refused("x = 1" + REST)[1])


@pytest.mark.parametrize("mark", ['"', "'", '"\\"', '"""', "'''", '\\"', '"""\\"', "#", "a.b=", "a,", '"\\'])
def test_a_file_takes_time_in_proportion_to_its_length(refused, mark):
    begun = time.perf_counter()
    refused("x = " + mark * (400_000 // len(mark)) + REST)
    assert time.perf_counter() - begun < 10


def test_missing_tables_are_missed_at_the_end(refused):
    assert refused("seed = 1\n[learners]\na = 'nb'\n\n") == (
        3,
        "the file ends without datasets. Add a table [datasets].",
    )
    assert refused("seed = 1\n[datasets]\na = 'iris'") == (3, "the file ends without learners. Add a table [learners].")


@pytest.mark.parametrize("content", [b"", b" \n\n", b"\xef\xbb\xbf"])
def test_an_empty_file(refused, content):
    assert refused(content) == (1, "the file is empty. A study file names datasets and learners.")


def test_other_encodings(refused):
    line, message = refused('seed = 1\nname = "größe"'.encode("latin-1"))
    assert (line, message) == (2, "this is not UTF-8. Save the file as UTF-8 text.")
    assert refused('seed = 1\nname = "x"'.encode("utf-16"))[0] == 1


def test_windows_files(read, example, refused):
    content = b"\xef\xbb\xbf" + example.replace("\n", "\r\n").encode()
    assert list(read(content).learners) == ["bayes", "tree", "forest"]
    assert refused(content.replace(b"c45(min", b"c54(min"))[0] == 17


def test_what_is_no_file(folder):
    for path, words in [(folder, "is a folder"), (folder / "none.toml", "does not exist"), ("a\0b", "does not exist")]:
        with pytest.raises(StudyFileError, match=words) as caught:
            Study.read(path)
        assert "\n" not in str(caught.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_not_waited_for(folder):
    os.mkfifo(folder / "pipe.toml")
    with pytest.raises(StudyFileError, match="is not a file"):
        Study.read(folder / "pipe.toml")


def test_a_file_of_more_than_a_megabyte(read):
    with pytest.raises(StudyFileError, match="is larger than 1 MB"):
        read("# comment\n" * 100_001)


def test_an_error_of_the_data_names_the_line(read):
    study = read("""\
        learners = ["nb"]
        [datasets]
        iris = "iris"
        a = { source = "visits.csv", target = "nothing" }
        b = { source = "visits.csv", groups = "nobody" }
        c = { source = "visits.csv", target = "x", groups = "x" }
    """)
    for name, line, words in [
        ("a", 4, "has no column 'nothing'"),
        ("b", 5, "visits has no column 'nobody' for groups. It has: 'patient', 'x'."),
        ("c", 6, "groups and target both name the column 'x'. They must differ."),
    ]:
        with pytest.raises(StudyFileError, match=f"^study.toml, line {line}: ") as caught:
            study.datasets[name].load()
        assert words in str(caught.value)
