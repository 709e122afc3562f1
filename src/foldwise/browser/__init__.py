"""Pages on this machine alone: drop a file and read the verdict, or watch what a store holds.

Every page is served to loopback, under an address that nobody can guess. What is shown is written by `reports`; this
room never fits anything, and nothing leaves the machine.
"""

from foldwise.browser._answer import Answer, Request
from foldwise.browser._loopback import LoopbackServer
from foldwise.browser._serve import serve
from foldwise.browser._view import view

__all__ = ["Answer", "LoopbackServer", "Request", "serve", "view"]
