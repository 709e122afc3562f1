"""A run that does not fit into memory says so before anything is fitted."""

import json
import resource
import subprocess
import sys

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import foldwise as fw
from foldwise import FoldwiseError
from foldwise.evaluation import evaluate
from foldwise.learners import NaiveBayes


class Unfit(GaussianNB):
    """Has never been fitted."""

    def fit(self, X, y):
        raise AssertionError("a run that does not fit into memory was begun")


@pytest.fixture
def left(monkeypatch):
    """Have so many bytes of memory left, and ask for them however small the run is."""
    monkeypatch.setattr("foldwise.evaluation._room._SURELY_LEFT", 0)
    return lambda n_bytes: monkeypatch.setattr("foldwise.evaluation._room.available_memory", lambda: n_bytes)


def test_results_larger_than_memory(left):
    """Of iris, 200 repeats of two learners: predictions of one byte and three probabilities of eight, 100 a fit."""
    options = {"scheme": "200x10", "seed": 1, "progress": False, "probabilities": True}
    kept = 2 * 200 * (150 * (1 + 24) + 10 * 100)
    left(kept - 1)
    with pytest.raises(
        FoldwiseError, match=r"^What is kept of this run takes 1\.8 MiB, and 1\.8 MiB of memory are left"
    ):
        evaluate([Unfit(), GaussianNB()], "iris", **options)
    left(kept)
    with pytest.warns(RuntimeWarning, match=r"^This run may need 1\.8 MiB, and .* Use fewer repeats"):
        run = evaluate([NaiveBayes(), GaussianNB()], "iris", **options)
    assert run.predictions.shape == (2, 200, 150)


def test_where_the_system_does_not_tell(left):
    left(None)
    assert evaluate([GaussianNB()], "iris", scheme="2x5", seed=1).scores().shape == (1, 2, 5)


def test_small_runs_do_not_ask(monkeypatch):
    """100,000 repeats of iris do: their predictions alone take 15 MB, and their fits 50."""

    def asked():
        raise AssertionError("the system was asked")

    monkeypatch.setattr("foldwise.evaluation._room.available_memory", asked)
    evaluate([GaussianNB()], "iris", scheme="2x5", seed=1)
    with pytest.raises(AssertionError, match="asked"):
        evaluate([Unfit()], "iris", scheme="100000x5", seed=1, progress=False)


def test_runs_that_grow(left):
    """What is there already is not counted again."""
    left(1000)
    with pytest.raises(FoldwiseError, match=r"^What is kept of this run"):
        fw.compare([Unfit(), GaussianNB()], "iris", seed=1, progress=False)
    # Two learners and at most 200 repeats: 60,000 bytes of predictions, 400,000 of fits, five tables of 4,800.
    left(700_000)
    verdict = fw.compare([GaussianNB(var_smoothing=1e-8), GaussianNB()], "iris", seed=1, progress=False)
    assert verdict.glance().headline


def test_runs_that_grow_in_a_store(left, tmp_path):
    left(1000)
    with pytest.raises(FoldwiseError, match=r"^What is kept of this run"):
        fw.compare([Unfit(), GaussianNB()], "iris", seed=1, progress=False, store=tmp_path / "s.db")
    left(700_000)
    learners = [GaussianNB(var_smoothing=1e-8), GaussianNB()]
    assert fw.compare(learners, "iris", seed=1, progress=False, store=tmp_path / "s.db").glance().headline


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"n_jobs": 2},
            r"at a time; without shared work \(sharing=False, --no-sharing\) and with one job \(n_jobs=1, --jobs 1\) "
            r"it needs less\.$",
        ),
        ({"sharing": False}, r"datasets at a time\.$"),
    ],
)
def test_what_needs_less_memory(left, options, words):
    """Of iris, a table of 4,800 bytes: nothing is advised that was done already."""
    left(6_000)
    with pytest.warns(RuntimeWarning, match=words):
        evaluate([GaussianNB()], "iris", scheme="1x20", seed=1, progress=False, **options)


PEAK = """
import json, sys, warnings
from pathlib import Path
import numpy as np
from sklearn.linear_model import RidgeClassifier
from sklearn.naive_bayes import GaussianNB
from foldwise.data import Dataset
from foldwise.evaluation import evaluate
from foldwise.learners import NaiveBayes
asked = []
import foldwise.evaluation._room as room
def peak():
    # The highest that rusage knows may be that of the program that started this one.
    return 1024 * int(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
def run(name, n, p, scheme):
    y = np.arange(n) % 2
    table = Dataset(np.random.default_rng(0).normal(size=(n, p)) + y[:, None], y, "made up")
    before = peak()
    warnings.simplefilter("ignore")
    room.available_memory = lambda: asked.append(0) or 1 << 60
    kept = room.bytes_kept
    room.bytes_kept = lambda *plan: asked.append(kept(*plan)) or asked[-1]
    work = room.bytes_to_work
    room.bytes_to_work = lambda *plans, shares: asked.append(work(*plans, shares=shares)) or asked[-1]
    evaluate({"it": globals()[name]()}, table, scheme=scheme, seed=1, progress=False, probabilities=True).scores()
    room.bytes_kept, room.bytes_to_work = kept, work
    return peak() - before
run(sys.argv[1], 200, 2, "2x5")
asked.clear()
print(json.dumps([run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]), *asked[:2]]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is what Linux tells of it")
@pytest.mark.parametrize(
    ("learner", "n", "n_columns", "scheme"),
    [
        ("GaussianNB", 300_000, 10, "4"),
        ("NaiveBayes", 300_000, 10, "4"),
        ("GaussianNB", 4_000, 4, "2000x4"),
    ],
)
def test_peaks(learner, n, n_columns, scheme):
    """What is kept is never more than was measured; with copies of the table it is within a factor of 3."""
    command = [sys.executable, "-c", PEAK, learner, str(n), str(n_columns), scheme]
    peak, kept, work = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert kept < peak
    assert peak / 3 < kept + work < 3 * peak


@pytest.mark.skipif(sys.platform != "linux", reason="only some systems have files whose room is reserved")
def test_a_file_of_predictions_that_has_no_room(monkeypatch):
    """Not a signal in the middle of the run: memory that is a file is lost with the disk that is full."""
    monkeypatch.setattr("foldwise.runs._collector._LARGE", 1000)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, before[1]))
        with pytest.raises(FoldwiseError, match=r"^The predictions take 146\.5 KiB in .*, where there is no room"):
            evaluate([Unfit()], "iris", scheme="1000x10", seed=1, progress=False)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    run = evaluate([GaussianNB()], "iris", scheme="20x10", seed=1, progress=False)
    assert np.unique(run.predictions).tolist() == [0, 1, 2]
