"""`foldwise judge`: results from elsewhere on the command line."""

import json
from pathlib import Path

import numpy as np
import pytest

FILES = Path(__file__).parents[1] / "results" / "files"


@pytest.fixture
def scores(tmp_path):
    """Two learners, 2 x 5 folds: differences 0.02, 0.04, 0, 0.03, 0.01 and 0.03, 0.01, 0.02, 0.05, 0."""

    def write(name="scores.csv", header="model,run,fold,acc", change=lambda rows: rows):
        differences = np.array([[0.02, 0.04, 0.00, 0.03, 0.01], [0.03, 0.01, 0.02, 0.05, 0.00]])
        rows = [
            f"{learner},{run},{fold},{0.8 + share * differences[run, fold]:.2f}"
            for learner, share in (("forest", 1), ("logit", 0))
            for run in range(2)
            for fold in range(5)
        ]
        path = tmp_path / name
        path.write_text("\n".join([header, *change(rows), ""]), encoding="utf-8")
        return path

    return write


def test_a_verdict_and_what_was_read(run, scores):
    """t = 2.134 and p = .062, as in the docstring of corrected_repeated_kfold_t."""
    done = run("judge", scores())
    assert done.code == 0
    assert done.out.startswith("forest and logit cannot be told apart on scores: ")
    assert "p = 0.062" in done.out
    assert done.err.splitlines() == [
        "Read 20 rows as scores: learner from 'model', repeat from 'run', fold from 'fold', score from 'acc' "
        "(accuracy); 2 times 5-fold cross-validation; learners in the order forest, logit."
    ]


def test_the_order_of_the_learners_is_that_of_the_options(run, scores):
    """One-sided p of t = 2.134 with 9 degrees of freedom: .031 that the forest is better, .969 that logit is."""
    for learners, pvalue in ((("forest", "logit"), 0.0308), (("logit", "forest"), 0.9692)):
        options = [word for name in learners for word in ("--learner", name)]
        done = run("judge", scores(), *options, "--alternative", "greater", "--json")
        (row,) = json.loads(done.out)["comparisons"]
        assert (row["a"], row["b"]) == learners
        assert row["pvalue"] == pytest.approx(pvalue, abs=5e-5)
        assert f"learners in the order {', '.join(learners)}." in done.err


def test_a_missing_cell(run, scores):
    """The last score of the second learner is not there."""
    path = scores(change=lambda rows: [*rows[:-1], "logit,1,4,"])
    refused = run("judge", path)
    assert refused.code == 2
    assert "judge what is left (allow_partial=True, --allow-partial)." in refused.err.splitlines()[-1]
    done = run("judge", path, "--allow-partial")
    assert done.code == 0
    assert "was left out [partial_design]" in done.out
    assert done.err.endswith("; left out: no result of learner logit, repeat 1, fold 4.\n")


def test_json_and_quiet(run, scores):
    done = run("judge", scores(), "--json", "--quiet")
    assert done.code == 0
    assert done.err == ""
    (row,) = json.loads(done.out)["comparisons"]
    assert row["pvalue"] == pytest.approx(0.0616, abs=5e-5)
    assert row["estimate"] == pytest.approx(0.021)


def test_every_test_side_by_side(run, scores):
    done = run("judge", scores(), "--test", "all")
    assert done.code == 0
    assert "corrected_repeated_kfold_t" in done.out


def test_options_reach_the_verdict(run, scores):
    done = run("judge", scores(), "--alpha", "0.1", "--alternative", "greater", "--adjust", "bonferroni", "--json")
    document = json.loads(done.out)
    assert document["alpha"] == 0.1
    assert document["comparisons"][0]["pvalue"] == pytest.approx(0.0308, abs=5e-5)
    assert document["comparisons"][0]["decision"] == "a"


def test_columns_of_ones_own(run, scores):
    done = run(
        "judge", scores(header="a,b,c,d"), *words("learner=a", "repeat=b", "fold=c", "score=d"), "--metric", "f1"
    )
    assert done.code == 0
    assert ": F1 " in done.out


