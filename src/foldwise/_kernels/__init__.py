"""Cython loops: arrays and scalars in, arrays and scalars out; no vocabulary of statistics."""
