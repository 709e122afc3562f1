"""``foldwise compare --certify``: the verdict, and beside it what its procedure does where there is nothing to find."""

from typing import Any

from foldwise._core import check_choice, check_integer


def check_certifiable(
    null: str,
    n_trials: int,
    *,
    alpha: float,
    test: str | None,
    metric: str | None,
    groups: str | None,
    alternative: str,
) -> None:
    """Refuse what no certificate is made for, before minutes are spent on the comparison."""
    from foldwise.lab import fewest_trials

    check_integer(n_trials, "--certify-trials", least=fewest_trials(alpha))
    check_choice(null, "--certify-null", ("subsamples", "generator"))
    if test == "all":
        raise ValueError("--certify measures one test, got --test all. Name a test, or leave it out.")
    if metric not in (None, "accuracy"):
        raise ValueError(f"--certify is about accuracy, got --metric {metric}. Leave one of them out.")
    if groups is not None:
        raise ValueError("--certify takes examples for independent, got --groups. Leave one of them out.")
    if alternative != "two-sided":
        raise ValueError(f"--certify is about two-sided tests, got --alternative {alternative}. Leave one of them out.")


def certified(
    verdict: Any,
    learners: Any,
    data: Any,
    *,
    scheme: Any,
    test: str | None,
    alpha: float,
    **how: Any,
) -> list[Any]:
    """Return the verdict, and for each dataset a certificate that has judged it again.

    Parameters
    ----------
    verdict : Verdict
        Of `compare`.
    learners, data
        What it compared: one Dataset, or a list of them.
    scheme, test, alpha
        By what, as `compare` takes them.
    **how
        For `certify`: where the trials come from, how many, who does them.
    """
    from foldwise.lab import certify
    from foldwise.verdicts import Procedure

    several = data if isinstance(data, list) else [data]
    # The same defaults as those of compare.
    usual = "settled" if test is None else "10x10"
    procedure = Procedure(usual if scheme is None else scheme, test, alpha=alpha)
    found = [certify(learners, dataset, procedure=procedure, **how) for dataset in several]
    return [verdict, *(certificate.readjudge(verdict) for certificate in found)]
