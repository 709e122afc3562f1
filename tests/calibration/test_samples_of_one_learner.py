"""How often Student's interval over samples without a common example covers what a learner scores on average."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB

from foldwise.lab.sources import MirrorImages
from foldwise.stats import paired_items_t

N_SAMPLES, N_EXPERIMENTS = 10, 2000


@pytest.mark.slow
@pytest.mark.parametrize("learner", [LinearDiscriminantAnalysis(), GaussianNB()], ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("slope", [0.5, 4.0])
def test_covers_about_as_stated(learner, slope):
    """Samples of 60, of which 20 are tested: .946 to .955 as measured before; a standard error is .005.

    The mean of all samples stands for the truth. It is known forty times as well as from one of them.
    """
    rng, source = np.random.default_rng(0), MirrorImages(n_examples=60, slope=slope)
    scores = []
    for _ in range(N_SAMPLES * N_EXPERIMENTS):
        X, y = source.draw(rng)
        scores.append(float((learner.fit(X[:40], y[:40]).predict(X[40:]) == y[40:]).mean()))
    low, high = paired_items_t(np.reshape(scores, (N_EXPERIMENTS, N_SAMPLES))).confidence_interval(0.95)
    truth = np.mean(scores)
    assert ((low <= truth) & (truth <= high)).mean() == pytest.approx(0.95, abs=0.02)
