"""The corrected test with a guard from two-fold repeats (K), and with both guards."""

from ranklab.evidence import DF, Parts, TenFold, own_variance, refer
from ranklab.half_sampling import half_sampling_variance

from foldwise.stats import twofold_jackknife_t


def guarded(run):
    r"""Mean of ten-fold repeats over the larger of two variances.

    .. math:: V = \max\big(V_\mathrm{corr},\ V_J(n/2) + \tfrac12 (V_\mathrm{own}(.9n) - V_\mathrm{own}(n/2))_+\big)

    V_J is the delete-one jackknife variance of two-fold repeats (`foldwise.stats.twofold_jackknife_t`), V_own the
    variance over examples of their mean losses over n, without the noise of finitely many repeats, at both training
    sizes: interactions of many training examples grow with the size of the training set, and half of what single losses
    grow by is what an interaction of one test and three or four training examples takes. Student's t with 99 degrees of
    freedom. Efron and Stein (1981), Annals of Statistics 9; Nadeau and Bengio (2003), Machine Learning 52.
    """
    parts = Parts.of(run)
    ten = TenFold.of(*parts.ten)
    return refer(ten.mean, max(ten.corrected, guard_variance(parts)), DF)


def guarded_by_both(run):
    """As `guarded`, with the variance of half-sampling where it is the largest."""
    parts = Parts.of(run)
    ten = TenFold.of(*parts.ten)
    return refer(ten.mean, max(ten.corrected, guard_variance(parts), half_sampling_variance(parts, ten)), DF)


def guard_variance(parts):
    """Return the second variance of `guarded`."""
    differences, halves = parts.two
    jackknife = twofold_jackknife_t(differences, halves).jackknife_variance
    growth = own_variance(parts.ten[0]) - own_variance(differences)
    return jackknife + max(growth, 0.0) / 2
