"""Tests of which learner is better: pure functions of arrays, one experiment or a million in one call.

A difference is ``score(a) - score(b)``, greater scores being better. Leading axes are independent experiments.
"""

from foldwise.stats._after_selection import AfterSelectionResult, after_selection
from foldwise.stats._agreement_forecast import AgreementForecast, agreement_forecast, jackknife_error
from foldwise.stats._aligned_ranks import aligned_ranks
from foldwise.stats._averaged_t import AveragedResult, averaged_t
from foldwise.stats._balanced_two_fold_t import balanced_two_fold_t
from foldwise.stats._batch import Flags
from foldwise.stats._bayesian_correlated_t import PosteriorResult, bayesian_correlated_t
from foldwise.stats._bayesian_hierarchical import BayesianHierarchicalResult, bayesian_hierarchical
from foldwise.stats._bayesian_sign import BayesianSignResult, bayesian_sign
from foldwise.stats._bayesian_signed_rank import BayesianSignedRankResult, bayesian_signed_rank
from foldwise.stats._betting_e_process import EProcessResult, betting_e_process
from foldwise.stats._betting_limits import ConfidenceSequence, betting_confidence_sequence
from foldwise.stats._binomial import binomial
from foldwise.stats._bradley_terry import BradleyTerryResult, bradley_terry
from foldwise.stats._breakdown_correlation import BreakdownResult, breakdown_correlation
from foldwise.stats._cochran_q import cochran_q
from foldwise.stats._conover import conover
from foldwise.stats._conservative_z import conservative_z
from foldwise.stats._consistency import ConsistencyResult, consistency
from foldwise.stats._corrected_repeated_kfold_t import corrected_repeated_kfold_t
from foldwise.stats._corrected_resampled_t import corrected_resampled_t
from foldwise.stats._corrected_tost import EquivalenceResult, corrected_tost
from foldwise.stats._cosine_t import cosine_t
from foldwise.stats._cross_validation_z import cross_validation_z
from foldwise.stats._crossed_mean import CrossedMeanResult, crossed_mean
from foldwise.stats._delong import AUCResult, delong
from foldwise.stats._delve_quasi_f import delve_quasi_f
from foldwise.stats._diebold_mariano import diebold_mariano
from foldwise.stats._difference_of_proportions import corrected_difference_of_proportions, difference_of_proportions
from foldwise.stats._disagreements import DisagreementResult
from foldwise.stats._enough_partitions import EnoughPartitionsResult, enough_partitions
from foldwise.stats._exact_proportions import ExactProportionsResult, exact_proportions
from foldwise.stats._factorial_anova import FactorialResult, factorial_anova
from foldwise.stats._figure_value import figure_value, signed_area
from foldwise.stats._fisher import fisher
from foldwise.stats._five_by_two_f import FResult, five_by_two_f
from foldwise.stats._five_by_two_plain_t import five_by_two_plain_t
from foldwise.stats._five_by_two_t import FiveByTwoResult, five_by_two_t
from foldwise.stats._friedman import RankTestResult, friedman, iman_davenport
from foldwise.stats._hac_t import HACResult, hac_t
from foldwise.stats._half_sampling_variance import half_sampling_variance
from foldwise.stats._hall_t import HallResult, hall_t
from foldwise.stats._kfold_t import kfold_t
from foldwise.stats._lond import e_lond, evalues_of, lond
from foldwise.stats._lord import lord3, lord_plus_plus
from foldwise.stats._max_t import MaxTResult, max_t
from foldwise.stats._mcnemar import mcnemar
from foldwise.stats._mean_rank_z import mean_rank_z
from foldwise.stats._merge import MergedResult, running_twice_the_mean, twice_the_mean, twice_the_median
from foldwise.stats._multiplicity import bonferroni_level, expected_false_positives, family_wise_error, sidak_level
from foldwise.stats._nemenyi import nemenyi
from foldwise.stats._nested_cv_z import NestedCVResult, nested_cv_z
from foldwise.stats._non_inferiority import NonInferiorityResult, non_inferiority, tango_non_inferiority
from foldwise.stats._one_way_anova import one_way_anova
from foldwise.stats._online import OnlineResult
from foldwise.stats._outcomes import count_outcomes
from foldwise.stats._own_loss_variance import VarianceEstimate, own_loss_variance
from foldwise.stats._paired_items_t import paired_items_t
from foldwise.stats._partial_conjunction import PartialConjunctionResult, partial_conjunction
from foldwise.stats._partition_groups import PartitionGroup, partition_groups
from foldwise.stats._permutation_pvalue import permutation_pvalue
from foldwise.stats._proportion_interval import ProportionInterval, clopper_pearson, wilson
from foldwise.stats._quade import quade
from foldwise.stats._rank_intervals import rank_intervals
from foldwise.stats._rank_pairs import RankPairsResult
from foldwise.stats._rejection_rate import RejectionRateResult, rejection_rate
from foldwise.stats._related_pairs import bergmann_hommel, shaffer
from foldwise.stats._repeated_measures_anova import repeated_measures_anova
from foldwise.stats._replicability import ReplicabilityResult, pair_agreement, replicability
from foldwise.stats._resampled_t import resampled_t
from foldwise.stats._results import AnovaResult, ChiSquareResult, NormalResult
from foldwise.stats._saffron import saffron
from foldwise.stats._sign_flip import SignFlipResult, sign_flip
from foldwise.stats._sign_flip_interval import sign_flip_interval
from foldwise.stats._sign_test import SignTestResult, sign_test
from foldwise.stats._signed_ranks import SignedRankResult
from foldwise.stats._single_step import bonferroni, sidak
from foldwise.stats._skillings_mack import skillings_mack
from foldwise.stats._stepwise import benjamini_hochberg, hochberg, holm, hommel
from foldwise.stats._student_result import StudentResult
from foldwise.stats._tally import TallyResult, tally
from foldwise.stats._twofold_jackknife_t import JackknifeResult, twofold_jackknife_t
from foldwise.stats._uncorrected_repeated_kfold_t import uncorrected_repeated_kfold_t
from foldwise.stats._wilcoxon import wilcoxon
from foldwise.stats._wilcoxon_significances import wilcoxon_significances
from foldwise.stats._win_table import WinTable, win_table

