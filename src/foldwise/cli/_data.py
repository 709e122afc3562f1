"""``foldwise data``: what is built in, what a file holds, fetching data."""

import os
from typing import Annotated

import typer

from foldwise._core import counted, one_line
from foldwise.cli._contents import describe, values_in_words
from foldwise.cli._output import say, say_json, say_table
from foldwise.cli._stdout import hold_stdout

_SHOW_HELP = """Show the number of examples, the attributes, what is missing, and the classes.

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


@data_app.command("list")
def list_data(json: _Json = False) -> None:
    """List the data that foldwise can load by name."""
    hold_stdout()
    from foldwise.data import available

    table = available()
    if json:
        say_json({"schema": "foldwise.data-list/1", "datasets": table.to_dict("records")})
        return
    rows = [tuple(map(str, row)) for row in table.drop(columns="source").itertuples(index=False)]
    say_table(tuple(table.columns.drop("source")), rows, right=(1, 2, 3, 4, 5))


@data_app.command("show", help=_SHOW_HELP)
def show(
    data: Annotated[str, typer.Argument(metavar="DATA", help="A built-in name, a file, uci:NAME or openml:ID.")],
    target: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="What to predict. Without it: as the data say, else the last column."),
    ] = None,
    json: _Json = False,
) -> None:
    """Load and describe."""
    hold_stdout()
    from foldwise.data import load

    dataset = load(data, target=target)
    contents = describe(dataset)
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
