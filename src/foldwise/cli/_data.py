"""``foldwise data``: what is built in, what a file holds, fetching data."""

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from foldwise._core import counted, listed, one_line
from foldwise.cli._completion import complete_data
from foldwise.cli._difficulty import measured, printed_for, say_difficulty, say_printed
from foldwise.cli._load_tables import one_target
from foldwise.cli._output import hold_stdout, say, say_json, say_table

if TYPE_CHECKING:
    import pandas as pd

    from foldwise.data import Dataset

_SHOW_HELP = """Show the number of examples, the attributes, what is missing, the classes, and how hard the data are.

\b
Examples:
  foldwise data show wine
  foldwise data show patients.csv --target outcome
"""
_FETCH_HELP = """Download data into the cache, so that later runs need no network.

\b
Examples:
  foldwise data fetch uci:labor
  foldwise data fetch openml:61
"""

data_app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)

_Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead.")]


@data_app.callback(invoke_without_command=True)
def _data(ctx: typer.Context) -> None:
    """See what is built in and what a file holds; fetch data."""
    if ctx.invoked_subcommand is None:
        say(ctx.get_help())


_LIST_HELP = """List the data that foldwise can load by name, all or those that show what a method claims.

A range is written 100:1000, 100: (at least), :1000 (at most), or 3.

\b
Few examples and many attributes:
  foldwise data list --rows :250 --columns 30:

\b
Categories and missing values:
  foldwise data list --nominal 5: --missing 1:
"""


def _range(name: str) -> Any:
    return typer.Option(metavar="RANGE", help=f"Only data with so many {name}.")


@data_app.command("list", help=_LIST_HELP)
def list_data(
    rows: Annotated[str | None, _range("examples")] = None,
    columns: Annotated[str | None, _range("attributes")] = None,
    numeric: Annotated[str | None, _range("numeric attributes")] = None,
    nominal: Annotated[str | None, _range("nominal attributes")] = None,
    classes: Annotated[str | None, _range("classes")] = None,
    missing: Annotated[str | None, _range("missing values")] = None,
    json: _Json = False,
) -> None:
    """List what can be loaded by name."""
    hold_stdout()
    from foldwise.data import available

    table = available()
    ranges = {"rows": rows, "attributes": columns, "numeric": numeric, "nominal": nominal, "classes": classes}
    for name, words in (ranges | {"missing": missing}).items():
        if words is not None:
            low, high = read_range(words, "columns" if name == "attributes" else name)
            table = table[table[name].between(low, high)]
    if json:
        say_json({"schema": "foldwise.data-list/1", "datasets": table.to_dict("records")})
        return
    if table.empty:
        say("No data that foldwise knows by name are so.")
        return
    lines = [tuple(map(str, row)) for row in table.drop(columns="source").itertuples(index=False)]
    say_table(tuple(table.columns.drop("source")), lines, right=(1, 2, 3, 4, 5, 6))


@data_app.command("show", help=_SHOW_HELP)
def show(
    data: Annotated[
        str,
        typer.Argument(
            metavar="DATA",
            autocompletion=complete_data,
            help="A built-in name, a file, uci:NAME or openml:ID.",
        ),
    ],
    target: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN", help="What to predict. Without it: as the data say, else the last column."),
    ] = None,
    json: _Json = False,
) -> None:
    """Load and describe."""
    hold_stdout()
    from foldwise.data import load

    dataset = load(data, target=one_target(target))
    found, why_not = measured(dataset)
    papers = printed_for(data) if target is None else []
    contents = {**describe(dataset), "difficulty": found, "printed": papers}
    if json:
        say_json(contents)
        return
    say(
        f"{one_line(contents['name'])}: {counted(contents['n_examples'], 'example')}, "
        f"{counted(contents['n_attributes'], 'attribute')}, {counted(contents['n_missing'], 'missing value')}"
    )
    say(f"fingerprint: {contents['fingerprint']}\n")
    rows = [
        (
            column["name"],
            f"{column['type']} ({column['looks_like']}?)" if column["looks_like"] else column["type"],
            str(column["n_missing"]),
            str(column["n_distinct"]),
            values_in_words(column),
        )
        for column in contents["attributes"]
    ]
    say_table(("attribute", "type", "missing", "distinct", "values"), rows, right=(2, 3))
    aim = contents["target"]
    if aim["classes"] is None:
        say(f"\ntarget {one_line(aim['name'])}: {values_in_words(aim)}")
        return
    say("")
    # In quotes: blanks around a label are part of it.
    classes = [(repr(row["label"]), str(row["n_examples"])) for row in aim["classes"]]
    heading = "class" if aim["name"] == "class" else f"class ({aim['name']})"
    say_table((heading, "examples"), classes, right=(1,))
    say_difficulty(found, why_not)
    say_printed(papers, dataset.n_examples)


