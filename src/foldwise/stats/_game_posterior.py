"""Draws from the posterior of abilities in games with ties, by elliptical slice sampling.

All arrays have a first axis of chains, which need not have the same games. `theta` holds the abilities, and last the
readiness to tie where ties are games of their own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from foldwise.stats._batch import Floats, Integers

# Wainer (2023): standard deviation of the logarithm of the standard deviation of abilities.
LOG_SCALE_SD = 0.5
# The probability of a tie between equals is then, with probability .95, between .01 and .96.
TIE_SD = 2.0
# Part of the curvature of the likelihood at its mode that the ellipses have: those narrower than the posterior would
# let chains stick in its tails.
CURVATURE = 0.4
# Length of the interval of the logarithm of the scale that is searched first.
WIDTH = 2.0
# What is found need not be the mode to the last digit: draws are exact around any point.
NEWTON_STEPS = 20

LogDensity: TypeAlias = Callable[[Floats, Integers], Floats]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Games:
    """What pairs of players scored: `first` and `second` of each pair, and arrays ``(n_chains, n_pairs)`` of outcomes.

    `lead` is wins less losses of the first, `n` all games, `ties` those that nobody won; None where ties are no games
    of their own.
    """

    n_players: int
    first: Integers
    second: Integers
    lead: Floats
    n: Floats
    ties: Floats | None

    def of(self, chains: Any) -> "Games":
        """Return the games of some of the chains."""
        return Games(
            n_players=self.n_players,
            first=self.first,
            second=self.second,
            lead=self.lead[chains],
            n=self.n[chains],
            ties=None if self.ties is None else self.ties[chains],
        )

    def prior_precision(self, scale: Floats) -> Floats:
        """Return the precision of each parameter before the data, given the scale of abilities of each chain."""
        abilities = np.repeat(scale[:, np.newaxis] ** -2, self.n_players, axis=1)
        if self.ties is None:
            return abilities
        return np.concatenate((abilities, np.full((len(scale), 1), TIE_SD**-2)), axis=1)


def sample_games(games: Games, *, n_warmup: int, n_draws: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Draw parameters, of shape ``(n_chains, n_draws, n_parameters)``, and the scale of abilities."""
    # Near its mode the likelihood is as that of a normal distribution, which with the prior makes the ellipses: after
    # Murray, Adams and MacKay (2010), "Elliptical slice sampling", AISTATS, and Nishihara, Murray and Adams (2014),
    # "Parallel MCMC with generalized elliptical slice sampling", Journal of Machine Learning Research 15.
    mode = _mode(games)
    gradient, information = _derivatives(games, mode)
    information = CURVATURE * information
    pull = gradient + (information @ mode[..., np.newaxis])[..., 0]

    def excess(theta: Floats, chains: Integers) -> Floats:
        """Log likelihood less that of the normal distribution."""
        curved = (information[chains] @ theta[..., np.newaxis])[..., 0]
        return np.asarray(log_likelihood(games.of(chains), theta) - ((pull[chains] - curved / 2) * theta).sum(axis=-1))

    log_scale = LOG_SCALE_SD * rng.standard_normal(len(mode))
    # Begun one way or the other, not in tails that ellipses leave slowly.
    theta = mode + rng.uniform(-1, 1, mode.shape) / np.sqrt(np.diagonal(information, axis1=1, axis2=2) + 1)
    kept, scales = np.empty((len(mode), n_draws, mode.shape[1])), np.empty((len(mode), n_draws))
    for step in range(-n_warmup, n_draws):
        precision = information + games.prior_precision(np.exp(log_scale))[:, np.newaxis] * np.eye(mode.shape[1])
        centre = np.asarray(np.linalg.solve(precision, pull[..., np.newaxis])[..., 0], dtype=np.float64)
        root = np.linalg.cholesky(precision).swapaxes(-1, -2)
        other = np.asarray(np.linalg.solve(root, rng.standard_normal((*mode.shape, 1)))[..., 0], dtype=np.float64)
        theta = _on_ellipse(rng, theta, centre, other, excess)
        # The scale given the abilities, and given the abilities over the scale: one is slow where games are many, the
        # other where they are few (Yu and Meng, 2011, "To center or not to center", Journal of Computational and
        # Graphical Statistics 20).
        log_scale = _scale_of_abilities(rng, games, log_scale, theta)
        log_scale, theta = _scale_and_abilities(rng, games, log_scale, theta)
        if step >= 0:
            kept[:, step], scales[:, step] = theta, np.exp(log_scale)
    return kept, scales


