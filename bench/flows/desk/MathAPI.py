"""Sums as atoms."""

from statistics import fmean, pstdev


def mean(numbers):
    return fmean(numbers)


def standard_deviation(numbers):
    return pstdev(numbers)
