"""``foldwise view`` and ``foldwise serve``: pages on this machine."""

from typing import TYPE_CHECKING, Annotated

import typer

from foldwise.cli._output import hold_stdout, note, say

if TYPE_CHECKING:
    from foldwise.browser import LoopbackServer

VIEW_HELP = """Open a page where a file of results is dropped and judged.

What judge reads, the page reads: scores of folds or of examples, predictions, files of other programs. The page is
shown to this machine alone, under an address that nobody can guess; files are kept nowhere and sent nowhere. Ctrl-C
ends it.

\b
Open it in the browser:
  foldwise view

\b
Print the address only, for a machine that is reached by a tunnel:
  foldwise view --no-browser --port 8765
"""
SERVE_HELP = """Show the studies of a store on a page, also while they run.

The page says how far each study is and who is ahead so far, and shows its report, made anew when there is more. The
store is only read. The page is shown to this machine alone, under an address that nobody can guess. Ctrl-C ends it.

\b
A study that runs in another terminal:
  foldwise serve papers.toml

\b
A store:
  foldwise serve papers.db --no-browser
"""

_Port = Annotated[int, typer.Option(metavar="PORT", min=0, max=65535, help="Where to listen. Default: any free port.")]
_Opens = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page, or only print its address.")]


def view(port: _Port = 0, browser: _Opens = True) -> None:
    """Serve until interrupted."""
    hold_stdout()
    from foldwise.browser import view as open_page

    _keep(open_page(port=port, opens=browser))


def serve(
    study: Annotated[str, typer.Argument(metavar="STUDY", help="A study file, or a store.")],
    port: _Port = 0,
    browser: _Opens = True,
) -> None:
    """Serve until interrupted."""
    hold_stdout()
    from foldwise.browser import serve as open_page

    _keep(open_page(study, port=port, opens=browser))


def _keep(server: "LoopbackServer") -> None:
    """Print the address, and wait."""
    with server:
        say(server.address)
        note("Only this machine can open it. Ctrl-C ends it.")
        server.wait()