def _on_ellipse(rng: np.random.Generator, now: Floats, centre: Floats, other: Floats, height: LogDensity) -> Floats:
    """Draw a point of the ellipse about `centre` through `now` and, as far from the centre, `other`."""
    everyone = np.arange(len(now))
    level = height(now, everyone) + np.log1p(-rng.random(len(now)))
    angle = rng.uniform(0, 2 * np.pi, len(now))
    low, high = angle - 2 * np.pi, angle.copy()
    new, todo = now.copy(), everyone
    while len(todo):
        turn = angle[todo, np.newaxis]
        new[todo] = centre[todo] + (now - centre)[todo] * np.cos(turn) + other[todo] * np.sin(turn)
        todo = todo[height(new[todo], todo) < level[todo]]
        back = angle[todo] < 0
        low[todo], high[todo] = np.where(back, angle[todo], low[todo]), np.where(back, high[todo], angle[todo])
        angle[todo] = rng.uniform(low[todo], high[todo])
    return new


def _on_line(rng: np.random.Generator, now: Floats, height: LogDensity) -> Floats:
    """Draw a number for each chain by slice sampling."""
    everyone = np.arange(len(now))
    level = height(now, everyone) + np.log1p(-rng.random(len(now)))
    low = now - WIDTH * rng.random(len(now))
    high = low + WIDTH
    new, todo = now.copy(), everyone
    while len(todo):
        new[todo] = rng.uniform(low[todo], high[todo])
        todo = todo[height(new[todo], todo) < level[todo]]
        back = new[todo] < now[todo]
        low[todo], high[todo] = np.where(back, new[todo], low[todo]), np.where(back, high[todo], new[todo])
    return new


def _scale_of_abilities(rng: np.random.Generator, games: Games, log_scale: Floats, theta: Floats) -> Floats:
    squares = (theta[:, : games.n_players] ** 2).sum(axis=-1)

    def height(x: Floats, chains: Integers) -> Floats:
        normal = -games.n_players * x - squares[chains] * np.exp(-2 * x) / 2
        return np.asarray(normal - (x / LOG_SCALE_SD) ** 2 / 2)

    return _on_line(rng, log_scale, height)


def _scale_and_abilities(
    rng: np.random.Generator, games: Games, log_scale: Floats, theta: Floats
) -> tuple[Floats, Floats]:
    """Draw the scale, the abilities growing and shrinking with it."""

    def grown(x: Floats, chains: Integers) -> Floats:
        new = theta[chains].copy()
        new[:, : games.n_players] *= np.exp(x - log_scale[chains])[:, np.newaxis]
        return new

    def height(x: Floats, chains: Integers) -> Floats:
        return log_likelihood(games.of(chains), grown(x, chains)) - (x / LOG_SCALE_SD) ** 2 / 2

    drawn = _on_line(rng, log_scale, height)
    return drawn, grown(drawn, np.arange(len(drawn)))


def log_likelihood(games: Games, theta: Floats) -> Floats:
    """Outcomes have weights exp(d), exp(-d) and exp(nu), d being half the lead in ability of the first."""
    half = (theta[:, games.first] - theta[:, games.second]) / 2
    likelihood, total = games.lead * half, np.logaddexp(half, -half)
    if games.ties is not None:
        likelihood, total = likelihood + games.ties * theta[:, -1:], np.logaddexp(total, theta[:, -1:])
    return np.asarray((likelihood - games.n * total).sum(axis=-1))


def _derivatives(games: Games, theta: Floats) -> tuple[Floats, Floats]:
    """Return gradient and information of the likelihood, of shapes (n_chains, m) and (n_chains, m, m)."""
    half = (theta[:, games.first] - theta[:, games.second]) / 2
    slope = np.zeros((len(games.first), theta.shape[1]))
    pairs = np.arange(len(slope))
    slope[pairs, games.first], slope[pairs, games.second] = 0.5, -0.5
    # Over exp(|d|), so that nothing overflows.
    lost = np.exp(-2 * np.abs(half))
    tied = np.zeros_like(half) if games.ties is None else np.exp(theta[:, -1:] - np.abs(half))
    total = 1 + lost + tied
    lead, tie = np.sign(half) * (1 - lost) / total, tied / total
    gradient = (games.lead - games.n * lead) @ slope
    information = np.einsum("cp,pi,pj->cij", games.n * (1 - tie - lead**2), slope, slope)
    if games.ties is not None:
        gradient[:, -1] += (games.ties - games.n * tie).sum(axis=-1)
        both = -(games.n * lead * tie) @ slope
        information[:, -1, :] += both
        information[:, :, -1] += both
        information[:, -1, -1] += (games.n * tie * (1 - tie)).sum(axis=-1)
    return gradient, np.asarray(information)


def _mode(games: Games) -> Floats:
    """Find the most probable parameters at a scale of 1, where the posterior is concave, by Newton's method."""
    prior = games.prior_precision(np.ones(len(games.lead)))
    theta = np.zeros_like(prior)
    for _ in range(NEWTON_STEPS):
        gradient, information = _derivatives(games, theta)
        curvature = information + prior[:, np.newaxis] * np.eye(theta.shape[1])
        step = np.linalg.solve(curvature, (gradient - prior * theta)[..., np.newaxis])[..., 0]
        theta = theta + step * np.minimum(1.0, 1.0 / np.abs(step).max(axis=-1, keepdims=True).clip(1e-300))
    return theta
