"""Verdicts that are settled: repeats added until the decision no longer hangs on the random partitions."""

from foldwise.verdicts.settling._case import Examined, Weighed, weigh
from foldwise.verdicts.settling._settle import settle
from foldwise.verdicts.settling._settled import Settled

__all__ = ["Examined", "Settled", "Weighed", "settle", "weigh"]
