"""Certificates as pages and documents, alone and beside a verdict."""

import json

import numpy as np
import pytest
from matplotlib.figure import Figure

from foldwise.data import load
from foldwise.displays import CertificateDisplay, plot
from foldwise.lab import certify
from foldwise.learners import C45, NaiveBayes
from foldwise.reports import report, summary
from foldwise.verdicts import compare

LEARNERS = {"nb <b>": NaiveBayes(), "c45 & 100%": C45()}


@pytest.fixture(scope="module")
def certificate():
    return certify(LEARNERS, load("iris"), procedure="5x2", n_trials=30, seed=1)


@pytest.fixture(scope="module")
def verdict():
    return compare(LEARNERS, load("iris"), scheme="5x2", seed=1)


def test_the_document_holds_what_was_measured(certificate):
    document = summary(certificate)
    (pair,) = certificate.pairs
    (row,) = document["pairs"]
    assert document["schema"] == "foldwise.certificate/1"
    assert (document["n_trials"], document["n_examples"], document["dataset"]["n_examples"]) == (30, 50, 150)
    assert row["rate"] == (np.array(row["pvalues"]) <= 0.05).mean() == pair.rate
    assert (row["critical_pvalue"], row["readjudged"]) == (pair.critical, None)
    json.dumps(document, allow_nan=False)


def test_beside_a_verdict_it_is_judged_again(certificate, verdict, tmp_path):
    document = summary([verdict, certificate])
    own = document["items"][1]["pairs"][0]["readjudged"]
    expected = certificate.readjudge(verdict).pairs[0].readjudged
    assert own["size_adjusted_pvalue"] == expected.size_adjusted_pvalue
    for ending in ("html", "md", "tex", "json"):
        path = report([verdict, certificate], tmp_path / f"report.{ending}")
        text = path.read_text(encoding="utf-8")
        assert "size-adjusted" in text
        if ending in ("html", "md"):
            assert "ith the size-adjusted critical value" in text
            assert "<b>" not in text.replace("<b>&", "")
    assert summary([certificate])["items"][0]["pairs"][0]["readjudged"] is None


def test_the_page_says_how_to_make_it_again(certificate, tmp_path):
    text = report(certificate, tmp_path / "alone.html").read_text(encoding="utf-8")
    for told in ("fw.lab.certify(", "n_trials=30", "n_examples=50", "FiveByTwo()", "certificate_subsamples"):
        assert told in text
    assert "size-adjusted p</th>" not in text


def test_the_figure_draws_the_shares_of_the_trials(certificate, verdict):
    display = CertificateDisplay.from_certificate(certificate.readjudge(verdict))
    frame = display.frame()
    assert frame["share"].tolist() == pytest.approx((np.arange(30) + 1) / 30)
    assert frame["pvalue"].is_monotonic_increasing
    assert frame["own_pvalue"].iloc[0] == verdict.comparisons[0].pvalue
    ax = plot(certificate, ax=Figure().subplots())
    drawn = [line for line in ax.lines if line.get_label().startswith("nb <b>")]
    assert drawn[0].get_ydata().tolist() == frame["share"].tolist()
    assert "triangle" not in ax.get_xlabel()
    assert "triangle" in display.plot(Figure().subplots()).get_xlabel()
