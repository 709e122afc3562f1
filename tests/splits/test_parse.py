"""Short names of schemes."""

import pytest
from sklearn.model_selection import KFold as ForeignKFold

from foldwise.splits import (
    DisjointTraining,
    FiveByTwo,
    HalvedKFold,
    Holdout,
    KFold,
    RepeatedKFold,
    Resampled,
    as_scheme,
    parse_scheme,
)


@pytest.mark.parametrize(
    ("text", "scheme"),
    [
        ("10x10", RepeatedKFold(10, 10)),
        ("3X7", RepeatedKFold(7, 3)),
        ("5x2", FiveByTwo()),
        ("5", KFold(5)),
        ("10:plain", KFold(10, stratified=False)),
        ("holdout", Holdout()),
        ("holdout:0.33", Holdout(0.33)),
        ("holdout:50:stratified", Holdout(50, stratified=True)),
        ("resampled:100:0.1", Resampled(100, 0.1)),
        ("halved:50:10", HalvedKFold()),
        ("halved:53:5:plain", HalvedKFold(5, 53, stratified=False)),
        ("disjoint:5:0.5", DisjointTraining(5, 0.5)),
        ("Disjoint:3:40:stratified", DisjointTraining(3, 40, stratified=True)),
    ],
)
def test_names_mean_what_they_say(text, scheme):
    assert parse_scheme(text) == scheme
    assert parse_scheme(scheme.short_name) == (scheme if text != "holdout" else Holdout(0.333))


@pytest.mark.parametrize(
    "text",
    [
        *("", "tenfold", "10x", "x10", "-3", "holdout:2.5", "resampled:10", "1", "0x5", "5x1", "²"),
        *("halved", "halved:50", "halved:0:10", "halved:50:1", "halved:50:0.5"),
        *("disjoint", "disjoint:5", "disjoint:1:0.5", "disjoint:5:2.5", "disjoint:five:0.5"),
    ],
)
def test_anything_else_lists_the_forms(text):
    with pytest.raises(ValueError, match=r"scheme must be one of '10x10' .*got '"):
        parse_scheme(text)


def test_as_scheme_takes_schemes_splitters_numbers_and_lists():
    splitter = ForeignKFold(3)
    assert as_scheme(splitter) is splitter
    assert as_scheme(7) == KFold(7)
    assert as_scheme([([0], [1])]) == [([0], [1])]
    with pytest.raises(TypeError, match=r"scheme must be a scheme of foldwise\.splits.*got float"):
        as_scheme(0.5)
