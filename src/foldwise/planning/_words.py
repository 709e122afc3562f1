"""A plan at a glance, and in full."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from foldwise._core import (
    Glance,
    GlanceTable,
    beware_words,
    compact,
    counted,
    decimals,
    first_and_last,
    fixed,
    one_line,
)
from foldwise.planning._power import BAND

if TYPE_CHECKING:
    from foldwise.planning._extrapolation import Extrapolation
    from foldwise.planning._plan import Amount, PairPlan, Plan

# Past so many nobody looks.
_MOST_OF: Final = {"dataset": "400", "example": "100 million", "item": "10 million"}
_FOLDS: Final = ("repeat", "split")


def glance(plan: Plan) -> Glance:
    """Return what a reader sees first."""
    pair = hardest(plan)
    beware, others = beware_words(plan.caveats)
    lines = [
        ("to find", wish_words(plan)),
        ("there is", now_words(pair) if len(plan.pairs) == 1 else ""),
        ("band", band_words(pair) if len(plan.pairs) == 1 else ""),
        (
            _label_of_others(pair, plan),
            "; ".join(map(amount_words, others_of(pair, plan))) if len(plan.pairs) == 1 else "",
        ),
        ("twice the data", _twice(plan.extrapolations)),
        ("tested by", tested_words(plan)),
        *beware,
    ]
    shown, n_left_out = first_and_last(plan.pairs)
    return Glance(
        headline=headline(plan),
        table=None if len(plan.pairs) == 1 else _table(shown, n_left_out, plan),
        lines=tuple((label, words) for label, words in lines if words),
        more=others,
        all_rows="plan.frame()" if n_left_out else "",
        call="plan.details()",
    )


def hardest(plan: Plan) -> PairPlan:
    """Return the pair that needs most."""
    return max(plan.pairs, key=lambda pair: main_amount(pair).number)


def main_amount(pair: PairPlan) -> Amount:
    """Return the amount that the plan is about: examples rather than repeats, where their number is known."""
    if pair.amounts[0].unit in _FOLDS and len(pair.amounts) > 1:
        return pair.amounts[1]
    return pair.amounts[0]


def others_of(pair: PairPlan, plan: Plan) -> list[Amount]:
    """Return the amounts that the headline does not name and that are possible."""
    named = None if is_enough(pair, plan) else main_amount(pair)
    in_headline = pair.amounts[0].unit in _FOLDS
    return [
        amount
        for place, amount in enumerate(pair.amounts)
        if math.isfinite(amount.number) and amount is not named and not (named and in_headline and place == 0)
    ]


def is_enough(pair: PairPlan, plan: Plan) -> bool:
    """Whether what there is has the power wished."""
    return pair.power >= plan.wish and not says_little(pair)


def _label_of_others(pair: PairPlan, plan: Plan) -> str:
    return "would do" if is_enough(pair, plan) else "or"


def headline(plan: Plan) -> str:
    """Return the answer in one sentence: how much is needed."""
    pair = hardest(plan)
    main = main_amount(pair)
    whose = ""
    if len(plan.pairs) > 1:
        whose = f" for {one_line(pair.a)} vs {one_line(pair.b)}{_where(pair, plan)}, which needs most"
    if says_little(pair):
        return f"The pilot is too small to say{whose}: {limits_words(main)}."
    if pair.power >= plan.wish:
        return f"Enough: {pair.now} find it with power {fixed(pair.power, 2)}{whose}."
    if main.unit in _FOLDS:
        if math.isinf(main.number):
            return f"No number of {main.unit}s will do{whose}; more examples would."
        return f"About {_number(main.number)} {_noun(main.unit, main.number)}{whose}."
    about = f"About {_number(main.number)} {_noun(main.unit, main.number)}"
    if math.isinf(main.number):
        about = f"More than {_MOST_OF[main.unit]} {main.unit}s"
    if plan.of == "examples":
        repeats = pair.amounts[0]
        if math.isinf(repeats.number):
            return f"{about}{whose}; no number of {repeats.unit}s will do."
        more = f"{_number(repeats.number)} {_noun(repeats.unit, repeats.number)} {repeats.given}"
        return f"{about}{whose}; or {more}."
    answers = next((amount for amount in pair.amounts if amount.unit == "answer"), None)
    if answers is not None and math.isinf(answers.number):
        return f"{about}{whose}; no number of answers to each will do."
    each = f" {main.given}" if main.given.startswith("with") and main.given != "with 1 answer each" else ""
    return f"{about}{each}{whose}."


def says_little(pair: PairPlan) -> bool:
    """Whether the band of what is needed is so wide that the number says next to nothing."""
    amount = main_amount(pair)
    return bool(amount.high > WIDE * amount.low)


# Between the ends of such a band the number says next to nothing.
WIDE: Final = 10.0


def wish_words(plan: Plan) -> str:
    """Return what is to be found, how surely, at which level."""
    what = "" if plan.metric is None else f" in {one_line(plan.metric.label)}"
    family = f" for {plan.family} comparisons together" if plan.family > 1 else ""
    return f"a difference of {plan.difference:g}{what}, with power {plan.wish:g} at level {plan.alpha:g}{family}"


def now_words(pair: PairPlan) -> str:
    """Return how much there is, and its power; of repeats and answers also the most that they could bring."""
    if not pair.now:
        return ""
    words = f"{pair.now}: power {_power(pair.power, pair.power_low, pair.power_high)}"
    for curve in pair.curves:
        if not math.isnan(curve.ceiling):
            most = _power(curve.ceiling, curve.ceiling_low, curve.ceiling_high)
            words += f"; {most} at most by more {curve.unit}s"
    return words


def band_words(pair: PairPlan) -> str:
    """Return between which numbers the pilot leaves what is needed, and why."""
    main = main_amount(pair)
    if math.isnan(main.low):
        return ""
    digits = decimals(pair.spread, is_share=False)
    low, high = (compact(end, digits) for end in (pair.spread_low, pair.spread_high))
    return (
        f"{limits_words(main)}, as the {pair.spread_of} is {compact(pair.spread, digits)} ({100 * BAND:g}% interval "
        f"{low} to {high})"
    )


def limits_words(amount: Amount) -> str:
    """Return between which numbers it lies.

    >>> from foldwise.planning import Amount
    >>> limits_words(Amount(unit="item", number=640.0, low=500.0, high=1210.0, given=""))
    '500 to 1,300 items'
    """
    if math.isinf(amount.high):
        return f"{_number(amount.low)} {amount.unit}s or more" if math.isfinite(amount.low) else "more than can be"
    return f"{_number(amount.low)} to {_number(amount.high)} {amount.unit}s"


def amount_words(amount: Amount) -> str:
    """Return an amount with what stays as it is."""
    return f"{_number(amount.number)} {_noun(amount.unit, amount.number)} {amount.given}".strip()


def twice_words(each: Extrapolation) -> str:
    """Return whether the order would be the same at twice the data."""
    value, low, high = each.at(each.twice)
    digits = decimals((high - low) / 2 or abs(value) or 1.0, is_share=False)
    ahead = one_line(each.a if value > 0 else each.b)
    ends = sorted((low, high) if value > 0 else (-low, -high))
    band = f"{compact(abs(value), digits)} ahead ({100 * BAND:g}% band {' to '.join(compact(e, digits) for e in ends)})"
    said = {
        "holds": f"the order holds: {ahead} would be {band}",
        "changes": f"the order would change: {ahead} would be {band}",
        "open": f"the pilot cannot say who is ahead: {ahead} would be {band}",
    }[each.verdict]
    return f"{said}, with {each.twice:,} training examples"


def _twice(extrapolations: Sequence[Extrapolation]) -> str:
    """Return what is to be expected of twice the data: of several pairs, of how many the order is known."""
    if len(extrapolations) < 2:
        return "".join(map(twice_words, extrapolations))
    verdicts = [each.verdict for each in extrapolations]
    said = {
        "holds": "the order holds for {}",
        "changes": "it would change for {}",
        "open": "the pilot cannot say for {}",
    }
    counts = [words.format(verdicts.count(word)) for word, words in said.items() if word in verdicts]
    return f"{', '.join(counts)} of {len(verdicts)} pairs"


def tested_words(plan: Plan) -> str:
    """Return the test, and how power was found."""
    adjusted = "" if plan.family == 1 else ", p-values adjusted by Holm's method"
    drawn = f"; {plan.n_draws:,} experiments drawn for each power" if plan.n_draws else ""
    return f"{plan.test}, two-sided{adjusted}{drawn}"


def details(plan: Plan) -> str:
    """Return all of it in words."""
    lines = [headline(plan), f"To find: {wish_words(plan)}."]
    for pair in plan.pairs:
        names = f"{one_line(pair.a)} and {one_line(pair.b)}{_where(pair, plan)}: " if pair.a else ""
        parts = [f"{amount_words(amount)}{_band(amount)}" for amount in pair.amounts if math.isfinite(amount.number)]
        parts += [f"no number of {amount.unit}s {amount.given}" for amount in pair.amounts if math.isinf(amount.number)]
        known = (
            ""
            if math.isnan(pair.spread_low)
            else f" ({100 * BAND:g}% interval {pair.spread_low:.3g} to {pair.spread_high:.3g})"
        )
        df = "" if math.isnan(pair.df) else f", known with {pair.df:.3g} degrees of freedom"
        now = now_words(pair)
        there = f" There is: {now}." if now else ""
        seen = (
            ""
            if math.isnan(pair.estimate)
            else f" The pilot's own difference is {pair.estimate:.3g}; nothing is planned from it."
        )
        lines.append(
            f"{names}{'; or '.join(parts)}. The {pair.spread_of} is {pair.spread:.3g}{known}{df}.{there}{seen}"
        )
    lines += [f"Twice the data: {one_line(e.a)} and {one_line(e.b)}: {twice_words(e)}." for e in plan.extrapolations]
    lines.append(f"Tested by: {tested_words(plan)}.")
    if plan.caveats:
        lines.append(f"Beware: {' '.join(caveat.message for caveat in plan.caveats)}")
    return "\n".join(lines)


def _table(shown: Sequence[PairPlan], n_left_out: int, plan: Plan) -> GlanceTable:
    several = len({pair.dataset for pair in plan.pairs}) > 1
    unit = main_amount(plan.pairs[0]).unit
    is_folds = plan.of == "examples" and unit not in _FOLDS
    rows = tuple(
        (
            *([one_line(pair.dataset)] if several else []),
            f"{one_line(pair.a)} vs {one_line(pair.b)}",
            _number(main_amount(pair).number),
            limits_words(main_amount(pair)).removesuffix(f" {unit}s"),
            *([_number(pair.amounts[0].number)] if is_folds else []),
            fixed(pair.power, 2),
            "enough" if pair.power >= plan.wish else "",
        )
        for pair in shown
    )
    headings = (
        *(["dataset"] if several else []),
        "",
        f"{unit}s",
        "band",
        *(["or repeats"] if is_folds else []),
        "power now",
        "",
    )
    table = GlanceTable(headings=headings, rows=rows, outcomes=("",) * len(rows), n_names=2 if several else 1)
    return table.with_gap(n_left_out)


def _where(pair: PairPlan, plan: Plan) -> str:
    return f" on {one_line(pair.dataset)}" if len({each.dataset for each in plan.pairs}) > 1 else ""


def _band(amount: Amount) -> str:
    return "" if math.isnan(amount.low) else f" ({limits_words(amount)})"


def _power(value: float, low: float, high: float) -> str:
    band = "" if math.isnan(low) else f" ({fixed(low, 2)} to {fixed(high, 2)})"
    return f"{fixed(value, 2)}{band}"


def _noun(unit: str, number: float) -> str:
    return counted(1 if number == 1 else 2, unit).split(" ", 1)[1]


def _number(number: float) -> str:
    """Return a number of which two digits are known, rounded up; small ones as they are.

    >>> _number(846.0), _number(37.0), _number(12345.0), _number(float("inf"))
    ('850', '37', '13,000', 'none')
    """
    if not math.isfinite(number):
        return "none"
    unknown = max(0, len(str(int(number))) - 2)
    return f"{math.ceil(number / 10**unknown) * 10**unknown:,}"
