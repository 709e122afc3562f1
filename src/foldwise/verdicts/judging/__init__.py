"""From findings to a verdict: families, decisions, forecasts, caveats, and what they are in words."""
