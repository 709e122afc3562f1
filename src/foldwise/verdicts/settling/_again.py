"""A settled verdict judged again from the scores of its folds: nothing is added, and nothing fitted."""

from collections.abc import Sequence

from foldwise.runs import Run
from foldwise.verdicts._terms import Terms
from foldwise.verdicts.evidence._pair import make_pairs
from foldwise.verdicts.judging._make_verdict import HowSettled, assemble_verdict
from foldwise.verdicts.judging._settlement import Settlement
from foldwise.verdicts.judging._verdict import Verdict
from foldwise.verdicts.settling._settle import REPEATS_ADDED
from foldwise.verdicts.settling._settled import Settled
from foldwise.verdicts.settling._ten_fold import TEST, examine_ten_fold
from foldwise.verdicts.tests._table import NEEDS


def judge_settled(runs: Sequence[Run], terms: Terms, settled: Settled, settlements: Sequence[Settlement]) -> Verdict:
    """Judge the repeats of a settled verdict by the ten-fold form of it.

    Parameters
    ----------
    runs : sequence of Run
        One for each dataset, with the repeats that all of its pairs were settled on.
    terms : Terms
        On what terms.
    settled : Settled
        The procedure that added repeats.
    settlements : sequence of Settlement
        How each comparison came about: what is said of it is taken as it is.
    """
    pairs = [
        pair
        for run in runs
        for pair in make_pairs(
            run,
            run.metric,
            allow_partial=terms.allow_partial,
            n_datasets=len(runs),
            against=terms.against,
        )
    ]
    if len(pairs) != len(settlements):
        raise ValueError(f"{len(settlements)} comparisons were settled, and the runs have {len(pairs)} pairs.")
    findings = [examine_ten_fold(pair, terms.alternative).finding for pair in pairs]
    how = HowSettled(
        settled=settled,
        settlements=settlements,
        row_caveats=[()] * len(pairs),
        caveats=(),
        run_caveat=REPEATS_ADDED,
    )
    return assemble_verdict(runs, [[pair] for pair in pairs], findings, NEEDS[TEST], terms, how)
