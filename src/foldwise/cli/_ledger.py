"""``foldwise ledger``: all tries on the data of a store, what survives of them, and whether the ledger is whole."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from foldwise._core import check_fraction, counted, pvalue_text
from foldwise.cli import _options as options
from foldwise.cli._exit import FAILED_RUN
from foldwise.cli._output import hold_stdout, note, say, say_json, say_table
from foldwise.cli._result import check_writable, write_files

if TYPE_CHECKING:
    from foldwise.verdicts import DataTries

_SHOW_HELP = """Show what was tried on each dataset, and what survives.

Every comparison that went through the store is in the table, with its p-value and what it is worth: adjusted for all
tries on these data or, by a procedure for sequences without an end, beside the level that it had to reach.

\b
Survival by Holm's method, for all data of a store:
  foldwise ledger show runs.db

\b
By e-LOND, whose decisions stand whatever is tried later, with a figure:
  foldwise ledger show runs.db --data digits --procedure e_lond --plot tries.png
"""
_DECLARE_HELP = """Count tries that were made elsewhere.

The store counts what goes through it. What was tried before, in a notebook or by somebody else on the same data, only
you know. The same declaration again counts once.

\b
Forty settings:
  foldwise ledger declare runs.db digits --tries 40 --note "grid by hand"

\b
Three, by their names:
  foldwise ledger declare runs.db digits --name svm-rbf --name svm-poly --name knn
"""
_VERIFY_HELP = """Check whether the ledger is as it was written.

Each entry holds a digest of all before it. Entries that were edited, removed or moved by hand are noticed, and so are
tests in the store that the ledger lacks. A ledger, or a store, that was rewritten as a whole is not noticed: for that,
note the link that is printed somewhere else, and give it the next time.

\b
Note the link, in a paper say, and look later whether the ledger still has it:
  foldwise ledger verify runs.db
  foldwise ledger verify runs.db --link 5f1d0c...

It ends with 0 if all is as it was written, and with 1 if not.
"""
_NOT_NOTICED: Final = (
    "A ledger that was rewritten as a whole would not be noticed, unless a link was noted elsewhere before (--link)."
)
# Of entries without a p-value, beside the comparisons.
_MOST_OTHERS: Final = 12

ledger_app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)

_Path = Annotated[Path, typer.Argument(metavar="STORE", help="The file of the store (.db).")]


@ledger_app.callback(invoke_without_command=True)
def _ledger(ctx: typer.Context) -> None:
    """Count all tries on the data of a store, and see what survives."""
    if ctx.invoked_subcommand is None:
        say(ctx.get_help())


@ledger_app.command("show", help=_SHOW_HELP)
def show(
    store: _Path,
    data: Annotated[str | None, typer.Option("--data", metavar="NAME", help="Only this dataset.")] = None,
    procedure: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="holm, bonferroni, sidak, hommel, benjamini_hochberg; or for sequences without an end lond, e_lond, "
            "lord3, lord_plus_plus, saffron.",
        ),
    ] = "holm",
    alpha: Annotated[float, typer.Option(metavar="LEVEL", help="Family-wise level, or false discovery rate.")] = 0.05,
    plot: options.Plot = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Print a table for each dataset."""
    hold_stdout()
    check_fraction(alpha, "--alpha")
    check_writable(report=None, plot=plot, store=store)

    from foldwise.verdicts import recount

    result = recount(_existing(store), dataset=data, procedure=procedure, alpha=alpha)
    if json:
        say_json(result.document())
    else:
        for each in result.datasets:
            say(each.sentence())
            _say_tries(each)
            say("")
        if not result.datasets:
            say(f"{store}: nothing has been tried yet.")
        for line in result.notes():
            say(line)
    if plot is not None and result.datasets:
        write_files(list(result.datasets), report=None, plot=plot, tell=note if json else say, quiet=quiet)


@ledger_app.command("declare", help=_DECLARE_HELP)
def declare(
    store: _Path,
    data: Annotated[str, typer.Argument(metavar="DATA", help="On which data, as the store calls them.")],
    tries: Annotated[int | None, typer.Option("--tries", metavar="NUMBER", help="How many.")] = None,
    name: Annotated[
        list[str] | None, typer.Option("--name", metavar="NAME", help="One of them; once for each.")
    ] = None,
    about: Annotated[str, typer.Option("--note", metavar="TEXT", help="What they were.")] = "",
) -> None:
    """Write down what somebody says."""
    hold_stdout()
    if (tries is None) == (not name):
        raise ValueError("say how many tries there were, --tries NUMBER, or name each: --name NAME. One of the two.")
    if tries is not None and tries < 1:
        raise ValueError(f"--tries must be at least 1, got {tries}.")
    from foldwise.store import Store

    with Store(_existing(store)) as opened:
        n_new = opened.declare_tries(data, tries or 1, names=name or (), note=about)
        total = opened.ledger(data).n_tries
    known = "" if n_new else ": they were declared before"
    say(f"{counted(n_new, 'new try').replace('trys', 'tries')} declared on {data}{known}; {total:,} in all.")


@ledger_app.command("verify", help=_VERIFY_HELP)
def verify(
    store: _Path,
    link: Annotated[
        str | None, typer.Option("--link", metavar="LINK", help="A link that was printed some time ago.")
    ] = None,
    json: options.Json = False,
) -> None:
    """Follow the chain."""
    hold_stdout()
    from foldwise.store import Store

    with Store(_existing(store), writes=False) as opened:
        breaks, last, n_entries = opened.verify_ledger(link), opened.last_link(), len(opened.ledger().kept)
    if json:
        say_json({"schema": "foldwise.ledger-check/1", "breaks": breaks, "link": last, "n_entries": n_entries})
    else:
        for line in breaks:
            note(f"not as it was written: {line}")
        if not breaks:
            say(f"{store}: {n_entries:,} entries, as they were written. Link: {last or 'none yet'}")
        if link is None:
            say(_NOT_NOTICED)
    if breaks:
        raise typer.Exit(FAILED_RUN)


def _existing(store: Path) -> Path:
    """Refuse a file that is not there: a command about tries makes no store."""
    if not store.exists():
        raise ValueError(f"{store}: there is no such store. Run something with --store first, or correct the name.")
    return store


def _say_tries(data: "DataTries") -> None:
    """Print comparisons with their p-values, then what has none."""
    rows, others = [], []
    for entry, bound, survives in zip(data.ledger.kept, data.bounds, data.survives, strict=True):
        when = _local(entry.written_at)
        if entry.pvalue is not None:
            mark = "yes" if survives else "no"
            rows.append((when, entry.what, "1", pvalue_text(entry.pvalue), pvalue_text(bound), mark))
        elif entry.number:
            others.append((when, entry.what, f"{entry.number:,}", "", "", ""))
    if len(others) > _MOST_OTHERS:
        n_more = sum(int(row[2].replace(",", "")) for row in others[_MOST_OTHERS:])
        others = [*others[:_MOST_OTHERS], ("", "more without a p-value (--json has all)", f"{n_more:,}", "", "", "")]
    headings = ("when", "what", "tries", "p", "level" if data.is_sequence else "p for all tries", "survives")
    if rows or others:
        say_table(headings, [*rows, *others], right=(2, 3, 4))


def _local(written_at: str) -> str:
    """Return when something was written by the clock here, to the minute."""
    if not written_at:
        return ""
    return datetime.fromisoformat(written_at).astimezone().strftime("%Y-%m-%d %H:%M")
