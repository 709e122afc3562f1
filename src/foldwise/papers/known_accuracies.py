"""Accuracies that the papers print for a dataset."""

import pandas as pd

import foldwise as fw
from foldwise.papers.bradford_brodley_2001.printed_values import COLUMNS, PROCEDURES, printed_accuracies
from foldwise.papers.printed_numbers import printed


def printed_accuracies_of(name: str) -> pd.DataFrame:
    """List the accuracies that the papers print for a dataset.

    Of the four papers only Bradford and Brodley's prints accuracies of datasets, in Table 1.

    Parameters
    ----------
    name : str
        What `foldwise.data.load` takes: a built-in name or ``uci:NAME``. A file is not known by its name.

    Returns
    -------
    DataFrame
        Columns `paper`, `table`, `dataset` (its name there), `n_examples` (there), `learner`, `procedure` and
        `accuracy` (a share); no rows if no paper prints any.

    Examples
    --------
    >>> from foldwise.papers import printed_accuracies_of
    >>> table = printed_accuracies_of("uci:credit-a")
    >>> print(*table.loc[0, ["dataset", "learner", "procedure", "accuracy"]])
    crx TDDT-1 1x10 0.853
    >>> len(printed_accuracies_of("iris"))
    0
    """
    sizes = printed("bradford_brodley_2001_table1").set_index("dataset")["size"]
    accuracies = printed_accuracies()
    sought = name.removeprefix("uci:")
    known = fw.data.sets_of("bradford_brodley_2001")
    alias = next((alias for alias, source in known.items() if source.removeprefix("uci:") == sought), None)
    records = [
        {
            "paper": "Bradford and Brodley 2001",
            "table": "Table 1",
            "dataset": alias,
            "n_examples": int(sizes[alias]),
            "learner": learner,
            "procedure": procedure,
            "accuracy": round(float(accuracies[f"{column}_{how}"][alias]) / 100, 3),
        }
        for column, learner in COLUMNS.items()
        for how, procedure in PROCEDURES.items()
        if alias is not None
    ]
    columns = ["paper", "table", "dataset", "n_examples", "learner", "procedure", "accuracy"]
    return pd.DataFrame(records, columns=columns)
