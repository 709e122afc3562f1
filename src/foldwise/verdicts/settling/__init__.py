"""Verdicts that are settled: repeats added until the decision no longer hangs on the random partitions."""
