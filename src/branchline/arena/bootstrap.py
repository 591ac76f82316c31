"""Confidence intervals by bootstrap over deals: the deal is the unit, since its luck is shared."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SAMPLES = 2000
LOW, HIGH = 0.025, 0.975
ALIKE = 1e-12
"""A variance so small that it counts as zero."""


def intervals(
    sums: NDArray[np.float64], counts: NDArray[np.float64], seed: int
) -> list[list[float]] | None:
    """Return a 95 % interval of the mean of each column; None for fewer than two deals.

    A row is a deal: the sum of each column in it, and the number of cases in the sum. Each sample
    draws as many deals as there are, with repeats; the same seed gives the same samples.
    """
    deals = len(sums)
    if deals < 2:
        return None
    chooser = np.random.default_rng(abs(seed))
    means: NDArray[np.float64] = np.empty((SAMPLES, sums.shape[1]))
    for sample in range(SAMPLES):
        drawn = np.bincount(chooser.integers(deals, size=deals), minlength=deals)
        cases = drawn @ counts
        means[sample] = np.divide(drawn @ sums, cases, out=np.zeros_like(cases), where=cases > 0)
    ends = np.quantile(means, [LOW, HIGH], axis=0)
    return [[round(float(low), 6), round(float(high), 6)] for low, high in ends.T]


def ratio_of_variances(
    one: NDArray[np.float64], other: NDArray[np.float64], seed: int
) -> list[float] | None:
    """Return how much more the first figures of some deals vary than the second, with its interval.

    None if there are fewer than three deals, or some are alike to the last digit.
    """
    deals = len(one)
    if deals < 3 or min(one.var(), other.var()) < ALIKE:
        return None
    chooser = np.random.default_rng(abs(seed))
    drawn = chooser.integers(deals, size=(SAMPLES, deals))
    variances = np.maximum(other[drawn].var(1), ALIKE)
    low, high = np.quantile(one[drawn].var(1) / variances, [LOW, HIGH])
    return [round(float(value), 3) for value in (one.var() / other.var(), low, high)]
