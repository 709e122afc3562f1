"""What is kept of matching: nothing is computed twice, and nothing is taken for something else."""

import numpy as np
import pytest

from foldwise.lab import BadMetric, learning_curves, power_sources
from foldwise.lab._kept_parts import kept_parts
from foldwise.lab._learning_curves import Sets
from foldwise.lab.sources import Plane

SOURCE = Plane(n_examples=40)
SMALL = {"sizes": [20], "n_sets": 3, "n_points": 50, "seed": 1}


@pytest.fixture
def drawn(monkeypatch):
    """Training sizes whose sets were drawn."""
    sizes = []
    measures = Sets.measures

    def noted(self, size):
        sizes.append(size)
        return measures(self, size)

    monkeypatch.setattr(Sets, "measures", noted)
    return sizes


def found(**how):
    made = power_sources(SOURCE, BadMetric, fractions=[1, 0.5], **{**SMALL, **how})
    levels = [each.curves.damaged.levels for each in made]
    return np.concatenate([np.ravel(levels), *(each.curves.damaged.errors.ravel() for each in made)])


def test_matching_is_done_once(tmp_path, drawn):
    plain = found()
    # Two training sizes, for the curves and for the levels.
    assert sorted(drawn) == [20, 20, 40, 40]
    drawn.clear()
    kept = found(store=tmp_path / "lab.db")
    assert len(drawn) == 4
    drawn.clear()
    again = found(store=tmp_path / "lab.db")
    assert drawn == []
    assert np.array_equal(plain, kept)
    assert np.array_equal(kept, again)


def test_another_question_is_not_taken_for_the_same(tmp_path, drawn):
    path = tmp_path / "lab.db"
    found(store=path)
    drawn.clear()
    # Other curves, so other levels, twice two sizes each; another tolerance keeps the curves.
    for other, n_drawn in [({"seed": 2}, 4), ({"n_sets": 4}, 4), ({"tolerance": 0.01}, 2)]:
        assert np.array_equal(found(store=path, **other), found(**other))
        assert len(drawn) == n_drawn + 4, other
        drawn.clear()


def test_a_further_size_computes_only_what_it_adds(tmp_path, drawn):
    path = tmp_path / "lab.db"
    first = learning_curves(SOURCE, **SMALL, store=path)
    drawn.clear()
    more = learning_curves(SOURCE, **{**SMALL, "sizes": [20, 30]}, store=path)
    assert drawn == [30]
    assert np.array_equal(more.errors[:, [0, 2]], first.errors)


class Counted:
    """A part that fails at a number."""

    def __init__(self, number, fails):
        self.number, self.fails = number, fails

    def key(self):
        return str(self.number)

    def __call__(self):
        if self.fails:
            raise RuntimeError("as if interrupted")
        return {"number": np.array([self.number])}


def test_what_was_done_before_an_interruption_is_kept(tmp_path):
    path = tmp_path / "lab.db"
    with pytest.raises(RuntimeError, match="interrupted"):
        kept_parts([Counted(0, False), Counted(1, True)], n_jobs=1, store=path)
    done = kept_parts([Counted(0, True), Counted(1, False)], n_jobs=1, store=path)
    assert [part["number"].tolist() for part in done] == [[0], [1]]
