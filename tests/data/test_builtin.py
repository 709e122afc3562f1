from itertools import product

import numpy as np
import pandas as pd
import pytest

from foldwise.data import available, load, read_arff

GENERATED = ["monk1-full", "monk2", "monk3-full", "tic-tac-toe", "balance-scale"]


@pytest.mark.parametrize("name", available().query("source == 'built-in'")["name"])
def test_each_is_as_listed_and_always_the_same(name):
    data, row = load(name), available().set_index("name").loc[name]
    assert (data.n_examples, data.n_attributes, len(data.nominal)) == (row["rows"], row["attributes"], row["nominal"])
    assert len(set(data.y)) == len(data.target_names) == row["classes"]
    assert data.n_missing == 0
    assert data.name == name
    assert data.fingerprint == load(name).fingerprint
    assert isinstance(data.X, pd.DataFrame)
    assert all(isinstance(label, str) for label in data.y)


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("monk1-full", {"0": 216, "1": 216}),
        ("monk2", {"0": 290, "1": 142}),
        ("monk3-full", {"0": 204, "1": 228}),
        ("tic-tac-toe", {"positive": 626, "negative": 332}),
        ("balance-scale", {"L": 288, "B": 49, "R": 288}),
        ("iris", {"setosa": 50, "versicolor": 50, "virginica": 50}),
        ("wdbc", {"malignant": 212, "benign": 357}),
        ("wine", {"class_0": 59, "class_1": 71, "class_2": 48}),
        ("digits", dict(zip("0123456789", [178, 182, 177, 183, 181, 182, 181, 179, 174, 180], strict=True))),
    ],
)
def test_class_counts_are_the_published_ones(name, counts):
    assert pd.Series(load(name).y).value_counts().to_dict() == counts


def test_monks_hold_every_robot_once_in_lexicographic_order():
    for name in GENERATED[:3]:
        rows = load(name).X.astype(int).to_numpy().tolist()
        assert rows == [list(robot) for robot in product((1, 2, 3), (1, 2, 3), (1, 2), (1, 2, 3), (1, 2, 3, 4), (1, 2))]


def test_monks_by_hand():
    """Robots (1,1,1,1,1,1), (1,2,1,2,3,2) and (2,2,2,1,3,2), by the concepts of Thrun et al. (1991)."""
    robots = [(1, 1, 1, 1, 1, 1), (1, 2, 1, 2, 3, 2), (2, 2, 2, 1, 3, 2)]
    classes = {}
    for name in GENERATED[:3]:
        data = load(name)
        of = dict(zip(map(tuple, data.X.astype(int).to_numpy()), data.y, strict=True))
        classes[name] = "".join(of[robot] for robot in robots)
    assert classes == {"monk1-full": "101", "monk2": "010", "monk3-full": "111"}


def test_tic_tac_toe_boards_are_finished_games():
    """A game ends after 5 to 9 moves: x has as many marks as o, or one more; 16 boards are draws."""
    data = load("tic-tac-toe")
    boards = data.X.astype(str).to_numpy()
    assert len(set(map(tuple, boards))) == 958
    lead = (boards == "x").sum(axis=1) - (boards == "o").sum(axis=1)
    assert set(lead[data.y == "positive"]) == {1}
    assert set(lead) == {0, 1}
    full_and_lost = (boards != "b").all(axis=1) & (data.y == "negative")
    assert full_and_lost.sum() == 16
    assert data.target_names == ("negative", "positive")


def test_balance_scale_tips_to_the_greater_moment():
    data = load("balance-scale")
    left_weight, left_distance, right_weight, right_distance = data.X.to_numpy().T
    moment = left_weight * left_distance - right_weight * right_distance
    assert {label: set(np.sign(moment[data.y == label])) for label in "LBR"} == {"L": {1.0}, "B": {0.0}, "R": {-1.0}}
    assert data.X.to_numpy().tolist() == [list(setting) for setting in product((1, 2, 3, 4, 5), repeat=4)]


@pytest.mark.parametrize("name", GENERATED)
def test_generated_sets_equal_the_files(uci_folder, name):
    ours, file = load(name), read_arff(uci_folder / f"{name}.arff")
    rows = [sorted(map(tuple, data.frame().astype(str).to_numpy())) for data in (ours, file)]
    assert rows[0] == rows[1]
    assert ours.feature_names == file.feature_names
    assert ours.target_names == file.target_names
    assert ours.fingerprint == file.fingerprint
