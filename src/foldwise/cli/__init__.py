"""The command line: parse, call a verb, print. No statistics here."""

from foldwise.cli._begin import main

__all__ = ["main"]
