"""Levels of tests of differences in the order of time: ``python experiments/time/run_time.py``, from the root.

Differences of mean zero, normal, with the autocorrelation of an autoregression, or of a moving average over four
periods. Writes docs/time-levels.csv: the share of 4,000 series in which each test rejects at .05.
"""

from pathlib import Path

import numpy as np
import pandas as pd

from foldwise.stats import cosine_t, diebold_mariano, hac_t, resampled_t

TESTS = {
    "resampled_t": resampled_t,
    "diebold_mariano": diebold_mariano,
    "diebold_mariano, horizon 4": lambda d: diebold_mariano(d, horizon=4),
    "hac_t": hac_t,
    "cosine_t": cosine_t,
}
N_SERIES, ALPHA, SEED = 4000, 0.05, 20261118


def autoregression(rng, n, rho):
    noise = rng.normal(size=(N_SERIES, n))
    series = np.empty_like(noise)
    series[:, 0] = noise[:, 0] / np.sqrt(1 - rho**2)
    for period in range(1, n):
        series[:, period] = rho * series[:, period - 1] + noise[:, period]
    return series


def moving_average(rng, n, _):
    noise = rng.normal(size=(N_SERIES, n + 3))
    return sum(noise[:, start : start + n] for start in range(4))


def main():
    rows = []
    laws = [("autoregression", rho, autoregression) for rho in (0.0, 0.3, 0.6, 0.9)]
    laws.append(("moving average of 4", 0.75, moving_average))
    for law, rho, draw in laws:
        for n in (10, 30, 100, 300):
            series = draw(np.random.default_rng([SEED, n, int(100 * rho)]), n, rho)
            for name, test in TESTS.items():
                rate = float((np.asarray(test(series).pvalue) <= ALPHA).mean())
                rows.append((law, rho, n, name, rate, N_SERIES))
    table = pd.DataFrame(rows, columns=["law", "autocorrelation", "n_periods", "test", "rate", "n_series"])
    table.to_csv(Path("docs") / "time-levels.csv", index=False)


if __name__ == "__main__":
    main()
