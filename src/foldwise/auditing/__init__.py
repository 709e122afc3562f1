"""The questions of the four papers, asked of a store, a document or a table by whoever has to judge it."""

from foldwise.auditing._audit import Answer, Audit, audit

__all__ = ["Answer", "Audit", "audit"]