__all__ = [
    "AUCResult",
    "AfterSelectionResult",
    "AgreementForecast",
    "AnovaResult",
    "AveragedResult",
    "BayesianHierarchicalResult",
    "BayesianSignResult",
    "BayesianSignedRankResult",
    "BradleyTerryResult",
    "BreakdownResult",
    "ChiSquareResult",
    "ConfidenceSequence",
    "ConsistencyResult",
    "CrossedMeanResult",
    "DisagreementResult",
    "EProcessResult",
    "EnoughPartitionsResult",
    "EquivalenceResult",
    "ExactProportionsResult",
    "FResult",
    "FactorialResult",
    "FiveByTwoResult",
    "Flags",
    "HACResult",
    "HallResult",
    "JackknifeResult",
    "MaxTResult",
    "MergedResult",
    "NestedCVResult",
    "NonInferiorityResult",
    "NormalResult",
    "OnlineResult",
    "PartialConjunctionResult",
    "PartitionGroup",
    "PosteriorResult",
    "ProportionInterval",
    "RankPairsResult",
    "RankTestResult",
    "RejectionRateResult",
    "ReplicabilityResult",
    "SignFlipResult",
    "SignTestResult",
    "SignedRankResult",
    "StudentResult",
    "TallyResult",
    "VarianceEstimate",
    "WinTable",
    "after_selection",
    "agreement_forecast",
    "aligned_ranks",
    "averaged_t",
    "balanced_two_fold_t",
    "bayesian_correlated_t",
    "bayesian_hierarchical",
    "bayesian_sign",
    "bayesian_signed_rank",
    "benjamini_hochberg",
    "bergmann_hommel",
    "betting_confidence_sequence",
    "betting_e_process",
    "binomial",
    "bonferroni",
    "bonferroni_level",
    "bradley_terry",
    "breakdown_correlation",
    "clopper_pearson",
    "cochran_q",
    "conover",
    "conservative_z",
    "consistency",
    "corrected_difference_of_proportions",
    "corrected_repeated_kfold_t",
    "corrected_resampled_t",
    "corrected_tost",
    "cosine_t",
    "count_outcomes",
    "cross_validation_z",
    "crossed_mean",
    "delong",
    "delve_quasi_f",
    "diebold_mariano",
    "difference_of_proportions",
    "e_lond",
    "enough_partitions",
    "evalues_of",
    "exact_proportions",
    "expected_false_positives",
    "factorial_anova",
    "family_wise_error",
    "figure_value",
    "fisher",
    "five_by_two_f",
    "five_by_two_plain_t",
    "five_by_two_t",
    "friedman",
    "hac_t",
    "half_sampling_variance",
    "hall_t",
    "hochberg",
    "holm",
    "hommel",
    "iman_davenport",
    "jackknife_error",
    "kfold_t",
    "lond",
    "lord3",
    "lord_plus_plus",
    "max_t",
    "mcnemar",
    "mean_rank_z",
    "nemenyi",
    "nested_cv_z",
    "non_inferiority",
    "one_way_anova",
    "own_loss_variance",
    "pair_agreement",
    "paired_items_t",
    "partial_conjunction",
    "partition_groups",
    "permutation_pvalue",
    "quade",
    "rank_intervals",
    "rejection_rate",
    "repeated_measures_anova",
    "replicability",
    "resampled_t",
    "running_twice_the_mean",
    "saffron",
    "shaffer",
    "sidak",
    "sidak_level",
    "sign_flip",
    "sign_flip_interval",
    "sign_test",
    "signed_area",
    "skillings_mack",
    "tally",
    "tango_non_inferiority",
    "twice_the_mean",
    "twice_the_median",
    "twofold_jackknife_t",
    "uncorrected_repeated_kfold_t",
    "wilcoxon",
    "wilcoxon_significances",
    "wilson",
    "win_table",
]
