"""What is not tested has no answer, in however many repeats."""

import numpy as np
import pytest


@pytest.mark.parametrize("n_repeats", [0, 1, 64, 150])
def test_answers_stand_where_examples_are_tested(core, n_repeats):
    rng = np.random.default_rng(n_repeats)
    folds = rng.integers(-2, 4, (n_repeats, 7), dtype=np.int32)
    answers = rng.integers(0, 3, folds.shape, dtype=np.int32)
    expected = np.where(folds < 0, -1, answers)
    core.mark_untested(answers, folds)
    assert answers.tolist() == expected.tolist()
