"""``foldwise view`` and ``foldwise serve``: pages on this machine."""

from socket import gethostname
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
Print the address only, on a port that a tunnel leads to (ssh -L 8765:127.0.0.1:8765 HOST):
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

    _keep(open_page(port=port, opens=False), opens=browser)


def serve(
    study: Annotated[str, typer.Argument(metavar="STUDY", help="A study file, or a store.")],
    port: _Port = 0,
    browser: _Opens = True,
) -> None:
    """Serve until interrupted."""
    hold_stdout()
    from foldwise.browser import serve as open_page

    _keep(open_page(study, port=port, opens=False), opens=browser)


def _keep(server: "LoopbackServer", *, opens: bool) -> None:
    """Print the address, open it, say who can, and wait."""
    from foldwise.browser._door import is_remote, open_page

    with server:
        say(server.address)
        if is_remote():
            tunnel = f"ssh -N -L {server.port}:127.0.0.1:{server.port} {gethostname()}"
            note(f"To open it on the machine you sit at, run there: {tunnel}")
        elif opens and not open_page(server.address):
            note("No browser was found here: open the address yourself.")
        note("Only you can open it, and only on this machine. Ctrl-C ends it.")
        server.wait()