@data_app.command("fetch", help=_FETCH_HELP)
def fetch(data: Annotated[str, typer.Argument(metavar="DATA", help="uci:NAME or openml:ID.")]) -> None:
    """Load, and say what came and where it is kept."""
    hold_stdout()
    if data.partition(":")[0] not in ("uci", "openml"):
        raise ValueError(f"only uci:NAME and openml:ID can be fetched, got {data!r}. Other data need no download.")

    from foldwise.data import cache_folder, load

    dataset = load(data)
    size = f"{counted(dataset.n_examples, 'example')}, {counted(dataset.n_attributes, 'attribute')}"
    say(f"{data}: {size}, fingerprint {dataset.fingerprint}")
    folder = os.environ.get("FOLDWISE_DATA")
    say(f"{f'Files in {folder} come first; downloads' if folder else 'Downloads'} are kept in {cache_folder()}")


def read_range(words: str, name: str) -> tuple[float, float]:
    """Read a range as one types it.

    >>> read_range("100:1000", "rows"), read_range(":5", "rows"), read_range("3", "classes")
    ((100.0, 1000.0), (0.0, 5.0), (3.0, 3.0))
    """
    first, colon, last = words.partition(":")
    try:
        low = int(first) if first else 0
        high = float("inf") if colon and not last else int(last) if colon else low
        if words.strip(":") and 0 <= low <= high:
            return float(low), float(high)
    except ValueError:
        pass
    raise ValueError(f"--{name} needs a range such as 100:1000, 100:, :1000 or 3, got {words!r}.")


Document = dict[str, Any]


def describe(dataset: "Dataset") -> Document:
    """Count what a dataset holds; the keys are described in ``docs/cli.md``.

    Examples
    --------
    >>> from foldwise.data import load
    >>> document = describe(load("iris"))
    >>> document["attributes"][0]["least"], document["target"]["classes"][2]
    (4.3, {'label': 'virginica', 'n_examples': 50})
    """
    from foldwise.data import doubtful_columns

    frame = dataset.frame()
    columns = [_column(frame.iloc[:, position]) for position in range(frame.shape[1])]
    target = columns.pop()
    doubts = doubtful_columns(dataset)
    return {
        "schema": "foldwise.data/1",
        "name": dataset.name,
        "n_examples": dataset.n_examples,
        "n_attributes": dataset.n_attributes,
        "n_missing": dataset.n_missing,
        "fingerprint": dataset.fingerprint,
        "attributes": [{**column, "looks_like": doubts.get(column["name"])} for column in columns],
        "target": {**target, "name": dataset.target, "classes": _classes(dataset)},
    }


def values_in_words(column: Document) -> str:
    """Return in words which values a column has.

    >>> values_in_words({"type": "nominal", "categories": ["red", "blue"]})
    'red, blue'
    >>> values_in_words({"type": "numeric", "least": 0.5, "greatest": 12.0})
    '0.5 to 12'
    """
    if column["type"] == "nominal":
        return listed(column["categories"], most=6, quote=False)
    if column["least"] is None:
        return "none"
    if column["type"] == "date":
        return f"{column['least']} to {column['greatest']}"
    return f"{column['least']:g} to {column['greatest']:g}"


def _column(values: "pd.Series[Any]") -> Document:
    import numpy as np

    from foldwise.data import column_kind

    present = values.dropna()
    document: Document = {
        "name": str(values.name),
        "type": column_kind(values),
        "n_missing": len(values) - len(present),
        "n_distinct": int(present.nunique()),
    }
    if document["type"] == "nominal":
        declared = values.cat.categories if hasattr(values, "cat") else sorted(present.astype(str).unique())
        return {**document, "categories": [str(label) for label in declared]}
    written: type = str
    if document["type"] == "numeric":
        written, present = float, present[np.isfinite(present.to_numpy(dtype=np.float64))]
    least, greatest = (written(present.min()), written(present.max())) if len(present) else (None, None)
    return {**document, "least": least, "greatest": greatest}


def _classes(dataset: "Dataset") -> list[Document] | None:
    """Class labels with their counts; None if the target is a number with fractions."""
    import numpy as np
    import pandas as pd

    present = dataset.y[~pd.isna(dataset.y)]
    if dataset.target_names is None and present.dtype.kind == "f" and not np.all(present == np.floor(present)):
        return None
    counts = {str(label): int(count) for label, count in pd.Series(present).value_counts(sort=False).items()}
    labels = dataset.target_names or tuple(str(label) for label in np.unique(present))
    return [{"label": label, "n_examples": counts.get(label, 0)} for label in labels]
