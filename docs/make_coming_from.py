"""Put one table through other packages and through foldwise, for the page coming-from.md, from the root.

``PYTHON docs/make_coming_from.py peers`` with the Python of an environment of their own, into which autorank,
scikit-posthocs, baycomp and aeon were installed (and critdd, from its repository); ``python docs/make_coming_from.py
foldwise`` with that of foldwise. Either writes its numbers to coming-from.csv and keeps those of the other; a package
that is not there keeps what it had. ``python docs/fill_tables.py`` then puts them into the page. A minute or two.
"""

import contextlib
import io
import os
import sys
import warnings
from importlib.metadata import version
from itertools import combinations
from pathlib import Path

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1", MPLBACKEND="Agg")

import numpy as np
import pandas as pd
from scipy import stats as scipy_stats

FOLDER = Path(__file__).parent
NUMBERS = FOLDER / "coming-from.csv"
TABLE = pd.read_csv(FOLDER / "examples" / "gh-2008.csv", index_col="dataset").rename_axis(index=None)
PAIRS = list(combinations(TABLE.columns, 2))
ALPHA, ROPE, SEED = 0.05, 0.01, 1
MISSING = ("Autos", "NaiveBayes")
GAPPED = TABLE.astype(float)
GAPPED.loc[MISSING] = np.nan
ALARM = "equal learners told apart"


def two_equal_learners():
    """Draw 4000 tables of 30 datasets, and two learners that are equally good on every dataset."""
    rng = np.random.default_rng(SEED)
    for _ in range(4000):
        scores = rng.uniform(0.6, 1.0, (30, 1)) - rng.exponential(0.05, (30, 2))
        yield pd.DataFrame(scores, columns=["first", "second"])


def nine_equal_learners():
    """Draw 400 tables of 40 datasets, nine learners that are equally good, and a tenth that is worse than they are."""
    rng = np.random.default_rng(SEED)
    for _ in range(400):
        scores = rng.uniform(0.6, 1.0, (40, 1)) - rng.exponential(0.05, (40, 10))
        scores[:, 9] -= 0.1
        yield scores


def pair_rows(table, by, pvalues):
    """Make one row of the table for each pair, from a matrix of p-values with names."""
    return [(table, f"{a}, {b}", by, pvalues.loc[a, b]) for a, b in PAIRS]


def three(probabilities):
    """Write the probabilities that the first is better, that neither is, and that the second is."""
    return " / ".join(f"{p:.3f}" for p in probabilities)


def what_came(work):
    """Return the words of the error that a package raises."""
    try:
        work()
    except Exception as error:
        return f"`{type(error).__name__}: {str(error).replace('`', '')}`"
    return "no error"


def autorank_rows():
    """Ask autorank about all learners, two of them, a table with a gap, and learners that are equal."""
    from autorank import autorank, create_report

    def quietly(work, *args, **options):
        # Tables are printed as well as returned.
        with contextlib.redirect_stdout(io.StringIO()) as said:
            return work(*args, **options), said.getvalue()

    def sentence(result, part):
        (line,) = [line for line in quietly(create_report, result)[1].splitlines() if part in line]
        return line.partition(" of the Friedman test")[0].partition(". Therefore")[0]

    (result, _), (gap, _) = quietly(autorank, TABLE, alpha=ALPHA), quietly(autorank, GAPPED, alpha=ALPHA)
    for name in TABLE:
        yield "autorank", f"mean rank of {name}", "autorank", result.rankdf.loc[name, "meanrank"]
    yield "autorank", "p of Friedman's test", "autorank", result.pvalue
    yield "autorank", "critical difference", "autorank", result.cd
    two, _ = quietly(autorank, TABLE[["C4.5", "NaiveBayes"]], alpha=ALPHA)
    yield "autorank", "C4.5 and NaiveBayes alone: p", "autorank", two.pvalue
    options = {"alpha": ALPHA, "force_mode": "nonparametric"}
    alarms = [quietly(autorank, table, **options)[0].pvalue < ALPHA for table in two_equal_learners()]
    yield "autorank", ALARM, "autorank", np.mean(alarms)
    groups = sentence(result, "following groups").partition("groups: ")[2].partition(". All")[0]
    yield "autorank-words", "not told apart", "autorank", groups
    named = sentence(result, "is normal").rpartition("population ")[2]
    yield "autorank-words", "said not to be normal", "autorank", named
    normal = {name: scipy_stats.shapiro(TABLE[name]).pvalue for name in TABLE}
    least = min(normal, key=normal.get)
    yield "autorank-words", "least normal by the same test", "scipy", f"{least} (p={normal[least]:.3f})"
    yield "autorank-words", "effect sizes are beside", "autorank", result.rankdf.index[0]
    words = f'p = {gap.pvalue}; the report says "{sentence(gap, "null hypothesis (p=")}"'
    yield "gap", "`autorank(table)`", "what comes", words


