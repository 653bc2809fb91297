"""Counting bits in plain Python; compiled code takes the machine's own instructions from `cbits.pxd` instead."""

from __future__ import annotations

ONE = 1  # of 64 bits in compiled code, so that it can be shifted to every place
ALL_64 = 0xFFFFFFFFFFFFFFFF


def popcount(bits: int) -> int:
    """How many bits are set."""
    return bits.bit_count()


def lowest_bit(bits: int) -> int:
    """The number of the lowest set bit; `bits` is not 0."""
    return (bits & -bits).bit_length() - 1


def highest_bit(bits: int) -> int:
    """The number of the highest set bit; `bits` is not 0."""
    return bits.bit_length() - 1


def nth_bit(bits: int, n: int) -> int:
    """The number of the set bit that has `n` set bits below it; there is one."""
    for _ in range(n):
        bits &= bits - 1
    return lowest_bit(bits)
