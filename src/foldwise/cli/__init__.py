"""The command line: parse, call a verb, print. No statistics here."""

from foldwise.cli._main import main

__all__ = ["main"]
