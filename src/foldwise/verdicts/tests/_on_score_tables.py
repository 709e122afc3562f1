"""Procedures of `foldwise.stats` for tables of scores, datasets by learners: what to know before choosing them."""

from typing import Final

from foldwise.verdicts.tests._array_record import ArrayTest

_DRAWS: Final = "Datasets are independent draws."
_COMPARABLE: Final = f"{_DRAWS} Differences on different datasets are comparable in size."
_WHICH: Final = "To say which learners differ: that is for wilcoxon on pairs, with holm."
_FOLDS: Final = "On the folds or partitions of one dataset."
_NEEDS: Final = "a table of scores, datasets by learners, greater being better: foldwise.stats."
_OF_ALL: Final = (
    "is one test of all learners together and judge compares pairs: use test='wilcoxon', or call foldwise.stats."
)
_OF_PAIRS: Final = (
    "compares mean ranks, which depend on all learners of a table: use test='wilcoxon', or call foldwise.stats."
)
_OF_PVALUES: Final = "adjusts p-values and compares no learners: pass those of all pairs to foldwise.stats."
_RANKS: Final = "N: datasets; k: learners; r_ij: rank of learner j on dataset i"

ON_SCORE_TABLES: Final = {
    "aligned_ranks": ArrayTest(
        label="test of aligned ranks over datasets",
        questions=(9,),
        differs="ranks all scores together, less the means of their datasets",
        assumes=_COMPARABLE,
        avoid=f"Where datasets have different units. {_WHICH}",
        instead=f"{_OF_ALL}aligned_ranks on a table of scores.",
        needs=f"{_NEEDS}aligned_ranks",
        formula="chi^2 = (k - 1) sum_j (R_j - N (k N + 1)/2)^2 / sum_i sum_j (r_ij - m_i)^2",
        symbols="N: datasets; k: learners",
    ),
    "bergmann_hommel": ArrayTest(
        label="adjustment of Bergmann and Hommel for all pairs of learners",
        questions=(9,),
        differs="looks at every way in which up to nine learners can be equal",
        assumes="Each p-value holds its level by itself; the hypotheses are the equalities of all pairs.",
        avoid="For comparisons with a control, and for more than nine learners: holm, shaffer.",
        instead=f"{_OF_PVALUES}bergmann_hommel.",
        needs="the p-values of all pairs of at most nine learners: foldwise.stats.bergmann_hommel",
        formula="q_i = min(1, max_{I} |I| min_{j in I} p_j)",
        symbols="p_j: p-value of pair j; q_i: adjusted p-value of pair i; I: each set of pairs with pair i whose "
        "equalities, and no others, can be true",
        df="none: p-values are adjusted",
    ),
    "conover": ArrayTest(
        label="Conover's test of pairs over datasets",
        questions=(9,),
        differs="compares mean ranks by Student's t, with an error from the ranks themselves",
        assumes=_DRAWS,
        avoid="Unless iman_davenport has rejected; and where the other learners of the table are chosen by who asks: "
        "they decide whether two learners differ.",
        instead=f"{_OF_PAIRS}conover on a table of scores.",
        needs=f"{_NEEDS}conover",
        formula="t_ij = (R_j - R_i) / sqrt(2 E / (N (N - 1)(k - 1))); "
        "E = sum_i sum_j (r_ij - (k + 1)/2)^2 - N sum_j (R_j - (k + 1)/2)^2",
        symbols=f"{_RANKS}; R_j: mean rank of learner j",
    ),
    "friedman": ArrayTest(
        label="Friedman's test over datasets",
        questions=(9,),
        differs="asks whether any of several learners differ, from their ranks on each dataset",
        assumes=_DRAWS,
        avoid=f"{_FOLDS} {_WHICH}",
        instead=f"{_OF_ALL}friedman on a table of scores.",
        needs=f"{_NEEDS}friedman",
        formula="chi^2 = (k - 1) N^2 sum_j (R_j - (k + 1)/2)^2 / sum_i sum_j (r_ij - (k + 1)/2)^2",
        symbols=_RANKS,
    ),
    "iman_davenport": ArrayTest(
        label="Iman and Davenport's test over datasets",
        questions=(9,),
        differs="refers Friedman's ranks to F, which is less timid",
        assumes=_DRAWS,
        avoid=f"{_FOLDS} {_WHICH}",
        instead=f"{_OF_ALL}iman_davenport on a table of scores.",
        needs=f"{_NEEDS}iman_davenport",
        formula="F = (N - 1) chi^2 / (N (k - 1) - chi^2)",
        symbols="N: datasets; k: learners",
    ),
    "mean_rank_z": ArrayTest(
        label="normal test of mean ranks over datasets",
        questions=(9,),
        differs="compares mean ranks, of all pairs or with a control, without adjusting for their number",
        assumes=f"{_DRAWS} For aligned ranks and Quade's, differences are comparable in size.",
        avoid="Without an adjustment; and where the other learners of the table are chosen by who asks: they decide "
        "whether two learners differ.",
        instead=f"{_OF_PAIRS}mean_rank_z on a table of scores.",
        needs=f"{_NEEDS}mean_rank_z",
        formula="z_ij = (R_j - R_i) / s; s^2 = 2 sum_i w_i^2 sum_j (r_ij - m_i)^2 / ((k - 1) (sum_i w_i)^2)",
        symbols="N: datasets; k: learners; R_j: mean rank of learner j",
        df="none: normal distribution",
    ),
    "nemenyi": ArrayTest(
        label="Nemenyi's test of all pairs over datasets",
        questions=(9,),
        differs="compares all mean ranks with one critical difference",
        assumes=_DRAWS,
        avoid="Where the other learners of the table are chosen by who asks: they decide whether two learners differ. "
        "With many learners few differences reach the critical one.",
        instead=f"{_OF_PAIRS}nemenyi on a table of scores.",
        needs=f"{_NEEDS}nemenyi",
        formula="z_ij = (R_j - R_i) / sqrt(k (k + 1)/(6 N))",
        symbols="N: datasets; k: learners; R_j: mean rank of learner j",
        df="none: range of normal variables",
    ),
    "partial_conjunction": ArrayTest(
        label="partial conjunction of p-values of datasets",
        questions=(9,),
        differs="counts on how many of these datasets a learner is better, at least",
        assumes="Each p-value holds its level by itself; for Fisher's combination they are also independent.",
        avoid="To speak about datasets that are not among these; and with p-values of both directions.",
        instead="counts datasets by their p-values and compares no learners: pass one p-value of each dataset to "
        "foldwise.stats.partial_conjunction.",
        needs="one p-value of each dataset, all one-sided for the same direction: foldwise.stats.partial_conjunction",
        formula="p = (n - u + 1) p_(u); p = P(X >= -2 sum_{i=u..n} ln p_(i))",
        symbols="first Bonferroni's combination, then Fisher's; n: datasets; u: how many of them the claim is about; "
        "p_(u): the p-value of rank u, p_(i) that of rank i, smallest first; X: chi-square with 2 (n - u + 1) degrees "
        "of freedom",
        df="none, or 2 (n - u + 1) for Fisher's combination",
    ),
    "quade": ArrayTest(
        label="Quade's test over datasets",
        questions=(9,),
        differs="gives more weight to datasets on which scores are far apart",
        assumes=_COMPARABLE,
        avoid=f"Where datasets have different units. {_WHICH}",
        instead=f"{_OF_ALL}quade on a table of scores.",
        needs=f"{_NEEDS}quade",
        formula="F = (N - 1) B / (A - B); A = sum_i sum_j S_ij^2; B = 1/N sum_j (sum_i S_ij)^2",
        symbols="N: datasets; k: learners",
    ),
    "rank_intervals": ArrayTest(
        label="intervals for the ranks of learners",
        questions=(9,),
        differs="says for each learner between which ranks it lies",
        assumes="The tests of all pairs hold together: p-values are two-sided and adjusted for all pairs.",
        avoid="On p-values that were not adjusted.",
        null="None: it gives intervals.",
        instead="makes intervals of decisions on pairs and compares no learners: pass who is better than whom to "
        "foldwise.stats.rank_intervals.",
        needs="which learners are significantly better than which: foldwise.stats.rank_intervals",
        formula="l_i = 1 + #(j: j better than i); h_i = k - #(j: i better than j)",
        symbols="k: learners; i, j: two of them; l_i, h_i: the best and the worst rank of learner i; #: how many; "
        "better, than: by the decisions",
        df="none: decisions are counted",
    ),
    "shaffer": ArrayTest(
        label="Shaffer's adjustment for all pairs of learners",
        questions=(9,),
        differs="counts how many pairs of learners can be equal at the same time",
        assumes="Each p-value holds its level by itself; the hypotheses are the equalities of all pairs.",
        avoid="For comparisons with a control, which imply nothing about each other: holm.",
        instead=f"{_OF_PVALUES}shaffer.",
        needs="the p-values of all pairs of learners: foldwise.stats.shaffer",
        formula="q_(i) = min(1, max_{j <= i} t_j p_(j))",
        symbols="p_(j): p-value of rank j, smallest first; q_(i): the adjusted one of rank i; m: pairs; k: learners",
        df="none: p-values are adjusted",
    ),
    "skillings_mack": ArrayTest(
        label="Skillings and Mack's test over datasets",
        questions=(9,),
        differs="is Friedman's test for tables with empty cells",
        assumes=f"{_DRAWS} Cells are not empty because of the score that would be there.",
        avoid=f"Where a learner fails on the datasets that are hard for it. {_WHICH}",
        instead=f"{_OF_ALL}skillings_mack on a table of scores and a mask.",
        needs="a table of scores, datasets by learners, and which cells are there: foldwise.stats.skillings_mack",
        formula="T = a' C^- a; a_j = sum_i sqrt(12/(k_i + 1)) (r_ij - (k_i + 1)/2)",
        symbols="a: the sums of all learners; C^-: generalized inverse of C",
    ),
}
