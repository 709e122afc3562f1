"""Formulas on the cards, and their letters as far as the docstring does not say beside the formula what they are."""

from typing import Final

_DIFFERENCE: Final = "d: score(a) - score(b)"
_OF_ONE_FOLD: Final = f"{_DIFFERENCE} on one fold"
_REPEATS: Final = "r: repeats; k: folds of a repeat"
_WAYS: Final = (
    "a: one of the learners; S: the number of its wins if each were a coin toss; C(m, i): ways to choose i of m"
)
_MERGED: Final = "p_i: p-value of partition i"

# The displayed formulas of the docstrings, as a line of text for terminals and pages that cannot typeset.
FORMULAS: Final = {
    "averaged_t": "mean(t) = 1/M sum_{i=1..M} t_i",
    "bayesian_correlated_t": "mu | d ~ St(n - 1, mean(d), (1/n + rho/(1 - rho)) s^2)",
    "binomial": "P(S >= s) = 2^-m sum_{i=s..m} C(m, i)",
    "cochran_q": "Q = ((k - 1) (k sum_j G_j^2 - (sum_j G_j)^2))/(k sum_i L_i - sum_i L_i^2)",
    "corrected_difference_of_proportions": "z = sign(b - c) max(|b - c| - 1, 0)/sqrt(b + c)",
    "corrected_repeated_kfold_t": "t = mean(d) / sqrt((1/(rk) + n_2/n_1) s^2)",
    "corrected_resampled_t": "t = mean(d) / sqrt((1/n + n_2/n_1) s^2)",
    "corrected_tost": "p = max(P(T > (mean(d) - l)/e), P(T > (h - mean(d))/e))",
    "crossed_mean": "s^2 = (MS_T + MS_E)/(te); nu = (MS_T + MS_E)^2/(MS_T^2/(t-1) + MS_E^2/(e-1))",
    "delong": "z = mean(d) / sqrt(s_d^2 / m + s_e^2 / n)",
    "delve_quasi_f": "F = (MS_A + MS_ATE)/(MS_AT + MS_AE); "
    "nu_1 = (MS_A + MS_ATE)^2/(MS_A^2/f_A + MS_ATE^2/f_ATE); "
    "nu_2 = (MS_AT + MS_AE)^2/(MS_AT^2/f_AT + MS_AE^2/f_AE)",
    "difference_of_proportions": "z = (p_a - p_b) / sqrt(2 p (1 - p) / n)",
    "enough_partitions": "w = s/sqrt(M) sqrt(((M - 1)(K - 1))/(1 - K / (1 + M))); K = ((1 + M)/(error^2))^(1/M)",
    "fisher": "X = -2 sum_i ln p_i",
    "five_by_two_f": "F = sum_ij x_ij^2 / (2 sum_{j=1..5} s_j^2)",
    "five_by_two_plain_t": "t = mean(d) / sqrt(s^2 / 10)",
    "five_by_two_t": "t = x_11 / sqrt(1/5 sum_{j=1..5} s_j^2); s_j^2 = (x_1j - m_j)^2 + (x_2j - m_j)^2",
    "kfold_t": "t = mean(d) / sqrt(s^2 / k)",
    "mcnemar": "chi^2 = (max(|b - c| - 1, 0)^2)/(b + c)",
    "one_way_anova": "F = (sum_i n_i (mean(x_i) - mean(x))^2 / (k - 1))/(sum_i sum_j (x_ij - mean(x_i))^2 / (N - k))",
    "resampled_t": "t = mean(d) / sqrt(s^2 / n)",
    "running_twice_the_mean": "p = min(1, min_{l <= M} 2/l sum_{i=1..l} p_i)",
    "sign_flip": "p = P(|sum_i +- d_i| >= |sum_i d_i|)",
    "sign_test": "P(S >= s) = 2^-m sum_{i=s..m} C(m, i)",
    "twice_the_mean": "p = min(1, 2/M sum_{i=1..M} p_i)",
    "twice_the_median": "p = min(1, M/k p_(k))",
    "twofold_jackknife_t": "t = mean(d) / sqrt((n-1)/n sum_j (mean(d_(j)) - m)^2 - v)",
    "uncorrected_repeated_kfold_t": "t = mean(d) / sqrt(s^2 / (rk))",
    "wilcoxon": "z = (W_a - W_b) / sqrt(sum_i r_i^2)",
    "wilson": "(s + z^2/2 -+ z sqrt(s f / n + z^2/4))/(n + z^2)",
}

