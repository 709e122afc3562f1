"""Planning: how many examples, repeats, datasets or items it takes, before the work is done."""

from foldwise.planning._extrapolation import Extrapolation
from foldwise.planning._make_plan import plan
from foldwise.planning._order import OrderBySize, PairOrder
from foldwise.planning._order_by_size import order_by_size
from foldwise.planning._plan import Amount, PairPlan, Plan, PowerCurve

__all__ = [
    "Amount",
    "Extrapolation",
    "OrderBySize",
    "PairOrder",
    "PairPlan",
    "Plan",
    "PowerCurve",
    "order_by_size",
    "plan",
]
