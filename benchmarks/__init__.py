"""How long things take, beside the nearest thing that does the same: ``python -m benchmarks`` from the root."""
