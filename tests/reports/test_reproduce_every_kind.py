"""How to repeat this, for every kind of result: the code on its page runs and gives the same numbers."""

import json
import shlex

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise.cli import main
from foldwise.data import load
from foldwise.evaluation import evaluate
from foldwise.lab import certify, sources, type_one_error
from foldwise.planning import plan
from foldwise.replicability import partition_analysis, replicate
from foldwise.reports import report, summary
from foldwise.reports._kinds import KINDS
from foldwise.splits import KFold
from foldwise.studies import Study, run_study
from foldwise.verdicts import Procedure, Settled, compare, judge, label_randomization

pytestmark = pytest.mark.usefixtures("undrawn")

LEARNERS = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=2, random_state=0)}
BOTH = [load("iris"), load("wine")]
TOML = """name = "two"
scheme = "3"
seed = 1
store = "two.db"

[datasets]
iris = "iris"
wine = "wine"

[learners]
bayes = "nb"
tree = "c45(min_leaf=5)"
"""


def runs(scheme="3"):
    return evaluate(LEARNERS, BOTH, scheme=scheme, seed=1, progress=False)


# The class of a result, and how one is made.
RESULTS = {
    "a fixed design": ("Verdict", lambda: compare(LEARNERS, BOTH, scheme="3x4", seed=1, rope=0.01, progress=False)),
    "settled": ("Verdict", lambda: compare(LEARNERS, BOTH, seed=1, scheme=Settled(max_repeats=20), progress=False)),
    "settled, strictly": (
        "Verdict",
        lambda: compare(LEARNERS, BOTH[1], seed=1, scheme=Settled(strict=True, max_repeats=20), progress=False),
    ),
    "over datasets": (
        "Verdict",
        lambda: judge(
            evaluate(LEARNERS, [load(n) for n in ("iris", "wine", "wdbc")], scheme="3", seed=1), test="sign_test"
        ),
    ),
    "a plan": (
        "Plan",
        lambda: plan(of="examples", sd=np.float64(0.06), n_examples=300, scheme=KFold(5), difference=0.02),
    ),
    "a run": ("Run", lambda: runs()[0]),
    "all tests": ("Panel", lambda: judge(runs("2x3"), test="all")),
    "one learner": ("Estimates", lambda: judge(evaluate({"bayes": GaussianNB()}, BOTH[0], scheme="3", seed=1))),
    "permuted labels": (
        "LabelRandomization",
        lambda: label_randomization(GaussianNB(), BOTH[0], n_permutations=5, seed=1, progress=False),
    ),
    "executions": (
        "Replicability",
        lambda: replicate(LEARNERS, BOTH, procedure=Procedure("3"), n=3, seed=1, progress=False),
    ),
    "executions of a test by its name": (
        "Replicability",
        lambda: replicate(LEARNERS, BOTH, procedure=Procedure("3", "sign_flip"), n=2, seed=1, progress=False),
    ),
    "partitions": ("PartitionAnalysis", lambda: partition_analysis(runs("3x4"))),
    "the lab": ("LabResult", lambda: type_one_error(["10/kfold_t", "5x2"], sources.TwoKinds(0.1), n_trials=9, seed=2)),
    "a certificate": ("Certificate", lambda: certify(LEARNERS, BOTH[0], procedure="5x2", n_trials=19, seed=1)),
}


def numbers(result):
    """All of a document but how fast and where it was computed."""
    return {key: value for key, value in summary(result).items() if key not in ("timings", "environment")}


@pytest.mark.parametrize("name", RESULTS)
def test_the_code_of_a_page_gives_the_same_numbers(name, code_of):
    kind, make = RESULTS[name]
    result = make()
    # A methodology may be any function: it is the one thing that a page leaves to its reader.
    code = code_of(result).replace("methodology = ...", "methodology = given")
    names = {"given": GaussianNB()}
    exec(compile(code, "page", "exec"), names)
    wanted = next(cls for cls in type(result).__mro__ if cls.__name__ == kind)
    (made,) = [value for value in names.values() if isinstance(value, wanted)]
    assert numbers(made) == numbers(result)


def test_every_kind_is_tried():
    """Exhibits bring the call that made them, which the tests of the papers run; tables of scores are the reader's.

    What is audited is the reader's, too.
    """
    tried = {kind for kind, _ in RESULTS.values()} | {"StudyResults", "Exhibit", "Overall", "ItemVerdict", "Audit"}
    assert tried == {name for _, name in KINDS}


def test_the_commands_of_a_study_give_the_same_numbers(tmp_path, code_of, monkeypatch, capsys):
    """Run in a folder that has the file of the study, as the first line says, and nothing else."""
    first, again = tmp_path / "first", tmp_path / "again"
    for folder in (first, again):
        folder.mkdir()
        (folder / "STUDY.toml").write_text(TOML, encoding="utf-8")
    results = run_study(Study.read(first / "STUDY.toml"))
    commands = [line for line in code_of(results).splitlines() if not line.startswith("#")]
    assert shlex.split(commands[0])[:3] == ["foldwise", "study", "run"]
    monkeypatch.chdir(again)
    for command in [*commands, "foldwise study report two.db report.json"]:
        program, *words = shlex.split(command)
        assert (program, main(words)) == ("foldwise", 0), capsys.readouterr().err
    assert (again / "report.html").exists()
    made = json.loads((again / "report.json").read_text(encoding="utf-8"))
    old = json.loads(report(results, first / "report.json").read_text(encoding="utf-8"))
    for key in ("tables", "wins"):
        assert made[key] == old[key]
    assert [row["pvalue"] for part in made["verdicts"] for row in part["comparisons"]] == [
        row.pvalue for verdict in results.verdicts for row in verdict.comparisons
    ]
