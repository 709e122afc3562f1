"""Names that a terminal would obey reach no console, page or figure, whatever they are names of."""

import json
import re
import unicodedata
import warnings

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.text import Text
from sklearn.dummy import DummyClassifier

import foldwise as fw
from foldwise.cli import main
from foldwise.data import Dataset
from foldwise.learners import C45, NaiveBayes

# Set the title, ring, clear, go back, turn the direction, begin a new line, and half a pair.
ORDERS = "\x1b]0;t\x07\x9b2J\r\b\0\x7f\u202e\u2066\u2028\x85\n\ud800"
# pandas has no half pairs.
IN_TABLES = ORDERS[:-1]
# What a file of text, a study file and a file name can hold.
IN_FILES = "\x1b]0;t\x07\x9b2J\b\x7f\u202e\u2066"
IN_TOML = r"\u001b]0;t\u0007\u009b2J\b\u0000\u007f\u202e\u2066"


def obeyed(text):
    """Characters of `text` that do more than stand there, and line feeds that a name has brought along."""
    turning = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    found = {
        char
        for char in text.replace("\n", "")
        if unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"} or unicodedata.bidirectional(char) in turning
    }
    return found | set(re.findall(r"]0;t[ ]*\n", text))


class Failing(DummyClassifier):
    def fit(self, X, y, sample_weight=None):
        warnings.warn(f"tired{ORDERS}", UserWarning, stacklevel=1)
        raise ValueError(f"broken{ORDERS}")


def score(y, predicted):
    return float(np.mean(y == predicted))


score.__name__ = f"score{ORDERS}"


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(0)
    size = rng.normal(size=60)
    colour = pd.Categorical(rng.choice([f"red{IN_TABLES}", f"blue{IN_TABLES}"], 60))
    y = np.where(size + rng.normal(scale=0.5, size=60) > 0, f"yes{IN_TABLES}", f"no{IN_TABLES}")
    X = pd.DataFrame({f"size{IN_TABLES}": size, f"colour{IN_TABLES}": colour})
    return Dataset(X, y, f"data{ORDERS}", target=f"t{IN_TABLES}")


@pytest.fixture(scope="module")
def results(data):
    learners = {f"tree{IN_TABLES}": C45(), f"bayes{IN_TABLES}": NaiveBayes()}
    run = fw.evaluate(learners, data, scheme="2x5", seed=1, metric=score)
    failed = fw.evaluate({**learners, f"none{IN_TABLES}": Failing()}, data, scheme="2x5", seed=1)
    return {
        "run": run,
        "failed run": failed,
        "verdict": fw.judge(run),
        "panel": fw.judge(run, test="all"),
        "replicability": fw.replicate(learners, data, n=3, procedure=fw.Procedure("10"), seed=1),
    }


KINDS = ("run", "failed run", "verdict", "panel", "replicability")


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_result_says(results, kind):
    result = results[kind]
    shown = [repr(result), str(result), getattr(result, "_repr_html_", str)()]
    assert not set().union(*map(obeyed, shown))