def words(*pairs):
    return [word for pair in pairs for word in ("--column", pair)]


def test_one_column_per_learner(run, tmp_path):
    path = tmp_path / "wide.csv"
    path.write_text("fold,nb,svm\n1,0.9,0.8\n2,0.85,0.8\n3,0.95,0.8\n", encoding="utf-8")
    done = run("judge", path, *words("learner=nb", "learner=svm"), "--metric", "accuracy")
    assert done.code == 0
    assert "nb" in done.out


def test_a_file_of_weka(run):
    """Weka's own p of this pair is 0.0155."""
    done = run(
        "judge", FILES / "weka_cv.arff", "--metric", "Area_under_ROC", "--json",
        "--learner", "NaiveBayes", "--learner", "J48 -C 0.25 -M 2",
    )  # fmt: skip
    rows = json.loads(done.out)["comparisons"]
    assert [row["dataset"] for row in rows] == ["iris", "hepatitis"]
    assert rows[1]["pvalue"] == pytest.approx(0.015549989706551358, rel=1e-9)


def test_a_file_of_scikit_learn(run):
    done = run("judge", FILES / "cv_results.csv", "--metric", "accuracy", "--scheme", "2x5")
    assert done.code == 0
    assert "C=10, kernel=rbf" in done.out


def test_a_report_and_a_figure(run, scores, tmp_path):
    done = run("judge", scores(), "--report", tmp_path / "out.html", "--plot", tmp_path / "out.svg")
    assert done.code == 0
    assert "forest" in (tmp_path / "out.html").read_text(encoding="utf-8")
    assert (tmp_path / "out.svg").stat().st_size > 1000


@pytest.mark.parametrize("ending", [".html", ".md", ".tex", ".json"])
def test_reports_of_results_without_sizes(run, scores, tmp_path, ending):
    assert run("judge", scores(), "--report", tmp_path / f"out{ending}").code == 0


# Bad input: one line, exit 2.


@pytest.mark.parametrize(
    ("content", "match"),
    [
        (b"", "is empty"),
        (b"\x7fELF\x00\x01", "not a text file"),
        ("learner,fold,acc\nnb,1,0.5\n".encode("utf-16"), "not a text file"),
        (b"learner,fold,acc\n", "has a header and no rows"),
        (b"learner,fold,acc\nnb,1,0.5\n", "One score per learner on one dataset"),
        (b"learner,fold,acc\nnb,1,0.5\nsvm,1\n", "line 3: expected 3 values"),
        (b"learner,fold,acc\nnb,1,0.5\nnb,2,x\n", "'acc' must hold numbers, got 'x' in row 2"),
        (b"@relation r\n@data\n", "results.csv"),
        (b"learner,fold,acc\nnb,1,0.5\nnb,2,0.5\nsvm,1,0.5\n", "1 of 4 results are missing: learner svm, fold 2"),
        (b"learner,fold,acc\nnb,1,0.5\nnb,1,0.5\n", "there is twice or more: dataset results, learner nb"),
        (b"learner,fold,acc\nnb,1,0.5\nnb,2,\n", "the score of learner nb, fold 2 is nan"),
        (b"learner,fold,acc\nnb,1,50\nnb,2,60\n", "accuracy must lie between 0 and 1, got 50"),
        (b"name,place,thing\na,1,0.5\nb,2,0.5\n", "No column says which is the learner"),
    ],
)
def test_bad_files(run, tmp_path, content, match):
    path = tmp_path / "results.csv"
    path.write_bytes(content)
    done = run("judge", path, "--quiet")
    assert done.code == 2
    assert match in done.error


def test_a_refusal_says_what_was_read(run, scores):
    done = run("judge", scores(header="model,Lauf Nr,fold,acc"))
    assert done.code == 2
    assert done.out == ""
    assert done.err.splitlines() == [
        "Read 20 rows as scores: learner from 'model', fold from 'fold', score from 'acc' (accuracy); not read: "
        "'Lauf Nr'.",
        "error: Each result is there 2 times, with a difference in the column 'Lauf Nr', which was not read. If it is "
        "the repeat: columns={'repeat': 'Lauf Nr'}, --column \"repeat=Lauf Nr\".",
    ]
    assert run("judge", scores(header="model,Lauf Nr,fold,acc"), "--column", "repeat=Lauf Nr").code == 0


