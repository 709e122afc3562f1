"""Numbers in files are read as Python reads them, to the last digit, whatever pandas is installed."""

import numpy as np
import pandas as pd
import pytest

from foldwise.data import read_arff, read_csv
from foldwise.results import as_results

RNG = np.random.default_rng(0)
# Of 200 such numbers pandas before 3.1 gets about 130 wrong, by up to 1e-12 of them.
TEXTS = [repr(x) for x in (RNG.standard_normal(200) * 10.0 ** RNG.integers(-300, 300, 200)).tolist()]
NUMBERS = [float(text) for text in TEXTS]


@pytest.mark.parametrize(("separator", "decimal"), [(",", "."), (";", "."), ("\t", "."), (";", ",")])
def test_columns_of_numbers(write, separator, decimal):
    rows = [f"{text.replace('.', decimal)}{separator}{'ab'[i % 2]}" for i, text in enumerate(TEXTS)]
    path = write("numbers.csv", "\n".join([f"x{separator}class", *rows]))
    assert read_csv(path).X["x"].tolist() == NUMBERS


def test_numbers_to_predict(write):
    path = write("numbers.csv", "\n".join(["a,y", *(f"{i},{text}" for i, text in enumerate(TEXTS))]))
    assert np.asarray(read_csv(path).y).tolist() == NUMBERS


def test_missing_cells_in_quotes_among_them(write):
    rows = [f"{text},{'ab'[i % 2]}" for i, text in enumerate(TEXTS)]
    path = write("numbers.csv", "\n".join(["x,class", '"NA",a', *rows]))
    assert read_csv(path).X["x"].iloc[1:].tolist() == NUMBERS


def test_arff(write):
    head = "@relation r\n@attribute x numeric\n@attribute c {a,b}\n@data\n"
    rows = (f"{text},{'ab'[i % 2]}\n" for i, text in enumerate(TEXTS))
    assert read_arff(write("numbers.arff", head + "".join(rows))).X["x"].tolist() == NUMBERS


def test_scores_beside_words_for_missing_ones():
    shares = RNG.random((60, 2))
    frame = pd.DataFrame(shares.astype(str), columns=["a", "b"]).assign(dataset=[f"d{i}" for i in range(60)])
    frame.loc[0, "a"] = "timeout"
    table, _ = as_results(frame, metric="accuracy", columns={"learner": ["a", "b"]})
    assert table.scores[1, 0] == shares[0, 1]
    assert np.array_equal(table.scores[:, 1:], shares[1:].T)


def test_scores_of_folds_as_texts():
    shares = RNG.random((60, 2))
    frame = pd.DataFrame(shares.astype(str), columns=["a", "b"]).assign(fold=range(60))
    (run,), _ = as_results(frame, metric="accuracy", columns={"learner": ["a", "b"]}, scheme="60")
    assert np.array_equal(run.scores()[:, 0], shares.T)
