"""The procedures that have designs of their own, by the names that tables give them."""

from ranklab.conservative_z import conservative_z
from ranklab.designs import InTurn, Joined, NestedKFold, ReversedKFold, SplitHalves
from ranklab.guard import guarded, guarded_by_both
from ranklab.half_sampling import half_sampling, half_sampling_controlled, half_sampling_max
from ranklab.nested import nested
from ranklab.thirds import reversed_thirds

from foldwise.lab import OwnProcedure
from foldwise.splits import HalvedKFold, RepeatedKFold

TEN, THIRTY = RepeatedKFold(10, 10), RepeatedKFold(10, 30)
TWO = RepeatedKFold(2, 400, stratified=False)
HALVED_53, HALVED_180 = (Joined((TEN, HalvedKFold(10, n_halvings))) for n_halvings in (53, 180))
GUARD_10, GUARD_30 = (Joined((InTurn(repeats), TWO)) for repeats in (TEN, THIRTY))
BOTH = Joined((InTurn(TEN), TWO, InTurn(HalvedKFold(10, 53))))


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
