"""``foldwise lab factorial``: the study that Python makes, a document, a figure, and what is refused."""

import json

import pytest

from foldwise.cli import main
from foldwise.lab import factorial, sources
from foldwise.learners import C45

FEW = ["lab", "factorial", "--vary", "min_leaf=2,20", "--vary", "label_noise=0,0.3", "--replicates", "3", "-q"]


def cell(min_leaf, label_noise):
    return sources.ExchangeableBlocks(C45(min_leaf=min_leaf), label_noise=label_noise)


def test_it_is_the_study_of_the_lab(capsys):
    assert main([*FEW, "--json", "--seed", "2"]) == 0
    document = json.loads(capsys.readouterr().out)
    study = factorial({"min_leaf": (2, 20), "label_noise": (0, 0.3)}, cell, n_replicates=3, seed=2)
    assert [row["F"] for row in document["effects"]] == pytest.approx(study.effects()["F"].tolist())
    assert [row["mean_score"] for row in document["cells"]] == pytest.approx(study.frame()["mean_score"].tolist())
    assert document["factors"] == {"min_leaf": [2, 20], "label_noise": [0, 0.3]}


def test_words_and_the_figure(capsys, tmp_path):
    assert main([*FEW, "--plot", str(tmp_path / "f.svg")]) == 0
    assert "2 x 2 cells, 3 independent replicates in each" in capsys.readouterr().out
    assert (tmp_path / "f.svg").stat().st_size > 1000
    assert main([*FEW, "--details"]) == 0
    assert "partial_omega_squared" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--vary", "leaves=2,3"], "leaves is no setting of c45 and none of the data"),
        (["--learner", "nb"], "nb has no setting min_leaf, which is varied by default. Say what to vary: --vary NAME="),
        (["--vary", "min_leaf"], "takes a name and levels, such as min_leaf=2,10,40"),
        (["--vary", "min_leaf=2"], "two levels or more"),
        (["--vary", "min_leaf=2,3", "--vary", "min_leaf=4,5"], "names a factor twice"),
    ],
)
def test_what_is_no_study_is_refused(options, message, capsys):
    assert main(["lab", "factorial", *options]) != 0
    assert message in capsys.readouterr().err
