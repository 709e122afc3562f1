"""Tables for a paper: what stands in them, by hand, and that TeX sets them."""

import re
import shutil
import subprocess
from dataclasses import replace

import pytest

from foldwise.lab import sources, type_one_error
from foldwise.reports import report
from foldwise.verdicts import judge

PREAMBLE = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{booktabs}
\begin{document}
\input{table}
\end{document}
"""


def written(obj, tmp_path):
    return report(obj, tmp_path / "table.tex").read_text(encoding="utf-8")


def rows_of(text, number=-1):
    """Cells of the rows between the rules of the last table, or of another."""
    body = text.split("\\toprule\n")[number].split("\\midrule\n")[1].split("\\bottomrule")[0]
    return [row.removesuffix(r" \\").split(" & ") for row in body.splitlines()]


def decided(verdict, *decisions):
    """The verdict with these decisions, and scores that make the first learner of each dataset the best."""
    rows = [
        replace(row, decision=what, score_a=0.9, score_b=0.8, estimate=0.1, low=0.0125, high=0.1875)
        for row, what in zip(verdict.comparisons, decisions, strict=True)
    ]
    return replace(verdict, comparisons=tuple(rows))


def test_one_dataset_has_a_row_for_each_learner(make, tmp_path):
    """The best first and in bold; the others say how far behind they are."""
    verdict = decided(make(["a_1", "b"]), "a")
    verdict = replace(verdict, comparisons=(replace(verdict.comparisons[0], pvalue=0.01, adjusted_pvalue=0.01),))
    text = written(verdict, tmp_path)
    assert rows_of(text) == [
        [r"\textbf{a\_1}", r"\textbf{0.900}", "", "", ""],
        ["b", "0.800", "0.100", "0.013 to 0.188", "0.010"],
    ]
    assert r"learner & accuracy & behind the best & 95\% interval & \(p\) \\" in text
    assert "\\label{tab:a-1-vs-b-on-noise}\n" in text
    assert "dagger" not in text
    turned = replace(verdict.comparisons[0], a="b", b="a_1", score_a=0.8, score_b=0.9, estimate=-0.1, low=-0.1875)
    turned = replace(verdict, comparisons=(replace(turned, high=-0.0125, decision="b"),))
    assert rows_of(written(turned, tmp_path)) == rows_of(text)


def test_two_learners_on_several_datasets_have_a_row_for_each(make, tmp_path):
    text = written(decided(make(["a", "b"], datasets=["one", "two"]), "a", "none"), tmp_path)
    first, second = rows_of(text)
    assert first[:5] == ["one", r"\textbf{0.900}", "0.800", "0.100", "0.013 to 0.188"]
    assert second[:3] == ["two", r"\textbf{0.900}", r"0.800\rlap{\(^\dagger\)}"]
    assert r"{\footnotesize Bold: the best mean. \(^\dagger\) cannot be told apart from the best.}" in text
    assert r"adjusted \(p\) \\" in text
    assert "p-values adjusted for 2 comparisons by Holm's method." in text


def test_several_learners_on_several_datasets_are_a_matrix(make, tmp_path):
    """Scores of a, b, c on each dataset: only comparisons with the best are marked."""
    verdict = make(["a", "b", "c"], datasets=["one", "two"], rope=0.01)
    scores = {"one": (0.9, 0.8, 0.7), "two": (0.6, 0.8, 0.8)}
    decisions = iter(["none", "a", "a", "b", "equivalent", "none"])
    rows = []
    for row in verdict.comparisons:
        a, b = (scores[row.dataset]["abc".index(name)] for name in (row.a, row.b))
        row = replace(row, score_a=a, score_b=b, estimate=a - b, low=a - b - 0.1, high=a - b + 0.1)
        rows.append(replace(row, decision=next(decisions)))
    text = written(replace(verdict, comparisons=tuple(rows)), tmp_path)
    assert r"dataset & a & b & c \\" in text
    assert rows_of(text) == [
        ["one", r"\textbf{0.900}", r"0.800\rlap{\(^\dagger\)}", "0.700"],
        ["two", "0.600", r"\textbf{0.800}", r"\textbf{0.800}"],
    ]


def test_errors_are_errors_and_the_smallest_is_best(regression, tmp_path):
    (row,) = regression.comparisons
    best, other = rows_of(written(regression, tmp_path))
    assert best[:2] == [r"\textbf{line}", rf"\textbf{{{-row.score_a:.3f}}}"]
    assert other[:3] == ["stump", f"{-row.score_b:.3f}", f"{row.estimate:.3f}"]


def test_it_is_a_table_alone(pair, tmp_path):
    """Comments before it say what it shows and what made it."""
    comments, _, rest = written(pair, tmp_path).partition("\\begin{table}")
    lines = comments.splitlines()
    assert all(line.startswith("% ") for line in lines)
    assert lines[1] == f"% {pair.glance().headline}"
    assert lines[2].startswith("% Made with python ")
    assert rest.endswith("\\end{table}\n")
    assert rest.count("\\begin{table}") == 0


def test_labels_differ(make, tmp_path):
    text = written([make(["a", "b"]), make(["a", "b"])], tmp_path)
    assert re.findall(r"\\label\{(.*?)\}", text) == ["tab:a-vs-b-on-noise", "tab:a-vs-b-on-noise-2"]


@pytest.mark.pages
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex on PATH")
@pytest.mark.parametrize(
    "what",
    [
        "pair",
        "two",
        "matrix",
        "nine",
        "panel",
        "run",
        "estimates",
        "study",
        "lab",
        "exhibit",
        "hostile",
        "overall",
        "twenty",
    ],
)
def test_tex_sets_it(
    make, panel, estimates, moods, exhibits, hostile, five_on_thirty, twenty_on_hundred, tmp_path, what
):
    """No error, and in a plain article of one column no table is wider than the lines."""
    nine = [f"learner {n}" for n in range(9)]
    results = {
        "pair": lambda: make(["a_1", "b"]),
        "two": lambda: make(datasets=["one", "50%"]),
        "matrix": lambda: make(["a", "b", "c"], datasets=["one", "two"]),
        "nine": lambda: make(nine, datasets=["one", "two"], scheme="3"),
        "panel": lambda: panel,
        "run": lambda: make().runs[0],
        "estimates": lambda: estimates,
        "study": lambda: moods,
        "lab": lambda: type_one_error(["10/kfold_t", "5x2/five_by_two_f"], sources.TwoKinds(0.1), n_trials=20, seed=2),
        "exhibit": lambda: list(exhibits[:2]),
        "overall": lambda: five_on_thirty,
        "twenty": lambda: twenty_on_hundred,
        "hostile": lambda: judge([_renamed(run) for run in hostile.runs]),
    }
    written(results[what](), tmp_path)
    (tmp_path / "paper.tex").write_text(PREAMBLE, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120)
    log = (tmp_path / "paper.log").read_text(encoding="latin-1")
    assert done.returncode == 0, log[-2000:]
    assert (tmp_path / "paper.pdf").stat().st_size > 5000
    if what != "hostile":
        assert not re.findall(r"Overfull \\hbox.*", log)


def _renamed(run):
    """Without the one sign that pdfTeX has no font for."""
    learners = tuple(replace(each, name=each.name.replace("\U0001f98a", "")) for each in run.learners)
    return replace(run, learners=learners)
