import numpy as np
import pytest

from foldwise.stats import sign_test, win_table


def test_by_hand():
    """Differences .02, -.01 and 0 on three datasets."""
    table = win_table([[0.52, 0.50], [0.50, 0.51], [0.7, 0.7]])
    assert table.wins.tolist() == [[0, 1], [1, 0]]
    assert table.ties.tolist() == [[0, 1], [1, 0]]


def test_the_limit_of_the_rope_is_a_tie():
    """0.9 - 0.89 exceeds .01 by rounding alone."""
    table = win_table([[0.9, 0.89], [0.52, 0.50], [0.9, 0.889]], rope=0.01)
    assert (table.wins[0, 1], table.wins[1, 0], table.ties[0, 1]) == (2, 0, 1)


def test_counts_are_those_of_the_sign_test():
    scores = np.random.default_rng(0).integers(0, 5, (30, 4)) / 10
    table = win_table(scores)
    for i, j in ((0, 1), (2, 1), (3, 0)):
        signs = sign_test(scores[:, i] - scores[:, j], score_magnitude=1.0)
        assert (table.wins[i, j], table.wins[j, i], table.ties[i, j]) == (signs.wins, signs.losses, signs.n_ties)


def test_local_rope_of_paired_folds():
    """Fold differences .01 +- .02 (sd .0283) tie at .4 of that, .0113; .02 +- .02 do not."""
    scores = np.array([[[0.53, 0.49], [0.5, 0.5]], [[0.54, 0.50], [0.5, 0.5]]])
    table = win_table(scores, local_rope=0.4)
    assert (table.wins[0, 1], table.ties[0, 1]) == (1, 1)
    assert win_table(scores).wins[0, 1] == 2


def test_local_rope_of_standard_deviations():
    """Both learners together: sqrt((.03^2 + .04^2) / 2) = .0354, of which .4 are .0141."""
    table = win_table([[0.514, 0.5], [0.515, 0.5]], local_rope=0.4, fold_sd=[[0.03, 0.04], [0.03, 0.04]])
    assert (table.wins[0, 1], table.ties[0, 1]) == (1, 1)
    assert win_table([[0.514, 0.5]], local_rope=0.4, rope=0.02, fold_sd=[[0, 0]]).ties[0, 1] == 1


def test_games_that_were_not_played_are_not_counted():
    scores = np.array([[0.5, 0.6, np.nan], [0.5, np.nan, 0.7], [0.5, 0.4, 0.3]])
    table = win_table(scores, played=~np.isnan(scores))
    assert (table.wins + table.wins.T + table.ties).tolist() == [[0, 2, 2], [2, 0, 1], [2, 1, 0]]
    assert table.wins[0].tolist() == [0, 1, 1]


@pytest.mark.parametrize(
    ("scores", "options", "error", "message"),
    [
        ([[0.5, np.nan]], {}, ValueError, "scores must be finite, got nan"),
        ([0.5, 0.6], {}, ValueError, r"shape \(n_datasets, n_learners\)"),
        ([[0.5, 0.6]], {"rope": -1}, ValueError, "rope must be finite and not negative"),
        ([[0.5, 0.6]], {"rope": "a"}, TypeError, "rope must be a number"),
        ([[0.5, 0.6]], {"local_rope": 0.4}, ValueError, "give fold_sd"),
        ([[0.5, 0.6]], {"fold_sd": [[0, 0]]}, ValueError, "give local_rope"),
        ([[0.5, 0.6]], {"local_rope": 0.4, "fold_sd": [0, 0]}, ValueError, "shape of scores"),
        ([[[0.5], [0.6]]], {"local_rope": 0.4}, ValueError, "needs two folds"),
        ([[[0.5, 0.5], [0.6, 0.6]]], {"local_rope": 0.4, "fold_sd": [[0, 0]]}, ValueError, "leave it out"),
        ([[0.5, 0.6]], {"played": [True, True]}, ValueError, "played must have the shape"),
        ([[0.5, 0.6]], {"played": [[1, 1]]}, TypeError, "played must be an array of True and False"),
    ],
)
def test_bad_input_is_refused(scores, options, error, message):
    with pytest.raises(error, match=message):
        win_table(scores, **options)
