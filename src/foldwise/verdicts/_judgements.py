"""What was found, as plain rows that a store keeps or a file holds."""

import math
from dataclasses import fields
from typing import Any, Final

from foldwise.store import Judgement
from foldwise.verdicts._forecast_columns import forecast_columns
from foldwise.verdicts._panel import Panel
from foldwise.verdicts._verdict import Verdict
from foldwise.verdicts.estimates import Estimates

_RANGES: Final = ("n_train", "n_test")
_NESTED: Final = ("caveats", "forecast", "settlement")


def verdict_rows(result: Verdict | Panel | Estimates) -> list[dict[str, Any]]:
    """List the comparisons, or the estimates, with test and metric; caveats are their codes.

    Not by way of a table of pandas, which does not take any name. Of numbers of examples there are the smallest and the
    largest; degrees of freedom that are pairs become texts; of a forecast there are agreement and risk.
    """
    if isinstance(result, Panel):
        return [row for verdict in result.verdicts for row in verdict_rows(verdict)]
    items: tuple[Any, ...] = result.comparisons if isinstance(result, Verdict) else result.rows
    first = {"metric": result.metric.name, "test": result.test if isinstance(result, Verdict) else None}
    rows = []
    for item in items:
        row: dict[str, Any] = {}
        for name in (field.name for field in fields(item) if field.name not in _NESTED):
            value = getattr(item, name)
            if name in _RANGES:
                row[f"{name}_min"], row[f"{name}_max"] = map(_plain, (None, None) if value is None else value)
            else:
                row[name] = _plain(value)
        if isinstance(result, Verdict):
            row |= {"winner": item.winner, **forecast_columns(item)}
        row["caveats"] = " ".join(dict.fromkeys(caveat.code for caveat in (*item.caveats, *result.caveats)))
        rows.append({**first, **row})
    return rows


def as_judgements(result: Verdict | Panel | Estimates, **terms: Any) -> list[Judgement]:
    """Write a result as what a store keeps of it, one for each test; estimates are none.

    Parameters
    ----------
    result : Verdict, Panel or Estimates
        What was found.
    **terms : str, float, bool, list or None
        On what terms, beside the test and the metric.
    """
    if isinstance(result, Estimates):
        return []
    return [
        Judgement(
            terms={"test": verdict.test, "metric": verdict.metric.name, **terms, "designs": _designs(verdict)},
            findings=[{name: _finite(value) for name, value in row.items()} for row in verdict_rows(verdict)],
        )
        for verdict in (result.verdicts if isinstance(result, Panel) else (result,))
    ]


def _designs(verdict: Verdict) -> list[str]:
    """List the different designs: the same test on another split is another try."""
    return sorted({f"{run.assignment.scheme}, seed {run.assignment.seed}" for run in verdict.runs})


def _plain(value: Any) -> Any:
    value = value.item() if hasattr(value, "item") else value
    return " to ".join(map(str, value)) if isinstance(value, tuple) else value


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
