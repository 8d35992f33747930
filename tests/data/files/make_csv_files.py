#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the CSV files of this folder with Python's csv module, for test_csv_file.cpp, which makes the same records by
their formula.

    python3 tests/data/files/make_csv_files.py        (run by hand; the files are committed)

Record r of 40 has the fields: r; TEXTS[r % 8]; r / 4 - 3; TEXTS[(r // 8) % 8] + TEXTS[r % 3]. The first record is a header.
excel.csv: commas, CRLF · unix.csv: every field quoted, LF · tab.csv: tabs · semicolon.csv.gz: gzipped, with a byte-order
mark
"""
import csv
import gzip
import io
import os

HERE = os.path.dirname(os.path.abspath(__file__))
TEXTS = ["plain", "two words", 'a "quoted" word', "comma, inside", "line\nbreak", "semi;colon", "tab\tinside", "Größe 日本 \"\n,;"]


def text(**options):
    out = io.StringIO(newline="")
    writer = csv.writer(out, **options)
    writer.writerow(["number", "text", 'real "x"', "both,\nof them"])
    for r in range(40):
        writer.writerow([r, TEXTS[r % 8], r / 4 - 3, TEXTS[r // 8 % 8] + TEXTS[r % 3]])
    return out.getvalue()


def main():
    for name, options in {"excel.csv": {}, "unix.csv": {"dialect": "unix"}, "tab.csv": {"dialect": "excel-tab"}}.items():
        with open(os.path.join(HERE, name), "w", newline="", encoding="utf-8") as out:
            out.write(text(**options))
    with open(os.path.join(HERE, "semicolon.csv.gz"), "wb") as out:
        out.write(gzip.compress(text(delimiter=";").encode("utf-8-sig"), mtime=0))


main()
