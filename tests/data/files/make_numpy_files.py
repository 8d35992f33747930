#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the NumPy files of this folder, for test_npz.cpp; that test knows the numbers by their formula.

    python3 tests/data/files/make_numpy_files.py        (needs python3-numpy; run by hand, the files are committed)

types.npz: for every dtype D, an array named D of [3, 4] in C order, D_big big-endian and D_fortran in Fortran order;
element (i, j) is 10 i + j (for bool: whether i + j is odd; for floats: (10 i + j) / 4 - 2; for signed integers:
10 i + j - 7). Also wide, [2, 3, 4, 5] in Fortran order (element number n in row-major order is n), scalar, empty, and
texts and bytes.
packed.npz: x and y as numpy.savez_compressed writes them; version2.npy, version3.npy: other header versions.
"""
import os
import io

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
TYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64"]


def path(name):
    return os.path.join(HERE, name)


def numbers(name):
    n = np.add.outer(10 * np.arange(3), np.arange(4)).astype(np.float64)
    if name == "bool":
        return (np.add.outer(np.arange(3), np.arange(4)) % 2).astype(bool)
    if name.startswith("float"):
        n = n / 4 - 2
    elif name.startswith("int"):
        n = n - 7
    return n.astype(name)


def with_version(name, version, array):
    with open(path(name), "wb") as out:
        np.lib.format.write_array(out, array, version=version)


def main():
    arrays = {}
    for name in TYPES:
        arrays[name] = numbers(name)
        arrays[name + "_big"] = numbers(name).astype(np.dtype(name).newbyteorder(">"))
        arrays[name + "_fortran"] = np.asfortranarray(numbers(name))
    arrays["wide"] = np.asfortranarray(np.arange(120, dtype=">f4").reshape(2, 3, 4, 5))
    arrays["scalar"] = np.float32(2.5)
    arrays["empty"] = np.zeros((0, 3), np.float32)
    arrays["texts"] = np.array(["Äpfel", "Birnen", "", "日本"])
    arrays["bytes"] = np.array([b"one", b"three"])
    arrays["complex"] = np.zeros(2, np.complex64)
    arrays["records"] = np.zeros(2, [("a", "f4"), ("b", "i4")])
    arrays["objects"] = np.array([{}, None], dtype=object)
    np.savez(path("types.npz"), **arrays)

    n = np.arange(40)
    x = (np.add.outer(1000 * n, np.arange(6)) % 997).astype(np.float64).reshape(40, 2, 3)
    np.savez_compressed(path("packed.npz"), x=x, y=n % 3)
    with_version("version2.npy", (2, 0), numbers("int16"))
    with_version("version3.npy", (3, 0), numbers("int16"))

    rng = np.random.default_rng(1)
    images = rng.integers(0, 256, (30, 5, 4, 3), dtype=np.uint8)
    np.savez(path("parts.npz"), x_train=images[:20], y_train=np.arange(20) % 4 + 1, x_test=images[20:], y_test=np.arange(10) % 4 + 1)


main()