def scikit_posthocs_rows():
    """P-values of all pairs by scikit-posthocs, and what a gap does to them."""
    import scikit_posthocs as sp

    def wilcoxon(table):
        scores = table.melt(var_name="learner", value_name="score")
        return sp.posthoc_wilcoxon(scores, val_col="score", group_col="learner", p_adjust="holm")

    nemenyi = sp.posthoc_nemenyi_friedman
    yield from pair_rows("posthocs", "Wilcoxon, Holm: scikit-posthocs", wilcoxon(TABLE))
    yield from pair_rows("posthocs", "Nemenyi: scikit-posthocs", nemenyi(TABLE))
    yield "gap", "`posthoc_wilcoxon(scores)`", "what comes", what_came(lambda: wilcoxon(GAPPED))
    change = float((nemenyi(GAPPED) - nemenyi(TABLE.drop(MISSING[0]))).abs().max(axis=None))
    p, without = nemenyi(TABLE).loc["C4.5", "k-NN"], nemenyi(GAPPED).loc["C4.5", "k-NN"]
    words = f"{what_came(lambda: nemenyi(GAPPED))}; p of C4.5 and k-NN is {without:.3f} instead of {p:.3f}"
    words += f"; largest difference to the table without Autos: {change:.3g}"
    yield "gap", "`posthoc_nemenyi_friedman(table)`", "what comes", words


def baycomp_rows():
    """Posterior probabilities by baycomp: with a rope, without one, and with a gap in either order."""
    from baycomp import SignedRankTest, SignTest, two_on_multiple

    c45, gapped = TABLE["C4.5"].to_numpy(), GAPPED["NaiveBayes"].to_numpy()
    options = {"rope": ROPE, "random_state": SEED}
    for other in ("NaiveBayes", "CN2"):
        scores = c45, TABLE[other].to_numpy()
        yield "baycomp", f"C4.5, {other}", "signed rank: baycomp", three(SignedRankTest.probs(*scores, **options))
        yield "baycomp", f"C4.5, {other}", "sign: baycomp", three(SignTest.probs(*scores, **options))
    full, there = TABLE["NaiveBayes"].to_numpy(), ~np.isnan(gapped)
    gap, without = (three(two_on_multiple(*each, **options)) for each in ((c45, gapped), (c45[there], full[there])))
    yield "gap", f"`two_on_multiple(c45, bayes, rope={ROPE})`", "what comes", f"{gap}; without Autos {without}"
    first, second = (two_on_multiple(*each, random_state=SEED) for each in ((c45, gapped), (gapped, c45)))
    words = f"C4.5 is better with probability {first[0]:.3f} if it comes first, {second[2]:.3f} if second"
    yield "gap", "`two_on_multiple(c45, bayes)`", "what comes", words
    yield "baycomp-words", "numbers returned without a rope", "baycomp", len(first)
    prior = what_came(lambda: SignTest.probs(c45, full, ROPE, prior=(SignTest.LEFT, 1.0)))
    yield "baycomp-words", "the documented prior=(SignTest.LEFT, 1.0)", "baycomp", prior