def test_predictions_with_a_column_for_each_learner(run, tmp_path):
    """nb is right in 8 of 8 cases, svm in 2: six discordant cases, p = 2 / 2**6."""
    rows = [f"{i},{'ab'[i % 2]},{'ab'[i % 2]},{'ab'[(i + (i > 1)) % 2]}" for i in range(8)]
    path = tmp_path / "wide.csv"
    path.write_text("\n".join(["id,actual,nb,svm", *rows, ""]), encoding="utf-8")
    assert "--column predicted=nb --column predicted=svm." in run("judge", path).error
    done = run("judge", path, *words("predicted=nb", "predicted=svm"), "--test", "binomial", "--json", "--quiet")
    (row,) = json.loads(done.out)["comparisons"]
    assert row["pvalue"] == pytest.approx(2 / 2**6)


def test_percent_by_the_metric(run, tmp_path):
    path = tmp_path / "percent.csv"
    path.write_text("Algo,fold,acc\nnb,1,80\nnb,2,90\nsvm,1,70\nsvm,2,85\n", encoding="utf-8")
    done = run("judge", path, "--metric", "percent_correct", "--json", "--quiet")
    (row,) = json.loads(done.out)["comparisons"]
    assert row["estimate"] == pytest.approx(0.075)


def test_latin_1_is_read(run, tmp_path):
    path = tmp_path / "results.csv"
    path.write_bytes("learner,fold,acc\nBäume,1,0.5\nBäume,2,0.6\nnb,1,0.4\nnb,2,0.3\n".encode("latin-1"))
    done = run("judge", path)
    assert done.code == 0
    assert "Bäume" in done.out


def test_missing_files_and_folders(run, tmp_path):
    assert "does not exist" in run("judge", tmp_path / "nowhere.csv").error
    assert "is a folder" in run("judge", tmp_path).error
    assert run("judge").code == 2


@pytest.mark.parametrize(
    ("options", "match"),
    [
        (("--test", "no_such_test"), "no_such_test"),
        (("--metric", "error_rate"), "The metric is 'error_rate', but the column 'acc'"),
        (("--scheme", "10x10"), "scheme '10x10' (RepeatedKFold(10, 10)) means 10 times 10-fold"),
        (("--scheme", "often"), "scheme must be one of"),
        (("--column", "score"), "--column needs ROLE=NAME, such as score=f1, got 'score'"),
        (("--column", "score=acc", "--column", "score=fold"), "--column score was given twice"),
        (("--column", "score=f1"), "There is no column 'f1'"),
        (("--learner", "tree"), "There is no learner 'tree'"),
        (("--adjust", "some"), "adjust must be one of"),
        (("--alpha", "2"), "alpha"),
        (("--tries", "-1"), "tries must be at least 0"),
        (("--report", "out.docx"), "ending of 'out.docx' must be one of"),
    ],
)
def test_bad_options(run, scores, options, match):
    done = run("judge", scores(), "--quiet", *options)
    assert done.code == 2
    assert match in done.error


def test_sizes_are_asked_for_when_a_correction_needs_them(run, tmp_path):
    path = tmp_path / "results.csv"
    rows = [
        f"{learner},{run},{0.5 + run * gain:.2f}" for learner, gain in (("nb", 0.01), ("svm", 0.02)) for run in range(5)
    ]
    path.write_text("\n".join(["learner,run,acc", *rows, ""]), encoding="utf-8")
    done = run("judge", path, "--quiet")
    assert done.code == 2
    assert "n_train" in done.error
    assert "resampled:" in done.error
    assert run("judge", path, "--quiet", "--scheme", "resampled:5:0.2").code == 0


def test_help_shows_examples(run):
    done = run("judge", "--help")
    assert done.code == 0
    assert "  foldwise judge scores.csv --test all\n" in done.out
