"""``foldwise compare --certify``."""

import json

import pytest

BOTH = ("compare", "iris", "-l", "nb", "-l", "c45", "--seed", "1")


def test_the_certificate_stands_below_the_verdict(run, tmp_path):
    page, figure = tmp_path / "out.html", tmp_path / "out.png"
    outcome = run(*BOTH, "--scheme", "5x2", "--certify", "--certify-trials", "20", "--report", page, "--plot", figure)
    assert outcome.code == 0
    verdict, certificate = outcome.out.split("\n\nWhere NaiveBayes and C45 are equally good, on data like iris, ")
    assert verdict.startswith("NaiveBayes and C45 cannot be told apart on iris: ")
    assert "\nyour verdict   stays not significant" in certificate
    assert "Certificate" in page.read_text(encoding="utf-8")
    assert figure.stat().st_size > 10_000


def test_one_document_holds_both(run):
    outcome = run(
        *BOTH, "--test", "five_by_two_f", "--scheme", "5x2", "--certify", "--certify-trials", "20", "--json", "-q"
    )
    document = json.loads(outcome.out)
    assert document["schema"] == "foldwise.collection/1"
    verdict, certificate = document["items"]
    assert (verdict["schema"], certificate["schema"]) == ("foldwise.verdict/1", "foldwise.certificate/1")
    assert certificate["pairs"][0]["readjudged"]["pvalue"] == verdict["comparisons"][0]["pvalue"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--test", "all"), "one test"),
        (("--metric", "balanced_accuracy"), "about accuracy"),
        (("--alternative", "less"), "two-sided"),
        (("--certify-null", "bootstrap"), "--certify-null"),
        (("--groups", "x"), "independent"),
    ],
)
def test_what_cannot_be_certified_is_refused_first(run, options, message):
    assert message in run(*BOTH, "--certify", "--certify-trials", "20", *options).error