def aeon_rows():
    """P-values and cliques by aeon, and how often it tells learners apart that are equal."""
    from aeon.benchmarking.stats import check_friedman, wilcoxon_test
    from aeon.visualisation import create_multi_comparison_matrix, plot_critical_difference
    from aeon.visualisation.results._critical_difference import _build_cliques

    found = plot_critical_difference(TABLE.to_numpy(), list(TABLE), alpha=ALPHA, return_p_values=True)[2]
    ranks = TABLE.rank(axis=1, ascending=False)
    names = ranks.mean().sort_values().index
    matrix = pd.DataFrame(np.triu(found) + np.triu(found, 1).T, index=names, columns=names)
    level = ALPHA / (len(names) - 1)
    yield from pair_rows("aeon", "aeon: one-sided, not adjusted", matrix)
    yield "aeon-numbers", "p of Friedman's test", "aeon", check_friedman(ranks.to_numpy())
    yield "aeon-numbers", "level of each pair", "aeon", level
    cliques = [names[clique] for clique in _build_cliques(found > level)]
    yield "aeon-numbers", "bars", "aeon", "; ".join(" to ".join((clique[0], clique[-1])) for clique in cliques)
    alarms = []
    for scores in nine_equal_learners():
        ranks = scipy_stats.rankdata(-scores, axis=1)
        order = np.argsort(ranks.mean(axis=0))
        pvalues = wilcoxon_test(scores[:, order], list(order))
        equal = np.flatnonzero(order != 9)
        told = np.triu(pvalues <= ALPHA / 9, 1)[np.ix_(equal, equal)].any()
        alarms.append(told and check_friedman(ranks) < ALPHA)
    yield "aeon-numbers", ALARM, "aeon", np.mean(alarms)
    diagram = what_came(lambda: plot_critical_difference(GAPPED.to_numpy(), list(TABLE)))
    yield "gap", "`plot_critical_difference(scores, labels)`", "what comes", diagram
    words = what_came(lambda: create_multi_comparison_matrix(GAPPED))
    yield "gap", "`create_multi_comparison_matrix(table)`", "what comes", words


def critdd_rows():
    """P-values and groups by critdd, and who is under one bar though told apart."""
    from critdd import Diagram, stats

    names = TABLE.columns
    diagram, gap = (
        Diagram(table.to_numpy(), treatment_names=names, maximize_outcome=True) for table in (TABLE, GAPPED)
    )
    adjusted = stats.adjust_pairwise_tests(diagram.P, "holm")
    matrix = pd.DataFrame(np.fmax(adjusted, adjusted.T), index=names, columns=names)
    yield from pair_rows("critdd", "critdd", matrix)
    yield "critdd-numbers", "chi-square", "critdd", diagram.r.chi_square_result.statistic
    yield "critdd-numbers", "F", "critdd", diagram.r.statistic
    yield "critdd-numbers", "p of F", "critdd", diagram.r.pvalue
    ranks = dict(zip(names, diagram.average_ranks, strict=True))
    groups = [sorted(group, key=ranks.get) for group in diagram.get_groups(ALPHA, return_names=True) if len(group) > 1]
    yield "critdd-numbers", "bars", "critdd", "; ".join(f"{group[0]} to {group[-1]}" for group in groups)
    told = [
        f"{a}, {b}"
        for group in groups
        for a, b in PAIRS
        if matrix.loc[a, b] < ALPHA and all(ranks[group[0]] <= ranks[name] <= ranks[group[-1]] for name in (a, b))
    ]
    yield "critdd-numbers", "under one bar though told apart", "critdd", "; ".join(told)
    words = f"p = {gap.r.pvalue}, {len(gap.get_groups())} groups, no error"
    yield "gap", "`Diagram(scores).get_groups()`", "what comes", words


