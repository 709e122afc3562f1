"""Shares as papers write them."""


def share(value: float) -> str:
    """Write a share as papers do.

    >>> share(0.0334), share(-0.002), share(-0.0002), share(1.0)
    ('.033', '-.002', '.000', '1.000')
    """
    # Adding zero turns -0.0 into 0.0.
    text = f"{round(value, 3) + 0.0:.3f}"
    return text.replace("0.", ".", 1) if abs(value) < 1 else text


def within(value: float, low: float, high: float) -> str:
    """Write a share with its limits.

    >>> within(0.104, 0.0858, 0.1246)
    '.104 (.086 to .125)'
    """
    return f"{share(value)} ({share(low)} to {share(high)})"
