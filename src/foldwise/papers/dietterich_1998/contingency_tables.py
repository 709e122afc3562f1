"""Two contingency tables that show what the test for two proportions overlooks."""

from dataclasses import dataclass
from typing import Final

import foldwise as fw
from foldwise.papers.dietterich_1998.simulation import ALPHA
from foldwise.papers.dietterich_1998.words import LOST, PAPER
from foldwise.papers.printed_numbers import printed
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, ComparedValue, Exhibit, SideBySide


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcomes:
    """How many examples both, a alone, b alone and neither of two classifiers misclassify."""

    both: int
    a_alone: int
    b_alone: int
    neither: int

    @property
    def n_examples(self) -> int:
        """All examples."""
        return self.both + self.a_alone + self.b_alone + self.neither

    def mcnemar(self) -> fw.stats.DisagreementResult:
        """Count only examples on which one of the two is wrong; b is right where a alone is wrong."""
        return fw.stats.mcnemar(self.b_alone, self.a_alone, n_examples=self.n_examples)

    def proportions(self) -> fw.stats.NormalResult:
        """Compare the two error rates as if they came from different examples."""
        right = self.neither + self.b_alone, self.neither + self.a_alone
        return fw.stats.difference_of_proportions(*right, n_examples=self.n_examples)


LEFT: Final = Outcomes(both=0, a_alone=60, b_alone=40, neither=0)
RIGHT: Final = Outcomes(both=40, a_alone=20, b_alone=0, neither=40)


def tables(_bench: Workbench) -> Exhibit:
    """Both tables, both tests."""
    sides = {"left": LEFT, "right": RIGHT}
    known = printed("worked_examples").set_index("id")["expected_value"]
    cells = tuple(
        (
            ComparedValue(measured=float(table.a_alone), digits=0),
            ComparedValue(measured=float(table.b_alone), digits=0),
            ComparedValue(measured=abs(float(table.proportions().statistic)), printed=float(known["d_tables_z"])),
            ComparedValue(measured=float(table.proportions().pvalue), digits=4),
            ComparedValue(measured=float(table.mcnemar().statistic), printed=float(known[f"d_table_{side}"]), digits=2),
            ComparedValue(measured=float(table.mcnemar().pvalue), digits=6),
        )
        for side, table in sides.items()
    )
    return Exhibit(
        paper=PAPER,
        name="tables",
        title="Two contingency tables: what the test for two proportions overlooks",
        about=f"Two pairs of classifiers on {LEFT.n_examples} examples. In both tables a errs on "
        f"{LEFT.both + LEFT.a_alone} and b on {LEFT.both + LEFT.b_alone}; on the left they never err on the same "
        f"example, on the right b errs only where a does.",
        tables=(
            SideBySide(
                title="Two tests on two tables",
                index="table",
                rows=tuple(sides),
                columns=(
                    "only a errs",
                    "only b errs",
                    "z of proportions",
                    "p of proportions",
                    "McNemar's chi-square",
                    "p of McNemar",
                ),
                cells=cells,
                note="All numbers are exact. Those beside ours were computed with 60 digits.",
            ),
        ),
        checks=judged(LEFT, RIGHT),
        beside="reference",
        because="The reference was computed from the tables as they are reconstructed: the numbers of the paper are "
        "lost.",
        notes=(
            LOST,
            "The two tables are a reconstruction (probable) that agrees with every word that survives: a hundred "
            "tosses with 60 heads on the left, twenty tosses with 20 heads on the right.",
        ),
        # Nothing here is smaller in a quick look.
        incomplete="",
    )


def judged(left: Outcomes, right: Outcomes) -> tuple[Check, Check, Check]:
    """Ask whether both tables look the same to one test and not to the other."""
    z = [abs(float(table.proportions().statistic)) for table in (left, right)]
    p = [float(table.mcnemar().pvalue) for table in (left, right)]
    both = [float(table.proportions().pvalue) for table in (left, right)]
    return (
        Check(
            asked="the test for two proportions sees no difference between the tables",
            found=f"z = {z[0]:.4f} and {z[1]:.4f}",
            met=abs(z[0] - z[1]) < 1e-12,
        ),
        Check(
            asked=f"it rejects in both at {ALPHA:g}",
            found=f"p = {both[0]:.4f} and {both[1]:.4f}",
            met=max(both) <= ALPHA,
        ),
        Check(
            asked="McNemar's test rejects only in the right one",
            found=f"p = {p[0]:.4f} and {p[1]:.6f}",
            met=p[1] <= ALPHA < p[0],
        ),
    )