@pytest.mark.parametrize("ending", ["html", "md", "tex", "json"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_report(results, kind, ending, tmp_path):
    page = fw.report(results[kind], tmp_path / f"page.{ending}").read_text(encoding="utf-8")
    assert "tree" in page
    assert not obeyed(page)
    if ending == "json":
        # Escaped, not lost.
        assert any(f"tree{IN_TABLES}" in text for text in _texts(json.loads(page)))


@pytest.mark.parametrize("kind", ["run", "verdict", "replicability"])
def test_a_figure(results, kind):
    fw.plot(results[kind])
    texts = [text.get_text() for number in plt.get_fignums() for text in plt.figure(number).findobj(Text)]
    plt.close("all")
    assert any("tree" in text for text in texts)
    assert not obeyed("".join(text.replace("\n", " ") for text in texts))


def test_half_a_pair_in_a_name_is_replaced_or_refused():
    """Such names come from file names and words that are not UTF-8; pandas, SQLite and files cannot hold them."""
    run = fw.evaluate({"nb": NaiveBayes()}, Dataset([[0.0], [1.0]] * 6, [0, 1] * 6, "caf\udce9"), scheme="2", seed=1)
    assert run.frame()["dataset"].unique().tolist() == ["caf?"]
    with pytest.raises(ValueError, match=r"text that UTF-8 can hold, got 'caf\\udce9'\. Rename it\."):
        fw.evaluate({"caf\udce9": NaiveBayes()}, [[0.0], [1.0]] * 6, [0, 1] * 6)


def test_a_dataset_and_the_errors_about_it(data, results, tmp_path):
    assert not obeyed(repr(data))
    with pytest.raises(fw.IncompleteRunError) as caught:
        fw.judge(results["failed run"])
    assert "broken" in str(caught.value)
    assert not obeyed(str(caught.value))
    path = tmp_path / f"a{IN_FILES}.csv"
    path.write_text("a,b\n1\n")
    with pytest.raises(fw.DataFormatError) as caught:
        fw.data.read_csv(path)
    assert not obeyed(str(caught.value))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    rows = "".join(f"{i % 7},'red{IN_FILES}','{'no' if i % 7 < 3 else 'yes'}{IN_FILES}'\n" for i in range(40))
    labels = f"{{'no{IN_FILES}','yes{IN_FILES}'}}"
    header = f"@relation r\n@attribute 'n{IN_FILES}' numeric\n@attribute c string\n@attribute 't{IN_FILES}' {labels}\n"
    (tmp_path / f"a{IN_FILES}.arff").write_text(f"{header}@data\n{rows}", encoding="utf-8")
    scores = "".join(f"m{IN_FILES}{i % 2},{i // 2},{0.5 + i % 3 / 10}\n" for i in range(20))
    (tmp_path / "scores.csv").write_text(f"learner,fold,accuracy\n{scores}", encoding="utf-8")
    (tmp_path / "study.toml").write_text(
        f'name = "s{IN_TOML}"\nscheme = "2x2"\nseed = 1\n[datasets]\n'
        f'"d{IN_TOML}" = "a{IN_TOML.replace("u0000", "u0001")}.arff"\n'.replace(r"\u0001", "")
        + f'[learners]\n"a{IN_TOML}" = "nb"\n"b{IN_TOML}" = "sklearn.svm.SVC(C=-1.0)"\n',
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        ["data", "show", f"a{IN_FILES}.arff"],
        ["data", "show", f"b{IN_FILES}.arff"],
        ["data", "show", "iris", "--target", IN_FILES],
        ["compare", f"a{IN_FILES}.arff", "-l", f"x{IN_FILES}=nb", "-l", f"y{IN_FILES}=c45", "--scheme", "2x2"],
        ["compare", "iris", "-l", IN_FILES, "-l", "nb"],
        ["evaluate", f"a{IN_FILES}.arff", "-l", f"x{IN_FILES}=nb", "--scheme", "2x2"],
        ["judge", "scores.csv", "--scheme", "10"],
        ["study", "run", "study.toml"],
        ["study", "run", "study.toml", "--verbose"],
        ["study", "status", "study.toml"],
        ["study", "report", "study.toml", f"r{IN_FILES}.html"],
        [IN_FILES],
        ["compare", f"--{IN_FILES}"],
        ["lab", IN_FILES],
    ],
)
def test_a_command(folder, words, capsys):
    main(["study", "run", "study.toml", "--quiet"]) if words[1:2] in (["status"], ["report"]) else None
    main(words)
    out, err = capsys.readouterr()
    assert out + err
    assert not obeyed(out.replace("\n", " ") + err.replace("\n", " "))


def _texts(document):
    if isinstance(document, dict):
        return [text for item in document.items() for part in item for text in _texts(part)]
    return [text for item in document for text in _texts(item)] if isinstance(document, list) else [str(document)]
