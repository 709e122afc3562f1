"""The command ``foldwise``: its subcommands, its exit codes."""

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.main import get_command

from foldwise.cli._audit import AUDIT_HELP, audit
from foldwise.cli._claim import CLAIM_HELP, claim
from foldwise.cli._compare import COMPARE_HELP, compare
from foldwise.cli._confirm import CONFIRM_HELP, confirm
from foldwise.cli._data import data_app
from foldwise.cli._evaluate import EVALUATE_HELP, evaluate
from foldwise.cli._exit import INTERRUPTED, exit_code_for, signals_heeded
from foldwise.cli._gate import GATE_HELP, gate
from foldwise.cli._judge import JUDGE_HELP, judge
from foldwise.cli._lab import lab_app
from foldwise.cli._ledger import ledger_app
from foldwise.cli._output import release_stdout, say, say_help, warnings_as_lines
from foldwise.cli._papers import papers_app
from foldwise.cli._plan import PLAN_HELP, plan
from foldwise.cli._register import REGISTER_HELP, register
from foldwise.cli._replicate import REPLICATE_HELP, replicate
from foldwise.cli._sizes import SIZES_HELP, sizes
from foldwise.cli._stream import STREAM_HELP, stream
from foldwise.cli._study import study_app
from foldwise.cli._tests import TESTS_HELP, show_tests
from foldwise.cli._verify import VERIFY_HELP, verify
from foldwise.cli._view import SERVE_HELP, VIEW_HELP, serve, view

_HELP = """Which learner is better, by how much, and would another split say so again?

\b
A first comparison, on data that comes with foldwise:
  foldwise compare iris --learner sklearn.svm.SVC \\
    --learner sklearn.tree.DecisionTreeClassifier

\b
Which test to use, by a few questions:
  foldwise tests --ask
"""
_CONTEXT = {"help_option_names": ["-h", "--help"]}

app = typer.Typer(
    name="foldwise",
    context_settings=_CONTEXT,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command(help=COMPARE_HELP, context_settings=_CONTEXT)(compare)
app.command(help=EVALUATE_HELP, context_settings=_CONTEXT)(evaluate)
app.command(help=JUDGE_HELP, context_settings=_CONTEXT)(judge)
app.command(help=GATE_HELP, context_settings=_CONTEXT)(gate)
app.command(help=STREAM_HELP, context_settings=_CONTEXT)(stream)
app.command(help=CLAIM_HELP, context_settings=_CONTEXT)(claim)
app.command(help=CONFIRM_HELP, context_settings=_CONTEXT)(confirm)
app.command(help=AUDIT_HELP, context_settings=_CONTEXT)(audit)
app.command(help=PLAN_HELP, context_settings=_CONTEXT)(plan)
app.command(help=SIZES_HELP, context_settings=_CONTEXT)(sizes)
app.command(help=REPLICATE_HELP, context_settings=_CONTEXT)(replicate)
app.command(help=REGISTER_HELP, context_settings=_CONTEXT)(register)
app.command(help=VERIFY_HELP, context_settings=_CONTEXT)(verify)
app.command(help=VIEW_HELP, context_settings=_CONTEXT)(view)
app.command(help=SERVE_HELP, context_settings=_CONTEXT)(serve)
app.add_typer(data_app, name="data", context_settings=_CONTEXT)
app.add_typer(lab_app, name="lab", context_settings=_CONTEXT)
app.add_typer(ledger_app, name="ledger", context_settings=_CONTEXT)
app.add_typer(study_app, name="study", context_settings=_CONTEXT)
app.add_typer(papers_app, name="papers", context_settings=_CONTEXT)
app.command("tests", help=TESTS_HELP, context_settings=_CONTEXT)(show_tests)


@app.callback(help=_HELP, invoke_without_command=True)
def _root(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", "-V", help="Print the version and stop.")] = False,
) -> None:
    """Print the version or, without a subcommand, the help."""
    if version:
        from importlib.metadata import version as installed_version

        say(f"foldwise {installed_version('foldwise')}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        say_help(ctx.get_help())


def _help_of(words: Sequence[str]) -> str | None:
    """Return the help that ``foldwise COMMAND... --help`` asks for; None if anything else is asked.

    Reading the words as arguments loads what they may have to be converted with, and help needs none of it.
    """
    *names, last = words or [""]
    if last not in _CONTEXT["help_option_names"]:
        return None
    command: Any = get_command(app)
    context = command.context_class(command, info_name="foldwise", **_CONTEXT)
    for name in names:
        command = command.get_command(context, name) if hasattr(command, "get_command") else None
        if command is None:
            return None
        context = command.context_class(command, info_name=name, parent=context, **_CONTEXT)
    return str(command.get_help(context))


def run(argv: Sequence[str] | None) -> int:
    """Do what `foldwise.cli.main` promises."""
    words = list(sys.argv[1:] if argv is None else argv)
    if argv is None:
        # Worker processes are Python anew, and would find the modules of the working directory first.
        os.environ.setdefault("PYTHONSAFEPATH", "1")
    try:
        with signals_heeded(), warnings_as_lines():
            if help_text := _help_of(words):
                say_help(help_text)
                return 0
            code = app(words, prog_name="foldwise", standalone_mode=False)
        # typer catches Ctrl-C itself and hands over its code, which is then ours to explain.
        return exit_code_for(KeyboardInterrupt()) if code == INTERRUPTED else int(code or 0)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    except BaseException as error:
        return exit_code_for(error)
    finally:
        # In a process of our own even what is printed on the way out is not ours.
        if argv is not None:
            release_stdout()
