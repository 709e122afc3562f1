"""What can be read off a fitted tree."""

import numpy as np
import pandas as pd
import pytest

from foldwise.learners import C45, MansourTree

WEATHER = pd.DataFrame(
    {
        "sky": pd.Categorical(["clear"] * 6 + ["cloudy"] * 4, categories=["clear", "foggy", "cloudy"]),
        "nothing": np.zeros(10),
        "humidity": [60.0, 65.0, 70.0, 85.0, 90.0, 95.0, 70.0, 80.0, 90.0, 95.0],
    }
)
PLAY = ["yes", "yes", "yes", "no", "no", "no", "yes", "yes", "yes", "yes"]


@pytest.fixture(params=[C45(pruned=False), MansourTree(penalty=0)], ids=str)
def fitted(request):
    return request.param.fit(WEATHER, PLAY)


def test_sizes(fitted):
    assert (fitted.n_nodes_, fitted.n_leaves_, fitted.depth_) == (6, 4, 2)


def test_importances_by_hand(fitted):
    """The entropy of 7 and 3 out of 10, 8.813 bits, is taken away by the sky, down to 6 bits, and by the humidity."""
    before = -(7 * np.log2(0.7) + 3 * np.log2(0.3))
    assert fitted.feature_importances_ == pytest.approx([(before - 6) / before, 0, 6 / before])


def test_frame(fitted):
    frame = fitted.frame()
    assert frame.index.name == "node"
    assert frame["parent"].tolist() == [pd.NA, 0, 0, 0, 1, 1]
    assert frame["depth"].tolist() == [0, 1, 1, 1, 2, 2]
    assert frame["question"].fillna("-").tolist() == ["sky", "humidity", "-", "-", "-", "-"]
    assert frame["answer"].fillna("-").tolist() == ["-", "= clear", "= foggy", "= cloudy", "<= 70", "> 70"]
    # Three of six are "no", and the first of equal classes answers; nobody was there in fog.
    assert frame["label"].tolist() == ["yes", "no", "yes", "yes", "yes", "no"]
    assert frame["weight"].tolist() == [10, 6, 0, 4, 3, 3]
    assert frame["errors"].tolist() == [3, 3, 0, 0, 0, 0]


def test_nothing_can_be_read_before_fitting():
    for name in ("tree_", "n_leaves_", "n_nodes_", "depth_", "feature_importances_", "penalty_"):
        assert not hasattr(MansourTree(), name)