SYMBOLS: Final = {
    "averaged_t": "mean(t): the statistic averaged over partitions",
    "bayesian_correlated_t": f"{_OF_ONE_FOLD}; mu: the mean difference of the two learners; {_REPEATS}; St(f, m, v): "
    "Student's t distribution with f degrees of freedom, centre m and squared scale v",
    "binomial": _WAYS,
    "clopper_pearson": "s: right answers; n: all answers; level: coverage promised, such as .95",
    "cochran_q": "i: an example; j: a classifier",
    "corrected_difference_of_proportions": "a, b: the classifiers; sign: +1, 0 or -1",
    "corrected_repeated_kfold_t": f"{_OF_ONE_FOLD}; {_REPEATS}; n_1, n_2: training and test examples of a fold",
    "corrected_resampled_t": f"{_DIFFERENCE} on one split; n_1, n_2: training and test examples of a split",
    "corrected_tost": f"{_OF_ONE_FOLD}; l, h: the lower and the upper limit of the region of equivalence",
    "crossed_mean": "MS_T, MS_E: mean squares of training sets and of examples; sigma_T, sigma_E, sigma_TE: standard "
    "deviations of their effects and of the interaction; s^2: squared standard error; nu: degrees of freedom",
    "delong": "a, b: the classifiers; s_d^2, s_e^2: variances of the d_i and of the e_j",
    "delve_quasi_f": "MS: mean square of the algorithms (A), and of their interactions with training sets (AT), with "
    "examples (AE) and with both (ATE): MS_A, MS_AT, MS_AE, MS_ATE; f: degrees of freedom of a mean square; a, t, e: "
    "numbers of algorithms, training sets and test examples; nu_1, nu_2: degrees of freedom of F",
    "difference_of_proportions": "a, b: the classifiers, right on a share p_a and p_b of the examples",
    "enough_partitions": "mean(t), s: mean and standard deviation of the statistics of M partitions; c: critical value "
    "of the test of one partition; error: permitted probability of a wrong decision; w: half the width of the interval",
    "fisher": _MERGED,
    "five_by_two_f": "F: the statistic, from all ten differences",
    "five_by_two_plain_t": _OF_ONE_FOLD,
    "five_by_two_t": "x_11: the difference on the first fold of the first repeat; s_j^2: variance within repeat j",
    "kfold_t": f"{_OF_ONE_FOLD}; k: folds",
    "label_randomization": "B: permutations; g: those whose score is as high or higher",
    "mcnemar": "chi^2: the statistic, referred to the chi-square distribution",
    "one_way_anova": "n_i: scores of algorithm i; mean(x_i), mean(x): their mean, and that of all N scores",
    "resampled_t": f"{_DIFFERENCE} on one split; n: splits",
    "running_twice_the_mean": f"{_MERGED}, in the order in which they were drawn; l: how many were looked at, of M",
    "sign_flip": "d_i: difference of the losses of the two learners on example i; n: test examples",
    "sign_test": _WAYS,
    "twice_the_mean": f"{_MERGED} of M",
    "twice_the_median": "p_(k): k-th smallest of the p-values of M partitions; ceil: rounded up",
    "twofold_jackknife_t": "d: loss of b less loss of a of one example in one repeat, the learners trained on the half "
    "that it is not in",
    "uncorrected_repeated_kfold_t": f"{_OF_ONE_FOLD}; {_REPEATS}",
    "wilcoxon": "r_i: rank of difference i; n: datasets; a, b: the learners",
    "wilcoxon_significances": "W_a, W_b: sums of ranks of what favours a and of what favours b",
    "wilson": "s: right answers; n: all answers; -+: minus gives the lower limit, plus the upper; z: 1.96 at level .95",
}
