"""How well certificates agree with the true Type I error: docs/lab-certificates.csv, and docs/img/certificate.svg.

Populations are exact nulls. Of each, some datasets are drawn, and each is certified as if it were all there is.
Run from the root of the repository: ``python docs/make_certificates.py [DATASETS [TRIALS]]``.
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

import foldwise as fw
from foldwise.lab import sources

TRUE_TRIALS = 1500


def populations() -> dict[str, sources.ExchangeableBlocks]:
    """Return an unstable and a stable learner, which were in view when certificates were designed, and a third."""
    unstable, stable = fw.learners.NearestNeighbor(), LinearDiscriminantAnalysis()
    return {
        "1-nearest neighbour": sources.ExchangeableBlocks(unstable),
        "linear discriminant": sources.ExchangeableBlocks(stable),
        "C4.5": sources.ExchangeableBlocks(fw.learners.C45()),
    }


def main(n_datasets: int = 6, n_trials: int = 150) -> None:
    """Certify datasets of all populations, and write what was found."""
    rows = []
    for name, source in populations().items():
        true = fw.lab.type_one_error("10x10", source, n_trials=TRUE_TRIALS, seed=1).frame().iloc[0]
        for number in range(n_datasets):
            X, y = source.draw(np.random.default_rng([7, number]))
            for null in ("subsamples", "generator"):
                certificate = fw.lab.certify(
                    dict(zip("ab", source.learners, strict=True)),
                    fw.data.Dataset(X, y),
                    procedure="10x10",
                    null=null,
                    n_trials=n_trials,
                    seed=number,
                )
                row = {"population": name, "true_rate": true["rate"], "null": null, "dataset": number}
                rows.append(row | certificate.frame().iloc[0].drop(["dataset", "a", "b"]).to_dict())
                pd.DataFrame(rows).round(5).to_csv(Path(__file__).parent / "lab-certificates.csv", index=False)


def draw() -> None:
    """Draw the certificate of the page, with the verdict that was judged again."""
    learners = {"nb": fw.learners.NaiveBayes(), "c45": fw.learners.C45()}
    wine = fw.data.load("wine")
    certificate = fw.lab.certify(learners, wine, seed=1).readjudge(fw.compare(learners, wine, seed=1))
    Path(__file__).parent.joinpath("img", "certificate.svg").write_text(fw.displays.svg(certificate), encoding="utf-8")


if __name__ == "__main__":
    draw()
    main(*map(int, sys.argv[1:]))
