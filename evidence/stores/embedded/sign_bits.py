"""Vectors as the signs of their coordinates after one fixed rotation.

The angle between two vectors shows in how many signs differ (Charikar, STOC 2002). The rotation
spreads what a model keeps in few coordinates over all; it depends on nothing but the length of a
vector, so no stored vector can change the code of another.

Measured with 384 dimensions and the ten nearest: where vectors gather in groups, all are found when
2,000 of 60,000 are compared exactly afterwards; of 4,000 names or sentences of Re-DocRED, 98 % are
found when one in thirty is compared. Random directions have no neighbours; 78 % are found.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from evidence.ports import Vector

_SEED = 20_240_229
_BLOCK = 65_536

Codes = NDArray[np.uint64]


@lru_cache(maxsize=4)
def _rotation(dimensions: int) -> Vector:
    """A random rotation by Gram and Schmidt's method, without LAPACK and its threads.

    Where the cores are busy those wait for each other: 2 s were measured, instead of 0.1 s.
    """
    rows = np.random.default_rng(_SEED).standard_normal((dimensions, dimensions))
    for at in range(dimensions):
        rows[at] /= np.sqrt(np.einsum("i,i->", rows[at], rows[at]))
        below = rows[at + 1 :]
        below -= np.einsum("ij,j->i", below, rows[at])[:, None] * rows[at]
    return np.ascontiguousarray(rows.T, np.float32)


def codes_of(vectors: Vector) -> Codes:
    """The codes of vectors (n, d): one column of 64-bit words for each, shape (d / 64, n)."""
    rotation = _rotation(vectors.shape[1])
    # einsum for a single one: BLAS would start threads, which wait for busy cores.
    turned = np.einsum("ij,jk->ik", vectors, rotation) if len(vectors) == 1 else vectors @ rotation
    signs = np.packbits(turned > 0, axis=1)
    padded = np.zeros((len(signs), -(-signs.shape[1] // 8) * 8), np.uint8)
    padded[:, : signs.shape[1]] = signs
    return np.ascontiguousarray(padded.view(np.uint64).T)


def differing(codes: Codes, code: Codes) -> NDArray[np.uint16]:
    """In how many signs each column of ``codes`` (w, n) differs from the one of ``code`` (w, 1)."""
    found = np.zeros(codes.shape[1], np.uint16)
    differing_bits = np.empty(min(_BLOCK, codes.shape[1]), np.uint64)
    counts = np.empty(len(differing_bits), np.uint8)
    for first in range(0, codes.shape[1], _BLOCK):
        part = found[first : first + _BLOCK]
        bits, ones = differing_bits[: len(part)], counts[: len(part)]
        # Word by word, so that a block stays in the cache.
        for words, word in zip(codes[:, first : first + _BLOCK], code[:, 0], strict=True):
            np.bitwise_xor(words, word, out=bits)
            np.add(part, np.bitwise_count(bits, out=ones), out=part)
    return found
