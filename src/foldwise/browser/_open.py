"""The browser of this machine, if somebody sits before it."""

import os
import webbrowser
from threading import Thread
from typing import Final

# They would take the terminal, and run no scripts.
_IN_THE_TERMINAL: Final = ("www-browser", "links", "elinks", "lynx", "w3m")


def is_remote() -> bool:
    """Whether this machine is reached by ssh, without its windows: a browser would open where nobody sits."""
    has_windows = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY")) and not has_windows


def open_page(address: str) -> bool:
    """Open a page in the browser of this machine; return whether there is one.

    Some browsers keep whoever opens them waiting until they are closed, and some fail; neither ends a server.
    """
    if is_remote():
        return False
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    if os.path.basename(str(getattr(browser, "name", ""))) in _IN_THE_TERMINAL:
        return False
    Thread(target=browser.open, args=(address,), daemon=True).start()
    return True
