"""All procedures that are ranked, by the names that tables give them."""

from ranklab.conservative_z import conservative_z
from ranklab.designs import InTurn, Joined, NestedKFold, ReversedKFold, SplitHalves
from ranklab.guard import guarded, guarded_by_both
from ranklab.half_sampling import half_sampling, half_sampling_controlled, half_sampling_max
from ranklab.nested import nested
from ranklab.thirds import reversed_thirds

from foldwise import Procedure, Settled
from foldwise.lab import OwnProcedure
from foldwise.splits import FiveByTwo, HalvedKFold, Holdout, KFold, RepeatedKFold, Resampled

THIRD = 1 / 3
TEN, TWENTY, THIRTY = (RepeatedKFold(10, n_repeats) for n_repeats in (10, 20, 30))
TWO = RepeatedKFold(2, 400, stratified=False)
HALVED_53, HALVED_180 = (Joined((TEN, HalvedKFold(10, n_halvings))) for n_halvings in (53, 180))
GUARD_10, GUARD_30 = (Joined((InTurn(repeats), TWO)) for repeats in (TEN, THIRTY))
BOTH = Joined((InTurn(TEN), TWO, InTurn(HalvedKFold(10, 53))))


FIXED = {
    "McNemar, hold-out": Procedure(Holdout(THIRD), "mcnemar"),
    "exact binomial, hold-out": Procedure(Holdout(THIRD), "binomial"),
    "difference of proportions, hold-out": Procedure(Holdout(THIRD), "difference_of_proportions"),
    "resampled t, 30 splits": Procedure(Resampled(30, THIRD), "resampled_t"),
    "corrected resampled t, 10 splits": Procedure(Resampled(10, 0.1), "corrected_resampled_t"),
    "corrected resampled t, 100 splits": Procedure(Resampled(100, 0.1), "corrected_resampled_t"),
    "10-fold t": Procedure(KFold(10), "kfold_t"),
    "exact binomial, pooled 10-fold": Procedure(KFold(10), "binomial"),
    "sign flips, pooled 10-fold": Procedure(KFold(10), "sign_flip"),
    "corrected 1x10": Procedure(KFold(10), "corrected_repeated_kfold_t"),
    "corrected 10x10": Procedure(TEN, "corrected_repeated_kfold_t"),
    "uncorrected 10x10": Procedure(TEN, "uncorrected_repeated_kfold_t"),
    "5x2cv t": Procedure(FiveByTwo(), "five_by_two_t"),
    "5x2cv F": Procedure(FiveByTwo(), "five_by_two_f"),
    "plain t on 5x2": Procedure(FiveByTwo(), "five_by_two_plain_t"),
    "averaged t, 20x10": Procedure(TWENTY, "averaged_t"),
    "Fisher, 20x10": Procedure(TWENTY, "fisher"),
    "Wilcoxon of significances, 20x10": Procedure(TWENTY, "wilcoxon_significances"),
    "twice the mean p, 20x10": Procedure(TWENTY, "twice_the_mean"),
    "running twice the mean p, 20x10": Procedure(TWENTY, "running_twice_the_mean"),
    "twice the median p, 20x10": Procedure(TWENTY, "twice_the_median"),
    "two-fold jackknife t, 100x2": Procedure(RepeatedKFold(2, 100, stratified=False), "twofold_jackknife_t"),
}
SETTLED = {
    "Settled()": Procedure(Settled()),
    "Settled(guard=True)": Procedure(Settled(guard=True)),
    "Settled(strict=True)": Procedure(Settled(strict=True)),
}


def _own(scheme, test):
    return OwnProcedure(scheme, test, reads="run", signed=True)


OWN = {
    "HS10, 53 halvings": _own(HALVED_53, half_sampling),
    "HS10, 180 halvings": _own(HALVED_180, half_sampling),
    "HS10, 53 halvings, control variate": _own(HALVED_53, half_sampling_controlled),
    "max(corrected, HS10), 53 halvings": _own(HALVED_53, half_sampling_max),
    "max(corrected, HS10), 180 halvings": _own(HALVED_180, half_sampling_max),
    "nested cross-validation, 20x10": _own(NestedKFold(10, 20), nested),
    "conservative Z": _own(SplitHalves(15, 10, 0.1), conservative_z),
    "F33, 150 repeats": _own(ReversedKFold(3, 150), reversed_thirds),
    "K guard, 10x10 and 400x2": _own(GUARD_10, guarded),
    "K guard, 30x10 and 400x2": _own(GUARD_30, guarded),
    "max(corrected, HS10, K guard)": _own(BOTH, guarded_by_both),
}
RANKED = {**FIXED, **SETTLED, **OWN}
# What could be the default: their levels are measured on more datasets.
CANDIDATES = (
    "corrected 10x10",
    "Settled()",
    "Settled(guard=True)",
    "K guard, 10x10 and 400x2",
    "K guard, 30x10 and 400x2",
)