def foldwise_rows():
    """Make the same numbers by foldwise."""
    from foldwise import stats

    scores = TABLE.to_numpy()
    differences = np.array([TABLE[a] - TABLE[b] for a, b in PAIRS])
    pvalues = dict(zip(PAIRS, stats.wilcoxon(differences, zeros="pratt").pvalue, strict=True))
    adjusted = dict(zip(PAIRS, stats.holm(list(pvalues.values())), strict=True))
    friedman, f, nemenyi = stats.friedman(scores), stats.iman_davenport(scores), stats.nemenyi(scores)
    for name, rank in zip(TABLE, friedman.mean_ranks, strict=True):
        yield "autorank", f"mean rank of {name}", "foldwise", rank
    yield "autorank", "p of Friedman's test", "foldwise", friedman.pvalue
    yield "autorank", "critical difference", "foldwise", nemenyi.critical_difference(ALPHA)
    yield "autorank", "C4.5 and NaiveBayes alone: p", "foldwise", pvalues["C4.5", "NaiveBayes"]
    two = np.array([table["first"] - table["second"] for table in two_equal_learners()])
    yield "autorank", ALARM, "foldwise", (stats.wilcoxon(two, zeros="pratt").pvalue <= ALPHA).mean()
    for (a, b), by_ranks in zip(PAIRS, nemenyi.pvalue, strict=True):
        yield "posthocs", f"{a}, {b}", "Wilcoxon, Holm: foldwise", adjusted[a, b]
        yield "posthocs", f"{a}, {b}", "Nemenyi: foldwise", by_ranks
        yield "aeon", f"{a}, {b}", "foldwise: two-sided", pvalues[a, b]
        yield "aeon", f"{a}, {b}", "foldwise: Holm", adjusted[a, b]
        yield "critdd", f"{a}, {b}", "foldwise", adjusted[a, b]
    for other in ("NaiveBayes", "CN2"):
        pair = TABLE["C4.5"] - TABLE[other]
        for test, by in ((stats.bayesian_signed_rank, "signed rank"), (stats.bayesian_sign, "sign")):
            found = test(pair, rope=ROPE, seed=SEED)
            probabilities = three((found.right, found.inside, found.left))
            yield "baycomp", f"C4.5, {other}", f"{by}: foldwise", probabilities
    yield "aeon-numbers", "p of Friedman's test", "foldwise", friedman.pvalue
    first, second = np.triu_indices(10, 1)
    many = np.array([(scores[:, first] - scores[:, second]).T for scores in nine_equal_learners()])
    told = stats.holm(stats.wilcoxon(many, zeros="pratt").pvalue) <= ALPHA
    yield "aeon-numbers", ALARM, "foldwise", told[:, second < 9].any(axis=1).mean()
    yield "critdd-numbers", "chi-square", "foldwise", friedman.statistic
    yield "critdd-numbers", "F", "foldwise", f.statistic
    yield "critdd-numbers", "p of F", "foldwise", f.pvalue
    words = what_came(lambda: stats.wilcoxon(GAPPED["C4.5"] - GAPPED["NaiveBayes"]))
    yield "gap", "foldwise: `stats.wilcoxon(differences)`", "what comes", words
    words = what_came(lambda: stats.friedman(GAPPED.to_numpy()))
    yield "gap", "foldwise: `stats.friedman(table)`", "what comes", words


PEERS = {
    "autorank": autorank_rows,
    "scikit-posthocs": scikit_posthocs_rows,
    "baycomp": baycomp_rows,
    "aeon": aeon_rows,
    "critdd": critdd_rows,
}
COLUMNS = ["source", "table", "row", "by", "value"]


def rows_of(source, work):
    """Run one package, and say which version it was."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rows = [(source, *row) for row in [("versions", source, "version", version(source)), *work()]]
    made = pd.DataFrame(rows, columns=COLUMNS)
    made["value"] = [value if isinstance(value, str) else f"{value:.8g}" for value in made["value"]]
    return made


def write(numbers, sides):
    """Make the rows of one side, and keep those of the other."""
    kept = pd.read_csv(numbers, dtype=str, keep_default_na=False) if numbers.exists() else pd.DataFrame(columns=COLUMNS)
    for source, work in sides.items():
        try:
            made = rows_of(source, work)
        except ImportError as error:
            sys.stderr.write(f"{source} cannot be imported, its numbers stay as they are: {error}\n")
            continue
        kept = pd.concat([kept[kept["source"] != source], made])
    kept.to_csv(numbers, index=False)


if __name__ == "__main__":
    write(NUMBERS, {"foldwise": {"foldwise": foldwise_rows}, "peers": PEERS}[sys.argv[1]])
