"""Whether a verdict turns round when only the budget grows: 500 against 2,000 fits on the 27 data sets.

``FOLDWISE_DATA=FOLDER python experiments/settling/run_budgets.py [FORM ...]`` executes what has no rows in
``docs/settled-budgets.csv`` yet, with ten seeds and both budgets, and writes the table of ``docs/settled-uci.md`` anew.
A form that is named is executed again; ``--tables`` executes nothing. Both budgets have the same seeds: the repeats of
the smaller one are the first of the larger one.
"""

import argparse

import pandas as pd
from datalab import budget_tables
from datalab.executions import datasets, verdicts
from datalab.pages import DOCS, fill

from foldwise.data import load
from foldwise.verdicts import Procedure, Settled
from foldwise.verdicts.judging._numbers import outcome_words

NUMBERS, PAGE = DOCS / "settled-budgets.csv", "settled-uci.md"
FORMS = {"settled": {}, "guard": {"guard": True}, "strict": {"strict": True}}
BUDGETS = (500, 2_000)
N_SEEDS = 10


def execute(form, dataset):
    """One row for each seed and pair, with what both budgets come to."""
    data = load(dataset)
    by_budget = [
        list(verdicts(Procedure(Settled(max_fits=budget, **FORMS[form])), data, N_SEEDS)) for budget in BUDGETS
    ]
    rows = []
    for seed, both in enumerate(zip(*by_budget, strict=True)):
        for comparisons in zip(*(verdict.comparisons for verdict in both), strict=True):
            first = comparisons[0]
            row = {"form": form, "dataset": dataset.removeprefix("uci:"), "pair": f"{first.a} - {first.b}"}
            row["seed"] = seed
            for budget, comparison in zip(BUDGETS, comparisons, strict=True):
                row |= {f"{name}_{budget}": value for name, value in numbers(comparison).items()}
            rows.append(row)
    return pd.DataFrame(rows)


def numbers(comparison):
    look = comparison.settlement.looks[-1]
    return {
        "outcome": comparison.outcome,
        "words": outcome_words(comparison),
        "decision": comparison.decision,
        "fits": comparison.settlement.n_fits,
        "estimate": comparison.estimate,
        "statistic": look.statistic,
        "resampling_error": look.resampling_error,
    }


def read():
    return pd.read_csv(NUMBERS, keep_default_na=False) if NUMBERS.exists() else pd.DataFrame(columns=["form"])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("forms", nargs="*", help=f"of {', '.join(FORMS)}")
    parser.add_argument("--tables", action="store_true")
    asked = parser.parse_args()
    if wrong := set(asked.forms) - set(FORMS):
        parser.error(f"no form {sorted(wrong)}; there are {', '.join(FORMS)}")
    rows = read()
    rows = rows[~rows["form"].isin(asked.forms)]
    for form in () if asked.tables else asked.forms or FORMS:
        done = set(rows.loc[rows["form"] == form, "dataset"]) if len(rows) else set()
        for dataset in datasets():
            if dataset.removeprefix("uci:") in done:
                continue
            new = execute(form, dataset)
            rows = pd.concat([rows, new]) if len(rows) else new
            rows.to_csv(NUMBERS, index=False, float_format="%.6g")
            print(form, dataset, flush=True)
    fill(PAGE, "run_budgets.py", budget_tables.markdown(read()))


if __name__ == "__main__":
    main()
